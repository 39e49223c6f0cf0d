"""Calls with arguments that are known by their types alone: which dispatches may be taken, and what their rules say of the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_grammar import ast
from puppet_typesys.evaluate.closures import Closure
from puppet_typesys.evaluate.effects import has_effects
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.narrowing import assuming
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.control_flow import BreakIteration, ControlFlow, NextIteration
from puppet_typesys.functions.iterables import arity
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch
from puppet_typesys.functions.typed import TypeRule
from puppet_typesys.loader import Definition
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.elements import at_or_last
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, intersection, is_never, joined, may_be_true
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.types.sizes import tuple_size
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import ArgumentError, to_keep
from puppet_typesys.values.unknown import Unknown


class TypedInvocation:
    """A call, as the rules of types see it (`functions.typed.TypedCall`)."""

    def __init__(self, ev: Evaluator, name: str, scope: Scope, block: Block | None) -> None:
        self.ev = ev
        self._name = name
        self._scope = scope
        self._block = block
        self._values: dict[tuple[Type, ...], Type] = {}
        self._may_stop = False
        self._before: object = None
        """What had been found before the last evaluation of the block."""

    @property
    def name(self) -> str:
        return self._name

    @property
    def arity(self) -> int | None:
        if self._block is None:
            return None
        try:
            return arity(self._block)
        except ArgumentError:  # The type of a parameter is not one.
            return -1

    @property
    def nesting(self) -> int:
        return self.ev.compiler.reach.uncalled

    @property
    def may_stop(self) -> bool:
        return self._may_stop

    def block(self, *types: Type) -> Type:
        block = self._block
        if not isinstance(block, Closure):
            self._may_stop = True
            return model.ANY
        if types not in self._values:
            self._before = self.ev.observer.mark()
            self._values[types], may_stop = value_of_block(self.ev, block, types)
            self._may_stop = self._may_stop or may_stop
        return self._values[types]

    def forget_block(self) -> None:
        self.ev.observer.forget(self._before)

    def block_if_true(self, *types: Type) -> tuple[Type, ...]:
        value = self.block(*types)
        if is_never(value) or not may_be_true(value):
            return tuple(NEVER for _ in types)
        return _types_if_true(self.ev, self._block, types) if isinstance(self._block, Closure) else types

    def function(self, name: str, *types: Type) -> Type:
        compiler = self.ev.compiler
        found = None if compiler.function_named(name) is not None else compiler.resolver.function(name)
        return model.ANY if found is None else type_of_result(self.ev, found, types, None, self._scope)

    def written(self, function: Definition, *types: Type) -> Type:
        return self.ev.compiler.type_of_external_call(function, types)

    def type_of_name(self, text: str) -> Type | None:
        try:
            return parse(text, self.ev.compiler.type_of_name)
        except TypeSyntaxError:
            return None


def type_of_result(ev: Evaluator, function: BuiltinFunction, types: Sequence[Type], block: Block | None, scope: Scope) -> Type:
    """The type of the values that a call may return: the join over all dispatches that may accept the arguments."""
    call = TypedInvocation(ev, function.name, scope, block)
    given = (*types,)
    # A rule of several dispatches sees what all of them accept: it is uncertain that a block is called with what one of them does.
    found: list[Type] = []
    rules: dict[TypeRule, list[Dispatch]] = {}
    for dispatch in function.dispatches:
        if dispatch.mismatch or not dispatch.signature.may_accept(given, block):
            continue
        if dispatch.types is None:
            found.append(dispatch.signature.type.returns or model.ANY)
        else:
            rules.setdefault(dispatch.types, []).append(dispatch)
        if _accepts_all(dispatch, given):
            break
    found += (rule(call, *_accepted(dispatches, given)) for rule, dispatches in rules.items())
    return joined(found) if found or rules else model.ANY


def _accepted(dispatches: Sequence[Dispatch], given: tuple[Type, ...]) -> Iterator[Type]:
    """The types of the arguments, limited to what some dispatches accept."""
    for index, each in enumerate(given):
        yield joined(intersection(each, _parameter(dispatch, index)) for dispatch in dispatches)


def _parameter(dispatch: Dispatch, index: int) -> Type:
    """The type of the parameter that takes an argument; the last one may take several."""
    parameters = dispatch.signature.type.parameters
    return model.ANY if parameters is None or not parameters.types else at_or_last(parameters.types, index)


def _accepts_all(dispatch: Dispatch, given: tuple[Type, ...]) -> bool:
    """Whether a dispatch accepts all values of the arguments' types."""
    parameters = dispatch.signature.type.parameters
    if parameters is None:
        return True
    size = tuple_size(parameters)
    if len(given) < (size.low or 0) or (size.high is not None and len(given) > size.high):
        return False
    return all(is_superset(_parameter(dispatch, index), each) for index, each in enumerate(given))


def value_of_block(ev: Evaluator, block: Closure, types: Sequence[Type]) -> tuple[Type, bool]:
    """The type of the value of a block for arguments of some types, and whether it may end the iteration with `break`.

    The type is NEVER if the block always fails or leaves, and Any if it is not evaluated. The function may call it any number of times,
    or not at all: what it declares is marked as possible.
    """
    if not ev.observer.evaluates_blocks or (block.called and block.body is not None and has_effects(block.body, ev.compiler.is_pure)):
        return model.ANY, True
    with ev.compiler.reach.uncalled_block():
        return _value_of_block(ev, block, types)


def _value_of_block(ev: Evaluator, block: Closure, types: Sequence[Type]) -> tuple[Type, bool]:
    reach = ev.compiler.reach
    value: object
    left: list[ControlFlow] = []
    with reach.collecting_exits():
        try:
            with block.scope.with_frame(Frame(block.scope.frame, _bound(block, types))):
                value = ev.evaluate(block.body, block.scope)
        except NextIteration as signal:
            value = signal.value
        except ControlFlow as signal:
            value = Unknown(NEVER)
            left.append(to_keep(signal))
        left += reach.exits
    block.note_call()
    reach.note_exits(each for each in left if not isinstance(each, NextIteration))
    found = joined([infer_set(value), *(infer_set(each.value) for each in left if isinstance(each, NextIteration))])
    return found, any(isinstance(each, BreakIteration) for each in left)


def _types_if_true(ev: Evaluator, block: Closure, types: tuple[Type, ...]) -> tuple[Type, ...]:
    """The types that the arguments of a block have where its last expression is truthy, if that alone is its value."""
    body = block.body
    last = body.statements[-1] if isinstance(body, ast.BlockExpression) and body.statements else body
    names = [each.name for each in block.parameters]
    if last is None or any(isinstance(each, ast.QualifiedName) and each.value == "next" for each in ast.walk(body or last)):
        return types
    if any(each.captures_rest for each in block.parameters) or len(names) < len(types):
        return types
    with block.scope.with_frame(Frame(block.scope.frame, _bound(block, types))):
        conditions = assuming(ev, block.scope, last, True)
        if conditions.is_impossible:
            return types
        return tuple(conditions.known.get((name,), type) for name, type in zip(names, types, strict=False))


def evaluate_uncalled(block: Closure) -> None:
    """Evaluate a block that no function has called once, with the declared types of its parameters, for the findings in it."""
    with block.ev.compiler.reach.collecting_exits():
        value_of_block(block.ev, block, ())


def _bound(block: Closure, types: Sequence[Type]) -> dict[str, object]:
    """The parameters of a block with what is known of their values."""
    variables: dict[str, object] = {}
    for index, parameter in enumerate(block.parameters):
        declared = _declared(block, index)
        if parameter.captures_rest:
            rest = (*types[index:],)
            variables[parameter.name] = Unknown(model.Tuple(rest) if rest else model.Array(declared))
        elif index < len(types):
            possible = intersection(types[index], declared)
            variables[parameter.name] = Unknown(declared if is_never(possible) else possible)
        else:
            variables[parameter.name] = Unknown(declared)
    return variables


def _declared(block: Closure, index: int) -> Type:
    try:
        parameters = block.type.parameters
    except ArgumentError:
        return model.ANY
    return model.ANY if parameters is None or index >= len(parameters.types) else parameters.types[index]
