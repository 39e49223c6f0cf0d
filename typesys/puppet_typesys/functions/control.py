"""The functions then, lest, with, call, fail, assert_type, break, next, return, dig, get, getvar and import."""

from __future__ import annotations

import re

from puppet_typesys.functions.call import MISSING, Call
from puppet_typesys.functions.control_flow import BreakIteration, NextIteration, ReturnFromFunction
from puppet_typesys.functions.legacy import converted, runtime_inspect, runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.issues.evaluation.general import discontinued_import
from puppet_typesys.operators.refusal import Refusal
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Object
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

# ---- calls


@dispatch("then", "Any $arg, Callable[1, 1] &$block")
def _then(call: Call, value: object, block: Block) -> object:
    _known(value)
    return None if value is None else block.call((value,))


@dispatch("lest", "Any $arg, Callable[0, 0] &$block")
def _lest(call: Call, value: object, block: Block) -> object:
    _known(value)
    return block.call(()) if value is None else value


def _known(value: object) -> None:
    if isinstance(value, Unknown):
        raise UnknownValue


@dispatch("with", "Any *$arg, Callable &$block")
def _with(call: Call, *arguments: object) -> object:
    block = arguments[-1]
    assert isinstance(block, Block)
    return block.call(arguments[:-1])


@dispatch("call", "String $function_name, Any *$arguments, Optional[Callable] &$block")
def _call(call: Call, name: str, *arguments: object) -> object:
    block = arguments[-1]
    return call.function(name, arguments[:-1], block if isinstance(block, Block) else None)


@dispatch("call", "Deferred $deferred")
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


@dispatch("break", "")
def _break(call: Call) -> object:
    raise BreakIteration


@dispatch("next", "Any $value = undef")
def _next(call: Call, value: object = None) -> object:
    raise NextIteration(value)


@dispatch("return", "Any $value = undef")
def _return(call: Call, value: object = None) -> object:
    raise ReturnFromFunction(value)


@dispatch("fail", "Any *$arguments, Optional[Callable] &$block")
def _fail(call: Call, *arguments: object) -> object:
    try:
        message = " ".join(map(runtime_text, converted("fail", arguments[:-1], 0)))
    except UnknownValue:
        message = "with a message that is not known"
    raise ArgumentError(message)


@dispatch("import", "Any *$args")
def _import(call: Call, *arguments: object) -> object:
    raise Refusal(discontinued_import())


@dispatch("assert_type", "Type $type, Any $value, Optional[Callable[Type, Type]] &$block")
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


@dispatch("assert_type", "String $type_string, Any $value, Optional[Callable[Type, Type]] &$block")
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


@dispatch("dig", "Optional[Collection] $data, Any *$arg")
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


@dispatch("get", GET)
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


@dispatch("getvar", f"Pattern[{VARIABLE_NAME}] $get_string, Any $default_value = undef, Optional[Callable[1, 1]] &$block")
def _getvar(call: Call, text: str, *rest: object) -> object:
    if "\n" in text:
        raise InternalError("undefined method `[]' for nil")
    name, _, path = text.partition(".")
    value = call.find_variable(name)
    if value is MISSING:
        return rest[0] if len(rest) > 1 else None
    return _get(call, value, path, *rest)


@dispatch("getvar", "String $get_string, Any $default_value = undef, Optional[Callable] &$block", mismatch=True)
def _getvar_mismatch(call: Call, *arguments: object) -> str:
    return "The given string does not start with a valid variable name"
