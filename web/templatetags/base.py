"""Small things that every page says: chips grouped, the current page, what others show on it."""

import json
from typing import Any

from django import template
from django.forms import BoundField
from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe

from web.addresses import absolute
from web.numbers import grouped, signed
from web.slots import templates_in

register = template.Library()


@register.simple_tag
def public_url() -> str:
    """Where the house is, without a slash: for what is read elsewhere and needs a whole address."""
    return absolute("")


@register.filter
def chips(amount: int | None) -> str:
    return "–" if amount is None else grouped(amount)


@register.filter
def as_json(value: Any) -> str:
    """For an attribute that a script reads."""
    return json.dumps(value)


@register.filter
def labelled(field: BoundField) -> BoundField:
    """A field of a form that has its label beside it: what a library puts into it says no more."""
    field.field.widget.attrs.pop("placeholder", None)
    return field


@register.filter
def signed_chips(amount: int) -> str:
    """A movement with its sign."""
    return signed(amount)


@register.filter
def tenths(value: int) -> str:
    """125 → 12.5: a number of tenths with one digit behind the point, in the reader's notation."""
    return number_format(value / 10, decimal_pos=1)


@register.simple_tag(takes_context=True)
def current_page(context: template.Context, name: str) -> SafeString:
    """`aria-current` for the menu entry whose page this is."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    here = match is not None and match.view_name == name
    return mark_safe(' aria-current="page"') if here else SafeString("")


@register.simple_tag(takes_context=True)
def show_slot(context: template.Context, name: str) -> SafeString:
    """What other rooms show at this place, with all that the page knows."""
    page: Any = context.template
    shown = [page.engine.get_template(one).render(context) for one in templates_in(name)]
    return mark_safe("".join(shown))  # noqa: S308 - rendered templates, escaped by themselves
