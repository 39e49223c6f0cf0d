"""Records what a statement reads and does while it is evaluated, so that it can be repeated (`repeated_statements.py`).

As with bodies (`recorder.py`), whatever may depend on more than what is recorded spoils the recording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple, TypeVar

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.access import access_in
from puppet_typesys.evaluate.calls import call
from puppet_typesys.evaluate.collectors import add_collector, collected, has_collected_type
from puppet_typesys.evaluate.evaluator import HANDLERS, Evaluator, Handler
from puppet_typesys.evaluate.given import Reads
from puppet_typesys.evaluate.importing import Query, written
from puppet_typesys.evaluate.log import Entry
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.recorded import Override
from puppet_typesys.evaluate.recorder import ITERATING, PURE, Recorder, exact, is_of_language
from puppet_typesys.evaluate.recorder import handlers as handlers_of_bodies
from puppet_typesys.evaluate.relationships import has_unknown, operands, relate
from puppet_typesys.evaluate.repeated_templates import PRINTING, is_of_template
from puppet_typesys.evaluate.resource_expressions import Declared, attributes, declare, declared, override
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.runtime_object import RuntimeObject
from puppet_typesys.values.unknown import Unknown, contains_unknown

T = TypeVar("T")
INCLUDING = frozenset(("include", "contain", "require"))
DECLARING = frozenset(
    ("create_resources", "ensure_packages", "ensure_resource", "ensure_resources", "realize", "stdlib::ensure_packages", "tag")
)
"""Functions that change the catalog, and whose values depend on their arguments alone."""
BY_NAME = frozenset(("assert_type",))
"""Functions of which an argument may name a type."""


UNDECIDED = '["unknown"]'
"""What the text of a query contains that compares with an unknown value."""


class Read(NamedTuple):
    """Something that a statement reads."""

    kind: str
    """`node`, `local`, `variable`, `defined`, or `given`."""
    about: object
    """A question about the node, the name of a variable, or the arguments of `defined`."""
    node: ast.Expression | None = None

    @property
    def name(self) -> str:
        """The name of a variable."""
        assert isinstance(self.about, str)
        return self.about


class Assigned(NamedTuple):
    """A variable that is set."""

    node: ast.AssignmentExpression
    name: str
    value: object


class Called(NamedTuple):
    """A call of a function that changes the catalog."""

    node: ast.CallNamedFunctionExpression
    function: str
    arguments: tuple[object, ...]


class Collected(NamedTuple):
    """A collector, with the values of its query and its attributes."""

    node: ast.CollectExpression
    query: Query | None
    parameters: list[Parameter]


class Logged(NamedTuple):
    """Messages for debugging of the call of a template."""

    node: ast.CallNamedFunctionExpression
    entries: list[Entry]


class Related(NamedTuple):
    """A relationship expression, with its operands."""

    node: ast.RelationshipExpression
    left: tuple[object, ...]
    right: tuple[object, ...]
    has_collectors: bool


class Numbered(NamedTuple):
    """Stands for a collector that the same statement has made."""

    number: int


Effect = Assigned | Declared | Override | Related | Called | Collected | Logged


class StatementRecorder(Recorder):
    """Evaluates a statement, and records what it reads and does."""

    def __init__(self, ev: Evaluator, scope: Scope, answer: Callable[[Read], object], reads: Reads | None) -> None:
        super().__init__(ev)
        self._handlers = handlers()
        self._answer = answer
        self._reads = reads
        self._scope = scope
        self._before = frozenset(scope.variables)
        self._asked: set[Read] = set()
        self.answers: list[tuple[Read, object]] = []
        self.effects: list[Effect] = []
        self.types: set[str] = set()
        self._collectors: list[object] = []
        self._evaluates = False
        """Whether an effect may have evaluated classes, which set variables."""
        self._declares = False
        self.code: set[object] = set()
        self.steps = self._started = 0

    def of_template(self, text: Text) -> Evaluator:
        return TemplateRecorder(self, self._scope, text)

    def begin(self) -> None:
        """Begin to count the steps."""
        self._started = self.budget.used

    def end(self) -> None:
        """Stop counting."""
        self.steps = self.budget.used - self._started - self.aside

    def note_code(self, questions: Iterable[object]) -> None:
        """Note what is asked of code and data."""
        self.code.update(questions)

    def note_definitions(self, make: Callable[[], T]) -> T:
        """What a call makes; what is noted includes the definitions that it looks up, such as types that a function in Ruby names."""
        return make() if self._reads is None or self.is_spoilt else self._reads.recorded(make)

    def note_given(self) -> None:
        """Note that all parameters of a class are read that it has been passed."""
        self._note(Read("given", ""))

    def note_question(self, question: object) -> None:
        """Note what is asked of the node."""
        read = Read("node", question)
        if read not in self._asked:
            assert self._reads is not None
            self._asked.add(read)
            self.answers.append((read, self._answer(read)))

    def _note(self, read: Read) -> None:
        if read in self._asked:
            return
        self._asked.add(read)
        answer = self._answer(read)
        if answer is None:
            self.spoil()
        self.answers.append((read, answer))

    def note_variable(self, name: str, scope: Scope) -> None:
        """Note that a variable is read."""
        if "::" not in name:
            frame = scope.frame
            while frame is not scope.base and frame.parent is not None:
                if name in frame.variables:
                    if frame.is_local:
                        return  # One of a lambda.
                    self.spoil()
                frame = frame.parent
            if name in scope.variables:
                if name in self._before:
                    self._note(Read("local", name))
                return
        if self._reads is not None and not self._reads.is_followed and self._reads.is_of_node(name.removeprefix("::")):
            return  # What paths of data read is noted as such.
        if self._evaluates:
            self.spoil()
        self._note(Read("variable", name))

    def note_defined(self, arguments: tuple[object, ...], node: ast.Expression) -> None:
        """Note that it is asked what is declared."""
        if self._declares or plain(arguments) is None:
            self.spoil()
            return
        self._note(Read("defined", arguments, node))

    def do(self, effect: Effect, values: Sequence[object], *, evaluates: bool = False) -> None:
        """Note an effect with all values in it."""
        if any(plain(each) is None for each in values):
            self.spoil()
        self._declares = True
        self._evaluates = self._evaluates or evaluates
        self.effects.append(effect)

    def assign(self, node: ast.AssignmentExpression, name: str, value: object) -> None:
        """Note that a variable of the scope is set."""
        if plain(value) is None:
            self.spoil()
        self.effects.append(Assigned(node, name, value))

    def run(self, make: Callable[[], T]) -> T:
        around = None if self._reads is None else self._reads.follow(None)
        try:
            return super().run(make)
        finally:
            if self._reads is not None:
                self._reads.follow(around)

    def note_collector(self, made: object) -> None:
        """Note a collector that was made."""
        self._collectors.append(made)

    def numbered(self, operands: Sequence[object]) -> tuple[object, ...]:
        """Operands, in which numbers stand for collectors."""
        return tuple([self._number(each) if isinstance(each, RuntimeObject) else each for each in operands])

    def _number(self, collector: object) -> object:
        for number, each in enumerate(self._collectors):
            if each is collector:
                return Numbered(number)
        self.spoil()
        return None


class TemplateRecorder(StatementRecorder):
    """Evaluates a template for a statement, and records what it reads as a part of the statement."""

    def __init__(self, statement: StatementRecorder, scope: Scope, text: Text) -> None:
        self.__dict__.update(statement.__dict__)
        self.text, self.module_name, self.observer = text, None, statement.compiler.observation.observer_of(text)
        self._handlers = template_handlers()
        self._statement, self._scope = statement, scope

    def spoil(self) -> None:
        self.is_spoilt = True
        self._statement.spoil()

    def note_variable(self, name: str, scope: Scope) -> None:
        if is_of_template(name, scope):
            return
        self._statement.note_variable(name if "::" in name else f"::{name}", self._scope)

    def note_defined(self, arguments: tuple[object, ...], node: ast.Expression) -> None:
        self._statement.note_defined(arguments, node)

    def do(self, effect: Effect, values: Sequence[object], *, evaluates: bool = False) -> None:
        self.spoil()  # It would be done in the scope of the statement.


def held(value: object, reads: Reads | None) -> object:
    """What is equal for values exactly if no program can tell them apart; None for values of which that is not plain to see.

    Tables of what is known of the node are the same if they are at the same place, as what is read of them is noted.
    """
    if value.__class__ is tuple:
        assert isinstance(value, tuple)
        return _held_parts("Array", value, reads)
    if isinstance(value, Hash):
        if type(value) is not Hash:
            return None if reads is None else reads.place_of(value)
        return _held_parts("Hash", [part for entry in value.items() for part in entry], reads)
    return exact(value)


def _held_parts(kind: str, values: Sequence[object], reads: Reads | None) -> object:
    made = [kind, *[held(each, reads) for each in values]]
    return None if None in made else tuple(made)


def plain(value: object) -> object:
    """The same for values without such tables."""
    return held(value, None)


# ---- what is evaluated while a statement is recorded


def _variable(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.VariableExpression)
    value = HANDLERS.entries[ast.VariableExpression](ev, node, scope)
    match node.expr:
        case ast.QualifiedName(value=name):
            ev.note_variable(name, scope)
        case ast.LiteralInteger() if scope.find_local(str(node.expr.value)) is not MISSING:
            pass  # What a regular expression of the statement has matched.
        case _:
            ev.spoil()
    return value


def _text(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.TextExpression)
    if isinstance(node.expr, ast.QualifiedName):
        ev.note_variable(node.expr.value, scope)
    return HANDLERS.entries[ast.TextExpression](ev, node, scope)


def _type_name(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.QualifiedReference)
    ev.types.add(node.value)
    return HANDLERS.entries[ast.QualifiedReference](ev, node, scope)


def _access(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """Elements of known values, and references; parameters of resources depend on the catalog."""
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.AccessExpression)
    left = ev.evaluate(node.left_expr, scope)
    ev.types.update(each.value for each in node.keys if isinstance(each, ast.QualifiedReference))
    value = access_in(ev, node, left, scope)
    if isinstance(node.left_expr, ast.QualifiedReference):
        if not all(isinstance(each, Type) for each in (value if isinstance(value, tuple) else (value,))):
            ev.spoil()
    elif not isinstance(left, str | tuple | Hash):
        ev.spoil()
    if not _is_table(value) and contains_unknown(value):
        ev.spoil()
    return value


def _is_table(value: object) -> bool:
    return isinstance(value, Hash) and type(value) is not Hash


def _assignment(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """An assignment to several variables may take those of a class."""
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.AssignmentExpression)
    value = HANDLERS.entries[ast.AssignmentExpression](ev, node, scope)
    match node.left_expr:
        case ast.VariableExpression(expr=ast.QualifiedName(value=name)):
            if scope.variables.get(name, MISSING) is value:
                ev.assign(node, name, value)
        case _:
            ev.spoil()
    return value


def _call(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder)
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if name in INCLUDING | DECLARING:
            return _called(ev, node, name, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value="defined"), lambda_=None):
            return _defined(ev, node, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if _is_computed(ev, name):
            pass
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value="epp"), lambda_=None) if is_of_language(ev, "epp"):
            return _template(ev, node, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name)) if name in ITERATING and is_of_language(ev, name):
            ev.functions.add(name)
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName(value=name))):
            ev.functions.add(name)
            if not (_is_computed(ev, name) if node.lambda_ is None else name in ITERATING and is_of_language(ev, name)):
                ev.spoil()
        case _:
            ev.spoil()
    value = ev.note_definitions(partial(HANDLERS.entries[node.__class__], ev, node, scope))
    if not ev.is_spoilt and contains_unknown(value):
        ev.spoil()
    return value


def _template(ev: StatementRecorder, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    """The text of a template, in which calls of templates are parts of the same statement."""
    ev.functions.add("epp")
    log = ev.compiler.log
    count = log.count
    value = ev.note_definitions(partial(HANDLERS.entries[node.__class__], ev, node, scope))
    if contains_unknown(value):
        ev.spoil()
    if not isinstance(ev, TemplateRecorder) and log.count > count:
        ev.effects.append(Logged(node, log.since(count)))
    return value


def _is_computed(ev: StatementRecorder, name: str) -> bool:
    """Whether what a function returns depends on its arguments alone; all functions that compute it are noted."""
    if is_of_language(ev, name):
        ev.functions.add(name)
        return name in PURE and name not in BY_NAME
    computing = ev.compiler.computing(name) if ev.compiler.function_named(name) is None else None
    ev.functions.update(computing or ())
    return computing is not None


def _called(ev: StatementRecorder, node: ast.CallNamedFunctionExpression, name: str, scope: Scope) -> object:
    arguments = tuple(ev.unfold(node.arguments, scope))
    if not _is_known(ev, name):
        ev.spoil()
    ev.do(Called(node, name, arguments), arguments, evaluates=True)
    return ev.run(partial(call, ev, name, arguments, node, scope))


def _is_known(ev: Evaluator, name: str) -> bool:
    """Whether a function is that of the language, or one of stdlib in Ruby."""
    return ev.compiler.function_named(name) is None


def _defined(ev: StatementRecorder, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    arguments = tuple(ev.unfold(node.arguments, scope))
    if not is_of_language(ev, "defined") or any(isinstance(each, str) and each.startswith("$") for each in arguments):
        ev.spoil()
    ev.functions.add("defined")
    answer = call(ev, "defined", arguments, node, scope)
    if not isinstance(answer, bool):
        ev.spoil()
    else:
        ev.note_defined(arguments, node)
    return answer


def _resources(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.ResourceExpression)
    result: list[object] = []
    for each in declared(ev, node, scope):
        if each.type_name is None:
            ev.spoil()
        is_class = each.type_name is None or each.type_name.lower().removeprefix("::") == "class"
        kept = each._replace(parameters=_unset(each.parameters))
        ev.do(kept, [*each.titles, *(given.value for given in each.parameters)], evaluates=is_class)
        result += ev.run(partial(declare, ev, each, scope))
    return tuple(result)


def _unset(parameters: Sequence[Parameter]) -> list[Parameter]:
    """Parameters without what sets them, which belongs to one compilation."""
    return [each._replace(source=None) for each in parameters]


def _override(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.ResourceOverrideExpression)
    value = ev.evaluate(node.resources, scope)
    parameters = attributes(ev, node.operations, scope)
    ev.do(Override(node, value, _unset(parameters)), [value, *(each.value for each in parameters)])
    ev.run(partial(override, ev, node, value, parameters, scope))
    return value


def _relation(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.RelationshipExpression)
    left, right = ev.evaluate(node.left_expr, scope), ev.evaluate(node.right_expr, scope)
    if has_unknown(left) or has_unknown(right):
        ev.spoil()
        return relate(ev, node, left, right)
    sides = ev.numbered(operands(ev, left)), ev.numbered(operands(ev, right))
    found = [each for side in sides for each in side]
    has_collectors = any(isinstance(each, Numbered) for each in found)
    ev.do(Related(node, *sides, has_collectors), [each for each in found if not isinstance(each, Numbered)])
    return ev.run(partial(relate, ev, node, left, right))


def _collect(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.CollectExpression)
    if not has_collected_type(ev, node):
        ev.spoil()
        return Unknown(model.ANY)
    assert isinstance(node.type_expr, ast.QualifiedReference)
    ev.types.add(node.type_expr.value)
    parameters, query = collected(ev, node, scope)
    text = written(query)
    if text is None or UNDECIDED in text:
        ev.spoil()
    ev.do(Collected(node, query, _unset(parameters)), [each.value for each in parameters])
    made = ev.run(partial(add_collector, ev, node, parameters, query, scope))
    ev.note_collector(made)
    return made


OTHERWISE: dict[type[ast.Node], Handler] = {
    ast.VariableExpression: _variable,
    ast.TextExpression: _text,
    ast.QualifiedReference: _type_name,
    ast.CallNamedFunctionExpression: _call,
    ast.CallMethodExpression: _call,
    ast.AccessExpression: _access,
    ast.AssignmentExpression: _assignment,
    ast.ResourceExpression: _resources,
    ast.ResourceOverrideExpression: _override,
    ast.RelationshipExpression: _relation,
    ast.CollectExpression: _collect,
}


@cache
def handlers() -> dict[type[ast.Node], Handler]:
    """What evaluates nodes while a statement is recorded."""
    return {**handlers_of_bodies(), **OTHERWISE}


@cache
def template_handlers() -> dict[type[ast.Node], Handler]:
    """What evaluates nodes of templates while a statement is recorded."""
    return handlers() | {kind: HANDLERS.entries[kind] for kind in PRINTING} | {ast.AssignmentExpression: _of_template}


def _of_template(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """An assignment to a variable that the template alone has."""
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.AssignmentExpression)
    if not isinstance(node.left_expr, ast.VariableExpression):
        ev.spoil()
    return HANDLERS.entries[ast.AssignmentExpression](ev, node, scope)
