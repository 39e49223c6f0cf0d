"""What the words in the arguments of calls are, by the table of roles."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.semantics import words
from puppet_check.semantics.arguments import Argument, argument_of
from puppet_check.semantics.hash_keys import made_type, read_attribute
from puppet_check.semantics.value_paths import Key, ValuePath, dotted, path_named_by
from puppet_check.semantics.words import Path, Word
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import ARGUMENTS, Role
from puppet_typesys.builtins.value_reads import FACTS


def argument_words(path: Path, value: str, start: int, *, tasks: bool) -> Iterator[Word]:
    """The words in an argument; none if the last node of the path is no argument of a function in the table."""
    found = argument_of(path)
    if found is None or found.function not in ARGUMENTS.entries:
        return
    end = start + len(value.encode())
    match found.role:
        case Role.CLASS | Role.FUNCTION | Role.TEMPLATE | Role.FILE as role:
            shift = 2 if value.startswith("::") else 0
            yield PLAIN[role](path, start + shift, end, value[shift:])
        case Role.TASK | Role.PLAN as role if tasks:
            yield (words.TaskName if role is Role.TASK else words.PlanName)(path, start, end, value)
        case Role.RESOURCE_TYPE if value.lstrip("@") != "class":
            name = value.lstrip("@").removeprefix("::")
            yield words.ResourceTypeName(path, end - len(name.encode()), end, name)
        case Role.TITLE if (made := made_type(found.call)) is not None and made != "class":
            yield words.Title(path, start, end, value, made, is_declared=True)
        case Role.DEFINITION:
            yield _definition(path, value, start)
        case Role.VARIABLE | Role.FACT | Role.PATH | Role.STEP as role:
            yield from _path_words(path, found, role, value, start)
        case Role.HIERA_KEY:
            keys = _keys(path, value, start)
            yield from (words.HieraKey(path, each.start, each.end, keys[: number + 1]) for number, each in enumerate(keys))
        case Role.ATTRIBUTE if (owner := read_attribute(path)) is not None:
            yield words.AttributeName(path, start, end, value, owner)
        case role:
            yield words.OtherArgument(path, start, end, value, found.function, role)


PLAIN: dict[Role, type[words.ClassName | words.FunctionName | words.TemplateName | words.FileName]] = {
    Role.CLASS: words.ClassName,
    Role.FUNCTION: words.FunctionName,
    Role.TEMPLATE: words.TemplateName,
    Role.FILE: words.FileName,
}
"""The words that are an argument as a whole."""


def _definition(path: Path, value: str, start: int) -> Word:
    end = start + len(value.encode())
    if value.startswith("$"):
        return words.VariableName(path, start + 1, end, value[1:])
    shift = 2 if value.startswith("::") else 0
    return words.AnyName(path, start + shift, end, value[shift:])


def _path_words(path: Path, found: Argument, role: Role, value: str, start: int) -> Iterator[Word]:
    """The words of a path into the value of a variable: the variable, if the argument names it, and each key."""
    read = path_named_by(path)
    if role is Role.VARIABLE:
        root = value.partition(".")[0]
        yield words.VariableName(path, start, start + len(root.encode()), root)
    elif not isinstance(path[-1], ast.LiteralString | ast.QualifiedName):
        read = ValuePath(FACTS if role is Role.FACT else "", (Key(value, start, start),))
    for number, key in enumerate(() if read is None else read.keys):
        if key.start >= path[-1].start:
            assert read is not None
            inner = ValuePath(read.variable, read.keys[: number + 1])
            made = words.NodeData if inner.node_path is not None else words.ValueKey
            yield made(path, key.start, key.end, inner)


def _keys(path: Path, value: str, start: int) -> tuple[Key, ...]:
    node = path[-1]
    return dotted(node) if isinstance(node, ast.LiteralString | ast.QualifiedName) else (Key(value, start, start),)
