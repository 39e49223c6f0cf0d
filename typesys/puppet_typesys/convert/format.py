"""Format (`%<flags><width>.<precision><letter>`), and tables of formats by type."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.convert.text import inspect
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import OBJECT
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import show_plain
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash

Table = tuple[tuple[Type, "Format"], ...]

_PATTERN = lazy_pattern(r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$", re.ASCII | re.MULTILINE)
_DELIMITERS = {"[": ("[", "]"), "{": ("{", "}"), "(": ("(", ")"), "<": ("<", ">"), "|": ("|", "|")}


@dataclass(frozen=True, slots=True)
class Format:
    """The format of one kind of value."""

    source: str
    letter: str
    flags: str = ""
    width: int | None = None
    precision: int | None = None
    separator: str | None = None
    separator2: str | None = None
    elements: Table | None = field(default=None)
    """The formats of a container's elements."""

    @property
    def alternative(self) -> bool:
        """Whether the flag `#` is set."""
        return "#" in self.flags

    def delimiters(self, default: tuple[str, str]) -> tuple[str, str]:
        """The delimiters around the elements of a container."""
        given = next((_DELIMITERS[flag] for flag in self.flags if flag in _DELIMITERS), None)
        return given or (("", "") if " " in self.flags else default)


def parse_format(source: object) -> Format:
    """Parse a format."""
    found = _PATTERN.search(source) if isinstance(source, str) else None
    if found is None:
        raise ArgumentError(
            f"The format '{'' if source is None else source}' is not a valid format on the form '%<flags><width>.<prec><format>'"
        )
    assert isinstance(source, str)
    flags = found[1]
    if len(set(flags)) != len(flags):
        raise ArgumentError(f"The same flag can only be used once, got '{source}'")
    if sum(flag in _DELIMITERS for flag in flags) > 1:
        raise ArgumentError(f"Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'")
    return Format(source, found[4], flags, int(found[2]) if found[2] else None, int(found[3]) if found[3] else None)


IN_CONTAINERS: Table = ((model.ANY, Format("%p", "p")),)
DEFAULT_ARRAY = Format("%a", "a", separator=", ", separator2=", ", elements=IN_CONTAINERS)
DEFAULT_HASH = Format("%h", "h", separator=", ", separator2=" => ", elements=IN_CONTAINERS)
DEFAULTS: Table = (
    (OBJECT, Format("%p", "p")),
    (model.Float(), Format("%f", "f")),
    (model.Numeric(), Format("%d", "d")),
    (model.ARRAY, DEFAULT_ARRAY),
    (model.HASH, DEFAULT_HASH),
    (model.Binary(), Format("%B", "B")),
    (model.ANY, Format("%s", "s")),
)
_PLAIN = Format("%s", "s")
_KEYS = ("separator", "separator2", "format", "string_formats")


def format_of(type: Type, table: Table) -> Format:
    """The first format in a table whose type accepts the values of a type."""
    return next((each for key, each in table if is_assignable(key, type)), _PLAIN)


def parse_table(given: object) -> Table | None:
    """A table from the Hash argument of `String.new`."""
    if given is None:
        return None
    if not isinstance(given, Hash):
        raise ArgumentError(f"expected a hash with type to format mappings, got instance of '{given.__class__.__name__}'")
    return tuple((_type_key(key), _container_format(each) if isinstance(each, Hash) else parse_format(each)) for key, each in given.items())


def _type_key(key: object) -> Type:
    if not isinstance(key, Type):
        kind = (
            "Symbol" if key.__class__.__name__ == "Default" else {"str": "String", "int": "Integer"}.get(key.__class__.__name__, "Object")
        )
        raise ArgumentError(f"top level keys in the format hash must be data types, got instance of '{kind}'")
    return key


def _container_format(given: Hash) -> Format:
    if any(key not in _KEYS for key in given):
        allowed = ", ".join(f"'{key}'" for key in _KEYS)
        raise ArgumentError(f"only {allowed} are allowed in a container format, got {inspect(given)}")
    separator, separator2 = given.get("separator"), given.get("separator2")
    return replace(
        parse_format(given.get("format")),
        separator=separator if isinstance(separator, str) else None,
        separator2=separator2 if isinstance(separator2, str) else None,
        elements=parse_table(given.get("string_formats")),
    )


def merged(lower: Table | None, higher: Table | None) -> Table | None:
    """Merge two tables; `higher` takes precedence, even with a more general type."""
    if lower is None or higher is None:
        return lower if higher is None else higher
    kept = [(key, each) for key, each in lower if not any(other != key and is_assignable(other, key) for other, _ in higher)]
    keys = [key for key, _ in kept]
    keys += [key for key, _ in higher if key not in keys]
    below, above = dict(kept), dict(higher)
    return tuple(_merge_sorted([(key, _merged_format(below.get(key), above.get(key))) for key in keys]))


def _merged_format(lower: Format | None, higher: Format | None) -> Format:
    if lower is None or higher is None:
        result = higher or lower
        assert result is not None
        return result
    return replace(
        higher,
        separator=higher.separator if higher.separator is not None else lower.separator,
        separator2=higher.separator2 if higher.separator2 is not None else lower.separator2,
        elements=merged(lower.elements, higher.elements),
    )


def _merge_sorted(entries: list[tuple[Type, Format]]) -> list[tuple[Type, Format]]:
    """Sort specific types before general ones.

    Unrelated types have no total order, so the result depends on the algorithm: a merge sort, as in the reference.
    """
    if len(entries) < 2:
        return entries
    middle = len(entries) // 2
    left, right = _merge_sorted(entries[:middle]), _merge_sorted(entries[middle:])
    result: list[tuple[Type, Format]] = []
    while left and right:
        result.append(left.pop(0) if _order(left[0][0], right[0][0]) <= 0 else right.pop(0))
    return result + left + right


def _order(a: Type, b: Type) -> int:
    below, above = is_assignable(b, a), is_assignable(a, b)
    if a == b:
        return 0
    if below != above:
        return -1 if below else 1
    ranks = _RANK.get(a.__class__, 0), _RANK.get(b.__class__, 0)
    if 0 in ranks:
        texts = show_plain(a), show_plain(b)
        return (texts[0] > texts[1]) - (texts[0] < texts[1])
    return ranks[0] - ranks[1]


_RANK: dict[type, int] = {
    model.Struct: 1,
    model.Hash: 2,
    model.Tuple: 3,
    model.Array: 4,
    model.Pattern: 10,
    model.Enum: 11,
    model.String: 12,
}
