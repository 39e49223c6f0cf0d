"""What a rule is: a function over one kind of node, entered by `@rule` into the table that the walk asks.

A rule's code is its function's name with hyphens, its summary the first line of its docstring, its page `pages/<code>.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar, overload

from puppet_grammar import ast
from puppet_typesys.diagnostics import Fix, Issue, Page, Related, Severity, Tag
from puppet_typesys.validate.file import File

N = TypeVar("N", bound=ast.Node)
M = TypeVar("M", bound=ast.Node)
L = TypeVar("L", bound=ast.Node)


class Finding(NamedTuple):
    """What a rule found: the bytes that are wrong, and why."""

    start: int
    end: int
    message: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


RuleFunction = Callable[[N, File], Iterable[Finding]]


class Check(NamedTuple):
    """A rule at work: its function and what its findings have in common."""

    function: RuleFunction[ast.Node]
    rule: Issue
    classes: tuple[type[ast.Node], ...]
    tags: tuple[Tag, ...]
    whole: bool
    of_parent: bool


CHECKS: list[Check] = []
"""All rules of the language, in the order in which their modules are loaded."""


@overload
def rule(
    *, on: type[N] | tuple[type[N]], severity: Severity = ..., tags: tuple[Tag, ...] = ..., whole: bool = ..., of_parent: bool = ...
) -> Callable[[RuleFunction[N]], RuleFunction[N]]: ...
@overload
def rule(
    *, on: tuple[type[N], type[M]], severity: Severity = ..., tags: tuple[Tag, ...] = ..., whole: bool = ..., of_parent: bool = ...
) -> Callable[[RuleFunction[N | M]], RuleFunction[N | M]]: ...
@overload
def rule(
    *, on: tuple[type[N], type[M], type[L]], severity: Severity = ..., tags: tuple[Tag, ...] = ..., whole: bool = ..., of_parent: bool = ...
) -> Callable[[RuleFunction[N | M | L]], RuleFunction[N | M | L]]: ...
@overload
def rule(
    *, on: tuple[type[N], ...], severity: Severity = ..., tags: tuple[Tag, ...] = ..., whole: bool = ..., of_parent: bool = ...
) -> Callable[[RuleFunction[N]], RuleFunction[N]]: ...
def rule(
    *,
    on: type[N] | tuple[type[N], ...],
    severity: Severity = Severity.ERROR,
    tags: tuple[Tag, ...] = (),
    whole: bool = False,
    of_parent: bool = False,
) -> Callable[[RuleFunction[N]], RuleFunction[N]]:
    """Enter a function as a rule about nodes of the classes `on`, subclasses included.

    A `whole` rule judges how expressions are nested or follow each other; where syntax errors make that a guess, it is not asked.
    A rule `of_parent` judges a place, whatever stands there, so it is asked even about what a plan may not contain.
    """

    def enter(function: RuleFunction[N]) -> RuleFunction[N]:
        code = function.__name__.replace("_", "-")
        summary = (function.__doc__ or "").partition("\n")[0]
        made = Issue(code, severity, summary, Page("puppet_typesys.validate", f"pages/{code}.md"))
        classes = on if isinstance(on, tuple) else (on,)
        # The table gives a rule nodes of its own classes only.
        CHECKS.append(Check(function, made, classes, tags, whole, of_parent))  # type: ignore[arg-type]
        return function

    return enter
