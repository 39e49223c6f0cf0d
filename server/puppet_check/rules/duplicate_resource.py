"""Resources that one body declares twice under the same title, by the text of the title.

The evaluation finds duplicates among known titles that are always declared. This rule finds those with titles such as `"a-${name}"`, and
those of which one is declared under a condition that does not exclude the other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.self_comparison import is_repeated
from puppet_check.semantics.calls import called
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.issues.evaluation.resources import duplicate_declaration

CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)
LEAVING = frozenset(("return", "next", "break", "fail"))
ASKING = frozenset(("defined", "defined_with_params", "getparam", "getvar"))
"""Functions whose result depends on what is already declared."""
KEEPING = frozenset(("flatten", "sort", "unique"))
"""Functions whose result has all elements of a list that are texts."""
FEW = 4
"""The number of declarations of a resource in other branches with which a further one is compared."""
MOST_DECLARATIONS = 100
"""The number of declarations of a resource with which a further one is compared."""


class Branch(NamedTuple):
    """A part of the code that is only evaluated under a condition."""

    node: ast.Expression
    """The conditional expression, or the lambda."""
    number: int
    """The number of the part in that node."""
    part: ast.Expression

    def is_same(self, other: Branch) -> bool:
        """Whether it is the same part of the code."""
        return self.node is other.node and self.number == other.number

    @property
    def asks(self) -> bool:
        """Whether the condition depends on what is already declared."""
        return not isinstance(self.node, ast.LambdaExpression) and calls_any(self.node.test, ASKING)  # type: ignore[attr-defined]  # the other constructs have a condition

    @property
    def leaves(self) -> bool:
        """Whether the code of the part may leave the body."""
        return calls_any(self.part, LEAVING)

    @property
    def variables(self) -> set[str]:
        """The variables of its own, which hide others of the same name."""
        if not isinstance(self.node, ast.LambdaExpression):
            return set()
        return {each.name for each in self.node.parameters} | assigned_variables(self.part)


Path = tuple[Branch, ...]


class Declared(NamedTuple):
    """A resource body with its place in the control flow."""

    title: ast.Expression
    path: Path
    operations: Sequence[ast.Expression] = ()
    """Its attributes."""


@duplicate_declaration.variant()
def declared_twice(type: str, title: str, line: int) -> str:
    return f"Duplicate declaration: {type}[{title}] is already declared (line: {line}); cannot redeclare"


@duplicate_declaration.variant()
def declared_twice_under_condition(type: str, title: str, line: int) -> str:
    return f"Duplicate declaration: {type}[{title}] is already declared (line: {line}) under a condition that does not exclude this"


@rule(on=ast.Program, whole=True)
def check_bodies(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the second of two declarations with equal titles that are evaluated together."""
    if not _has_equal_titles(file):
        return
    plans = [each for each in program.definitions if isinstance(each, ast.PlanDefinition)]
    # Each `apply` of a plan compiles a catalog of its own.
    applied = [node.body for plan in plans for node in ast.walk(plan) if isinstance(node, ast.ApplyExpression)]
    for body in (program.body, *(each.body for each in program.definitions if isinstance(each, BODIES)), *applied):
        if body is not None:
            yield from _check(body, file)


def _has_equal_titles(file: File) -> bool:
    """Whether any two resources of one type have equal titles, which is far less work to find out than where they are."""
    seen: set[tuple[str, Hashable]] = set()
    for resource in file.of_class(ast.ResourceExpression):
        if isinstance(resource.type_name, ast.QualifiedName):
            type = lower_name(resource.type_name)
            for key in (title_key(title) for body in resource.bodies for title, _ in _titles(body.title, file)):
                if key is not None and (type, key) in seen:
                    return True
                seen.add((type, key))
    return False


def lower_name(type: ast.QualifiedName) -> str:
    return type.value.removeprefix("::").lower()


def _check(body: ast.Expression, file: File) -> Iterator[Diagnostic]:
    found = Reported(file)
    seen: dict[tuple[str, Hashable], list[Declared]] = {}
    for type, declared in _resources(body):
        for title, written in _titles(declared.title, file):
            key = title_key(title)
            if key is None:
                continue
            second = Declared(title, declared.path, declared.operations)
            others = seen.setdefault((type, key), [])
            first = next((each for each in others if are_together(each, second, file)), None)
            if first is None:
                first = next((each for each in others[:FEW] if _may_be_together(each, second, file)), None)
            if first is not None and not found.touches(written):
                yield _reported(type, first, second, file)
            if len(others) < MOST_DECLARATIONS:
                others.append(second)


def _reported(type: str, first: Declared, second: Declared, file: File) -> Diagnostic:
    line = file.text.position(first.title.start).line + 1
    is_certain = common_branches(first.path, second.path) == len(first.path) == len(second.path)
    words = declared_twice if is_certain else declared_twice_under_condition
    name = "::".join(each.capitalize() for each in type.split("::"))
    related = (Related(first.title.start, first.title.end, "first declared here"),)
    severity = None if is_certain else Severity.WARNING
    message = words(name, file.source(second.title).strip("'\""), line)
    return message.at(second.title.start, second.title.end, related=related, severity=severity)


class Reported:
    """The places of the duplicates that the evaluation reports."""

    def __init__(self, file: File) -> None:
        findings = () if file.model is None else file.model.findings.values()
        spans = sorted((each.start, each.end) for each in findings if each.code == duplicate_declaration.issue.code)
        self.starts = [start for start, _ in spans]
        self.ends = list(accumulate((end for _, end in spans), max))

    def touches(self, title: ast.Expression) -> bool:
        """Whether one of them is where a title is."""
        before = bisect_right(self.starts, title.end)
        return before > 0 and self.ends[before - 1] >= title.start


def common_branches(one: Path, other: Path) -> int:
    """The number of branches that two paths begin with in common."""
    for index, (first, second) in enumerate(zip(one, other, strict=False)):
        if not first.is_same(second):
            return index
    return min(len(one), len(other))


def are_together(first: Declared, second: Declared, file: File) -> bool:
    """Whether the second of two equal titles can be reached after the first, with the same values of its variables."""
    common = common_branches(first.path, second.path)
    of_first, of_second = first.path[common:], second.path[common:]
    alike = _alike_branches(of_first, of_second, file)
    if of_first[alike:] and of_second[alike:]:
        return False
    return _can_follow(second, of_first, of_second)


def _may_be_together(first: Declared, second: Declared, file: File) -> bool:
    """Whether other parameters decide about the first of two equal titles than about the second, in code that is the same."""
    common = common_branches(first.path, second.path)
    of_first, of_second = first.path[common:], second.path[common:]
    # Alternatives have other attributes.
    if not of_first or not of_second or plain_text(first.operations, file.text) != plain_text(second.operations, file.text):
        return False
    return _are_independent(of_first, of_second, file) and _can_follow(second, of_first, of_second)


def _can_follow(second: Declared, of_first: Path, of_second: Path) -> bool:
    names = {each.name for each in ast.walk(second.title) if isinstance(each, ast.VariableExpression)}
    if any(names & each.variables for each in (*of_first, *of_second)):
        return False
    return not any(each.leaves for each in of_first) and not any(each.asks for each in of_second)


def _are_independent(one: Path, other: Path, file: File) -> bool:
    """Whether other parameters of a class or define decide about the one than about the other, so that both may be evaluated."""
    first, second = _deciding(one), _deciding(other)
    around = file.definition_around(one[0].node)
    if not first or not second or first & second or not isinstance(around, ast.HostClassDefinition | ast.ResourceTypeDefinition):
        return False
    if around is not file.definition_around(other[0].node) or not first | second <= {each.name for each in around.parameters}:
        return False
    # Code that refuses some of their values may refuse that both are.
    refused = (each for each in file.calls.get("fail", ()) if around.start <= each.start < around.end)
    return not any(_mentions(each, first, file) and _mentions(each, second, file) for each in refused)


def _deciding(path: Path) -> set[str]:
    """The variables that decide whether the branches of a path are evaluated; none if anything else may."""
    names = set[str]()
    for each in path:
        if not isinstance(each.node, ast.IfExpression | ast.UnlessExpression | ast.CaseExpression):
            return set()
        read = {inner.name for inner in ast.walk(each.node.test) if isinstance(inner, ast.VariableExpression)}
        if not read or any(isinstance(inner, CALLS) for inner in ast.walk(each.node.test)):
            return set()
        names |= read
    return names


def _mentions(call: ast.Node, names: set[str], file: File) -> bool:
    """Whether a test around a call reads one of some variables."""
    around = file.parents.get(call)
    while around is not None and not isinstance(around, ast.NamedDefinition):
        if isinstance(around, ast.IfExpression | ast.UnlessExpression | ast.CaseExpression) and any(
            isinstance(each, ast.VariableExpression) and each.name in names for each in ast.walk(around.test)
        ):
            return True
        around = file.parents.get(around)
    return False


def _alike_branches(one: Path, other: Path, file: File) -> int:
    """The number of branches that two paths begin with and that have the same conditions, which are true or false together."""
    for index, (first, second) in enumerate(zip(one, other, strict=False)):
        if not _is_alike(first, second, file):
            return index
    return min(len(one), len(other))


def _is_alike(first: Branch, second: Branch, file: File) -> bool:
    """Whether two branches are the same parts of conditionals with the same condition, of which no variable is set between them."""
    if first.number != second.number:
        return False
    match first.node, second.node:
        case (ast.IfExpression(test=one), ast.IfExpression(test=other)) | (
            ast.UnlessExpression(test=one),
            ast.UnlessExpression(test=other),
        ):
            pass
        case (ast.CaseExpression(test=one) as case, ast.CaseExpression(test=other) as other_case):
            if _options(case, first.number, file) != _options(other_case, first.number, file):
                return False
        case _:
            return False
    names = {each.name for each in ast.walk(one) if isinstance(each, ast.VariableExpression)}
    is_set = any(one.start < each.start < other.start for name in names for each in file.assignments.get(name, ()))
    return not is_set and is_repeated(one, other, file)


def _options(node: ast.CaseExpression, number: int, file: File) -> list[list[str]]:
    """The texts of the values of the first options of a `case`, up to one."""
    return [[file.source(value) for value in each.values] for each in node.options[: number + 1]]


def _resources(body: ast.Expression) -> Iterator[tuple[str, Declared]]:
    """The resources in the code of one body, in order, by the lower-case names of their types."""
    waiting: list[tuple[ast.Expression, Path]] = [(body, ())]
    while waiting:
        node, path = waiting.pop()
        match node:
            case ast.ResourceExpression(type_name=ast.QualifiedName() as type):
                for each in node.bodies:
                    yield lower_name(type), Declared(each.title, path, each.operations)
            case ast.Definition() | ast.AbstractResource() | ast.ApplyExpression():
                pass
            case _:
                waiting += reversed([*parts_of(node, path)])


def parts_of(node: ast.Expression, path: Path) -> Iterator[tuple[ast.Expression, Path]]:
    """The parts of a node that have parts themselves, each with its path."""
    parts: tuple[ast.Expression | None, ...]
    match node:
        case ast.IfExpression() | ast.UnlessExpression():
            yield node.test, path
            parts = (node.then_expr, node.else_expr)
        case ast.CaseExpression():
            yield node.test, path
            parts = tuple(each.then_expr for each in node.options)
        case ast.LambdaExpression():
            parts = (node.body,)
        case _:
            yield from ((each, path) for each in ast.children(node) if each._child and isinstance(each, ast.Expression))
            return
    yield from ((part, (*path, Branch(node, number, part))) for number, part in enumerate(parts) if part is not None)


def calls_any(node: ast.Node, names: frozenset[str]) -> bool:
    return any(
        isinstance(each, ast.CallNamedFunctionExpression)
        and isinstance(each.functor_expr, ast.QualifiedName)
        and each.functor_expr.value in names
        for each in ast.walk(node)
    )


def _titles(title: ast.Expression, file: File) -> Iterator[tuple[ast.Expression, ast.Expression]]:
    """The titles of an expression, each with what is written for it: a variable for the elements of the list that the body assigns it."""
    for each in _listed(title):
        listed = _assigned_list(each, file)
        if listed is None:
            yield each, each
        else:
            yield from ((text, each) for text in listed.values if isinstance(text, ast.LiteralString | ast.QualifiedName))


def _listed(title: ast.Expression) -> Iterator[ast.Expression]:
    """The titles of an expression; of the elements of a list that a function sorts or takes from inner lists, those that are literal."""
    if not isinstance(title, ast.CallMethodExpression) or called(title) not in KEEPING or not _is_plain(title):
        yield from titles_of(title)
        return
    inner = title.functor_expr.left_expr
    several = (inner,) if isinstance(inner, ast.CallMethodExpression) else titles_of(inner) if isinstance(inner, ast.LiteralList) else ()
    distinct = {each.value: each for one in several for each in _listed(one) if isinstance(each, ast.LiteralString | ast.QualifiedName)}
    yield from distinct.values()


def _is_plain(call: ast.CallMethodExpression) -> bool:
    return not call.arguments and call.lambda_ is None


def _assigned_list(node: ast.Expression, file: File) -> ast.LiteralList | None:
    """The list that the body around a variable assigns it, if it does so in one place."""
    several = file.assignments.get(node.name, []) if isinstance(node, ast.VariableExpression) else []
    if len(several) != 1 or file.definition_around(several[0]) is not file.definition_around(node):
        return None
    value = several[0].right_expr
    return value if isinstance(value, ast.LiteralList) else None


def plain_text(operations: Sequence[ast.Expression], text: Text) -> bytes:
    """The text of the attributes of a resource, without white space and commas between them."""
    return b",".join(b"".join(text.source[each.start : each.end].split()) for each in operations)


def titles_of(title: ast.Expression) -> Iterator[ast.Expression]:
    if isinstance(title, ast.LiteralList):
        yield from title.values
    else:
        yield title


def title_key(title: ast.Expression) -> Hashable:
    """A value that titles have in common if they are always equal; None for one that may have another value each time.

    Variables never change, but a lambda has its own for each call: two places in one lambda share them.
    """
    match title:
        case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
            return "text", text
        case ast.VariableExpression(name=name) if name:
            return "variable", name
        case ast.AccessExpression(left_expr=container, keys=keys):
            elements = (title_key(container), *map(title_key, keys))
            return None if None in elements else ("element", elements)
        case ast.LiteralInteger(value=number):
            return "number", number
        case ast.ConcatenatedString(segments=segments):
            parts = tuple(title_key(each.expr if isinstance(each, ast.TextExpression) else each) for each in segments)
            return None if None in parts else ("joined", parts)
    return None
