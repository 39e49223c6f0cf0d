"""Hypothesis strategies for types and values of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hypothesis import strategies as st

from puppet_typesys.types import model
from puppet_typesys.types.aliases import resolve_alias
from puppet_typesys.types.model import Integer, Type, generalize, variant_of
from puppet_typesys.types.parse import Names, parse
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.uri_text import parse as parse_uri

OBJECTS = {
    "base": "Object[{name => 'Base', attributes => {'a' => Integer}}]",
    "derived": "Object[{name => 'Derived', parent => Base, attributes => {'b' => String}, functions => {'f' => Callable[Integer]}}]",
    "box": "Object[{name => 'Box', type_parameters => {'t' => Type}, attributes => {'content' => Any}}]",
}
ALIASES = {
    "number": "Variant[Integer, Float]",
    "tree": "Array[Variant[Integer, Tree]]",
    "other": "Array[Variant[Integer, String, Other]]",
    "even": "Optional[Tuple[Integer, Odd]]",
    "odd": "Tuple[Integer, Even]",
}
"""`Tree` and `Other` refer to themselves, `Even` and `Odd` to each other."""


def _named() -> Names:
    known: dict[str, Type]
    known = {name: model.Resource(name.capitalize()) for name in ("file", "user")}
    aliases = {name: model.TypeAlias(name.capitalize()) for name in ALIASES}
    known.update(aliases)
    for name, text in OBJECTS.items():
        known[name] = parse(text, known.get)
    for name, text in (*ALIASES.items(), *ALIASES.items()):  # Twice, because only then is the target of `Even` known to mention it.
        resolve_alias(aliases[name], partial(parse, text, known.get))
    return known.get


NAMES = _named()
"""Resolves the names in the texts of types."""

LEAVES = """
Any | Undef | Default | Scalar | ScalarData | Numeric | Integer | Integer[1, 3] | Integer[2] | Integer[default, 2] | Float
Float[0.5, 1.5] | Float[1.0] | Boolean | Boolean[true] | Boolean[false] | String | String[1] | String[0, 2] | String[2, 3] | Enum
Enum['a'] | Enum['a', 'b'] | Enum['a', 'bb', 'c'] | Enum['A', true] | Enum['a', 'B', true] | Pattern | Pattern[/a/]
Pattern[/\\Ab/, /c/] | Regexp | Regexp[/a/] | SemVer | SemVer['1.x'] | SemVer['>=1.2.0 <3.0.0'] | SemVerRange | Timespan
Timespan[1, 2] | Timespan[2] | Timestamp | Timestamp[1, 2] | Timestamp[default, 5] | Binary | URI | URI['http://example.com/a']
URI[{'scheme' => 'http'}] | URI[{'port' => Integer}] | Collection | Collection[1, 2] | Collection[2] | Array | Array[0, 0]
Array[1, 2] | Hash | Hash[0, 0] | Hash[1, 2] | Tuple | Struct | NotUndef | Iterable | Iterator | Type
Sensitive | Init | Init[Integer] | Init[String] | Init[Boolean] | Init[Timespan] | Init[Array[Integer]]
Init[Struct[{'a' => Integer}]] | Init[Integer, 10] | Callable | Callable[0, 0] | Callable[1, 2] | Runtime | Runtime['ruby', 'X']
CatalogEntry | Class | Class['c'] | Class['d'] | Resource | Resource['file'] | Resource['File', 'a'] | Resource['user', 'a']
Data | RichData | Deferred | Error | Object | TypeSet | Number | Tree | Other | Even | Odd | Base | Derived | Box
Box[Integer] | Box[Numeric]
"""
leaves = st.sampled_from([parse(text.strip(), NAMES) for line in LEAVES.strip().splitlines() for text in line.split(" | ")])
sizes = st.one_of(
    st.none(),
    st.builds(lambda low, more: Integer(low, None if more is None else low + more), st.integers(0, 3), st.none() | st.integers(0, 3)),
)
keys = st.sampled_from("abc").map(model.String)
struct_keys: st.SearchStrategy[Type] = st.one_of(keys, keys.map(model.Optional))
texts = st.text("abAB é$'\"\\\n", max_size=3)


def _tuple(types: list[Type], size: Integer | None) -> model.Tuple:
    return model.Tuple(tuple(types), size)


def _struct(elements: list[tuple[Type, Type]]) -> model.Struct:
    return model.Struct(tuple({each.name: each for each in (model.StructElement(*pair) for pair in elements)}.values()))


def _around(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    parameters = st.builds(_tuple, st.lists(inner, min_size=1, max_size=2), sizes)
    callables = st.builds(
        model.Callable, parameters, st.none() | st.sampled_from([parse("Callable"), parse("Callable[Integer]")]), st.none() | inner
    )
    return st.one_of(
        *(inner.map(kind) for kind in (model.Optional, model.NotUndef, model.Iterable, model.Iterator, model.TypeType)),
        inner.map(generalize).map(generalize).map(model.Sensitive),
        st.builds(model.Array, inner, sizes),
        st.builds(model.Hash, inner, inner, sizes),
        st.builds(_tuple, st.lists(inner, min_size=1, max_size=3), sizes),
        st.lists(st.tuples(struct_keys, inner), min_size=1, max_size=3).map(_struct),
        st.lists(inner, min_size=1, max_size=3).map(variant_of),
        callables,
    )


quoted = st.text("abAB é$'\"\n", max_size=3).map(model.String)
types = st.recursive(st.one_of(leaves, quoted.map(model.Optional), quoted.map(model.NotUndef)), _around, max_leaves=6)
"""Types of every kind, around each other; all of them have a text that can be read again.

A String of one text has none but in Optional, NotUndef and keys, and there the reference does not escape a backslash.
"""


def parts(type: Type) -> Iterator[Type]:
    """A type and all types inside it; aliases are not expanded."""
    yield type
    match type:
        case model.Array(element=element):
            yield from parts(element)
        case model.Hash(key=key, value=value):
            yield from parts(key)
            yield from parts(value)
        case model.Tuple(types=several) | model.Variant(types=several):
            for each in several:
                yield from parts(each)
        case model.Struct(elements=elements):
            for member in elements:
                yield from parts(member.value)
        case model.Callable(parameters=first, block=second, returns=third):
            for maybe in (first, second, third):
                yield from () if maybe is None else parts(maybe)
        case _:
            inner = getattr(type, "type", None)
            if isinstance(inner, Type):
                yield from parts(inner)


atoms: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.floats(-2, 3).map(lambda number: round(number, 2)),
    texts,
    st.just(DEFAULT),
    st.sampled_from(["a", "a b", r"\d+"]).map(Regexp),
    st.sampled_from(["1.0.0", "1.2.3", "2.0.0-rc1"]).map(SemVer.parse),
    st.sampled_from(["1.x", ">=1.0.0 <2.0.0"]).map(SemVerRange.parse),
    st.integers(0, 3 * 10**9).map(Timespan),
    st.integers(0, 3 * 10**9).map(Timestamp),
    st.binary(max_size=3).map(Binary),
    st.sampled_from(["http://example.com/a", "file:///etc/passwd", "urn:a:b"]).map(parse_uri),
    types,
)


def _collections(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    names = st.one_of(st.sampled_from("abc"), st.integers(0, 2), texts)
    return st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.lists(st.tuples(names, inner), max_size=3).map(Hash),
        inner.map(Sensitive),
    )


values: st.SearchStrategy[object] = st.recursive(atoms, _collections, max_leaves=5)
"""Values of every kind, except iterators and instances of Object types, which have no literals."""
