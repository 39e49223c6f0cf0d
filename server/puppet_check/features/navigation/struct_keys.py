"""Keys of Structs: where the type of an alias or parameter declares them, and where code and data use them.

The owner of a key is the Struct that declares it: the alias or parameter whose type it is in, such as `m::options` or `class m $options`,
followed by what leads to it inside of that type, such as `[tls]` for the value of a key and `[*]` for the elements of an array or hash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.features.describe.markdown import code, paragraphs
from puppet_check.features.describe.signatures import shortest
from puppet_check.features.describe.variables import declared, keys_of
from puppet_check.features.navigation.variable_occurrences import PARAMETERS, Path
from puppet_check.features.symbols import DEFINED, STRUCT_KEY, Occurrence, Symbol, plain
from puppet_check.features.view import View
from puppet_check.semantics.node_context import attribute_owner
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.loader import CLASS, DEFINE, TYPE, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

ELEMENT = "[*]"
ELEMENTS = ("array", "hash", "tuple")
"""The types whose parameters are those of elements."""
Key = str | int | None
"""A key of a hash, or an index; None for one that is not known."""


class Owned(NamedTuple):
    """A type, and the owner of its keys if it is a Struct; the owner is empty if no alias or parameter declares the type."""

    type: Type | None
    owner: str

    def at(self, key: Key) -> Owned:
        """The type of the value of a key."""
        type = self.type
        match type:
            case model.TypeAlias():
                return Owned(type.resolved, type.name.lower()).at(key)
            case model.Optional() | model.NotUndef():
                return Owned(type.type if isinstance(type.type, Type) else None, self.owner).at(key)
            case model.Variant():
                found = (Owned(each, self.owner).at(key) for each in type.types)
                return next((each for each in found if each.type is not None), NOTHING)
            case model.Struct():
                return Owned(next((each.value for each in type.elements if each.name == key), None), self._inside(f"[{key}]"))
            case model.Hash():
                return Owned(type.value, self._inside(ELEMENT))
            case model.Array():
                return Owned(type.element, self._inside(ELEMENT))
            case model.Tuple() if type.types:
                index = key if isinstance(key, int) and 0 <= key < len(type.types) else 0
                return Owned(type.types[index], self._inside(ELEMENT))
        return NOTHING

    def key(self, key: str) -> Symbol | None:
        """The symbol of a key; None if the type has no such key, or nobody owns it."""
        type = self.type
        match type:
            case model.TypeAlias():
                return Owned(type.resolved, type.name.lower()).key(key)
            case model.Optional() | model.NotUndef():
                return Owned(type.type, self.owner).key(key) if isinstance(type.type, Type) else None
            case model.Variant():
                return next((found for each in type.types if (found := Owned(each, self.owner).key(key)) is not None), None)
            case model.Struct() if self.owner and any(each.name == key for each in type.elements):
                return Symbol(STRUCT_KEY, key, self.owner)
        return None

    def _inside(self, step: str) -> str:
        return self.owner and self.owner + step


NOTHING = Owned(None, "")


def struct_key(found: Owned, keys: Sequence[Key]) -> Symbol | None:
    """The key of a Struct that the last of some keys is, in a value of a type."""
    for each in keys[:-1]:
        found = found.at(each)
    last = keys[-1]
    return found.key(last) if isinstance(last, str) else None


def of_parameter(kind: str, name: str, parameter: str, found: object) -> Owned:
    """The type of a parameter of a class or define of another file."""
    type = found.declared_types.get(parameter) if isinstance(found, ExternalDefinition) else None
    return Owned(type, f"{kind} {name} ${parameter}")


STEP = lazy_pattern(r"\[([^\[\]]*)\]")


def key_text(symbol: Symbol, known: Known) -> str | None:
    """The description of a key: its type; None if it is not known."""
    owner = owner_of(symbol)
    root, *_ = symbol.owner.partition("[")
    if owner.kind == TYPE:
        found = Owned(known.external.alias(owner.name), "")
    else:
        of = known.external.class_named(owner.name) if owner.kind == CLASS else known.external.resource_type(owner.name)
        found = of_parameter(owner.kind, owner.name, root.rpartition("$")[2], of)
    for step in STEP.findall(symbol.owner):
        found = found.at(step)
    element = next((each for each in keys_of(found.type) if each.name == symbol.name), None)
    if element is None:
        return None
    home = f"`{owner.name}`" if owner.kind == TYPE else f"`${root.rpartition('$')[2]}` of {owner.kind} `{owner.name}`"
    optional = "Optional. " if element.is_optional else ""
    return paragraphs(code(f"'{symbol.name}' => {shortest(element.value, 200)}"), f"{optional}Key of {home}.")


def owner_of(symbol: Symbol) -> TypedName:
    """The definition in which a key is declared."""
    kind, _, rest = symbol.owner.partition(" ")
    return TypedName(kind, rest.partition(" ")[0]) if rest else TypedName(TYPE, kind.partition("[")[0])


def named_struct_key(view: View, path: Path, start: int) -> Iterator[Occurrence]:
    """The key that a word names: in the declaration of a type, in an access such as `$options['port']`, or in a hash that is passed on."""
    node = path[-1]
    assert isinstance(node, ast.QualifiedName | ast.LiteralString)
    if not isinstance(path[-2], ast.KeyedEntry | ast.AccessExpression):
        return
    end = start + len(node.value.encode())
    owner = _declaring(path)
    if owner:
        yield Occurrence(Symbol(STRUCT_KEY, node.value, owner), start, end, "define")
        return
    match path[-2]:
        case ast.AccessExpression(left_expr=left, keys=(key,)) if key is node:
            found = _owned(view, left, path).key(node.value)
            if found is not None:
                yield Occurrence(found, start, end, "read")
        case ast.KeyedEntry(key=key) if key is node:
            found = _passed(view, path)
            if found is not None:
                yield Occurrence(found, start, end, "write")


# ---- declarations


def _declaring(path: Path) -> str:
    """The owner of a key that the last word of a path declares; empty if it declares none."""
    top = next((at for at, each in enumerate(path) if isinstance(each, ast.TypeAlias) or _is_typed(each, path[-1])), None)
    if top is None:
        return ""
    home = path[top]
    if isinstance(home, ast.TypeAlias):
        owner = plain(home.name)
    else:
        assert isinstance(home, ast.Parameter)
        owner = _parameter_owner(path[:top], home)
    entry = next((at for at in range(len(path) - 1, top, -1) if isinstance(path[at], ast.KeyedEntry)), None)
    if entry is None or not owner or not _is_key(path, entry):
        return ""
    for at in range(top + 1, entry - 2):
        owner += _step(path, at)
    return owner


def _is_typed(node: ast.Node, word: ast.Node) -> bool:
    """Whether a node is a parameter in whose type a word is."""
    type = node.type_expr if isinstance(node, ast.Parameter) else None
    return type is not None and type.start <= word.start and word.end <= type.end


def _parameter_owner(path: Path, parameter: ast.Parameter) -> str:
    around = next((each for each in reversed(path) if isinstance(each, PARAMETERS)), None)
    if not isinstance(around, ast.HostClassDefinition | ast.ResourceTypeDefinition):
        return ""
    return f"{DEFINED[around.__class__]} {plain(around.name)} ${parameter.name}"


def _is_key(path: Path, at: int) -> bool:
    """Whether the last word of a path is the key of an entry of a Struct, or is in `Optional['key']` there."""
    entry, struct = path[at], path[at - 2]
    assert isinstance(entry, ast.KeyedEntry)
    is_in_key = entry.key.start <= path[-1].start and path[-1].end <= entry.key.end
    return is_in_key and isinstance(struct, ast.AccessExpression) and _type_name(struct) == "struct"


def _step(path: Path, at: int) -> str:
    """What a node of a type adds to the owner of the keys that are inside of it."""
    match path[at]:
        case ast.KeyedEntry(key=key) if isinstance(struct := path[at - 2], ast.AccessExpression) and _type_name(struct) == "struct":
            return f"[{_written(key)}]"
        case ast.AccessExpression() as access if _type_name(access) in ELEMENTS:
            return ELEMENT
    return ""


def _written(key: ast.Expression) -> str:
    """The key of an entry of a Struct, which may be in `Optional['key']`."""
    match key:
        case ast.QualifiedName() | ast.LiteralString():
            return key.value
        case ast.AccessExpression(keys=(inner,)):
            return _written(inner)
    return ""


def _type_name(node: ast.AccessExpression) -> str:
    return node.left_expr.value.lower() if isinstance(node.left_expr, ast.QualifiedReference) else ""


# ---- uses


def _owned(view: View, node: ast.Expression, path: Path) -> Owned:
    """The type of a value, with its owner: the declared one of a parameter, and the inferred one of any other value."""
    match node:
        case ast.AccessExpression(left_expr=left, keys=(key,)):
            found = _owned(view, left, path).at(_literal(key))
            return found if found.type is not None else Owned(view.type_of(node), "")
        case ast.VariableExpression():
            return _of_variable(view, node.name, path) or Owned(view.type_of(node), "")
    return Owned(view.type_of(node), "")


def _of_variable(view: View, name: str, path: Path) -> Owned | None:
    """The declared type of a parameter; None for other variables."""
    for at in range(len(path) - 1, -1, -1):
        around = path[at]
        parameters = around.parameters if isinstance(around, PARAMETERS) else ()
        parameter = next((each for each in parameters if each.name == name), None)
        if parameter is not None:
            return Owned(declared(view, parameter), _parameter_owner(path[: at + 1], parameter))
    owner, _, leaf = plain(name).rpartition("::")
    return of_parameter(CLASS, owner, leaf, view.known.external.class_named(owner)) if owner else None


def _passed(view: View, path: Path) -> Symbol | None:
    """The key that the last word of a path is, in a hash that is the value of a parameter or its default."""
    keys: list[Key] = []
    for at in range(len(path) - 2, -1, -1):
        match path[at]:
            case ast.KeyedEntry(key=key):
                keys.append(_literal(key))
            case ast.LiteralList(values=values):
                keys.append(next((number for number, each in enumerate(values) if each is path[at + 1]), None))
            case ast.LiteralHash() | ast.ParenthesizedExpression():
                continue
            case ast.AttributeOperation(attribute_name=name):
                return struct_key(_of_attribute(view, attribute_owner(path[: at + 1]), name), keys[::-1])
            case ast.Parameter() as parameter:
                return struct_key(Owned(declared(view, parameter), _parameter_owner(path[:at], parameter)), keys[::-1])
            case _:
                return None
    return None


def _of_attribute(view: View, owner: str | None, name: str) -> Owned:
    """The declared type of a parameter of the class or define whose attribute is set."""
    if owner is None:
        return NOTHING
    external = view.known.external
    if owner.startswith("class "):
        found = plain(owner.removeprefix("class "))
        return of_parameter(CLASS, found, name, external.class_named(found))
    return of_parameter(DEFINE, plain(owner), name, external.resource_type(plain(owner)))


def _literal(node: ast.Expression) -> Key:
    """A key or index as it is written; None if it is computed."""
    match node:
        case ast.LiteralString() | ast.QualifiedName():
            return node.value
        case ast.LiteralInteger():
            return node.value
    return None
