"""Docstrings: a text, and tags such as `@param name [Type] text`, in the format of YARD, which puppet-strings uses.

A tag begins at the start of a line and continues on indented lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern

TAG_LINE = lazy_pattern(r"(?a)@(!)?((?:\w\.?)+)(?:\s+(.*))?\Z")
WHITE = " \t\n\v\f\r\0"
"""White space as Ruby strips it: no-break spaces belong to the text."""
BLANK = lazy_pattern(r"(?a)\s+")
SPACES = lazy_pattern(" +")
INDENT = lazy_pattern(r"(?a)\s*")
REFERENCE = lazy_pattern(r"(?a)\s*(?:\S+\s+)?\(\s*see\s+\S+\s*\)\s*\Z")
"""The body of a tag that stands for those of another definition, which no definition in Puppet has."""
OPENING, CLOSING = "[({<", ">})]"
"""What encloses a list of types."""
QUOTED = lazy_pattern(r"([\"']).+?\1")


class Tag(NamedTuple):
    """A tag of a docstring."""

    tag: str
    text: str | None = None
    types: tuple[str, ...] | None = None
    name: str | None = None
    """What the tag is about, such as a parameter, or the title of an example."""
    option: Tag | None = None
    """The name, types and text of a key (`@option`) or value (`@enum`) of the parameter `name`."""


class Docstring(NamedTuple):
    """A parsed docstring."""

    text: str = ""
    tags: tuple[Tag, ...] = ()
    """The tags in the order of their names, and of the source."""
    raw: str = ""

    def of(self, *names: str) -> list[Tag]:
        """The tags with one of some names."""
        return [each for each in self.tags if each.tag in names]

    def first(self, name: str) -> Tag | None:
        """The first tag with a name."""
        return next(iter(self.of(name)), None)

    def text_of(self, name: str) -> str | None:
        """The text of the first tag with a name that has a text."""
        return next((each.text for each in self.of(name) if each.text), None)

    def with_tags(self, tags: Iterable[Tag]) -> Docstring:
        """The docstring with other tags."""
        return self._replace(tags=tuple(sorted(tags, key=lambda each: each.tag)))

    def with_tag(self, tag: Tag, before: Tag | None) -> Docstring:
        """The docstring with a tag in the place of another one, or one more if there was none."""
        if before is None:
            return self.with_tags((*self.tags, tag))
        return self.with_tags(tag if each is before else each for each in self.tags)

    @property
    def is_private(self) -> bool:
        """Whether the definition is not for others (`@api private`)."""
        return any(each.text == "private" for each in self.of("api"))


def parse_docstring(raw: str) -> Docstring:
    """Parse a docstring."""
    lines = raw.replace("\r\n", "\n").rstrip("\n").split("\n") if raw.rstrip("\n") else []
    text: list[str] = []
    tags: list[Tag] = []
    for part in _parts(lines):
        if isinstance(part, str):
            text.append(part)
        else:
            name, body = part
            made = READERS[name](name, body) if name in READERS and not REFERENCE.match(body) else None
            if made is not None:
                tags.append(made)
    return Docstring("\n".join(text).strip(WHITE), (), raw).with_tags(tags)


def _parts(lines: list[str]) -> Iterator[str | tuple[str, str]]:
    """The lines of the text, and the names and bodies of the tags."""
    name, body, orig, last_indent, last_is_empty = "", [""], 0, 0, False
    for index, line in enumerate((*lines, "")):
        start = INDENT.match(line)
        indent = start.end() if start else 0
        is_empty = not line.strip(WHITE)
        found = TAG_LINE.match(line)
        ends = (indent < orig and not is_empty) or index == len(lines) or (indent == 0 and not is_empty)
        if name and (ends or (indent <= last_indent and found is not None)):
            yield name, "\n".join(body)
            name, orig = "", 0
        if found is not None:
            # A directive (`@!name`) is none of the tags.
            name, body = f"{found[1] or ''}{found[2]}", [found[3] or ""]
        elif name and indent >= orig and not is_empty:
            orig = orig or indent
            body += [""] * last_is_empty
            body.append(_dedented(line, orig))
        elif not name:
            yield line
        last_indent, last_is_empty = indent, is_empty


def _dedented(line: str, width: int) -> str:
    return line[width:] if not line[:width].strip(" \t") and len(line) >= width else line


def _plain(tag: str, body: str) -> Tag | None:
    return Tag(tag, body.strip(WHITE))


def _named(tag: str, body: str) -> Tag | None:
    name, text = _name_and_text(body)
    return Tag(tag, text, name=name)


def _typed(tag: str, body: str) -> Tag | None:
    name, types, text = _types_and_name(body)
    return None if name else Tag(tag, text, types)


def _typed_and_named(tag: str, body: str) -> Tag | None:
    name, types, text = _types_and_name(body)
    if not name:
        name, text_ = _name_and_text(text)
        return Tag(tag, text_, types, name)
    return Tag(tag, text, types, name)


def _titled(tag: str, body: str) -> Tag | None:
    if not body:
        return None
    title, _, text = body.partition("\n")
    return Tag(tag, text, name=SPACES.sub(" ", title).strip(WHITE))


def _option(tag: str, body: str) -> Tag | None:
    name, text = _name_and_text(body)
    of_key, types, rest = _types_and_name(text or "")
    if not of_key:
        of_key, rest_ = _name_and_text(rest)
        rest = rest_ or ""
    if rest.startswith("("):
        rest = rest.partition(")")[2].strip(WHITE)
    return Tag(tag, name=name, option=Tag(tag, rest, types, of_key))


def _enum(tag: str, body: str) -> Tag | None:
    name, text = _name_and_text(body)
    return Tag(tag, name=name, option=_named(tag, text or ""))


def _name_and_text(text: str) -> tuple[str | None, str | None]:
    words = BLANK.split(text.strip(WHITE), 1)
    return (words[0] or None), (words[1] if len(words) > 1 else None)


def _types_and_name(text: str) -> tuple[str | None, tuple[str, ...] | None, str]:
    """The name before a list of types, the types, and the text after them; without types, only the text."""
    before: list[str] = []
    types: list[list[str]] = [[]]
    level, end, position = 0, 0, 0
    has_space, last = False, ""
    while position < len(text):
        character = text[position]
        quoted = QUOTED.match(text, position) if character in "\"'" else None
        if quoted is not None:
            types[-1].append(quoted[0])
            position = quoted.end()
            continue
        if character in OPENING:
            if level:
                types[-1].append(character)
            level += 1
        elif character in CLOSING:
            if not (last == "=" and character == ">"):
                level -= 1
            if level == 0:
                end = position
                break
            types[-1].append(character)
        elif character == "," and level == 1:
            types.append([])
        elif level == 0 and character not in WHITE:
            if has_space and types == [[]]:
                end = position
                break
            before.append(character)
        elif level == 0 and character in " \t" and before:
            has_space = True
        elif level >= 1:
            types[-1].append(character)
        elif character == "\n":
            end = position
            break
        last = character
        position += 1
    if types == [[]]:
        return None, None, text.strip(WHITE)
    return "".join(before).strip(WHITE) or None, tuple("".join(each).strip(WHITE) for each in types), text[end + 1 :].strip(WHITE)


READERS: dict[str, Callable[[str, str], Tag | None]] = {
    **dict.fromkeys("abstract api author deprecated note private since summary todo version".split(), _plain),
    **dict.fromkeys("param attr attr_reader attr_writer yieldparam".split(), _typed_and_named),
    **dict.fromkeys("return raise yield yieldreturn".split(), _typed),
    "see": _named,
    "example": _titled,
    "option": _option,
    "enum": _enum,
}
"""How each tag is read; others are left out."""
