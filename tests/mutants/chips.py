"""Faults of the chips: the ledger, settlements, prizes, a tournament's books and its director."""

from tests.mutants.fault import Fault

LEDGER_POST = "accounts/sql/ledger_post.sql"
PCR = "tests/settlement/test_pcr.py"
ENTRIES = "tests/director/test_entries.py"

CHIPS = (
    Fault(
        name="ledger-locks-unsorted",
        breaks="Accounts are locked in the order of the amounts: two settlements can deadlock.",
        file=LEDGER_POST,
        old="    HAVING sum(given.amount) <> 0\n     ORDER BY given.account_id\n",
        new="    HAVING sum(given.amount) <> 0\n     ORDER BY sum(given.amount)\n",
        tests=(
            "tests/ledger/test_hammer.py"
            "::test_hot_accounts_stay_conserved_under_unsorted_repeated_and_overdrawn_transfers",
        ),
    ),
    Fault(
        name="balance-unchecked-in-plans",
        breaks="A transfer that does not sum to zero can be planned.",
        file="accounts/ledger/transfers.py",
        old="        if total != 0:\n",
        new="        if total != total:\n",
        tests=("tests/ledger/test_transfer_plans.py::test_what_does_not_sum_to_zero_is_refused",),
    ),
    Fault(
        name="balance-unchecked-in-sql",
        breaks="The database posts a transfer that makes chips out of nothing.",
        file=LEDGER_POST,
        old="    IF total IS DISTINCT FROM 0 THEN  --",
        new="    IF total IS NULL THEN  --",
        tests=("tests/ledger/test_posting.py::test_the_function_trusts_no_caller",),
    ),
    Fault(
        name="second-line-of-balance-gone",
        breaks="The trigger behind the ledger's functions lets an unbalanced transfer commit.",
        file="accounts/sql/ledger_guards.sql",
        old="    IF line_count < 2 OR line_sum <> 0 THEN",
        new="    IF line_count < 2 THEN",
        tests=("tests/ledger/test_tampering.py::test_the_guards_hold_even_for_the_owner",),
    ),
    Fault(
        name="wallet-to-wallet",
        breaks="A round of a tournament can empty one wallet into another.",
        file="accounts/sql/ledger_causes.sql",
        old="        WHEN 'round' THEN p_account = 'tournament_stack'",
        new="        WHEN 'round' THEN p_account IN ('tournament_stack', 'wallet')",
        tests=("tests/ledger/test_causes.py::test_nothing_goes_from_wallet_to_wallet",),
    ),
    Fault(
        name="web-settles-tournaments",
        breaks="Whoever breaks into the web process can move the chips of a tournament.",
        file="accounts/sql/ledger_causes.sql",
        old="        ELSE 'public.tournaments_playedround' END, 'INSERT')",
        new="        ELSE 'public.tournaments_playedround' END, 'SELECT')",
        tests=(
            "tests/backoffice/test_tamperings.py::test_every_one_is_refused_to_the_running_roles",
        ),
    ),
    Fault(
        name="pot-pays-strangers",
        breaks="A pot can be paid to somebody who has not paid into it.",
        file="accounts/sql/ledger_causes.sql",
        old="                   AND own.account_id = paid.account_id AND own.amount < 0",
        new="                   AND own.amount < 0",
        tests=("tests/ledger/test_causes.py::test_a_pot_pays_nobody_who_has_not_paid_in",),
    ),
    Fault(
        name="correction-by-who-asked",
        breaks="Whoever asks for a large correction can post it alone.",
        file="backoffice/sql/correction_cause.sql",
        old="                OR NOT asked.needs_second AND abs",
        new="                OR asked.needs_second AND abs",
        tests=(
            "tests/ledger/test_causes.py"
            "::test_a_correction_is_posted_as_it_was_asked_for_and_by_somebody_else",
        ),
    ),
    Fault(
        name="chain-overlooks-postings",
        breaks="The chain seals transfers without where their chips went.",
        file="backoffice/sql/chain.sql",
        old="                   format('|%s %s %s %s', p.account_id, p.amount, p.balance_after,",
        new="                   format('|%s %s %s %s', p.account_id, 0, 0,",
        tests=(
            "tests/backoffice/test_tamperings.py::test_every_one_is_found_in_a_superusers_hands",
        ),
    ),
    Fault(
        name="finished-round-rewritten",
        breaks="The score of a finished round can be changed.",
        file="games/sql/finished_stays.sql",
        old="             ELSE to_jsonb(OLD) - 'booked_at' = to_jsonb(NEW) - 'booked_at' END) THEN",
        new="             ELSE true END) THEN",
        tests=(
            "tests/backoffice/test_tamperings.py::test_every_one_is_refused_to_the_running_roles",
        ),
    ),
    Fault(
        name="key-used-again",
        breaks="A transfer's key may be used again for other postings: they are taken for done.",
        file=LEDGER_POST,
        old="    IF differences > 0 OR earlier.kind <> p_kind THEN",
        new="    IF earlier.kind <> p_kind THEN",
        tests=(
            "tests/ledger/test_posting.py::test_a_key_used_for_another_transfer_is_refused",
            "tests/ledger/test_posting.py::test_a_key_used_for_one_posting_more_is_refused",
        ),
    ),
    Fault(
        name="currencies-mixed",
        breaks="A tournament's chips can be paid into a wallet (PLAY-14).",
        file=LEDGER_POST,
        old="        IF transfer_currency <> now_at.currency THEN",
        new="        IF transfer_currency IS NULL AND now_at.currency IS NULL THEN",
        tests=(
            "tests/ledger/test_posting.py"
            "::test_tournament_chips_and_play_chips_never_meet_in_one_transfer",
        ),
    ),
    Fault(
        name="audit-blind-to-chains",
        breaks="The audit no longer sees a posting whose balance does not follow from the last.",
        file="accounts/books/audit.py",
        old="OR balance_after <> balance_before + amount) AS broken",
        new=") AS broken",
        tests=(
            "tests/ledger/test_tampering.py::test_what_an_owner_does_with_the_guards_off_is_found",
        ),
    ),
    Fault(
        name="audit-blind-to-commitments",
        breaks="The audit no longer sees a round dealt from another seed than was promised.",
        file="games/audit_tables.py",
        old="if seeds.commitment != played.commitment:",
        new="if seeds.commitment == seed:",
        tests=("tests/play/test_audit.py",),
    ),
    Fault(
        name="odd-chips-lost",
        breaks="Chips that an equal division leaves over are given to nobody.",
        file="rummy/settlement/division.py",
        old="return tuple(share + (place < odd) for place in range(parts))",
        new="return tuple(share for place in range(parts))",
        tests=("tests/ledger/test_transfer_plans.py",),
    ),
    Fault(
        name="odd-chips-from-the-dealer",
        breaks="Odd chips of a shared pot go to the dealer before the dealer's left (PLAY-10).",
        file="rummy/settlement/plan.py",
        old="(seat - self.last_dealer - 1) % places",
        new="(seat - self.last_dealer) % places",
        tests=("tests/settlement/test_stakes.py",),
    ),
    Fault(
        name="tie-break-swapped",
        breaks="Among equal scores whoever holds more in the hand wins (PLAY-21).",
        file="rummy/settlement/pcr.py",
        old="lambda score: -score.hand_value",
        new="lambda score: score.hand_value",
        tests=(f"{PCR}::test_play_21_then_the_lower_value_in_hand",),
    ),
    Fault(
        name="stack-overdrawn",
        breaks="Who owes more than the stack pays more than there is (PLAY-22).",
        file="rummy/settlement/pcr.py",
        old="min(due, stacks[seat])",
        new="due",
        tests=(f"{PCR}::test_play_22_nobody_pays_more_than_their_stack",),
    ),
    Fault(
        name="giving-up-for-nothing",
        breaks="Giving a round up costs no bonus: cheaper than losing it (PLAY-20).",
        file="rummy/settlement/conceding.py",
        old="gin.hand_size * max(gin.rank_values) + bonus",
        new="gin.hand_size * max(gin.rank_values)",
        tests=("tests/settlement/test_conceding.py",),
    ),
    Fault(
        name="level-off-by-one",
        breaks="Each level is played at the point-chip ratio of the next (PLAY-24).",
        file="tournaments/director/clock/schedule.py",
        old="_ratios(self.first_pcr, self.growth, level)[-1]",
        new="_ratios(self.first_pcr, self.growth, level + 1)[-1]",
        tests=("tests/director/test_pcr_schedules.py",),
    ),
    Fault(
        name="prizes-rounded-down",
        breaks="Each prize is rounded down; what is left over is paid to nobody (PLAY-44).",
        file="tournaments/director/prizes.py",
        old="    shares = split_by_weight(pool_chips, weights)\n",
        new="    shares = tuple(pool_chips * one // sum(weights) for one in weights)\n",
        tests=("tests/director/test_prizes.py",),
    ),
    Fault(
        name="entered-after-the-deadline",
        breaks="One may enter in the level after the last one for entries (PLAY-40).",
        file="tournaments/director/entries.py",
        old="or clock.level > until_level:",
        new="or clock.level > until_level + 1:",
        tests=(f"{ENTRIES}::test_play_40_late_entries_may_end_a_level_before_re_entries",),
    ),
    Fault(
        name="deadline-when-somebody-looks",
        breaks="A level that is over counts only once the director has looked (PLAY-40).",
        file="tournaments/director/clock/deadlines.py",
        old="    level = clock.level + 1\n",
        new="    level = clock.level\n",
        tests=(
            "tests/tournaments/test_deadlines.py"
            "::test_play_40_nobody_enters_or_buys_once_the_level_is_over_by_the_clock",
        ),
    ),
    Fault(
        name="bounty-to-the-loser",
        breaks="The bounty on a head goes to whoever lost it, not to who won it (PLAY-44).",
        file="tournaments/director/settling.py",
        old="prize_chips=chips, **facts), winner, out, chips)",
        new="prize_chips=chips, **facts), out, out, chips)",
        tests=("tests/director/test_ranks.py",),
    ),
    Fault(
        name="out-earlier-is-better",
        breaks="Whoever went out in an earlier round has the better rank (PLAY-43).",
        file="tournaments/director/ranking.py",
        old="lambda standing: (-standing.wave, -standing.chips)",
        new="lambda standing: (standing.wave, -standing.chips)",
        tests=("tests/director/test_ranks.py",),
    ),
    Fault(
        name="nobody-left",
        breaks="Where all are absent, all are removed: nobody stays to win (PLAY-45).",
        file="tournaments/director/settling.py",
        old="in gone[: max(0, staying - 1)]",
        new="in gone",
        tests=(ENTRIES,),
    ),
    Fault(
        name="withdrawal-not-refunded",
        breaks="Who withdraws before the start does not get the buy-in back (PLAY-40).",
        file="tournaments/running/books.py",
        old="        _pay_back(live, [(entry.pk, command.chips, command.fee_chips)])\n",
        new="",
        tests=(
            "tests/tournaments/test_books.py"
            "::test_withdrawing_brings_everything_back_and_one_may_enter_again",
        ),
    ),
    Fault(
        name="fee-kept",
        breaks="A tournament called off gives the buy-in back, but not the fee (PLAY-46).",
        file="tournaments/running/books.py",
        old="postings=[(pool, -chips), (fees, -fee), (wallets[entry], chips + fee)],",
        new="postings=[(pool, -chips), (wallets[entry], chips)],",
        tests=(
            "tests/tournaments/test_books.py"
            "::test_too_few_entries_are_refunded_fee_included_play_40",
        ),
    ),
    Fault(
        name="lots-not-committed",
        breaks="The seats of a tournament are drawn by another seed than was committed to.",
        file="tournaments/running/lots.py",
        old="    promise = fairness.commit(seed, table",
        new="    promise = fairness.commit(secrets.token_bytes(fairness.SERVER_SEED_BYTES), table",
        tests=(
            "tests/tournaments/test_books.py"
            "::test_the_field_is_seated_by_lots_committed_to_before_play_41",
        ),
    ),
    Fault(
        name="published-without-a-forecast",
        breaks="A rule whose tournaments would never end is accepted: one door does not check.",
        file="tournaments/recurring/publishing.py",
        old="    terms = require_publishable(plan, offer=offer, terms=terms)\n",
        new=(
            "    from games.tables.terms import agree_terms\n\n"
            "    terms = agree_terms(offer) if offer is not None else terms\n"
            "    if terms is None:\n"
            "        raise InvalidPlan('game_not_named', rule='PLAY-1')\n"
        ),
        tests=(
            "tests/tournaments/test_deadlines.py"
            "::test_play_24_a_schedule_that_does_not_end_is_refused_at_every_door",
        ),
    ),
    Fault(
        name="met-again",
        breaks="Whether two have met before makes no difference at two seats (PLAY-42).",
        file="tournaments/director/seating/dutch.py",
        old="count[_C1] = first.record.met.count(second.record.entry)",
        new="count[_C1] = 0",
        tests=("tests/director/test_dutch.py::test_c_04_3_large_fields_break_no_absolute_rule",),
    ),
    Fault(
        name="same-seat-again",
        breaks="Nobody's turn to deal is kept count of at three and more seats (PLAY-41).",
        file="tournaments/director/seating/mixing.py",
        old="REPEAT, DEAL, SEAT, POINT = 10**9, 10**6, 4_000, 1_000, 1",
        new="REPEAT, DEAL, SEAT, POINT = 10**9, 10**6, 0, 0, 1",
        tests=(
            "tests/director/test_mixing.py"
            "::test_play_41_everybody_deals_as_often_as_the_others_but_for_one",
        ),
    ),
    Fault(
        name="tie-to-the-lot",
        breaks="Who is level in a bracket is told apart by lot at once (PLAY-12).",
        file="tournaments/director/formats/stage_scores.py",
        old="TIE_BREAKS_MAX = 3",
        new="TIE_BREAKS_MAX = 0",
        tests=(
            "tests/director/test_formats.py"
            "::test_play_12_while_some_are_level_the_winners_of_other_tables_wait",
        ),
    ),
)
