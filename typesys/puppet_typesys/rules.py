"""Tables of rules: functions over nodes, or other subjects, of some classes that yield diagnostics.

A rule is entered by the table's decorator, and declares what it reports as issues (see `diagnostics`):

    @issue(Severity.WARNING)
    def self_comparison(operator: str) -> str:
        \"""Comparison of an expression with itself\"""
        return f"both sides of `{operator}` are the same"

    @rule(on=ast.ComparisonExpression)
    def check_operands(node: ast.ComparisonExpression, file: File) -> Iterator[Diagnostic]:
        if node.left_expr == node.right_expr:
            yield self_comparison(node.operator).at(node.start, node.end)

One function may report several issues, and one issue may be reported by several functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar, overload

from puppet_typesys.diagnostics import Diagnostic

F = TypeVar("F")
"""The context of a rule: what it may use besides the subject that it checks."""
S = TypeVar("S")
"""The subjects of the rules in a table: nodes, or whole documents."""
N = TypeVar("N")
M = TypeVar("M")
L = TypeVar("L")


class _Entry(NamedTuple, Generic[S, F]):
    function: Callable[[S, F], Iterable[Diagnostic]]
    classes: tuple[type[S], ...]
    whole: bool


class Rules(Generic[S, F]):
    """Rules about subjects of type S that share a context of type F."""

    def __init__(self) -> None:
        self._entries: list[_Entry[S, F]] = []
        self._tables: dict[tuple[bool, Collection[str] | None], dict[type[S], tuple[Callable[[S, F], Iterable[Diagnostic]], ...]]] = {}

    @overload
    def rule(
        self, *, on: type[N] | tuple[type[N]], whole: bool = ...
    ) -> Callable[[Callable[[N, F], Iterable[Diagnostic]]], Callable[[N, F], Iterable[Diagnostic]]]: ...
    @overload
    def rule(
        self, *, on: tuple[type[N], type[M]], whole: bool = ...
    ) -> Callable[[Callable[[N | M, F], Iterable[Diagnostic]]], Callable[[N | M, F], Iterable[Diagnostic]]]: ...
    @overload
    def rule(
        self, *, on: tuple[type[N], type[M], type[L]], whole: bool = ...
    ) -> Callable[[Callable[[N | M | L, F], Iterable[Diagnostic]]], Callable[[N | M | L, F], Iterable[Diagnostic]]]: ...
    @overload
    def rule(
        self, *, on: tuple[type[N], ...], whole: bool = ...
    ) -> Callable[[Callable[[N, F], Iterable[Diagnostic]]], Callable[[N, F], Iterable[Diagnostic]]]: ...
    def rule(
        self, *, on: type[N] | tuple[type[N], ...], whole: bool = False
    ) -> Callable[[Callable[[N, F], Iterable[Diagnostic]]], Callable[[N, F], Iterable[Diagnostic]]]:
        """Register a function as a rule for subjects of the classes `on` and their subclasses.

        A `whole` rule depends on how expressions are nested or follow each other, so it is skipped for a text with syntax errors.
        """

        def enter(function: Callable[[N, F], Iterable[Diagnostic]]) -> Callable[[N, F], Iterable[Diagnostic]]:
            classes = on if isinstance(on, tuple) else (on,)
            # A rule is only called with subjects of its own classes.
            self._entries.append(_Entry(function, classes, whole))  # type: ignore[arg-type]  # a rule gets only nodes of its classes
            self._tables.clear()
            return function

        return enter

    def about(
        self, kind: type[S], *, whole: bool, modules: Collection[str] | None = None
    ) -> tuple[Callable[[S, F], Iterable[Diagnostic]], ...]:
        """The rules for subjects of a class; `whole` if the text has no syntax errors. Cached by class."""
        table = self._table(whole, modules)
        found = table.get(kind)
        if found is None:
            of_class = (each for each in self._entries if issubclass(kind, each.classes) and (whole or not each.whole))
            found = table[kind] = tuple(each.function for each in of_class if modules is None or each.function.__module__ in modules)
        return found

    def _table(self, whole: bool, modules: Collection[str] | None) -> dict[type[S], tuple[Callable[[S, F], Iterable[Diagnostic]], ...]]:
        """The rules by class, as far as they have been asked for."""
        return self._tables.setdefault((whole, modules), {})

    def run(
        self, subjects: Mapping[type[S], Iterable[S]], context: F, *, whole: bool, modules: frozenset[str] | None = None
    ) -> list[Diagnostic]:
        """The diagnostics of the rules for subjects grouped by class, ordered by position and without duplicates.

        Only rules of these modules are applied, if any are given.
        """
        found: list[Diagnostic] = []
        add, table = found.extend, self._table(whole, modules)
        for kind, several in subjects.items():
            functions = table.get(kind)
            for function in self.about(kind, whole=whole, modules=modules) if functions is None else functions:
                for each in several:
                    add(function(each, context))
        return in_order(found)


def in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics ordered by position, without duplicates."""
    return found if len(found) < 2 else sorted(set(found), key=lambda each: each[:5])
