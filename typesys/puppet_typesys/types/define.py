"""Definition of Object types and TypeSets from their initialization hashes, with the reference's errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_typesys.types import model
from puppet_typesys.types.aliases import resolve_alias
from puppet_typesys.types.describe import assert_instance
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.objects import (
    MISSING,
    OBJECT,
    Attribute,
    Function,
    Member,
    Object,
    ObjectExtension,
    TypeParameter,
    TypeSet,
    complete,
)
from puppet_typesys.types.parse import Names, Reader, parse_builtin
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash

MEMBER_NAME = r"Pattern[/\A[a-z_]\w*\z/]"
TYPE_NAME = r"Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/]"
SIMPLE_NAME = r"Pattern[/\A[A-Z]\w*\z/]"
# Which types may be used as annotations is not checked: annotations have no effect on evaluation.
ANNOTATIONS = f"Hash[Type, Hash[{MEMBER_NAME}, Any]]"
KINDS = "Enum[constant, derived, given_or_derived, reference]"
OBJECT_INIT = (
    f"Struct[{{Optional[name] => {TYPE_NAME}, Optional[parent] => Type, Optional[type_parameters] => Hash[{MEMBER_NAME}, NotUndef],"
    f" Optional[attributes] => Hash[{MEMBER_NAME}, NotUndef], Optional[constants] => Hash[{MEMBER_NAME}, Any],"
    f" Optional[functions] => Hash[Variant[{MEMBER_NAME}, String], NotUndef],"
    f" Optional[equality] => Variant[{MEMBER_NAME}, Array[{MEMBER_NAME}]], Optional[equality_include_type] => Boolean,"
    f" Optional[checks] => Any, Optional[annotations] => {ANNOTATIONS}}}]"
)
ATTRIBUTE_INIT = (
    f"Struct[{{type => Type, Optional[final] => Boolean, Optional[override] => Boolean, Optional[kind] => {KINDS},"
    f" Optional[value] => Any, Optional[annotations] => {ANNOTATIONS}}}]"
)
FUNCTION_INIT = (
    f"Struct[{{type => Type[Callable], Optional[final] => Boolean, Optional[override] => Boolean, Optional[annotations] => {ANNOTATIONS}}}]"
)
URI_TEXT = r"Pattern[/\A[a-zA-Z][-+.a-zA-Z\d]*:./]"
TYPE_SET_INIT = (
    f"Struct[{{Optional[pcore_uri] => {URI_TEXT}, pcore_version => Variant[String[1], SemVer], Optional[name_authority] => {URI_TEXT},"
    f" Optional[name] => {TYPE_NAME}, Optional[version] => Variant[String[1], SemVer],"
    f" Optional[types] => Hash[{SIMPLE_NAME}, Variant[Type, {OBJECT_INIT}], 1], Optional[references] => Hash[{SIMPLE_NAME},"
    f" Struct[{{name => {TYPE_NAME}, version_range => Variant[String[1], SemVerRange], Optional[name_authority] => {URI_TEXT},"
    f" Optional[annotations] => {ANNOTATIONS}}}], 1], Optional[annotations] => {ANNOTATIONS}}}]"
)
RESERVED = ("__ptype", "__pvalue")


def object_type(init: object) -> Object:
    """The type that `Object[init]` denotes."""
    if not isinstance(init, Hash):
        raise InternalError(f"an Object type is made of a hash, not of {init!r}")
    if not init:
        return OBJECT
    made = Object()
    fill_object(made, init)
    return made


def fill_object(made: Object, init: Hash) -> None:
    """Define the members of an Object type; raises ArgumentError if the hash is invalid."""
    assert_instance("object initializer", parse_builtin(OBJECT_INIT), init)
    name, parent = init.get("name"), init.get("parent")
    complete(
        made,
        name=name if made.name is None and isinstance(name, str) else made.name,
        parent=parent if isinstance(parent, Type) else None,
        equality_include_type=init.get("equality_include_type") is not False,
    )
    above = _parent_of(made)
    inherited = {} if above is None else _members(above)
    _type_parameters(made, _hash(init.get("type_parameters")), {} if above is None else above.all_type_parameters())
    _attributes(made, init, inherited)
    _functions(made, _hash(init.get("functions")), inherited)
    equality = init.get("equality")
    if isinstance(equality, str):
        equality = (equality,)
    if isinstance(equality, tuple):
        _check_equality(made, equality, inherited, above)
        complete(made, equality=equality)
    complete(made, checks=init.get("checks"), annotations=_annotations(init))


def _annotations(init: Hash) -> Hash | None:
    annotations = init.get("annotations")
    return annotations if isinstance(annotations, Hash) else None


def _hash(value: object) -> Hash:
    return value if isinstance(value, Hash) else Hash()


def _members(type: Object) -> dict[str, Member]:
    found: dict[str, Member] = {}
    for ancestor in type.lineage():
        found |= ancestor.attributes
        found |= ancestor.functions
    return found


def _parent_of(made: Object) -> Object | None:
    """The parent, if it is an Object type; raises ArgumentError if the type inherits from itself or from an unknown type."""
    seen = made.parent
    met: set[int] = set()
    while isinstance(seen, Object | ObjectExtension | model.TypeAlias):
        if seen is made or id(seen) in met:
            raise ArgumentError(f"The Object type '{made.label}' inherits from itself")
        met.add(id(seen))
        seen = seen.target if isinstance(seen, model.TypeAlias) else seen.base if isinstance(seen, ObjectExtension) else seen.parent
    above = made.resolved_parent
    if isinstance(above, model.TypeReference):
        raise ArgumentError(f"reference to unresolved type '{above.type_string}'")
    return above if isinstance(above, Object) else None


def _type_parameters(made: Object, given: Hash, inherited: dict[str, Member]) -> None:
    for name, spec in given.items():
        if not isinstance(spec, Hash):
            assert_instance(f"type_parameter {made.label}[{name}]", model.TypeType(), spec)
            spec = Hash((("type", spec),))
        type = spec.get("type")
        if not isinstance(type, model.Optional):
            type = model.Optional(type) if isinstance(type, Type) else type
        init = Hash((*((key, value) for key, value in spec.items() if key == "value"), ("type", type)))
        parameter = _attribute(TypeParameter, made, str(name), init, inherited)
        complete(made, type_parameters={**made.type_parameters, str(name): parameter})


def _attributes(made: Object, init: Hash, inherited: dict[str, Member]) -> None:
    specs = dict(_hash(init.get("attributes")).items())
    for name, value in _hash(init.get("constants")).items():
        if name in specs:
            raise ArgumentError(f"attribute {made.label}[{name}] is defined as both a constant and an attribute")
        entries = (("type", generalize(infer(value))), ("value", value), ("kind", "constant"), ("override", name in inherited))
        specs[name] = Hash(entries)
    for name, spec in specs.items():
        if not isinstance(spec, Hash):
            assert_instance(f"attribute {made.label}[{name}]", model.TypeType(), spec)
            entries_ = [("type", spec), ("value", None)] if isinstance(spec, model.Optional) else [("type", spec)]
            spec = Hash(entries_)
        attribute = _attribute(Attribute, made, str(name), spec, inherited)
        complete(made, attributes={**made.attributes, str(name): attribute})


def _attribute(kind_of: type[Attribute], made: Object, name: str, init: Hash, inherited: dict[str, Member]) -> Attribute:
    assert_instance(f"initializer for {kind_of.feature} {made.label}[{name}]", parse_builtin(ATTRIBUTE_INIT), init)
    if name in RESERVED:
        raise ArgumentError(f"The attribute '{name}' is reserved and cannot be used")
    type = init["type"]
    assert isinstance(type, Type)
    label = kind_of.label_in(made, name)
    given = init.get("kind")
    kind = given if isinstance(given, str) else None
    result = kind_of(
        name,
        made,
        type,
        final=_is_final(label, kind, init),
        override=init.get("override") is True,
        kind=kind,
        value=_value(label, kind, type, init),
        annotations=_annotations(init),
    )
    _check_override(result, inherited)
    return result


def _is_final(label: str, kind: str | None, init: Hash) -> bool:
    final = init.get("final") is True
    if kind != "constant":
        return final
    if "final" in init and not final:
        raise ArgumentError(f"{label} of kind 'constant' cannot be combined with final => false")
    return True


def _value(label: str, kind: str | None, type: Type, init: Hash) -> object:
    if "value" not in init:
        if kind == "constant":
            raise ArgumentError(f"{label} of kind 'constant' requires a value")
        return MISSING
    if kind in ("derived", "given_or_derived"):
        raise ArgumentError(f"{label} of kind '{kind}' cannot be combined with an attribute value")
    value = init["value"]
    if value is not DEFAULT:
        assert_instance(f"{label} value", type, value)
    return value


def _functions(made: Object, given: Hash, inherited: dict[str, Member]) -> None:
    for key, spec in given.items():
        name = str(key)
        if not isinstance(spec, Hash):
            assert_instance(f"function {made.label}[{name}]", parse_builtin("Type[Callable]"), spec)
            spec = Hash((("type", spec),))
        assert_instance(f"initializer for function '{name}'", parse_builtin(FUNCTION_INIT), spec)
        type = spec["type"]
        assert isinstance(type, Type)
        result = Function(name, made, type, final=spec.get("final") is True, override=spec.get("override") is True)
        if name in made.attributes:
            raise ArgumentError(f"{result.label} conflicts with attribute with the same name")
        _check_override(result, inherited)
        complete(made, functions={**made.functions, name: result})


def _check_override(member: Member, inherited: dict[str, Member]) -> None:
    above = inherited.get(member.name)
    if above is None:
        if member.override:
            kind = member.feature
            raise ArgumentError(f"expected {member.label} to override an inherited {kind}, but no such {kind} was found")
        return
    if above.__class__ is not member.__class__:
        raise ArgumentError(f"{member.label} attempts to override {above.label}")
    if above.final and not (above.is_constant and member.is_constant):
        raise ArgumentError(f"{member.label} attempts to override final {above.label}")
    if not member.override:
        raise ArgumentError(f"{member.label} attempts to override {above.label} without having override => true")
    if not is_assignable(above.type, member.type):
        raise ArgumentError(f"{member.label} attempts to override {above.label} with a type that does not match")


def _check_equality(made: Object, names: tuple[object, ...], inherited: dict[str, Member], above: Object | None) -> None:
    if names and not made.equality_include_type:
        raise ArgumentError("equality_include_type = false cannot be combined with non empty equality specification")
    label = made.label
    for name in map(str, names):
        member = inherited.get(name) or made.attributes.get(name) or made.functions.get(name)
        if isinstance(member, Attribute) and name in inherited and above is not None and name in above.equality_attributes():
            definer = _equality_definer(made, name)
            raise ArgumentError(f"{label} equality is referencing {member.label} which is included in equality of {definer.label}")
        if member is None:
            raise ArgumentError(f"{label} equality is referencing non existent attribute '{name}'")
        if not isinstance(member, Attribute):
            raise ArgumentError(f"{label} equality is referencing {member.label}. Only attribute references are allowed")
        if member.is_constant:
            raise ArgumentError(
                f"{label} equality is referencing constant {member.label}. Reference to constant is not allowed in equality"
            )


def _equality_definer(type: Object, name: str) -> Object:
    while isinstance(parent := type.resolved_parent, Object) and name in parent.equality_attributes():
        type = parent
    return type


# ---- type parameters


def extension(base: Object, given: tuple[object, ...]) -> ObjectExtension:
    """The type that `Base[given...]` denotes, with values for the type parameters by position or by name."""
    known = base.all_type_parameters()
    if not known:
        raise ArgumentError(f"The {base.label}-Type cannot be parameterized using []")
    values: dict[str, object] = {}
    first = next(iter(known.values()))
    if len(given) == 1 and isinstance(given[0], Hash) and not is_instance(first.type, given[0]):
        for name, value in given[0].items():
            if name not in known:
                raise ArgumentError(f"'{name}' is not a known type parameter for {base.label}-Type")
            _set_parameter(values, known[str(name)], value)
    else:
        for parameter, value in zip(known.values(), given, strict=False):
            _set_parameter(values, parameter, value)
    if not values:
        raise ArgumentError(f"The {base.label}-Type cannot be parameterized using an empty parameter list")
    return ObjectExtension(base, values)


def _set_parameter(values: dict[str, object], parameter: Member, value: object) -> None:
    if value is not DEFAULT:
        assert_instance(parameter.label, parameter.type, value)
        values[parameter.name] = value


# ---- TypeSets


def fill_type_set(made: TypeSet, init: ast.LiteralHash, reader: Reader) -> None:
    """Define the types of a TypeSet, which can refer to each other by their short names."""
    entries: dict[object, object] = {}
    definitions: dict[str, ast.Expression] = {}
    for entry in init.entries:
        key = reader.value(entry.key)
        if key == "types" and isinstance(entry.value, ast.LiteralHash):
            for each in entry.value.entries:
                name = each.key.cased_value if isinstance(each.key, ast.QualifiedReference) else str(reader.value(each.key))
                definitions[name] = each.value
        elif key == "references" and isinstance(entry.value, ast.LiteralHash):
            entries[key] = Hash(
                (each.key.cased_value if isinstance(each.key, ast.QualifiedReference) else reader.value(each.key), reader.value(each.value))
                for each in entry.value.entries
            )
        else:
            entries[key] = reader.value(entry.value)
    inner = Reader(_names_of(made, reader.names), reader.source)
    waiting = [_declare(made, name, expression, inner) for name, expression in definitions.items()]
    if definitions:
        entries["types"] = Hash(made.types.items())
    whole = Hash(entries.items())
    assert_instance("TypeSet initializer", parse_builtin(TYPE_SET_INIT), whole)
    version = str(whole["pcore_version"])
    if not version.startswith("1."):
        raise ArgumentError(
            f"The pcore version for TypeSet '{made.name}' is not understood by this runtime. Expected range 1.x, got {version}"
        )
    if made.init.get("name_authority") is None and whole.get("name_authority") is None:
        whole = Hash((("name_authority", RUNTIME_AUTHORITY), *whole.items()))
    complete(made, init=_ordered(made, whole))
    for fill in waiting:
        fill()


RUNTIME_AUTHORITY = "http://puppet.com/2016.1/runtime"
ORDER = ("pcore_uri", "pcore_version", "name_authority", "name", "version", "types", "references")


def _ordered(made: TypeSet, given: Hash) -> Hash:
    values = dict(given.items()) | {"name": made.name}
    return Hash((key, str(values[key]) if key.endswith("version") else values[key]) for key in ORDER if key in values)


def _names_of(made: TypeSet, outer: Names) -> Names:
    def named(name: str) -> Type | None:
        for known, type in made.types.items():
            if known.lower() == name.lower():
                return type
        return outer(name)

    return named


def _declare(made: TypeSet, name: str, expression: ast.Expression, reader: Reader) -> Callable[[], None]:
    full = f"{made.name}::{name}"
    init: ast.LiteralHash | None = None
    parent: ast.QualifiedReference | None = None
    match expression:
        case ast.LiteralHash():
            init = expression
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="object"), keys=(ast.LiteralHash() as found,)):
            init = found
        case ast.ResourceDefaultsExpression(type_ref=ast.QualifiedReference() as named):
            parent = None if named.value in ("object", "typeset") else named
            object_ = Object(full)
            complete(made, types={**made.types, name: object_})
            return lambda: fill_object(object_, _from_operations(expression, parent, reader))
    if init is not None:
        object_ = Object(full)
        complete(made, types={**made.types, name: object_})
        literal = init
        return lambda: fill_object(object_, _hash(reader.value(literal)))
    alias = model.TypeAlias(full)
    complete(made, types={**made.types, name: alias})
    return lambda: resolve_alias(alias, lambda: reader.type(expression))


def _from_operations(expression: ast.ResourceDefaultsExpression, parent: ast.QualifiedReference | None, reader: Reader) -> Hash:
    entries: list[tuple[object, object]] = [] if parent is None else [("parent", reader.type(parent))]
    for each in expression.operations:
        if isinstance(each, ast.AttributeOperation):
            entries.append((each.attribute_name, reader.value(each.value_expr)))
    return Hash(entries)


@cache
def builtin_object(name: str, text: str) -> Object:
    """A built-in Object type from its initialization hash."""
    program, _ = read(text)
    made = Object(name)
    value = Reader(lambda _: None, text).value(program.body)
    assert isinstance(value, Hash)
    fill_object(made, value)
    return made
