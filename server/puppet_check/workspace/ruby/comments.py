"""Documentation comments in the format of puppet-strings: text, then tags such as `@param name description`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import tree_sitter

from puppet_check.workspace.ruby.tree import text

TAGS = frozenset("summary param return example note raise see api deprecated since option todo author version".split())
"""Known tags, which may be indented; any other word after an indented `@` may be a virtual resource of an example."""
DEPRECATED = "deprecated"
DIRECTIVES = ("frozen_string_literal:", "encoding:", "-*-", "rubocop:", "vim:", "!/")
"""Beginnings of comments that are directives for tools."""


class Doc(NamedTuple):
    """The parsed documentation of a definition."""

    text: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    deprecated: str | None = None
    is_private: bool = False
    returns: str = ""
    """What a function returns."""

    def parameter(self, name: str) -> str:
        """The documentation of a parameter; empty if there is none."""
        return next((about for key, about in self.parameters if key == name), "")


def documentation(comments: Iterable[tree_sitter.Node]) -> Doc:
    """The documentation in the comments above a definition."""
    lines = [line for comment in comments for line in _lines(text(comment))]
    # A licence header does not document the definition after it.
    return Doc() if any(line.startswith(("Copyright", "SPDX-")) for line in lines) else parse(lines)


def parse(lines: Iterable[str]) -> Doc:
    """Parse lines of documentation."""
    prose: list[str] = []
    tags: list[tuple[str, list[str]]] = []
    in_tag = False
    for line in lines:
        tag, _, rest = line.strip().removeprefix("@").partition(" ")
        if line.startswith("@") or (tag in TAGS and line.lstrip().startswith("@")):
            tags.append((tag, [rest.strip()]))
            in_tag = True
        elif in_tag and (not line.strip() or line.startswith(" ")):
            tags[-1][1].append(line.strip())
        else:
            in_tag = False
            prose.append(line)
    words = [(tag, "\n".join(content).strip()) for tag, content in tags]
    summary = next((content for tag, content in words if tag == "summary"), "")
    body = "\n".join(prose).strip()
    whole = body if body.startswith(summary) else "\n\n".join(each for each in (summary, body) if each)
    return Doc(
        whole,
        tuple(_parameter(content) for tag, content in words if tag == "param"),
        next((content for tag, content in words if tag == "deprecated"), _deprecation(whole)),
        ("api", "private") in words,
        next((content for tag, content in words if tag == "return"), ""),
    )


def _deprecation(content: str) -> str | None:
    """The reason in a text that begins with `DEPRECATED.` or `**Deprecated:**`; None for other texts."""
    bare = content.lstrip("*_ ")
    if bare[: len(DEPRECATED)].lower() != DEPRECATED or bare[len(DEPRECATED) : len(DEPRECATED) + 1] not in (".", ":", "*", ",", "-", ""):
        return None
    return bare[len(DEPRECATED) :].partition("\n\n")[0].lstrip(".:*,-_ \n")


def _parameter(content: str) -> tuple[str, str]:
    """The name and text of `name [Type] text` or `[Type] name text`."""
    rest = _without_type(content)
    name, _, about = rest.partition("\n") if "\n" in rest.partition(" ")[0] else rest.partition(" ")
    return name.lstrip("*&"), _without_type(about.strip())


def _without_type(content: str) -> str:
    if not content.startswith("["):
        return content
    depth = 0
    for index, character in enumerate(content):
        depth += (character == "[") - (character == "]")
        if depth == 0:
            return content[index + 1 :].strip()
    return content


def _lines(comment: str) -> list[str]:
    if comment.startswith("=begin"):
        return comment.split("\n")[1:-1]
    line = comment.lstrip("#").removeprefix(" ").rstrip()
    return [] if line.startswith(DIRECTIVES) else [line]
