"""What the director refuses: a stable code, the rule behind it, the facts for the sentence."""

from rummy.refusal import Refusal


class Refused(Refusal):
    """A request that the plan or the hour does not allow; nothing changes."""


class InvalidPlan(Refused):
    """A plan that contradicts itself, or a tournament that would not end."""


# More chips than any house has; so that no sum outgrows a whole number of the database.
CHIPS_MAX = 10**9


def require_within(rule: str, bounds: dict[str, tuple[int, int, int]]) -> None:
    """Each field as (value, least, most).

    Raises InvalidPlan(plan_number_out_of_range): names the first that lies outside.
    """
    for field, (value, least, most) in bounds.items():
        if not least <= value <= most:
            facts = {"field": field, "value": value, "least": least, "most": most}
            raise InvalidPlan("plan_number_out_of_range", rule=rule, **facts)
