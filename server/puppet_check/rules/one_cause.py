"""One finding for a text that is not Puppet code, for a placeholder, and for the bare names of a choice that are taken for types.

A shell script, data or Ruby in a file that is called like a manifest has something wrong on each of its lines, of which only the first
says anything. So has a text in which `MODULE_NAME` stands for a name that a program fills in, wherever it does. The names in
`case $os { Debian, Ubuntu: { } }` are one mistake as well: the quotes are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues.evaluation.names import unknown_resource_type

OF_OTHER_TEXT = frozenset(("idem-expression-not-last", "illegal-assignment", "not-numeric", "syntax-error"))
"""The codes of what a text in another language has on nearly every line."""
ENOUGH = 3
"""The number of such findings that show that a text is not Puppet code."""
OF_PUPPET: tuple[type[ast.Node], ...] = (
    ast.CollectExpression,
    ast.FunctionDefinition,
    ast.HostClassDefinition,
    ast.NodeDefinition,
    ast.ResourceDefaultsExpression,
    ast.ResourceExpression,
    ast.ResourceOverrideExpression,
    ast.ResourceTypeDefinition,
)
"""What a text in another language does not have: definitions and resources."""
INCLUDING = frozenset(("contain", "hiera_include", "include", "lookup", "require"))
"""Functions whose calls are nothing else either."""


NEAR = 8
"""How many bytes before the end of a colon its title may end."""
AFTER_TITLE = lazy_pattern(rb"['\"][ \t]*:\Z")
"""The colon after a title."""
PLACEHOLDER = lazy_pattern(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+\Z")
"""The first part of a name that stands for one."""
OF_PLACEHOLDER = frozenset(("illegal-argument-list", "illegal-class-reference", "illegal-definition-name", "syntax-error"))
"""The codes of what is wrong with a placeholder wherever it stands."""


def one_per_cause(found: tuple[Diagnostic, ...], text: Text, nodes: ast.ByClass) -> tuple[Diagnostic, ...]:
    """The findings of a manifest in order, without those that say the same of its text, a name or a choice as another one."""
    return _once_per_choice(_once_per_placeholder(_once_per_body(_once_per_text(found, nodes), text), text), nodes)


def _is_after_title(text: Text, end: int) -> bool:
    return AFTER_TITLE.search(text.source[max(0, end - NEAR) : end]) is not None


def _once_per_body(found: tuple[Diagnostic, ...], text: Text) -> tuple[Diagnostic, ...]:
    """The findings, with one for the colons after several titles outside of a resource, of which the type is missing once."""
    colons = [each for each in found if each.code == "syntax-error" and _is_after_title(text, each.end)]
    if len(colons) < 2:
        return found
    first, *others = colons
    joined = first._replace(message=f"{first.message} ({len(others)} more of this kind in this file)")
    return tuple(joined if each is first else each for each in found if each not in others)


def _once_per_placeholder(found: tuple[Diagnostic, ...], text: Text) -> tuple[Diagnostic, ...]:
    named = [each for each in found if each.code == "illegal-definition-name"]
    names = {first for each in named if PLACEHOLDER.match(first := str(each.argument("name")).partition("::")[0])}
    if not names:
        return found
    first_at: dict[str, int] = {}
    for each in named:
        first_at.setdefault(str(each.argument("name")).partition("::")[0], each.start)
    kept: list[Diagnostic] = []
    for each in found:
        line = text.slice(*text.line_span(text.line_of(each.start)))
        name = next((name for name in sorted(names) if name in line), None) if each.code in OF_PLACEHOLDER else None
        if name is None or (each.start == first_at[name] and each.code == "illegal-definition-name"):
            kept.append(each)
    return tuple(kept)


def _once_per_text(found: tuple[Diagnostic, ...], nodes: ast.ByClass) -> tuple[Diagnostic, ...]:
    if sum(each.code in OF_OTHER_TEXT for each in found) < ENOUGH or _is_puppet(nodes):
        return found
    errors = [each for each in found if each.severity == Severity.ERROR]
    if len(errors) < ENOUGH:
        return found
    first = min(errors, key=lambda each: each.start)
    return (first._replace(message=f"{first.message} ({len(errors) - 1} more errors in this file, which declares nothing)"),)


def _is_puppet(nodes: ast.ByClass) -> bool:
    """Whether a text defines, declares, includes or assigns something as Puppet code does."""
    assigned = (each.left_expr for each in ast.nodes_of(nodes, ast.AssignmentExpression))
    called = (each.functor_expr for each in ast.nodes_of(nodes, ast.CallNamedFunctionExpression))
    return (
        any(nodes.get(each) for each in OF_PUPPET)
        or any(isinstance(each, ast.VariableExpression) for each in assigned)
        or any(isinstance(each, ast.QualifiedName) and each.value in INCLUDING for each in called)
    )


def _once_per_choice(found: tuple[Diagnostic, ...], nodes: ast.ByClass) -> tuple[Diagnostic, ...]:
    types = {each.start for each in found if each.code == unknown_resource_type.issue.code}
    if len(types) < 2:
        return found
    others: dict[int, int] = {}
    left_out: set[int] = set()
    for names in _choices(nodes):
        places = sorted(types.intersection(names))
        if len(places) > 1:
            others[places[0]] = len(places) - 1
            left_out.update(places[1:])
    return tuple(
        _counted(each, others.get(each.start, 0)) if each.code == unknown_resource_type.issue.code else each
        for each in found
        if each.code != unknown_resource_type.issue.code or each.start not in left_out
    )


def _counted(found: Diagnostic, others: int) -> Diagnostic:
    names = "name" if others == 1 else "names"
    return found if not others else found._replace(message=f"{found.message} ({others} more {names} without quotes in these options)")


def _choices(nodes: ast.ByClass) -> Iterator[Sequence[int]]:
    """The places of the bare names in the options of each `case` and each selector."""
    for case in nodes.get(ast.CaseExpression, ()):
        if isinstance(case, ast.CaseExpression):
            yield _names(each for option in case.options for each in option.values)
    for selector in nodes.get(ast.SelectorExpression, ()):
        if isinstance(selector, ast.SelectorExpression):
            yield _names(each.matching_expr for each in selector.selectors)


def _names(values: Iterator[ast.Expression]) -> list[int]:
    return [each.start for each in values if isinstance(each, ast.QualifiedReference)]
