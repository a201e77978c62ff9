"""Names in the order in which people look for them, whatever the database's own order is."""

from typing import Final

from django.db.models import Func, Value
from django.db.models.functions import Lower

_MARKED: Final = "äàáâåæąăçćčďđèéêëęěğìíîïıłñńňöòóôøœőřßśšşťţüùúûůűýÿžźż"
_PLAIN: Final = "aaaaaaaacccddeeeeeegiiiiilnnnooooooorssssttuuuuuuyyzzz"
_LETTERS: Final = str.maketrans(_MARKED, _PLAIN)


def by_name(field: str) -> Func:
    """What a query is ordered by: no capitals, and no marks on letters."""
    return Func(Lower(field), Value(_MARKED), Value(_PLAIN), function="translate")


def name_key(name: str) -> str:
    """The same for what is sorted here."""
    return name.lower().translate(_LETTERS)
