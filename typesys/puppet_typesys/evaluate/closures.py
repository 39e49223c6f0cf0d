"""Lambdas and functions written in Puppet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Wording
from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.scope import NotEvaluatedYet, Scope
from puppet_typesys.functions.control_flow import ControlFlow, NextIteration, ReturnFromFunction
from puppet_typesys.issues.evaluation.parameters import (
    argument_needed_earlier,
    argument_too_early,
    default_too_early,
    missing_argument,
    missing_earlier_parameter,
)
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import assert_instance, describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Callable, Integer, Type
from puppet_typesys.types.signature import Signature
from puppet_typesys.validate.parameters import required_parameter_after_optional
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


class DefaultWordings(NamedTuple):
    """The wordings of the error for a default that reads a parameter without a value: an earlier one, or a later one."""

    needed_earlier: Wording[str, str]
    too_early: Wording[str, str, str]


OF_FUNCTION = DefaultWordings(argument_needed_earlier, argument_too_early)
OF_RESOURCE = DefaultWordings(missing_earlier_parameter, default_too_early)


class Closure(Block):
    """Parameters and a body, with the scope in which the body is evaluated."""

    __slots__ = ("_signature", "body", "called", "ev", "name", "parameters", "return_type", "scope")

    def __init__(
        self,
        ev: Evaluator,
        name: str,
        parameters: tuple[ast.Parameter, ...],
        return_type: ast.Expression | None,
        body: ast.Expression | None,
        scope: Scope,
    ) -> None:
        self.ev = ev
        self.name = name
        self.parameters = parameters
        self.return_type = return_type
        self.body = body
        self.scope = scope
        self._signature: Signature | None = None
        self.called = False
        """Whether it has been called."""

    def note_call(self) -> None:
        """Note that it has been called."""
        self.called = True

    def begin_part(self, *, was_called: bool) -> None:
        """Begin a part of a check, in which it counts as called only if it is called there, or was before."""
        self.called = was_called

    @property
    def type(self) -> Callable:
        return self.signature.type

    @property
    def signature(self) -> Signature:
        """The signature; the types of the parameters are evaluated on first use."""
        if self._signature is None:
            self._signature = self._make_signature()
        return self._signature

    def _make_signature(self) -> Signature:
        types: list[Type] = []
        low, high = 0, 0
        unbounded = False
        for parameter in self.parameters:
            if (high > low and parameter.value is None and not parameter.captures_rest) or unbounded:
                raise self.ev.error(required_parameter_after_optional(parameter.name), parameter)
            kind = self.type_of(parameter.type_expr)
            if parameter.captures_rest:
                size = Integer(0, None)
                if isinstance(kind, model.Array):
                    size, kind = kind.size or size, kind.element
                low += size.low or 0
                unbounded = size.high is None
                high += size.high or 0
            else:
                low += parameter.value is None
                high += 1
            types.append(kind)
        returns = None if self.return_type is None else self.type_of(self.return_type)
        parameters = model.Tuple(tuple(types), Integer(low, None if unbounded else high))
        return Signature(Callable(parameters, None, returns), tuple(each.name for each in self.parameters))

    def type_of(self, node: ast.Expression | None) -> Type:
        """The type that a type expression denotes; Any if there is none."""
        if node is None:
            return model.ANY
        value = self.ev.evaluate(node, self.scope)
        if isinstance(value, Unknown):
            return model.ANY
        if not isinstance(value, Type):
            raise ArgumentError(f"{value!r} is not a type")
        return value

    def call(self, arguments: Sequence[object]) -> object:
        self.called = True
        reach = self.ev.compiler.reach
        self.ev.budget.enter()
        try:
            with reach.collecting_exits():
                with reach.body():
                    result = self._call(arguments)
                return _possible_result(result, reach.exits)
        finally:
            self.ev.budget.leave()

    def _call(self, arguments: Sequence[object]) -> object:
        scope = self.scope
        bindings = self._bind(arguments)
        signature = self.signature
        final: list[object] = []
        for parameter in self.parameters:
            value = bindings[parameter.name]
            if parameter.captures_rest and isinstance(value, tuple):
                final += value
            else:
                final.append(value)
        if not _accepts(signature, tuple(final)):
            raise ArgumentError(describe_signatures(self.name, [signature], infer_set(tuple(final))))
        try:
            with scope.with_frame(Frame(scope.frame, bindings)):
                result = self.ev.evaluate(self.body, scope)
        except NextIteration as signal:
            result = signal.value
        if signature.type.returns is not None:
            assert_instance(f"value returned from {self.name}", signature.type.returns, result, function=self.name)
        return result

    def _bind(self, arguments: Sequence[object]) -> dict[str, object]:
        """The values of the parameters: the arguments, and the defaults of the parameters without an argument."""
        parameters = self.parameters
        if len(arguments) >= len(parameters) and not (parameters and parameters[-1].captures_rest):
            return dict(zip((each.name for each in parameters), arguments, strict=False))
        scope = self.scope
        frame = Frame(scope.frame, {}, pending=frozenset(each.name for each in parameters))
        with scope.with_frame(frame):
            for index, parameter in enumerate(parameters):
                frame.variables[parameter.name] = self._value(parameter, index, arguments, frame)
        return frame.variables

    def _value(self, parameter: ast.Parameter, index: int, arguments: Sequence[object], frame: Frame) -> object:
        if index < len(arguments):
            if not parameter.captures_rest:
                return arguments[index]
            rest = tuple(arguments[index:])
            if rest == (None,) and parameter.value is not None:
                return _in_array(self._default(parameter, frame))
            return rest
        if parameter.value is not None:
            value = self._default(parameter, frame)
            return _in_array(value) if parameter.captures_rest else value
        if parameter.captures_rest:
            return ()
        raise self.ev.error(missing_argument(parameter.name), parameter)

    def _default(self, parameter: ast.Parameter, frame: Frame) -> object:
        return default_value(self.ev, self.name, parameter, [each.name for each in self.parameters], frame, self.scope)


def default_value(
    ev: Evaluates,
    callee: str,
    parameter: ast.Parameter,
    names: Iterable[str],
    frame: Frame,
    scope: Scope,
    *,
    wordings: DefaultWordings = OF_FUNCTION,
) -> object:
    """The value of a parameter's default, which may read the parameters before it and must not assign variables."""
    try:
        with frame.without_assignments(), scope.guarded():
            return ev.evaluate(parameter.value, scope)
    except NotEvaluatedYet as missing:
        if [*names].index(missing.name) < [*names].index(parameter.name):
            raise ArgumentError(wordings.needed_earlier(callee, missing.name)) from None
        raise ev.default_failed(parameter, wordings.too_early(callee, parameter.name, missing.name)) from None


def _possible_result(result: object, left: Sequence[ControlFlow]) -> object:
    """The value of a block that may also end with one of the statements in `left`."""
    if any(not isinstance(each, NextIteration) for each in left):
        raise UnknownValue
    return one_of([result, *(each.value for each in left)]) if left else result


def _accepts(signature: Signature, arguments: tuple[object, ...]) -> bool:
    if signature.accepts(arguments):
        return True
    return contains_unknown(arguments) and signature.may_accept(tuple(map(infer_set, arguments)))


def _in_array(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


class Lambda(Closure):
    """A lambda, `|parameters| { body }`."""

    __slots__ = ()

    def __init__(self, ev: Evaluator, node: ast.LambdaExpression, scope: Scope) -> None:
        super().__init__(ev, "lambda", node.parameters, node.return_type, node.body, scope)


class PuppetFunction(Closure):
    """A function written in Puppet; of the variables outside of it, it sees those of the top scope only."""

    __slots__ = ("calls", "node")

    def __init__(self, ev: Evaluator, node: ast.FunctionDefinition, scope: Scope) -> None:
        super().__init__(ev, node.name, node.parameters, node.return_type, node.body, scope)
        self.node = node
        self.calls = 0
        """The number of calls that are being evaluated."""

    def call_from(self, arguments: Sequence[object], block: Block | None) -> object:
        """Call the function after checking the arguments."""
        given = tuple(arguments)
        if block is not None or not _accepts(self.signature, given):
            types = infer_set((*given, block)) if block is not None else infer_set(given)
            if isinstance(types, model.Array):
                types = model.Tuple((), Integer(0, 0))
            raise ArgumentError(describe_signatures(self.name, [self.signature], types))
        if contains_unknown(given):
            found = self.ev.compiler.type_of_call(self, tuple(map(infer_set, given)))
            if found is not None or self.calls:
                # Nothing would end the recursion: what does is among the unknown.
                return Unknown(found or self.signature.type.returns or model.ANY)
        self.calls += 1
        self.ev.compiler.note_call(self)
        try:
            with self.scope.with_frame(self.scope.base):
                return self.call(given)
        except ReturnFromFunction as signal:
            return signal.value
        finally:
            self.calls -= 1
