"""What the coach says in a lesson, and the games of the front page; German beside English."""

from django.utils.translation import gettext_lazy as _

from games.wording import Words

# Game, how long, and in one sentence what it is about: for the lobby and the list of lessons.
GAMES: dict[str, tuple[Words, Words]] = {
    "gin": (
        _("Two players, quick: collect melds in your hand and knock when little is left over."),
        _("2 players · 5 minutes"),
    ),
    "german_romme": (
        _("The classic: lay melds on the table, 40 points to begin, jokers help."),
        _("2 to 6 players · 15 minutes"),
    ),
    "romme_500": (
        _("Every card you lay scores, and the whole discard pile is yours to dig in."),
        _("2 to 4 players · 10 minutes"),
    ),
}

SAYS: dict[str, dict[str, Words]] = {
    "gin": {
        "melds": _(
            "These ten cards are yours. You collect melds: three or four cards of one rank, or "
            "three or more of one suit in sequence. Your three sevens are a meld already."
        ),
        "deadwood": _(
            "What fits into no meld is deadwood. Court cards count 10, the ace 1, the others "
            "their number. The counter above your hand adds it up: less is better."
        ),
        "draw": _(
            "Your turn. Each turn you draw one card and discard one. The open card is of no use "
            "to you: draw from the stock."
        ),
        "discard_high": _(
            "The six of clubs completes a run: four, five, six. Now discard "
            "something expensive that fits nowhere: choose the king of diamonds and "
            "press “Discard”."
        ),
        "take": _(
            "Ada discarded the eight of hearts. With your nine and ten that is a run: take it."
        ),
        "knock": _(
            "Only the queen and the two are left over. If you discard the queen, "
            "your deadwood is 2. With 10 or less you may knock: choose the queen, "
            "press “Knock”, and confirm."
        ),
        "counted": _(
            "Ada laid off her seven on yours, and 9 points were left in her hand. "
            "The difference is yours: 9 − 2 = 7. With nothing left over it is gin, "
            "worth 25 more. But beware: if you knock and your opponent has no more "
            "than you, you are undercut, and pay."
        ),
    },
    "german_romme": {
        "aim": _(
            "You have thirteen cards and want to be rid of all of them. Melds go on the table: "
            "three or four of one rank in different suits, or a run of one suit."
        ),
        "forty": _(
            "Your first melds must be worth 40 together, in one turn. Ten, jack, queen and king "
            "count 10, an ace 11. Ada has dealt and begins with a discard."
        ),
        "take": _(
            "Ada discarded the seven of diamonds. With your eight and nine it is a "
            "run: take it from the discard pile."
        ),
        "lay": _(
            "Now lay your melds. Choose ten, jack and queen of hearts and press “Lay meld”: "
            "that is 30."
        ),
        "lay_second": _("And the three fives: 15 more, 45 together. That is enough to begin."),
        "lay_run": _("The run you drew for: seven, eight and nine of diamonds."),
        "joker": _(
            "A joker stands for any card. Two and four of clubs lack the three between them: "
            "choose both and the joker."
        ),
        "discard": _(
            "Two cards are left. A turn ends with a discard: discard the king, it "
            "counts 10 against you. Until then you could have taken everything back."
        ),
        "draw": _("Ada has laid too: a run and three fours. Draw a card."),
        "lay_off": _(
            "Once you have begun you may lay off on any meld on the table. Your four "
            "of hearts fits Ada's fours: choose it and tap her meld."
        ),
        "out": _("One card left. Discard it and you are out: the round is yours."),
        "counted": _(
            "What is left in the other hands counts against them: Ada has 57 penalty "
            "points, you have none. If you lay everything in a single turn you have "
            "a hand-rommé, and all of it counts twice."
        ),
    },
    "romme_500": {
        "aim": _(
            "Every card you lay scores for you, every card left in your hand at the "
            "end costs as much. The first to reach 500 wins. There is no minimum to "
            "begin."
        ),
        "draw": _("Your turn: draw from the stock."),
        "lay": _("The third queen! Choose all three and lay them: 30 points."),
        "discard": _("End the turn with a discard: the three of clubs."),
        "deep": _(
            "Here the whole discard pile lies open, and you may take any card "
            "together with all those above it, if you lay that card at once. Take "
            "the ten of spades: the seven comes with it."
        ),
        "lay_run": _("Lay seven, eight, nine and ten of spades: 34 points."),
        "discard_again": _("Now discard the six of diamonds."),
        "draw_again": _("Ada has laid three kings. Draw a card."),
        "lay_off": _(
            "Your king of clubs fits Ada's kings: choose it and tap the meld. The "
            "points are yours, whoever laid the meld."
        ),
        "lay_off_own": _("And the fourth queen onto your own."),
        "out": _("Discard your last card and the round is over."),
        "counted": _(
            "You laid 84 points and have nothing left: 84. Ada laid 30 but kept 25, which leaves "
            "her 5. The next round goes on from there."
        ),
    },
}

NOT_THIS: Words = _("The rules allow that, but for this lesson: %(words)s")
READ_ON: Words = _("Read on first; then it is your turn.")
