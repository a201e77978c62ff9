"""The book of rules: every rule has its page in both languages, and its examples are true."""

import re

import pytest
from django.utils import translation

from games import rulebook, wording
from games.rulebook import Example, parse_example, read_page
from games.rulebook.notation import house_verbs
from games.rulebook.prose import page_url
from games.rulebook.showing import ROWS, VERBS, shown_page, shown_summary
from rummy import engine
from tests.architecture.sources import ROOT
from tests.pages.browsers import browser, look
from tests.pages.rule_examples import play_example
from web.numbers import unfilled
from web.refusals import sentences

KEYS = (*rulebook.GAMES, *engine.HOUSE_RULES)
PAGES = [(key, language) for key in KEYS for language in rulebook.LANGUAGES]


def page_of(key: str, language: str = "en") -> rulebook.Page:
    page = read_page(key, language)
    assert page is not None, f"docs/rules/{language}/{key}.md is missing"
    return page


def examples() -> list[tuple[str, int]]:
    """(page, number) of each example, for tests that name the one that fails."""
    pages = {key: read_page(key, "en") for key in KEYS}
    return [(key, at) for key, page in pages.items() if page for at in range(len(page.examples))]


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_every_rule_has_its_page_with_an_example_of_its_own(key: str, language: str) -> None:
    page = page_of(key, language)
    about = [one for one in page.examples if key in (rulebook.GIN, one.preset, *one.house_rules)]
    assert page.title
    assert about, "no example is played by this rule"


@pytest.mark.parametrize("key", engine.HOUSE_RULES)
def test_every_special_rule_has_german_words(key: str) -> None:
    english = str(wording.house_rule_words(key))
    with translation.override("de"):
        assert str(wording.house_rule_words(key)) != english


@pytest.mark.parametrize(("key", "number"), examples())
def test_the_engine_does_what_the_example_says(key: str, number: int) -> None:
    play_example(page_of(key).examples[number])


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_show_the_same_examples(key: str) -> None:
    assert page_of(key, "de").examples == page_of(key, "en").examples


@pytest.mark.parametrize(("key", "number"), examples())
def test_an_example_with_a_wrong_number_is_found_out(key: str, number: int) -> None:
    """The referee is worth something: every stated number changed makes the example fail."""
    page = page_of(key)
    (source,) = [block.text for block in page.blocks if block.example is page.examples[number]]
    for line in source.splitlines():
        if not line.startswith(
            ("score ", "limit", "deadwood", "rated", "worth", "in hand", "laid:")
        ):
            continue
        wrong = re.sub(r"\d+", lambda found: str(int(found[0]) + 1), line, count=1)
        if line.startswith("rated"):
            wrong = "rated: yes"
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            play_example(parse_example(source.replace(line, wrong)))


# The cases of the book of rules that belong to special rules, as (page, what is stated).
CASES = {
    6: ("tedesco", "score you: deadwood 29, box_bonus 10"),
    7: ("jokers", "score you: deadwood 2, box_bonus 10"),
    8: ("hirschn", "score you: deadwood 12, box_bonus 10, hirschn 10"),
    9: ("hirschn", "score opponent: hirschn_missed 15"),
    10: ("hirschn", "score opponent: deadwood 4, undercut_bonus 20, box_bonus 10"),
    11: ("catch_the_glass", "score: none"),
    12: ("oklahoma", "refused: deadwood_above_knock_limit points=4 limit=0"),
    13: ("cyclic_runs", "deadwood: 13 of Ks As 2s"),
    14: ("rainbow_runs", "no meld: Ah 2d 3s 4c"),
    15: ("gin_pro", "winner: nobody yet"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_worked_cases_stand_on_their_pages(case: int) -> None:
    key, stated = CASES[case]
    assert any(stated in block.text for block in page_of(key).blocks if block.example)


def test_a_glass_claimed_rightly_twice_and_wrongly_once_is_case_11() -> None:
    (played,) = [
        one
        for one in page_of("catch_the_glass").examples
        if one.outcomes[-1].words == "none" and one.outcomes[-1].name == "score"
    ]
    assert [line.words == "none" for line in played.outcomes if line.name == "gone"] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_a_page_shows_its_cards_as_pictures_and_its_numbers(key: str, language: str) -> None:
    page = look(browser(language=language).get(page_url(key)))
    assert page.status == 200
    assert [tag["lang"] for tag in page.all("html")] == [language]
    assert page_of(key, language).title in page.text
    assert len(page.all("div", **{"class": "example"})) == len(page_of(key, language).examples)
    if any(line.cards for one in page_of(key).examples for line in one.statements):
        assert page.all("svg", **{"class": "card-inline"})
    assert not re.search(r"[{}@]|\*\*|```", page.text)
    assert not re.search(r"\([a-z]+(_[a-z]+)+\)", page.text), "a code where a sentence belongs"
    assert not re.search(r"\b[A2-9TJQK][shdc][,.]", page.text), "a card as programs write it"


@pytest.mark.parametrize(("key", "number"), examples())
def test_a_refusal_is_told_with_its_numbers(key: str, number: int) -> None:
    for line in page_of(key).examples[number].outcomes:
        if line.name == "refused":
            code, *facts = line.words.split()
            told = {fact.partition("=")[0] for fact in facts}
            assert set(re.findall(r"%\((\w+)\)s", unfilled(sentences()[code]))) <= told


def test_a_page_names_the_numbers_of_the_rules_it_is_asked_for() -> None:
    rules = engine.build_rules("gin_palast", house_rules=("gin_pro",), min_rounds_won=7)
    told = " ".join(shown_summary(page_of("gin_pro"), rules))
    assert "<strong>7</strong> rounds won" in told


LAID_ON_THE_TABLE = {"laid", "hand_penalty", "hand_romme"}  # of Rommé, whose examples are moves


def test_every_reason_for_points_has_words() -> None:
    """The examples of the book name them all."""
    scores = [
        line.words
        for key in KEYS
        for one in page_of(key).examples
        for line in one.outcomes
        if line.name == "score" and line.words != "none"
    ]
    reasons = {part.split()[0] for words in scores for part in words.split(",")}
    assert reasons | LAID_ON_THE_TABLE == set(wording.score_reasons())


def test_the_notation_can_all_be_shown() -> None:
    """Whatever an example may say, the page has words for."""
    shown = {line.name for key in KEYS for one in page_of(key).examples for line in one.statements}
    moves = {
        m.verb for k in KEYS for one in page_of(k).examples for s in one.statements for m in s.moves
    }
    assert shown <= set(ROWS)
    own = {verb.text for verb in house_verbs()}
    assert moves - own <= {name.removesuffix(" nothing") for name in VERBS}


@pytest.mark.parametrize(
    "text",
    [
        "you 7h",
        "turn you: fly",
        "turn you: draw 7x",
        "turn you: catch set 11",
        "score you:",
        "x: 1",
    ],
)
def test_what_is_no_example_is_not_read_as_one(text: str) -> None:
    with pytest.raises(rulebook.UnreadableExample):
        parse_example(text)


def test_an_example_that_claims_nothing_is_none() -> None:
    with pytest.raises(AssertionError, match="states what comes of it"):
        play_example(Example("gin_palast", (), (), ()))


@pytest.mark.parametrize("address", ["/rules/gin/no_such_rule/", "/rules/gin/gin_palast/"])
def test_a_rule_that_is_none_has_no_page(address: str) -> None:
    assert browser().get(address).status_code == 404


@pytest.mark.parametrize("game", rulebook.GAMES)
def test_each_game_leads_to_the_others_before_its_rules_begin(game: str) -> None:
    """On a phone a book of rules is ten screens long: nobody looks for another game below it."""
    page = browser().get(page_url(game)).content.decode()
    links = [f'href="{page_url(one)}"' for one in rulebook.GAMES]
    tabs = page[page.index('class="tabs"') : page.index("<h1")]
    assert all(link in tabs for link in links)
    assert f'href="{page_url(game)}" aria-current="page"' in tabs


def test_every_code_that_refusals_name_is_found_on_a_page_of_the_book() -> None:
    named: set[str] = set()
    for path in [*(ROOT / "rummy").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        named |= set(re.findall(r'="((?:GER|R500|GIN)-[A-Z]?\d+)"', path.read_text("utf-8")))
    assert {"GER-8", "R500-3", "GIN-5", "GIN-S3", "GIN-T4"} <= named
    for language in rulebook.LANGUAGES:
        with translation.override(language):
            blocks = [block for key in KEYS for block in shown_page(page_of(key, language))]
        shown = "".join(str(block.html) for block in blocks)
        assert [code for code in sorted(named) if shown.count(f' id="{code}"') != 1] == []
