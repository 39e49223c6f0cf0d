"""What the code of a class or define does if its parameters have their defaults, as far as literals show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import inf

from puppet_check.semantics.calls import called
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.infer.model import FileModel
from puppet_typesys.values.hash import identity
from puppet_typesys.values.unknown import contains_unknown

LEAVING = frozenset(("fail", "return", "next", "break"))
LITERALS = (ast.LiteralString, ast.LiteralBoolean, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralUndef, ast.LiteralList, ast.LiteralHash)
DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
UNKNOWN = object()
FOLDERS = ("manifests",)


Defaults = Mapping[str, object]
"""The values of the parameters whose defaults are literals, by name."""


def known_default(parameter: ast.Parameter, model: FileModel | None) -> object:
    """The default of a parameter; None if it is undef, or not a literal."""
    found = _literal(parameter, model)
    return None if found is UNKNOWN else found


def _literal(parameter: ast.Parameter, model: FileModel | None) -> object:
    seen = model.values.get(id(parameter.value), ()) if model is not None and isinstance(parameter.value, LITERALS) else ()
    return seen[0] if len(seen) == 1 and not contains_unknown(seen[0]) else UNKNOWN


class GivenDefaults:
    """What is certain of a file's classes and defines if their parameters have their defaults; each question is answered once."""

    def __init__(self, path: str, known: Known, model: FileModel | None, parents: Mapping[ast.Node, ast.Node]) -> None:
        self._path = path
        self._known = known
        self._model = model
        self._parents = parents
        self._literals: dict[ast.Node, Defaults] = {}
        self._leaving: dict[tuple[ast.Node, str], float] = {}
        """The end of the first statement of a block that may leave the body because of a parameter, by the block and that name."""
        self._declared: dict[tuple[str, str], bool] = {}

    def is_reached(self, node: ast.Node, name: str) -> bool:
        """Whether a node in a class or define is certainly evaluated, and nothing before it refuses the default of a parameter."""
        path = [node]
        while not isinstance(path[-1], ast.Definition):
            path.append(self._parents[path[-1]])
        definition = path.pop()
        assert isinstance(definition, DEFINITIONS)
        known = self._literals_of(definition)
        for inner, around in pairwise(path):
            match around:
                case ast.IfExpression() | ast.UnlessExpression():
                    if inner is not around.test and _truth(around.test, known) is not _taken(around, inner):
                        return False
                case ast.BlockExpression():
                    if self._end_of_leaving(around, name, known) <= node.start:
                        return False
                case ast.LambdaExpression() | ast.CaseExpression() | ast.SelectorExpression() | ast.AndExpression() | ast.OrExpression():
                    return False
        return True

    def is_declared_with(self, owner: ast.HostClassDefinition | ast.ResourceTypeDefinition, name: str) -> bool:
        """Whether a manifest of the module declares a class or define with a value for a parameter, instead of the default."""
        known = self._declared.get((owner.name, name))
        if known is None:
            known = self._declared[owner.name, name] = self._is_declared_with(owner, name)
        return known

    def _is_declared_with(self, owner: ast.HostClassDefinition | ast.ResourceTypeDefinition, name: str) -> bool:
        known = self._known
        module = known.project.module_of(self._path)
        if module is None:
            return False
        known.world.ask_below(module.folder, FOLDERS)
        beginning = (
            r"\bclass\s*\{\s*['\"](?:::)?%s['\"]\s*:" if isinstance(owner, ast.HostClassDefinition) else r"(?<![\w:'])(?:::)?%s\s*\{"
        )
        declared = re.compile(beginning % owner.name + rf"[^{{}}]*\b{name}\s*=>")
        return any(declared.search(text) for text in texts(known.disk, module.folder, FOLDERS))

    def _literals_of(self, definition: ast.HostClassDefinition | ast.ResourceTypeDefinition) -> Defaults:
        if definition not in self._literals:
            values = ((each.name, _literal(each, self._model)) for each in definition.parameters)
            self._literals[definition] = {name: value for name, value in values if value is not UNKNOWN}
        return self._literals[definition]

    def _end_of_leaving(self, block: ast.BlockExpression, name: str, known: Defaults) -> float:
        if (block, name) not in self._leaving:
            self._leaving[block, name] = next((each.end for each in block.statements if _may_refuse(each, name, known)), inf)
        return self._leaving[block, name]


def _taken(node: ast.IfExpression | ast.UnlessExpression, branch: ast.Node) -> bool:
    """The truth of the condition with which a branch is taken."""
    return (branch is node.then_expr) is isinstance(node, ast.IfExpression)


def _may_refuse(statement: ast.Expression, name: str, defaults: Defaults) -> bool:
    """Whether a statement may leave the body because of a parameter's default."""
    if called(statement) in LEAVING:
        return True
    if not any(called(each) in LEAVING for each in ast.of_class(statement, ast.CallNamedFunctionExpression)):
        return False
    if isinstance(statement, ast.IfExpression | ast.UnlessExpression) and _truth(statement.test, defaults) is (
        isinstance(statement, ast.UnlessExpression)
    ):
        return statement.else_expr is not None and _may_refuse(statement.else_expr, name, defaults)
    return any(each.name == name for each in ast.of_class(statement, ast.VariableExpression))


def _truth(condition: ast.Expression, defaults: Defaults) -> bool | None:
    """Whether a condition holds; None if that is unknown."""
    match condition:
        case ast.ParenthesizedExpression(expr=inner):
            return _truth(inner, defaults)
        case ast.NotExpression(expr=inner):
            found = _truth(inner, defaults)
            return None if found is None else not found
        case ast.AndExpression():
            return _all(_truth(each, defaults) for each in (condition.left_expr, condition.right_expr))
        case ast.OrExpression():
            negated = _all(_negated(_truth(each, defaults)) for each in (condition.left_expr, condition.right_expr))
            return _negated(negated)
        case ast.ComparisonExpression(operator="==" | "!=" as operator):
            left, right = _value(condition.left_expr, defaults), _value(condition.right_expr, defaults)
            if left is UNKNOWN or right is UNKNOWN:
                return None
            return _are_equal(left, right) is (operator == "==")
    value = _value(condition, defaults)
    return None if value is UNKNOWN else value is not None and value is not False


def _value(node: ast.Expression, defaults: Defaults) -> object:
    match node:
        case ast.ParenthesizedExpression(expr=inner):
            return _value(inner, defaults)
        case ast.VariableExpression(name=name):
            return defaults.get(name, UNKNOWN)
        case ast.LiteralString() | ast.LiteralBoolean() | ast.LiteralInteger() | ast.QualifiedName():
            return node.value
        case ast.LiteralUndef():
            return None
    return UNKNOWN


def _are_equal(left: object, right: object) -> bool:
    """Whether two literals are equal; strings are compared without regard to case."""
    if isinstance(left, str) and isinstance(right, str):
        return left.lower() == right.lower()
    return identity(left) == identity(right)


def _all(parts: Iterator[bool | None]) -> bool | None:
    found = [*parts]
    if False in found:
        return False
    return None if None in found else True


def _negated(value: bool | None) -> bool | None:
    return None if value is None else not value
