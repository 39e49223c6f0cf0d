"""What kinds of symbols a string in Puppet code may name, by its place."""

from __future__ import annotations

from typing import assert_never

from puppet_check.features.symbols import FILE, KEY, MEMBER, TEMPLATE, TOP
from puppet_check.semantics import words
from puppet_check.semantics.calls import TASK
from puppet_check.semantics.classify import string_words
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, TYPE

Roles = frozenset[str] | None
"""The kinds of symbols that a string may name; None if they are not known."""
NOTHING: frozenset[str] = frozenset()
DEFINITIONS = frozenset((CLASS, DEFINE, FUNCTION, TYPE))
VALUES = frozenset((MEMBER, TOP, KEY))
"""What is looked up by name."""


def roles(path: tuple[ast.Node, ...]) -> Roles:
    """The kinds of symbols that the last node of a path, a string, may name."""
    node = path[-1]
    word = next(string_words(path, "", node.start, tasks=True), None) if len(path) > 1 else None
    match word:
        case words.ClassName():
            return frozenset((CLASS,))
        case words.ResourceTypeName():
            return frozenset((DEFINE,))
        case words.AnyName():
            return DEFINITIONS
        case words.FunctionName():
            return frozenset((FUNCTION,))
        case words.TaskName():
            return frozenset((TASK,))
        case words.PlanName():
            return frozenset((PLAN,))
        case words.VariableName() | words.HieraKey():
            return VALUES
        case words.NodeData():
            return frozenset((FACT,)) if word.read.fact is not None and len(word.read.keys) == 1 else None
        case words.TemplateName():
            return frozenset((TEMPLATE,))
        case words.FileName():
            return frozenset((FILE,))
        case words.Title() | words.OtherArgument() | words.ValueKey():
            return NOTHING
        case None | words.HashKey() | words.Argument() | words.AttributeName() | words.AttributeValue():
            return None
        case words.Literal() | words.ParameterName() | words.DefinitionName() | words.TypeName():
            return None
        case _:
            assert_never(word)
