"""Reads an ERB template as Ruby."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from puppet_check.rules.documents import Subjects
from puppet_check.rules.erb.names import Bare, bare_names
from puppet_check.rules.erb.words import arguments, words
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.errors import RubyFault, first_error
from puppet_grammar.dataclass import dataclass
from puppet_typesys.diagnostics import Severity, issue
from puppet_typesys.ruby.erb_code import CompiledTemplate
from puppet_typesys.ruby.syntax import RubyLimit, parse

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True)
class Template:
    """A template that is valid Ruby."""

    path: str
    source: bytes
    ruby: CompiledTemplate
    root: Node

    @cached_property
    def bare_names(self) -> list[Bare]:
        """The bare names, for which several rules ask."""
        return bare_names(self.root)

    def place(self, node: Node) -> tuple[int, int]:
        """The offsets of a node in the template."""
        return _span(self.ruby, node.start_byte, node.end_byte)


@issue(Severity.ERROR)
def epp_erb_syntax(kind: RubyFault, word: str, closing: str) -> str:
    """Invalid Ruby in an ERB template"""
    return words(kind, word, closing)


@issue(Severity.INFO)
def unread_ruby(reason: str) -> str:
    """Ruby in a template or Puppetfile is too deep or too long to be read"""
    return f"this file is not checked: {reason}"


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """A template, or the first place where it is not valid Ruby; nothing when that is uncertain."""
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return Subjects()
    ruby = CompiledTemplate(source)
    try:
        tree = parse(ruby.code)
        error = first_error(tree.root_node)
    except (RubyLimit, RecursionError) as limit:
        return Subjects(problems=(unread_ruby(str(limit)).at(0, 1),))
    if error is None and tree.root_node.has_error:
        return Subjects()
    if error is None:
        return Subjects((Template(path, source, ruby, tree.root_node),))
    start, end = _span(ruby, error.start, error.end)
    # The compiled Ruby collects the text in a variable of its own.
    shown = error._replace(word=error.word.replace("_erbout", "text of the template"))
    return Subjects(problems=(epp_erb_syntax(*arguments(shown)).at(start, min(max(end, start + 1), max(len(source), 1))),))


def _span(ruby: CompiledTemplate, start: int, end: int) -> tuple[int, int]:
    """The offsets in the template of a span of its Ruby code."""
    return ruby.place(start), ruby.place(max(end - 1, start)) + 1
