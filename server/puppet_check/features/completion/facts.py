"""Completion of the values of facts, where they are compared, and of the facts that modules define."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.completion.items import Item
from puppet_check.features.completion.slot import Slot
from puppet_check.features.describe.signatures import shortest
from puppet_check.features.describe.variables import inside, keys_of, named_type
from puppet_check.features.view import View
from puppet_check.semantics.arguments import argument_of
from puppet_check.semantics.value_paths import value_path
from puppet_check.semantics.words import NodeData
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role
from puppet_typesys.builtins.facts import fact, fact_values
from puppet_typesys.builtins.value_reads import FACTS, node_path_or_fact


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


def is_all_facts(node: ast.Expression) -> bool:
    """Whether an expression is `$facts`."""
    return value_path(node) == (FACTS, ())


def fact_path(node: ast.Expression) -> list[str] | None:
    """The path of the fact that an expression reads, such as `$facts['os']['family']`, `fact('os.family')` or `$osfamily`."""
    read = value_path(node)
    found = None if read is None else node_path_or_fact(read.variable, read.names)
    return None if found is None or found.variable != FACTS else _current([*map(str, found.keys)])


def _current(path: list[str]) -> list[str]:
    """The path of the structured fact in place of a legacy one."""
    found = fact(path[0]) if len(path) == 1 else None
    return path if found is None or found.replacement is None else found.replacement.split(".")


def node_data(view: View, word: str, at: NodeData) -> Iterator[Item]:
    """The keys at a place in a string that is a path into the data of a node, or a step of one."""
    above, argument = at.read.names[:-1], argument_of(at.path)
    is_dotted = argument is not None and argument.role in (Role.FACT, Role.PATH)
    if not above and at.read.fact is not None:
        yield from facts_of_modules(view, quoted=True)
    yield from dotted_keys(view, at.read.variable, above, word if is_dotted else "")


def facts_of_modules(view: View, *, quoted: bool) -> Iterator[Item]:
    """The facts that the modules of the project define, and those that later versions add."""
    for name in view.known.target.facts:
        yield Item(name if quoted else f"'{name}'", "key", "fact", rank=0, about=f"fact:{name}", filter=name)
    for name in sorted(view.known.loader.fact_names()):
        yield Item(name if quoted else f"'{name}'", "key", "fact of a module", rank=0, about=f"fact:{name}", filter=name)


def dotted_keys(view: View, variable: str, above: list[str], word: str) -> Iterator[Item]:
    """The keys of the data of a node, those inside of others in dotted notation: `os.family`."""
    path = word.split(".")[:-1]
    kind = named_type(view, variable)
    for each in (*above, *path):
        kind = inside(kind, each)
    for element in keys_of(kind):
        name = ".".join((*path, element.name))
        about = f"fact:{'.'.join((*above, name))}" if variable == FACTS else None
        yield Item(name, "key", shortest(element.value), rank=0, about=about)
