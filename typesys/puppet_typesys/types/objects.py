"""Object types, their members and instances, and TypeSets."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.unknown import PARTS


class Missing:
    """The value of an attribute that has none."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


class Member:
    """An attribute, function or type parameter of an Object type."""

    __slots__ = ("annotations", "container", "final", "kind", "name", "override", "type", "value")
    feature = "member"

    def __init__(self, name: str, container: Object, type: Type, *, final: bool = False, override: bool = False) -> None:
        self.name = name
        self.container = container
        self.type = type
        self.final = final
        self.override = override
        self.kind: str | None = None
        self.value: object = MISSING
        self.annotations: Hash | None = None

    @property
    def label(self) -> str:
        """What errors call it."""
        return f"{self.feature} {self.container.label}[{self.name}]"

    @property
    def is_constant(self) -> bool:
        return self.kind == "constant"

    @property
    def has_value(self) -> bool:
        """Whether an attribute has a default."""
        return self.value is not MISSING

    @property
    def may_be_missing(self) -> bool:
        """Whether the hash that makes an instance may leave it out."""
        from puppet_typesys.types.relate import is_assignable  # which builds upon this module

        return self.has_value or is_assignable(self.type, model.UNDEF)

    def init_hash(self) -> Hash:
        """The hash that makes this member."""
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
        """Whether two members say the same."""
        mine = (self.__class__, self.name, self.type, self.override, self.final, self.kind, identity(self.value))
        return mine == (other.__class__, other.name, other.type, other.override, other.final, other.kind, identity(other.value))


class Attribute(Member):
    """A value that an instance has."""

    __slots__ = ()
    feature = "attribute"


class TypeParameter(Attribute):
    """A parameter of the type itself."""

    __slots__ = ()
    feature = "type_parameter"

    def init_hash(self) -> Hash:
        # Every type parameter may be left out: its type is an Optional that is not shown.
        inner = self.type.type if isinstance(self.type, model.Optional) else self.type
        return Hash(
            (key, inner if key == "type" else value) for key, value in super().init_hash().items() if not (key == "value" and value is None)
        )


class Function(Member):
    """A function that an instance answers to."""

    __slots__ = ()
    feature = "function"


class Object(Type):
    """A named type with attributes and functions. It is filled once, by `types/define.py`, since it may mention itself."""

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

    def __init__(self, name: str | None = None) -> None:
        self.name = name
        self.parent: Type | None = None
        self.type_parameters: dict[str, Member] = {}
        self.attributes: dict[str, Member] = {}
        self.functions: dict[str, Member] = {}
        self.equality: tuple[str, ...] | None = None
        self.equality_include_type = True
        self.checks: object = None
        self.annotations: Hash | None = None

    @property
    def label(self) -> str:
        """What errors call it."""
        return self.name or "Object"

    @property
    def resolved_parent(self) -> Type | None:
        """The parent behind its aliases."""
        parent = self.parent
        while isinstance(parent, model.TypeAlias):
            parent = parent.target
        return parent

    def lineage(self) -> Iterator[Object]:
        """The Object types from the top ancestor down to this one."""
        parent = self.resolved_parent
        if isinstance(parent, Object):
            yield from parent.lineage()
        yield self

    def all_attributes(self) -> dict[str, Member]:
        """The attributes with those of the ancestors, which come first."""
        return {name: each for ancestor in self.lineage() for name, each in ancestor.attributes.items()}

    def all_type_parameters(self) -> dict[str, Member]:
        """The type parameters with those of the ancestors, which come first."""
        return {name: each for ancestor in self.lineage() for name, each in ancestor.type_parameters.items()}

    def member(self, name: str) -> Member | None:
        """An attribute or function of this type or an ancestor."""
        own = self.attributes.get(name) or self.functions.get(name)
        if own is not None:
            return own
        parent = self.resolved_parent
        return parent.member(name) if isinstance(parent, Object) else None

    def equality_attributes(self) -> dict[str, Member]:
        """The attributes by which instances are compared."""
        result: dict[str, Member] = {}
        for ancestor in self.lineage():
            if ancestor.equality is None:
                result |= {name: each for name, each in ancestor.attributes.items() if not each.is_constant}
            else:
                result |= {name: ancestor.attributes[name] for name in ancestor.equality if name in ancestor.attributes}
        return result

    def init_type(self) -> model.Struct:
        """The Struct of a hash that makes an instance."""
        elements = []
        for each in self.all_attributes().values():
            if each.kind not in ("constant", "derived"):
                key = model.String(each.name)
                elements.append(model.StructElement(model.Optional(key) if each.may_be_missing else key, each.type))
        return model.Struct(tuple(elements))

    def parameters(self) -> list[Member]:
        """The attributes in the order of arguments of `new`: those without a default first."""
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

    def __init__(self, base: Object, values: dict[str, object]) -> None:
        self.base = base
        self.values = values

    def init_parameters(self) -> object:
        """What stands between the brackets: a hash when there are more than two, else a list."""
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
    """A value of an Object type."""

    __slots__ = ("type", "values")

    def __init__(self, type: Object, values: dict[str, object]) -> None:
        self.type = type
        self.values = values

    def init_hash(self) -> Hash:
        """The hash that makes this instance: what differs from the defaults."""
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
    """A named set of types with versions."""

    __slots__ = ("init", "name", "name_authority", "references", "types", "version")

    def __init__(self, name: str = "DefaultTypeSet", init: Hash | None = None) -> None:
        self.name = name
        self.init = Hash() if init is None else init
        self.name_authority = self.init.get("name_authority", "http://puppet.com/2016.1/runtime")
        self.version = self.init.get("version", "0.0.0")
        self.types: dict[str, Type] = {}
        self.references: dict[str, TypeSet] = {}

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


def is_subtype(actual: Type, expected: Type) -> bool:
    """Whether an Object type is another or descends from it."""
    from puppet_typesys.types.relate import is_assignable, part_matches  # which builds upon this module

    if isinstance(expected, ObjectExtension):
        if not is_assignable(expected.base, actual):
            return False
        given = actual.values if isinstance(actual, ObjectExtension) else {}
        for name, wanted in expected.values.items():
            if name not in given:
                return False
            value = given[name]
            if isinstance(value, Type) and isinstance(wanted, Type):
                if not is_assignable(wanted, value):
                    return False
            elif not part_matches(wanted, value):
                return False
        return True
    if isinstance(actual, ObjectExtension):
        return is_assignable(expected, actual.base)
    if not isinstance(actual, Object):
        return False
    if expected in (OBJECT, actual):
        return True
    return actual.parent is not None and is_assignable(expected, actual.parent)


PARTS[Instance] = lambda instance: instance.values.values()
