"""Any sequence of transfers, refusals, replays and batches leaves what simple addition predicts."""

from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from accounts.books.posting import Posted, post_transfer, post_transfers
from accounts.ledger import InsufficientChips, TransferKeyReused, TransferPlan
from accounts.models import ChipAccount, Posting
from tests.chance import is_whole
from tests.ledger.books import RING, committed, fault_codes, mint, stack

pytestmark = committed

_runs = count(1)
WALLETS = 4
lines = st.lists(
    st.tuples(st.integers(0, WALLETS - 1), st.integers(-60, 60)), min_size=1, max_size=5
)


class LedgerMachine(RuleBasedStateMachine):
    """The model is a list of numbers; the ledger must agree with it after every step."""

    posted = Bundle("posted")

    @initialize()
    def open_wallets(self) -> None:
        self.run = next(_runs)
        self.keys = count(1)
        self.wallets = [stack(100) for _ in range(WALLETS)]
        self.model = [100] * WALLETS
        self.lines_written = [1] * WALLETS

    def key(self) -> str:
        return f"machine:{self.run}:{next(self.keys)}"

    def plan(self, drawn: list[tuple[int, int]], balancing: int) -> TransferPlan | None:
        """A settlement of the drawn lines, balanced by one more; None if nothing would move."""
        rest = (balancing, -sum(amount for _, amount in drawn))
        net = [sum(a for place, a in [*drawn, rest] if place == i) for i in range(WALLETS)]
        if not any(net):
            return None
        postings = [(self.wallets[place], amount) for place, amount in [*drawn, rest]]
        return TransferPlan.of(key=self.key(), kind="round", postings=postings)

    def after(self, balances: list[int], plan: TransferPlan) -> list[int] | None:
        """The balances the model expects, or None where somebody would be overdrawn."""
        moved = {posting.account_id: posting.amount for posting in plan.postings}
        expected = [
            old + moved.get(account, 0) for old, account in zip(balances, self.wallets, strict=True)
        ]
        return expected if min(expected) >= 0 else None

    def accept(self, plan: TransferPlan, expected: list[int]) -> None:
        self.model = expected
        touched = {posting.account_id for posting in plan.postings}
        for place, account in enumerate(self.wallets):
            self.lines_written[place] += account in touched

    @rule(target=posted, drawn=lines, balancing=st.integers(0, WALLETS - 1))
    def post(self, drawn: list[tuple[int, int]], balancing: int) -> object:
        plan = self.plan(drawn, balancing)
        if plan is None:
            return multiple()
        expected = self.after(self.model, plan)
        postings = [(posting.account_id, posting.amount) for posting in plan.postings]
        if expected is None:
            with pytest.raises(InsufficientChips):
                post_transfer(key=plan.key, kind="round", postings=postings)
            return multiple()
        done = post_transfer(key=plan.key, kind="round", postings=postings)
        assert not done.replayed
        self.accept(plan, expected)
        return (plan, done)

    @rule(drawn=st.lists(st.tuples(lines, st.integers(0, WALLETS - 1)), min_size=1, max_size=4))
    def post_many(self, drawn: list[tuple[list[tuple[int, int]], int]]) -> None:
        plans = [plan for one in drawn if (plan := self.plan(*one)) is not None]
        states = [self.model]
        for plan in plans:
            following = self.after(states[-1], plan)
            if following is None:
                with pytest.raises(InsufficientChips) as refusal:
                    post_transfers(plans)
                assert refusal.value.facts["key"] == plan.key
                return
            states.append(following)
        assert len(post_transfers(plans)) == len(plans)
        for plan, state in zip(plans, states[1:], strict=True):
            self.accept(plan, state)

    @rule(earlier=posted)
    def replay(self, earlier: tuple[TransferPlan, Posted]) -> None:
        plan, done = earlier
        postings = [(posting.account_id, posting.amount) for posting in reversed(plan.postings)]
        again = post_transfer(key=plan.key, kind="round", postings=postings)
        assert again == Posted(done.transfer_id, replayed=True)

    @rule(earlier=posted, factor=st.sampled_from([-1, 2, 3]))
    def reuse_key(self, earlier: tuple[TransferPlan, Posted], factor: int) -> None:
        plan, _done = earlier
        altered = [(posting.account_id, factor * posting.amount) for posting in plan.postings]
        with pytest.raises(TransferKeyReused):
            post_transfer(key=plan.key, kind="round", postings=altered)

    @rule(earlier=consumes(posted))
    def undo(self, earlier: tuple[TransferPlan, Posted]) -> None:
        """A correction is a new transfer, and may fail like any other."""
        opposite = [(posting.account_id, -posting.amount) for posting in earlier[0].postings]
        correction = TransferPlan.of(key=self.key(), kind="correction", postings=opposite)
        expected = self.after(self.model, correction)
        if expected is None:
            with pytest.raises(InsufficientChips):
                post_transfers([correction])
            return
        post_transfers([correction])
        self.accept(correction, expected)

    @invariant()
    def ledger_agrees_with_the_model(self) -> None:
        stored = dict(ChipAccount.objects.filter(pk__in=self.wallets).values_list("pk", "balance"))
        assert [stored[account] for account in self.wallets] == self.model
        written = [Posting.objects.filter(account_id=account).count() for account in self.wallets]
        assert written == self.lines_written

    def teardown(self) -> None:
        assert fault_codes() == set()


def test_the_ledger_is_addition_whatever_happens() -> None:
    assert mint(RING)
    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            max_examples=25 if is_whole() else 10,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
