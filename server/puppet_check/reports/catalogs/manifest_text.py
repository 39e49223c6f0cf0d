"""What a search of the text of a class or define says of it, before anything is parsed.

It selects what is worth an evaluation: what is missed is not evaluated, and what is found in error is evaluated for nothing.
Where possible, patterns begin with literal text, which makes a search ten times as fast.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

QUOTED = r"""'[^'\n]*'|"[^"\n]*\""""
REFERRED = r"(\[[^;{}]*|[A-Z][^\n]*)"
COMMENT = lazy_pattern(r"^[ \t]*#.*$", re.MULTILINE)
DEFINITION = lazy_pattern(r"^(class|define)\s+([\w:]+)", re.MULTILINE)
TITLES = lazy_pattern(rf"[{{;]\s*(\[[^\]{{}}]*\]|{QUOTED}|\$[\w:]+)\s*:(?!:)")
TITLE = lazy_pattern(rf"{QUOTED}|\$[\w:]+")
TYPE = lazy_pattern(r"(?:^|[\n{])([ \t]*)@?(?:::)?([a-z]\w*(?:::\w+)*)\s*$")
INCLUSIONS = tuple(lazy_pattern(rf"{each}[\s(]+([^\n=]*)") for each in ("include", "contain", "require", "inherits"))
NAME = lazy_pattern(r"[a-z]\w*(?:::\w+)*")
ENSURING = lazy_pattern(r"ensure_(packages|resources?)\b\(?([^)]*)")
REFERENCE = lazy_pattern(rf"([A-Z]\w*(?:::[A-Z]\w*)*)\[\s*({QUOTED}|\$[\w:]+|[a-z:][\w:]*)")
AFTER = tuple(lazy_pattern(rf"{each}\s*=>\s*{REFERRED}") for each in ("require", "subscribe"))
BEFORE = tuple(lazy_pattern(rf"{each}\s*=>\s*{REFERRED}") for each in ("before", "notify"))
ARROW = lazy_pattern(r"\]\s*([-~]>|<[-~])")
QUALIFIER = lazy_pattern(r"(\$\{?)(?:::)?(?:[a-z]\w*::)+")
LONGEST_TYPE = 80
"""The number of characters before a brace in which its type is searched."""
REACH = 300
"""The number of characters around an arrow in which its operands are searched."""
UNCONDITIONAL = 4
"""The width of the indentation of statements that are in no condition, if one level is as wide as in most modules, or twice that."""

Title = tuple[str, str]
"""A type in lower case and a title without the qualifiers of its variables."""


class Manifest(NamedTuple):
    """What the text of a class or define says."""

    name: str
    is_class: bool
    uses: frozenset[str]
    """The classes and defines that it includes, inherits or declares."""
    declared_classes: frozenset[str]
    """The classes that it declares as resources."""
    titles: frozenset[Title]
    """The resources that it declares under no condition."""
    all_titles: frozenset[Title]
    """The resources that it declares."""
    earlier: frozenset[Title]
    """What its resources require."""
    later: frozenset[Title]
    """What its resources precede."""
    chains: frozenset[tuple[Title, Title]]
    """What it declares to be before what."""


class Declared(NamedTuple):
    """A title of a resource or class in a text."""

    type: str
    title: str
    is_certain: bool
    """Whether it seems to be declared whenever the text is evaluated, with this title."""


def class_name(written: str) -> str:
    """The name of a class or type that code writes in this way."""
    return written.removeprefix("::").lower()


@lru_cache(2000)
def read_manifest(text: str) -> Manifest | None:
    """What the text of a file says; None if no line begins with the definition of a class or define."""
    definition = DEFINITION.search(text)
    if definition is None:
        return None
    text = COMMENT.sub("", text)
    is_class = definition[1] == "class"
    declared = [*_declared(text, is_class), *_ensured(text)]
    classes = frozenset(each.title.removeprefix("::") for each in declared if each.type == "class")
    resources = [each for each in declared if each.type != "class"]
    included = (name for pattern in INCLUSIONS for each in pattern.finditer(text) for name in NAME.findall(each[1]))
    has_references = "[" in text
    return Manifest(
        definition[2],
        is_class,
        classes.union(included, (each.type for each in resources)),
        classes,
        frozenset((each.type, each.title) for each in resources if each.is_certain),
        frozenset((each.type, each.title) for each in resources),
        frozenset(one for pattern in AFTER for one in _referred(text, pattern)) if has_references else frozenset(),
        frozenset(one for pattern in BEFORE for one in _referred(text, pattern)) if has_references else frozenset(),
        frozenset(_chains(text)) if has_references else frozenset(),
    )


def _declared(text: str, is_class: bool) -> Iterator[Declared]:
    # A resource that may be declared already is declared by few without asking.
    is_guarded = "defined(" in text or "defined_with_params" in text
    type: re.Match[str] | None = None
    for each in TITLES.finditer(text):
        if each[0].startswith("{"):  # After a semicolon, it is that of the body before.
            type = TYPE.search(text, max(0, each.start() - LONGEST_TYPE), each.start())
        if type is not None:
            is_certain = not is_guarded and len(type[1]) <= UNCONDITIONAL
            for title in map(_plain, TITLE.findall(each[1])):
                # The variables of a define differ among its resources.
                yield Declared(type[2], title, is_certain and (is_class or "$" not in title))


def _ensured(text: str) -> Iterator[Declared]:
    for each in ENSURING.finditer(text):
        names = [_plain(title) for title in TITLE.findall(each[2])]
        type = "package" if each[1] == "packages" or not names else names.pop(0)
        yield from (Declared(type, title, is_certain=True) for title in names)


def _referred(text: str, pattern: re.Pattern[str]) -> Iterator[Title]:
    for each in pattern.finditer(text):
        yield from (_reference(*one) for one in REFERENCE.findall(each[1]))


def _chains(text: str) -> Iterator[tuple[Title, Title]]:
    for each in ARROW.finditer(text):
        left = REFERENCE.findall(text[max(0, each.start() - REACH) : each.end()])
        right = REFERENCE.search(text, each.end(), each.end() + REACH)
        if left and right is not None:
            first, second = _reference(*left[-1]), _reference(right[1], right[2])
            yield (second, first) if each[1].startswith("<") else (first, second)


def _plain(title: str) -> str:
    plain = QUALIFIER.sub(r"\1", title.strip("'\""))
    return plain.rstrip("/") or plain  # as the title of a file


def _reference(type: str, title: str) -> Title:
    plain = _plain(title)
    return (type.lower(), plain.removeprefix("::").lower() if type == "Class" else plain)
