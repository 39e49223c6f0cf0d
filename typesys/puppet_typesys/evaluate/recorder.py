"""Records what the body of a define reads and declares while it is evaluated, so that it can be repeated (`repeated_bodies.py`).

Whatever may depend on more than parameters, variables of other scopes and pure functions spoils the recording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TypeVar

from puppet_grammar import ast
from puppet_typesys.evaluate.access import access_in
from puppet_typesys.evaluate.calls import call
from puppet_typesys.evaluate.evaluator import HANDLERS, Evaluator, Handler
from puppet_typesys.evaluate.frames import MISSING as MISSING_LOCALLY
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.recorded import Asked, Inclusion, Override, Reads, Relation, Statement
from puppet_typesys.evaluate.relationships import relate
from puppet_typesys.evaluate.resource_expressions import attributes, declare, declared, override
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import contains_unknown

T = TypeVar("T")
PURE = frozenset(
    "abs any2array assert_type basename bool2num bool2str camelcase capitalize ceiling chomp chop compare delete delete_undef_values "
    "dirname downcase empty flatten floor join keys length lstrip max md5 member min pick prefix regsubst round rstrip sha1 sha256 size "
    "split sprintf stdlib::ensure str2bool strip suffix unique upcase values versioncmp".split()
)
"""Functions that depend on their arguments alone."""
ITERATING = frozenset(("all", "any", "each", "filter", "map", "reduce", "slice", "then", "with"))
"""Functions that depend on their arguments and on what a lambda makes of these."""
INCLUDING = frozenset(("include", "contain"))
"""Functions that evaluate classes, once."""
READING = frozenset(("getvar",))
"""Functions that read the variable which their only argument names."""


class Recorder(Evaluator):
    """Evaluates a body, and records what it reads and declares."""

    def __init__(self, ev: Evaluator) -> None:
        self.__dict__.update(ev.__dict__)
        self._handlers = handlers()
        self.is_spoilt = False
        self.reads: dict[str, object] = {}
        self.found: dict[str, object] = {}
        self.functions: set[str] = set()
        self.statements: list[Statement] = []
        self.asked: list[Asked] = []
        self.early: Reads | None = None
        """What was read before the first statement, if that includes classes."""
        self.leading = 0
        """The number of statements at the beginning that include classes, between which nothing is read."""
        self.evaluates_classes = False
        """Whether a statement evaluates a class that is not one of the first."""
        self.is_rendered = False
        """Whether a template was rendered whose reads are known."""
        self.aside = 0
        """The steps that the statements took, without those of their values."""

    def spoil(self) -> None:
        """Note that the body cannot be repeated."""
        self.is_spoilt = True

    def note_inclusion(self, statement: Inclusion) -> None:
        """Note a statement that may evaluate classes."""
        so_far = Reads(dict(self.reads), dict(self.found), (*self.asked,))
        if not self.statements and _is_lasting(so_far):
            self.early = so_far
        if self.early == so_far and self.leading == len(self.statements):
            self.leading += 1
        else:
            self.evaluates_classes = True
        self.note(statement, statement.arguments)

    def note_answer(self, arguments: tuple[object, ...], answer: object, scope: Scope) -> None:
        """Note the answer of `defined`, which further resources do not change if it is positive."""
        is_first = answer is True or self.leading == len(self.statements)
        if not isinstance(answer, bool) or (not answer and self.evaluates_classes) or not (is_first or not scope.has_defaults()):
            self.spoil()
        self.asked.append(Asked(arguments, answer, is_first))

    def begin_template(self) -> None:
        """Begin with the call of a template."""
        self.is_rendered = False

    def note_template(self, reads: Mapping[str, object], functions: Iterable[str], scope: Scope) -> None:
        """Note what a template has read, which sees the variables of the top scope."""
        if scope is not self.compiler.top:
            self.spoil()
        self.is_rendered = True
        for name, value in reads.items():
            self._enter(self.found, name if "::" in name else f"::{name}", value)
        self.functions.update(functions)

    def note(self, statement: Statement, values: Sequence[object]) -> None:
        """Note a statement with all values in it."""
        if any(exact(each) is None for each in values):
            self.spoil()
        self.statements.append(statement)

    def run(self, make: Callable[[], T]) -> T:
        """Run a statement whose values are known."""
        before = self.budget.used
        made = make()
        self.aside += self.budget.used - before
        return made

    def read(self, table: dict[str, object], name: str, value: object) -> None:
        """Note the value of a variable of another scope."""
        self._enter(table, name, exact(value))

    def _enter(self, table: dict[str, object], name: str, held: object) -> None:
        """Note an exact value. Before the body, a variable may have another one that a class sets, or is not set."""
        if held is None or table.get(name, held) != held or (held == ABSENT and self.evaluates_classes):
            self.spoil()
        table[name] = held


def exact(value: object) -> object:
    """What is equal for values exactly if no program can tell them apart; None for values of which that is not plain to see."""
    kind = value.__class__
    if kind is str:
        return value
    if kind is int or kind is bool:
        return (kind, value)
    if value is None or value is MISSING:
        return (kind,)
    if kind is tuple:
        assert isinstance(value, tuple)
        return _exact_parts("Array", value)
    if isinstance(value, Hash):
        return _exact_parts("Hash", [part for entry in value.items() for part in entry])
    if kind is float:
        return (kind, repr(value))
    if isinstance(value, model.Resource | model.Class):
        return value
    return None


def _exact_parts(kind: str, values: Sequence[object]) -> object:
    made = [kind, *map(exact, values)]
    return None if None in made else tuple(made)


ABSENT = exact(MISSING)


def _is_lasting(reads: Reads) -> bool:
    """Whether a body reads the same after classes have been evaluated, which set variables and declare resources."""
    return ABSENT not in reads.found.values() and all(each.answer is True for each in reads.asked)


def is_of_language(ev: Evaluator, function: str) -> bool:
    """Whether a function is built in, and neither the program nor a module defines one of its name."""
    return ev.compiler.function_named(function) is None and ev.compiler.resolver.builtin_function(function) is not None


# ---- what is evaluated while a body is recorded

AS_USUAL: tuple[type[ast.Node], ...] = (
    *(ast.Nop, ast.BlockExpression, ast.LiteralBoolean, ast.LiteralDefault, ast.LiteralUndef, ast.LiteralInteger, ast.LiteralFloat),
    *(ast.LiteralString, ast.LiteralRegularExpression, ast.QualifiedName, ast.QualifiedReference, ast.ConcatenatedString),
    *(ast.TextExpression, ast.HeredocExpression, ast.LiteralList, ast.LiteralHash, ast.NotExpression, ast.UnaryMinusExpression),
    *(ast.UnfoldExpression, ast.ParenthesizedExpression, ast.ArithmeticExpression, ast.ComparisonExpression, ast.MatchExpression),
    *(ast.InExpression, ast.AndExpression, ast.OrExpression, ast.IfExpression, ast.UnlessExpression, ast.CaseExpression),
    ast.SelectorExpression,
)
"""Expressions whose values depend on those of their parts alone."""


def _spoiling(kind: type[ast.Node]) -> Handler:
    def evaluate(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
        assert isinstance(ev, Recorder)
        ev.spoil()
        return HANDLERS.entries[kind](ev, node, scope)

    return evaluate


def _variable(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.VariableExpression)
    value = HANDLERS.entries[ast.VariableExpression](ev, node, scope)
    if not isinstance(node.expr, ast.QualifiedName | ast.LiteralInteger):
        ev.spoil()
        return value
    name = str(node.expr.value)
    if "::" in name or scope.find_local(name) is MISSING_LOCALLY:
        ev.read(ev.reads, name, value)
    elif contains_unknown(value):
        ev.spoil()
    return value


def _call(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder)
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if name in INCLUDING:
            return _inclusion(ev, node, name, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value="defined"), lambda_=None):
            return _asked(ev, node, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value="epp"), lambda_=None):
            return _rendered(ev, node, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if name in PURE:
            ev.functions.add(name)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name)) if name in ITERATING:
            ev.functions.add(name)
        case ast.CallNamedFunctionExpression(
            functor_expr=ast.QualifiedName(value=name), arguments=(ast.LiteralString(value=read),), lambda_=None
        ) if name in READING and read.replace("::", "").isidentifier():
            ev.functions.add(name)
            ev.read(ev.found, read, Invocation(ev, node, scope).find_variable(read))
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName(value=name))):
            ev.functions.add(name)
            if name not in (PURE if node.lambda_ is None else ITERATING):
                ev.spoil()
        case _:
            ev.spoil()
    value = HANDLERS.entries[node.__class__](ev, node, scope)
    if contains_unknown(value) or not all(is_of_language(ev, each) for each in ev.functions):
        ev.spoil()
    return value


def _inclusion(ev: Recorder, node: ast.CallNamedFunctionExpression, name: str, scope: Scope) -> object:
    arguments = tuple(ev.unfold(node.arguments, scope))
    ev.functions.add(name)
    if not is_of_language(ev, name):
        ev.spoil()
    ev.note_inclusion(Inclusion(node, name, arguments))
    return ev.run(partial(call, ev, name, arguments, node, scope))


def _asked(ev: Recorder, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    arguments = tuple(ev.unfold(node.arguments, scope))
    ev.functions.add("defined")
    if not is_of_language(ev, "defined") or any(isinstance(each, str) and each.startswith("$") for each in arguments):
        ev.spoil()
    if exact(arguments) is None:
        ev.spoil()
    answer = call(ev, "defined", arguments, node, scope)
    ev.note_answer(arguments, answer, scope)
    return answer


def _rendered(ev: Recorder, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    ev.functions.add("epp")
    if not is_of_language(ev, "epp"):
        ev.spoil()
    arguments = tuple(ev.unfold(node.arguments, scope))  # These may render templates themselves.
    ev.begin_template()
    value = call(ev, "epp", arguments, node, scope)
    if not ev.is_rendered or contains_unknown(value):
        ev.spoil()
    return value


def _access(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """Elements of known values, and references; parameters of resources depend on the catalog."""
    assert isinstance(ev, Recorder) and isinstance(node, ast.AccessExpression)
    left = ev.evaluate(node.left_expr, scope)
    value = access_in(ev, node, left, scope)
    if isinstance(node.left_expr, ast.QualifiedReference):
        if not all(isinstance(each, Type) for each in (value if isinstance(value, tuple) else (value,))):
            ev.spoil()
    elif not isinstance(left, str | tuple | Hash):
        ev.spoil()
    if contains_unknown(value):
        ev.spoil()
    return value


def _assignment(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """An assignment to several variables may take those of a class."""
    assert isinstance(ev, Recorder) and isinstance(node, ast.AssignmentExpression)
    value = HANDLERS.entries[ast.AssignmentExpression](ev, node, scope)
    if not isinstance(node.left_expr, ast.VariableExpression):
        ev.spoil()
    return value


def _resources(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.ResourceExpression)
    result: list[object] = []
    for each in declared(ev, node, scope):
        is_class = each.type_name is None or each.type_name.lower().removeprefix("::") == "class"
        ev.note(each, [MISSING_LOCALLY if is_class else each.type_name, *each.titles, *(given.value for given in each.parameters)])
        result += ev.run(partial(declare, ev, each, scope))
    return tuple(result)


def _override(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.ResourceOverrideExpression)
    value = ev.evaluate(node.resources, scope)
    parameters = attributes(ev, node.operations, scope)
    ev.note(Override(node, value, parameters), [value, *(each.value for each in parameters)])
    ev.run(partial(override, ev, node, value, parameters, scope))
    return value


def _relation(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.RelationshipExpression)
    left, right = ev.evaluate(node.left_expr, scope), ev.evaluate(node.right_expr, scope)
    ev.note(Relation(node, left, right), [left, right])
    return ev.run(partial(relate, ev, node, left, right))


OTHERWISE: dict[type[ast.Node], Handler] = {
    ast.VariableExpression: _variable,
    ast.CallNamedFunctionExpression: _call,
    ast.CallMethodExpression: _call,
    ast.AccessExpression: _access,
    ast.AssignmentExpression: _assignment,
    ast.ResourceExpression: _resources,
    ast.ResourceOverrideExpression: _override,
    ast.RelationshipExpression: _relation,
}


@cache
def handlers() -> dict[type[ast.Node], Handler]:
    """What evaluates nodes while a body is recorded."""
    usual = {kind: HANDLERS.entries[kind] for kind in AS_USUAL if kind in HANDLERS}
    return {**{kind: _spoiling(kind) for kind in HANDLERS}, **usual, **OTHERWISE}
