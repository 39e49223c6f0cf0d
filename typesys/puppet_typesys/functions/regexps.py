"""The functions match, regsubst and split."""

from __future__ import annotations

import re
from collections.abc import Callable

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.collections import flat
from puppet_typesys.functions.deprecations import deprecated
from puppet_typesys.functions.elements import array_of, elements_of, every, literal_texts, tuple_of
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import ARRAYS, NEVER, joined, members
from puppet_typesys.types.narrow import texts as texts_type
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend
from puppet_typesys.values.regexp import Match, Regexp
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue

IGNORECASE, EXTENDED, MULTILINE = 1, 2, 4

# ---- match


@dispatch("match", "String $string, Variant[Any, Type] $pattern", types="Optional[Array[Optional[String], 1]]")
def _match(call: Call, text: str, pattern: object) -> object:
    match pattern:
        case str():
            return _groups(Regexp(pattern), text)
        case Regexp():
            return _groups(pattern, text)
        case model.TypeAlias():
            return _match(call, text, pattern.target)
        case model.Variant():
            return _first(call, text, pattern.types)
        case model.Regexp():
            if pattern.pattern is None:
                raise ArgumentError("Given Regexp Type has no regular expression")
            return _groups(regexp_of(pattern), text)
        case model.Pattern():
            return _first(call, text, pattern.patterns)
        case tuple():
            return _first(call, text, tuple(flat(pattern)))
        case Unknown():
            raise UnknownValue
    message = "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got "
    raise ArgumentError(message + ruby_class(pattern))


def _match_all_type(call: TypedCall, texts: Type, pattern: Type) -> Type:
    groups = parse_builtin("Optional[Array[Optional[String], 1]]")
    return joined(array_of(groups if found.high != 0 else NEVER, found.size) for _, found in every(texts))


@dispatch("match", "Array[String] $string, Variant[Any, Type] $pattern", types=_match_all_type)
def _match_all(call: Call, texts: tuple[str, ...], pattern: object) -> object:
    return tuple(_match(call, each, pattern) for each in texts)


def _first(call: Call, text: str, patterns: tuple[object, ...]) -> object:
    return next((found for each in patterns if (found := _match(call, text, each)) is not None), None)


def _groups(pattern: Regexp, text: str) -> tuple[object, ...] | None:
    found = pattern.match(text)
    return None if found is None else tuple(found.groups)


def regexp_of(type: Type) -> Regexp:
    """The regular expression of a Regexp type; empty if the type has none."""
    assert isinstance(type, model.Regexp)
    return Regexp(type.pattern or "")


# ---- split


@dispatch("split", "String $str, String $pattern", types="Array[String]")
def _split_string(call: Call, text: str, pattern: str) -> object:
    return _split(call, text, Regexp(pattern))


@dispatch("split", "String $str, Regexp $pattern", types="Array[String]")
def _split(call: Call, text: str, pattern: Regexp) -> object:
    parts: list[object] = []
    at = 0
    for found in pattern.finditer(text):
        # An empty match at the start of a part does not end the part.
        if found.start == found.end == at:
            continue
        call.spend(1)
        parts.append(text[at : found.start])
        parts += [each for each in found.groups[1:] if each is not None]
        at = found.end
    if at < len(text):
        parts.append(text[at:])
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


@dispatch("split", "String $str, Type[Regexp] $pattern", types="Array[String]")
def _split_type(call: Call, text: str, pattern: Type) -> object:
    return _split(call, text, regexp_of(pattern))


def _keeping_sensitive(rule: Callable[..., object]) -> Callable[..., object]:
    def split(call: Call, text: Sensitive, pattern: object) -> object:
        return Sensitive(rule(call, text.value, pattern))

    return split


dispatch("split", "Sensitive[String] $sensitive, String $pattern", types="Sensitive[Array[String]]")(_keeping_sensitive(_split_string))
dispatch("split", "Sensitive[String] $sensitive, Regexp $pattern", types="Sensitive[Array[String]]")(_keeping_sensitive(_split))
dispatch("split", "Sensitive[String] $sensitive, Type[Regexp] $pattern", types="Sensitive[Array[String]]")(_keeping_sensitive(_split_type))


# ---- regsubst

TARGET = "Variant[Array[String], String] $target, "
REPLACEMENT = ", Variant[String, Hash[String, String]] $replacement, "
FLAGS = "Optional[Pattern[/^[GEIM]*$/]] $flags = undef, Enum['E', 'N', 'S', 'U'] $encoding = undef"


def _regsubst_type(call: TypedCall, target: Type, pattern: Type, replacement: Type, *flags: Type) -> Type:
    """Arrays of Arrays, and strings of strings: if they and what is to be replaced are listed, the results are computed."""
    given = literal_texts(flags[0]) if flags and not disjoint(flags[0], model.STRING) else ("",)
    source, new = _source(pattern), literal_texts(replacement)
    if source is None or new is None or given is None or len(new) > 1 or len(given) > 1:
        return _each_text(target, lambda text: model.STRING)

    def change(text: str) -> str:
        return _substituted_text(text, Regexp(source, _options(given[0])), new[0], "G" in given[0])

    def changed(type: Type) -> Type:
        listed = literal_texts(type)
        try:
            return model.STRING if listed is None else texts_type(map(change, listed))
        except ArgumentError:  # The pattern is not valid.
            return model.STRING

    return _each_text(target, changed)


def _source(pattern: Type) -> str | None:
    match pattern:
        case model.String():
            return pattern.value
        case model.Regexp():
            return pattern.pattern
    return None


def _each_text(target: Type, change: Callable[[Type], Type]) -> Type:
    """The type of texts that are changed one by one, alone or in an Array."""
    return joined(_changed(each, change) for each in members(target))


def _changed(target: Type, change: Callable[[Type], Type]) -> Type:
    if isinstance(target, model.Sensitive):
        inside = members(target.type)
        if any(isinstance(each, ARRAYS) for each in inside):
            return joined(_changed(each, change) for each in inside)
        return model.Sensitive(model.STRING)
    found = elements_of(target) if isinstance(target, ARRAYS) else None
    if found is None:
        return change(target)
    parts = tuple(joined(_changed(one, change) for one in members(each)) for each in found.parts)
    return tuple_of(parts) if found.ordered else array_of(joined(parts), found.size)


@dispatch("regsubst", f"{TARGET}String $pattern{REPLACEMENT}{FLAGS}", types=_regsubst_type)
def _regsubst(
    call: Call, target: object, pattern: str, replacement: str | Hash, flags: str | None = None, encoding: object = None
) -> object:
    if encoding is not None and call.target.deprecates_encoding:
        deprecated(
            call, "The regsubst() function's encoding argument has been ignored since Ruby 1.9 and will be removed in a future release"
        )
    given = flags or ""
    return _substituted(call, target, Regexp(pattern, _options(given)), replacement, "G" in given)


def _options(flags: str) -> int:
    return IGNORECASE * ("I" in flags) | EXTENDED * ("E" in flags) | MULTILINE * ("M" in flags)


@dispatch("regsubst", f"{TARGET}Variant[Regexp, Type[Regexp]] $pattern{REPLACEMENT}Pattern[/^G?$/] $flags = undef", types=_regsubst_type)
def _regsubst_regexp(call: Call, target: object, pattern: object, replacement: str | Hash, flags: str = "") -> object:
    if isinstance(pattern, model.Regexp):
        # The reference uses the source of the type's expression as it is.
        return _substituted(call, target, _verbatim(pattern.pattern or ""), replacement, flags == "G")
    assert isinstance(pattern, Regexp)
    return _substituted(call, target, pattern, replacement, flags == "G")


def _verbatim(text: str) -> Regexp:
    return Regexp(re.escape(text))


def _substituted(call: Call, target: object, pattern: Regexp, replacement: str | Hash, everywhere: bool) -> object:
    """The text, or the texts of an Array. OpenVox takes Sensitive ones, too, and returns a Sensitive Array as a plain one."""
    match target:
        case Sensitive(value=str(text)):
            return Sensitive(_substituted_text(text, pattern, replacement, everywhere))
        case tuple(texts) | Sensitive(value=tuple(texts)):
            return tuple(_substituted(call, each, pattern, replacement, everywhere) for each in texts)
    assert isinstance(target, str)
    return _substituted_text(target, pattern, replacement, everywhere)


def _substituted_text(target: str, pattern: Regexp, replacement: str | Hash, everywhere: bool) -> str:
    parts: list[str] = []
    at = 0
    for found in pattern.finditer(target):
        parts += [target[at : found.start], _replacement(found, target, replacement)]
        spend(1 + (len(parts[-1]) >> 6))
        at = found.end
        if not everywhere:
            break
    return "".join(parts) + target[at:]


def _replacement(found: Match, target: str, replacement: str | Hash) -> str:
    if isinstance(replacement, Hash):
        return str(replacement.get(found.groups[0], ""))
    if "\\" not in replacement:
        return replacement
    return _expanded(found, target, replacement)


def _expanded(found: Match, target: str, replacement: str) -> str:
    """A replacement with its backslash sequences expanded."""

    def meaning(reference: re.Match[str]) -> str:
        letter = reference[1]
        if letter.isdecimal():
            number = int(letter)
            if number and found.names:
                return ""  # Numbers have no meaning if groups have names.
            return (found.groups[number] or "") if number < len(found.groups) else ""
        match letter[0]:
            case "&":
                return found.groups[0] or ""
            case "`":
                return target[: found.start]
            case "'":
                return target[found.end :]
            case "+":
                return next((each for each in reversed(found.groups[1:]) if each is not None), "")
            case "\\":
                return "\\"
        return _named(found, letter)

    return re.sub(r"\\([0-9&`'+\\]|k<[^>]*>?)", meaning, replacement)


def _named(found: Match, reference: str) -> str:
    if not reference.endswith(">"):
        raise ArgumentError("invalid group name reference format")
    name = reference[2:-1]
    if name not in found.names:
        raise ArgumentError(f"undefined group name reference: {name}")
    return found.named(name) or ""
