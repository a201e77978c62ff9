"""Faults of the cards: rules, scores, what is hidden, decks and the search for melds."""

from tests.mutants.fault import Fault

KNOCK = "rummy/engine/families/knock"
TABLE_MELDING = "rummy/engine/families/table_melding"
ANSWERS = "tests/engine/test_knock_and_answer.py"

CARDS = (
    Fault(
        name="face-cards-by-rank",
        breaks="Jack, queen and king count 11, 12 and 13 as deadwood instead of 10 (GIN-4).",
        file=f"{KNOCK}/rules/numbers.py",
        old="RANK_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)",
        new="RANK_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)",
        tests=("tests/engine/test_melding.py::test_card_values_gin_4",),
    ),
    Fault(
        name="ace-high-in-runs",
        breaks="Runs go round the corner in every game, queen-king-ace among them (GIN-3).",
        file="rummy/engine/melding/suit_tables.py",
        old="circle = suit | suit << 13 if cyclic else suit",
        new="circle = suit | suit << 13",
        tests=(
            "tests/engine/test_melding.py::test_least_deadwood_of_ten_cards_is_what_brute_force_finds",
        ),
    ),
    Fault(
        name="set-of-two",
        breaks="Two cards of a rank are a set (GIN-3).",
        file="rummy/engine/melding/classic.py",
        old="return tuple(listed) if len(listed) >= self.laws.set_minimum else None",
        new="return tuple(listed) if len(listed) >= self.laws.set_minimum - 1 else None",
        tests=(
            "tests/engine/test_melding.py"
            "::test_a_meld_is_a_set_or_a_run_in_suit_with_the_ace_low_gin_3",
        ),
    ),
    Fault(
        name="knock-one-above-the-limit",
        breaks="A knock with one point more than the limit is let through (GIN-5).",
        file=f"{KNOCK}/knocking.py",
        old="    if laid.points > limit:",
        new="    if laid.points > limit + 1:",
        tests=(
            "tests/engine/test_turns.py::test_ten_points_allow_a_knock_and_eleven_do_not_gin_5",
        ),
    ),
    Fault(
        name="taken-card-thrown-back",
        breaks="The card just taken from the pile may be discarded again (GIN-2).",
        file=f"{KNOCK}/decide.py",
        old="    if card == now.taken:",
        new="    if card == now.taken and now.seats > 2:",
        tests=("tests/engine/test_turns.py",),
    ),
    Fault(
        name="lay-off-on-gin",
        breaks="The opponent lays off on a gin (GIN-6).",
        file=f"{KNOCK}/decide.py",
        old="    answer_due = not is_gin and state.laws",
        new="    answer_due = state.laws",
        tests=(f"{ANSWERS}::test_nobody_lays_off_on_gin_gin_6",),
    ),
    Fault(
        name="one-lay-off-per-end",
        breaks="Only one card can be laid off on each end of a run (GIN-6).",
        file="rummy/engine/melding/classic.py",
        old="        choices.append(choices[-1] | 1 << card)\n",
        new="        choices.append(choices[-1] | 1 << card)\n        break\n",
        tests=(f"{ANSWERS}::test_the_opponent_lays_off_the_ten_and_then_the_nine_gin_6",),
    ),
    Fault(
        name="equal-is-no-undercut",
        breaks="Equal points are a knock won instead of an undercut (GIN-8).",
        file=f"{KNOCK}/showdown.py",
        old='return ("knock", knocker) if points > own_points',
        new='return ("knock", knocker) if points >= own_points',
        tests=("tests/engine/test_worked_cases.py",),
    ),
    Fault(
        name="undercut-pays-like-gin",
        breaks="An undercut pays the bonus of a gin (GIN-8).",
        file=f"{KNOCK}/showdown.py",
        old='"undercut_bonus", numbers.undercut_bonus)',
        new='"undercut_bonus", numbers.gin_bonus)',
        tests=(f"{ANSWERS}::test_an_undercut_pays_what_the_rule_set_says_gin_8",),
    ),
    Fault(
        name="gin-pays-like-undercut",
        breaks="A gin pays the bonus of an undercut (GIN-8).",
        file=f"{KNOCK}/showdown.py",
        old="if is_big else numbers.gin_bonus",
        new="if is_big else numbers.undercut_bonus",
        tests=("tests/engine/test_worked_cases.py",),
    ),
    Fault(
        name="deck-from-the-wrong-end",
        breaks="The stock is drawn from the bottom of the shuffled deck (GIN-1).",
        file=f"{KNOCK}/deal.py",
        old="stock = tuple(reversed(deck[dealt + 1 :]))",
        new="stock = tuple(deck[dealt + 1 :])",
        tests=("tests/engine/test_turns.py",),
    ),
    Fault(
        name="dealer-dealt-to-first",
        breaks="The first card goes to the dealer, not to the dealer's left (GIN-1).",
        file=f"{KNOCK}/deal.py",
        old="mask_of(deck[(seat - dealer - 1) % seats : dealt : seats])",
        new="mask_of(deck[(seat - dealer) % seats : dealt : seats])",
        tests=(
            "tests/engine/test_turns.py"
            "::test_cards_are_dealt_one_by_one_from_the_dealers_left_gin_1",
        ),
    ),
    Fault(
        name="dealt-hands-leaked",
        breaks="The deal shows every hand to everybody.",
        file=f"{KNOCK}/events.py",
        old="tuple(hand if owner in seen else None for owner, hand in enumerate(self.hands))",
        new="tuple(hand for owner, hand in enumerate(self.hands))",
        tests=("tests/engine/test_hidden_cards.py",),
    ),
    Fault(
        name="hand-leaked-to-learners",
        breaks="The vector of a seat shows another seat's hand.",
        file="rummy/research/observer.py",
        old='yield "hand", self._cards(seen.hand)',
        new='yield "hand", self._cards(getattr(position.cards, "hands", (seen.hand,))[-1])',
        tests=("tests/research/test_observer.py",),
    ),
    Fault(
        name="drawn-card-leaked",
        breaks="Everybody sees the card that somebody draws from the stock.",
        file="rummy/engine/moves.py",
        old="        return StockDrawn(self.seat, None, self.partner)",
        new="        return self",
        tests=("tests/engine/test_hidden_cards.py::test_a_drawn_card_is_seen_by_its_owner_alone",),
    ),
    Fault(
        name="first-meld-minimum-off",
        breaks="A first meld one point below the minimum opens the round (GER-8).",
        file=f"{TABLE_MELDING}/reading.py",
        old="return first_meld_points(now) >= laws.numbers.first_meld_minimum",
        new="return first_meld_points(now) >= laws.numbers.first_meld_minimum - 1",
        tests=(
            "tests/engine/table_melding/test_german_romme.py"
            "::test_ger_8_one_point_below_the_minimum_is_too_little",
        ),
    ),
    Fault(
        name="hand-romme-not-doubled",
        breaks="A hand-rommé costs no more than any other end (GER-11).",
        file=f"{TABLE_MELDING}/showdown.py",
        old="(laws.numbers.hand_romme_factor - 1)",
        new="(laws.numbers.hand_romme_factor - 2)",
        tests=("tests/engine/table_melding/test_german_romme.py",),
    ),
    Fault(
        name="table-card-taken-up",
        breaks="Whoever rearranges the table may take cards of it into the hand (GER-V6).",
        file=f"{TABLE_MELDING}/laying.py",
        old="    if lying & ~after:\n",
        new="    if lying & ~after & ~lying:\n",
        tests=("tests/engine/table_melding/test_variations.py",),
    ),
    Fault(
        name="search-without-end",
        breaks="The search for the best turn forgets its limit of steps.",
        file="rummy/engine/budget.py",
        old="        self.left -= steps\n",
        new="        self.left -= 0\n",
        tests=("tests/engine/table_melding/test_growing_hands.py",),
    ),
    Fault(
        name="lay-down-taken-back",
        breaks="The safe move for somebody absent takes back melds that may stay (PLAY-45).",
        file="rummy/bots/table_melding/safe.py",
        old="    while seen.phase is Phase.PLAY and not turn_ends(seen):\n        gone +=",
        new="    while seen.phase is Phase.PLAY and seen.open.steps:\n        gone +=",
        tests=("tests/match/test_automatic_turns.py::test_a_finished_meld_stays_r500_2",),
    ),
    Fault(
        name="joker-thrown-away",
        breaks="The safe move for somebody absent throws jokers first (PLAY-45).",
        file="rummy/bots/table_melding/safe.py",
        old="if not is_joker(card)]",
        new="if is_joker(card)]",
        tests=(
            "tests/match/test_table_melding.py::test_absent_players_are_moved_for_safely_play_45",
        ),
    ),
    Fault(
        name="commitment-without-the-round",
        breaks="The commitment to a shuffle does not bind its round.",
        file="rummy/fairness/seeds.py",
        old="number(SCHEME), number(table), number(round_number))",
        new="number(SCHEME), number(table), number(table))",
        tests=("tests/fairness/test_shuffle.py::test_commitments_bind_table_round_and_seed",),
    ),
    Fault(
        name="players-seeds-ignored",
        breaks="What players hand in has no part in the shuffle.",
        file="rummy/fairness/shuffle.py",
        old="        *(seed.encode() for seed in seeds.client_seeds),\n",
        new="",
        tests=("tests/fairness/test_shuffle.py::test_every_input_changes_the_deck",),
    ),
    Fault(
        name="shuffle-biased",
        breaks="Low positions are a little likelier: the last, incomplete cycle is kept.",
        file="rummy/fairness/shuffle.py",
        old="        if value < fair_values:\n",
        new="        if value < values:\n",
        tests=("tests/fairness/test_shuffle.py", "tests/fairness/test_deal.py"),
    ),
)
