"""Descriptions of type mismatches in values and calls, in the reference's words.

A mismatch has a path: the parameter, entry or index at which it was found. The mismatches of all members of a Variant, or of all
signatures of a function, are merged into one if they are at the same place.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Sequence

from puppet_grammar.named import NamedTuple
from puppet_grammar.table import Table
from puppet_typesys.diagnostics import Message
from puppet_typesys.issues.evaluation.parameters import (
    missing_parameter,
    unknown_owned_parameter,
    unknown_parameters,
    wrong_argument,
    wrong_parameter,
    wrong_result,
)
from puppet_typesys.types import model
from puppet_typesys.types.callables import is_kind_of_callable
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.elements import at_or_last
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.mismatches import (
    CountMismatch,
    ExtraneousKey,
    InvalidParameter,
    Mismatch,
    MissingKey,
    MissingParameter,
    MissingRequiredBlock,
    Path,
    PathElement,
    PatternMismatch,
    SizeMismatch,
    TypeMismatch,
    UnexpectedBlock,
    UnresolvedTypeReference,
)
from puppet_typesys.types.model import DEFAULT_SIZE, Integer, Type, generalize
from puppet_typesys.types.objects import Instance
from puppet_typesys.types.ranges import covers
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.show import show
from puppet_typesys.types.signature import Signature
from puppet_typesys.types.simplify import normalize
from puppet_typesys.types.sizes import tuple_size
from puppet_typesys.types.struct_keys import keys_of
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown

OPEN = (model.Any, model.Variant, model.Optional, model.NotUndef, model.Collection)
"""Types that stand for values of several types, as no known value has them."""


def describe_mismatch(subject: str, expected: Type, actual: Type) -> str:
    """A sentence about a subject (`value returned from f has wrong type,`) whose type does not match the expected one."""
    return _sentence(_mismatches(subject, expected, actual))


def _mismatches(subject: str, expected: Type, actual: Type) -> list[Mismatch]:
    return describe(expected, actual, (PathElement("subject", subject),))


def _sentence(errors: Sequence[Mismatch]) -> str:
    if len(errors) == 1:
        return errors[0].text().strip()
    return "\n ".join(each.text() for each in errors)


def describe_result(subject: str, function: str, expected: Type, actual: Type) -> Message:
    """The message for a function that returns a value of another type than it declares; `subject` stands for the value."""
    errors = _mismatches(f"{subject} has wrong type,", expected, actual)
    return wrong_result(function, tuple(errors), _sentence(errors))


def assert_instance(subject: str, expected: Type, value: object, *, function: str | None = None) -> None:
    """Raise the reference's error if a value is not an instance of a type; `function` is the one that returned it, if any."""
    if is_instance(expected, value) or (contains_unknown(value) and _may_be(expected, value)):
        return
    if function is not None:
        raise ArgumentError(describe_result(subject, function, expected, infer_set(value)))
    raise ArgumentError(describe_mismatch(f"{subject} has wrong type,", expected, infer_set(value)))


def _may_be(expected: Type, value: object) -> bool:
    """Whether a value that contains unknown parts may be an instance of a type."""
    return not disjoint(expected, infer_set(value))


def describe_parameters(owner: str, parameters: model.Struct, given: Hash, *, missing_ok: bool = False) -> Message | None:
    """A message about invalid parameters of a resource, class or define; None if they are valid."""
    errors = parameter_mismatches(parameters, given, missing_ok=missing_ok)
    if not errors:
        return None
    first, details = errors[0], tuple(errors)
    match first:
        case InvalidParameter() if len(errors) == 1:
            return unknown_owned_parameter(first.key, owner)
        case InvalidParameter():
            return unknown_parameters(first.key, owner, details)
        case MissingParameter():
            return missing_parameter(first.key, owner, details)
    return wrong_parameter(first.parameter(), f"{owner}:", details)


def is_deferred(value: object) -> bool:
    """Whether a value is a call that an agent makes."""
    return isinstance(value, Instance) and value.type.name == "Deferred"


def parameter_mismatches(parameters: model.Struct, given: Hash, *, missing_ok: bool = False) -> list[Mismatch]:
    """The mismatches of named arguments: unknown, missing and of the wrong type."""
    named = keys_of(parameters)
    errors: list[Mismatch] = [InvalidParameter((), str(name)) for name in given.keys() if name not in named.places]
    places = {named.places[name] for name in given.keys() if isinstance(name, str) and name in named.places}
    for place in sorted(places.union(named.required)):
        element = parameters.elements[place]
        name = element.name
        if place in places:
            value = given[name]
            if isinstance(value, Unknown) and value.type is element.value:
                continue  # An unknown value that was declared with this very type.
            if is_deferred(value):
                continue  # What counts is the result of its function, which an agent computes.
            if not is_instance(element.value, value) and not (contains_unknown(value) and _may_be(element.value, value)):
                errors += describe(element.value, infer_set(value), (PathElement("parameter", name),))
        elif not missing_ok:
            errors.append(MissingParameter((), name, element.value))
    return errors


def default_mismatches(name: str, expected: Type, value: object) -> tuple[Mismatch, ...]:
    """The mismatches between a parameter's type and its default."""
    if is_instance(expected, value):
        return ()
    return tuple(describe(expected, generalize(infer_set(value)), (PathElement("parameter", name),)))


# ---- calls


def describe_signatures(name: str, signatures: Sequence[Signature], arguments: Type) -> Message:
    """The message for a call that no signature of a function accepts; `arguments` is a Tuple, with a block's type as its last."""
    paths = [(PathElement("signature", index),) for index in range(len(signatures))]
    found = [_describe_arguments(each, arguments, path) for each, path in zip(signatures, paths, strict=True)]
    if not all(found):
        blocks = [_describe_block(each, arguments, path) for each, path in zip(signatures, paths, strict=True)]
        if all(blocks):
            found = blocks
        else:
            found = [errors or block for errors, block in zip(found, blocks, strict=True)]
    label = "block" if name == "lambda" else f"'{name}'"
    errors = merge_descriptions(0, CountMismatch, found)
    if len(errors) == 1:
        return wrong_argument(name, errors[0].parameter(), tuple(errors), f"{label}{errors[0].text()}")
    if len(signatures) == 1:
        lines = [f"{label} expects ({signature_text(signatures[0])})"]
        lines += [f"  rejected:{each.without_element(0).text()}" for each in found[0]]
        return wrong_argument(name, _parameter(errors), tuple(errors), "\n".join(lines))
    lines = [f"The function {label} was called with arguments it does not accept. It expects one of:"]
    for each, rejected in zip(signatures, found, strict=True):
        lines.append(f"  ({signature_text(each)})")
        lines += [f"    rejected:{error.without_element(0).text()}" for error in rejected]
    return wrong_argument(name, _parameter(errors), tuple(errors), "\n".join(lines))


def _parameter(errors: Sequence[Mismatch]) -> str | None:
    """The name of the first parameter that has a mismatch."""
    return next((found for each in errors if (found := each.parameter()) is not None), None)


def _describe_arguments(signature: Signature, arguments: Type, path: Path) -> list[Mismatch]:
    parameters = signature.type.parameters
    assert parameters is not None
    expected_size = tuple_size(parameters)
    if isinstance(arguments, model.Array):
        types = (arguments.element,) * len(parameters.types)
    elif isinstance(arguments, model.Tuple):
        types = arguments.types
    else:
        return [TypeMismatch(path, parameters, arguments)]
    if types and is_kind_of_callable(types[-1]):
        count = len(types) - 1
        actual_size = Integer(count, count)
    else:
        count = len(types)
        actual_size = tuple_size(arguments) if isinstance(arguments, model.Tuple) else arguments.size or DEFAULT_SIZE
    if not covers(expected_size, actual_size):
        return [CountMismatch(path, expected_size, actual_size)]
    for index in sorted(range(count), key=lambda each: _may_fit(parameters, each, types[each])):
        at = min(index, len(parameters.types) - 1)
        expected = parameters.types[at]
        if not is_assignable(expected, types[index]):
            name = signature.names[at] if at < len(signature.names) else ""
            errors = describe(expected, types[index], (*path, PathElement("parameter", name)))
            if errors:
                return errors
    return []


def _may_fit(parameters: model.Tuple, index: int, actual: Type) -> bool:
    """Whether an argument is not known and may be right, so that another one is to blame. Known values have no such types."""
    if not isinstance(actual, OPEN):
        return False
    return not disjoint(at_or_last(parameters.types, index), actual)


def _describe_block(signature: Signature, arguments: Type, path: Path) -> list[Mismatch]:
    given = arguments.types[-1] if isinstance(arguments, model.Tuple) and arguments.types else None
    expected = signature.type.block
    if given is not None and is_kind_of_callable(given):
        if expected is None:
            return [UnexpectedBlock(path)]
        return describe(expected, given, (*path, PathElement("block", "block")))
    if expected is None or is_assignable(expected, model.UNDEF):
        return []
    return [MissingRequiredBlock(path)]


def signature_text(signature: Signature) -> str:
    """The parameters of a signature with types and names; `?` marks an optional one, `*` and `+` a repeated one."""
    parameters = signature.type.parameters
    assert parameters is not None
    size = tuple_size(parameters)
    if size.low == 0 and size.high == 0:
        return ""
    names = signature.names or ("",) * len(parameters.types)
    parts = []
    for index, name in enumerate(names):
        kind = at_or_last(parameters.types, index)
        mark = ""
        if size.high is None and index == len(names) - 1:
            mark = "+" if size.low == len(names) else "*"
        elif index + 1 > (size.low or 0):
            mark = "?"
            kind = kind.type if isinstance(kind, model.Optional) and kind.type is not None else kind
        parts.append(f"{show(kind)} {name}{mark}")
    block = signature.type.block
    if isinstance(block, model.Optional) and block.type is not None:
        parts.append(f"{show(block.type)} {signature.block_name}?")
    elif isinstance(block, model.Callable):
        parts.append(f"{show(block)} {signature.block_name}")
    return ", ".join(parts)


def merge_descriptions(varying: int, size_mismatch: type[SizeMismatch], variants: Sequence[Sequence[Mismatch]]) -> list[Mismatch]:
    """Merge the mismatches of several alternatives into one if each alternative has a mismatch of the same kind at the same place.

    `varying` is the index of the path element that distinguishes the alternatives; it is dropped if a single mismatch is left.
    """
    descriptions = [each for variant in variants for each in variant]
    for kind in (size_mismatch, MissingRequiredBlock, UnexpectedBlock, TypeMismatch):
        same = [each for each in descriptions if isinstance(each, kind)]
        if len(same) != len(variants) or not same:
            continue
        merged: Mismatch = same[0]
        for each in same[1:]:
            if merged.canonical_path() != each.canonical_path():
                break
            merged = merged.merged(each)
        else:
            descriptions = [merged]
            break
    descriptions = [each for at, each in enumerate(descriptions) if not any(each.is_same(before) for before in descriptions[:at])]
    return [descriptions[0].without_element(varying)] if len(descriptions) == 1 else descriptions


# ---- types


class Comparison(NamedTuple):
    """The two types of a comparison, and the expected one as written, before it was normalized."""

    expected: Type
    original: Type
    actual: Type
    path: Path


RULES: Table[type[Type], Function[[Type, Comparison], list[Mismatch]]] = Table("the mismatches of types")
"""What describes the mismatches with an expected type, by its class; with others, a type is assignable or does not match as a whole."""


def describe(expected: Type, actual: Type, path: Path) -> list[Mismatch]:
    """The mismatches between two types; an empty list if the actual type is assignable."""
    unresolved = _unresolved(expected, set())
    if unresolved is not None:
        return [UnresolvedTypeReference(path, unresolved)]
    return _describe(Comparison(normalize(expected), expected, actual, path))


def _unresolved(type: Type, seen: set[str]) -> str | None:
    if isinstance(type, model.TypeReference):
        return type.type_string
    if isinstance(type, model.TypeAlias):
        if type.name in seen or type.resolved is None:
            return None
        seen.add(type.name)
        return _unresolved(type.resolved, seen)
    for inner in inner_types(type):
        found = _unresolved(inner, seen)
        if found is not None:
            return found
    return None


def _describe(q: Comparison) -> list[Mismatch]:
    rule = RULES.get(q.expected.__class__)
    if rule is not None:
        return rule(q.expected, q)
    return [] if is_assignable(q.expected, q.actual) else [TypeMismatch(q.path, q.original, q.actual)]


@RULES.enter(model.Variant)
def _variant(expected: model.Variant, q: Comparison) -> list[Mismatch]:
    types = expected.types
    if isinstance(q.original, model.Optional):
        types = (model.UNDEF, *types)
    variants: list[list[Mismatch]] = []
    for index, each in enumerate(types):
        errors = describe(each, q.actual, (*q.path, PathElement("variant", index)))
        if not errors:
            return []
        variants.append(errors)
    merged = merge_descriptions(len(q.path), SizeMismatch, variants)
    if isinstance(q.original, model.TypeAlias) and len(merged) == 1:
        return [TypeMismatch(q.path, q.original, q.actual)]
    return merged


@RULES.enter(model.Optional)
def _optional(expected: model.Optional, q: Comparison) -> list[Mismatch]:
    if isinstance(q.actual, model.Undef) or expected.type is None:
        return []
    original = q.original if isinstance(q.original, model.TypeAlias) else expected
    return _describe(Comparison(expected.type, original, q.actual, q.path))


@RULES.enter(model.Pattern, model.Enum)
def _text(expected: Type, q: Comparison) -> list[Mismatch]:
    return [PatternMismatch(q.path, q.original, q.actual)]


@RULES.enter(model.TypeAlias)
def _alias(expected: model.TypeAlias, q: Comparison) -> list[Mismatch]:
    return _describe(Comparison(normalize(expected.target), expected, q.actual, q.path))


def _element_type_mismatch(q: Comparison, size: Integer | None, actual: model.Array | model.Hash, unsized: Type) -> list[Mismatch]:
    """The mismatch of two collections that differ either in size or in element type."""
    actual_size = actual.size or DEFAULT_SIZE
    if size is None or covers(size, actual_size):
        return [TypeMismatch(q.path, q.original, unsized)]
    return [SizeMismatch(q.path, size, actual_size)]


@RULES.enter(model.Array)
def _array(expected: model.Array, q: Comparison) -> list[Mismatch]:
    element = expected.element
    if isinstance(q.actual, model.Array):
        return _element_type_mismatch(q, expected.size, q.actual, model.Array(q.actual.element))
    if not isinstance(q.actual, model.Tuple):
        return [TypeMismatch(q.path, q.original, q.actual)]
    types = q.actual.types
    expected_size, actual_size = expected.size or DEFAULT_SIZE, q.actual.size or Integer(len(types), len(types))
    if not covers(expected_size, actual_size):
        return [SizeMismatch(q.path, expected_size, actual_size)]
    errors: list[Mismatch] = []
    for index, each in enumerate(types):
        if not is_assignable(element, each):
            errors += describe(element, each, (*q.path, PathElement("index", index)))
    return errors


@RULES.enter(model.Hash)
def _hash(expected: model.Hash, q: Comparison) -> list[Mismatch]:
    if isinstance(q.actual, model.Hash):
        return _element_type_mismatch(q, expected.size, q.actual, model.Hash(q.actual.key, q.actual.value))
    if not isinstance(q.actual, model.Struct):
        return [TypeMismatch(q.path, q.original, q.actual)]
    elements = q.actual.elements
    required = sum(not is_assignable(each.key, model.UNDEF) for each in elements)
    expected_size, actual_size = expected.size or DEFAULT_SIZE, Integer(required, len(elements))
    if not covers(expected_size, actual_size):
        return [SizeMismatch(q.path, expected_size, actual_size)]
    errors: list[Mismatch] = []
    for each in elements:
        errors += _entry(q, each.name, expected.key, each.key, expected.value, each.value)
    return errors


def _entry(q: Comparison, name: str, key: Type, actual_key: Type, value: Type, actual_value: Type) -> list[Mismatch]:
    errors: list[Mismatch] = []
    if not is_assignable(key, actual_key):
        errors += describe(key, actual_key, (*q.path, PathElement("key", name)))
    if not is_assignable(value, actual_value):
        errors += describe(value, actual_value, (*q.path, PathElement("entry", name)))
    return errors


@RULES.enter(model.Struct)
def _struct(expected: model.Struct, q: Comparison) -> list[Mismatch]:
    elements = expected.elements
    if isinstance(q.actual, model.Hash):
        required = sum(not is_assignable(each.key, model.UNDEF) for each in elements)
        expected_size = Integer(required, len(elements))
        return _element_type_mismatch(q, expected_size, q.actual, model.Hash(q.actual.key, q.actual.value))
    if not isinstance(q.actual, model.Struct):
        return [TypeMismatch(q.path, q.original, q.actual)]
    others = {each.name: each for each in q.actual.elements}
    errors: list[Mismatch] = []
    for each in elements:
        other = others.pop(each.name, None)
        if other is not None:
            errors += _entry(q, each.name, each.key, other.key, each.value, other.value)
        elif not is_assignable(each.key, model.UNDEF):
            errors.append(MissingKey(q.path, each.name))
    return errors + [ExtraneousKey(q.path, name) for name in others]


@RULES.enter(model.Tuple)
def _tuple(expected: model.Tuple, q: Comparison) -> list[Mismatch]:
    return _describe_tuple(q, expected, SizeMismatch)


def _describe_tuple(q: Comparison, expected: model.Tuple, size_mismatch: type[SizeMismatch]) -> list[Mismatch]:
    actual = q.actual
    if expected == actual or (not expected.types and isinstance(actual, model.Array)):
        return []
    if not isinstance(actual, model.Tuple | model.Array):
        return [TypeMismatch(q.path, q.original, actual)]
    expected_size = tuple_size(expected)
    actual_size = tuple_size(actual) if isinstance(actual, model.Tuple) else actual.size or DEFAULT_SIZE
    if not covers(expected_size, actual_size):
        return [size_mismatch(q.path, expected_size, actual_size)]
    errors: list[Mismatch] = []
    if isinstance(actual, model.Array):
        for index, each in enumerate(expected.types):
            errors += describe(each, actual.element, (*q.path, PathElement("index", index)))
    elif expected.types:
        for index, each in enumerate(actual.types):
            at = min(index, len(expected.types) - 1)
            errors += describe(expected.types[at], each, (*q.path, PathElement("index", at)))
    return errors


@RULES.enter(model.Callable)
def _callable(expected: model.Callable, q: Comparison) -> list[Mismatch]:
    actual = q.actual
    if not isinstance(actual, model.Callable):
        return [TypeMismatch(q.path, q.original, actual)]
    if expected.parameters is None and expected.returns is None:
        return []
    ours, theirs = expected.parameters or model.Tuple(), actual.parameters or model.Tuple()
    errors = _describe_tuple(Comparison(ours, ours, theirs, q.path), ours, CountMismatch)
    if errors:
        return errors
    ours_returns, theirs_returns = expected.returns or model.ANY, actual.returns or model.ANY
    if not is_assignable(ours_returns, theirs_returns):
        return [TypeMismatch((*q.path, PathElement("return", "return")), ours_returns, theirs_returns)]
    ours_block, theirs_block = expected.block or model.UNDEF, actual.block or model.UNDEF
    if not is_assignable(theirs_block, ours_block):
        return [TypeMismatch((*q.path, PathElement("block", "block")), ours_block, theirs_block)]
    return []
