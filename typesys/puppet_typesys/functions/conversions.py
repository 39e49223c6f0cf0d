"""The functions type, unwrap, convert_to and annotate."""

from __future__ import annotations

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import LOCAL_TYPES, dispatch, local_type
from puppet_typesys.functions.typed import TypedCall, never
from puppet_typesys.types.block import Block
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer, infer_generic, infer_set
from puppet_typesys.types.model import ANY, Type, TypeType
from puppet_typesys.types.model import Sensitive as Sensitive_
from puppet_typesys.types.narrow import is_never, joined, members
from puppet_typesys.types.objects import Object
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


def _known(value: object) -> object:
    if contains_unknown(value):
        raise UnknownValue
    return value


def _type_type(call: TypedCall, value: Type, *method: Type) -> Type:
    # Of some types, such as an Init, not all types of instances are assignable to them.
    return TypeType(value) if is_superset(value, value) else TypeType()


def _unwrap_type(call: TypedCall, value: Type) -> Type:
    inner = joined(_unwrapped(each) for each in members(value))
    return inner if call.arity is None else call.block(inner)


def _convert_to_type(call: TypedCall, value: Type, type: Type, *rest: Type) -> Type:
    result = call.function("new", type, value, *rest)
    return result if call.arity is None or is_never(result) else call.block(result)


@dispatch("type", "Any $value, Enum['detailed'] $inference_method = 'detailed'", types=_type_type)
def _type_detailed(call: Call, value: object, method: str = "detailed") -> object:
    # A generalized or reduced type need not accept the types of all possible values, so an Unknown is returned for the detailed type only.
    return Unknown(TypeType(infer_set(value))) if contains_unknown(value) else infer_set(value)


@dispatch("type", "Any $value, Enum['reduced'] $inference_method", types="Type")
def _type_reduced(call: Call, value: object, method: str) -> object:
    return infer(_known(value))


@dispatch("type", "Any $value, Enum['generalized'] $inference_method", types="Type")
def _type_generalized(call: Call, value: object, method: str) -> object:
    return infer_generic(_known(value))


@dispatch("unwrap", "Sensitive $arg, Optional[Callable] &$block", types=_unwrap_type)
def _unwrap(call: Call, value: Sensitive, block: Block | None = None) -> object:
    return value.value if block is None else block.call((value.value,))


@dispatch("unwrap", "Any $arg, Optional[Callable] &$block", types=_unwrap_type)
def _unwrap_any(call: Call, value: object, block: Block | None = None) -> object:
    if isinstance(value, Unknown):
        raise UnknownValue
    return value if block is None else block.call((value,))


def _unwrapped(type: Type) -> Type:
    if "sensitive" not in kinds(type):
        return type
    return type.type if isinstance(type, Sensitive_) else ANY


@dispatch("convert_to", "Any $value, Type $type, Any *$args, Optional[Callable[1, 1]] &$block", types=_convert_to_type)
def _convert_to(call: Call, value: object, type: Type, *rest: object) -> object:
    result = call.function("new", (type, value, *rest[:-1]))
    block = rest[-1]
    return block.call((result,)) if isinstance(block, Block) else result


# ---- annotations, none of which the language defines itself

local_type("Pcore::MemberName", r"Pattern[/\A[a-z_][a-zA-Z0-9_]*\z/]")
LOCAL_TYPES["pcore"] = Object("Pcore")


@dispatch("annotate", "Type[Annotation] $type, Any $value, Optional[Callable[0, 0]] &$block", types="Undef")
def _annotate(call: Call, type: Type, value: object, block: Block | None = None) -> object:
    if block is not None:
        raise InternalError("undefined method `from_hash' for Annotation")
    return None


@dispatch(
    "annotate", "Type[Annotation] $type, Any $value, Variant[Enum['clear'], Hash[Pcore::MemberName, Any]] $annotation_hash", types="Undef"
)
def _annotate_new(call: Call, type: Type, value: object, annotation: object) -> object:
    if annotation == "clear":
        return None
    raise InternalError("undefined method `from_hash' for Annotation")


@dispatch("annotate", "Type[Pcore] $type, Any $value, Hash[Type[Annotation], Hash[Pcore::MemberName, Any]] $annotations", types=never)
def _annotate_all(call: Call, type: Type, value: object, annotations: object) -> object:
    raise InternalError("undefined method `annotate' for TypeSet")
