"""Signature help: the signatures of the call around an offset, and the active parameter."""

from __future__ import annotations

import re
from typing import NamedTuple

from puppet_check.features.completion.complete import variables_at
from puppet_check.features.completion.cursor import Cursor, cursor_at
from puppet_check.features.completion.expected import Variables, expression_type
from puppet_check.features.completion.slot import MARK, Slot, slot_at
from puppet_check.features.describe.named import parameter_line
from puppet_check.features.describe.signatures import Argument, CallSignature, call_signatures, fits
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import attribute_owner
from puppet_check.workspace.ruby.comments import parse as parse_documentation
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.resource_types import NAMES, table_of
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, Definition, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

IN_LAMBDA = lazy_pattern(rb"(?<![\w:])([\w:]+)\s*(?:\([^()]*\)\s*)?\|([^|{}]*)\Z")


class Help(NamedTuple):
    """The signatures, the index of the active one, and that of its active parameter."""

    call_signatures: tuple[CallSignature, ...]
    active: int
    argument: int | None
    is_of_resource: bool = False


def signature_help(view: View, offset: int) -> Help | None:
    """The signatures of the call around an offset; None if there is no call."""
    source = view.text.source
    cursor = cursor_at(source, offset, epp=view.mode.epp)
    if cursor.kind in ("comment", "outside"):
        return None
    line = source[max(cursor.from_, source.rfind(b"\n", 0, offset) + 1) : offset]
    inside = IN_LAMBDA.search(line)
    if inside is not None and cursor.kind == "code":
        before = source[: offset - len(line) + inside.start()].rstrip()
        return _lambda(view, inside.group(1).decode(), inside.group(2).count(b","), _receiver(view, before))
    cursor = cursor._replace(word="")
    slot = slot_at(source, cursor)
    if slot is None:
        return None
    for at in range(len(slot.path) - 2, -1, -1):
        found = _at(view, slot, at, cursor)
        if found is not None:
            return found
        if isinstance(slot.path[at], ast.BlockExpression | ast.LambdaExpression):
            return None
    return None


def _at(view: View, slot: Slot, at: int, cursor: Cursor) -> Help | None:
    node = slot.path[at]
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedReference() as name) if slot.path[at + 1] in node.arguments:
            return _new(view, name.cased_value, node.arguments.index(slot.path[at + 1]))
        case ast.CallMethodExpression(functor_expr=functor) if called(node) == "new" and slot.path[at + 1] in node.arguments:
            left = functor.left_expr
            name_ = left.left_expr if isinstance(left, ast.AccessExpression) else left
            if isinstance(name_, ast.QualifiedReference):
                return _new(view, name_.cased_value, node.arguments.index(slot.path[at + 1]))
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if called(node):
            given = arguments(node)
            if slot.path[at + 1] in given:
                return _call(view, called(node), given, given.index(slot.path[at + 1]), cursor)
        case ast.ResourceBody():
            owner = attribute_owner((*slot.path[: at + 1], node))
            return None if owner is None or slot.path[at + 1] is node.title else _resource(view, owner, _attribute(slot, at))
        case ast.ResourceDefaultsExpression() | ast.ResourceOverrideExpression():
            owner = attribute_owner((*slot.path[: at + 1], node))
            return None if owner is None else _resource(view, owner, _attribute(slot, at))
    return None


def _attribute(slot: Slot, at: int) -> str:
    following = slot.path[at + 1] if at + 1 < len(slot.path) else None
    return following.attribute_name if isinstance(following, ast.AttributeOperation) else ""


# ---- functions


def _call(view: View, name: str, given: tuple[ast.Expression, ...], index: int, cursor: Cursor) -> Help | None:
    found = _with_texts(view, name, list(dict.fromkeys(call_signatures(name, view.known))))
    if not found:
        return None
    variables = variables_at(view, cursor.offset) if len(found) > 1 and len(given) > 1 else {}
    kinds = [None if each is given[index] else _kind(view, each, variables) for each in given]
    active = next((number for number, call_signature in enumerate(found) if fits(call_signature, kinds)), 0)
    return Help(tuple(found), active, found[active].argument(index))


def _kind(view: View, node: ast.Expression, variables: Variables) -> Type | None:
    from puppet_typesys.types.infer import infer  # only for literals

    if isinstance(node, ast.LiteralString | ast.QualifiedName):
        return model.String(None) if node.value == MARK else infer(node.value)
    if isinstance(node, ast.LiteralInteger | ast.LiteralFloat | ast.LiteralBoolean):
        return infer(node.value)
    if isinstance(node, ast.LiteralRegularExpression):
        return model.Regexp()
    if isinstance(node, ast.LiteralList):
        return model.Array()
    if isinstance(node, ast.LiteralHash):
        return model.Hash()
    return expression_type(view, node, variables)


def _with_texts(view: View, name: str, found: list[CallSignature]) -> list[CallSignature]:
    about = texts.function(name)
    if about is not None:
        return [each._replace(doc=about.summary) for each in found]
    data_ = view.known.loader.load(TypedName("function", name))
    if data_ is None:
        return found
    doc = parse_documentation(data_.doc.splitlines())
    documented = {each.name: each.doc for signature in data_.signatures for each in signature.parameters if each.doc}
    return [
        each._replace(
            doc=doc.text, arguments=tuple(one._replace(doc=documented.get(one.name) or doc.parameter(one.name)) for one in each.arguments)
        )
        for each in found
    ]


def _receiver(view: View, before: bytes) -> Type | None:
    """The type of the receiver before the dot of a method call."""
    if not before.endswith(b"."):
        return None
    end = len(before) - 1
    for node in path_at(view.program, end - 1):
        if node.end == end and isinstance(node, ast.Expression) and (kind := view.type_of(node)) is not None:
            return kind
    return model.Hash() if before[:-1].endswith(b"}") else model.Array() if before[:-1].endswith(b"]") else None


def _lambda(view: View, name: str, index: int, receiver: Type | None) -> Help | None:
    """The signatures of a lambda: the parameters that the function passes to its block."""
    found: dict[str, tuple[CallSignature, bool]] = {}
    for call_signature in call_signatures(name, view.known):
        block = call_signature.block.type if isinstance(call_signature.block, model.Optional) else call_signature.block
        if not isinstance(block, model.Callable) or block.parameters is None:
            continue
        count = block.parameters.size.low if block.parameters.size is not None else len(block.parameters.types)
        words = _block_words(name, call_signature, count or 0)
        parameters = tuple(Argument(f"${word}", word, model.ANY) for word in words)
        label = f"|{', '.join(each.label for each in parameters)}|"
        is_fit = receiver is None or fits(call_signature, [receiver])
        if label not in found or (is_fit and not found[label][1]):
            found[label] = CallSignature(label, parameters, doc=f"The block of `{call_signature.label}`."), is_fit
    ranked = sorted(found.values(), key=lambda each: (not each[1], len(each[0].arguments) <= index, len(each[0].arguments)))
    if not ranked:
        return None
    several = tuple(call_signature for call_signature, _ in found.values())
    active = several.index(ranked[0][0])
    return Help(several, active, several[active].argument(index))


FOLDING = frozenset(("reduce",))
"""Functions that pass the previous result to their block."""


def _block_words(name: str, call_signature: CallSignature, count: int) -> tuple[str, ...]:
    first = call_signature.arguments[0].type if call_signature.arguments else model.ANY
    if name in FOLDING:
        return ("memo", "value")[:count]
    if count == 2:
        return ("key", "value") if isinstance(first, model.Hash) else ("index", "value")
    return ("pair",) if count == 1 and isinstance(first, model.Hash) else ("value", "second", "third")[:count]


def _new(view: View, name: str, index: int) -> Help | None:
    """The signature of `Type.new(...)` or `Type(...)`."""
    text = texts.constructor(name)
    if texts.data_type(name) is None and view.known.external.type_named(name.lower()) is None:
        return None
    labels = [each.strip() for each in re.split(r",(?![^\[]*\])", text)] if text is not None else ["Any *$arguments"]
    parameters = tuple(Argument(each, each.partition("$")[2].partition(" ")[0], model.ANY) for each in labels)
    call_signature = CallSignature(f"{name}.new({', '.join(labels)}) >> {name}", parameters, text is None, doc=texts.data_type(name) or "")
    return Help((call_signature,), 0, call_signature.argument(index))


# ---- resources


def _resource(view: View, owner: str, attribute: str) -> Help | None:
    """The attributes of a resource as a signature."""
    if owner in NAMES:
        row = table_of(f"resource_types/{owner}.json")
        names = [*(each["name"] for each in row["attributes"]), *view.known.target.attributes.get(owner, ())]
        parameters = [Argument(each, each, model.ANY, texts.attribute(owner, each) or "") for each in names]
        return _attributes(owner, parameters, attribute, texts.resource_type(owner) or "")
    kind, name = (CLASS, owner.removeprefix("class ")) if owner.startswith("class ") else (DEFINE, owner)
    found = view.known.loader.load(TypedName(kind, name))
    if found is None:
        return _of_ruby(view.known.loader.load(TypedName(RESOURCE_TYPE, name)), attribute)
    doc = parse_documentation(found.doc.splitlines())
    parameters = [Argument(parameter_line(each), each.name, model.ANY, each.doc or doc.parameter(each.name)) for each in found.parameters]
    return _attributes(owner, parameters, attribute, doc.text)


def _of_ruby(found: Definition | None, attribute: str) -> Help | None:
    if found is None:
        return None
    parameters = [Argument(each.name, each.name, model.ANY, each.doc) for each in found.attributes]
    return _attributes(found.name, parameters, attribute, found.doc)


WIDTH = 60
"""The length of the text of the attributes around the active one, so that it does not cover the completion below it."""


def _attributes(owner: str, every: list[Argument], attribute: str, doc: str) -> Help:
    """The attributes around the active one, as far as `WIDTH` allows; without an active one, all."""
    active = next((index for index, each in enumerate(every) if each.name == attribute), None)
    first, last = (0, len(every)) if active is None else _around(every, active)
    shown = tuple(every[first:last])
    labels = [*["…"] * (first > 0), *(each.label for each in shown), *["…"] * (last < len(every))]
    label = f"{owner} {{ title: {', '.join(labels)} }}"
    call_signature = CallSignature(label, shown, doc=doc if active is None else "")
    return Help((call_signature,), 0, None if active is None else active - first, is_of_resource=True)


def _around(every: list[Argument], active: int) -> tuple[int, int]:
    first, last, left = active, active + 1, WIDTH - len(every[active].label)
    while last < len(every) and left >= len(every[last].label):
        left -= len(every[last].label)
        last += 1
    while first > 0 and left >= len(every[first - 1].label):
        first -= 1
        left -= len(every[first].label)
    return first, last
