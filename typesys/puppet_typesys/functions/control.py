"""The functions then, lest, with, call, fail, assert_type, break, next, return, dig, get, getvar and import."""

from __future__ import annotations

import re

from puppet_typesys.functions.call import MISSING, Call
from puppet_typesys.functions.control_flow import BreakIteration, NextIteration, ReturnFromFunction
from puppet_typesys.functions.elements import literal
from puppet_typesys.functions.legacy import converted, runtime_inspect, runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall, never
from puppet_typesys.issues.evaluation.general import discontinued_import
from puppet_typesys.operators.refusal import Refusal
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.dig import dig
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, difference, intersection, is_never, joined
from puppet_typesys.types.objects import Instance, Object
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

# ---- calls


def _then_type(call: TypedCall, type: Type) -> Type:
    rest = difference(type, model.UNDEF)
    undef = model.UNDEF if not disjoint(type, model.UNDEF) else NEVER
    return joined((undef, NEVER if is_never(rest) else call.block(rest)))


def _lest_type(call: TypedCall, type: Type) -> Type:
    rest = difference(type, model.UNDEF)
    return rest if disjoint(type, model.UNDEF) else joined((rest, call.block()))


@dispatch("then", "Any $arg, Callable[1, 1] &$block", types=_then_type)
def _then(call: Call, value: object, block: Block) -> object:
    _known(value)
    return None if value is None else block.call((value,))


@dispatch("lest", "Any $arg, Callable[0, 0] &$block", types=_lest_type)
def _lest(call: Call, value: object, block: Block) -> object:
    _known(value)
    return block.call(()) if value is None else value


def _known(value: object) -> None:
    if isinstance(value, Unknown):
        raise UnknownValue


def _with_type(call: TypedCall, *types: Type) -> Type:
    return call.block(*types)


def _call_type(call: TypedCall, name: Type, *types: Type) -> Type:
    text = literal(name)
    return call.function(text, *types) if isinstance(text, str) and call.arity is None else model.ANY


@dispatch("with", "Any *$arg, Callable &$block", types=_with_type)
def _with(call: Call, *arguments: object) -> object:
    block = arguments[-1]
    assert isinstance(block, Block)
    return block.call(arguments[:-1])


@dispatch("call", "String $function_name, Any *$arguments, Optional[Callable] &$block", types=_call_type)
def _call(call: Call, name: str, *arguments: object) -> object:
    block = arguments[-1]
    return call.function(name, arguments[:-1], block if isinstance(block, Block) else None)


@dispatch("call", "Deferred $deferred", types="Any")
def _call_deferred(call: Call, deferred: Instance) -> object:
    return resolved(call, deferred)


def resolved(call: Call, value: object) -> object:
    """A value in which Deferred values are replaced by the results of their calls."""
    match value:
        case Instance() if value.type.name == "Deferred":
            return _resolved_call(call, value)
        case tuple():
            return tuple(resolved(call, each) for each in value)
        case Hash():
            return Hash((key, resolved(call, each)) for key, each in value.items())
        case Sensitive():
            return Sensitive(resolved(call, value.value))
    return value


def _resolved_call(call: Call, deferred: Instance) -> object:
    name = deferred.values["name"]
    given = deferred.values.get("arguments")
    arguments = [resolved(call, each) for each in given] if isinstance(given, tuple) else []
    assert isinstance(name, str)
    if name.startswith("$"):
        found = call.find_variable(name[1:])
        return call.function("dig", [None if found is MISSING else found, *arguments])
    return call.function(name, arguments)


# ---- control flow


@dispatch("break", "", types=never)
def _break(call: Call) -> object:
    raise BreakIteration


@dispatch("next", "Any $value = undef", types=never)
def _next(call: Call, value: object = None) -> object:
    raise NextIteration(value)


@dispatch("return", "Any $value = undef", types=never)
def _return(call: Call, value: object = None) -> object:
    raise ReturnFromFunction(value)


@dispatch("fail", "Any *$arguments, Optional[Callable] &$block", types=never)
def _fail(call: Call, *arguments: object) -> object:
    try:
        message = " ".join(map(runtime_text, converted("fail", arguments[:-1], 0)))
    except UnknownValue:
        message = "with a message that is not known"
    raise ArgumentError(message)


@dispatch("import", "Any *$args", types=never)
def _import(call: Call, *arguments: object) -> object:
    raise Refusal(discontinued_import())


def _assert_type_type(call: TypedCall, expected: Type, value: Type) -> Type:
    wanted = expected.type if isinstance(expected, model.TypeType) else None
    return _asserted(call, wanted, value)


def _assert_type_text_type(call: TypedCall, text: Type, value: Type) -> Type:
    known = literal(text)
    return _asserted(call, call.type_of_name(known) if isinstance(known, str) else None, value)


def _asserted(call: TypedCall, wanted: Type | None, value: Type) -> Type:
    """The value if it is an instance of a type, which may be narrower than the one that is known, or else the value of the block."""
    # Of some types, such as an Optional without a type, more is assignable to them than their instances.
    found = intersection(value, wanted) if wanted is not None and is_superset(wanted, wanted) else value
    return found if call.arity is None else joined((found, call.block(model.TypeType(wanted), model.TypeType())))


@dispatch("assert_type", "Type $type, Any $value, Optional[Callable[Type, Type]] &$block", types=_assert_type_type)
def _assert_type(call: Call, type: Type, value: object, block: Block | None = None) -> object:
    actual = infer_set(value)
    if contains_unknown(value):
        if is_superset(type, actual):
            return value
        if block is not None:
            raise UnknownValue  # It is unknown whether the block is called, which may leave the code around it.
        if isinstance(value, Unknown):
            return Unknown(type)
    elif is_instance(type, value):
        return value
    if block is not None:
        return block.call((type, actual))
    raise ArgumentError(describe_mismatch("assert_type():", type, actual))


@dispatch("assert_type", "String $type_string, Any $value, Optional[Callable[Type, Type]] &$block", types=_assert_type_text_type)
def _assert_type_text(call: Call, text: str, value: object, block: Block | None = None) -> object:
    type = call.type_named(text)
    assert isinstance(type, Type)
    return _assert_type(call, type, value, block)


# ---- parts of values


class NoPartError(ArgumentError):
    """A path into a value that does not exist; `code` and `details` are passed to the block."""

    def __init__(self, message: str, code: str, details: Hash) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


def _dig_type(call: TypedCall, type: Type, *keys: Type) -> Type:
    undef = [] if all(disjoint(each, model.UNDEF) for each in keys) else [model.UNDEF]
    return joined((*undef, dig(type, keys)))


@dispatch("dig", "Optional[Collection] $data, Any *$arg", types=_dig_type)
def _dig(call: Call, value: object, *keys: object) -> object:
    walked: list[object] = []
    for key in keys:
        _known(value)
        _known(key)
        if value is None or key is None:
            return None
        if not isinstance(value, tuple | Hash):
            raise _no_part("The given data does not contain a Collection", "EXPECTED_COLLECTION", "value_type", walked, value)
        walked.append(key)
        if isinstance(value, Hash):
            _know_keys(value)
            value = value.get(key)
        elif isinstance(key, int) and not isinstance(key, bool):
            value = value[key] if -len(value) <= key < len(value) else None
        else:
            raise _no_part("The given data requires an Integer index", "EXPECTED_INTEGER_INDEX", "index_type", walked, key)
    return value


def _know_keys(value: Hash) -> None:
    if any(map(contains_unknown, value.keys())):
        raise UnknownValue


def _no_part(problem: str, code: str, what: str, walked: list[object], wrong: object) -> NoPartError:
    kind = infer(wrong)
    path = tuple(walked)
    return NoPartError(f"{problem} at {runtime_inspect(path)}, got '{show(kind)}'", code, Hash([("walked_path", path), (what, kind)]))


GET = "Any $value, String $dotted_string, Any $default_value = undef, Optional[Callable[1, 1]] &$block"


def _get_type(call: TypedCall, type: Type, path: Type, *rest: Type) -> Type:
    """What a path leads to, or the default where that is undef; a block handles errors."""
    default = rest[0] if rest else model.UNDEF
    text = literal(path)
    if not isinstance(text, str):
        found: Type = model.ANY
    else:
        known = difference(type, model.UNDEF)
        found = NEVER if is_never(known) else dig(known, _key_types(text))
    undef = [default] if not disjoint(type, model.UNDEF) or not disjoint(found, model.UNDEF) else []
    handled = [] if call.arity is None or text == "" else [call.block(model.ANY)]
    return joined((difference(found, model.UNDEF), *undef, *handled))


def _key_types(path: str) -> list[Type]:
    try:
        return [infer_set(each) for each in path_of(f"x.{path}")[1:]] if path else []
    except ArgumentError:
        return []


@dispatch("get", GET, types=_get_type)
def _get(call: Call, value: object, path: str, *rest: object) -> object:
    default, block = (rest[0] if len(rest) > 1 else None), rest[-1]
    _known(value)
    if value is None:
        return default
    if not path:
        return value
    keys = path_of(f"x.{path}")[1:]
    try:
        found = call.function("dig", [value, *keys])
    except NoPartError as missing:
        if not isinstance(block, Block):
            raise
        return block.call((_error(call, missing),))
    _known(found)
    return default if found is None else found


def _error(call: Call, missing: NoPartError) -> object:
    type = call.type_named("Error")
    assert isinstance(type, Object)
    values: dict[str, object] = {"msg": str(missing), "kind": "SLICE_ERROR", "details": missing.details, "issue_code": missing.code}
    return Instance(type, values)


def path_of(text: str) -> list[object]:
    """The keys of a dotted path; quotes enclose a key that contains dots."""
    if not re.search("""['".]""", text):
        return [text]
    parts = re.split(r"""(\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+)""", text)
    while parts and not parts[-1]:
        parts.pop()
    rest = [each for each in parts[1:] if each != "."]
    if not parts or parts[0] or len(rest) * 2 != len(parts):
        raise ArgumentError("Syntax error in dotted-navigation string")
    return [_key(each.strip()) for each in rest]


def _key(part: str) -> object:
    if part.startswith(('"', "'")):
        return part[1:-1]
    if re.search(r"^:?[+-]?[0-9]+$", part, re.MULTILINE):
        digits = re.match(r"[+-]?[0-9]+", part)
        return 0 if digits is None else int(digits[0])
    return part


VARIABLE_NAME = r"/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/"


@dispatch("getvar", f"Pattern[{VARIABLE_NAME}] $get_string, Any $default_value = undef, Optional[Callable[1, 1]] &$block", types="Any")
def _getvar(call: Call, text: str, *rest: object) -> object:
    if "\n" in text:
        raise InternalError("undefined method `[]' for nil")
    name, _, path = text.partition(".")
    value = call.find_variable(name)
    if value is MISSING:
        return rest[0] if len(rest) > 1 else None
    if isinstance(value, Unknown):
        return call.function("get", [value, path, *rest[:-1]], rest[-1] if isinstance(rest[-1], Block) else None)
    return _get(call, value, path, *rest)


@dispatch("getvar", "String $get_string, Any $default_value = undef, Optional[Callable] &$block", mismatch=True)
def _getvar_mismatch(call: Call, *arguments: object) -> str:
    return "The given string does not start with a valid variable name"
