"""Resources of a define whose titles are the same for all of its instances, so that a second instance would declare them again."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.duplicate_resource import ASKING, LEAVING, Reported, calls_any, lower_name, titles_of
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.shown import DECLARED_IN_LOOPS
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.issues.evaluation.resources import duplicate_declaration

OF_INSTANCE = frozenset(("name", "title"))
"""Variables that differ among the instances of a define, as its own do; without such a title, it may be meant for a single instance."""

IN_BRACES = lazy_pattern(r"(?<![$%\\\\#{@])\{(\w+)\}(?!\})")
"""What is written like an interpolation without its dollar."""
MANY = 10
"""The number of resources with titles of an instance beside a single literal one, which was then forgotten."""
MESSAGE = "notify"
NEEDED = "package"
"""The type of what all instances of a define need, so that it was not meant to be single."""
OF_ALL = frozenset(("ensure",))
"""Parameters that nearly all instances have the same value of."""


@duplicate_declaration.variant()
def declared_for_each_instance(type: str, title: str, define: str, others: int) -> str:
    more = f" and {others} more" if others else ""
    return f"Duplicate declaration: each instance of {define} declares {type}['{title}']{more}; titles must differ among them"


@duplicate_declaration.variant()
def declared_for_several(type: str, title: str, define: str) -> str:
    return f"Duplicate declaration: two instances of {define} that come here declare {type}['{title}']; titles must differ among them"


@rule(on=ast.ResourceTypeDefinition, whole=True)
def check_define(define: ast.ResourceTypeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the first resource that a define declares under a literal title, if its instances have others."""
    if define.body is None or calls_any(define.body, ASKING | LEAVING):
        return
    names = {each.name for each in define.parameters} | assigned_variables(define.body) | OF_INSTANCE
    resources = [each for each in _statements(define.body, names) if isinstance(each, ast.ResourceExpression)]
    titles = [pair for each in resources for pair in _literal_titles(each)]
    own = sum(_has_own_title(each, names) for each in resources)  # A define with few such titles may be meant for a single instance.
    is_single = own < len(titles)
    reported = Reported(file)
    if not titles:
        yield from _messages(define, names, file)
    if not titles or any(reported.touches(title) for _, title in titles):
        return
    is_several = own > 0 and file.known.texts.shows(DECLARED_IN_LOOPS, define.name.lower().removeprefix("::"))
    if is_single and not is_several:
        return
    written = [pair for pair in titles if any(each in names for each in IN_BRACES.findall(pair[1].value))]
    type, title = (*written, titles[0])[0]
    shown = "::".join(each.capitalize() for each in type.split("::"))
    message = declared_for_each_instance(shown, title.value, define.name, len(titles) - 1)
    several = sum(_reads(body.title, names) for each in resources for body in each.bodies)
    is_needed_by_all = len(titles) == 1 and several >= MANY and type == NEEDED
    is_certain = is_several or bool(written) or is_needed_by_all
    yield message.at(title.start, title.end, severity=Severity.WARNING if is_certain else Severity.INFO)


def _messages(define: ast.ResourceTypeDefinition, names: set[str], file: File) -> Iterator[Diagnostic]:
    """The messages of one text for all instances under a condition of parameters, of a define that has other resources for each."""
    if not any(_has_own_title(each, names) for each in ast.of_class(define.body or define, ast.ResourceExpression)):
        return
    parameters = {each.name for each in define.parameters}
    for node in define.body.statements if isinstance(define.body, ast.BlockExpression) else ():
        if isinstance(node, ast.IfExpression | ast.UnlessExpression):
            read = {each.name for each in ast.of_class(node.test, ast.VariableExpression)}
            for branch in (node.then_expr, node.else_expr) if read and read <= parameters else ():
                for type, title in _literal_titles_in(branch):
                    if type == MESSAGE:
                        message = declared_for_several(MESSAGE.capitalize(), title.value, define.name)
                        yield message.at(title.start, title.end, severity=Severity.WARNING)


def _literal_titles_in(branch: ast.Expression | None) -> Iterator[tuple[str, ast.LiteralString | ast.QualifiedName]]:
    """Those of the statements of a branch."""
    for each in branch.statements if isinstance(branch, ast.BlockExpression) else (branch,):
        if isinstance(each, ast.ResourceExpression):
            yield from _literal_titles(each)


def _has_own_title(node: ast.ResourceExpression, names: set[str]) -> bool:
    """Whether a title has one of several variables."""
    return any(_reads(each.title, names) for each in node.bodies)


def _reads(node: ast.Expression, names: set[str]) -> bool:
    return any(each.name in names for each in ast.of_class(node, ast.VariableExpression))


def _literal_titles(node: ast.ResourceExpression) -> Iterator[tuple[str, ast.LiteralString | ast.QualifiedName]]:
    """The literal titles of resources with their type, apart from classes, which may be declared again."""
    if node.form == "regular" and isinstance(node.type_name, ast.QualifiedName) and node.type_name.value != "class":
        for title in (title for each in node.bodies for title in titles_of(each.title)):
            if isinstance(title, ast.LiteralString | ast.QualifiedName):
                yield lower_name(node.type_name), title


def _statements(body: ast.Expression, names: set[str]) -> Iterator[ast.Expression]:
    """The statements of a body, and of the branches of its `if`s whose conditions are the same for all instances, in order."""
    waiting: list[ast.Expression] = [body]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.BlockExpression(statements=statements):
                waiting += reversed(statements)
            case ast.RelationshipExpression():
                waiting += (node.right_expr, node.left_expr)
            case ast.IfExpression() if not _reads(node.test, names - OF_ALL):
                waiting += [each for each in (node.else_expr, node.then_expr) if each is not None]
            case _:
                yield node
