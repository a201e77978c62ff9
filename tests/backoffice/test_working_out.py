"""Who is owed how many chips after a proved wrong, by numbers that can be checked by hand."""

from accounts.league import Change, cheated, undone, was_cheated
from backoffice.restitution.working_out import (
    Line,
    Placed,
    SeatFacts,
    TableFacts,
    entries_struck,
    tables_undone,
    winnings_given_back,
    within_wallets,
)
from tournaments.director.prizes import Ladder

A, B, C, D = 1, 2, 3, 4


def table(*seats: tuple[int, int, int], number: int = 7) -> TableFacts:
    return TableFacts(number, 3, tuple(SeatFacts(*seat) for seat in seats))


def owed(lines: list[Line]) -> dict[int, int]:
    return {line.player: line.owed_chips for line in lines}


def test_whoever_cheated_gives_back_what_was_won_there() -> None:
    won = table((A, 100, 380), (B, 100, 0), (C, 100, 0), (D, 100, 0))
    assert owed(winnings_given_back([won], {A})) == {A: -280, B: 94, C: 93, D: 93}


def test_what_the_house_kept_stays_with_it() -> None:
    """Stakes of 100 each, 20 of them the fee: 180 were won, of which 80 was not A's own."""
    assert owed(winnings_given_back([table((A, 100, 180), (B, 100, 0))], {A})) == {A: -80, B: 80}


def test_two_together_give_back_what_they_won_together() -> None:
    """B lost 60 to A on purpose; C alone was hurt."""
    shared = table((A, 60, 180), (B, 60, 0), (C, 60, 0))
    assert owed(winnings_given_back([shared], {A, B})) == {A: -60, C: 60}


def test_where_they_lost_together_nobody_is_owed_anything() -> None:
    assert winnings_given_back([table((A, 60, 0), (B, 60, 0), (C, 60, 180))], {A, B}) == []


def test_several_tables_add_up_and_keep_their_reasons() -> None:
    first, second = table((A, 50, 100), (B, 50, 0)), table((A, 30, 60), (B, 30, 0), number=8)
    lines = winnings_given_back([first, second], {A})
    assert owed(lines) == {A: -80, B: 80}
    assert [part.facts for part in lines[1].parts] == [
        (("table", 7), ("rounds", 3), ("of", 50)),
        (("table", 8), ("rounds", 3), ("of", 30)),
    ]


def test_a_table_undone_leaves_everybody_as_before() -> None:
    lines = tables_undone([table((A, 100, 190), (B, 100, 0), (C, 0, 0))])
    assert owed(lines) == {A: -90, B: 100}, "the fee of ten comes from the house"


LADDER = Ladder((500, 300, 200))


def test_who_stood_behind_takes_the_prizes_of_one_place_better() -> None:
    """PLAY-43, PLAY-44: the first is struck."""
    placed = [Placed(1, A, 1, 500), Placed(2, B, 2, 300), Placed(3, C, 3, 200), Placed(4, D, 4, 0)]
    assert owed(entries_struck(placed, {1}, LADDER)) == {A: -500, B: 200, C: 100, D: 200}


def test_who_shared_a_rank_shares_the_better_places() -> None:
    """PLAY-43: places 2 and 3 shared 500, places 1 and 2 make 800."""
    placed = [Placed(1, A, 1, 500), Placed(2, B, 2, 250), Placed(3, C, 2, 250)]
    lines = entries_struck(placed, {1}, LADDER)
    assert owed(lines) == {A: -500, B: 150, C: 150}
    assert dict(lines[1].parts[0].facts)["new_rank"] == 1


def test_who_shared_with_the_struck_one_shares_less() -> None:
    placed = [Placed(1, A, 1, 400), Placed(2, B, 1, 400), Placed(3, C, 3, 200)]
    assert owed(entries_struck(placed, {1}, LADDER)) == {A: -400, B: 100, C: 100}


def test_two_who_are_struck_come_last_and_everybody_between_moves_up() -> None:
    """PLAY-43: the first and the third played for each other."""
    placed = [Placed(1, A, 1, 500), Placed(2, B, 2, 300), Placed(3, C, 3, 200), Placed(4, D, 4, 0)]
    lines = entries_struck(placed, {1, 3}, LADDER)
    assert owed(lines) == {A: -500, B: 200, C: -200, D: 300}
    ranks = {line.player: line.moved.new_rank for line in lines if line.moved}
    assert ranks == {A: 3, B: 1, C: 4, D: 2}


def test_who_was_disqualified_while_it_ran_moves_up_to_no_prize() -> None:
    """PLAY-43: the last one took no prize before, and takes none now."""
    placed = [
        *(Placed(1, A, 1, 500), Placed(2, B, 2, 300), Placed(3, C, 3, 200)),
        Placed(4, D, 4, 0, is_barred=True),
    ]
    assert owed(entries_struck(placed, {1}, LADDER)) == {A: -500, B: 200, C: 100, D: 0}


def test_who_cheated_keeps_nothing_and_who_met_them_gets_the_rating_back() -> None:
    """League points and wins of the honest stay theirs, also where a cheat lost to them."""
    won, lost = Change("table:7", 14, 2, 1), Change("table:7", -14, 1, 0)
    assert cheated(won) == ("table:7", -14, -2, -1)
    assert cheated(lost) == ("table:7", 0, -1, 0)
    assert was_cheated(lost) == ("table:7", 14, 0, 0)
    assert was_cheated(won) == ("table:7", 0, 0, 0)
    assert undone(undone(won)) == won


def test_nobody_gives_back_more_than_the_wallet_holds() -> None:
    lines = winnings_given_back([table((A, 50, 100), (B, 50, 0))], {A})
    assert within_wallets(lines, {A: 20, B: 0}) == {A: -20, B: 50}
