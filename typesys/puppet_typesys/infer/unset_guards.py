"""Whether the code around a read of a variable that is only assigned in some branches shows that it is set there.

It does by asking whether the variable is `defined`, or by refusing the case in which no branch with an assignment is taken:

    unless $rules or $template { fail('...') }
    if $rules { $source = $rules }
    if $template { $source = $template }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.infer.resolution import assigned_names

ASKING = frozenset(("defined", "getvar"))
CONDITIONAL = (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.SelectorExpression, ast.AndExpression, ast.OrExpression)
LEAVING = frozenset(("fail", "return"))
INCLUDING = frozenset(("assert_type", "contain", "hiera_include", "include", "require"))
"""Functions after which a class, or what they find, may have failed."""
PICKING = frozenset(("pick", "pick_default"))


Assignments = Sequence[ast.AssignmentExpression]
"""Those of a program."""


def is_guarded(node: ast.Node, name: str, program: ast.Program, assignments: Assignments, text: Text) -> bool:
    """Whether a variable is set where a node reads it."""
    around = [*_path(program, node)]
    for each in around:
        if isinstance(each, CONDITIONAL) and any(_asks(part, name) for part in _conditions(each)):
            return True
    blocks = [each for each in around if isinstance(each, ast.BlockExpression)]
    own = _assigning(name, assignments)
    return any(_is_complete(block.statements, node, own, text) for block in blocks)


def _assigning(name: str, assignments: Assignments) -> Assignments:
    """Those assignments that set a variable."""
    return [each for each in assignments if name in assigned_names(each.left_expr)]


def _has_any(node: ast.Node, assignments: Assignments) -> bool:
    """Whether some of the assignments are in a node."""
    return any(node.start <= each.start and each.end <= node.end for each in assignments)


def depends_on_parameter(node: ast.Node, name: str, program: ast.Program, assignments: Assignments) -> bool:
    """Whether a variable that a node reads is set by a single `if` or `unless` whose condition is about parameters alone.

    Other values of facts may belong to systems that the code is not for; a parameter that is tested has both.
    """
    around = [*_path(program, node)]
    definition = next((each for each in around if isinstance(each, ast.HostClassDefinition | ast.ResourceTypeDefinition)), None)
    if definition is None or definition.body is None:
        return False
    # Each block around the node: an `if` in a branch sets the variable for the rest of that branch.
    blocks = [each for each in around[around.index(definition) :] if isinstance(each, ast.BlockExpression)]
    statements = [each for block in blocks for each in block.statements] or [definition.body]
    own = _assigning(name, assignments)
    setting = [each for each in statements if each.end <= node.start and _has_any(each, own)]
    first = setting[0] if len(setting) == 1 else None
    if not isinstance(first, ast.IfExpression | ast.UnlessExpression) or any(_decides(each, first, node) for each in around):
        return False
    if _leaves_unset(first, own):
        tests = [first.test]  # Whatever is inside, nothing is set where its condition does not hold.
    else:
        nodes = ast.by_class(first)
        if any(isinstance(each.else_expr, ast.IfExpression) and _has_any(each, own) for each in ast.nodes_of(nodes, ast.IfExpression)):
            return False  # The conditions of `elsif` may be all that occur.
        inside = [each.test for each in ast.nodes_of(nodes, ast.IfExpression) if _leaves_unset(each, own)]
        inside += [each.test for each in ast.nodes_of(nodes, ast.UnlessExpression) if _leaves_unset(each, own)]
        if len(inside) > 1:
            return False  # One may have the opposite condition of another.
        tests = [first.test, *inside]
    parameters = {each.name for each in definition.parameters if not _reads(each.value)}
    read = [_read(test) for test in tests]
    if not all(each and each <= parameters for each in read):
        return False
    tested = set[str]().union(*read)
    return not any(_leaves_by(each, read[-1], node) and not _needs_others(each, tested, parameters) for each in statements)


def is_expected_unset(node: ast.Node, name: str, program: ast.Program, assignments: Assignments) -> bool:
    """Whether code that asks for the truth of a variable, or picks another value, comes after code that may leave it unset.

    That is an `if` or `unless` without an alternative, or a `case` of parameters all of whose options set it but the empty default. Who
    writes such a condition expects that nothing has been set; reading a variable that is not set fails. It is not certain inside of other
    conditions and after code that may leave.
    """
    around = [*_path(program, node)]
    if not around or not (_is_tested(around, node) or _is_picked(around[-1], node)):
        return False
    definition = next((each for each in around if isinstance(each, ast.HostClassDefinition | ast.ResourceTypeDefinition)), None)
    if definition is None:
        return False
    own = _assigning(name, assignments)
    before = [each for block in around if isinstance(block, ast.BlockExpression) for each in block.statements if each.end <= node.start]
    setting = [each for each in before if _has_any(each, own)]
    if len(setting) != 1 or any(_may_leave(each) for each in before) or any(_decides(each, setting[0], node) for each in around):
        return False
    match setting[0]:
        case ast.IfExpression() | ast.UnlessExpression() as found:
            return _leaves_unset(found, own) and bool(_read(found.test))
        case ast.CaseExpression(options=options) as choice:
            read = _read(choice.test)
            empty = [each for each in options if _is_default(each) and _is_empty(each.then_expr)]
            is_of_parameters = bool(read) and read <= {each.name for each in definition.parameters}
            return is_of_parameters and len(empty) == 1 and all(each is empty[0] or _has_any(each, own) for each in options)
    return False


def is_undef_instead(node: ast.Node, name: str, program: ast.Program, assignments: Assignments) -> bool:
    """Whether some options of a `case` set a variable that a node reads, one of them to `undef`, and another one forgets it.

    Who sets a variable to `undef` wants it to be set in any case.
    """
    around = [*_path(program, node)]
    own = _assigning(name, assignments)
    if not any(isinstance(each.right_expr, ast.LiteralUndef) for each in own):
        return False
    before = [each for block in around if isinstance(block, ast.BlockExpression) for each in block.statements if each.end <= node.start]
    setting = [each for each in before if _has_any(each, own)]
    found = setting[0] if len(setting) == 1 else None
    if not isinstance(found, ast.CaseExpression) or any(_decides(each, found, node) for each in around):
        return False
    several = [each.then_expr for each in found.options if each.then_expr is not None and not _may_leave(each.then_expr)]
    undefs = [each for each in own if isinstance(each.right_expr, ast.LiteralUndef)]
    forgetting = [each for each in several if not _is_empty(each) and not _has_any(each, own) and not _may_fail(each)]
    return bool(forgetting) and any(_has_any(each, undefs) for each in several)


def may_fail_instead(node: ast.Node, name: str, program: ast.Program, assignments: Assignments) -> bool:
    """Whether a branch that does not set a variable that a node reads calls a function of a module, which may fail."""
    own = _assigning(name, assignments)
    before = [each for each in own if each.end <= node.start]
    around = [*_path(program, before[0])] if before else []
    branches: list[ast.Expression | None] = []
    for each in around:
        if isinstance(each, ast.CaseExpression):
            branches += [option.then_expr for option in each.options]
        elif isinstance(each, ast.IfExpression | ast.UnlessExpression):
            branches += [each.then_expr, each.else_expr]
    return any(_calls_own(each) for each in branches if each is not None and not _has_any(each, own))


def _calls_own(branch: ast.Expression) -> bool:
    """Whether a statement of a branch is a call of a function with a namespace."""
    statements = branch.statements if isinstance(branch, ast.BlockExpression) else (branch,)
    called = (each.functor_expr for each in statements if isinstance(each, ast.CallNamedFunctionExpression))
    return any(isinstance(each, ast.QualifiedName) and "::" in each.value for each in called)


def _may_fail(node: ast.Node) -> bool:
    """Whether a node calls a function of a module or includes or declares classes, which may stop the evaluation."""
    called = (each.functor_expr for each in ast.of_class(node, ast.CallNamedFunctionExpression))
    names = [each.value for each in called if isinstance(each, ast.QualifiedName)]
    types = (each.type_name for each in ast.of_class(node, ast.ResourceExpression))
    is_class = any(isinstance(each, ast.QualifiedName) and each.value.removeprefix("::") == "class" for each in types)
    return is_class or any("::" in each or each in INCLUDING for each in names)


def _decides(other: ast.Node, setting: ast.Node, node: ast.Node) -> bool:
    """Whether a construct around a node, but not around what sets a variable, decides whether and how often the node is evaluated.

    Its condition may hold just where the variable is set, whatever variables it reads: `$is_debian` may have been computed from them.
    """
    if other.start <= setting.start:
        return False
    match other:
        case ast.IfExpression(test=test) | ast.UnlessExpression(test=test) | ast.CaseExpression(test=test):
            return test.end <= node.start
        case ast.SelectorExpression(left_expr=test) | ast.AndExpression(left_expr=test) | ast.OrExpression(left_expr=test):
            return test.end <= node.start
    return isinstance(other, ast.LambdaExpression)


def _may_leave(node: ast.Node) -> bool:
    return any(
        isinstance(each.functor_expr, ast.QualifiedName) and each.functor_expr.value in LEAVING
        for each in ast.of_class(node, ast.CallNamedFunctionExpression)
    )


def _is_default(option: ast.CaseOption) -> bool:
    return any(isinstance(value, ast.LiteralDefault) for value in option.values)


def _is_picked(call: ast.Node, node: ast.Node) -> bool:
    """Whether a node is an argument of a call of `pick`, which takes the next one if it has no value."""
    return (
        isinstance(call, ast.CallNamedFunctionExpression)
        and isinstance(call.functor_expr, ast.QualifiedName)
        and call.functor_expr.value in PICKING
        and node in call.arguments[:-1]
    )


def _is_empty(body: ast.Expression | None) -> bool:
    return body is None or isinstance(body, ast.Nop) or (isinstance(body, ast.BlockExpression) and not body.statements)


def _is_tested(around: Sequence[ast.Node], node: ast.Node) -> bool:
    """Whether a node is a condition, or what `and` and `or` connect in one."""
    for each in reversed(around):
        if isinstance(each, ast.IfExpression | ast.UnlessExpression):
            return each.test.start <= node.start and node.end <= each.test.end
        if not isinstance(each, ast.AndExpression | ast.OrExpression | ast.NotExpression | ast.ParenthesizedExpression):
            return False
    return False


def _leaves_unset(node: ast.IfExpression | ast.UnlessExpression, own: Assignments) -> bool:
    """Whether a conditional without an alternative has some of the assignments."""
    return (node.else_expr is None or isinstance(node.else_expr, ast.Nop)) and _has_any(node, own)


def _read(test: ast.Expression) -> set[str]:
    return {each.name for each in ast.of_class(test, ast.VariableExpression)}


def _leaves_by(statement: ast.Expression, names: set[str], node: ast.Node) -> bool:
    """Whether a statement before a node leaves the block in a case that some variables decide."""
    if not isinstance(statement, ast.IfExpression | ast.UnlessExpression) or statement.end > node.start:
        return False
    return statement.then_expr is not None and _leaves(statement.then_expr) and not names.isdisjoint(_read(statement.test))


def _needs_others(statement: ast.Expression, names: set[str], parameters: set[str]) -> bool:
    """Whether a statement leaves the block only if other parameters have certain values as well: `if $none and $extra { fail() }`."""
    parts = _conjuncts(statement.test) if isinstance(statement, ast.IfExpression) else []
    return any(read and names.isdisjoint(read) and read <= parameters for read in map(_read, parts))


def _conjuncts(test: ast.Expression) -> list[ast.Expression]:
    """The conditions that must all hold for one to hold."""
    if isinstance(test, ast.ParenthesizedExpression):
        return _conjuncts(test.expr)
    return [*_conjuncts(test.left_expr), *_conjuncts(test.right_expr)] if isinstance(test, ast.AndExpression) else [test]


def _reads(default: ast.Expression | None) -> bool:
    """Whether the default of a parameter may be a fact, or depend on one."""
    return default is not None and any(True for _ in ast.of_class(default, ast.VariableExpression))


def _path(root: ast.Node, node: ast.Node) -> Iterator[ast.Node]:
    """The nodes around a node, from the root inwards."""
    current: ast.Node | None = root
    while current is not None and current is not node:
        yield current
        current = next((each for each in ast.children(current) if each.start <= node.start and node.end <= each.end), None)


def _conditions(node: ast.Node) -> Iterator[ast.Expression]:
    match node:
        case ast.IfExpression() | ast.UnlessExpression() | ast.CaseExpression():
            yield node.test
        case ast.SelectorExpression() | ast.AndExpression() | ast.OrExpression():
            yield node.left_expr


def _asks(condition: ast.Expression, name: str) -> bool:
    """Whether a condition asks for the existence of a variable."""
    for each in ast.of_class(condition, ast.CallNamedFunctionExpression):
        if isinstance(each.functor_expr, ast.QualifiedName) and each.functor_expr.value in ASKING:
            asked = [given.value.removeprefix("$") for given in each.arguments if isinstance(given, ast.LiteralString)]
            if name in asked:
                return True
    return False


def _is_complete(statements: Sequence[ast.Expression], node: ast.Node, own: Assignments, text: Text) -> bool:
    """Whether statements before a node leave the block unless a condition holds under which they assign a variable."""
    before = [each for each in statements if each.end <= node.start]
    setting = [each for each in before if isinstance(each, ast.IfExpression)]
    conditions = {_shown(each.test, text) for each in setting if each.then_expr is not None and _has_any(each.then_expr, own)}
    if not conditions:
        return False
    needed = [_needed(each, text) for each in before if isinstance(each, ast.IfExpression | ast.UnlessExpression)]
    return any(each and each <= conditions for each in needed)


def _needed(node: ast.IfExpression | ast.UnlessExpression, text: Text) -> set[str]:
    """The conditions of which one holds after a statement; empty if that is not known."""
    if node.then_expr is None or (node.else_expr is not None and not isinstance(node.else_expr, ast.Nop)) or not _leaves(node.then_expr):
        return set()
    parts = [*_alternatives(node.test, is_negated=isinstance(node, ast.IfExpression))]
    return set() if None in parts else {_shown(each, text) for each in parts if each is not None}


def _leaves(body: ast.Expression) -> bool:
    statements = body.statements if isinstance(body, ast.BlockExpression) else (body,)
    return any(
        isinstance(each, ast.CallNamedFunctionExpression)
        and isinstance(each.functor_expr, ast.QualifiedName)
        and each.functor_expr.value in LEAVING
        for each in statements
    )


def _alternatives(test: ast.Expression, *, is_negated: bool) -> Iterator[ast.Expression | None]:
    """The expressions of which one is true if a test is, or if it is not; None for one that is not understood."""
    match test:
        case ast.ParenthesizedExpression(expr=inner):
            yield from _alternatives(inner, is_negated=is_negated)
        case ast.NotExpression(expr=inner):
            yield from _alternatives(inner, is_negated=not is_negated)
        case ast.OrExpression() if not is_negated:
            yield from _alternatives(test.left_expr, is_negated=False)
            yield from _alternatives(test.right_expr, is_negated=False)
        case ast.AndExpression() if is_negated:
            yield from _alternatives(test.left_expr, is_negated=True)
            yield from _alternatives(test.right_expr, is_negated=True)
        case _:
            yield None if is_negated else test


def _shown(node: ast.Expression, text: Text) -> str:
    """The text of a condition without white space and parentheses around it."""
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    return "".join(text.slice(node.start, node.end).split())
