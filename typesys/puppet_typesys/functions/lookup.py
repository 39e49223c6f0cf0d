"""The functions lookup, hiera, hiera_array and hiera_hash, which look up data through the World."""

from __future__ import annotations

from collections.abc import Callable

from puppet_grammar.dataclass import dataclass, replace
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.deprecations import deprecated
from puppet_typesys.functions.parts import path_of
from puppet_typesys.functions.registry import dispatch, local_type
from puppet_typesys.functions.typed import TypedCall, never
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import assert_instance
from puppet_typesys.types.dig import dig
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, difference, joined
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import ArgumentError, BareError, InternalError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, UnknownValue

local_type("NameType", "Variant[String, Array[String]]")
local_type("ValueType", "Type")
local_type("DefaultValueType", "Any")
local_type("MergeType", "Variant[String[1], Hash[String, Scalar]]")
local_type("BlockType", "Callable[NameType]")
OPTIONS = (
    "'value_type' => Optional[ValueType], Optional['default_value'] => DefaultValueType, 'override' => Optional[Hash[String, Any]], "
    "'default_values_hash' => Optional[Hash[String, Any]], 'merge' => Optional[MergeType]}]"
)
local_type("OptionsWithName", "Struct[{'name' => NameType, " + OPTIONS)
local_type("OptionsWithoutName", "Struct[{" + OPTIONS)
STRATEGIES = ("first", "default", "unique", "hash", "deep", "unconstrained_deep", "reverse_deep")


@dataclass(frozen=True)
class Lookup:
    """The arguments of a lookup; `default` is MISSING if there is none."""

    name: object
    type: object = None
    merge: object = None
    default: object = MISSING
    override: Hash = EMPTY
    defaults: Hash = EMPTY
    block: object = None

    @property
    def names(self) -> tuple[object, ...]:
        """The keys to try, in order."""
        return self.name if isinstance(self.name, tuple) else (self.name,)


def _lookup_type(call: TypedCall, name: Type, *rest: Type) -> Type:
    """A value of the type that is asked for."""
    if call.arity is not None:
        call.block(name)
    return _wanted(rest[0]) if rest else model.ANY


def _options_type(call: TypedCall, *types: Type) -> Type:
    options = types[-1]
    if call.arity is not None:
        call.block(types[0] if len(types) > 1 else dig(options, (model.String("name"),)))
    return _wanted(dig(options, (model.String("value_type"),)))


def _wanted(value_type: Type) -> Type:
    """The type of the values for the type of an argument that is a type or undef."""
    known = difference(value_type, model.UNDEF)
    if not disjoint(value_type, model.UNDEF) or not isinstance(known, model.TypeType) or known.type is None:
        return model.ANY
    return known.type if is_superset(known.type, known.type) else model.ANY


@dispatch("lookup", "NameType $name, ValueType $value_type = Any, MergeType $merge = first", types=_lookup_type)
def _lookup_name(call: Call, name: object, type: object = None, merge: object = None) -> object:
    return look_up(call, Lookup(name, type, merge))


@dispatch(
    "lookup",
    "NameType $name, Optional[ValueType] $value_type, Optional[MergeType] $merge, DefaultValueType $default_value",
    types=_lookup_type,
)
def _lookup_default(call: Call, name: object, type: object, merge: object, default: object) -> object:
    return look_up(call, Lookup(name, type, merge, default))


@dispatch("lookup", "NameType $name, ValueType $value_type = Any, MergeType $merge = first, BlockType &$block", types=_lookup_type)
def _lookup_block(call: Call, name: object, *rest: object) -> object:
    type, merge, *_ = (*rest[:-1], None, None)
    return look_up(call, Lookup(name, type, merge, block=rest[-1]))


@dispatch("lookup", "OptionsWithName $options_hash, Optional[BlockType] &$block", types=_options_type)
def _lookup_options(call: Call, options: Hash, block: Block | None = None) -> object:
    return look_up(call, _lookup(options.get("name"), options, block))


@dispatch(
    "lookup", "Variant[String, Array[String]] $name, OptionsWithoutName $options_hash, Optional[BlockType] &$block", types=_options_type
)
def _lookup_name_options(call: Call, name: object, options: Hash, block: Block | None = None) -> object:
    return look_up(call, _lookup(name, options, block))


def _lookup(name: object, options: Hash, block: Block | None) -> Lookup:
    override, defaults = options.get("override"), options.get("default_values_hash")
    return Lookup(
        name,
        options.get("value_type"),
        options.get("merge"),
        options.get("default_value", MISSING),
        override if isinstance(override, Hash) else EMPTY,
        defaults if isinstance(defaults, Hash) else EMPTY,
        block,
    )


def look_up(call: Call, lookup: Lookup) -> object:
    """The value of the first key that has one, or else of a default. The result is Unknown if a value may exist."""
    for name in lookup.names:
        if name in lookup.override:
            return _typed(f"Value found for key '{name}' in override hash", lookup, lookup.override[name])
        found = _found(call, str(name), lookup)
        if isinstance(found, Unknown):
            return found
        if found is not MISSING:
            return _typed("Found value", lookup, found)
    for name in lookup.names:
        if name in lookup.defaults:
            return _typed(f"Value found for key '{name}' in default values hash", lookup, lookup.defaults[name])
    if isinstance(lookup.block, Block):
        return _typed("Value returned from default block", lookup, lookup.block.call((lookup.name,)))
    if lookup.default is not MISSING:
        return _typed("Default value", lookup, lookup.default)
    listed = ", ".join(f"'{name}'" for name in lookup.names)
    which = f"the name {listed}" if len(lookup.names) == 1 else f"any of the names [{listed}]"
    raise BareError(f"Function lookup() did not find a value for {which}")


def _found(call: Call, name: str, lookup: Lookup) -> object:
    _check_merge(lookup.merge)
    try:
        if isinstance(path_of(name)[0], int):
            raise InternalError("undefined method `index' for an instance of Integer")
    except ArgumentError:
        raise BareError(f"Syntax error in key: '{name}'") from None
    options = Hash([("merge", lookup.merge), ("value_type", lookup.type)])
    found = call.look_up(name, options)
    if isinstance(found, Unknown) and isinstance(lookup.type, Type):
        return Unknown(lookup.type)
    return found


def _check_merge(merge: object) -> None:
    if isinstance(merge, Hash):
        merge = merge.get("strategy")
        if not isinstance(merge, str):
            raise ArgumentError("The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'")
    if isinstance(merge, str) and merge not in STRATEGIES:
        raise ArgumentError(f"Unknown merge strategy: '{merge}'")


def _typed(subject: str, lookup: Lookup, value: object) -> object:
    if isinstance(lookup.type, Type) and not isinstance(value, Unknown):
        assert_instance(subject, lookup.type, value)
    return value


# ---- the functions that `lookup` replaced


def enter_hiera(name: str, merge: str, found_type: str, use: Callable[..., object] | None = None) -> None:
    """Register a function of the hiera family; `use` converts the value that was found, of a type, to its result."""

    def ask(call: Call, lookup: Lookup) -> object:
        deprecated(
            call,
            f"The function '{name}' is deprecated in favor of using 'lookup'. See {call.target.documentation}deprecated_language.html",
        )
        found = look_up(call, replace(lookup, merge=merge))
        if use is not None:
            return use(call, found)
        if isinstance(found, Unknown):
            raise UnknownValue
        return found

    def plain(call: Call, key: str) -> object:
        return ask(call, Lookup(key))

    def with_default(call: Call, key: str, default: object, override: object = None) -> object:
        return ask(call, Lookup(key, default=default))

    def with_block(call: Call, key: str, *rest: object) -> object:
        return ask(call, Lookup(key, block=rest[-1]))

    def splat(call: Call, arguments: tuple[object, ...]) -> object:
        raise ArgumentError(f"undefined method `hiera' for an instance of {name}")

    def or_default(call: TypedCall, key: Type, default: Type, *rest: Type) -> Type:
        return joined((parse_builtin(found_type), default if use is None else NEVER))

    def or_block(call: TypedCall, key: Type, *rest: Type) -> Type:
        value = call.block(key)
        return joined((parse_builtin(found_type), value if use is None else NEVER))

    dispatch(name, "Tuple[String, Any, Any, 1, 3] $args", types=never)(splat)
    dispatch(name, "String $key", types=found_type)(plain)
    dispatch(name, "String $key, Any $default, Any $override = undef", types=or_default)(with_default)
    dispatch(name, "String $key, Callable[1, 1] &$default_block", types=or_block)(with_block)
    dispatch(name, "String $key, Any $override, Callable[1, 1] &$default_block", types=or_block)(with_block)


for name, merge, found_type in (("hiera", "first", "Any"), ("hiera_array", "unique", "Array"), ("hiera_hash", "hash", "Hash")):
    enter_hiera(name, merge, found_type)


# ---- functions named in hiera.yaml, which only Hiera can call

NO_PATH = "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash function"


def _data(call: Call, options: Hash, context: object) -> object:
    raise ArgumentError(f"{call.name}() can only be called by a lookup")


def _no_path(call: Call, *arguments: object) -> str:
    return NO_PATH


for name in ("yaml_data", "json_data", "hocon_data"):
    dispatch(name, "Struct[{'path' => String[1]}] $options, Puppet::LookupContext $context", types=never)(_data)
    dispatch(name, "Hash $options, Puppet::LookupContext $context", mismatch=True)(_no_path)


@dispatch("eyaml_lookup_key", "String[1] $key, Hash[String[1], Any] $options, Puppet::LookupContext $context", types=never)
def _eyaml_lookup_key(call: Call, key: str, options: Hash, context: object) -> object:
    return _data(call, options, context)
