"""Pages of the book made ready for a template: prose as HTML, examples as rows of pictures."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import wording
from games.cardart.pictures import card_name, card_pictures, rank_name, suit_name
from games.rulebook.notation import Example, Move, Statement, house_verbs
from games.rulebook.prose import prose_html
from games.rulebook.sources import GAMES, GIN, Page
from rummy.engine import HOUSE_RULES, RuleSet, build_rules
from rummy.engine.presets import options_of
from web import refusals
from web.api.payloads import With


class Row(NamedTuple):
    """A line of an example: whose or what, then words and cards. `kind` styles it."""

    kind: str
    label: wording.Words
    content: wording.Words


def shown_page(page: Page) -> list[With]:
    """The whole page, with the numbers most tables play by, in the active language.

    Each block is `html`, or an `example` with the badges of its rules above it.
    """
    facts = numbers_of(usual_rules(page.key))
    return [
        With(html=None, example=_example(block.example))
        if block.example is not None
        else With(html=prose_html(block.text, facts), example=None)
        for block in page.blocks
    ]


def shown_summary(page: Page, rules: RuleSet) -> list[SafeString]:
    """How the rule goes in short, with the numbers of these rules.

    It is read at the table, so its links leave the table where it is.
    """
    facts = numbers_of(rules)
    return [prose_html(block.text, facts, new_tab=True) for block in page.summary]


def usual_rules(key: str) -> RuleSet:
    """The rules a page speaks of when no table is meant."""
    if key in GAMES and key != GIN:
        return build_rules(key)
    return build_rules("gin_palast", house_rules=() if key == GIN else (key,))


def numbers_of(rules: RuleSet) -> dict[str, Any]:
    """Every number of a rule-set by its name, for the prose."""
    play = rules.to_json()["play"]
    of_rules = [HOUSE_RULES[key].facts(rules).items() for key in rules.house_rules]
    return {
        **play,
        **{name: number for facts in of_rules for name, number in facts},
        "min_rounds_won": rules.min_rounds_won,
        "jokers": rules.jokers,
    }


def _example(example: Example) -> With:
    badges = [wording.house_rule_name(key) for key in example.house_rules]
    if example.preset != "gin_palast":
        badges.insert(0, wording.preset_name(example.preset))
    offered = {one.name: one for one in options_of(example.preset, example.house_rules)}
    badges += [
        str(wording.in_words(offered[name].badge or offered[name].title)) % {"value": value}
        for name, value in example.options
    ]
    return With(badges=badges, rows=[ROWS[line.name](line) for line in example.statements])


# What stands behind a house rule's verb, by the field of its action.
FIELDS: dict[str, Callable[[str], str]] = {"rank": rank_name, "suit": suit_name, "card": card_name}


SIDES: dict[str, wording.Words] = {
    "you": _("You"),
    "opponent": _("Opponent"),
    "left": _("Opponent, left"),
    "partner": _("Partner"),
    "right": _("Opponent, right"),
}


def _hand(line: Statement) -> Row:
    return Row("hand", SIDES[line.name], card_pictures(line.cards))


def _turn(line: Statement) -> Row:
    moves = ((_move_html(move),) for move in line.moves)
    return Row("turn", SIDES[line.side], format_html_join(" · ", "{}", moves))


def _move_html(move: Move) -> SafeString:
    own = next((verb for verb in house_verbs() if verb.text == move.verb), None)
    if own is not None:
        named = {own.field: FIELDS[own.field](move.said)} if own.field else {}
        return format_html("<strong>{}</strong>", str(wording.in_words(own.words)) % named)
    words = str(VERBS[move.verb if move.cards or move.melds else f"{move.verb} nothing"])
    if move.on:
        words = words % {"number": move.on}
    shown = move.cards[:1] if move.verb == "exchange" else move.cards
    cards = card_pictures(shown) if shown else ""
    laid = _melds_html(move.melds)
    if move.melds and not move.cards:
        return format_html("{} {}", words, laid)
    return format_html("{} {}{}", words, cards, format_html(": {}", laid) if laid else "")


def _melds_html(melds: Iterable[Sequence[str]]) -> SafeString:
    return format_html_join(" ", "{}", ((card_pictures(meld),) for meld in melds))


VERBS: dict[str, wording.Words] = {
    "draw": _("draw"),
    "take": _("take from the pile"),
    "discard": _("discard"),
    "meld": _("lay"),
    "exchange": _("put in the joker's place in meld %(number)s"),
    "rearrange": _("rearrange the table:"),
    "end turn nothing": _("end the turn"),
    "take back nothing": _("take the last step back"),
    "knock": _("knock with the discard"),
    "answer": _("lay off"),
    "answer nothing": _("lay off nothing"),
    "lay off": _("lay off on meld %(number)s"),
    "all pass nothing": _("… everybody passes"),
    "run out nothing": _("… both draw and discard until the stock is used up"),
}


def _score(line: Statement) -> Row:
    if line.words == "none":
        return Row("good", _("Score"), _("Nobody scores."))
    parts = [part.strip().rsplit(" ", 1) for part in line.words.split(",")]
    said = ", ".join(f"{wording.score_reason(reason)} {points}" for reason, points in parts)
    return Row("good", SCORES[line.side], said)


SCORES: dict[str, wording.Words] = {
    "you": _("Score for you"),
    "opponent": _("Score, opponent"),
    "team": _("Score for your team"),
    "others": _("Score, other team"),
}


def _refused(line: Statement) -> Row:
    code, _space, facts = line.words.partition(" ")
    said = {name: _fact(text) for name, _is, text in (one.partition("=") for one in facts.split())}
    return Row("bad", _("Refused"), refusals.sentence(code, said))


def _fact(text: str) -> int | str | list[str]:
    """As the engine's refusal has it: whole numbers, cards, lists of cards."""
    if text.lstrip("-").isdigit():
        return int(text)
    return text.split(",") if "," in text else text


def _gone(line: Statement) -> Row:
    if line.words == "none":
        return Row("bad", _("Out of the pile"), _("nothing: that meld does not lie there"))
    return Row("good", _("Out of the pile"), card_pictures(line.cards))


def _limit(line: Statement) -> Row:
    limit = int(line.words)
    said = _("only gin may knock") if limit == 0 else _("up to %(limit)s") % {"limit": limit}
    return Row("good", _("Knock limit"), said)


def _counted(line: Statement) -> Row:
    """Cards with the points they count together."""
    label = _("Deadwood") if line.name == "deadwood" else _("Left in the hand")
    points = _points(int(line.words.split()[0]))
    return Row("plain", label, format_html("{} {}", card_pictures(line.cards), points))


def _worth(line: Statement) -> Row:
    """Melds with the points they count together."""
    points, _of, rest = line.words.partition(" of ")
    melds = _melds_html(meld.split() for meld in rest.split("/"))
    return Row("plain", _("Worth"), format_html("{} {}", melds, _points(int(points))))


def _table(line: Statement) -> Row:
    """The melds on the table: before a turn, or after it."""
    kind, words = ("plain", _("On the table")) if line.name == "table" else ("good", _("Then"))
    return Row(kind, words, _melds_html(meld.split() for meld in line.words.split("/")))


def _points(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": points}


def _fits(line: Statement) -> Row:
    card, _on, meld = line.words.partition(" on ")
    said = format_html("{} → {}", card_pictures([card]), card_pictures(meld.split()))
    if line.name == "fits":
        return Row("good", _("May be laid off"), said)
    return Row("bad", _("Does not fit"), said)


def _match(line: Statement) -> Row:
    said = []
    for part in line.words.split(","):
        side, result = part.split()
        points, won = result.split("/")
        words = ngettext(
            "%(side)s: %(points)s point, rounds won: %(won)s",
            "%(side)s: %(points)s points, rounds won: %(won)s",
            int(points),
        )
        said.append(words % {"side": SIDES[side], "points": points, "won": won})
    return Row("plain", _("After a round"), "; ".join(said))


def _winner(line: Statement) -> Row:
    if line.words == "you":
        return Row("good", _("Match"), _("You have won."))
    if line.words == "opponent":
        return Row("good", _("Match"), _("Your opponent has won."))
    return Row("plain", _("Match"), _("It goes on."))


ROWS: dict[str, Callable[[Statement], Row]] = {
    "you": _hand,
    "opponent": _hand,
    "left": _hand,
    "partner": _hand,
    "right": _hand,
    "upcard": lambda line: Row("plain", _("First upcard"), card_pictures(line.cards)),
    "bottom": lambda line: Row("plain", _("Bottom of the stock"), card_pictures(line.cards)),
    "turn": _turn,
    "score": _score,
    "refused": _refused,
    "gone": _gone,
    "limit": _limit,
    "meld": lambda line: Row("good", _("A meld"), card_pictures(line.cards)),
    "no meld": lambda line: Row("bad", _("No meld"), card_pictures(line.cards)),
    "deadwood": _counted,
    "worth": _worth,
    "in hand": _counted,
    "fits": _fits,
    "fits not": _fits,
    "table": _table,
    "then": _table,
    "pile": lambda line: Row("plain", _("Discard pile"), card_pictures(line.cards)),
    "opened": lambda line: Row("plain", _("First meld"), _("Nobody has made one yet.")),
    "kept": lambda line: Row("plain", _("Left in the hand"), card_pictures(line.cards)),
    "laid": lambda line: Row("good", _("Laid by you"), _points(int(line.words))),
    "match": _match,
    "winner": _winner,
    "rated": lambda line: Row("good", _("League and rating"), _("This table counts for neither.")),
}
