"""Regular expressions: Regexp, MatchData, and the methods of String that search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import thread_time

from puppet_typesys.ruby.classes import described, integer_of, refuse, string_of
from puppet_typesys.ruby.compiling.texts import regexp
from puppet_typesys.ruby.compiling.variables import CONSTANTS, group
from puppet_typesys.ruby.core.strings import changed, made
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, MatchData, Range, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.meter import spend, spend_text
from puppet_typesys.values.regexp import EXTENDED, IGNORECASE, MULTILINE, Match, Regexp
from puppet_typesys.values.regexp_escapes import UntranslatableRegexp

CONSTANTS.update({"Regexp::IGNORECASE": IGNORECASE, "Regexp::EXTENDED": EXTENDED, "Regexp::MULTILINE": MULTILINE})
SLOW, STEPS_PER_SECOND = 0.001, 500_000
"""The seconds from which on a match is charged for its time, and the charge."""
SPECIAL = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f", "\v": "\\v", " ": "\\ "}


def search(machine: Machine, pattern: Regexp, text: str, start: int = 0) -> Match | None:
    """The first match; it becomes the last match of the method."""
    spend_text(len(text))
    begun = thread_time()
    try:
        found = pattern.match(text, start)
        if (took := thread_time() - begun) > SLOW:
            machine.spend(int(took * STEPS_PER_SECOND))
    except UntranslatableRegexp:
        raise Unsupported("regular expression", pattern.source) from None
    machine.note_match(None if found is None else MatchData(found, pattern))
    return found


def pattern_of(value: object) -> Regexp:
    """A pattern given as a Regexp or as a String that is a regular expression."""
    return value if isinstance(value, Regexp) else regexp(string_of(value), 0)


@yields("String Symbol", "=~")
def _index_of_match(machine: Machine, block: AnyProc | None, value: String | Symbol, other: object) -> object:
    if isinstance(other, String):
        refuse("TypeError", "type mismatch: String given")
    if not isinstance(other, Regexp):
        if other is None:
            return None
        raise Unsupported("method", "=~ of another value")
    found = search(machine, other, to_s(value))
    return None if found is None else found.start


@yields("Regexp", "=~")
def _regexp_index(machine: Machine, block: AnyProc | None, value: Regexp, other: object) -> object:
    if other is None:
        machine.note_match(None)
        return None
    found = search(machine, value, _text(other))
    return None if found is None else found.start


def _text(value: object) -> str:
    return value.name if isinstance(value, Symbol) else string_of(value)


@yields("Regexp", "===")
def _regexp_matches(machine: Machine, block: AnyProc | None, value: Regexp, other: object) -> object:
    return isinstance(other, String | Symbol) and search(machine, value, to_s(other)) is not None


@yields("Regexp", "match")
def _match(machine: Machine, block: AnyProc | None, value: Regexp, other: object, start: object = 0) -> object:
    if other is None:
        machine.note_match(None)
        return None
    place = integer_of(start)
    if place < 0:
        raise Unsupported("method", "Regexp#match from the end")
    text = _text(other)
    if place > len(text):
        machine.note_match(None)
        return None
    search(machine, value, text, place)
    if block is not None and machine.last_match is not None:
        return machine.call(block, machine.last_match)
    return machine.last_match


@yields("String Symbol", "match", expected="1..2")
def _string_match(
    machine: Machine, block: AnyProc | None, value: String | Symbol, other: object, start: object = 0, *rest: object
) -> object:
    _checked(other)
    if rest:
        refuse("ArgumentError", f"wrong number of arguments (given {len(rest) + 2}, expected 1..2)")
    return _match(machine, block, _checked(other), String(to_s(value)), start)


def _checked(value: object) -> Regexp:
    if not isinstance(value, Regexp | String):
        refuse("TypeError", f"wrong argument type {described(value)} (expected Regexp)")
    return pattern_of(value)


@yields("String Symbol", "match?", more=1, result="Boolean")
def _string_is_match(machine: Machine, block: AnyProc | None, value: String | Symbol, other: object) -> object:
    return _quiet(machine, _checked(other), to_s(value))


@yields("Regexp", "match?", more=1)
def _is_match(machine: Machine, block: AnyProc | None, value: Regexp, other: object) -> object:
    return other is not None and _quiet(machine, value, _text(other))


def _quiet(machine: Machine, pattern: Regexp, text: str) -> bool:
    before = machine.last_match
    found = search(machine, pattern, text)
    machine.note_match(before)
    return found is not None


def matches_of(machine: Machine, pattern: object, text: str) -> Iterator[Match]:
    """All matches of a Regexp or a literal String from left to right."""
    spend_text(len(text))
    if isinstance(pattern, Regexp):
        at = 0
        while at <= len(text):
            spend(1)
            found = search(machine, pattern, text, at)
            if found is None:
                return
            yield found
            at = found.end + (found.start == found.end)
        return
    if not isinstance(pattern, String):
        is_true(pattern)
        refuse("TypeError", f"wrong argument type {described(pattern)} (expected Regexp)")
    literal = pattern.text
    at = text.find(literal)
    while at >= 0:
        spend(1)
        found = Match(text, at, at + len(literal), (literal,), ((at, at + len(literal)),), {})
        machine.note_match(MatchData(found, Regexp(literal)))
        yield found
        following = at + len(literal) + (not literal)
        if following > len(text):
            return
        at = text.find(literal, following)


def expanded(template: str, found: Match) -> str:
    """The text of a replacement, in which `\\1`, `\\0` and `\\k<name>` stand for groups."""
    if "\\" not in template:
        return template
    parts: list[str] = []
    at = 0
    while at < len(template):
        if template[at] != "\\" or at + 1 == len(template):
            parts.append(template[at])
            at += 1
            continue
        mark = template[at + 1]
        at += 2
        if mark.isdigit() and mark.isascii():
            number = int(mark)
            parts.append((found.groups[number] or "") if number < len(found.groups) else "")
        elif mark == "k" and template[at : at + 1] == "<" and ">" in template[at:]:
            end = template.index(">", at)
            parts.append(found.named(template[at + 1 : end]) or "")
            at = end + 1
        elif mark == "&":
            parts.append(found.groups[0] or "")
        elif mark == "`":
            parts.append(found.text[: found.start])
        elif mark == "'":
            parts.append(found.text[found.end :])
        else:
            parts.append("\\" if mark == "\\" else "\\" + mark)
    return "".join(parts)


def replaced(machine: Machine, block: AnyProc | None, value: String, pattern: object, by: object, once: bool) -> str | None:
    """The text with matches replaced; None if there are none."""
    how = _replacement(machine, block, by)
    text, last = value.text, 0
    parts: list[str] = []
    for found in matches_of(machine, pattern, text):
        mine = machine.last_match
        parts += [text[last : found.start], how(found)]
        last = found.end
        machine.note_match(mine)
        if once:
            break
    if not parts:
        machine.note_match(None)
        return None
    whole = "".join(parts) + text[last:]
    spend_text(len(whole))
    return whole


def _replacement(machine: Machine, block: AnyProc | None, by: object) -> Callable[[Match], str]:
    if isinstance(by, Hash):

        def from_hash(found: Match) -> str:
            entry = by.entries.get(found.groups[0])
            return "" if entry is None else machine.text(entry[1])

        return from_hash
    if by is not NONE:
        template = string_of(by)
        return lambda found: expanded(template, found)
    body = machine.needs(block, "gsub")
    return lambda found: machine.text(machine.call(body, String(found.groups[0] or "")))


NONE = object()


def _substituting(name: str, once: bool) -> None:
    def check(block: AnyProc | None, pattern: object, rest: tuple[object, ...]) -> None:
        if pattern is NONE or rest:
            count = 0 if pattern is NONE else 2 + len(rest)
            expected = "2" if once and block is None else "1..2"
            refuse("ArgumentError", f"wrong number of arguments (given {count}, expected {expected})")

    def plain(machine: Machine, block: AnyProc | None, value: String, pattern: object = NONE, by: object = NONE, *rest: object) -> object:
        check(block, pattern, rest)
        found = replaced(machine, block, value, pattern, by, once)
        return made(value, value.text if found is None else found)

    def bang(machine: Machine, block: AnyProc | None, value: String, pattern: object = NONE, by: object = NONE, *rest: object) -> object:
        check(block, pattern, rest)
        found = replaced(machine, block, value, pattern, by, once)
        if found is None:
            return None
        return changed(value, found)

    yields("String", name, block_result="String")(plain)
    yields("String", f"{name}!")(bang)


_substituting("gsub", False)
_substituting("sub", True)


@yields("String", "scan", result="Array")
def _scan(machine: Machine, block: AnyProc | None, value: String, pattern: object) -> object:
    found: list[object] = []
    for match in matches_of(machine, pattern, value.text):
        groups = match.groups[1:]
        item: object = [None if each is None else String(each) for each in groups] if groups else String(match.groups[0] or "")
        if block is None:
            found.append(item)
        else:
            mine = machine.last_match
            machine.call(block, item)
            machine.note_match(mine)
    return found if block is None else value


@yields("String", "split", result="Array")
def _split(machine: Machine, block: AnyProc | None, value: String, pattern: object = None, limit: object = 0) -> object:
    count = integer_of(limit)
    before = machine.last_match
    if block is not None:
        raise Unsupported("method", "split with a block")
    parts = _parts(machine, value.text, pattern, count)
    machine.note_match(before)
    if count == 0:
        while parts and not parts[-1]:
            parts.pop()
    spend(len(parts))
    return [String(each, False, value.binary) for each in parts]


def _parts(machine: Machine, text: str, pattern: object, limit: int) -> list[str]:
    if pattern is not None and not isinstance(pattern, String | Regexp):
        refuse("TypeError", f"wrong argument type {described(pattern)} (expected Regexp)")
    if not text:
        return []
    if limit == 1:
        return [text]
    if pattern is None or (isinstance(pattern, String) and pattern.text == " "):
        trimmed = text.lstrip(" \t\n\v\f\r\0")
        words: list[str] = []
        rest = trimmed
        while rest and not (limit > 0 and len(words) == limit - 1):
            end = next((at for at, each in enumerate(rest) if each in " \t\n\v\f\r\0"), len(rest))
            words.append(rest[:end])
            spend(1)
            if end == len(rest):
                return words
            rest = rest[end:].lstrip(" \t\n\v\f\r\0")
        return [*words, rest]
    if isinstance(pattern, String) and not pattern.text:
        return list(text) if limit <= 0 else [*text[: limit - 1], text[limit - 1 :]] if len(text) >= limit else list(text)
    last = 0
    parts: list[str] = []
    for found in matches_of(machine, pattern, text):
        if found.start == found.end:
            if found.start >= len(text):
                break
            if found.start == last and found.start == 0:
                continue
            if found.start == last:
                continue
        if limit > 0 and len(parts) >= limit - 1:
            break
        parts.append(text[last : found.start])
        parts += [each for each in found.groups[1:] if each is not None]
        last = found.end
    return [*parts, text[last:]]


@yields("String", "[]", "slice")
def _slice(machine: Machine, block: AnyProc | None, value: String, at: object, length: object = NONE) -> object:
    found = place(machine, value, at, length)
    return None if found is None else made(value, value.text[found[0] : found[1]])


def place(machine: Machine, value: String, at: object, length: object) -> tuple[int, int] | None:
    """The start and end of the part that `value[at, length]` means."""
    text = value.text
    if isinstance(at, Regexp):
        found = search(machine, at, text)
        if found is None:
            return None
        number = 0 if length is NONE else _group_number(found, length)
        start, end = found.spans[number] if 0 <= number < len(found.spans) else (-1, -1)
        return None if start < 0 else (start, end)
    if isinstance(at, String) and length is NONE:
        start = text.find(at.text)
        return None if start < 0 else (start, start + len(at.text))
    if isinstance(at, Range) and length is NONE:
        return span_of(at, len(text))
    index = integer_of(at)
    if length is NONE:
        index += len(text) if index < 0 else 0
        return (index, index + 1) if 0 <= index < len(text) else None
    size = integer_of(length)
    index += len(text) if index < 0 else 0
    return None if size < 0 or not 0 <= index <= len(text) else (index, min(index + size, len(text)))


def span_of(range: Range, size: int) -> tuple[int, int] | None:
    """The start and end of the part of a sequence that a Range means."""
    low = 0 if range.low is None else integer_of(range.low)
    high = -1 if range.high is None else integer_of(range.high)
    low += size if low < 0 else 0
    high += size if high < 0 else 0
    if not 0 <= low <= size:
        return None
    end = high if range.exclusive and range.high is not None else high + 1
    return low, max(low, min(end, size))


def _group_number(found: Match, key: object) -> int:
    if isinstance(key, String | Symbol):
        numbers = found.names.get(to_s(key))
        if numbers is None:
            refuse("IndexError", f"undefined group name reference: {to_s(key)}")
        return next((each for each in reversed(numbers) if found.groups[each] is not None), numbers[-1])
    number = integer_of(key)
    return number + len(found.groups) if number < 0 else number


@yields("String", "[]=", expected="2..3")
def _set_slice(machine: Machine, block: AnyProc | None, value: String, at: object, to: object, *length: object) -> object:
    if length or not isinstance(at, String | Regexp | int) or isinstance(at, bool):
        raise Unsupported("method", "String#[]= of a part")
    if isinstance(at, int) and at == len(value.text):
        changed(value, value.text + string_of(to))
        return to
    if isinstance(at, int):
        string_of(to)
    found = place(machine, value, at, NONE)
    if found is None:
        refuse(
            "IndexError",
            f"index {to_s(at)} out of string"
            if isinstance(at, int)
            else "string not matched"
            if isinstance(at, String)
            else "regexp not matched",
        )
    changed(value, value.text[: found[0]] + string_of(to) + value.text[found[1] :])
    return to


@yields("String", "slice!")
def _slice_out(machine: Machine, block: AnyProc | None, value: String, at: object, length: object = NONE) -> object:
    found = place(machine, value, at, length)
    if found is None:
        return None
    part = made(value, value.text[found[0] : found[1]])
    changed(value, value.text[: found[0]] + value.text[found[1] :])
    return part


@yields("String", "index")
def _index(machine: Machine, block: AnyProc | None, value: String, pattern: object, start: object = 0) -> object:
    at = integer_of(start)
    at += len(value.text) if at < 0 else 0
    if not 0 <= at <= len(value.text):
        return None
    if isinstance(pattern, Regexp):
        found = search(machine, pattern, value.text, at)
        return None if found is None else found.start
    place = value.text.find(string_of(pattern), at)
    return None if place < 0 else place


@method("String", "rindex", more=1)
def _rindex(value: String, pattern: object) -> object:
    if isinstance(pattern, Regexp):
        raise Unsupported("method", "String#rindex")
    place = value.text.rfind(string_of(pattern))
    return None if place < 0 else place


@yields("String", "partition", result="Array")
def _partition(machine: Machine, block: AnyProc | None, value: String, pattern: object) -> object:
    found = next(matches_of(machine, pattern, value.text), None)
    if found is None:
        return [made(value, value.text), String(""), String("")]
    return [made(value, each) for each in (value.text[: found.start], value.text[found.start : found.end], value.text[found.end :])]


@method("String", "rpartition", result="Array")
def _rpartition(value: String, pattern: object) -> object:
    if isinstance(pattern, Regexp):
        raise Unsupported("method", "String#rpartition")
    if not isinstance(pattern, String):
        is_true(pattern)
        refuse("TypeError", f"wrong argument type {described(pattern)} (expected Regexp)")
    if not pattern.text:
        return [made(value, value.text), String(""), String("")]
    return [made(value, each) for each in value.text.rpartition(pattern.text)]


# ---- Regexp


@method("Regexp.", "escape", "quote", result="String")
def escape(module: object, value: object) -> object:
    """A regular expression that matches a text."""
    text = _text(value)
    parts = [SPECIAL.get(each) or ("\\" + each if each in "[]{}()|-*.\\?+^$#" else each) for each in text]
    return String("".join(parts))


@method("Regexp.", "new", "compile")
def _new(module: object, source: object, options: object = None) -> object:
    if isinstance(source, Regexp):
        return source
    flags = options if isinstance(options, int) and not isinstance(options, bool) else IGNORECASE if options else 0
    if flags & ~7:
        raise Unsupported("method", "Regexp.new")
    made = regexp(string_of(source), flags)
    try:
        made.match("")
    except UntranslatableRegexp:
        raise Unsupported("regular expression", made.source) from None
    return made


@method("Regexp.", "union")
def _union(module: object, *patterns: object) -> object:
    listed = patterns[0] if len(patterns) == 1 and isinstance(patterns[0], list) else list(patterns)
    assert isinstance(listed, list)
    if len(listed) > 1 and not all(isinstance(each, Regexp | String) for each in listed):
        raise Unsupported("arguments of", "Regexp.union")
    parts = [
        each.source
        if isinstance(each, Regexp) and len(listed) == 1
        else each.runtime_text()
        if isinstance(each, Regexp)
        else to_s(escape(None, each))
        for each in listed
    ]
    return regexp("|".join(parts) if parts else "(?!)", 0)


@yields("Regexp.", "last_match")
def _last_match(machine: Machine, block: AnyProc | None, module: object, number: object = NONE) -> object:
    if number is NONE or machine.last_match is None:
        return machine.last_match if number is NONE else None
    return group(machine.last_match, integer_of(number))


method("Regexp", "source")(lambda value: String(value.source))
method("Regexp", "options")(lambda value: value.options)
method("Regexp", "casefold?")(lambda value: bool(value.options & IGNORECASE))
method("Regexp", "names")(lambda value: _unsupported())


def _unsupported() -> object:
    raise Unsupported("method", "Regexp#names")


# ---- MatchData


@method("MatchData", "[]")
def _group(value: MatchData, at: object, length: object = None) -> object:
    groups = [None if each is None else String(each) for each in value.match.groups]
    if length is not None:
        start, size = integer_of(at), integer_of(length)
        return groups[start : start + size]
    if isinstance(at, Range):
        found = span_of(at, len(groups))
        return None if found is None else groups[found[0] : found[1]]
    number = _group_number(value.match, at)
    return groups[number] if 0 <= number < len(groups) else None


method("MatchData", "to_a")(lambda value: [None if each is None else String(each) for each in value.match.groups])
method("MatchData", "captures")(lambda value: [None if each is None else String(each) for each in value.match.groups[1:]])
method("MatchData", "pre_match")(lambda value: String(value.match.text[: value.match.start]))
method("MatchData", "post_match")(lambda value: String(value.match.text[value.match.end :]))
method("MatchData", "names")(lambda value: [String(each) for each in value.match.names])
method("MatchData", "size", "length")(lambda value: len(value.match.groups))
method("MatchData", "string")(lambda value: String(value.match.text))
method("MatchData", "begin")(lambda value, number: _span(value, number)[0])
method("MatchData", "end")(lambda value, number: _span(value, number)[1])


def _span(value: MatchData, key: object) -> tuple[int | None, int | None]:
    number = _group_number(value.match, key) if isinstance(key, String | Symbol) else integer_of(key)
    if not 0 <= number < len(value.match.spans):
        refuse("IndexError", f"index {number} out of matches")
    start, end = value.match.spans[number]
    return (None, None) if start < 0 else (start, end)


@method("MatchData", "named_captures")
def _named_captures(value: MatchData) -> object:
    found = Hash()
    for name in value.match.names:
        text = value.match.named(name)
        found.entries[name] = (String(name, True), None if text is None else String(text))
    return found


@method("MatchData", "values_at")
def _values_at(value: MatchData, *numbers: object) -> object:
    return [_group(value, each) for each in numbers]
