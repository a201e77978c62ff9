"""The verifier of the replay's page accepts and refuses what the shipped verifier does."""

import json
from typing import Any

import pytest

from tests.fairness.records import before, forgeries, verified_rounds
from tests.formats.test_verified_rounds import GERMAN, played_out
from tests.pages.conftest import an_empty_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(databases=["default", "owner"])]
FOLLOWS = """async (text) => {
  const [records, earlier] = JSON.parse(text);
  const { verify, followsFrom } = await import("/js/replay/fairness.js");
  const found = [];
  for (const [at, record] of records.entries()) {
    const holds = (await verify(record)).every(([, good]) => good);
    found.push(holds && (!earlier[at] || (await followsFrom(record, earlier[at]))));
  }
  return found;
}"""


def test_the_browser_verifies_every_deal_with_its_reason_and_refuses_each_forgery() -> None:
    played_out({"options": {"point_limit": 25}})
    played_out({"preset": "romme_500", "format": "ring", "rounds": 2, "seats": 3})
    played_out({**GERMAN, "format": "ring", "rounds": 2})
    records = verified_rounds()
    earlier = [before(record) for record in records]
    forged = [(one, at) for at, record in enumerate(records) for one in forgeries(record)]
    wrong: list[list[Any]] = [[one for one, _ in forged], [earlier[at] for _, at in forged]]
    other_winner = [
        record | {"dealing": record["dealing"] | {"before": told["before"] | {"winner": None}}}
        for record in records
        if (told := record["dealing"])["before"] and told["before"]["winner"] is not None
    ]
    wrong[0] += other_winner
    wrong[1] += [before(record) for record in other_winner]
    # The pages' own event loop must end before the database is used again.
    with an_empty_page() as page:
        assert page.evaluate(FOLLOWS, json.dumps([records, earlier])) == [True] * len(records)
        assert not any(page.evaluate(FOLLOWS, json.dumps(wrong)))
    assert {record["dealing"]["reason"] for record in records} > {"lot", "seats_drawn"}
    assert len(wrong[0]) > 5 * len(records)
