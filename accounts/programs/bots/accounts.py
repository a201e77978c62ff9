"""Bot accounts: players of their own, marked as programs, with one owner who answers for them."""

from django.db import IntegrityError, transaction
from django.db.models import QuerySet, Sum

from accounts.books.posting import collect
from accounts.joining.naming import require_name
from accounts.joining.players import Allowance, grant_starting_chips
from accounts.ledger import AccountKind
from accounts.models import Player, Posting
from accounts.programs.tokens.issuing import issue_token
from web.finding import or_raise
from web.refusals import Refused

BOTS_MAX = 5


@transaction.atomic
def create_bot_account(*, owner: Player, name: str) -> tuple[Player, str]:
    """A new bot account and the text of its first token.

    Raises Refused(bots_own_no_bots | guests_own_no_bots | too_many_bots), and what `require_name`
    raises.
    """
    if owner.is_program:
        raise Refused("bots_own_no_bots")
    if owner.is_guest:
        raise Refused("guests_own_no_bots")
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if own_bots(owner).count() >= BOTS_MAX:
        raise Refused("too_many_bots", most=BOTS_MAX)
    bot = Player(username=name, owner=owner, language=owner.language)
    require_name(bot)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError:
        raise Refused("name_taken", name=name) from None
    if _gifts_out(owner) < BOTS_MAX * Allowance.from_settings().starting_grant_chips:
        grant_starting_chips(bot)
    _stored, text = issue_token(player=bot, name="first")
    return bot, text


@transaction.atomic
def new_bot_token(*, owner: Player, bot_id: int) -> tuple[Player, str]:
    """A fresh token for one's bot; all earlier ones are void. Raises Refused(not_found)."""
    bot = _own(owner, bot_id)
    bot.api_tokens.all().delete()
    _stored, text = issue_token(player=bot, name="from the owner")
    return bot, text


@transaction.atomic
def retire_bot(*, owner: Player, bot_id: int) -> None:
    """The bot plays no more; its name and its books stay. Raises Refused(not_found).

    What the house gave it goes back first, as far as it is still there.
    """
    bot = _own(owner, bot_id)
    gift = Posting.objects.filter(transfer__key=f"grant:{bot.pk}", account__kind=AccountKind.WALLET)
    given = gift.aggregate(chips=Sum("amount"))["chips"] or 0
    collect(bot, key=f"retire:{bot.pk}", reason="bot retired", most=given)
    bot.api_tokens.all().delete()
    bot.is_active = False
    bot.save(update_fields=("is_active",))


def own_bots(owner: Player) -> QuerySet[Player]:
    return Player.objects.filter(owner=owner, is_active=True).order_by("pk")


def _own(owner: Player, bot_id: int) -> Player:
    found = own_bots(owner).select_for_update(no_key=True).filter(pk=bot_id).first()
    return or_raise(found, Refused("not_found"))


def _gifts_out(owner: Player) -> int:
    """Chips that the house has given to this owner's bots, retired ones too, and not got back.

    Bounded, or somebody would make bots, have them lose to a friend, and make others.
    """
    bots = Player.objects.filter(owner=owner).values_list("pk", flat=True)
    keys = [f"{act}:{pk}" for pk in bots for act in ("grant", "retire")]
    moved = Posting.objects.filter(transfer__key__in=keys, account__kind=AccountKind.MINT)
    return -(moved.aggregate(chips=Sum("amount"))["chips"] or 0)
