"""Lists of arguments and elements, with splats, keywords and entries of Hashes."""

from __future__ import annotations

from collections.abc import Callable

import tree_sitter

from puppet_typesys.ruby.compiling.compiler import SILENT, Compiler, text_of, unsupported
from puppet_typesys.ruby.compiling.texts import symbol
from puppet_typesys.ruby.compiling.variables import variable_or_call
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.objects import Code, Frame, Hash, Range, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.written import parts_of
from puppet_typesys.values.unknown import Unknown, UnknownValue

List = Callable[[Frame], list[object]]
MAX = 10_000
"""The number of values that `*range` gives at most."""
PAIRS = frozenset(("pair", "hash_splat_argument"))


def arguments_of(c: Compiler, nodes: list[tree_sitter.Node], keywords: bool = False) -> List:
    """Code that gives the list of arguments or elements; entries without braces are a Hash at the end."""
    plain = [each for each in nodes if each.type not in SILENT and each.type not in PAIRS and each.type != "block_argument"]
    pairs = [each for each in nodes if each.type in PAIRS]
    codes = [(each.type == "splat_argument", c.compile(each)) for each in plain]
    if pairs:
        codes.append((False, hash_of_pairs(c, pairs, keywords)))
        if keywords and all(each.type == "hash_splat_argument" for each in pairs):
            codes[-1] = (True, _unless_empty(codes[-1][1]))
    if not any(is_splat for is_splat, _ in codes):
        only = [code for _, code in codes]
        match only:
            case []:
                return lambda frame: []
            case [one]:
                return lambda frame: [one(frame)]
            case [one, two]:
                return lambda frame: [one(frame), two(frame)]
        return lambda frame: [code(frame) for code in only]

    def build(frame: Frame) -> list[object]:
        made: list[object] = []
        for is_splat, code in codes:
            if is_splat:
                made += splatted(code(frame))
            else:
                made.append(code(frame))
        frame.machine.spend(len(made) >> 2)
        return made

    return build


def _unless_empty(code: Code) -> Code:
    """`**hash` as the last argument, which is none if the Hash is empty."""

    def build(frame: Frame) -> object:
        made = code(frame)
        return [made] if isinstance(made, Hash) and len(made) else []

    return build


def splatted(value: object) -> list[object]:
    """The values that `*value` stands for."""
    if isinstance(value, list):
        return value
    if value is None:
        return []
    if isinstance(value, Hash):
        return [[key, each] for key, each in value.items()]
    if isinstance(value, Range):
        low, high = value.low, value.high
        if not isinstance(low, int) or not isinstance(high, int) or high - low > MAX:
            raise Unsupported("syntax", "* of a Range")
        return list(range(low, high + (not value.exclusive)))
    if isinstance(value, Unknown):
        raise UnknownValue
    return [value]


def hash_of_pairs(c: Compiler, nodes: list[tree_sitter.Node], keywords: bool = False) -> Code:
    """Code that gives a Hash of entries and `**hashes`."""
    entries: list[tuple[Code | None, Code]] = []
    for each in nodes:
        if each.type == "hash_splat_argument":
            entries.append((None, c.compile(each.named_children[0]) if each.named_children else unsupported("syntax", "anonymous **")))
            continue
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if key is None:
            raise Unsupported("syntax", each.type)
        written = any(child.type == ":" for child in each.children)
        code = c.compile(key)
        if key.type == "string" and written:
            code = symbol(c, parts_of(key))
        entries.append((code, c.compile(value) if value is not None else _shorthand(c, key)))

    def build(frame: Frame) -> Hash:
        made = Hash()
        made.keywords = keywords
        known = made.entries
        for key, value in entries:
            if key is None:
                other = value(frame)
                if other is None:
                    continue
                if not isinstance(other, Hash):
                    raise Unsupported("syntax", "** of another value than a Hash")
                for at, (name, each) in other.entries.items():
                    known[at] = (known[at][0] if at in known else name, each)
                continue
            name = key(frame)
            at = key_of(name)
            if isinstance(name, String) and not name.frozen:
                name = String(name.text, True, name.binary)
            known[at] = (known[at][0] if at in known else name, value(frame))
        return made

    return build


def _shorthand(c: Compiler, key: tree_sitter.Node) -> Code:
    return variable_or_call(c, text_of(key))
