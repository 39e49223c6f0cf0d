"""The items of a slot in a string, by what the string names there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from puppet_check.features.completion import expressions, resources, titles
from puppet_check.features.completion.asked import Asked
from puppet_check.features.completion.expected import expected_type, words_of
from puppet_check.features.completion.facts import compared_values, node_data
from puppet_check.features.completion.files import files
from puppet_check.features.completion.items import Item
from puppet_check.features.describe.runs import names, parameters
from puppet_check.semantics import words
from puppet_check.semantics.arguments import argument_of
from puppet_check.semantics.calls import RUNNING, called, run_around
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role


def in_quotes(asked: Asked) -> Iterator[Item]:
    """The items of a slot in a string."""
    view, slot = asked.view, asked.slot
    is_source = isinstance(slot.parent, ast.AttributeOperation) and slot.parent.attribute_name == "source"
    yield from files(view, argument_of(slot.path), asked.cursor.word, is_source=is_source)
    match asked.word:
        case words.NodeData() as word:
            yield from node_data(view, asked.cursor.word, word)
            return
        case words.VariableName():
            yield from expressions.dotted_facts(view, asked.cursor.word, "facts.")
            of_classes = expressions.class_variables(view, f"${asked.cursor.word}", asked.clock)
            yield from (each._replace(label=each.label[1:], insert=None) for each in of_classes)
            return
    yield from compared_values(slot, quoted=True)
    if isinstance(slot.parent, ast.KeyedEntry) and slot.parent.key is slot.node:
        yield from expressions.entry_keys(view, slot, asked.variables)
        yield from resources.attribute_keys(view, slot, asked.cursor.offset)
        return
    for each in words_of(expected_type(view, slot, asked.variables)):
        if each.startswith("'"):
            yield Item(each.strip("'"), "value", rank=0, about=resources.value_about(slot, each.strip("'")))
    yield from _named(asked)
    if called(slot.parent) in RUNNING and view.mode.tasks and not isinstance(asked.word, words.TaskName | words.PlanName):
        run = run_around(slot.path)
        for given in parameters(run[0], run[1], view.known) if run is not None else ():
            yield Item(given.name, "key", given.type, rank=0 if given.is_required else 1)


def _named(asked: Asked) -> Iterator[Item]:
    """What the word may name of the project."""
    view, word, clock, offset = asked.view, asked.cursor.word, asked.clock, asked.cursor.offset
    match asked.word:
        case words.HieraKey():
            yield from titles.hiera_subkeys(view, word) if "." in word else titles.hiera_keys(view, word, clock)
        case words.ResourceTypeName():
            marks = word[: len(word) - len(word.lstrip("@"))]
            types = resources.types_of_resources(view, word.lstrip("@"), clock, offset)
            yield from (each._replace(label=f"{marks}{each.label}") for each in types)
        case words.AnyName():
            yield from resources.classes(view, word, clock, offset)
            yield from resources.types_of_resources(view, word, clock, offset)
            yield from _functions(asked)
        case words.FunctionName():
            yield from _functions(asked)
        case words.TaskName() | words.PlanName():
            kind = RUNNING[called(asked.slot.parent)]
            yield from (Item(each, kind, rank=1, about=f"{kind}:{each}") for each in names(kind, view.known))
        case words.OtherArgument(role=Role.MERGE):
            yield from titles.merges()
        case words.AttributeName(owner=owner):
            yield from resources.attributes_of_type(view, owner)
        case None | words.ClassName() | words.OtherArgument() | words.ValueKey() | words.HashKey() | words.Title() | words.AttributeValue():
            return
        case words.TemplateName() | words.FileName() | words.NodeData() | words.VariableName() | words.Argument():
            return
        case words.Literal() | words.ParameterName() | words.DefinitionName() | words.TypeName():
            return
        case other:
            assert_never(other)


def _functions(asked: Asked) -> Iterator[Item]:
    return (each._replace(insert=None) for each in expressions.functions(asked.view, asked.cursor.word))
