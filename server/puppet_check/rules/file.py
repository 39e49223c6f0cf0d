"""File: the context of the nodes that a rule checks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from puppet_check.rules.declared_resources import DeclaredResources
from puppet_check.rules.module_names import NAMING_BUT_VARIABLES, module_of, names_of
from puppet_check.rules.similar_titles import SimilarTitles
from puppet_check.semantics.calls import called
from puppet_check.semantics.scopes import Scopes, scopes
from puppet_check.semantics.value_paths import ValuePath, value_path
from puppet_check.workspace.computed import ComputedStrings
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import declaring, strings_in, titles_in
from puppet_grammar import ast
from puppet_grammar.dataclass import dataclass
from puppet_grammar.text import Text
from puppet_typesys.infer.issues import possibly_unset_variable
from puppet_typesys.infer.model import FileModel
from puppet_typesys.spelling import TextsByParts

if TYPE_CHECKING:
    from puppet_check.rules.computed_titles import ComputedTitles
    from puppet_check.rules.given_defaults import GivenDefaults
    from puppet_check.semantics.open_titles import OpenTitles

N = TypeVar("N", bound=ast.Node)
TYPED = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition)
"""The definitions whose parameters may have types."""
LONGEST = 80
"""The length of the longest strings that are compared with titles."""
START = attrgetter("start")
CONDITIONAL = (ast.IfExpression, ast.UnlessExpression, ast.CaseOption, ast.SelectorEntry, ast.LambdaExpression)


@dataclass()
class File:
    """A program, its place in the project, and the results of its evaluation."""

    path: str
    program: ast.Program
    text: Text
    model: FileModel | None
    """None for plans, which are not evaluated."""
    known: Known
    nodes: ast.ByClass
    """The nodes of the program by class, those of a class in no certain order."""
    whole: bool = True
    """Whether the text has no syntax errors."""

    @cached_property
    def variables(self) -> dict[str, list[ast.VariableExpression]]:
        """The variables by name, without `$`; those without a valid name under the empty one."""
        found: dict[str, list[ast.VariableExpression]] = {}
        for each in self.of_class(ast.VariableExpression):
            found.setdefault(each.name, []).append(each)
        return found

    @cached_property
    def assignments(self) -> dict[str, list[ast.AssignmentExpression]]:
        """The assignments of single variables by name, without `$`."""
        found: dict[str, list[ast.AssignmentExpression]] = {}
        for each in self.of_class(ast.AssignmentExpression):
            if isinstance(each.left_expr, ast.VariableExpression):
                found.setdefault(each.left_expr.name, []).append(each)
        return found

    @cached_property
    def calls(self) -> dict[str, list[ast.CallNamedFunctionExpression]]:
        """The calls of functions before their arguments, by the names of these."""
        found: dict[str, list[ast.CallNamedFunctionExpression]] = {}
        for each in self.of_class(ast.CallNamedFunctionExpression):
            if isinstance(each.functor_expr, ast.QualifiedName):
                found.setdefault(each.functor_expr.value, []).append(each)
        return found

    @cached_property
    def defined_names(self) -> frozenset[str]:
        """The names that the file defines."""
        return frozenset(each.name for each in self.program.definitions if isinstance(each, ast.NamedDefinition))

    @cached_property
    def called_functions(self) -> frozenset[str]:
        """The names of the functions that the file calls."""
        return frozenset(map(called, self.of_class(ast.CallNamedFunctionExpression, ast.CallMethodExpression)))

    @cached_property
    def typed_parameters(self) -> dict[str, dict[ast.Node, ast.Parameter]]:
        """The parameters with types of all definitions, by their names and by the definitions."""
        found: dict[str, dict[ast.Node, ast.Parameter]] = {}
        for definition in self.of_class(*TYPED):
            for each in definition.parameters:
                if each.type_expr is not None:
                    found.setdefault(each.name, {}).setdefault(definition, each)
        return found

    @cached_property
    def _paths(self) -> dict[int, ValuePath | None]:
        return {}

    def path_of(self, node: ast.Expression) -> ValuePath | None:
        """The path into a value that an expression reads, as `value_path` gives it; several rules ask for that of each access."""
        key = id(node)
        if key not in self._paths:
            self._paths[key] = value_path(node)
        return self._paths[key]

    def has_finding_in(self, node: ast.Node) -> bool:
        """Whether the evaluation has reported something that begins in a node."""
        return self.model is not None and any(node.start <= each.start < node.end for each in self.model.findings.values())

    @cached_property
    def words_for_nothing(self) -> frozenset[str]:
        """The bare words that are defaults of parameters and with which values are compared: they work, whatever they are."""
        defaults = {each.value.value for each in self.of_class(ast.Parameter) if isinstance(each.value, ast.QualifiedName)}
        compared = (each.right_expr for each in self.of_class(ast.ComparisonExpression))
        return frozenset(defaults & {each.value for each in compared if isinstance(each, ast.QualifiedName)})

    @cached_property
    def scopes(self) -> Scopes:
        """The variables that each scope sets and reads."""
        return scopes(self.program)

    @cached_property
    def parents(self) -> dict[ast.Node, ast.Node]:
        """The parent of each node; computed only for the few files with a finding that needs it."""
        return ast.parents(self.program)

    @cached_property
    def module_names(self) -> dict[str, list[tuple[str, ast.Node]]]:
        """The names of modules that the code uses, each with its node and in order, by the module."""
        found: dict[str, list[tuple[str, ast.Node]]] = {}
        variables = (node for name, nodes in self.variables.items() if "::" in name for node in nodes)
        for each in (*self.of_class(*NAMING_BUT_VARIABLES), *variables):
            for name, node in names_of(each):
                found.setdefault(module_of(name), []).append((name, node))
        for uses in found.values():
            uses.sort(key=lambda use: use[1].start)
        return found

    @cached_property
    def declaring_text(self) -> str:
        """The text without what declares nothing."""
        return declaring(self.characters)

    @cached_property
    def strings_by_parts(self) -> TextsByParts:
        """The literal strings of the file that may be titles."""
        return TextsByParts({each.value for each in self.of_class(ast.LiteralString) if len(each.value) < LONGEST})

    @cached_property
    def computed_strings(self) -> ComputedStrings:
        """The strings with interpolations, which may be titles."""
        return strings_in(self.declaring_text)

    @cached_property
    def given_defaults(self) -> GivenDefaults:
        """What is certain if parameters have their defaults."""
        from puppet_check.rules.given_defaults import GivenDefaults  # few files have a default that is refused

        return GivenDefaults(self.path, self.known, self.model, self.parents)

    @cached_property
    def unset_places(self) -> list[int]:
        """The offsets of variables that are reported as possibly unset, in order."""
        return sorted(
            start for start, code, _ in (() if self.model is None else self.model.findings) if code == possibly_unset_variable.issue.code
        )

    @cached_property
    def declared_titles(self) -> dict[str, list[str]]:
        """The literal titles of resources that the text declares, with their types, as far as they are found without evaluation."""
        found: dict[str, list[str]] = {}
        for type, title in titles_in(self.declaring_text):
            found.setdefault(title, []).append(type)
        return found

    @cached_property
    def declared_resources(self) -> DeclaredResources:
        """The titles of all resources of the file, by what those that mean them have in common with them."""
        return DeclaredResources(self.of_class(ast.ResourceExpression), self.definition_around, self.source)

    @cached_property
    def types_of_titles(self) -> frozenset[str]:
        """The types of the resources with literal titles."""
        return frozenset(type for several in self.declared_titles.values() for type in several)

    @cached_property
    def _similar_titles(self) -> dict[str, SimilarTitles]:
        return {}

    def similar_titles(self, type: str) -> SimilarTitles:
        """The literal titles of a type, by what misspelt ones have in common with them."""
        if type not in self._similar_titles:
            titles = (title for title, types in self.declared_titles.items() if type in types)
            self._similar_titles[type] = SimilarTitles(titles)
        return self._similar_titles[type]

    @cached_property
    def computed_titles(self) -> dict[tuple[str, int], set[str]]:
        """The titles that are variables or have interpolations, as written, by type and the offset of the definition around them."""
        found: dict[tuple[str, int], set[str]] = {}
        for node in self.of_class(ast.ResourceExpression):
            kind = node.type_name.value.removeprefix("::") if isinstance(node.type_name, ast.QualifiedName) else ""
            around = self.offset_of_definition(node)
            for body in node.bodies:
                for each in body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,):
                    if isinstance(each, ast.VariableExpression | ast.ConcatenatedString):
                        found.setdefault((kind, around), set()).add(self.source(each).strip('"'))
        return found

    @cached_property
    def _computed_titles(self) -> dict[tuple[str, int], ComputedTitles]:
        from puppet_check.rules.computed_titles import ComputedTitles  # few references are computed and not declared

        return {key: ComputedTitles(titles) for key, titles in self.computed_titles.items()}

    def computed_titles_of(self, type: str, node: ast.Node) -> ComputedTitles | None:
        """The same of a type in the class or define around a node, by what misspelt ones have in common with them."""
        return self._computed_titles.get((type, self.offset_of_definition(node)))

    @cached_property
    def _open_titles(self) -> dict[tuple[ast.NamedDefinition, bool], OpenTitles]:
        return {}

    def open_titles(self, definition: ast.NamedDefinition, *, with_empty: bool) -> OpenTitles:
        """What a class or define declares with titles that come from outside, also from parameters whose default is empty."""
        key = definition, with_empty
        if key not in self._open_titles:
            from puppet_check.semantics.open_titles import OpenTitles  # few references are to what nothing declares

            self._open_titles[key] = OpenTitles(definition, with_empty=with_empty)
        return self._open_titles[key]

    @cached_property
    def referred_titles(self) -> dict[str, set[str]]:
        """The types, in lower case, of the references of the file by title, or by variable with its `$`."""
        found: dict[str, set[str]] = {}
        for node in self.of_class(ast.AccessExpression):
            if isinstance(node.left_expr, ast.QualifiedReference):
                for key in node.keys:
                    if isinstance(key, ast.LiteralString | ast.QualifiedName | ast.VariableExpression):
                        title = f"${key.name}" if isinstance(key, ast.VariableExpression) else key.value
                        found.setdefault(title, set()).add(node.left_expr.value.removeprefix("::"))
        return found

    def given_values(self) -> Iterator[tuple[str, ast.Expression]]:
        """The names of parameters and variables with their defaults and the values that are assigned to them."""
        yield from ((each.name, each.value) for each in self.of_class(ast.Parameter) if each.value is not None)
        yield from ((name, each.right_expr) for name, several in self.assignments.items() for each in several)

    def definition_around(self, node: ast.Node) -> ast.Node | None:
        """The class or define around a node."""
        around = self.parents.get(node)
        while around is not None and not isinstance(around, ast.NamedDefinition):
            around = self.parents.get(around)
        return around

    def is_conditional(self, node: ast.Node) -> bool:
        """Whether a node is in a branch, or in a lambda, of the class or define around it."""
        around = self.parents.get(node)
        while around is not None and not isinstance(around, ast.NamedDefinition):
            if isinstance(around, CONDITIONAL):
                return True
            around = self.parents.get(around)
        return False

    def offset_of_definition(self, node: ast.Node) -> int:
        """The offset of the class or define around a node; -1 outside of all."""
        around = self.definition_around(node)
        return -1 if around is None else around.start

    @cached_property
    def interpolations(self) -> list[ast.TextExpression]:
        """The interpolated expressions of all strings."""
        return list(self.of_class(ast.TextExpression))

    @cached_property
    def _queries(self) -> list[ast.QueryExpression]:
        """The queries of all collectors."""
        return list(self.of_class(ast.QueryExpression))

    def in_query(self, node: ast.Node) -> bool:
        """Whether a node is in the query of a collector, where a name on the left of an operator is an attribute."""
        return self.is_queried(node.start, node.end)

    def is_queried(self, start: int, end: int) -> bool:
        """The same for a part of the text."""
        return any(each.start <= start and end <= each.end for each in self._queries)

    def may_have_call(self, start: int, end: int) -> bool:
        """Whether a method call may stand in place of an expression: not in a query, nor before `|`, which would begin its lambda."""
        return not self.is_queried(start, end) and not self.text.slice(end, len(self.text)).lstrip().startswith("|")

    def of_class(self, *classes: type[N]) -> Iterator[N]:
        """The nodes of some classes and their subclasses."""
        for kind, several in self.nodes.items():
            if issubclass(kind, classes):
                yield from several  # type: ignore[misc]  # they are of that class

    def inside(self, outer: ast.Node, kind: type[N]) -> list[N]:
        """The nodes of one class without subclasses in a node, or that node, in order."""
        if kind not in self._in_order:
            self._in_order[kind] = sorted(ast.nodes_of(self.nodes, kind), key=START)
        ordered: list[N] = self._in_order[kind]  # type: ignore[assignment]  # they are of that class
        begin, end = bisect_left(ordered, outer.start, key=START), bisect_left(ordered, outer.end, key=START)
        return [each for each in ordered[begin:end] if each.end <= outer.end]

    @cached_property
    def _in_order(self) -> dict[type[ast.Node], list[ast.Node]]:
        """The nodes of the classes of which it was asked where they are, by their offsets."""
        return {}

    @cached_property
    def characters(self) -> str:
        """The text."""
        return self.text.slice(0, len(self.text))

    def source(self, node: ast.Node) -> str:
        """The text of a node."""
        return self.text.slice(node.start, node.end)
