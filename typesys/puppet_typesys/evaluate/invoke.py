"""Calls of functions by name: functions of the program, then built-in ones."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import Mode
from puppet_grammar.parse import parse as parse_text
from puppet_grammar.reference_message import reference_message
from puppet_typesys.builtins.targets import Target
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.scope import NoVariable, Scope
from puppet_typesys.evaluate.typed_calls import type_of_result
from puppet_typesys.evaluate.undef import refuses_undef
from puppet_typesys.evaluate.variables import variable
from puppet_typesys.functions.call import World
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.issues.evaluation.names import unknown_function
from puppet_typesys.issues.evaluation.parameters import refused_arguments
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import assert_instance, describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never, names_undef
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.errors import ArgumentError, BareError, CertainError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


class Invocation:
    """A call, as built-in functions see it (`functions.call.Call`)."""

    def __init__(self, ev: Evaluator, node: ast.Node, scope: Scope, name: str = "") -> None:
        self.ev = ev
        self.node = node
        self._scope = scope
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def world(self) -> World:
        return self.ev.compiler.world

    @property
    def target(self) -> Target:
        return self.ev.compiler.resolver.target

    @property
    def line(self) -> int:
        return self.ev.text.position(anchor(self.node))[0] + 1

    @property
    def place(self) -> Place:
        """The location of the call."""
        return Place(self.ev.text, anchor(self.node), self.node)

    @property
    def scope(self) -> Scope:
        return self._scope

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator, for functions that need it."""
        return self.ev

    def function(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        own = self.ev.compiler.function_named(name)
        if own is not None:
            return own.call_from(arguments, block)
        found = self.ev.compiler.resolver.function(name)
        if found is None and self._name:
            raise ArgumentError(f"Unknown function '{name}'")
        if found is None:
            raise self.ev.error(unknown_function(name), self.node)
        return self._builtin(found, tuple(arguments), block)

    def _builtin(self, function: BuiltinFunction, arguments: tuple[object, ...], block: Block | None) -> object:
        call = Invocation(self.ev, self.node, self._scope, function.name)
        self.ev.budget.spend(1 + (len(arguments) >> 4))
        try:
            for dispatch in function.dispatches:
                signature = dispatch.signature
                if not signature.accepts(arguments, block):
                    if dispatch.types is not None and contains_unknown(arguments) and signature.may_accept(types_of(arguments), block):
                        break  # A later one that accepts Any must not be taken before it.
                    continue
                if dispatch.mismatch and any(isinstance(each, Unknown) for each in arguments):
                    continue
                if dispatch.mismatch:
                    raise ArgumentError(refused_arguments(function.name, str(dispatch.function(call, *arguments))))
                given = (*arguments, block) if signature.block is not None else arguments
                result = dispatch.function(call, *given)
                self.ev.budget.sizes.check(result)
                if signature.type.returns is not None and not isinstance(result, Unknown):
                    subject = f"value returned from function '{function.name}'"
                    assert_instance(subject, signature.type.returns, result, function=function.name)
                return result
        except UnknownValue:
            return self._unknown(function, arguments, block)
        except CertainError:
            raise
        except (ArgumentError, InternalError):
            if contains_unknown(arguments):
                # The function may not accept unknown values.
                return self._unknown(function, arguments, block)
            raise
        except ControlFlow as signal:
            signal.leave_at(anchor(self.node))
            raise
        except BareError as error:
            raise EvaluationError(error.message) from None
        if contains_unknown(arguments) and self._may_accept(function, arguments, block):
            self._note_refused_undef(function, arguments, block)
            for check in {each.check: None for each in function.dispatches if each.check is not None}:
                check(call, *arguments)
            for each in arguments:
                if isinstance(each, Iterator):
                    each.invalidate()
            return self._unknown(function, arguments, block)
        types = infer_set((*arguments, block)) if block is not None else infer_set(arguments)
        if not arguments and block is None:
            types = model.Tuple((), model.Integer(0, 0))
        raise ArgumentError(describe_signatures(function.name, function.signatures, types))

    def _unknown(self, function: BuiltinFunction, arguments: tuple[object, ...], block: Block | None) -> Unknown:
        found = type_of_result(self.ev, function, types_of(arguments), block, self._scope)
        # What follows a call that never returns is evaluated as if it did, and nothing is to be reported there.
        return Unknown(model.ANY if is_never(found) else found)

    def _note_refused_undef(self, function: BuiltinFunction, arguments: tuple[object, ...], block: Block | None) -> None:
        """Note the arguments that may be undef where the function accepts all other values but that one."""
        if self._name or not isinstance(self.node, ast.CallNamedFunctionExpression | ast.CallMethodExpression):
            return
        given = list(self.node.arguments)
        if isinstance(self.node, ast.CallMethodExpression):
            given.insert(0, self.node.functor_expr.left_expr)
        if len(given) != len(arguments):
            return
        types = tuple(map(infer_set, arguments))
        for index, (node, value, type) in enumerate(zip(given, arguments, types, strict=True)):
            if isinstance(value, Unknown) and names_undef(type):
                with_undef = (*types[:index], model.UNDEF, *types[index + 1 :])
                if not any(each.may_accept(with_undef, block) for each in function.signatures):
                    refuses_undef(self.ev, self._scope, node, f"`{function.name}`")

    def _may_accept(self, function: BuiltinFunction, arguments: tuple[object, ...], block: Block | None) -> bool:
        return any(each.may_accept(types_of(arguments), block) for each in function.signatures)

    def look_up(self, key: str, options: Hash) -> object:
        return self.ev.compiler.look_up(key, options, self._scope)

    def variable(self, name: str) -> object:
        return variable(self.ev, name, self.node, self._scope)

    def find_variable(self, name: str) -> object:
        try:
            return self.ev.compiler.variable(name, self._scope)
        except NoVariable:
            # A variable that another file may set is unknown, and may be unset as well.
            return MISSING if self.ev.compiler.missing_variable(name, self._scope) is None else Unknown(model.ANY)

    def log(self, level: str, message: str) -> None:
        self.ev.compiler.log.add(level, message)

    def warn(self, code: str, message: str) -> None:
        self.ev.compiler.log.warn_once(message)

    def spend(self, steps: int) -> None:
        self.ev.budget.spend(steps)

    def type_named(self, text: str) -> object:
        try:
            return parse(text, self.ev.compiler.type_of_name)
        except TypeSyntaxError:
            raise _syntax_error(text) from None


def types_of(arguments: tuple[object, ...]) -> tuple[Type, ...]:
    """The most specific types of the arguments of a call."""
    return tuple(map(infer_set, arguments))


def _syntax_error(text: str) -> Exception:
    """The reference's error for a type in text that cannot be parsed, with a position in that text if the reference reports one."""
    tree = parse_text(text, Mode())
    problem = reference_error(tree.text, tree.mode, lower(tree)[1])
    assert problem is not None
    words = reference_message(problem, tree.text)
    if words.place is None:
        return ArgumentError(words.message)
    return EvaluationError(words.message, words.code, words.place, tree.text)
