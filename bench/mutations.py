"""One fault put into working code: for each kind of fault the places where it can be made.

Each function takes a program and its source and yields changes; which of them the reference refuses is asked by `bench.mutation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters, native_type

OF_TEXTS = frozenset(("enum", "pattern", "regexp", "runtime", "semver", "struct", "timespan", "timestamp"))
"""Types whose parameters are strings, which are no references to resources."""


class Mutant(NamedTuple):
    """A change of a source, in bytes."""

    start: int
    end: int
    text: str
    node: ast.Node
    """The node that must be evaluated for the fault to have an effect."""


Mutate = Callable[[ast.Program, bytes, Random], Iterator[Mutant]]
KINDS: dict[str, Mutate] = {}


def kind(mutate: Mutate) -> Mutate:
    """Register a kind of fault."""
    KINDS[mutate.__name__.replace("_", " ")] = mutate
    return mutate


def misspelt(name: str, random: Random) -> str:
    """A misspelling of a name: two letters swapped, one doubled or one omitted, except for the first."""
    place = random.randrange(1, len(name)) if len(name) > 1 else 0
    way = random.randrange(3)
    if way == 0 and place + 1 < len(name) and name[place].isalnum() and name[place + 1].isalnum() and name[place] != name[place + 1]:
        return name[:place] + name[place + 1] + name[place] + name[place + 2 :]
    if way == 1 and len(name) > 3 and name[place].isalpha():
        return name[:place] + name[place + 1 :]
    return f"{name}x" if not name[place].isalpha() else name[:place] + name[place] + name[place:]


@kind
def misspelt_variable(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.VariableExpression) and isinstance(node.expr, ast.QualifiedName) and not node.name[0].isdigit():
            start = node.expr.start
            if source[node.start : node.start + 1] == b"$" and source[start : node.expr.end].decode(errors="replace") == node.name:
                yield Mutant(start, node.expr.end, misspelt(node.name, random), node)


def _bodies(program: ast.Program) -> Iterator[tuple[str, ast.ResourceExpression, ast.ResourceBody]]:
    for node in ast.walk(program):
        if isinstance(node, ast.ResourceExpression) and isinstance(node.type_name, ast.QualifiedName):
            yield from ((node.type_name.value.removeprefix("::"), node, body) for body in node.bodies)


def _attributes(program: ast.Program, *, native: bool) -> Iterator[tuple[ast.AttributeOperation, ast.ResourceExpression]]:
    for name, node, body in _bodies(program):
        if (native_type(name) is not None) == native:
            yield from ((each, node) for each in body.operations if isinstance(each, ast.AttributeOperation))


@kind
def misspelt_attribute(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each, node in _attributes(program, native=True):
        yield Mutant(each.start, each.start + len(each.attribute_name), misspelt(each.attribute_name, random), node)


@kind
def misspelt_parameter(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each, node in _attributes(program, native=False):
        if each.attribute_name not in metaparameters():
            yield Mutant(each.start, each.start + len(each.attribute_name), misspelt(each.attribute_name, random), node)


@kind
def unknown_parameter(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each, node in _attributes(program, native=False):
        yield Mutant(each.start, each.start, f"surplus => {random.randrange(9)}, ", node)


@kind
def missing_parameter(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each, node in _attributes(program, native=False):
        end = each.end
        while source[end : end + 1] in (b" ", b"\n", b","):
            end += 1
        yield Mutant(each.start, end, "", node)


@kind
def wrong_type_of_parameter(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each, node in _attributes(program, native=False):
        if each.attribute_name not in metaparameters():
            value = random.choice(("[{}]", "{ 'a' => 1 }", "-1", "/x/", "Integer"))
            yield Mutant(each.value_expr.start, each.value_expr.end, value, node)


@kind
def repeated_attribute(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for native in (True, False):
        for each, node in _attributes(program, native=native):
            if b"\n" not in source[each.start : each.end]:
                yield Mutant(each.start, each.start, f"{source[each.start : each.end].decode(errors='replace')}, ", node)


@kind
def wrong_value_of_attribute(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each, node in _attributes(program, native=True):
        if isinstance(each.value_expr, ast.QualifiedName | ast.LiteralBoolean | ast.LiteralString):
            yield Mutant(each.value_expr.start, each.value_expr.end, "'no such value'", node)


@kind
def misspelt_class(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
            if node.functor_expr.value in ("include", "contain", "require"):
                for each in node.arguments:
                    if isinstance(each, ast.QualifiedName):
                        yield Mutant(each.start, each.end, misspelt(each.value, random), node)
        elif isinstance(node, ast.ResourceExpression) and isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "class":
            for body in node.bodies:
                if isinstance(body.title, ast.LiteralString):
                    yield Mutant(body.title.start + 1, body.title.end - 1, misspelt(body.title.value, random), node)


@kind
def misspelt_resource_type(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for name, node, _ in _bodies(program):
        if name != "class":
            yield Mutant(node.type_name.start, node.type_name.end, misspelt(name, random), node)


@kind
def misspelt_data_type(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for definition in program.definitions:
        for parameter in getattr(definition, "parameters", ()):
            if parameter.type_expr is not None:
                for node in ast.walk(parameter.type_expr):
                    if isinstance(node, ast.QualifiedReference):
                        yield Mutant(node.start, node.end, misspelt(node.cased_value, random), definition)


@kind
def misspelt_parent(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for each in program.definitions:
        if isinstance(each, ast.HostClassDefinition) and each.parent_class and each.parent_start is not None:
            end = each.parent_start + len(each.parent_class)
            yield Mutant(each.parent_start, end, misspelt(each.parent_class, random), each)


def _calls(program: ast.Program) -> Iterator[ast.CallNamedFunctionExpression]:
    for node in ast.walk(program):
        if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
            yield node


@kind
def misspelt_function(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in _calls(program):
        name = node.functor_expr
        assert isinstance(name, ast.QualifiedName)
        if source[name.end : name.end + 1] == b"(":
            yield Mutant(name.start, name.end, misspelt(name.value, random), node)


@kind
def surplus_argument(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in _calls(program):
        if node.arguments and source[node.functor_expr.end : node.functor_expr.end + 1] == b"(":
            yield Mutant(node.arguments[-1].end, node.arguments[-1].end, ", 1, 2, 3", node)


@kind
def missing_argument(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in _calls(program):
        if node.arguments and source[node.functor_expr.end : node.functor_expr.end + 1] == b"(":
            start = node.arguments[-2].end if len(node.arguments) > 1 else node.arguments[-1].start
            yield Mutant(start, node.arguments[-1].end, "", node)


@kind
def wrong_type_of_argument(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in _calls(program):
        if node.arguments and source[node.functor_expr.end : node.functor_expr.end + 1] == b"(":
            each = random.choice(node.arguments)
            yield Mutant(each.start, each.end, random.choice(("/x/", "{ 'a' => 1 }", "7", "default")), node)


@kind
def wrong_default(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for definition in program.definitions:
        for each in getattr(definition, "parameters", ()):
            if each.value is not None and each.type_expr is not None:
                value = random.choice(("[{}]", "{ 'a' => [1] }", "-1", "/x/", "'no such value'"))
                yield Mutant(each.value.start, each.value.end, value, each.value)


@kind
def removed_assignment(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.AssignmentExpression):
            yield Mutant(node.start, node.end, "", node)


@kind
def repeated_assignment(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.AssignmentExpression) and isinstance(node.left_expr, ast.VariableExpression):
            yield Mutant(node.end, node.end, f"\n${node.left_expr.name} = 1\n", node)


@kind
def duplicate_resource(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for name, node, _ in _bodies(program):
        if name != "class":
            yield Mutant(node.end, node.end, f"\n{source[node.start : node.end].decode(errors='replace')}\n", node)


@kind
def bad_reference(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for native in (True, False):
        for each, node in _attributes(program, native=native):
            if each.attribute_name in ("require", "before", "notify", "subscribe") and isinstance(each.value_expr, ast.AccessExpression):
                yield Mutant(each.value_expr.start, each.value_expr.end, "File['/no/such/file']", node)


@kind
def parameters_of_a_lambda(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.LambdaExpression) and node.parameters and source[node.start : node.start + 1] == b"|":
            yield Mutant(node.parameters[-1].end, node.parameters[-1].end, ", $one_more, $and_another, $third", node)


@kind
def bad_operand(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.ArithmeticExpression | ast.ComparisonExpression) and node.operator not in ("==", "!="):
            yield Mutant(node.right_expr.start, node.right_expr.end, random.choice(("{ 'a' => 1 }", "'word'", "default", "/x/")), node)


@kind
def bad_parameters_of_a_type(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for definition in program.definitions:
        for parameter in getattr(definition, "parameters", ()):
            for node in ast.walk(parameter.type_expr) if parameter.type_expr is not None else ():
                if isinstance(node, ast.AccessExpression):
                    yield Mutant(node.keys[-1].end, node.keys[-1].end, ", 'x', 'y', 'z'", definition)


@kind
def broken_syntax(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for _, node, body in _bodies(program):
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation):
                yield Mutant(each.operator_start, each.operator_start + 2, random.choice(("=", "", ">", "=>=>")), node)


@kind
def wrong_template(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in _calls(program):
        assert isinstance(node.functor_expr, ast.QualifiedName)
        if node.functor_expr.value in ("epp", "template", "file") and node.arguments and isinstance(node.arguments[0], ast.LiteralString):
            each = node.arguments[0]
            yield Mutant(each.end - 1, each.end - 1, "x", node)


@kind
def variable_of_a_template(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.RenderExpression):
            for inner in ast.walk(node.expr):
                if isinstance(inner, ast.VariableExpression) and isinstance(inner.expr, ast.QualifiedName):
                    yield Mutant(inner.expr.start, inner.expr.end, misspelt(inner.name, random), inner)


@kind
def misspelt_metaparameter(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for native in (True, False):
        for each, node in _attributes(program, native=native):
            if each.attribute_name in metaparameters():
                yield Mutant(each.start, each.start + len(each.attribute_name), misspelt(each.attribute_name, random), node)


@kind
def misspelt_title_of_a_reference(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node, _, title in _references(program):
        if isinstance(title, ast.LiteralString) and len(title.value) > 1:
            yield Mutant(title.start + 1, title.end - 1, misspelt(title.value, random), node)


@kind
def misspelt_type_of_a_reference(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node, each, _ in _references(program):
        yield Mutant(each.start, each.end, misspelt(each.cased_value, random), node)


def _references(program: ast.Program) -> Iterator[tuple[ast.AccessExpression, ast.QualifiedReference, ast.Expression]]:
    """References to resources, each with its type and title."""
    for node in ast.walk(program):
        if not isinstance(node, ast.AccessExpression) or not isinstance(node.left_expr, ast.QualifiedReference):
            continue
        if node.left_expr.value not in OF_TEXTS and isinstance(node.keys[0], ast.LiteralString | ast.ConcatenatedString):
            yield node, node.left_expr, node.keys[0]


@kind
def missing_bracket(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.LiteralList | ast.LiteralHash) and source[node.end - 1 : node.end] in (b"]", b"}"):
            yield Mutant(node.end - 1, node.end, "", node)


@kind
def bad_regular_expression(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        if isinstance(node, ast.LiteralRegularExpression):
            yield Mutant(node.end - 1, node.end - 1, random.choice(("(", "[", "(?<a", "*+{2")), node)


@kind
def misspelt_part_of_a_fact(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in ast.walk(program):
        inner = node.left_expr if isinstance(node, ast.AccessExpression) else None
        key = inner.keys[0] if isinstance(inner, ast.AccessExpression) else None
        if inner is not None and isinstance(key, ast.LiteralString) and _is_fact(inner):
            yield Mutant(key.start + 1, key.end - 1, misspelt(key.value, random), node)


def _is_fact(node: ast.Expression) -> bool:
    while isinstance(node, ast.AccessExpression):
        node = node.left_expr
    return isinstance(node, ast.VariableExpression) and node.name.removeprefix("::") == "facts"


@kind
def exchanged_arguments(program: ast.Program, source: bytes, random: Random) -> Iterator[Mutant]:
    for node in _calls(program):
        if len(node.arguments) > 1 and source[node.functor_expr.end : node.functor_expr.end + 1] == b"(":
            first, second = node.arguments[:2]
            text = source[second.start : second.end] + source[first.end : second.start] + source[first.start : first.end]
            yield Mutant(first.start, second.end, text.decode(errors="replace"), node)
