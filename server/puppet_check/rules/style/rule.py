"""The table of the style rules; each module of `core` and `plugins` registers its rules and declares their issues.

A rule is like one about other things in Puppet code (`rules/rule.py`), but its code is spelled as in puppet-lint, and it can be about the
`Tokens` of a text as well as about nodes:

    @style_issue(Severity.ERROR)
    def hard_tabs() -> str:
        \"""Tab character used for indentation\"""
        return "tab character found"

    @style(on=Tokens)
    def check_tabs(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
        ...

Only the rules of modules that declare a selected code are run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ParamSpec

from puppet_check.rules.file import File
from puppet_check.rules.style.parts import Definition, Resource, definitions, resources
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar.dataclass import dataclass, field
from puppet_grammar.table import Table
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Severity, Wording, issue
from puppet_typesys.rules import Rules

P = ParamSpec("P")


@dataclass()
class StyleFile(File):
    """A program with its tokens."""

    tokens: Tokens = field(default_factory=lambda: Tokens(Text(b""), []))

    @cached_property
    def resources(self) -> list[Resource]:
        """The bodies of resource declarations."""
        return resources(self.tokens)

    @cached_property
    def definitions(self) -> list[Definition]:
        """The classes and defined types."""
        return definitions(self.tokens, "class", "define")


def with_tokens(file: File, tokens: Tokens) -> StyleFile:
    """A program with its tokens."""
    return StyleFile(**{each: getattr(file, each) for each in File.__match_args__}, tokens=tokens)


TABLE: Rules[object, StyleFile] = Rules()
style = TABLE.rule
MODULES: Table[str, str] = Table("the modules of style rules")
"""The modules that declare the codes."""


def style_issue(severity: Severity = Severity.WARNING) -> Callable[[Callable[P, str]], Wording[P]]:
    """Declare an issue whose code is the name of the function, without an underscore before digits."""

    def declare(words: Callable[P, str]) -> Wording[P]:
        code = words.__name__.removeprefix("_")
        MODULES[code] = words.__module__
        return issue(severity, code=code)(words)

    return declare
