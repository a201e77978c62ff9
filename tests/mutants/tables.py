"""Faults of the tables while they are played: receipts, outbox, streams, talk."""

from tests.mutants.fault import Fault

MANY = "tests/play/test_many_at_once.py"
BATCH = "games/moves/batch.py"

TABLES = (
    Fault(
        name="receipt-not-looked-up",
        breaks="A double click plays twice: a move under a known key is taken for a new one.",
        file=BATCH,
        old="            receipt = self.receipts.get((command.player_id, command.key))\n",
        new="            receipt = None\n",
        tests=(f"{MANY}::test_a_replayed_move_answers_the_same_after_others_have_moved",),
    ),
    Fault(
        name="receipt-of-another-move",
        breaks="A key used for another move gets the first one's answer instead of a refusal.",
        file=BATCH,
        old="        if receipt.fingerprint != move.fingerprint:\n",
        new="        if receipt.key != move.key:\n",
        tests=(f"{MANY}::test_one_key_for_two_moves_is_refused_and_changes_nothing",),
    ),
    Fault(
        name="keys-shared-between-players",
        breaks="An idempotency key that one player has used stands in another one's way.",
        file="games/moves/statements.py",
        old=(
            "SELECT r.player_id, r.key, r.table_id, r.fingerprint, r.first_event, r.last_event\n"
            "FROM unnest(%s::bigint[], %s::text[]) AS asked (player_id, key)\n"
            "JOIN games_actionreceipt r ON r.player_id = asked.player_id AND r.key = asked.key\n"
        ),
        new=(
            "SELECT asked.player_id, r.key, r.table_id, r.fingerprint, r.first_event, r.last_event"
            "\nFROM unnest(%s::bigint[], %s::text[]) AS asked (player_id, key)\n"
            "JOIN games_actionreceipt r ON r.key = asked.key\n"
        ),
        tests=(f"{MANY}::test_two_players_may_choose_the_same_key",),
    ),
    Fault(
        name="stale-move-accepted",
        breaks="A move made on a state that has passed is carried out all the same.",
        file=BATCH,
        old="        _require_version(table, move.expected_version)\n",
        new="        _require_version(table, max(move.expected_version, table.version))\n",
        tests=(
            f"{MANY}::test_conflicting_moves_from_32_threads_let_one_through_and_refuse_the_rest"
            "_as_stale",
        ),
    ),
    Fault(
        name="outbox-row-dropped",
        breaks="The end of a match is told to nobody: no rating, no career, no next table.",
        file="games/moves/writing.py",
        old="    told += [(MATCH_FINISHED, table.id, table.came_from) for table in tables]\n",
        new="",
        tests=("tests/play/test_ring_game.py", "tests/league/test_booking.py"),
    ),
    Fault(
        name="director-not-told",
        breaks="A tournament is not told that a round of its tables is over.",
        file="games/moves/writing.py",
        old="    told = [(DIRECTED_ROUND_OVER, table.id, table.came_from) for table in directed]\n",
        new="    told = [(MATCH_FINISHED, 0, '') for table in directed if not table.id]\n",
        tests=(
            "tests/tournaments/test_real_tables.py"
            "::test_the_transaction_that_ends_a_round_leaves_word_for_its_tournament",
        ),
    ),
    Fault(
        name="settlement-not-posted",
        breaks="A decided match pays nobody: its stakes stay in the pot (PLAY-3).",
        file="games/moves/writing.py",
        old="    if plans:\n",
        new="    if not tables:\n",
        tests=(
            "tests/play/test_ring_game.py"
            "::test_a_full_table_starts_and_its_result_moves_the_stakes_play_10",
        ),
    ),
    Fault(
        name="secret-left-behind",
        breaks="The sealed seed of a round stays in the database after the round.",
        file="games/moves/statements.py",
        old="WHERE s.table_id = o.table_id AND s.number = o.number\n",
        new="WHERE s.table_id = o.table_id AND s.number = o.number + 1\n",
        tests=(
            "tests/play/test_ring_game.py"
            "::test_every_finished_round_reveals_its_seed_and_no_secret_stays",
        ),
    ),
    Fault(
        name="commitment-over-another-seed",
        breaks="What is committed to is the seed of the next round, not of this one.",
        file="games/moves/decks.py",
        old="return self._seeds(round_number, ()).commitment",
        new="return self._seeds(round_number + 1, ()).commitment",
        tests=("tests/play/test_ring_game.py", "tests/api/test_verify_round.py"),
    ),
    Fault(
        name="closed-deal-shown",
        breaks="Cards of a deal that others may still be dealt are shown to who may read rounds.",
        file="games/models/rounds.py",
        old="return over.filter(of_one_table | opened)",
        new="return over",
        tests=("tests/daily/test_the_same_for_everybody.py",),
    ),
    Fault(
        name="shared-deal-by-the-players",
        breaks="What many are dealt hangs on the table again at which they are dealt it.",
        file="rummy/fairness/seeds.py",
        old="return OF_SHARED_DEALS, self.shared_deal",
        new="return self.table, self.shared_deal",
        tests=("tests/daily/test_the_same_for_everybody.py",),
    ),
    Fault(
        name="boards-to-look-at",
        breaks="Whoever sits elsewhere can watch a table that is dealt the same cards.",
        file="tournaments/running/game_tables/dealing.py",
        old="is_private=bool(shared_deals)",
        new="is_private=False",
        tests=("tests/tournaments/test_boards.py",),
    ),
    Fault(
        name="board-of-another-seed",
        breaks="A board's cards follow from nothing that was promised.",
        file="tournaments/running/game_tables/boards.py",
        old="live.dice.board_seed(stage, number)",
        new="live.dice.board_seed(stage, number + 1)",
        tests=("tests/tournaments/test_boards.py",),
    ),
    Fault(
        name="scores-of-who-moved-aside",
        breaks="Where somebody gave up, scores go to the wrong entries.",
        file="tournaments/running/game_tables/results.py",
        old="[scores[seat] for seat in seat_now]",
        new="scores",
        tests=("tests/tournaments/test_rounds_added_up.py",),
    ),
    Fault(
        name="stake-kept",
        breaks="Who leaves a table before the first card loses the stake (PLAY-3).",
        file="games/tables/opening.py",
        old="    _move_stake(place, into_pot=False)\n",
        new="",
        tests=(
            "tests/play/test_ring_game.py"
            "::test_a_seat_holds_the_stake_and_leaving_returns_it_in_full_play_3",
        ),
    ),
    Fault(
        name="commit-forgotten",
        breaks="A transaction that does not know its last queries is never committed.",
        file="games/live/transactions.py",
        old='            await connection.execute("COMMIT")\n',
        new='            await connection.execute("ROLLBACK")\n',
        tests=("tests/play/test_transactions.py",),
    ),
    Fault(
        name="published-before-the-commit",
        breaks="Watchers are told of moves before they are committed, or though they never are.",
        file="games/live/writer.py",
        old="                outcomes = await commit(batch.run(), connection, course)\n",
        new=(
            "                def early():\n"
            "                    queries = next(work := batch.run())\n"
            "                    try:\n"
            "                        while True:\n"
            "                            if type(queries).__name__ == 'Last':\n"
            "                                self._on_commit([*batch.tables.values()])\n"
            "                            queries = work.send((yield queries))\n"
            "                    except StopIteration as done:\n"
            "                        return done.value\n\n"
            "                outcomes = await commit(early(), connection, course)\n"
        ),
        tests=("tests/play/test_writer.py",),
    ),
    Fault(
        name="old-news-published",
        breaks="News that come late take a watched table back to an older version.",
        file="games/live/streaming/hub.py",
        old="        if version <= self.version:\n            return\n        news",
        new="        if version < 0:\n            return\n        news",
        tests=("tests/play/test_streams.py::test_news_that_come_late_or_again_take_nobody_back",),
    ),
    Fault(
        name="pushed-to-the-wrong-seat",
        breaks="A stream brings its reader the events as the first seat sees them.",
        file="games/live/streaming/hub.py",
        old="[shown(event, seat) for event in events]",
        new="[shown(event, 0) for event in events]",
        tests=("tests/play/test_streams.py",),
    ),
    Fault(
        name="log-unredacted",
        breaks="The log shows every reader all cards.",
        file="games/moves/redaction.py",
        old="    if kind is not None and kind.redact is not Event.redact:\n",
        new="    if kind is not None and kind.redact is Event.redact:\n",
        tests=("tests/api/test_permissions.py::test_the_log_shows_a_seat_its_own_cards_only",),
    ),
    Fault(
        name="round-published-too-early",
        breaks="The replay, with every card, of a round that is still played.",
        file="games/replay/rounds.py",
        old="if played is None or played.ended_at is None or played.first_event is None:",
        new="if played is None or played.first_event is None:",
        tests=("tests/api/test_replay.py::test_a_round_under_way_is_not_published",),
    ),
    Fault(
        name="gallery-heard-at-once",
        breaks="Players read what spectators say while the round is played (CHAT-2).",
        file="games/talk/reading.py",
        old="seen = Q(held_round=None) | Q(held_round__lte=rounds_over)",
        new="seen = Q(held_round=None) | Q(held_round__lte=ALL_ROUNDS)",
        tests=("tests/social/test_chat.py::test_a_spectators_word_waits_for_the_rounds_end",),
    ),
    Fault(
        name="silence-not-kept",
        breaks="Who was silenced by the staff goes on talking.",
        file="games/talk/chat.py",
        old="    require_voice(player)\n",
        new="",
        tests=("tests/social/test_chat.py::test_who_was_silenced_reads_and_plays_on",),
    ),
    Fault(
        name="late-acknowledgement-dropped",
        breaks="A worker acknowledges a task before it has done it: its death loses the task.",
        file="config/celery.py",
        old='        "task_acks_late": True,\n',
        new='        "task_acks_late": False,\n',
        tests=(
            "tests/running/test_settings.py::test_a_worker_that_dies_over_a_task_has_not_acknowledged_it",
        ),
    ),
    Fault(
        name="message-followed-for-ever",
        breaks="The understudy tries a message that cannot be followed without ever parking it.",
        file="games/running/understudy.py",
        old='        if row.filter(attempts=message.attempts).update(attempts=F("attempts") + 1):',
        new='        if row.filter(attempts=message.attempts).update(attempts=F("attempts")):',
        tests=("tests/play/test_understudy.py",),
    ),
    Fault(
        name="parked-too-late",
        breaks="The dispatcher forgets what it has handed over, and hands it over again.",
        file="games/running/dispatcher.py",
        old="                connection.execute(CARRIED, (carried,))\n",
        new="                pass\n",
        tests=("tests/play/test_house.py",),
    ),
)
