"""Numbers that are meant as modes of files, where the evaluation does not see the file: `$mode = 0644`.

A mode is a string. The number 0644 is 420 in decimal, and the file that gets it refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import has_match
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.loader import RESOURCE_TYPE, Definition, TypedName

MODE = lazy_pattern(r"(?:\w*_)?mode\Z")
OCTAL = lazy_pattern(r"0[0-7]{3,4}\Z")
WITHOUT_ZERO = lazy_pattern(r"[1-7]?[0-7]{3}\Z")
"""A number that is one of a mode if it is handed on as such."""
HANDED_ON = "mode"
AS_IT_IS = lazy_pattern(r"\bmode\s*=>\s*\$mode\b(?!::)")
OWNERS = frozenset(("owner", "group"))
MODES_OR_OWNERS = OWNERS | {"mode"}
"""What only files and the like have beside an owner or a group."""
FILE = "file"
FOLDERS = ("manifests", "templates", "functions", "lib")
AS_OCTAL = lazy_pattern(r"%[-+#0 ]*\d*o\b|\bto_s\s*\(?\s*8\b")
"""What makes the text of a mode from a number."""


@wrong_value.variant()
def number_as_mode(number: str) -> str:
    return f"the mode of a file must be a string; found the number {number}"


@wrong_value.variant()
def octal_as_owner(attribute: str, number: str, value: int) -> str:
    return f"{number} is the number {value} in octal, as modes are written, and not a usual {attribute}"


@rule(on=ast.AttributeOperation)
def check_owner(node: ast.AttributeOperation, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the owner or group of a file, which was meant as its mode."""
    value = node.value_expr
    if node.attribute_name not in OWNERS or not isinstance(value, ast.LiteralInteger) or not value.value:
        return
    around = file.parents.get(node)
    resource = None if around is None else file.parents.get(around)
    is_file = isinstance(resource, ast.ResourceExpression) and getattr(resource.type_name, "value", "").removeprefix("::") == FILE
    names = {each.attribute_name for each in getattr(around, "operations", ()) if isinstance(each, ast.AttributeOperation)}
    if (is_file or MODES_OR_OWNERS & names - {node.attribute_name}) and OCTAL.match(file.source(value)) is not None:
        found = octal_as_owner(node.attribute_name, file.source(value), value.value)
        yield found.at(value.start, value.end, severity=Severity.WARNING)


@rule(on=(ast.Parameter, ast.AssignmentExpression), whole=True)
def check_variable(node: ast.Parameter | ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the default of a parameter without a type, or as the value of a variable, whose name is that of a mode."""
    if isinstance(node, ast.Parameter):
        name, value = node.name, None if node.type_expr is not None else node.value
    else:
        name, value = (node.left_expr.name if isinstance(node.left_expr, ast.VariableExpression) else ""), node.right_expr
    if isinstance(value, ast.LiteralInteger) and MODE.match(name) is not None:
        written = file.source(value)
        if OCTAL.match(written) is not None:
            yield from _check(value, file)


@rule(on=ast.Program, whole=True)
def check_handed_on(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report a number without a zero in front if the class or define gives the parameter or variable to a resource as its mode."""
    found = [(name, value) for name, value in _numbers(file) if WITHOUT_ZERO.match(file.source(value)) is not None]
    handed_on = _handed_on(file) if found else {}
    for name, value in found:
        around = file.definition_around(value)
        owners = handed_on.get((name, around.start if around is not None else -1), ())
        if any(each is None or _takes_number_as_mode(each, file) for each in owners):
            yield from _check(value, file)


def _numbers(file: File) -> Iterator[tuple[str, ast.LiteralInteger]]:
    """The parameters without a type and the variables that are called like modes and whose value is a number."""
    values = [(each.name, each.value) for each in file.of_class(ast.Parameter) if each.type_expr is None]
    values += [(name, each.right_expr) for name, several in file.assignments.items() for each in several]
    yield from ((name, value) for name, value in values if isinstance(value, ast.LiteralInteger) and MODE.match(name) is not None)


def _handed_on(file: File) -> dict[tuple[str, int], list[Definition | None]]:
    """What gets a variable as its mode, by the variable and the offset of the definition around; None for what is not known."""
    found: dict[tuple[str, int], list[Definition | None]] = {}
    for node in file.of_class(ast.ResourceExpression):
        for body in node.bodies:
            for each in body.operations:
                match each:
                    case ast.AttributeOperation(attribute_name="mode", value_expr=ast.VariableExpression(name=name)):
                        place = name, file.offset_of_definition(node)
                        found.setdefault(place, []).append(declared_by(node, body, file))
    return found


def _takes_number_as_mode(owner: Definition, file: File) -> bool:
    """Whether a class or define hands its parameter on as a mode as it is, and any value is accepted."""
    source = file.known.world.text_of(owner.place.path)
    return not _has_type(HANDED_ON, owner) and source is not None and AS_IT_IS.search(source) is not None


@rule(on=ast.ResourceExpression, whole=True)
def check_attributes(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the mode that a class or define gets; a type in Ruby, such as the built-in ones, may accept it."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value in NAMES - {"class"}:
        return
    for body in node.bodies:
        modes = [each for each in body.operations if isinstance(each, ast.AttributeOperation) and _is_octal_mode(each, file)]
        modes = [each for each in modes if not file.has_finding_in(each)]  # The evaluation follows what some definitions hand on.
        owner = declared_by(node, body, file) if modes else None
        for each in () if not modes or _is_in_ruby(node, file) else modes:
            if not _has_type(each.attribute_name, owner):
                yield from _check(each.value_expr, file, owner)


def _is_in_ruby(node: ast.ResourceExpression, file: File) -> bool:
    return file.known.external.load(TypedName(RESOURCE_TYPE, file.source(node.type_name).removeprefix("::"))) is not None


def _has_type(parameter: str, owner: Definition | None) -> bool:
    """Whether a class or define declares the type of a parameter, so that the evaluation knows what it accepts."""
    found = None if owner is None else owner.parameter(parameter)
    return found is not None and found.type is not None


def _is_octal_mode(given: ast.AttributeOperation, file: File) -> bool:
    """Whether an attribute has the name of a mode, and an octal number as its value."""
    value = given.value_expr
    return (
        isinstance(value, ast.LiteralInteger)
        and MODE.match(given.attribute_name) is not None
        and OCTAL.match(file.source(value)) is not None
    )


def _check(value: ast.Expression, file: File, owner: Definition | None = None) -> Iterator[Diagnostic]:
    paths = (file.path,) if owner is None else (file.path, owner.place.path)
    if not file.has_finding_in(value) and not any(_makes_octal(each, file) for each in paths):
        written = file.source(value)
        fix = Fix("Quote the number", (Edit(value.start, value.end, f"'{written}'"),), "unsafe")
        yield number_as_mode(written).at(value.start, value.end, fixes=(fix,), severity=Severity.WARNING)


def _makes_octal(path: str, file: File) -> bool:
    """Whether code of the module of a file makes octal texts from numbers, as `sprintf('%04o', $mode)` does."""
    module = file.known.project.module_of(path)
    if module is None:
        return AS_OCTAL.search(file.characters) is not None
    file.known.world.ask_below(module.folder, FOLDERS)
    return has_match(file.known.disk, module.folder, FOLDERS, AS_OCTAL, "%")
