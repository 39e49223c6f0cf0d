"""The functions type, unwrap, convert_to and annotate."""

from __future__ import annotations

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import LOCAL_TYPES, dispatch, local_type
from puppet_typesys.types.block import Block
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer, infer_generic, infer_set
from puppet_typesys.types.model import ANY, Type, TypeType
from puppet_typesys.types.model import Sensitive as Sensitive_
from puppet_typesys.types.objects import Object
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


def _known(value: object) -> object:
    if contains_unknown(value):
        raise UnknownValue
    return value


@dispatch("type", "Any $value, Enum['detailed'] $inference_method = 'detailed'")
def _type_detailed(call: Call, value: object, method: str = "detailed") -> object:
    # A generalized or reduced type need not accept the types of all possible values, so an Unknown is returned for the detailed type only.
    return Unknown(TypeType(infer_set(value))) if contains_unknown(value) else infer_set(value)


@dispatch("type", "Any $value, Enum['reduced'] $inference_method")
def _type_reduced(call: Call, value: object, method: str) -> object:
    return infer(_known(value))


@dispatch("type", "Any $value, Enum['generalized'] $inference_method")
def _type_generalized(call: Call, value: object, method: str) -> object:
    return infer_generic(_known(value))


@dispatch("unwrap", "Sensitive $arg, Optional[Callable] &$block")
def _unwrap(call: Call, value: Sensitive, block: Block | None = None) -> object:
    return value.value if block is None else block.call((value.value,))


@dispatch("unwrap", "Any $arg, Optional[Callable] &$block")
def _unwrap_any(call: Call, value: object, block: Block | None = None) -> object:
    if isinstance(value, Unknown) and isinstance(value.type, Type):
        value = Unknown(_unwrapped(value.type))
    return value if block is None else block.call((value,))


def _unwrapped(type: Type) -> Type:
    if "sensitive" not in kinds(type):
        return type
    return type.type if isinstance(type, Sensitive_) else ANY


@dispatch("convert_to", "Any $value, Type $type, Any *$args, Optional[Callable[1, 1]] &$block")
def _convert_to(call: Call, value: object, type: Type, *rest: object) -> object:
    result = call.function("new", (type, value, *rest[:-1]))
    block = rest[-1]
    return block.call((result,)) if isinstance(block, Block) else result


# ---- annotations, none of which the language defines itself

local_type("Pcore::MemberName", r"Pattern[/\A[a-z_][a-zA-Z0-9_]*\z/]")
LOCAL_TYPES["pcore"] = Object("Pcore")


@dispatch("annotate", "Type[Annotation] $type, Any $value, Optional[Callable[0, 0]] &$block")
def _annotate(call: Call, type: Type, value: object, block: Block | None = None) -> object:
    if block is not None:
        raise InternalError("undefined method `from_hash' for Annotation")
    return None


@dispatch("annotate", "Type[Annotation] $type, Any $value, Variant[Enum['clear'], Hash[Pcore::MemberName, Any]] $annotation_hash")
def _annotate_new(call: Call, type: Type, value: object, annotation: object) -> object:
    if annotation == "clear":
        return None
    raise InternalError("undefined method `from_hash' for Annotation")


@dispatch("annotate", "Type[Pcore] $type, Any $value, Hash[Type[Annotation], Hash[Pcore::MemberName, Any]] $annotations")
def _annotate_all(call: Call, type: Type, value: object, annotations: object) -> object:
    raise InternalError("undefined method `annotate' for TypeSet")
