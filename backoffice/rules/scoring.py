"""The cards of a round to be scored, as staff fill them in, by family of games."""

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.rules import what_if_table_melding as what_if
from backoffice.rules.what_if import Outcome, UnreadableHands, knock_under, read_hands
from games import wording
from rummy import engine


class TriedForm(forms.Form):
    """Cards, and what they are worth; in an outcome, seat 0 is who ends the round.

    Raises UnreadableHands where cards are none, or where the rules' deck has not all of them.
    """

    EXAMPLE: ClassVar[dict[str, str]]
    seats: ClassVar[tuple[object, object]]

    @classmethod
    def example(cls, rules: engine.RuleSet) -> dict[str, str]:
        """What the form holds before anybody has filled it in."""
        return cls.EXAMPLE

    @abstractmethod
    def score(self, rules: engine.RuleSet, *, name: str) -> Outcome:
        """The round under these rules."""

    def score_or_nothing(self, rules: engine.RuleSet, *, name: str) -> Outcome | None:
        """The same, or None where the deck of these rules has not all of the cards."""
        try:
            return self.score(rules, name=name)
        except UnreadableHands:
            return None


class HandsForm(TriedForm):
    """A knock: eleven cards, of which the last is discarded, against ten."""

    EXAMPLE: ClassVar = {
        "knocker": "7h 7c 7d 3s 4s 5s Kh Kd Kc 2d Qs",
        "defender": "As 2s 9h 9d 9c Jh Qh Td 6s 8c",
    }
    seats: ClassVar = (_("Who knocks"), _("The opponent"))

    knocker = forms.CharField(
        label=_("Who knocks: eleven cards, the last one is discarded"), max_length=60
    )
    defender = forms.CharField(label=_("The opponent: ten cards"), max_length=60)

    def score(self, rules: engine.RuleSet, *, name: str) -> Outcome:
        hands = read_hands(self.cleaned_data["knocker"], self.cleaned_data["defender"])
        knocked = knock_under(rules, *hands, name=name)
        return replace(
            knocked,
            winner=None if knocked.winner is None else 1 - knocked.winner,
            points=knocked.points[::-1],
            lines=tuple(line._replace(seat=1 - line.seat) for line in knocked.lines),
        )


class EndingForm(TriedForm):
    """The end of a round with melds on the table; who goes out is at seat 0 already."""

    EXAMPLE: ClassVar = {
        "before": "Ts Js Qs Ks / 7h 7c 7d",
        "now": "5h 5c 5d / 2s",
        "others": "Ah Ac Ad / 9h Th Jh X2=Qh",
        "held": "Kh 9c X1",
    }
    seats: ClassVar = (_("Who goes out"), _("The opponent"))

    before = forms.CharField(
        label=_("Who goes out: melds from earlier turns, parted by /"),
        required=False,
        max_length=200,
    )
    now = forms.CharField(
        label=_("… and of the last turn; at the end the card that is discarded, if there is one"),
        max_length=200,
    )
    others = forms.CharField(
        label=_("The opponent's melds; a joker says what it stands for: X1=8h"),
        required=False,
        max_length=200,
    )
    held = forms.CharField(label=_("What the opponent still holds"), max_length=100)

    @classmethod
    def example(cls, rules: engine.RuleSet) -> dict[str, str]:
        """In Räuber-Rommé every card is laid, none discarded (GER-V6)."""
        return cls.EXAMPLE | ({"now": "5h 5c 5d"} if what_if.without_discards(rules) else {})

    def score(self, rules: engine.RuleSet, *, name: str) -> Outcome:
        return what_if.round_under(rules, self._ending(), name=name)

    def _ending(self) -> what_if.Ending:
        wish = self.cleaned_data
        return what_if.read_ending(
            before=wish["before"], now=wish["now"], others=wish["others"], held=wish["held"]
        )


def form_for(rules: engine.RuleSet) -> type[HandsForm | EndingForm]:
    """What a round of these rules is filled into."""
    return HandsForm if rules.family == "knock" else EndingForm


def compared(tried: TriedForm, rules: engine.RuleSet) -> list[Outcome]:
    """The round under these rules, and under every other game of the family as it comes.

    Raises UnreadableHands.
    """
    own = tried.score(rules, name=gettext("These rules"))
    others = [
        tried.score_or_nothing(other, name=str(wording.preset_name(key)))
        for key in engine.PRESETS
        if (other := engine.build_rules(key)).family == rules.family and 2 in other.seats
    ]
    return [own, *(one for one in others if one is not None)]
