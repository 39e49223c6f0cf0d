"""Signatures of functions, whether built-in or written in Puppet or Ruby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from puppet_check.features.describe.markdown import shortened
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_typesys.evaluate.families import load
from puppet_typesys.functions.registry import BuiltinFunction, function_of
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show_plain
from puppet_typesys.types.signature import Signature
from puppet_typesys.types.sizes import tuple_size

LONGEST = 40
"""The length of the default of a parameter that is shown."""


class Argument(NamedTuple):
    """A parameter of a signature."""

    label: str
    """The declaration, such as `Integer $count = 1`."""
    name: str
    type: Type
    doc: str = ""


class CallSignature(NamedTuple):
    """A signature with its label, for signature help."""

    label: str
    arguments: tuple[Argument, ...]
    repeats: bool = False
    """Whether the last parameter is repeated."""
    block: Type | None = None
    signature: Signature | None = None
    doc: str = ""

    def argument(self, index: int) -> int | None:
        """The index of the parameter for the argument at an index; None without one."""
        if index < len(self.arguments):
            return index
        return len(self.arguments) - 1 if self.repeats and self.arguments else None


def function_named(name: str, known: Known) -> BuiltinFunction | None:
    """The function with a name; None if it is unknown."""
    load()
    found = function_of(name, known.target)
    if found is not None:
        return found
    data = known.loader.load(TypedName(FUNCTION, name))
    return None if data is None else known.external.function(name)


def call_signatures(name: str, known: Known) -> list[CallSignature]:
    """The signatures of a function."""
    name = name.lower().removeprefix("::")
    found = function_named(name, known)
    if found is None:
        return []
    made = []
    declared = _declared(name, known)
    for number, each in enumerate(found.dispatches):
        if not each.mismatch:
            returns = each.returns or (show_plain(each.signature.type.returns) if each.signature.type.returns is not None else None)
            written, defaults = declared[number] if number < len(declared) else (None, {})
            made.append(call_signature(name, each.signature, returns or written, defaults))
    return made


def _declared(name: str, known: Known) -> list[tuple[str | None, dict[str, str]]]:
    """The return type and the defaults, as code, of each signature of a function of a module."""
    found = known.loader.load(TypedName(FUNCTION, name))
    if found is None:
        return []
    return [
        (each.returns or found.returns, {one.name: _shown(one.default) for one in each.parameters if one.default})
        for each in found.signatures
    ]


def _shown(default: str) -> str:
    return shortened(" ".join(default.split()), LONGEST)


def call_signature(
    name: str, signature: Signature, returns: str | None = None, defaults: Mapping[str, str] = MappingProxyType({})
) -> CallSignature:
    """A signature with its label."""
    parameters = signature.type.parameters
    if parameters is None:
        return CallSignature(f"{name}(…)", (), signature=signature)
    size = tuple_size(parameters)
    repeats = size.high is None
    arguments = []
    names = signature.names or tuple(f"arg{index + 1}" for index in range(len(parameters.types)))
    for index, each in enumerate(names):
        kind = parameters.types[min(index, len(parameters.types) - 1)] if parameters.types else model.ANY
        rest = "*" if repeats and index == len(names) - 1 else ""
        optional = "" if rest or index < (size.low or 0) else f" = {defaults[each]}" if each in defaults else "?"
        arguments.append(Argument(f"{shortest(kind)} {rest}${each}{optional}", each, kind))
    label = f"{name}({', '.join(each.label for each in arguments)})"
    if signature.block is not None:
        label += f" |{_block_parameters(signature.block)}| {{ … }}"
    return CallSignature(label + (f" >> {returns}" if returns else ""), tuple(arguments), repeats, signature.block, signature)


def _block_parameters(block: Type) -> str:
    inner = block.type if isinstance(block, model.Optional) else block
    if not isinstance(inner, model.Callable) or inner.parameters is None:
        return "…"
    size = tuple_size(inner.parameters)
    count = size.low or len(inner.parameters.types)
    return ", ".join(["$x", "$y", "$z"][:count]) + ("?" if isinstance(block, model.Optional) else "")


def shortest(type: Type, longest: int = 60) -> str:
    """The text of a type, shortened if it is long."""
    text = show_plain(type)
    return text if len(text) <= longest else f"{text[:longest]}…"


def shown_signatures(name: str, known: Known) -> list[str]:
    """The signatures of a function, as code."""
    return list(dict.fromkeys(each.label for each in call_signatures(name, known)))


def fits(call_signature: CallSignature, kinds: Sequence[Type | None]) -> bool:
    """Whether a signature may accept arguments of these types; None, an unknown type, is accepted."""
    for number, kind in enumerate(kinds):
        parameter = call_signature.argument(number)
        if parameter is None or (kind is not None and disjoint(call_signature.arguments[parameter].type, kind)):
            return False
    return True


def fitting(view: View, call: ast.Node) -> str | None:
    """The first signature that may accept the arguments of a call, as code; None without one."""
    given = arguments(call)
    kinds = [view.type_of(each) for each in given]
    lambda_ = call.lambda_ if isinstance(call, ast.CallNamedFunctionExpression | ast.CallMethodExpression) else None
    count = None if lambda_ is None else len(lambda_.parameters)
    for each in call_signatures(called(call), view.known):
        enough = (
            each.signature is None
            or each.signature.type.parameters is None
            or (tuple_size(each.signature.type.parameters).low or 0) <= len(given)
        )
        if enough and fits(each, kinds) and _takes(each.block, count):
            return each.label
    return None


def _takes(block: Type | None, count: int | None) -> bool:
    """Whether a block with this number of parameters is accepted; None: there is no block."""
    if count is None:
        return block is None or isinstance(block, model.Optional)
    inner = block.type if isinstance(block, model.Optional) else block
    if not isinstance(inner, model.Callable):
        return False
    if inner.parameters is None:
        return True
    size = tuple_size(inner.parameters)
    return (size.low or 0) <= count and (size.high is None or count <= size.high)
