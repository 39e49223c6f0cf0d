"""Editor features of Hiera data, whose keys set class parameters or are looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.completion.expected import words_of
from puppet_check.features.completion.facts import dotted_keys, facts_of_modules
from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.completion.names import Clock, manifests
from puppet_check.features.completion.titles import hiera_keys
from puppet_check.features.describe.hiera_key import key_text
from puppet_check.features.describe.named import described, fact
from puppet_check.features.describe.signatures import shortest
from puppet_check.features.describe.variables import inside, keys_of
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.navigation.struct_keys import key_text as struct_key_text
from puppet_check.features.navigation.struct_keys import of_parameter, struct_key
from puppet_check.features.other.schema import completion_of
from puppet_check.features.other.spots import Keys, Slot, Spot, nested, spot_at, spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import MEMBER, TOP, Occurrence, Symbol, key_symbol, plain
from puppet_check.workspace.hiera.interpolation import METHODS, Expression, matches_in, parts
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.value_reads import FACTS, SERVER_FACTS, TRUSTED, node_path
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.loader import CLASS, FACT, TypedName
from puppet_typesys.types.model import Type

OPTIONS = "lookup_options"
HASHES = (FACTS, TRUSTED, SERVER_FACTS)
STRATEGIES = ("first", "unique", "hash", "deep")
TIMEOUT = 0.02
"""Seconds that one request may spend reading classes."""
MOST_KEYS = 200
"""The largest number of keys; more are returned when more is typed."""
OPEN = lazy_pattern(rb"%\{([^}\n]*)\Z")
CLASS_NAME = lazy_pattern(r"(?:::)?[a-z]\w*(?:::[a-z]\w*)*\Z", re.ASCII)
QUOTED = lazy_pattern(rb"""\w\(["']([^"']*)\Z""")


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a key with its parameter and values, of a part of an interpolation, or of a class."""
    inner = _expression_at(view, offset)
    if inner is not None:
        expression, start, end = inner
        text = _expression_text(view, expression)
        return None if text is None else Hover(text, start, end)
    spot = spot_at(view, offset)
    if spot is None:
        return None
    text = _spot_text(view, spot)
    return None if text is None else Hover(text, spot.start, spot.end)


def _spot_text(view: OtherView, spot: Spot) -> str | None:
    keys = spot.keys
    if keys[0] == OPTIONS:
        if len(keys) == 2 and spot.is_key:
            return key_text(view.known, str(keys[1]))
        return texts.lookup_option(str(keys[-1])) if spot.is_key else None
    if spot.is_key and len(keys) == 1:
        return texts.lookup_option(str(keys[0])) or key_text(view.known, str(keys[0]))
    if spot.is_key and (symbol := _struct_key(view, keys)) is not None:
        return struct_key_text(symbol, view.known)
    return described(CLASS, str(spot.node.value), view.known) if not spot.is_key and "::" in str(spot.node.value) else None


def _expression_at(view: OtherView, offset: int) -> tuple[Expression, int, int] | None:
    """The interpolation around an offset, and the span of the text in its braces."""
    start, end = view.text.line_span(view.text.line_of(offset))
    line = view.text.slice(start, end)
    for match in matches_in(line):
        first = start + len(line[: match.start(1)].encode())
        last = first + len(match[1].encode())
        if first <= offset <= last:
            found = [each for each in parts(match[0]) if isinstance(each, Expression)]
            return (found[0], first, last) if found else None
    return None


def _expression_text(view: OtherView, expression: Expression) -> str | None:
    if expression.method in ("lookup", "hiera", "alias"):
        return key_text(view.known, expression.key) or texts.interpolation_function(expression.method)
    if expression.method != "scope":
        return texts.interpolation_function(expression.method)
    read = expression.read
    if read is None:
        return described("class variable", expression.key.removeprefix("::").partition(".")[0], view.known)
    keys = tuple(map(str, read.keys))
    if read.variable == FACTS and not read.is_variable and keys:
        return fact(keys, view.known)
    return texts.variable(expression.key) or fact(keys if read.is_variable else (read.variable, *keys), view.known)


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of symbols: keys, the parameters that they set, classes in arrays, and names in interpolations."""
    for spot in spots(view):
        text = view.text.slice(spot.start, spot.end)
        if spot.is_key and "%{" not in text and _is_looked_up(spot.keys):
            yield Occurrence(key_symbol(text), spot.start, spot.end, "write" if len(spot.keys) == 1 else "read")
        elif not spot.is_key and isinstance(spot.keys[-1], int) and CLASS_NAME.match(text) and _is_class(view, spot.keys, text):
            shift = 2 if text.startswith("::") else 0
            yield Occurrence(Symbol(CLASS, plain(text)), spot.start + shift, spot.end, "read")
        if spot.is_key and len(spot.keys) > 1 and spot.keys[0] != OPTIONS and "%{" not in text:
            found = _struct_key(view, spot.keys) if "::" in str(spot.keys[0]) else None
            yield Occurrence(found or key_symbol(*map(str, spot.keys)), spot.start, spot.end, "read" if found else "write")
        if "%{" in text:
            yield from interpolated(text, spot.start)


def _struct_key(view: OtherView, keys: Keys) -> Symbol | None:
    """The key of a Struct that the last of some keys is."""
    owner, _, leaf = plain(str(keys[0])).rpartition("::")
    return struct_key(of_parameter(CLASS, owner, leaf, view.known.external.class_named(owner)), keys[1:])


def _is_looked_up(keys: Keys) -> bool:
    """Whether a key is a lookup key: at the top level, or in `lookup_options`."""
    return keys[0] != OPTIONS if len(keys) == 1 else len(keys) == 2 and keys[0] == OPTIONS and not str(keys[1]).startswith("^")


def _is_class(view: OtherView, keys: Keys, text: str) -> bool:
    """Whether an item of an array is the name of a class, judged by its form or by the key of the array."""
    listed = next((each for each in reversed(keys) if isinstance(each, str)), "")
    return ("::" in text or "class" in listed) and view.known.loader.load(TypedName(CLASS, plain(text))) is not None


def interpolated(text: str, start: int) -> Iterator[Occurrence]:
    """The occurrences of symbols in the interpolations of a text."""
    for match in matches_in(text):
        for each in parts(match[0]):
            if isinstance(each, Expression) and (found := _symbol(each)) is not None:
                symbol, written = found
                at = start + len(text[: match.start(1)].encode()) + len(match[1][: match[1].rindex(written)].encode())
                yield Occurrence(symbol, at, at + len(written.encode()), "read")


def _symbol(expression: Expression) -> tuple[Symbol, str] | None:
    """The symbol that an interpolation names, and the text that names it."""
    if expression.method in ("lookup", "hiera", "alias"):
        key = expression.key if expression.key[:1] in "'\"" else expression.key.partition(".")[0]
        return key_symbol(key), key
    if expression.method != "scope":
        return None
    read = expression.read
    if read is not None and read.variable == FACTS and not read.is_variable:
        return (Symbol(FACT, read.fact), read.fact) if read.fact else None
    owner, _, leaf = expression.key.removeprefix("::").partition(".")[0].rpartition("::")
    if not leaf or not leaf.isidentifier():
        return None
    return (Symbol(MEMBER, leaf, f"{CLASS} {plain(owner)}") if owner else Symbol(TOP, leaf)), leaf


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The keys as a tree."""
    return [] if view.root is None else nested(view, view.root)


# ---- completion


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of keys of class parameters, of values of their types, and inside of `%{}`."""
    opened = ending_at(OPEN, view.text.source, offset)
    if opened is not None:
        return in_braces(view, offset, opened[1])
    clock = Clock(TIMEOUT)
    found = completion_of(view, offset, lambda slot: _items(view, slot, clock))
    return found._replace(items=found.items[:MOST_KEYS], is_incomplete=clock.ran_out or len(found.items) > MOST_KEYS)


def _items(view: OtherView, slot: Slot, clock: Clock) -> Iterator[Item]:
    if slot.is_key and not slot.keys:
        yield from _parameters(view, slot.word, slot.siblings | {each.key for each in view.entries}, clock)
        if OPTIONS not in slot.siblings:
            yield Item(OPTIONS, "keyword", "how keys are merged and converted", rank=6)
    elif slot.keys[:1] == (OPTIONS,):
        yield from _options(view, slot, clock)
    elif slot.is_key:
        for each in keys_of(_type(view, slot.keys)):
            if each.name not in slot.siblings:
                yield Item(each.name, "key", shortest(each.value), rank=2 if each.is_optional else 1)
    elif len(slot.keys) >= 1:
        yield from _values(view, slot.keys, slot)


def _parameters(view: OtherView, word: str, given: frozenset[str], clock: Clock) -> Iterator[Item]:
    """The keys of class parameters with a prefix; in the data of a module only those in its namespace."""
    own = view.known.project.module_of(view.path)
    for name in view.known.loader.likely_names(CLASS):
        is_own = own is None or name.partition("::")[0] == own.name
        if not is_own or not (f"{name}::".startswith(word) or word.startswith(f"{name}::")):
            continue
        if clock.is_over():
            return
        found = view.known.loader.load(TypedName(CLASS, name))
        for each in () if found is None else found.parameters:
            key = f"{name}::{each.name}"
            if key not in given and key.startswith(word):
                kind = " ".join((each.type or "").split())
                yield Item(key, "key", kind, rank=2 if each.is_required else 3, about=f"class variable:{key}")


def _options(view: OtherView, slot: Slot, clock: Clock) -> Iterator[Item]:
    if slot.is_key and len(slot.keys) == 1:
        yield from (Item(each.key, "key", rank=2) for each in view.entries if each.key != OPTIONS)
        yield from _parameters(view, slot.word, slot.siblings, clock)
    elif slot.is_key:
        inner = ("strategy", "knockout_prefix", "sort_merged_arrays", "merge_hash_arrays")
        names = ("merge", "convert_to") if len(slot.keys) == 2 else inner
        yield from (Item(each, "key", texts.lookup_option(each) or "", rank=2) for each in names if each not in slot.siblings)
    elif slot.keys[-1] in ("merge", "strategy"):
        yield from (Item(each, "value", rank=1) for each in STRATEGIES)
    elif slot.keys[-1] in ("sort_merged_arrays", "merge_hash_arrays"):
        yield from (Item(each, "value", rank=1) for each in ("true", "false"))


def _values(view: OtherView, keys: Keys, slot: Slot) -> Iterator[Item]:
    kind = _type(view, keys)
    for word in words_of(kind):
        plain = word.strip("'")
        if plain not in ("undef", "default"):
            quoted = view.is_json and word.startswith("'") and not slot.is_quoted
            yield Item(plain, "value", rank=1, insert=f'"{plain}"' if quoted else None)
    if isinstance(keys[-1], int) and kind is None:
        clock = Clock(TIMEOUT)
        yield from (Item(name, "class", rank=4, about=f"class:{name}") for name in manifests(CLASS, "", view.known, clock))


def _type(view: OtherView, keys: Keys) -> Type | None:
    """The type of the value at a path of keys: that of a parameter, or of a value inside it."""
    owner, _, leaf = str(keys[0]).rpartition("::")
    found = view.known.external.class_named(owner) if owner else None
    kind = found.declared_types.get(leaf) if isinstance(found, ExternalDefinition) else None
    for each in keys[1:]:
        kind = inside(kind, str(each) if isinstance(each, str) else None)
    return kind


def in_braces(view: OtherView, offset: int, written: bytes) -> Completion:
    """Completion inside of `%{}`."""
    key = QUOTED.search(written)
    if key is not None:
        clock = Clock(TIMEOUT)
        names = (Item(each.key, "key", "key of this file", rank=0) for each in view.entries if each.key != OPTIONS)
        found = {each.label: each for each in (*hiera_keys(view.code, key[1].decode("utf-8", "replace"), clock), *names)}
        return Completion(tuple(found.values())[:MOST_KEYS], offset - len(key[1]), offset, clock.ran_out or len(found) > MOST_KEYS)
    *path, word = written.decode("utf-8", "replace").removeprefix("::").split(".")
    return Completion(tuple(_variables(view, path)), offset - len(word.encode()), offset)


def _variables(view: OtherView, path: list[str]) -> Iterator[Item]:
    if not path:
        yield from (Item(name, "variable", rank=1, about=f"variable:{name}") for name in HASHES)
        yield from (
            Item(name, "function", texts.interpolation_function(name) or "", f"{name}('$0')", 2) for name in sorted(METHODS - {"hiera"})
        )
    elif (read := node_path(path[0], path[1:])) is not None:
        if read.variable == FACTS and not read.keys:
            yield from facts_of_modules(view.code, quoted=True)
        yield from (each._replace(detail="", rank=1) for each in dotted_keys(view.code, read.variable, path[1:], ""))
