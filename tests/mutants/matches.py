"""Faults of the match: who deals, clocks, absence, the end, and what a seat may see."""

from __future__ import annotations

from tests.mutants.fault import Fault

MATCHES = (
    Fault(
        name="deal-not-passed-on",
        breaks="Where the deal goes round, the same seat deals again (R500-12).",
        file="rummy/fairness/dealing.py",
        old="if reason in step else (dealer + 1) % seats",
        new="if reason in step else dealer % seats",
        tests=("tests/match/test_table_melding.py::test_r500_12_the_deal_goes_round_whoever_wins",),
    ),
    Fault(
        name="loser-deals",
        breaks="The loser of a round deals the next one, not its winner (GIN-12).",
        file="rummy/fairness/dealing.py",
        old="step = {WINNER: 0, AGAIN: 0, LOSER: 1}",
        new="step = {WINNER: 1, AGAIN: 0, LOSER: 0}",
        tests=("tests/match/test_matches.py::test_the_winner_of_a_round_deals_the_next_gin_12",),
    ),
    Fault(
        name="bank-spared",
        breaks="Time beyond the turn does not come out of the bank.",
        file="rummy/match/time/clocks.py",
        old="max(0, banks[clock.turn] - overrun)",
        new="max(0, banks[clock.turn])",
        tests=("tests/match/test_clocks.py",),
    ),
    Fault(
        name="clock-stands",
        breaks="After a move no clock runs for whoever is on turn.",
        file="rummy/match/time/clocks.py",
        old="deadline_ms=None if turn is None else _turn_ends(state, turn, banks, begins_ms),",
        new="deadline_ms=None,",
        tests=("tests/match/test_clocks.py",),
    ),
    Fault(
        name="no-time-to-knock",
        breaks="Whoever draws quickest decides who gets the discard (GER-V4).",
        file="rummy/match/knocking.py",
        old="if until_ms is not None and now_ms < until_ms:",
        new="if until_ms is not None and now_ms < 0:",
        tests=(
            "tests/match/test_knocking.py::test_nobody_draws_from_the_stock_while_people_may_knock",
        ),
    ),
    Fault(
        name="patience-renewed",
        breaks="The patience a seat has for the whole match begins anew each turn.",
        file="rummy/match/time/clocks.py",
        old="max(0, clock.graces_ms[clock.turn] - used)",
        new="max(0, clock.graces_ms[clock.turn])",
        tests=("tests/match/test_absence.py",),
    ),
    Fault(
        name="outage-made-good-twice",
        breaks="Each look at the same outage puts the clock forward again.",
        file="rummy/match/time/clocks.py",
        old="or until_ms <= state.roster.compensated_ms:",
        new="or until_ms <= 0:",
        tests=("tests/match/test_absence.py::test_an_outage_puts_the_clock_forward_once",),
    ),
    Fault(
        name="absent-for-ever",
        breaks="Who comes back and plays a card is still played for.",
        file="rummy/match/decide.py",
        old="    if state.automatic[seat]:\n        # Before the cards",
        new="    if state.automatic[seat] and state.resigned[seat]:\n        # Before the cards",
        tests=("tests/match/test_clocks.py::test_playing_a_card_brings_an_absent_player_back",),
    ),
    Fault(
        name="limit-must-be-passed",
        breaks="Who has exactly the points of the limit has not won (GIN-13).",
        file="rummy/match/decision.py",
        old="state.totals[seat] >= limit",
        new="state.totals[seat] > limit",
        tests=("tests/match/test_table_melding.py", "tests/match/test_verdicts.py"),
    ),
    Fault(
        name="highest-penalty-wins",
        breaks="In an elimination those above the penalty limit stay in (GER-13).",
        file="rummy/match/decision.py",
        old="return [seat for seat in staying if state.totals[seat] > -limit]",
        new="return [seat for seat in staying if state.totals[seat] <= -limit]",
        tests=("tests/match/test_dropping_out.py",),
    ),
    Fault(
        name="prize-for-who-gave-up",
        breaks="Who gave up is paid a prize as if they had stayed.",
        file="rummy/match/rounds.py",
        old="for seat in level if not state.resigned[seat]) for level in places]",
        new="for seat in level) for level in places]",
        tests=("tests/match/test_giving_up.py::test_no_prize_falls_to_who_gave_up_play_44",),
    ),
    Fault(
        name="spectator-sees-a-hand",
        breaks="A spectator is shown the table as the first seat sees it.",
        file="rummy/match/view.py",
        old="own = seat if seat is not None and state.is_in(seat) else None",
        new="own = seat if seat is not None and state.is_in(seat) else 0",
        tests=("tests/match/test_matches.py::test_a_spectator_sees_no_hand_and_nothing_to_press",),
    ),
    Fault(
        name="seed-told-too-early",
        breaks="Everybody reads the seed a player has handed in before the cards are dealt.",
        file="rummy/match/events.py",
        old='return self if seat == self.seat or not self.seed else replace(self, seed="")',
        new="return self",
        tests=(
            "tests/match/test_matches.py::test_a_players_seed_stays_its_own_until_the_round_starts",
        ),
    ),
)
