"""Where the code of a repository is entered: what is used although no code of it says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from puppet_check.workspace.unused.candidates import CLASS, FACT, FILE, KEY, PLAN, TASK, TEMPLATE, Candidate, Part
from puppet_grammar.patterns import lazy_pattern

ROLE = lazy_pattern(r"(?:^|::|_)roles?(?:::|_|\Z)")
"""The classes that a classification names unless patterns say which: roles."""
INCLUSION = lazy_pattern(
    r"(?:(?m:^)|[{};])[ \t]*(?:include|contain|require|hiera_include)\b(?!\s*+=>)\s*+\(?\s*+\[?\s*+([^\n]*)"
    r"|\bclass\s*\{\s*(\[?\s*[\"']?\$[^\n]*?):(?!:)"
    r"|\bcreate_resources\(\s*['\"]?class['\"]?\s*,([^\n]*)"
)
"""A statement that includes classes, with what names them."""
VALUE = lazy_pattern(r"=>[^,]*")
"""The parameters of a class in a hash of classes."""
METHOD = lazy_pattern(r"\.\s*(?:include|contain|require)\b(?!\s*=>)")
BEFORE = 400
"""How much text before a method that includes classes is searched for the names."""
VARIABLE = lazy_pattern(r"\$\{?((?:::)?\w+(?:::\w+)*)")
OUTSIDE = lazy_pattern(
    r"\$\{?(?:facts|trusted|server_facts|::\w+\b(?!::))|\b(?:getvar|fact|puppetdb_query|query_nodes|query_facts|generate|external)\b"
)
"""What has values from outside of the repository."""
NAME = lazy_pattern(r"[\"'](?:[\w:]++|\$\{[^{}]*\}|\$\w++)*+[\"']|\b(?:lookup|hiera\w*)\b")
LETTER = lazy_pattern(r"[A-Za-z]")
END = lazy_pattern(r"\n\s*\n|\n\s*\}|\n\s*\$\w+\s*=|\n\s*(?:if|case|include|contain|class)\b")
MOST_VARIABLES = 50


def is_entry(candidate: Candidate, patterns: Sequence[str] | None, *, is_environment: bool) -> bool:
    """Whether something is used from outside of the repository, as far as can be known."""
    if candidate.kind in (TEMPLATE, FILE, KEY, FACT):
        return False
    if candidate.kind in (PLAN, TASK) or not is_environment:
        return not candidate.is_private
    if candidate.kind != CLASS:
        return False
    if patterns is None:
        return ROLE.search(candidate.name) is not None
    return any(fnmatchcase(candidate.name, each.lower().removeprefix("::")) for each in patterns)


def includes_any_class(parts: Iterable[Part]) -> str | None:
    """The file of some code that includes classes whose names come from outside of the repository; None without one."""
    for part in parts:
        if part.path.endswith((".pp", ".epp")):
            text = part.text.decode("utf-8", "replace")
            if any(_is_from_outside(each, text) for each in _inclusions(text)):
                return part.path
    return None


def _inclusions(text: str) -> Iterator[str]:
    """The texts of what names included classes."""
    for found in INCLUSION.finditer(text):
        yield VALUE.sub("", found[1] or found[2] or found[3] or "")
    for method in METHOD.finditer(text):
        before = text[max(0, method.start() - BEFORE) : method.start()]
        yield before[max((each.start() + 1 for each in END.finditer(before)), default=0) :]


def _is_from_outside(naming: str, text: str) -> bool:
    """Whether a text that names classes has values that are nowhere in the repository."""
    seen: set[str] = set()
    waiting = [naming]
    while waiting and len(seen) < MOST_VARIABLES:
        given = _without_known_names(waiting.pop())
        if OUTSIDE.search(given):
            return True
        for name in dict.fromkeys(VARIABLE.findall(given)):
            if name not in seen and "::" not in name:
                seen.add(name)
                origins = [*_origins(name, text)]
                if not origins and not _is_parameter(name, text):
                    return True
                waiting += origins
    return False


def _without_known_names(text: str) -> str:
    """A text without strings that have a part of a name, and so mention what they may name, and without keys of data."""
    return NAME.sub(lambda found: "" if LETTER.search(re.sub(r"\$\{[^{}]*\}|\$\w+", "", found[0])) else found[0], text)


def _origins(name: str, text: str) -> Iterator[str]:
    """What a variable is assigned from, or what the lambda that has it as a parameter is called on."""
    for found in re.finditer(rf"\${name}\s*=(?![=~>])", text):
        rest = text[found.end() : found.end() + BEFORE]
        end = END.search(rest)
        yield rest if end is None else rest[: end.start()]
    for found in re.finditer(rf"\|[^|\n]{{0,200}}\${name}\b[^|\n]{{0,200}}\|", text):
        before = text[max(0, found.start() - BEFORE) : found.start()]
        yield before[max((each.start() + 1 for each in END.finditer(before)), default=0) :]


def _is_parameter(name: str, text: str) -> bool:
    """Whether a variable is a parameter without a default, or one that a define always has."""
    return name in ("name", "title") or re.search(rf"[(,\s]\${name}\s*+[,)]", text) is not None
