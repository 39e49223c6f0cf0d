"""The items of a slot, by steps: each offers what fits there, and says whether anything else does."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from puppet_check.features.completion import expressions, resources, titles
from puppet_check.features.completion.asked import Asked
from puppet_check.features.completion.expected import expected_type, expression_type
from puppet_check.features.completion.facts import compared_values, facts_of_modules, is_all_facts
from puppet_check.features.completion.in_quotes import in_quotes
from puppet_check.features.completion.items import Item
from puppet_check.features.completion.slot import Slot
from puppet_check.semantics import words
from puppet_check.semantics.calls import RUNNING, arguments, called
from puppet_grammar import ast

Items = Generator[Item, None, bool]
"""Items, and whether no others fit."""
RELATIONS = frozenset(("require", "before", "notify", "subscribe"))


def in_slot(asked: Asked) -> Iterator[Item]:
    """The items of a slot."""
    for step in STEPS:
        if (yield from step(asked)):
            return


def _variables(asked: Asked) -> Items:
    if not isinstance(asked.slot.node, ast.VariableExpression):
        return False
    view, variables, word = asked.view, asked.variables, asked.cursor.word
    if "::" in word:
        yield from expressions.class_variables(view, word, asked.clock)
    yield from expressions.variables(view, variables, "$", expected_type(view, asked.slot, variables), asked.scores)
    if word.startswith("$::"):
        of_top = {name: each for name, each in variables.items() if each.node is None}
        yield from expressions.variables(view, of_top, "$::", None, asked.scores)
    return True


def _classes(asked: Asked) -> Items:
    if isinstance(asked.word, words.ClassName):
        yield from resources.classes(asked.view, asked.cursor.word, asked.clock, asked.cursor.offset)
        return True
    return isinstance(asked.slot.node, ast.HostClassDefinition | ast.Parameter)


def _in_brackets(asked: Asked) -> Items:
    """What may be between the brackets of an access: a key, a title, a type."""
    access, view = asked.slot.parent, asked.view
    if not isinstance(access, ast.AccessExpression) or asked.slot.node is access.left_expr:
        return False
    left = access.left_expr
    if not isinstance(left, ast.QualifiedReference):
        yield from expressions.keys(view, left, asked.variables, asked.quoted)
        if is_all_facts(left):
            yield from facts_of_modules(view, quoted=asked.quoted)
        return asked.quoted
    if isinstance(asked.word, words.ResourceTypeName):
        yield from resources.types_of_resources(view, asked.cursor.word, asked.clock, asked.cursor.offset)
    else:
        yield from titles.titles(view, asked.word.type if isinstance(asked.word, words.Title) else left.value, asked.quoted)
    yield from expressions.type_parameters(view, left.value, asked.cursor.word, asked.clock, asked.quoted)
    return asked.quoted


def _attributes(asked: Asked) -> Items:
    node, parent = asked.slot.node, asked.slot.parent
    if isinstance(node, ast.AttributeOperation) or (isinstance(parent, ast.AttributeOperation) and parent.value_expr is not node):
        yield from resources.attributes(asked.view, asked.slot, asked.cursor.offset)
        return True
    return False


def _methods(asked: Asked) -> Items:
    slot, parent = asked.slot, asked.slot.parent
    if not isinstance(parent, ast.NamedAccessExpression) or parent.right_expr is not slot.node:
        return False
    receiver = expression_type(asked.view, parent.left_expr, asked.variables)
    call = slot._replace(path=slot.path[: -2 if isinstance(slot.path[-3], ast.CallMethodExpression) else -1])
    yield from expressions.methods(asked.view, asked.cursor.word, receiver, is_value=not is_statement(call))
    return True


def _type_of_parameter(asked: Asked) -> Items:
    parent = asked.slot.parent
    if not isinstance(parent, ast.Parameter) or parent.type_expr is not asked.slot.node:
        return False
    yield from expressions.data_types(asked.view, asked.cursor.word, asked.clock)
    return True


def _strings(asked: Asked) -> Items:
    if asked.quoted:
        yield from in_quotes(asked)
    return asked.quoted


def _keys(asked: Asked) -> Items:
    parent = asked.slot.parent
    if not isinstance(parent, ast.KeyedEntry) or parent.key is not asked.slot.node:
        return False
    keys = [
        *expressions.entry_keys(asked.view, asked.slot, asked.variables),
        *resources.attribute_keys(asked.view, asked.slot, asked.cursor.offset),
    ]
    yield from keys
    return bool(keys)


def _related(asked: Asked) -> Items:
    if not _is_related(asked.slot):
        return False
    yield from resources.declared(asked.view, asked.slot)
    yield from (each._replace(rank=1) for each in expressions.references(asked.view, asked.cursor.word))
    return isinstance(asked.slot.node, ast.QualifiedReference)


def _types(asked: Asked) -> Items:
    if not isinstance(asked.slot.node, ast.QualifiedReference):
        return False
    yield from expressions.data_types(asked.view, asked.cursor.word, asked.clock)
    return True


def _arguments_of_run(asked: Asked) -> Items:
    node, parent = asked.slot.node, asked.slot.parent
    if called(parent) in RUNNING and asked.view.mode.tasks and node not in arguments(parent)[:1]:
        yield from expressions.arguments_of_run(asked.view, asked.slot)
    return False


def _titles(asked: Asked) -> Items:
    parent = asked.slot.parent
    if not isinstance(parent, ast.ResourceBody) or parent.title is not asked.slot.node:
        return False
    yield from expressions.variables(asked.view, asked.variables, "$", None, asked.scores)
    return True


def _values(asked: Asked) -> Items:
    view, slot, word = asked.view, asked.slot, asked.cursor.word
    if isinstance(slot.parent, ast.MatchExpression) and slot.parent.right_expr is slot.node:
        yield from expressions.data_types(view, word, asked.clock)
    if is_statement(slot):
        yield from resources.statements(view, word, asked.clock, asked.cursor.offset)
    yield from compared_values(slot, quoted=False)
    yield from expressions.values(view, slot, asked.variables, word, asked.scores)
    return True


STEPS: tuple[Callable[[Asked], Items], ...] = (
    _variables,
    _classes,
    _in_brackets,
    _attributes,
    _methods,
    _type_of_parameter,
    _strings,
    _keys,
    _related,
    _types,
    _arguments_of_run,
    _titles,
    _values,
)
"""In this order, up to the first that says that nothing else fits."""


def _is_related(slot: Slot) -> bool:
    """Whether the placeholder is a resource in a relationship: the value of a metaparameter such as `require`, or a part of a chain."""
    for node in reversed(slot.path[:-1]):
        match node:
            case ast.LiteralList():
                continue
            case ast.AttributeOperation():
                return node.attribute_name in RELATIONS
            case _:
                return isinstance(node, ast.RelationshipExpression)
    return False


def is_statement(slot: Slot) -> bool:
    """Whether the placeholder is in the position of a statement."""
    if isinstance(slot.parent, ast.ResourceExpression):
        return slot.parent.type_name is slot.node
    return (
        isinstance(
            slot.parent,
            ast.BlockExpression | ast.Program | ast.NamedDefinition | ast.NodeDefinition | ast.LambdaExpression | ast.EppExpression,
        )
        or (isinstance(slot.parent, ast.IfExpression | ast.UnlessExpression) and slot.parent.test is not slot.node)
        or (isinstance(slot.parent, ast.CaseOption) and slot.parent.then_expr is slot.node)
    )
