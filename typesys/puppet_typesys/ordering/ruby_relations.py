"""The autorelations of a resource type written in Ruby, as far as its blocks consist of titles and values of attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ordering.autorelations import SET, Form, Rows, rows_of_type
from puppet_typesys.ordering.ruby_blocks import program_of

BLOCK = lazy_pattern(
    r"^([ \t]*)(?:\w+\.)?auto(require|before|notify|subscribe)[ (]\s*:(\w+)\s*\)?\s*"
    r"(?:\{([^{}\n]*)\}|do[ \t]*(?:\|[^|\n]*\|)?[ \t]*\n(.*?)^\1end\b)",
    re.MULTILINE | re.DOTALL,
)
ANY_BLOCK = lazy_pattern(r"^[ \t]*(?:\w+\.)?auto(?:require|before|notify|subscribe)(?:[ (]|:)", re.MULTILINE)
LOOP = lazy_pattern(
    r"(?:\[([^\]\n]*)\]|%i[\[(]([^\])\n]*)[\])]|\{([^}\n]*)\})\.each do \|\s*(\w+)[^|\n]*\|[ \t]*\n"
    r"\s*auto(require|before|notify|subscribe)[ (]\s*\4\b"
)
"""A block for each of some types, of which nothing is known but those."""
SYMBOL = lazy_pattern(r"(?<![\w:]):(\w+)|\b(\w+):(?=\s)")
STRING = r"(?:'[^'\\]*'|\"[^\"\\#]*\")"
TITLES = lazy_pattern(rf"\[?\s*{STRING}(?:\s*,\s*{STRING})*\s*,?\s*\]?\Z")
WORDS = lazy_pattern(r"%w[\[({]([^\])}]*)[\])}]\Z")
VALUE = r"(?:self\[:(\w+)\]|should\(:(\w+)\))"
VALUES = lazy_pattern(rf"\[?\s*{VALUE}\s*\]?(?:\.compact)?(?:\s+(?:if|unless)\s+[^\n]*)?\Z")
CALL = lazy_pattern(r"(\w+)(?:\(\s*|[ \t]+)(:\w+|'[^'\\]*'|\"[^\"\\#]*\")\s*\)?\Z")
METHOD = r"^([ \t]*)def {}\(\s*(\w+)\s*\)[ \t]*\n(.*?)^\1end\b"
"""A method of a name with one parameter."""
PARAMETER = lazy_pattern(r"newparam\s*\(?\s*:(\w+)")
NAMEVAR = lazy_pattern(r"\bisnamevar\b|\bnamevar: *true\b|:namevar *=> *true\b")
MADE = lazy_pattern(r"\b(?:un)?munge\b|\bnewvalues?\b\s*\(?\s*[^%/\s(]|:parent\b|\bparent:|\bboolean:|:boolean\b")
"""What makes another value of that which a resource gives."""
COMMENT = lazy_pattern(r"^[ \t]*#[^\n]*\n?", re.MULTILINE)
HERE_DOCUMENT = lazy_pattern(r"<<[-~]?['\"]?([A-Z]\w*)['\"]?.*?^\s*\1\s*$", re.MULTILINE | re.DOTALL)


@lru_cache(maxsize=256)
def relations_in(name: str, text: str) -> Rows:
    """The autorelations in the file of a type; what is not understood is taken from the table of known types, or unknown."""
    known = rows_of_type(name) or {}
    plain = COMMENT.sub("", HERE_DOCUMENT.sub("", text))
    rows: dict[tuple[str, str], Sequence[Form] | None] = {}
    blocks = [*BLOCK.finditer(plain)]
    for found in blocks:
        _, kind, target, line, lines = found.groups()
        body = _with_method((lines if line is None else line).strip(), plain)
        forms = _forms(body, plain)
        rows[kind, target] = known.get((kind, target)) if forms is None else forms
    loops = [*LOOP.finditer(plain)]
    for found in loops:
        for target in _symbols(found):
            rows[found[5], target] = known.get((found[5], target))
    if len(blocks) + len(loops) < len(ANY_BLOCK.findall(plain)):
        # Some are made in a loop, or in a way that is not read.
        return {**known, **rows} if known else {**rows, ("require", ""): None, ("before", ""): None}
    return rows


def _with_method(body: str, text: str) -> str:
    """The body of a block; if it only calls a method of the type with a literal, that of the method with it as the parameter."""
    call = CALL.match(body)
    method = None if call is None else re.search(METHOD.format(call[1]), text, re.MULTILINE | re.DOTALL)
    if call is None or method is None:
        return body
    return re.sub(rf"(?<![\w:@.]){method[2]}\b(?!:)", lambda _: call[2], method[3]).strip()


def _symbols(loop: re.Match[str]) -> list[str]:
    """The types of a loop: the symbols of an array, or the keys of a hash."""
    if loop[2] is not None:
        return loop[2].split()
    if loop[1] is not None:
        return [each[1] for each in SYMBOL.finditer(loop[1]) if each[1]]
    return [each[2] or each[1] for each in SYMBOL.finditer(loop[3]) if each[2] or "=>" in loop[3]]


def _forms(body: str, text: str) -> list[Form] | None:
    if TITLES.match(body):
        titles = tuple(each[1:-1] for each in re.findall(STRING, body))
        return [Form("titles", titles=titles)]
    words = WORDS.match(body)
    if words is not None:
        return [Form("titles", titles=tuple(words.group(1).split()))]
    value = VALUES.match(body)
    if value is not None:
        name = value.group(1) or value.group(2)
        section = _section(name, text)
        return [Form("value", name, condition=_condition(section))] if section else None
    program = program_of(body)
    if program is None:
        return None
    names = tuple(_named(each, text) for each in program[1])
    sections = [_section(each, text) for each in names]
    if not all(sections) or any(MADE.search(each) for each in sections):
        return None
    return [Form("ruby", program[0], names, _condition("".join(sections)))]


def _named(name: str, text: str) -> str:
    """The attribute that a name stands for: `name` is another name of the only attribute by which resources are identified."""
    if name != "name" or _section(name, text):
        return name
    namevars = [each for each in PARAMETER.findall(text) if NAMEVAR.search(_section(each, text))]
    return namevars[0] if len(namevars) == 1 else name


def _condition(declaration: str) -> str:
    """The condition on which attributes have the values that a resource gives: that they are set, if they have a default."""
    return SET if "defaultto" in declaration else ""


def _section(name: str, text: str) -> str:
    """The declaration of an attribute; empty without one."""
    begin = re.search(rf"new(?:param|property)\s*\(?\s*:{re.escape(name)}\b", text)
    if begin is None:
        return ""
    following = re.compile(r"new(?:param|property)\b").search(text, begin.end())
    return text[begin.start() : following.start() if following else len(text)]
