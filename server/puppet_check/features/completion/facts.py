"""Completion of the values of facts, where they are compared, and of the facts that modules define."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.completion.items import Item
from puppet_check.features.completion.slot import Slot
from puppet_check.features.view import View
from puppet_check.semantics.value_paths import FACTS, value_path
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact, fact_values


def compared_values(slot: Slot, *, quoted: bool) -> Iterator[Item]:
    """The usual values of the fact that the placeholder is compared with."""
    other = _compared(slot)
    path = None if other is None else fact_path(other)
    for number, each in enumerate(() if path is None else fact_values(".".join(path))):
        yield Item(each if quoted else f"'{each}'", "value", f"value of {'.'.join(path or ())}", rank=0, filter=each, order=number)


def _compared(slot: Slot) -> ast.Expression | None:
    """The expression that the placeholder is compared with."""
    for at in range(len(slot.path) - 1, 0, -1):
        node, parent = slot.path[at], slot.path[at - 1]
        match parent:
            case ast.ComparisonExpression():
                return parent.right_expr if node is parent.left_expr else parent.left_expr
            case ast.InExpression() if node is parent.right_expr:
                return parent.left_expr
            case ast.CaseOption() if node in parent.values:
                case = slot.path[at - 2]
                return case.test if isinstance(case, ast.CaseExpression) else None
            case ast.SelectorEntry() if node is parent.matching_expr:
                selector = slot.path[at - 2]
                return selector.left_expr if isinstance(selector, ast.SelectorExpression) else None
            case ast.LiteralList() | ast.ParenthesizedExpression():
                continue
        return None
    return None


def fact_path(node: ast.Expression) -> list[str] | None:
    """The path of the fact that an expression reads, such as `$facts['os']['family']`, `fact('os.family')` or `$osfamily`."""
    read = value_path(node)
    if read is None:
        return None
    return _current(read.names) if read.variable == FACTS else _current([read.variable, *read.names])


def _current(path: list[str]) -> list[str]:
    """The path of the structured fact in place of a legacy one."""
    found = fact(path[0]) if len(path) == 1 else None
    return path if found is None or found.replacement is None else found.replacement.split(".")


def facts_of_modules(view: View, *, quoted: bool) -> Iterator[Item]:
    """The facts that the modules of the project define."""
    for name in sorted(view.known.loader.fact_names()):
        yield Item(name if quoted else f"'{name}'", "key", "fact of a module", rank=0, about=f"fact:{name}", filter=name)
