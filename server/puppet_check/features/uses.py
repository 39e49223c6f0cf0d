"""Uses: which part of a text names what. Going to definitions, references and renaming are all made of these."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from puppet_check.features.context_of import attribute_owner, is_class_name
from puppet_check.features.node_at import path_at
from puppet_check.features.view import View
from puppet_check.rules.scopes import BODIES, arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Definition, TypedName
from puppet_typesys.types.parse import BUILTIN

Role = Literal["define", "write", "read"]
Path = tuple[ast.Node, ...]
LOCAL, TOP, MEMBER, ATTRIBUTE, RESOURCE, TEMPLATE, FILE, KEY = "local", "top", "member", "attribute", "resource", "template", "file", "key"
MODULE, PATH = "module", "path"
"""Named by files that are no Puppet code: a module by its short name, a file by its absolute path."""
FILES = {"epp": TEMPLATE, "template": TEMPLATE, "file": FILE}
"""Functions that are given the name of a file of a module, and what kind of file."""
LOOKUPS = frozenset(("lookup", "hiera", "hiera_array", "hiera_hash"))
SOURCE = "puppet:///modules/"
QUOTES = (b"'", b'"')
NOT_RESOURCES = frozenset(each.lower() for each in BUILTIN) - {"resource"} | {"class"}
"""Names of types whose parameters are no titles."""
PARAMETERS = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition, ast.LambdaExpression)
SCOPES = (*BODIES, ast.LambdaExpression)
DEFINED: dict[type[ast.Node], str] = {
    ast.HostClassDefinition: CLASS,
    ast.ResourceTypeDefinition: DEFINE,
    ast.FunctionDefinition: FUNCTION,
    ast.PlanDefinition: PLAN,
    ast.TypeAlias: TYPE,
}


class Subject(NamedTuple):
    """What can be named: a definition by its kind, or something that belongs to one."""

    kind: str
    name: str
    owner: str = ""
    """Of members: `class apache` or `define apache::vhost`; of attributes and resources their type; of local variables their body."""

    @property
    def word(self) -> str:
        """What stands wherever it is named."""
        return self.name.rpartition("::")[2]

    @property
    def typed_name(self) -> TypedName:
        """A definition's name for the loader."""
        return TypedName(self.kind, self.name)

    @property
    def owner_name(self) -> TypedName:
        """The definition that a member belongs to."""
        kind, _, name = self.owner.partition(" ")
        return TypedName(kind, name)


class Use(NamedTuple):
    """A part of a text, without quotes and `$`, that names something."""

    subject: Subject
    start: int
    end: int
    role: Role


def uses_at(view: View, offset: int) -> list[Use]:
    """What the word at an offset names."""
    found = _around(view, offset)
    return [each for each in found if each.end - each.start == found[0].end - found[0].start] if found else []


def _around(view: View, offset: int) -> list[Use]:
    path = path_at(view.program, offset)
    return [use for at in range(len(path), 0, -1) for use in _named(view, path[:at]) if use.start <= offset <= use.end]


def uses_of(subject: Subject, view: View) -> Iterator[Use]:
    """Where a text names something, found by the word for it: most of the text is not looked at."""
    word = subject.word.lower().encode()
    source = view.text.source.lower()
    seen: set[int] = set()
    at = source.find(word) if word else -1
    while at >= 0:
        for use in _around(view, at):
            if use.subject == subject and use.start not in seen:
                seen.add(use.start)
                yield use
        at = source.find(word, at + len(word))


def uses(view: View) -> Iterator[Use]:
    """All that a text names, in order of the nodes."""
    path: list[ast.Node] = []
    waiting: list[tuple[ast.Node, int]] = [(view.program, 0)]
    while waiting:
        node, depth = waiting.pop()
        del path[depth:]
        path.append(node)
        if isinstance(node, NAMING):
            yield from _named(view, tuple(path))
        waiting.extend((each, depth + 1) for each in reversed(list(ast.children(node))))


NAMING = (
    ast.VariableExpression,
    ast.Parameter,
    ast.AttributeOperation,
    ast.QualifiedName,
    ast.LiteralString,
    ast.QualifiedReference,
    ast.NamedDefinition,
    ast.TypeAlias,
)


def _named(view: View, path: Path) -> Iterator[Use]:
    """What the last node of a path names by itself."""
    node = path[-1]
    match node:
        case ast.VariableExpression() if node.name:
            yield from _variable(view, node, path)
        case ast.Parameter():
            yield Use(parameter_subject(view, node, path), node.name_start + 1, node.name_span.end, "define")
        case ast.AttributeOperation():
            yield from _attribute(view, node, path)
        case ast.QualifiedName() | ast.LiteralString():
            if len(path) > 1:
                yield from _word(view, node, path)
        case ast.QualifiedReference() if len(path) > 1:
            yield from _reference(view, node, path[-2])
        case ast.NamedDefinition() | ast.TypeAlias():
            kind = DEFINED[node.__class__]
            if node.name:
                yield Use(Subject(kind, plain(node.name)), node.name_start, node.name_end, "define")
            if isinstance(node, ast.HostClassDefinition) and node.parent_class and node.parent_start is not None:
                yield _use(CLASS, node.parent_class, node.parent_start)


def plain(name: str) -> str:
    """A name as it is looked up."""
    return name.removeprefix("::").lower()


def _use(kind: str, name: str, start: int, owner: str = "", role: Role = "read") -> Use:
    """A use of a name as it is written."""
    shift = 2 if name.startswith("::") else 0
    return Use(Subject(kind, plain(name), owner), start + shift, start + len(name.encode()), role)


def content_start(view: View, node: ast.Node) -> int:
    """Where the text of a string begins."""
    return node.start + 1 if view.text.source[node.start : node.start + 1] in QUOTES else node.start


# ---- variables


def _variable(view: View, node: ast.VariableExpression, path: Path) -> Iterator[Use]:
    name, start = node.name, node.expr.start
    owner, _, leaf = name.rpartition("::")
    if name.isdecimal():
        return
    role: Role = "write" if _is_target(node, path) else "read"
    if not owner:
        subject = variable_subject(view, leaf, path) if not name.startswith("::") else Subject(TOP, leaf)
        yield Use(subject, node.expr.end - len(leaf), node.expr.end, role)
        return
    above = plain(owner)
    yield _use(CLASS, owner, start)
    yield Use(_member_above(view, above, leaf) or Subject(MEMBER, leaf, f"{CLASS} {above}"), node.expr.end - len(leaf), node.expr.end, role)


def _is_target(node: ast.Node, path: Path) -> bool:
    parent = path[-2]
    if isinstance(parent, ast.LiteralList) and len(path) > 2:
        node, parent = parent, path[-3]
    return isinstance(parent, ast.AssignmentExpression) and parent.left_expr is node


def variable_subject(view: View, name: str, path: Path) -> Subject:
    """The variable that a name means at a place."""
    for node in reversed(path):
        if isinstance(node, ast.LambdaExpression) and name in declared(node):
            return Subject(LOCAL, name, f"{view.path}:{node.start}")
        if isinstance(node, BODIES):
            found = _of_body(view, node, name)
            if found is not None:
                return found
            break
    return Subject(TOP, name)


def _of_body(view: View, node: ast.Node, name: str) -> Subject | None:
    is_here = name in declared(node)
    match node:
        case ast.HostClassDefinition():
            own = plain(node.name)
            if is_here:
                return Subject(MEMBER, name, f"{CLASS} {own}")
            return None if node.parent_class is None else _member_above(view, plain(node.parent_class), name)
        case ast.ResourceTypeDefinition() if is_here and isinstance(declared(node)[name], ast.Parameter):
            return Subject(MEMBER, name, f"{DEFINE} {plain(node.name)}")
    return Subject(LOCAL, name, f"{view.path}:{node.start}") if is_here else None


def _member_above(view: View, owner: str, name: str) -> Subject | None:
    """The variable of a class, or of one that it inherits from."""
    seen: set[str] = set()
    while owner not in seen:
        seen.add(owner)
        found = view.known.loader.load(TypedName(CLASS, owner))
        if found is None:
            return None
        if name in found.variables or found.parameter(name) is not None:
            return Subject(MEMBER, name, f"{CLASS} {owner}")
        if found.parent is None:
            return None
        owner = plain(found.parent)
    return None


def parameter_subject(view: View, node: ast.Parameter, path: Path) -> Subject:
    """What a parameter is: others see those of classes and defines."""
    owner = next((each for each in reversed(path[:-1]) if isinstance(each, PARAMETERS)), path[0])
    if isinstance(owner, ast.HostClassDefinition | ast.ResourceTypeDefinition):
        return Subject(MEMBER, node.name, f"{DEFINED[owner.__class__]} {plain(owner.name)}")
    return Subject(LOCAL, node.name, f"{view.path}:{owner.start}")


@lru_cache(64)
def declared(scope: ast.Node) -> dict[str, ast.Node]:
    """The parameters of a body, and the variables in their first assignments."""
    found: dict[str, ast.Node] = {}
    if isinstance(scope, PARAMETERS):
        found = {each.name: each for each in scope.parameters}
    body = getattr(scope, "body", None)
    waiting: list[ast.Node] = [] if body is None else [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            for each in _targets(node.left_expr):
                found.setdefault(each.name, each)
            waiting.append(node.right_expr)
        elif not isinstance(node, WITHOUT):
            waiting.extend(reversed(list(ast.children(node))))
    return found


WITHOUT = (*BODIES, ast.LambdaExpression, ast.LiteralValue, ast.VariableExpression, ast.ResourceBody, ast.ConcatenatedString)
"""Nodes with variables of their own, or none."""


def _targets(node: ast.Node) -> Iterator[ast.VariableExpression]:
    match node:
        case ast.VariableExpression() if node.name and "::" not in node.name:
            yield node
        case ast.LiteralList():
            for each in node.values:
                yield from _targets(each) if isinstance(each, ast.VariableExpression) else ()


# ---- words


def _attribute(view: View, node: ast.AttributeOperation, path: Path) -> Iterator[Use]:
    owner = attribute_owner(path)
    if owner is not None and node.attribute_name:
        yield Use(attribute_subject(view, owner, node.attribute_name), *node.name_span, "read")


def attribute_subject(view: View, owner: str, name: str) -> Subject:
    """The attribute of a type, or the parameter of a class or define."""
    if owner.startswith("class "):
        return Subject(MEMBER, name, f"{CLASS} {plain(owner.removeprefix('class '))}")
    kind = resource_kind(view, owner)
    return Subject(MEMBER, name, f"{DEFINE} {plain(owner)}") if kind == DEFINE else Subject(ATTRIBUTE, name, plain(owner))


def resource_kind(view: View, name: str) -> str:
    """Whether resources of a name are of a define or of a type."""
    key = plain(name)
    if native_type(key) is not None:
        return RESOURCE_TYPE
    if view.known.loader.load(TypedName(DEFINE, key)) is not None:
        return DEFINE
    if view.known.loader.load(TypedName(RESOURCE_TYPE, key)) is not None:
        return RESOURCE_TYPE
    return DEFINE if "::" in key or key in _own_defines(view.program) else RESOURCE_TYPE


@lru_cache(16)
def _own_defines(program: ast.Program) -> frozenset[str]:
    return frozenset(plain(each.name) for each in program.definitions if isinstance(each, ast.ResourceTypeDefinition))


def own_definition(view: View, name: str) -> Definition | None:
    """A definition of this text, which may be newer than what the loader knows."""
    node = next((each for each in view.program.definitions if isinstance(each, ast.NamedDefinition) and plain(each.name) == name), None)
    if node is None:
        return None
    from puppet_check.workspace.summary import definitions

    single = ast.Program(0, view.program.end, view.program.body, (node,), ())
    return next(iter(definitions(view.path, single, view.text)), None)


def _word(view: View, node: ast.QualifiedName | ast.LiteralString, path: Path) -> Iterator[Use]:
    parent, value = path[-2], node.value
    start = content_start(view, node)
    if not value or "\n" in value:
        return
    match parent:
        case ast.VariableExpression():
            return
        case ast.CallNamedFunctionExpression() if parent.functor_expr is node:
            yield _use(FUNCTION, value, start)
            return
        case ast.NamedAccessExpression() if parent.right_expr is node and len(path) > 2 and isinstance(path[-3], ast.CallMethodExpression):
            yield _use(FUNCTION, value, start)
            return
        case ast.ResourceExpression() if parent.type_name is node:
            if value != "class":
                yield _use(resource_kind(view, value), value, start)
            return
    if is_class_name(path):
        yield _use(CLASS, value, start)
        return
    yield from _title(view, node, path, start)
    if isinstance(parent, ast.AccessExpression):
        yield from _key(parent, value, start)
    call = next((each for each in reversed(path[-4:-1]) if called(each)), None)
    if call is not None:
        yield from _argument(call, node, value, start)
    if value.startswith(SOURCE):
        yield Use(Subject(FILE, value.removeprefix(SOURCE)), start, start + len(value.encode()), "read")


def _title(view: View, node: ast.QualifiedName | ast.LiteralString, path: Path, start: int) -> Iterator[Use]:
    """A title, where a resource is declared or referred to."""
    parents = path[:-1]
    if isinstance(parents[-1], ast.LiteralList):
        parents = parents[:-1]
    end = start + len(node.value.encode())
    match parents[-1]:
        case ast.ResourceBody(title=title) if title.start <= node.start and node.end <= title.end and len(parents) > 1:
            owner = parents[-2]
            if isinstance(owner, ast.ResourceExpression) and isinstance(owner.type_name, ast.QualifiedName):
                yield Use(Subject(RESOURCE, node.value, plain(owner.type_name.value)), start, end, "define")
        case ast.AccessExpression(left_expr=ast.QualifiedReference() as name) if name.value not in NOT_RESOURCES:
            yield Use(Subject(RESOURCE, node.value, plain(name.value)), start, end, "read")


def _key(parent: ast.AccessExpression, value: str, start: int) -> Iterator[Use]:
    match parent.left_expr:
        case ast.VariableExpression() as variable if variable.name in ("facts", "::facts"):
            yield Use(Subject(FACT, value), start, start + len(value), "read")


def _argument(call: ast.Node, node: ast.Node, value: str, start: int) -> Iterator[Use]:
    name, given = called(call), arguments(call)
    if not given or not given[0].start <= node.start < given[0].end:
        return
    end = start + len(value.encode())
    if name in FILES:
        yield Use(Subject(FILES[name], value), start, end, "read")
    elif name in LOOKUPS:
        yield Use(key_subject(value), start, end, "read")
    elif name == "fact":
        yield Use(Subject(FACT, value.partition(".")[0]), start, end, "read")


def key_subject(key: str) -> Subject:
    """What a key of the data is for: a parameter of a class if it looks like one."""
    owner, _, leaf = key.rpartition("::")
    return Subject(MEMBER, leaf, f"{CLASS} {plain(owner)}") if owner else Subject(KEY, key)


def _reference(view: View, node: ast.QualifiedReference, parent: ast.Node) -> Iterator[Use]:
    key = plain(node.value)
    if key == "class":
        return
    kind = TYPE
    if view.known.loader.load(TypedName(TYPE, key)) is None:
        found = resource_kind(view, key)
        is_resource = isinstance(parent, ast.AccessExpression | ast.ResourceDefaultsExpression | ast.CollectExpression)
        if found == DEFINE and not is_resource and view.known.loader.load(TypedName(DEFINE, key)) is None:
            found = TYPE
        kind = found if native_type(key) is not None or found == DEFINE else _kind_of_type(view, key)
    yield _use(kind, node.cased_value, node.start)


def _kind_of_type(view: View, key: str) -> str:
    return RESOURCE_TYPE if view.known.loader.load(TypedName(RESOURCE_TYPE, key)) is not None else TYPE


def module_file(path: str, kind: str, name: str) -> str:
    """Where a file of a module lies; `path` is the module's folder."""
    return os.path.join(path, "templates" if kind == TEMPLATE else "files", name)
