"""Operations that both clients have, each written once: a call is built, and the client sends it.

`Client.tournament(3)` answers; `await AsyncClient.tournament(3)` does too. A new operation is a
function in one of the modules of calls, and one line here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, overload

from jeton_client import calls, club_calls, notice_calls, program_calls, tournament_calls
from jeton_client.calls import Call

P = ParamSpec("P")
T = TypeVar("T")


class Sender(Protocol):
    def send(self, call: Call[T]) -> T: ...


class AsyncSender(Protocol):
    async def send(self, call: Call[T]) -> T: ...


class Operation(Generic[P, T]):
    """A method made of a function that builds the call."""

    def __init__(self, build: Callable[P, Call[T]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: Sender, owner: Any = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncSender, owner: Any = None) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, client: Any, owner: Any = None) -> Any:
        build = self.build

        @wraps(build)
        def operation(*args: P.args, **options: P.kwargs) -> Any:
            return client.send(build(*args, **options))

        return self if client is None else operation


class Operations:
    """What is the same in both clients but for waiting."""

    # -- people and chips
    become_guest = Operation(calls.guest)
    me = Operation(calls.me)
    my_data = Operation(calls.my_data)
    my_sessions = Operation(calls.my_sessions)
    end_session = Operation(calls.end_session)
    end_all_sessions = Operation(calls.end_all_sessions)
    statement = Operation(calls.statement)
    refill = Operation(calls.refill)
    league = Operation(calls.league)
    accuracy = Operation(calls.accuracy)
    head_to_head = Operation(calls.head_to_head)
    tokens = Operation(calls.tokens)
    create_token = Operation(calls.create_token)
    rotate_token = Operation(calls.rotate_token)
    revoke_token = Operation(calls.revoke_token)

    # -- notices
    notice_wishes = Operation(notice_calls.notice_wishes)
    wish_notice = Operation(notice_calls.wish_notice)
    push_devices = Operation(notice_calls.push_devices)
    add_push_device = Operation(notice_calls.add_push_device)
    remove_push_device = Operation(notice_calls.remove_push_device)
    quiet_hours = Operation(notice_calls.quiet_hours)
    keep_quiet = Operation(notice_calls.keep_quiet)
    end_quiet_hours = Operation(notice_calls.end_quiet_hours)

    # -- tables
    presets = Operation(calls.presets)
    tables = Operation(calls.tables)
    my_tables = Operation(calls.my_tables)
    table = Operation(calls.table)
    create_table = Operation(calls.create_table)
    join = Operation(calls.join)
    leave = Operation(calls.leave)
    add_bot = Operation(calls.add_bot)

    # -- the deal of the day
    match_skill = Operation(calls.match_skill)
    daily_deals = Operation(calls.daily_deals)
    daily_deal = Operation(calls.daily_deal)
    play_daily_deal = Operation(calls.play_daily_deal)
    puzzles = Operation(calls.puzzles)
    next_puzzle = Operation(calls.next_puzzle)
    puzzle = Operation(calls.puzzle)
    answer_puzzle = Operation(calls.answer_puzzle)
    lending = Operation(calls.lending)
    lend = Operation(calls.lend)
    mistakes = Operation(calls.mistakes)
    mistake = Operation(calls.mistake)
    answer_mistake = Operation(calls.answer_mistake)

    # -- at the table
    view = Operation(calls.view)
    act = Operation(calls.act)
    log = Operation(calls.log)
    hint = Operation(calls.hint)
    finished_round = Operation(calls.finished_round)
    review = Operation(calls.review)
    expert_line = Operation(calls.expert_line)
    play_on = Operation(calls.play_on)

    # -- tournaments
    tournaments = Operation(tournament_calls.tournaments)
    tournament = Operation(tournament_calls.tournament)
    standings = Operation(tournament_calls.standings)
    decisions = Operation(tournament_calls.decisions)
    tournament_proof = Operation(tournament_calls.tournament_proof)
    boards = Operation(tournament_calls.boards)
    board = Operation(tournament_calls.board)
    tournament_tables = Operation(tournament_calls.tournament_tables)
    my_place = Operation(tournament_calls.my_place)
    enter_tournament = Operation(tournament_calls.enter_tournament)
    check_in = Operation(tournament_calls.check_in)
    withdraw = Operation(tournament_calls.withdraw)
    leave_tournament = Operation(tournament_calls.leave_tournament)
    come_back = Operation(tournament_calls.come_back)
    rebuy = Operation(tournament_calls.rebuy)
    add_on = Operation(tournament_calls.add_on)
    my_sheet = Operation(tournament_calls.my_sheet)
    sheet = Operation(tournament_calls.sheet)
    enter_points = Operation(tournament_calls.enter_points)
    confirm_points = Operation(tournament_calls.confirm_points)
    object_to_points = Operation(tournament_calls.object_to_points)
    my_tickets = Operation(tournament_calls.my_tickets)
    my_certificate = Operation(tournament_calls.my_certificate)
    certificate = Operation(tournament_calls.certificate)

    # -- for directors
    publish_tournament = Operation(tournament_calls.publish_tournament)
    sheets = Operation(tournament_calls.sheets)
    orders = Operation(tournament_calls.orders)
    give_order = Operation(tournament_calls.give_order)
    undo_order = Operation(tournament_calls.undo_order)
    all_series = Operation(tournament_calls.all_series)
    series = Operation(tournament_calls.series)
    series_standing = Operation(tournament_calls.series_standing)
    series_certificate = Operation(tournament_calls.series_certificate)
    verify_series_certificate = Operation(tournament_calls.verify_series_certificate)
    open_series = Operation(tournament_calls.open_series)
    change_series = Operation(tournament_calls.change_series)
    add_to_series = Operation(tournament_calls.add_to_series)
    take_out_of_series = Operation(tournament_calls.take_out_of_series)
    close_series = Operation(tournament_calls.close_series)
    drafts = Operation(tournament_calls.drafts)
    draft = Operation(tournament_calls.draft)
    create_draft = Operation(tournament_calls.create_draft)
    change_draft = Operation(tournament_calls.change_draft)
    copy_draft = Operation(tournament_calls.copy_draft)
    discard_draft = Operation(tournament_calls.discard_draft)
    forecast = Operation(tournament_calls.forecast)
    ask_for_forecast = Operation(tournament_calls.ask_for_forecast)
    publish_draft = Operation(tournament_calls.publish_draft)

    # -- bringing people along
    aim_tickets = Operation(tournament_calls.aim_tickets)
    import_players = Operation(tournament_calls.import_players)
    import_entries = Operation(tournament_calls.import_entries)

    # -- clubs
    clubs = Operation(club_calls.clubs)
    club = Operation(club_calls.club)
    found_club = Operation(club_calls.found_club)
    change_club = Operation(club_calls.change_club)
    join_club = Operation(club_calls.join_club)
    join_club_by_code = Operation(club_calls.join_club_by_code)
    stand_back_from_club = Operation(club_calls.stand_back_from_club)
    leave_club = Operation(club_calls.leave_club)
    club_members = Operation(club_calls.club_members)
    club_door = Operation(club_calls.club_door)
    invite_to_club = Operation(club_calls.invite_to_club)
    uninvite_from_club = Operation(club_calls.uninvite_from_club)
    answer_club_request = Operation(club_calls.answer_club_request)
    remove_from_club = Operation(club_calls.remove_from_club)
    let_into_club_again = Operation(club_calls.let_into_club_again)
    set_club_role = Operation(club_calls.set_club_role)
    club_link = Operation(club_calls.club_link)
    renew_club_link = Operation(club_calls.renew_club_link)
    withdraw_club_link = Operation(club_calls.withdraw_club_link)
    hand_over_club = Operation(club_calls.hand_over_club)
    close_club = Operation(club_calls.close_club)
    report_club = Operation(club_calls.report_club)

    # -- bots
    arena = Operation(program_calls.arena)
    enter_arena = Operation(program_calls.enter_arena)
    my_bots = Operation(program_calls.my_bots)
    create_bot = Operation(program_calls.create_bot)

    # -- webhooks, for operators
    webhooks = Operation(program_calls.webhooks)
    add_webhook = Operation(program_calls.add_webhook)
    change_webhook = Operation(program_calls.change_webhook)
    rotate_webhook = Operation(program_calls.rotate_webhook)
    ping_webhook = Operation(program_calls.ping_webhook)
    remove_webhook = Operation(program_calls.remove_webhook)
    deliveries = Operation(program_calls.deliveries)
