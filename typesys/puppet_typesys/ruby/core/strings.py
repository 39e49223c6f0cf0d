"""String and Symbol, without what regular expressions do (`matching`)."""

from __future__ import annotations

import re
import unicodedata

from puppet_typesys.ruby.classes import array_of, integer_of, refuse, string_of
from puppet_typesys.ruby.core.kernel import formatted
from puppet_typesys.ruby.equality import compare, equal
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import MANY, method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, NativeProc, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.meter import spend, spend_text
from puppet_typesys.values.regexp import Regexp

NONE = object()
SPACE = " \t\n\v\f\r"


def made(value: String, text: str) -> String:
    """A String like another one, with a new text."""
    spend_text(len(text))
    return String(text, False, value.binary)


def changed(value: String, text: str) -> String:
    """The String itself with a new text; raises FrozenError if it is frozen."""
    if value.frozen:
        refuse("FrozenError", f"can't modify frozen String: {inspect(value)}")
    spend_text(len(text))
    value.replace(text)
    return value


def in_place(value: String, text: str) -> object:
    """The String changed by a method with `!`; `nil` if nothing changes."""
    same = value.text == text
    changed(value, text)
    return None if same else value


def _case(text: str, how: str) -> str:
    if text.isascii():
        return getattr(text, how)()  # type: ignore[no-any-return]  # methods of str that give texts
    if any(unicodedata.category(each) == "Lt" or each in "ßİıſŉǰΐΰ" for each in text):
        raise Unsupported("case of", "a special character")
    return getattr(text, how)()  # type: ignore[no-any-return]  # methods of str that give texts


def capitalized(text: str) -> str:
    """The first character in upper case and the others in lower case."""
    return _case(text[:1], "upper") + _case(text[1:], "lower")


def _simple(name: str, function: object, more: int = 0) -> None:
    """Enter a method of the text and the one with `!`; see `native.method` for `more`."""

    def plain(value: String) -> object:
        return made(value, function(value.text))  # type: ignore[operator]  # a method of texts gives a text

    def bang(value: String) -> object:
        return in_place(value, function(value.text))  # type: ignore[operator]  # a method of texts gives a text

    method("String", name, more=more, result="String")(plain)
    method("String", f"{name}!", more=more)(bang)


def _case_mapping(name: str, function: object) -> None:
    """Enter a method that may get options such as `:ascii`, which are not supported."""
    _simple(name, function, more=MANY)


def _strip_right(text: str) -> str:
    return text.rstrip(SPACE + "\0")


_case_mapping("upcase", lambda text: _case(text, "upper"))
_case_mapping("downcase", lambda text: _case(text, "lower"))
_case_mapping("swapcase", lambda text: _case(text, "swapcase"))
_case_mapping("capitalize", capitalized)
_simple("strip", lambda text: _strip_right(text.lstrip(SPACE + "\0")))
_simple("lstrip", lambda text: text.lstrip(SPACE + "\0"))
_simple("rstrip", _strip_right)
method("String", "reverse", result="String")(lambda value: made(value, value.text[::-1]))
method("String", "reverse!")(lambda value: changed(value, value.text[::-1]))
_simple("chop", lambda text: text[:-2] if text.endswith("\r\n") else text[:-1])


def _chomped(text: str, end: object) -> str:
    if end is None:
        return text
    suffix = string_of(end)
    if suffix == "\n":
        return text[:-2] if text.endswith("\r\n") else text[:-1] if text.endswith(("\n", "\r")) else text
    if suffix == "":
        while text.endswith(("\n", "\r\n")):
            text = text[:-2] if text.endswith("\r\n") else text[:-1]
        return text
    return text.removesuffix(suffix)


NEWLINE = String("\n", True)
method("String", "chomp", result="String")(lambda value, end=NEWLINE: made(value, _chomped(value.text, end)))
method("String", "chomp!")(lambda value, end=NEWLINE: in_place(value, _chomped(value.text, end)) if value.text else None)
method("String", "delete_prefix", result="String")(lambda value, text: made(value, value.text.removeprefix(string_of(text))))
method("String", "delete_prefix!")(lambda value, text: in_place(value, value.text.removeprefix(string_of(text))))
method("String", "delete_suffix", result="String")(lambda value, text: made(value, value.text.removesuffix(string_of(text))))
method("String", "delete_suffix!")(lambda value, text: in_place(value, value.text.removesuffix(string_of(text))))
method("String", "to_s", "to_str", result="String")(lambda value: value)
method("String", "length", "size", result="Integer")(lambda value: len(value.text))
method("String", "bytesize", result="Integer")(lambda value: len(value.encoded()))
method("String", "empty?", result="Boolean")(lambda value: not value.text)
method("String", "to_sym", "intern")(lambda value: Symbol.named(value.text))
method("String", "ord", result="Integer")(lambda value: ord(value.text[0]) if value.text else refuse("ArgumentError", "empty string"))
method("String", "chr")(lambda value: made(value, value.text[:1]))
method("String", "hash")(lambda value: _unsupported("String#hash"))
method("String", "+@")(lambda value: String(value.text) if value.frozen else value)
method("String", "-@", "dedup")(lambda value: value if value.frozen else String(value.text, True))
method("String", "ascii_only?", result="Boolean")(lambda value: value.text.isascii())
method("String", "valid_encoding?", result="Boolean")(lambda value: True if not value.binary else _unsupported("valid_encoding?"))
method("String", "unicode_normalize", more=1, result="String")(lambda value: made(value, unicodedata.normalize("NFC", value.text)))
method("String", "b")(lambda value: String(value.encoded().decode("latin-1"), binary=True))


def _unsupported(name: str) -> object:
    raise Unsupported("method", name)


@yields("String", "bytes", result="Array")
def _bytes(machine: Machine, block: AnyProc | None, value: String) -> object:
    if block is not None:
        raise Unsupported("method", "String#bytes with a block")
    return list(value.encoded())


@yields("String", "chars", result="Array")
def _characters(machine: Machine, block: AnyProc | None, value: String) -> object:
    return _chars(value) if block is None else _each_char(machine, block, value)


def _chars(value: String) -> list[object]:
    spend(len(value.text))
    return [String(each, False, value.binary) for each in value.text]


@yields("String", "each_char")
def _each_char(machine: Machine, block: AnyProc | None, value: String) -> object:
    if block is None:
        return machine.enumerator(_chars(value))
    for each in value.text:
        machine.call(block, String(each))
    return value


def _lines(value: String) -> list[object]:
    spend(value.text.count("\n"))
    return [made(value, each) for each in re.findall(r"[^\n]*\n|[^\n]+", value.text)]


@yields("String", "lines", result="Array")
def _given_lines(machine: Machine, block: AnyProc | None, value: String, options: object = NONE, *rest: object) -> object:
    return lines(value, options, *rest) if block is None else _each_line(machine, block, value, options, *rest)


def lines(value: String, options: object = NONE, *rest: object) -> list[object]:
    """The lines with their ends, or without them (`chomp: true`)."""
    if options is NONE:
        return _lines(value)
    if isinstance(options, Hash) and options.keywords and not rest and [*map(to_s, (key for key, _ in options.items()))] == ["chomp"]:
        return [made(value, _chomped(each.text, NEWLINE)) for each in _lines(value) if isinstance(each, String)]
    raise Unsupported("method", "String#lines with a separator")


@yields("String", "each_line")
def _each_line(machine: Machine, block: AnyProc | None, value: String, options: object = NONE, *rest: object) -> object:
    found = lines(value, options, *rest)
    if block is None:
        return machine.enumerator(found)
    for each in array_of(found):
        machine.call(block, each)
    return value


@method("String", "==", "===", "eql?", result="Boolean")
def _equal(value: String, other: object) -> object:
    return equal(value, other)


@method("String", "equal?", result="Boolean")
def _same(value: String, other: object) -> object:
    return value is other


@method("String", "<=>")
def _compare(value: String, other: object) -> object:
    return compare(value, other) if isinstance(other, String) else None


@method("String", "casecmp")
def _casecmp(value: String, other: object) -> object:
    if not isinstance(other, String):
        return None
    return compare(String(_case(value.text, "lower")), String(_case(string_of(other), "lower")))


@method("String", "casecmp?")
def _is_same_case(value: String, other: object) -> object:
    if not isinstance(other, String):
        return None
    return _case(value.text, "lower") == _case(string_of(other), "lower")


@method("String", "+", result="String")
def _add(value: String, other: object) -> object:
    if isinstance(other, String) and (value.binary or other.binary):
        return _joined_binary(value, other)
    return made(value, value.text + string_of(other))


def _joined_binary(left: String, right: String) -> String:
    if left.binary is right.binary or left.text.isascii() or right.text.isascii():
        is_binary = (left.binary and not left.text.isascii()) or (right.binary and not right.text.isascii())
        return String(left.text + right.text, False, is_binary)
    refuse("EncodingError", "incompatible character encodings: BINARY (ASCII-8BIT) and UTF-8")


@method("String", "*", result="String")
def _repeat(value: String, count: object) -> object:
    times = integer_of(count)
    if times < 0:
        refuse("ArgumentError", "negative argument")
    spend_text(len(value.text) * times)
    if len(value.text) * times > 5_000_000:
        raise Unsupported("size of", "a String")
    return made(value, value.text * times)


@method("String", "<<", result="String")
def _append(value: String, other: object) -> object:
    if isinstance(other, int) and not isinstance(other, bool):
        if not 0 <= other < 0xD800:
            raise Unsupported("method", "String#<< of a code point")
        return changed(value, value.text + chr(other))
    if isinstance(other, String) and (value.binary or other.binary):
        joined = _joined_binary(value, other)
        changed(value, joined.text).encode_as(joined)
        return value
    return changed(value, value.text + string_of(other))


@method("String", "concat", result="String")
def _concat(value: String, *others: object) -> object:
    if any(isinstance(each, int) for each in others):
        raise Unsupported("method", "String#concat of an Integer")
    return changed(value, value.text + "".join([string_of(each) for each in others]))


@method("String", "prepend", result="String")
def _prepend(value: String, *others: object) -> object:
    return changed(value, "".join([string_of(each) for each in others]) + value.text)


@method("String", "insert", result="String")
def _insert(value: String, at: object, other: object) -> object:
    index = integer_of(at)
    string_of(other)
    if abs(index) > len(value.text) + (index < 0):
        refuse("IndexError", f"index {index} out of string")
    index = index if index >= 0 else len(value.text) + index + 1
    return changed(value, value.text[:index] + string_of(other) + value.text[index:])


@method("String", "replace", result="String")
def _replace(value: String, other: object) -> object:
    return changed(value, string_of(other))


@method("String", "clear")
def _clear(value: String) -> object:
    return changed(value, "")


@method("String", "%", result="String")
def _format(value: String, values: object) -> object:
    try:
        return String(formatted(value.text, values if isinstance(values, list) else [values]))
    except Raised as raised:
        if raised.value.kind.is_below("KeyError"):
            # The library for translations, which Puppet loads, leaves such a String as it is.
            return value
        raise


@method("String Symbol", "start_with?", result="Boolean")
def _starts(value: String | Symbol, *prefixes: object) -> object:
    text = to_s(value)
    for each in prefixes:
        if isinstance(each, Regexp):
            found = each.match(text)
            if found is not None and found.start != 0:
                # A match further on does not say whether there is one at the start.
                raise Unsupported("method", "start_with? of a Regexp")
            if found is not None:
                return True
        elif text.startswith(string_of(each)):
            return True
    return False


@method("String Symbol", "end_with?", result="Boolean")
def _ends(value: String | Symbol, *suffixes: object) -> object:
    return any(to_s(value).endswith(string_of(each)) for each in suffixes)


@method("String", "include?", result="Boolean")
def _includes(value: String, other: object) -> object:
    return string_of(other) in value.text


@method("String", "hex", result="Integer")
def _hex(value: String) -> object:
    found = re.match(r"\s*([+-]?)(?:0[xX])?([0-9a-fA-F]+(?:_[0-9a-fA-F]+)*)", value.text)
    return 0 if found is None else int(found[1] + found[2].replace("_", ""), 16)


MAX_DIGITS = 4000
"""The size of the largest number that is read from a text."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@method("String", "to_i", result="Integer")
def _to_i(value: String, base: object = 10) -> object:
    radix = integer_of(base)
    if radix == 0:
        raise Unsupported("method", "String#to_i of any base")
    if not 2 <= radix <= 36:
        refuse("ArgumentError", f"invalid radix {radix}")
    digits = DIGITS[:radix]
    prefix = {2: "(?:0b)?", 8: "(?:0o?)?", 10: "(?:0d)?", 16: "(?:0x)?"}.get(radix, "")
    found = re.match(rf"[\s]*([+-]?){prefix}([{digits}]+(?:_[{digits}]+)*)", value.text, re.ASCII | re.IGNORECASE)
    spend(len(value.text) >> 3)
    if found is not None and len(found[2]) > MAX_DIGITS:
        raise Unsupported("size of", "an Integer")
    return 0 if found is None else int(found[1] + found[2].replace("_", ""), radix)


@method("String", "to_f", result="Float")
def _to_f(value: String) -> object:
    if re.match(r"\s*[+-]?0[xX]", value.text):
        raise Unsupported("method", "String#to_f of a hexadecimal number")
    found = re.match(
        r"[\s]*([+-]?(?:[0-9]+(?:_[0-9]+)*)(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+)?|[+-]?\.[0-9]+(?:[eE][+-]?[0-9]+)?)",
        value.text,
        re.ASCII,
    )
    return 0.0 if found is None else float(found[1].replace("_", ""))


def _padding(width: object, pad: object) -> tuple[int, str]:
    count = integer_of(width)
    filler = string_of(pad)
    if not filler:
        refuse("ArgumentError", "zero width padding")
    spend_text(max(count, 0))
    if count > 1_000_000:
        raise Unsupported("size of", "a String")
    return count, filler


def _filled(filler: str, count: int) -> str:
    return (filler * (count // len(filler) + 1))[: max(count, 0)]


BLANK = String(" ", True)


@method("String", "ljust", result="String")
def _ljust(value: String, width: object, pad: object = BLANK) -> object:
    count, filler = _padding(width, pad)
    return made(value, value.text + _filled(filler, count - len(value.text)))


@method("String", "rjust", result="String")
def _rjust(value: String, width: object, pad: object = BLANK) -> object:
    count, filler = _padding(width, pad)
    return made(value, _filled(filler, count - len(value.text)) + value.text)


@method("String", "center", result="String")
def _center(value: String, width: object, pad: object = BLANK) -> object:
    count, filler = _padding(width, pad)
    missing = max(count - len(value.text), 0)
    return made(value, _filled(filler, missing // 2) + value.text + _filled(filler, missing - missing // 2))


def character_set(sets: tuple[object, ...]) -> str:
    """The pattern of the characters that all sets, such as `a-z` or `^0-9`, contain."""
    parts = []
    for each in sets:
        text = string_of(each)
        negated = len(text) > 1 and text[0] == "^"
        if "\\" in text:
            raise Unsupported("method", "a set with a backslash")
        listed = expanded(text[1:] if negated else text)
        parts.append(f"(?={'[^' if negated else '['}{''.join(map(re.escape, listed))}])" if listed else "(?!)" if not negated else "")
    return "".join(parts) + r"(?s:.)"


def expanded(text: str) -> list[str]:
    """The characters of a set in order, with ranges such as `a-z` written out."""
    listed: list[str] = []
    at = 0
    while at < len(text):
        if at + 2 < len(text) and text[at + 1] == "-":
            low, high = text[at], text[at + 2]
            if low > high:
                refuse("ArgumentError", f'invalid range "{low}-{high}" in string transliteration')
            spend(ord(high) - ord(low))
            listed += map(chr, range(ord(low), ord(high) + 1))
            at += 3
        else:
            listed.append(text[at])
            at += 1
    return listed


method("String", "delete", result="String")(lambda value, *sets: made(value, _deleted(value.text, sets)))
method("String", "delete!")(lambda value, *sets: in_place(value, _deleted(value.text, sets)))
method("String", "count", result="Integer")(lambda value, first, *sets: len(re.findall(character_set((first, *sets)), value.text)))


def _deleted(text: str, sets: tuple[object, ...]) -> str:
    if not text:
        return text
    if not sets:
        refuse("ArgumentError", "wrong number of arguments (given 0, expected 1+)")
    return re.sub(character_set(sets), "", text)


def _squeezed(text: str, sets: tuple[object, ...]) -> str:
    return re.sub(rf"({character_set(sets) if sets else '(?s:.)'})\1+", r"\1", text)


method("String", "squeeze", result="String")(lambda value, *sets: made(value, _squeezed(value.text, sets)))
method("String", "squeeze!")(lambda value, *sets: in_place(value, _squeezed(value.text, sets)))


def _translated(text: str, from_: object, to: object, squeeze: bool) -> str:
    source, target = string_of(from_), string_of(to)
    spend(len(text) >> 2)
    if "\\" in source + target:
        raise Unsupported("method", "tr with a backslash")
    negated = len(source) > 1 and source[0] == "^"
    listed, targets = expanded(source[1:] if negated else source), expanded(target)
    table: dict[str, str] = {}
    if not negated:
        for at, each in enumerate(listed):
            table.setdefault(each, "" if not targets else targets[min(at, len(targets) - 1)])
    parts: list[str] = []
    last = None
    for each in text:
        new = (None if each in listed else targets[-1] if targets else "") if negated else table.get(each)
        if new is None:
            parts.append(each)
            last = None
        elif not (squeeze and new == last):
            parts.append(new)
            last = new
    return "".join(parts)


method("String", "tr", result="String")(lambda value, old, new: made(value, _translated(value.text, old, new, False)))
method("String", "tr!")(lambda value, old, new: in_place(value, _translated(value.text, old, new, False)))
method("String", "tr_s", result="String")(lambda value, old, new: made(value, _translated(value.text, old, new, True)))


def successor(text: str) -> str:
    """The next String, as `succ` gives it: the last letter or digit is incremented, and the carry goes to those before it."""
    if not text:
        return ""
    if not text.isascii() or not any(map(str.isalnum, text)):
        raise Unsupported("method", "String#succ")
    characters = list(text)
    carried: int | None = None
    is_separated = False
    for at in range(len(characters) - 1, -1, -1):
        each = characters[at]
        if is_separated and carried is not None and each.isalnum() and each.isdigit() is not characters[carried].isdigit():
            break
        is_separated = not each.isalnum()
        if is_separated:
            continue
        if each not in "zZ9":
            characters[at] = chr(ord(each) + 1)
            return "".join(characters)
        characters[at] = {"z": "a", "Z": "A", "9": "0"}[each]
        carried = at
    assert carried is not None
    first = characters[carried]
    return "".join((*characters[:carried], "1" if first == "0" else first, *characters[carried:]))


ESCAPES = {
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\x1b": "\\e",
    "\a": "\\a",
    "\b": "\\b",
    "\v": "\\v",
    "\f": "\\f",
    '"': '\\"',
    "\\": "\\\\",
}
"""How `dump` writes characters that it has words for."""


@method("String", "dump")
def _dump(value: String) -> object:
    """A literal of ASCII for the text."""
    if value.binary:
        raise Unsupported("method", "String#dump of bytes")
    written: list[str] = []
    for at, each in enumerate(value.text):
        code = ord(each)
        if each in ESCAPES:
            written.append(ESCAPES[each])
        elif each == "#" and value.text[at + 1 : at + 2] in ("{", "$", "@") and at + 1 < len(value.text):
            written.append("\\#")
        elif 32 <= code < 127:
            written.append(each)
        else:
            written.append(f"\\x{code:02X}" if code < 128 else f"\\u{code:04X}" if code < 0x10000 else f"\\u{{{code:X}}}")
    return String('"' + "".join(written) + '"')


method("String", "succ", "next", result="String")(lambda value: made(value, successor(value.text)))


@yields("String", "upto")
def _upto(machine: Machine, block: AnyProc | None, value: String, last: object, exclusive: object = False) -> object:
    body = machine.needs(block, "upto")
    for each in strings_between(value.text, string_of(last), exclusive is True):
        machine.call(body, String(each))
    return value


def strings_between(low: str, high: str, exclusive: bool) -> list[str]:
    """The Strings of a Range."""
    if low.isascii() and high.isascii() and low.isdigit() and high.isdigit():
        width = len(low)
        numbers = range(int(low), int(high) + (not exclusive))
        spend(len(numbers))
        return [f"{each:0{width}}" for each in numbers]
    if len(low) == 1 and len(high) == 1 and low.isascii() and high.isascii():
        return [chr(each) for each in range(ord(low), ord(high) + (not exclusive))]
    found: list[str] = []
    order = compare(String(low), String(high))
    if order == 1 or (order == 0 and exclusive):
        return found
    each, longest = low, len(high.encode("utf-8", "surrogatepass"))
    while True:
        spend(1)
        found.append(each)
        if each == high:
            return found
        each = successor(each)
        if (exclusive and each == high) or len(each) > longest or not each:
            return found


# ---- Symbols

method("Symbol", "to_s", "name", "id2name")(lambda value: String(to_s(value)))
method("Symbol", "to_sym")(lambda value: value)
method("Symbol", "length", "size")(lambda value: len(to_s(value)))
method("Symbol", "empty?")(lambda value: not to_s(value))
method("Symbol", "upcase", more=MANY)(lambda value: Symbol.named(_case(to_s(value), "upper")))
method("Symbol", "downcase", more=MANY)(lambda value: Symbol.named(_case(to_s(value), "lower")))
method("Symbol", "capitalize", more=MANY)(lambda value: Symbol.named(capitalized(to_s(value))))
method("Symbol", "succ")(lambda value: Symbol.named(successor(to_s(value))))


@yields("Symbol", "to_proc")
def _to_proc(machine: Machine, block: AnyProc | None, value: Symbol) -> object:
    return NativeProc(lambda receiver=None, *rest: machine.send(receiver, value.name, list(rest)), -2)


@method("String.", "new", result="String")
def _new(module: object, text: object = NONE, *options: object) -> object:
    given = [text, *options]
    if len([each for each in given if not (isinstance(each, Hash) and each.keywords)]) > 1:
        refuse("ArgumentError", f"wrong number of arguments (given {len(given)}, expected 0..1)")
    if isinstance(text, Hash) and not text.keywords:
        string_of(text)
    return String("" if text is NONE or isinstance(text, Hash) else string_of(text))


@method("String", "encode", result="String")
def _encode(value: String, *arguments: object) -> object:
    if len(arguments) == 1 and isinstance(arguments[0], Hash):
        options = {to_s(key): each for key, each in arguments[0].items()}
        if list(options) == ["xml"] and isinstance(options["xml"], Symbol):
            text = value.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            if options["xml"].name == "text":
                return made(value, text)
            if options["xml"].name == "attr":
                return made(value, '"' + text.replace('"', "&quot;") + '"')
    if arguments and all(isinstance(each, String) and each.text.upper() == "UTF-8" for each in arguments) and not value.binary:
        return made(value, value.text)
    raise Unsupported("method", "String#encode")


@method("String", "force_encoding", result="String")
def _force(value: String, name: object) -> object:
    if isinstance(name, String) and name.text.upper() == "UTF-8" and (not value.binary or value.text.isascii()):
        value.force_text()
        return value
    raise Unsupported("method", "String#force_encoding")
