"""Issues of invalid type parameters and indices."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.ERROR)
def bad_type(text: str) -> str:
    """Invalid parameters of a type, or an invalid index"""
    return text


@bad_type.variant()
def not_a_type_specification(text: str) -> str:
    return f"The expression <{text}> is not a valid type specification."


@bad_type.variant()
def unresolvable_alias(name: str) -> str:
    return f"Type alias '{name}' cannot be resolved to a real type"


@bad_type.variant()
def reversed_range(low: str, high: str) -> str:
    return f"'from' must be less or equal to 'to'. Got ({low}, {high}"


@bad_type.variant("BAD_TYPE_SLICE_ARITY")
def type_arity(type: str, expected: str, count: int) -> str:
    return f"{type}[] accepts {expected}. Got {count}"


@bad_type.variant("BAD_TYPE_SLICE_TYPE")
def arguments_not_types(type: str, actual: str) -> str:
    return f"{type}-Type[] arguments must be types. Got {actual}"


@bad_type.variant("BAD_NOT_UNDEF_SLICE_TYPE")
def bad_not_undef(actual: str) -> str:
    return f"NotUndef-Type[] argument must be a Type or a String. Got {actual}"


@bad_type.variant("BAD_TYPE_SPECIALIZATION")
def bad_specialization(type: str, actual: str, expected: str) -> str:
    return f"Error creating type specialization of {type}, Cannot use {actual} where {expected} is expected"


@bad_type.variant("BAD_COLLECTION_SLICE_TYPE")
def bad_size(actual: str) -> str:
    return f"A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {actual}"


@bad_type.variant("BAD_INTEGER_SLICE_ARITY")
def range_arity(type: str, count: int) -> str:
    return f"{type}-Type supports [] with one or two arguments (from, to). Got {count}"


@bad_type.variant("BAD_INTEGER_SLICE_TYPE")
def bad_range(type: str, expected: str, actual: str) -> str:
    return f"{type}-Type [] requires all arguments to be {expected} (or default). Got {actual}"


@bad_type.variant("ILLEGAL_RESOURCE_SPECIALIZATION")
def bad_resource_reference(actual: str) -> str:
    return f"First argument to Resource[] must be a resource type or a String. Got {actual}."


@bad_type.variant("ILLEGAL_CLASSREF")
def illegal_type_name(type: str) -> str:
    return f"Illegal type reference. The given name '{type}' does not conform to the naming rule"


@bad_type.variant("ILLEGAL_HOSTCLASS_NAME")
def class_name_not_string(actual: str) -> str:
    return f"Illegal Class name in class reference. {actual} cannot be used where a String is expected"


@bad_type.variant("ILLEGAL_NAME")
def illegal_class_name(class_name: str) -> str:
    rule = "/^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
    return f"Illegal name. The given name '{class_name}' does not conform to the naming rule {rule}"


# ---- indices


@bad_type.variant("BAD_STRING_SLICE_ARITY")
def string_index_count(count: int) -> str:
    return f"String supports [] with one or two arguments. Got {count}"


@bad_type.variant("BAD_STRING_SLICE_KEY_TYPE")
def bad_character_index(actual: str) -> str:
    return f"A substring operation does not accept {actual} as a character index. Expected an Integer"


@bad_type.variant("BAD_ARRAY_SLICE_ARITY")
def array_index_count(count: int) -> str:
    return f"Array supports [] with one or two arguments. Got {count}"


@bad_type.variant("BAD_SLICE_KEY_TYPE")
def bad_index(owner: str, actual: str) -> str:
    return f"{owner}[] cannot use {actual} where Integer is expected"


@bad_type.variant("BAD_HASH_SLICE_ARITY")
def hash_index_count() -> str:
    return "Hash supports [] with one or more arguments. Got 0"
