"""A round begins, is scored, and leads to the next one or to the end of the match."""

from rummy import engine
from rummy.match import decision
from rummy.match import events as ev
from rummy.match.roster import reseating
from rummy.match.run import FirstDeal, Run
from rummy.match.state import MatchState, Phase
from rummy.settlement import SETTLEMENTS, FinishedMatch


def deal_when_all_ready(run: Run) -> None:
    humans_ready = all(run.state.ready) and not all(
        robot or run.state.plays_alone(seat) for seat, robot in enumerate(run.state.robots)
    )
    if run.state.phase is Phase.BETWEEN and humans_ready:
        start_round(run)


def start_round(run: Run) -> None:
    state = run.state
    rules = state.terms.rules
    playing = state.roster.playing
    seeds = state.terms.seeds_of(state.seeds)
    run.emit(
        ev.RoundStarted(
            number=state.round_number,
            client_seeds=seeds,
            seats=None if playing == len(seeds) else playing,
        )
    )
    number, cards = state.round_number, engine.deck_cards(rules)
    deck = run.shuffler.deck(number, seeds, cards)
    reshuffles = (
        run.shuffler.reshuffles(number, seeds, cards, rules.reshuffles) if rules.reshuffles else ()
    )
    _, dealt = engine.start_round(rules, playing, deck, state.dealer, reshuffles)
    for event in dealt:
        run.emit(event)
    after_cards(run)


def after_cards(run: Run) -> None:
    state = run.state
    if state.round is None or not state.round.is_over:
        return
    score = engine.score(state.round)
    if score is None:
        raise AssertionError("a round that is over has a score")
    # Who is out scores nothing and keeps what they had.
    playing = state.roster.playing
    points = (*score.points, *(0,) * (state.terms.seats - playing))
    run.emit(
        ev.RoundScored(
            number=state.round_number,
            dealer=state.dealer,
            winner=score.winner,
            reason=score.reason,
            points=points,
            lines=tuple(score.lines),
            totals=tuple(a + b for a, b in zip(state.totals, points, strict=True)),
            tallies=score.tallies,
            played_for=tuple(seat for seat in range(playing) if state.automatic[seat]) or None,
        )
    )
    if not finish_when_decided(run):
        _go_on(run)


def _go_on(run: Run) -> None:
    """The next round; whoever is out of it moves aside before (PLAY-12, elimination)."""
    (dealer, reason), cut = decision.next_dealer(run.state), decision.next_cut(run.state)
    if cut is not None and len(cut.staying) < run.state.roster.playing:
        playing = run.state.roster.playing
        while dealer not in cut.staying:
            dealer = (dealer + 1) % playing
        run.emit(reseating(run.state, cut))
        dealer = cut.staying.index(dealer)
    elif cut is not None and not run.state.roster.tie_break_from:
        run.emit(reseating(run.state, cut))  # all are level: nobody moves, tie-breakers begin
    prepare_round(run, dealer, reason)


def leave_out_resigned(run: Run) -> None:
    """In the pause nobody is in the middle of a round: who gives up now is not dealt to again."""
    cut = decision.without_resigned(run.state) if run.state.phase is Phase.BETWEEN else None
    if cut is not None:
        run.emit(reseating(run.state, cut))


def finish_when_decided(run: Run) -> bool:
    decided = decision.verdict(run.state)
    if decided is None:
        return False
    state = run.state
    # The whole ranking is told where places count for something or totals do not tell it.
    ranked = len(state.terms.prizes) > 1 or any(state.roster.out_after)
    run.emit(
        ev.MatchFinished(
            winners=decided.winners,
            totals=state.totals,
            payouts=_payouts(state, decided),
            reason=decided.reason,
            trophy=decision.trophy_holders(state),
            places=decision.ranking(state, decided.winners) if ranked else None,
        )
    )
    return True


def _payouts(state: MatchState, decided: decision.Verdict) -> tuple[int, ...]:
    places = decision.ranking(state, decided.winners)
    staying = [tuple(seat for seat in level if not state.resigned[seat]) for level in places]
    finished = FinishedMatch(
        state.pool_chips,
        decided.winners,
        last_dealer=state.dealer,
        ranking=tuple(level for level in staying if level),
        prizes=state.terms.prizes,
    )
    return SETTLEMENTS[state.terms.settlement](finished).payouts_chips


def prepare_round(run: Run, dealer: int, reason: str, first: FirstDeal | None = None) -> None:
    number = run.state.round_number + 1
    run.emit(
        ev.RoundPrepared(
            number=number,
            dealer=dealer,
            commitment=run.shuffler.commit(number),
            reason=reason,
            before_table=first.before_table if first else None,
            before_round=first.before_round if first else None,
        )
    )
