"""What is refused about requests and at tables: the sentences, one for each code.

Those of the rules say what is allowed, not only what is not.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

SENTENCES: dict[str, str | Promise] = {
    "game_not_offered": _("This house offers no tables of %(game)s."),
    "not_signed_in": _("Sign in or play as a guest first."),
    "bad_token": _("This token is unknown, expired or revoked."),
    "account_banned": _(
        "This account is banned. Who logs in on the website is told why and until when."
    ),
    "scope_missing": _("This token may not do that: it lacks the scope “%(scope)s”."),
    "csrf_failed": _("The page has expired. Reload it and try again."),
    "method_not_allowed": _("Use %(allowed)s here."),
    "not_found": _("There is nothing at this address."),
    "not_allowed": _("You may not do this."),
    "invalid_input": _("Something is wrong with these fields: %(names)s."),
    "unreadable_request": _("The request cannot be read."),
    "round_not_over": _("Round %(round)s can be read when it is over."),
    "deal_not_open": _(
        "The cards of a deal of the day are shown when nobody can play it any more."
    ),
    "deal_not_over": _("The deal can still be played until %(until)s."),
    "no_such_daily_deal": _("There is no deal of this game on %(day)s."),
    "puzzle_not_found": _("There is no puzzle with the number %(puzzle)s."),
    "no_puzzle_left": _("There is no puzzle of this kind that you have not solved."),
    "mistake_not_found": _("There is no decision of yours with the number %(mistake)s."),
    "no_card_move": _("A puzzle is answered by moves with the cards; “%(type)s” is not one."),
    "answer_too_long": _("An answer has at most %(most)s moves. Start again."),
    "answer_complete": ngettext_lazy(
        "Your first move is the whole answer; nothing comes after it.",
        "Your first %(moves)s moves are the whole answer; nothing comes after them.",
        "moves",
    ),
    "answer_incomplete": ngettext_lazy(
        "Your answer is not complete: the turn goes on after %(moves)s move.",
        "Your answer is not complete: the turn goes on after %(moves)s moves.",
        "moves",
    ),
    "a_deal_for_each_round": _(
        "Where cards are known from elsewhere there is a deal for each round, and no stakes."
    ),
    "not_broke": ngettext_lazy(
        "The refill is for wallets with less than %(below)s chip; you have %(balance)s.",
        "The refill is for wallets with less than %(below)s chips; you have %(balance)s.",
        "below",
    ),
    "refill_tomorrow": _("Your first refill is there tomorrow."),
    "already_refilled": _("You have had your refill for %(day)s."),
    "too_many_requests": _("That was too fast. Wait a second and try again."),
    "too_many_streams": _("You already have %(most)s live connections open."),
    "premium_required": _(
        "This is for premium members. Joining a table, and training with every special rule, "
        "is open to everybody."
    ),
    "ticket_unknown": _("There is no ticket with this code."),
    "ticket_redeemed": _("This ticket has been redeemed already."),
    "ticket_expired": _("This ticket was valid until %(day)s."),
    "rematch_not_over": _("A rematch can be offered when the match is over."),
    "rematch_too_late": ngettext_lazy(
        "A rematch can be offered within one minute of the end of the match.",
        "A rematch can be offered within %(minutes)s minutes of the end of the match.",
        "minutes",
    ),
    "rematch_not_here": _("There are no rematches at tables of this kind."),
    "rematch_not_offered": _("No rematch is being offered at this table."),
    "rematch_lapsed": _("The offer of a rematch has lapsed."),
    "rematch_declined": _("Somebody does not want a rematch."),
    "nobody_thought": ngettext_lazy(
        "This could not be worked out within one second. Ask again in a moment.",
        "This could not be worked out within %(seconds)s seconds. Ask again in a moment.",
        "seconds",
    ),
    "table_not_found": _("There is no such table, or it is private."),
    "table_not_open": _("This table is no longer open."),
    "match_has_begun": _(
        "The match has begun: to leave now is to give it up, with the action "
        "“resign” (POST /api/v1/tables/%(table)s/actions/)."
    ),
    "table_full": _("This table is full: it has %(seats)s seats."),
    "seat_taken": _("Seat %(seat)s is already taken."),
    "nothing_left_to_play": _(
        "After step %(step)s of %(steps)s there is nothing left to decide in this round."
    ),
    "no_such_seat": _("This table has no seat %(seat)s."),
    "already_seated": _("You already sit at this table."),
    "only_after_bots": _("Only a match of your own, with bots alone, can be followed at one tap."),
    "not_at_this_table": _("You do not sit at this table."),
    "too_many_tables": ngettext_lazy(
        "You have opened one table that waits for players; %(most)s are allowed.",
        "You have opened %(open)s tables that wait for players; %(most)s are allowed.",
        "open",
    ),
    "too_many_seats": ngettext_lazy(
        "You sit at one table; %(most)s are allowed.",
        "You sit at %(seats)s tables; %(most)s are allowed.",
        "seats",
    ),
    "stake_too_high_for_bots": ngettext_lazy(
        "Bots play for at most %(most)s chip; the stake here is %(stake)s.",
        "Bots play for at most %(most)s chips; the stake here is %(stake)s.",
        "most",
    ),
    "bot_unknown": _("There is no bot called “%(bot)s”."),
    "stale_version": _(
        "The table has moved on (you acted on version %(expected)s, it is now "
        "%(current)s). Look again."
    ),
    "idempotency_key_reused": _("This Idempotency-Key was already used for another request."),
    "idempotency_key_missing": _(
        "Send an Idempotency-Key header: 1 to %(most)s printable characters, new for each action."
    ),
    "idempotency_key_too_long": _(
        "An Idempotency-Key has at most %(most)s characters, not %(count)s."
    ),
    "expected_version_missing": _("Send expected_version: the version of the view you acted on."),
    "expected_version_unreadable": _("expected_version is a whole number from 0."),
    "unknown_field": _("Unknown fields: %(fields)s."),
    "seed_unreadable": _("A seed is a text of at most %(most)s printable characters."),
    "hints_in_training_only": _("Hints are given at training tables only."),
    "no_round_in_play": _("No round is being played right now."),
    "round_in_play": _("The round is already being played."),
    "match_over": _("This match is over."),
    "already_ready": _("You are already ready; the others are being waited for."),
    "already_sitting_out": _("You are already sitting out."),
    "back_and_forth_too_often": _(
        "You have taken something back or sat out %(most)s times in this round: play on."
    ),
    "not_sitting_out": _("You are not sitting out."),
    "already_resigned": _("You have resigned from this match."),
    "insufficient_chips": ngettext_lazy(
        "You need %(needed)s chip and have %(available)s. A refill is in your wallet every day.",
        "You need %(needed)s chips and have %(available)s. A refill is in your wallet every day.",
        "needed",
    ),
    "out_of_range": _("%(field)s must lie between %(least)s and %(most)s; you gave %(value)s."),
    "format_unknown": _("There is no match format “%(format)s”."),
    "seats_not_allowed": _("This game is played by %(allowed)s players, not %(seats)s."),
    "point_limit_missing": _("A match needs a point limit."),
    "rounds_missing": _("A ring game needs a number of rounds."),
    "not_your_turn": _("It is not your turn."),
    "round_over": _("The round is over."),
    "upcard_on_offer": _("%(card)s is on offer: take it, or pass, before anything else."),
    "no_upcard_on_offer": _("No first card is on offer: passing is for the start of a round only."),
    "knock_to_answer": ngettext_lazy(
        "Somebody knocked with one point of deadwood: answer the knock now.",
        "Somebody knocked with %(points)s points of deadwood: answer the knock now.",
        "points",
    ),
    "no_knock_to_answer": _("Nobody has knocked: there is nothing to answer."),
    "no_second_pack": _("This game is played with one pack: there is no second %(card)s."),
    "no_jokers_in_deck": _("This game is played without jokers."),
    "joker_not_in_deck": _(
        "There is no such joker: those of this game are called X1 to X%(jokers)s."
    ),
    "card_not_in_hand": _("You do not hold %(card)s."),
    "taken_card_not_discarded": _(
        "%(card)s was taken from the discard pile: it may not be discarded in the same turn."
    ),
    "must_draw_stock": _("The discard pile may not be drawn from now: take a card from the stock."),
    "discard_pile_empty": _("The discard pile is empty."),
    "deadwood_above_knock_limit": ngettext_lazy(
        "To knock you may keep at most one point of deadwood; you would keep %(points)s.",
        "To knock you may keep at most %(limit)s points of deadwood; you would keep %(points)s.",
        "limit",
    ),
    "not_a_meld": _("%(cards)s is not a meld: %(why)s."),
    "meld_card_not_in_hand": _("You do not hold all of %(cards)s."),
    "card_in_two_melds": _("A card belongs to one meld only: %(cards)s."),
    "layoff_on_no_meld": _(
        "There is no meld number %(meld)s for %(card)s: %(melds)s lie there, counted from 0."
    ),
    "layoff_does_not_fit": _("%(cards)s does not fit the meld %(onto)s: %(why)s."),
    "joker_stands_twice": _(
        "Another joker stands for %(card)s already: there is only one of each card."
    ),
    "cards_not_melded": _("These cards must be melded: %(cards)s."),
    "action_not_in_these_rules": _("This table's rules know no action “%(action)s”."),
    "action_not_an_object": _("An action is a JSON object with a type."),
    "action_type_missing": _("The action names no “type”."),
    "action_type_unknown": _("There is no action “%(type)s”."),
    "action_too_long": _("The action “%(type)s” names more than %(most)s things."),
    "action_unreadable": _("The action “%(type)s” cannot be read: “%(field)s” %(why)s."),
    "preset_unknown": _("There is no game called “%(preset)s”."),
    "option_unknown": _("%(preset)s has no option “%(option)s”."),
    "option_not_allowed": _("“%(option)s” cannot be %(value)s. Allowed: %(allowed)s."),
    "house_rule_unknown": _("There is no special rule “%(house_rule)s”."),
    "house_rule_of_another_family": _(
        "The special rule “%(house_rule)s” does not belong to this game."
    ),
    "draw_first": _("Draw a card first."),
    "already_drawn": _("You have already drawn in this turn."),
    "dealer_does_not_draw": _(
        "The dealer was dealt %(cards)s cards and begins without drawing: meld, or discard."
    ),
    "pile_drawn_too_often": ngettext_lazy(
        "The last turn drew from the discard pile, and %(limit)s is allowed: take a card from"
        " the stock.",
        "%(streak)s turns in a row drew from the discard pile, and %(limit)s are allowed: take a"
        " card from the stock.",
        "streak",
    ),
    "card_not_in_pile": _("%(card)s is not in the discard pile."),
    "only_the_top_card": _("Only the top card of the discard pile may be taken: %(card)s."),
    "joker_not_named": _("Say which card the joker stands for."),
    "too_many_jokers": ngettext_lazy(
        "%(cards)s would be a meld with one joker; %(allowed)s are allowed in it.",
        "%(cards)s would be a meld with %(jokers)s jokers; %(allowed)s are allowed in it.",
        "jokers",
    ),
    "no_card_to_discard": _("Keep a card to discard: the last one goes to the discard pile."),
    "first_meld_first": ngettext_lazy(
        "First comes your first meld: it has %(points)s of one point.",
        "First comes your first meld: it has %(points)s of %(needed)s points.",
        "needed",
    ),
    "first_meld_too_low": ngettext_lazy(
        "Your first meld is worth one point; it must reach %(needed)s. Lay more, or take it back.",
        "Your first meld is worth %(points)s points; it must reach %(needed)s. Lay more, or take"
        " it back.",
        "points",
    ),
    "joker_needs_new_meld": _(
        "An exchanged joker must go into a new meld; it may not be laid off."
    ),
    "joker_not_there": _("That joker is not in the meld %(onto)s."),
    "exchange_does_not_fit": _("%(card)s cannot take the joker's place; it stands for %(needed)s."),
    "exchange_completes_no_set": ngettext_lazy(
        "From a set a joker may be exchanged only when one natural card then lies there; it"
        " would be %(cards)s.",
        "From a set a joker may be exchanged only when %(needed)s natural cards then lie there;"
        " it would be %(cards)s.",
        "needed",
    ),
    "joker_not_melded": _(
        "An exchanged joker must go into a new meld before your turn ends; jokers "
        "still to be melded: %(waiting)s."
    ),
    "taken_card_not_used": _(
        "%(card)s was taken from the discard pile: lay it in this turn, or put it back."
    ),
    "table_card_missing": _("These cards must stay on the table: %(cards)s."),
    "nothing_rearranged": _("The table already lies like that."),
    "rearranged_too_often": _(
        "You have rearranged the table %(most)s times without a card of your own: lay one, or "
        "take it back."
    ),
    "no_card_laid": _("Whoever rearranges the table lays at least one card from their hand."),
    "nothing_to_take_back": _("There is nothing to take back in this turn."),
    "claim_on_own_turn": _("It is your turn: take the card instead of knocking for it."),
    "claim_too_late": _("There is no fresh discard to knock for."),
    "claim_of_own_discard": _("You discarded %(card)s yourself."),
    "already_claimed": _("You have already knocked for %(card)s."),
    "others_may_knock": _("The others may knock for the discard a moment longer; then you draw."),
    "options_contradict": _("“%(option)s” cannot be combined with: %(excludes)s."),
    "trophy_unreadable": _("The trophy is a text of at most %(most)s printable characters."),
    "bot_plays_other_games": _("The bot “%(bot)s” does not play this game."),
    "body_too_large": _("At most %(most)s bytes are read."),
    "body_not_utf8": _("The body is not UTF-8."),
    "json_syntax": _("The body is not JSON (position %(position)s)."),
    "json_too_deep": _("The JSON is nested more than %(most)s deep."),
    "json_not_an_object": _("The body must be a JSON object."),
    "json_key_twice": _("The key “%(key)s” stands twice in one object."),
    "number_too_long": _("A number may have at most %(most)s digits."),
    "number_not_finite": _("%(found)s is not a number."),
    "number_not_whole": _("Only whole numbers are used here; you sent %(found)s."),
    "text_unstorable": _("A text holds characters that no text may hold."),
    "content_type_not_json": _("Send Content-Type: application/json."),
    "content_encoded": _("Send the body as it is: Content-Encoding “%(found)s” is not read here."),
    # Formats, prizes, pace and dropping out.
    "eliminated": _("You are out of this match."),
    "no_rebuy": ngettext_lazy(
        "There is no buying back now (bought back: %(rebuys)s of one time). It is possible in"
        " the pause after the round that ended yours.",
        "There is no buying back now (bought back: %(rebuys)s of %(most)s times). It is possible"
        " in the pause after the round that ended yours.",
        "most",
    ),
    "vacation_used_up": ngettext_lazy(
        "You have one day of vacation left, not %(days)s.",
        "You have %(left)s days of vacation left, not %(days)s.",
        "left",
    ),
    "vacation_unreadable": ngettext_lazy(
        "A vacation lasts one day.", "A vacation lasts from one to %(most)s days.", "most"
    ),
    "table_not_playing": _("No match is being played at this table."),
    "penalty_limit_missing": _(
        "Elimination needs a limit of penalty points; it is played in Deutsches Rommé."
    ),
    "not_turn_based": _("Hours of play and vacation belong to tables where moves take days."),
    "a_day_for_a_move": _(
        "Where moves take days there is at least a day for each, and no time bank."
    ),
    "too_many_prizes": ngettext_lazy(
        "One place cannot be paid at this table of %(seats)s players.",
        "%(prizes)s places cannot be paid at this table of %(seats)s players.",
        "prizes",
    ),
    "prizes_unreadable": _(
        "Prizes are whole percentages that fall from place to place and add up to 100."
    ),
    "prizes_unknown": _("There is no prize table “%(prizes)s”."),
    "absence_unknown": _("There is no rule for absence called “%(absence)s”."),
    "hours_unreadable": _("Hours of play are two different minutes of the day."),
}

# The fact `why` of a refusal in words, as the rest of its sentence.
WHYS: dict[str, str | Promise] = {
    "missing": _("is missing"),
    "not_a_card": _("is not a card (%(found)s)"),
    "no_joker_for_a_card": _("is not a joker in place of a card (%(found)s)"),
    "twice": _("holds a card twice (%(found)s)"),
    "not_a_list": _("is not a list (%(found)s)"),
    "not_an_object": _("is not an object (%(found)s)"),
    "not_a_number": _("is not a whole number (%(found)s)"),
    "not_a_text": _("is not a text (%(found)s)"),
    "not_yes_or_no": _("is neither true nor false (%(found)s)"),
    "unknown_word": _("is none of the words there are (%(found)s)"),
    "another_version": _("is of another version (%(found)s)"),
    # Why cards are no meld, or do not fit onto one (`rummy.engine.melding.explaining`).
    "too_short": _("a meld has at least three cards"),
    "card_twice": _("one card is named twice"),
    "only_jokers": _("jokers alone make no meld"),
    "suit_twice": _("a set holds each suit only once"),
    "set_too_long": _("a set has at most four cards"),
    "rank_twice": _("a run holds each rank only once"),
    "round_the_corner": _("runs do not go round the corner here"),
    "gap": _("the run has a gap"),
    "mixed_suits": _("the cards of a run are of one suit"),
    "unlike": _("it is neither one rank nor a run of one suit"),
    "other_rank": _("this set is of another rank"),
    "suit_there": _("this suit lies in the set already"),
    "set_full": _("the set has four cards already"),
    "other_suit": _("this run is of another suit"),
    "not_next": _("only the next card at either end of a run fits"),
    "rainbow_whole": _("a rainbow run has exactly four cards"),
}

# Numbers that pages of the house ask for; what only programs send keeps its name.
FIELDS: dict[str, str | Promise] = {
    "bots": _("The number of bots"),
    "chips": _("The number of chips"),
    "days": _("The number of days"),
    "hours": _("The number of hours"),
    "value": _("The value"),
}
