"""Object types, their members and instances, and TypeSets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.record import Immutable, set_field
from puppet_typesys.types.walk import unaliased
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.unknown import PARTS


class Missing:
    """Marks an attribute that has no value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


class Member(Immutable):
    """An attribute, function or type parameter of an Object type."""

    __slots__ = ("annotations", "container", "final", "kind", "name", "override", "type", "value")
    feature = "member"
    name: str
    container: Object
    type: Type
    final: bool
    override: bool
    kind: str | None
    value: object
    annotations: Hash | None

    def __init__(
        self,
        name: str,
        container: Object,
        type: Type,
        *,
        final: bool = False,
        override: bool = False,
        kind: str | None = None,
        value: object = MISSING,
        annotations: Hash | None = None,
    ) -> None:
        set_field(self, "name", name)
        set_field(self, "container", container)
        set_field(self, "type", type)
        set_field(self, "final", final)
        set_field(self, "override", override)
        set_field(self, "kind", kind)
        set_field(self, "value", value)
        set_field(self, "annotations", annotations)

    @classmethod
    def label_in(cls, container: Object, name: str) -> str:
        """What error messages call a member of an Object type."""
        return f"{cls.feature} {container.label}[{name}]"

    @property
    def label(self) -> str:
        """What error messages call this member."""
        return self.label_in(self.container, self.name)

    @property
    def is_constant(self) -> bool:
        return self.kind == "constant"

    @property
    def has_value(self) -> bool:
        """Whether an attribute has a default."""
        return self.value is not MISSING

    def init_hash(self) -> Hash:
        """The initialization hash of this member."""
        entries: list[tuple[object, object]] = []
        if self.annotations is not None:
            entries.append(("annotations", self.annotations))
        entries.append(("type", self.type))
        if self.final and not self.is_constant:
            entries.append(("final", True))
        if self.override:
            entries.append(("override", True))
        if self.kind is not None:
            entries.append(("kind", self.kind))
        if self.has_value:
            entries.append(("value", self.value))
        return Hash(entries)

    def same(self, other: Member) -> bool:
        """Whether two members have the same definition."""
        mine = (self.__class__, self.name, self.type, self.override, self.final, self.kind, identity(self.value))
        return mine == (other.__class__, other.name, other.type, other.override, other.final, other.kind, identity(other.value))


class Attribute(Member):
    """An attribute of the instances."""

    __slots__ = ()
    feature = "attribute"


class TypeParameter(Attribute):
    """A parameter of the type itself."""

    __slots__ = ()
    feature = "type_parameter"

    def init_hash(self) -> Hash:
        # Every type parameter can be omitted: its type is an Optional, which is not shown.
        inner = self.type.type if isinstance(self.type, model.Optional) else self.type
        return Hash(
            (key, inner if key == "type" else value) for key, value in super().init_hash().items() if not (key == "value" and value is None)
        )


class Function(Member):
    """A function that can be called on instances."""

    __slots__ = ()
    feature = "function"


class Object(Type):
    """A named type with attributes and functions. It is made empty, because it may mention itself, and is completed once by `complete`."""

    __slots__ = (
        "annotations",
        "attributes",
        "checks",
        "equality",
        "equality_include_type",
        "functions",
        "name",
        "parent",
        "type_parameters",
    )

    name: str | None
    parent: Type | None
    type_parameters: Mapping[str, Member]
    attributes: Mapping[str, Member]
    functions: Mapping[str, Member]
    equality: tuple[str, ...] | None
    equality_include_type: bool
    checks: object
    annotations: Hash | None

    def __init__(self, name: str | None = None) -> None:
        set_field(self, "name", name)
        set_field(self, "parent", None)
        set_field(self, "type_parameters", {})
        set_field(self, "attributes", {})
        set_field(self, "functions", {})
        set_field(self, "equality", None)
        set_field(self, "equality_include_type", True)
        set_field(self, "checks", None)
        set_field(self, "annotations", None)

    def named(self, name: str) -> Object:
        """The same type with a name."""
        made = Object(name)
        for each in set(Object.__slots__) - {"name"}:
            set_field(made, each, getattr(self, each))
        return made

    @property
    def label(self) -> str:
        """What error messages call this type."""
        return self.name or "Object"

    @property
    def resolved_parent(self) -> Type | None:
        """The parent with its aliases resolved."""
        return None if self.parent is None else unaliased(self.parent)

    def lineage(self) -> Iterator[Object]:
        """The Object types from the topmost ancestor down to this one."""
        parent = self.resolved_parent
        if isinstance(parent, Object):
            yield from parent.lineage()
        yield self

    def all_attributes(self) -> dict[str, Member]:
        """The attributes, beginning with those of the ancestors."""
        return {name: each for ancestor in self.lineage() for name, each in ancestor.attributes.items()}

    def all_type_parameters(self) -> dict[str, Member]:
        """The type parameters, beginning with those of the ancestors."""
        return {name: each for ancestor in self.lineage() for name, each in ancestor.type_parameters.items()}

    def member(self, name: str) -> Member | None:
        """An attribute or function of this type or an ancestor."""
        own = self.attributes.get(name) or self.functions.get(name)
        if own is not None:
            return own
        parent = self.resolved_parent
        return parent.member(name) if isinstance(parent, Object) else None

    def equality_attributes(self) -> dict[str, Member]:
        """The attributes by which instances are compared for equality."""
        result: dict[str, Member] = {}
        for ancestor in self.lineage():
            if ancestor.equality is None:
                result |= {name: each for name, each in ancestor.attributes.items() if not each.is_constant}
            else:
                result |= {name: ancestor.attributes[name] for name in ancestor.equality if name in ancestor.attributes}
        return result

    def parameters(self) -> list[Member]:
        """The attributes in the order of the arguments of `new`: required ones first."""
        given = [each for each in self.all_attributes().values() if each.kind not in ("constant", "derived")]
        return [each for each in given if not each.has_value] + [each for each in given if each.has_value]

    def _parts(self) -> tuple[object, ...]:
        return self.name, self.parent, self.equality, identity(self.checks)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Object) or self._parts() != other._parts():
            return False
        pairs = ((self.type_parameters, other.type_parameters), (self.attributes, other.attributes), (self.functions, other.functions))
        return all(ours.keys() == theirs.keys() and all(ours[name].same(theirs[name]) for name in ours) for ours, theirs in pairs)

    def __hash__(self) -> int:
        return hash(("Object", self.name or tuple(self.attributes)))


OBJECT = Object()
"""The type of all instances."""


class ObjectExtension(Type):
    """An Object type with values for its type parameters."""

    __slots__ = ("base", "values")
    base: Object
    values: Mapping[str, object]

    def __init__(self, base: Object, values: Mapping[str, object]) -> None:
        set_field(self, "base", base)
        set_field(self, "values", values)

    def generalized(self) -> Type:
        return self.base

    def init_parameters(self) -> object:
        """The parameters between the brackets: a Hash if there are more than two, else an Array."""
        names = list(self.base.all_type_parameters())
        if len(names) > 2:
            return Hash(self.values.items())
        result: list[object] = [self.values.get(name, DEFAULT) for name in names]
        while result and result[-1] is DEFAULT:
            result.pop()
        return tuple(result)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectExtension) and self.base == other.base and Hash(self.values.items()) == Hash(other.values.items())

    def __hash__(self) -> int:
        return hash(("ObjectExtension", self.base))


class Instance:
    """An instance of an Object type."""

    __slots__ = ("type", "values")

    def __init__(self, type: Object, values: dict[str, object]) -> None:
        self.type = type
        self.values = values

    def init_hash(self) -> Hash:
        """The initialization hash of this instance, without the attributes that have their default."""
        entries: list[tuple[object, object]] = []
        for each in self.type.parameters():
            value = self.values[each.name]
            if not (each.has_value and identity(each.value) == identity(value)):
                entries.append((each.name, value))
        return Hash(entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instance):
            return False
        if self.type is not other.type and (self.type.equality_include_type and self.type != other.type):
            return False
        names = self.type.equality_attributes()
        return names.keys() == other.type.equality_attributes().keys() and all(
            identity(self.values.get(name)) == identity(other.values.get(name)) for name in names
        )

    def __hash__(self) -> int:
        return hash(("Instance", self.type, tuple(map(identity, self.values.values()))))


class TypeSet(Type):
    """A named, versioned set of types. It is made empty, because its types mention it, and is completed once by `complete`."""

    __slots__ = ("init", "name", "name_authority", "types", "version")
    name: str
    init: Hash
    name_authority: object
    version: object
    types: Mapping[str, Type]

    def __init__(self, name: str = "DefaultTypeSet", init: Hash | None = None) -> None:
        given = Hash() if init is None else init
        set_field(self, "name", name)
        set_field(self, "init", given)
        set_field(self, "name_authority", given.get("name_authority", "http://puppet.com/2016.1/runtime"))
        set_field(self, "version", given.get("version", "0.0.0"))
        set_field(self, "types", {})

    @property
    def is_default(self) -> bool:
        """Whether this is the type of all TypeSets."""
        return self.name == "DefaultTypeSet"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeSet) and (self.name_authority, self.name, self.version) == (
            other.name_authority,
            other.name,
            other.version,
        )

    def __hash__(self) -> int:
        return hash(("TypeSet", self.name))


PCORE = "http://puppet.com/2016.1/"
TYPE_SET = TypeSet(
    init=Hash(
        [
            ("pcore_uri", PCORE + "pcore"),
            ("pcore_version", "1.0.0"),
            ("name_authority", PCORE + "runtime"),
            ("name", "DefaultTypeSet"),
            ("version", "0.0.0"),
        ]
    )
)
"""The type of all TypeSets."""


def complete(made: Object | TypeSet, **fields: object) -> None:
    """Assign the fields of an Object type or TypeSet that is being defined. Nothing else assigns them after `__init__`."""
    for name, value in fields.items():
        set_field(made, name, value)


PARTS[Instance] = lambda instance: instance.values.values()
