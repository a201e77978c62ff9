"""The office: what staff may do, `client.office.books()` or `await client.office.books()`.

A token needs the scope `office`, moving chips `chips:admin` besides, and its player the right that
the page of the office asks for; whoever lacks either gets `NotAllowed`.
"""

from __future__ import annotations

from typing import TypeVar

from jeton_client.calls import Call
from jeton_client.office import chips, house, people
from jeton_client.operations import AsyncSender, Operation, Sender
from jeton_client.paging import Every

T = TypeVar("T")


class OfficeOperations:
    """What is the same in both offices but for waiting; `every_…` yields a list to its end."""

    # -- the books
    books = Operation(chips.books)
    ask_for_audit = Operation(chips.ask_for_audit)
    accounts = Operation(chips.accounts)
    every_account = Every(chips.accounts)
    account = Operation(chips.account)
    postings = Operation(chips.postings)
    every_posting = Every(chips.postings)
    transfer = Operation(chips.transfer)

    # -- why chips moved
    table = Operation(chips.table)
    finished_round = Operation(chips.finished_round)
    tournament_chips = Operation(chips.tournament_chips)
    every_entry = Every(chips.tournament_chips)
    entry = Operation(chips.entry)
    every_settled_round = Every(chips.entry)

    # -- corrections
    corrections = Operation(chips.corrections)
    every_correction = Every(chips.corrections)
    correction = Operation(chips.correction)
    request_correction = Operation(chips.request_correction)
    approve_correction = Operation(chips.approve_correction)
    reject_correction = Operation(chips.reject_correction)
    reverse_correction = Operation(chips.reverse_correction)
    # -- restitutions
    restitutions = Operation(chips.restitutions)
    every_restitution = Every(chips.restitutions)
    restitution = Operation(chips.restitution)
    draft_restitution = Operation(chips.draft_restitution)
    propose_restitution = Operation(chips.propose_restitution)
    approve_restitution = Operation(chips.approve_restitution)
    reject_restitution = Operation(chips.reject_restitution)
    undo_restitution = Operation(chips.undo_restitution)

    # -- players, and what is reported of them
    players = Operation(people.players)
    every_player = Every(people.players)
    player = Operation(people.player)
    note_player = Operation(people.note_player)
    sanction_player = Operation(people.sanction_player)
    lift_sanction = Operation(people.lift_sanction)
    give_premium = Operation(people.give_premium)
    end_premium = Operation(people.end_premium)
    reports = Operation(people.reports)
    every_report = Every(people.reports, cursor="after")
    decide_report = Operation(people.decide_report)
    clubs = Operation(people.clubs)
    every_club = Every(people.clubs)
    close_club = Operation(people.close_club)
    rename_club = Operation(people.rename_club)
    keep_club = Operation(people.keep_club)
    pairs = Operation(people.pairs)
    pair = Operation(people.pair)

    # -- the staff
    rights = Operation(people.rights)
    team = Operation(people.team)
    every_colleague = Every(people.team)
    give_roles = Operation(people.give_roles)
    conflicts = Operation(people.conflicts)
    consents = Operation(people.consents)
    every_consent = Every(people.consents)
    consent = Operation(people.consent)
    log = Operation(people.log)
    every_act = Every(people.log)

    # -- running the house
    home = Operation(house.home)
    figures = Operation(house.figures)
    figure = Operation(house.figure)
    figure_csv = Operation(house.figure_csv)
    settings = Operation(house.settings)
    change_setting = Operation(house.change_setting)
    maintenance = Operation(house.maintenance)
    set_maintenance = Operation(house.set_maintenance)
    announcements = Operation(house.announcements)
    every_announcement = Every(house.announcements)
    announce = Operation(house.announce)
    withdraw_announcement = Operation(house.withdraw_announcement)

    # -- tables and rules of the house
    stuck_tables = Operation(house.stuck_tables)
    speed = Operation(house.speed)
    wake_table = Operation(house.wake_table)
    cancel_table = Operation(house.cancel_table)
    send_bots = Operation(house.send_bots)
    rule_sets = Operation(house.rule_sets)
    every_rule_set = Every(house.rule_sets)
    rule_set = Operation(house.rule_set)
    store_rule_set = Operation(house.store_rule_set)
    retire_rule_set = Operation(house.retire_rule_set)
    open_house_table = Operation(house.open_house_table)
    what_if = Operation(house.what_if)


class Office(OfficeOperations):
    """`Client.office`."""

    def __init__(self, client: Sender) -> None:
        self._client = client

    def send(self, call: Call[T]) -> T:
        return self._client.send(call)


class AsyncOffice(OfficeOperations):
    """`AsyncClient.office`."""

    def __init__(self, client: AsyncSender) -> None:
        self._client = client

    async def send(self, call: Call[T]) -> T:
        return await self._client.send(call)
