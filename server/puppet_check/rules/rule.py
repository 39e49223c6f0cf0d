"""What a rule is: a function over one kind of node, entered by `@rule` into the table that the walk asks.

A rule's code is its function's name with hyphens, its summary the first line of its docstring, its page `pages/<code>.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.diagnostics import Issue, Page, Severity, Tag

N = TypeVar("N", bound=ast.Node)


class Found(NamedTuple):
    """What a rule found: the bytes that are wrong, and why."""

    start: int
    end: int
    message: str


RuleFunction = Callable[[N, File], Iterable[Found]]


class Check(NamedTuple):
    """A rule at work: its function, and what its findings have in common."""

    function: RuleFunction[ast.Node]
    rule: Issue
    classes: tuple[type[ast.Node], ...]
    tags: tuple[Tag, ...]
    safe: bool


CHECKS: list[Check] = []
"""All rules, in the order in which their modules are loaded."""


def rule(
    *, on: type[N] | tuple[type[N], ...], severity: Severity = Severity.INFO, tags: tuple[Tag, ...] = (), safe: bool = False
) -> Callable[[RuleFunction[N]], RuleFunction[N]]:
    """Enter a function as a rule about nodes of the classes `on`, subclasses included.

    Only `safe` rules are asked about a text with syntax errors: those that judge a node by what is inside of it.
    """

    def enter(function: RuleFunction[N]) -> RuleFunction[N]:
        code = function.__name__.replace("_", "-")
        summary = (function.__doc__ or "").partition("\n")[0]
        made = Issue(code, severity, summary, Page("puppet_check.rules", f"pages/{code}.md"))
        classes = on if isinstance(on, tuple) else (on,)
        # The table gives a rule nodes of its own classes only.
        CHECKS.append(Check(function, made, classes, tags, safe))  # type: ignore[arg-type]
        return function

    return enter
