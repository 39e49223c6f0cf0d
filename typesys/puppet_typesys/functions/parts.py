"""The functions dig, get and getvar, which return parts of values."""

from __future__ import annotations

import re

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.elements import literal
from puppet_typesys.functions.legacy import runtime_inspect
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.dig import dig
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, difference, is_never, joined
from puppet_typesys.types.objects import Instance, Object
from puppet_typesys.types.show import show
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


def _known(value: object) -> None:
    if isinstance(value, Unknown):
        raise UnknownValue


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
