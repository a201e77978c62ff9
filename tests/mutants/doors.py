"""Faults of the doors: who may do what, how often, and what pages and programs are told."""

from tests.mutants.fault import Fault

INTEREST = "tests/backoffice/test_interest.py"

DOORS = (
    Fault(
        name="token-reaches-everything",
        breaks="A token does whatever its owner may: its scopes are not asked for.",
        file="accounts/api/identity.py",
        old="        if scope not in scopes_of(request):\n",
        new="        if scope not in SCOPES:\n",
        tests=(
            "tests/api/test_office_running.py"
            "::test_a_token_without_the_scope_gets_nowhere_whatever_its_owner_may",
        ),
    ),
    Fault(
        name="token-never-expires",
        breaks="A token is good after its day.",
        file="accounts/programs/tokens/look_up.py",
        old="AND (t.expiry IS NULL OR t.expiry > now())",
        new="AND (t.expiry IS NULL OR t.expiry > now() OR t.expiry <= now())",
        tests=("tests/api/test_permissions.py", "tests/play/test_two_doors.py"),
    ),
    Fault(
        name="app-makes-credentials",
        breaks="An app makes itself a token that outlives the player's yes to it.",
        file="accounts/api/identity.py",
        old='if getattr(view, "not_for_apps", False) and _is_of_an_app(request):',
        new='if getattr(view, "for_no_app_at_all", False) and _is_of_an_app(request):',
        tests=(
            "tests/api/test_oauth.py::test_an_app_makes_itself_no_credentials_that_outlive_the_yes",
        ),
    ),
    Fault(
        name="rate-limit-off",
        breaks="No limit of the interface stops anybody.",
        file="web/security/limits.py",
        old="    if hits > limit.most:\n",
        new="    if hits > limit.most * limit.seconds:\n",
        tests=("tests/api/test_limits.py",),
    ),
    Fault(
        name="repeat-of-another-request",
        breaks="A key of the interface used for another request gets the first one's answer.",
        file="accounts/api/receipts.py",
        old="    if receipt.fingerprint != fingerprint:\n",
        new="    if not receipt.fingerprint:\n",
        tests=(
            "tests/api/test_repeats.py::test_the_same_key_with_another_body_or_path_is_refused",
        ),
    ),
    Fault(
        name="form-made-twice",
        breaks="A page's form that comes again is not known again.",
        file="accounts/sent_again.py",
        old='    asked = {"player_id": request.user.pk or VISITOR, "key": f"form:{digest}"}\n',
        new='    asked = {"player_id": request.user.pk or VISITOR, "key": f"{timezone.now()}"}\n',
        tests=("tests/pages/test_forms_sent_again.py::test_what_the_office_makes_is_made_once",),
    ),
    Fault(
        name="stolen-renewal",
        breaks="An app's spent token is exchanged once more though the new ones are in use.",
        file="accounts/programs/oauth/validator.py",
        old="        if spent is not None and not _is_unused(spent):\n",
        new="        if spent is not None and spent.ended_at is not None:\n",
        tests=(
            "tests/api/test_oauth.py::test_a_refresh_token_is_good_once_and_a_second_use_ends_all",
        ),
    ),
    Fault(
        name="secret-in-a-receipt",
        breaks="A secret of an answer lies readable in the receipt kept of it.",
        file="accounts/api/receipts.py",
        old="    kept = orjson.dumps({**body, **sealed}).decode()\n",
        new="    kept = orjson.dumps({**sealed, **body}).decode()\n",
        tests=(
            "tests/api/test_repeats.py::test_a_secret_in_an_answer_is_given_again_and_lies_sealed",
        ),
    ),
    Fault(
        name="private-table-shown",
        breaks="Private tables are in everybody's lobby.",
        file="games/tables/lobby/lists.py",
        old="    public = Q(is_private=False)\n",
        new="    public = Q(is_private=False) | Q(is_private=True)\n",
        tests=("tests/api/test_lobby.py::test_a_private_table_is_for_its_host_and_who_sits_there",),
    ),
    Fault(
        name="staff-act-where-they-play",
        breaks="Staff give orders where they take part themselves.",
        file="accounts/interest.py",
        old="    return Q(pk=by.pk) | Q(owner_id=by.pk)",
        new="    return Q(pk=by.pk) & Q(owner_id=by.pk)",
        tests=(f"{INTEREST}::test_a_director_who_plays_orders_nothing",),
    ),
    Fault(
        name="act-declares-nothing",
        breaks="A new act of the staff does not say whom it concerns.",
        file="tournaments/tickets/aiming.py",
        old='@concerns("tournament", "tournament_id")\n',
        new="",
        tests=(f"{INTEREST}::test_every_act_of_the_staff_declares_whom_it_concerns",),
    ),
    Fault(
        name="substitute-forgotten",
        breaks="Whoever was substituted counts as a stranger to the tournament.",
        file="tournaments/interest.py",
        old="[player for pair in swapped for player in pair if player is not None]",
        new="[player for pair in swapped for player in pair if player is None]",
        tests=(f"{INTEREST}::test_whoever_was_substituted_orders_nothing_either",),
    ),
    Fault(
        name="one-pair-of-eyes",
        breaks="Who asks for a correction of chips approves it too.",
        file="backoffice/corrections/acting.py",
        old="    if correction.requested_by_id == by.pk:\n",
        new="    if correction.requested_by_id is None:\n",
        tests=(
            "tests/backoffice/test_corrections.py"
            "::test_nobody_approves_what_they_asked_for_themselves",
        ),
    ),
    Fault(
        name="second-factor-skipped",
        breaks="A session that was opened with the password alone gets into the office.",
        file="backoffice/team/middleware.py",
        old="        if missing and not request.path.startswith(_open_before(missing)):\n",
        new='        if missing and request.path.startswith("/admin/"):\n',
        tests=("tests/backoffice/test_second_factor.py",),
    ),
    Fault(
        name="second-ban-forgotten",
        breaks="Lifting one ban lets somebody in whom another ban still keeps out.",
        file="backoffice/people/sanctions.py",
        old="    if not others.exists():\n",
        new="    if others is not None:\n",
        tests=(
            "tests/backoffice/test_people.py"
            "::test_a_ban_ends_by_itself_but_not_while_another_holds",
        ),
    ),
    Fault(
        name="words-unescaped",
        breaks="What somebody said in a chat runs as HTML on the moderators' page.",
        file="templates/backoffice/reports.html",
        old="<bdi>{{ line.words|default:line.phrase }}</bdi>",
        new="<bdi>{{ line.words|default:line.phrase|safe }}</bdi>",
        tests=(
            "tests/backoffice/test_people.py"
            "::test_what_was_said_is_text_to_whoever_decides_about_it",
        ),
    ),
    Fault(
        name="name-unescaped",
        breaks="The name of a tournament runs as HTML in its hall.",
        file="templates/tournaments/live.html",
        old="<h1>{{ row.name }}</h1>",
        new="<h1>{{ row.name|safe }}</h1>",
        tests=("tests/tournaments/test_pages.py::test_a_name_is_text_wherever_it_is_shown",),
    ),
    Fault(
        name="plain-page-takes-forms",
        breaks="A page of the plain administration takes what is sent to it.",
        file="backoffice/plain_admin.py",
        old="        return page if view == self.logout else require_safe(page)",
        new="        return page",
        tests=(
            "tests/backoffice/test_plain_admin.py"
            "::test_everything_is_shown_and_nothing_is_written_not_even_by_a_superuser",
        ),
    ),
    Fault(
        name="formula-in-a-sheet",
        breaks="A name that begins with = is a formula in the spreadsheet of a statement.",
        file="accounts/books/statement_csv.py",
        old='_FORMULA_STARTS = ("=", "+",',
        new='_FORMULA_STARTS = ("+",',
        tests=("tests/ledger/test_statements.py::test_no_cell_is_taken_for_a_formula",),
    ),
    Fault(
        name="number-lost-in-german",
        breaks="The German sentence about a full tournament does not say how many are in.",
        file="locale/de/LC_MESSAGES/django.po",
        old='msgstr[1] "Das Turnier ist ausgebucht: %(most)s Anmeldungen."',
        new='msgstr[1] "Das Turnier ist ausgebucht."',
        tests=("tests/pages/test_words.py::test_no_german_sentence_drops_or_invents_a_fact",),
    ),
    Fault(
        name="number-lost-in-english",
        breaks="A refusal no longer says how many are in.",
        file="tournaments/words/refusals.py",
        old='"The tournament is full: %(most)s entries.", "most"',
        new='"The tournament is full: very many entries.", "most"',
        tests=("tests/tournaments/test_wording.py::test_a_reason_becomes_a_sentence",),
    ),
    Fault(
        name="webhook-signature-wrong",
        breaks="The signature of a webhook is of another time than it says: nobody can check it.",
        file="accounts/programs/webhooks/signing.py",
        old="moment = dt.datetime.fromtimestamp(timestamp, tz=dt.UTC)",
        new="moment = dt.datetime.fromtimestamp(0, tz=dt.UTC)",
        tests=("tests/api/test_webhooks.py::test_what_happens_is_told_signed_and_once",),
    ),
    Fault(
        name="webhook-into-the-own-network",
        breaks="A webhook may call addresses of the own network.",
        file="accounts/programs/webhooks/addresses.py",
        old="    return address.is_global\n",
        new="    return address.is_global or address.is_private\n",
        tests=("tests/api/test_webhooks.py::test_a_private_address_is_none_to_call",),
    ),
    Fault(
        name="ignored-may-invite",
        breaks="Somebody whom one ignores can befriend one.",
        file="accounts/people/befriending.py",
        old="    require_open(player, other)\n",
        new="",
        tests=(
            "tests/social/test_friendships.py::test_ignoring_ends_friendship_and_takes_no_requests",
        ),
    ),
    Fault(
        name="database-believes-everybody",
        breaks="The embedded database lets in who knows no password.",
        file="config/embedded/server.py",
        old="local {databases} all scram-sha-256",
        new="local {databases} all trust",
        tests=(
            "tests/running/test_passwords.py"
            "::test_a_data_directory_that_believed_everybody_asks_from_its_next_start",
        ),
    ),
    Fault(
        name="process-knows-the-owner",
        breaks="Every process of the platform is handed the address of the tables' owner.",
        file="config/supervisor/processes.py",
        old='_told() | {"EMBEDDED_DATABASE_URL": own}',
        new='_told() | {"X": known["jeton_owner"], "EMBEDDED_DATABASE_URL": own}',
        tests=(
            "tests/running/test_passwords.py"
            "::test_a_process_knows_the_password_of_its_own_role_alone",
        ),
    ),
    Fault(
        name="fork-server-knows-a-password",
        breaks="What all processes are forked from has been told how web gets into the database.",
        file="config/supervisor/platform.py",
        old="processes.told(role=None)",
        new="processes.told(role=processes.WEB)",
        tests=("tests/running/test_passwords.py::test_what_all_are_forked_from_knows_none",),
    ),
    Fault(
        name="pool-asks-once",
        breaks="Whoever waits for a connection is forgotten once the pool has given up connecting.",
        file="games/live/database.py",
        old="super().getconn(min(GIVES_UP_SECONDS, left))",
        new="super().getconn(left)",
        tests=(
            "tests/running/test_patience.py"
            "::test_a_pool_that_has_given_up_is_there_as_soon_as_the_database_is",
        ),
    ),
    Fault(
        name="full-disk-is-busy",
        breaks="A full disk is told as a busy house, which would mend itself.",
        file="web/database/trouble.py",
        old='_FULL = "53100"',
        new='_FULL = "53XXX"',
        tests=("tests/api/test_trouble.py",),
    ),
    Fault(
        name="readers-decide-reports",
        breaks="Over the API whoever may read reports decides about them.",
        file="backoffice/complaints/api.py",
        old='decide/", writing_right="decide_report"',
        new='decide/", writing_right="see_reports"',
        tests=("tests/api/test_roles.py::test_every_operation_lets_in_exactly_those_it_is_for",),
    ),
    Fault(
        name="readers-decide-reports-in-pages",
        breaks="In the pages of the office whoever may read reports decides about them.",
        file="backoffice/people/views.py",
        old='@doing("decide_report", "office-reports")',
        new='@doing("see_reports", "office-reports")',
        tests=("tests/backoffice/test_roles.py",),
    ),
)
