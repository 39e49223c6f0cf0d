"""Conditions that are constants: literals, bare words, types, and strings, which are always true."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import is_condition
from puppet_check.rules.file import File
from puppet_check.rules.legacy_names import legacy_named
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.spelling import closest, is_typo

ALWAYS_TRUE = (ast.LiteralValue, ast.LiteralList, ast.LiteralHash, ast.ConcatenatedString, ast.HeredocExpression, ast.QualifiedReference)
"""The classes of constants; all are true but `false` and `undef`, strings with interpolations included."""

QUERIES = (ast.QueryExpression, ast.AndExpression, ast.OrExpression, ast.ParenthesizedExpression)
COMPARED = (ast.LiteralValue, ast.LiteralRegularExpression)
"""The constants that a bare word is compared with."""


@issue(Severity.WARNING)
def constant_condition(value: str) -> str:
    """Condition is a constant"""
    return f"this condition is always {value}"


@constant_condition.variant()
def bare_word_condition(word: str) -> str:
    return f"this condition is always true: `{word}` is a string, not a variable"


@constant_condition.variant()
def bare_word_comparison(word: str) -> str:
    return f"this comparison always has the same result: `{word}` is a string, not a variable"


@constant_condition.variant()
def bare_word_choice(word: str) -> str:
    return f"this choice always has the same result: `{word}` is a string, not a variable"


@constant_condition.variant()
def negated_constant(operator: str) -> str:
    return f"`!` negates this constant, not the comparison; expected parentheses around the operands of `{operator}`"


@rule(on=(ast.ComparisonExpression, ast.MatchExpression, ast.InExpression), whole=True)
def check_comparison(node: ast.BinaryExpression, file: File) -> Iterator[Diagnostic]:
    """Report a comparison of a bare word and another constant."""
    operands = [without_parentheses(each) for each in (node.left_expr, node.right_expr)]
    if all(isinstance(each, COMPARED) for each in operands):
        word = next((each for each in operands if isinstance(each, ast.QualifiedName)), None)
        if word is not None and not _is_in_query(node, file):
            yield bare_word_comparison(word.value).at(node.start, node.end, fixes=_as_variable(word, file))


def _is_in_query(node: ast.Node, file: File) -> bool:
    """Whether an expression belongs to a collector, where bare words are attributes of resources."""
    around = file.parents.get(node)
    while isinstance(around, QUERIES):
        if isinstance(around, ast.QueryExpression):
            return True
        around = file.parents.get(around)
    return False


@constant_condition.variant()
def never_defined(variable: str, name: str) -> str:
    return f"this condition is always false: class '{name}' has no variable '{variable}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_defined(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report the question for a variable that a class of the module does not have, and another of nearly that name."""
    if called(call) != "defined" or len(call.arguments) != 1 or not isinstance(call.arguments[0], ast.LiteralString):
        return
    owner, _, variable = call.arguments[0].value.removeprefix("$").removeprefix("::").rpartition("::")
    module = file.known.project.module_of(file.path)
    if not call.arguments[0].value.startswith("$") or module is None or owner.partition("::")[0] != module.name:
        return
    found = file.known.external.load(TypedName(CLASS, owner))
    if found is None or found.is_open or found.has_open_variables or found.parent is not None:
        return
    names = {*found.variables, *(each.name for each in found.parameters)}
    if variable not in names and is_typo(variable, names):
        argument = call.arguments[0]
        meant = closest(variable, names)
        yield never_defined(variable, owner).suggesting(meant).at(argument.start, argument.end)


@rule(on=(ast.CaseExpression, ast.SelectorExpression), whole=True)
def check_choice(node: ast.CaseExpression | ast.SelectorExpression, file: File) -> Iterator[Diagnostic]:
    """Report a `case` or selector of a bare word."""
    test = without_parentheses(node.test if isinstance(node, ast.CaseExpression) else node.left_expr)
    if isinstance(test, ast.QualifiedName):
        yield bare_word_choice(test.value).at(test.start, test.end, fixes=_as_variable(test, file))


@rule(on=(ast.IfExpression, ast.UnlessExpression, ast.AndExpression, ast.OrExpression, ast.NotExpression), whole=True)
def check_condition(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report each condition and operand that is a literal."""
    compared = _comparison_around(node, file)
    for condition in conditions_of(node):
        if compared is not None and isinstance(condition, ALWAYS_TRUE):
            operator = "in" if isinstance(compared, ast.InExpression) else compared.operator
            edits = (Edit(condition.start, condition.start, "("), Edit(compared.end, compared.end, ")"))
            yield negated_constant(operator).at(condition.start, condition.end, fixes=(Fix("Negate the comparison", edits, "unsafe"),))
        elif isinstance(condition, ast.QualifiedName):
            yield bare_word_condition(condition.value).at(condition.start, condition.end, fixes=_as_variable(condition, file))
        elif isinstance(condition, ALWAYS_TRUE) and not _is_neutral(condition, node, file):
            truth = "false" if _is_false(condition) else "true"
            yield constant_condition(truth).at(condition.start, condition.end)


def _comparison_around(node: ast.Expression, file: File) -> ast.BinaryExpression | None:
    """The comparison whose left operand is a negation, as in `! 'a' in $b`."""
    around = file.parents.get(node) if isinstance(node, ast.NotExpression) else None
    return around if isinstance(around, ast.ComparisonExpression | ast.InExpression) and around.left_expr is node else None


def conditions_of(node: ast.Expression) -> Iterator[ast.Expression]:
    """The conditions of an `if` or `unless`, or the operands of a logical operator, without parentheses."""
    match node:
        case ast.IfExpression() | ast.UnlessExpression():
            yield without_parentheses(node.test)
        case ast.NotExpression():
            yield without_parentheses(node.expr)
        case ast.AndExpression() | ast.OrExpression():
            yield without_parentheses(node.left_expr)
            yield without_parentheses(node.right_expr)


def without_parentheses(node: ast.Expression) -> ast.Expression:
    """An expression without its parentheses."""
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    return node


def _is_neutral(condition: ast.Expression, node: ast.Expression, file: File) -> bool:
    """Whether a literal makes no difference to a value, as in `true and $found`, which has the form of the values beside it."""
    if not isinstance(condition, ast.LiteralBoolean) or is_condition(node, file):
        return False
    return condition.value if isinstance(node, ast.AndExpression) else not condition.value and isinstance(node, ast.OrExpression)


def _is_false(node: ast.Expression) -> bool:
    return isinstance(node, ast.LiteralUndef) or (isinstance(node, ast.LiteralBoolean) and not node.value)


def _as_variable(word: ast.QualifiedName, file: File) -> tuple[Fix, ...]:
    """The variable of the same name, if the file sets one, or the fact."""
    if any(word.value in scope.names for scope in file.scopes.all):
        return (Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),)),)
    name = word.value.removeprefix("::")
    found = legacy_named(name)
    if found is None or found.replacement is None:
        return ()
    text = f"$facts{''.join(f'[{part!r}]' for part in found.replacement.split('.'))}"
    return (Fix(f"Change to {text}", (Edit(word.start, word.end, text),)),)
