"""An object is changed by its own methods, and where it is made: other code assigns no attributes to it."""

from __future__ import annotations

import ast as python
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.cli.command import CHECKOUT

SERVER = {
    "checker.py: compiler.top.is_open": "the compiler makes the scope, and only the server knows whether other manifests are evaluated too",
    "cli/prompt.py: compiler.log": "each input of a prompt has a log of its own, which a compiler does not know",
    "cli/snippet.py: compiler.log": "the same for each program",
    "cli/untrusted.py: sys.stderr": "the stream is Python's",
    "cli/untrusted.py: sys.stdout": "the stream is Python's",
    "deadline.py: sys.unraisablehook": "the hook is Python's",
    "reports/catalogs/entry_errors.py: compiler.catalog.is_partial": "the compiler makes the catalog, and only the server knows the others",
}
"""The assignments that remain in the server, each with its reason."""
TYPESYS = {"catalogs": 7, "debugging": 2, "evaluate": 65, "functions": 1, "infer": 44, "ruby": 22, "types": 4, "values": 4}
"""How many remain in each package of the type system, at most."""
SELF = frozenset(("self", "cls"))


def test_objects_of_the_server_are_changed_by_their_own_methods() -> None:
    assert {f"{path}: {target}" for path, target in all_assigned("server/puppet_check")} == SERVER.keys()


def test_no_more_objects_of_the_type_system_are_changed_by_other_code() -> None:
    found = Counter(path.partition("/")[0] for path, _ in all_assigned("typesys/puppet_typesys"))
    assert {package: count for package, count in found.items() if count > TYPESYS.get(package, 0)} == {}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def change(other):\n    other.a = 1", ["other.a"]),
        ("def change(other):\n    other.a, b = 1, 2", ["other.a"]),
        ("def change(other):\n    other.a += 1", ["other.a"]),
        ("def change(other):\n    del other.a", ["other.a"]),
        ("def change(other):\n    found = other.inner()\n    found.a = 1", ["found.a"]),
        ("def change(self):\n    self.inner.a = 1", ["self.inner.a"]),
        ("def change(self):\n    self.a = 1", []),
        ("def make():\n    made = _Thing()\n    made.a = 1", []),
        ("def make(cls):\n    made = cls()\n    made.a = 1", []),
        ("def make(other):\n    made = copy(other)\n    made.a = 1", []),
    ],
)
def test_assignments_are_recognised(code: str, found: list[str]) -> None:
    assert [*assigned(python.parse(code))] == found


def all_assigned(top: str) -> Iterator[tuple[str, str]]:
    folder = CHECKOUT / top
    for path in sorted(folder.rglob("*.py")):
        for target in assigned(python.parse(path.read_text("utf-8"))):
            yield path.relative_to(folder).as_posix(), target


def assigned(tree: python.Module) -> Iterator[str]:
    """The attributes of other objects that are assigned."""
    waiting: list[tuple[python.AST, frozenset[str]]] = [(tree, SELF)]
    while waiting:
        node, own = waiting.pop()
        if isinstance(node, python.FunctionDef | python.AsyncFunctionDef):
            own = own | {*made(node)}
        for target in targets(node):
            if not (isinstance(target.value, python.Name) and target.value.id in own):
                yield python.unparse(target)
        waiting += ((each, own) for each in python.iter_child_nodes(node))


def targets(node: python.AST) -> Iterator[python.Attribute]:
    """The attributes that a statement assigns or deletes."""
    waiting: list[python.expr] = []
    match node:
        case python.Assign(targets=several) | python.Delete(targets=several):
            waiting = [*several]
        case python.AugAssign(target=target) | python.AnnAssign(target=target) | python.For(target=target):
            waiting = [target]
    while waiting:
        match waiting.pop():
            case python.Attribute() as found:
                yield found
            case python.Tuple(elts=parts) | python.List(elts=parts):
                waiting += parts
            case python.Starred(value=part):
                waiting.append(part)


def made(function: python.AST) -> Iterator[str]:
    """The variables of a function to which it assigns an object that it makes."""
    for node in python.walk(function):
        match node:
            case python.Assign(targets=several, value=value) if is_new(value):
                yield from (each.id for each in several if isinstance(each, python.Name))
            case python.AnnAssign(target=python.Name(id=name), value=value) if value is not None and is_new(value):
                yield name
            case python.NamedExpr(target=python.Name(id=name), value=value) if is_new(value):
                yield name


def is_new(value: python.expr) -> bool:
    """Whether a value is a call of a class, of one of its methods, or of `copy`."""
    match value:
        case python.Call(func=python.Name(id=name)):
            return name in ("cls", "copy") or is_class(name)
        case python.Call(func=python.Attribute(value=python.Name(id=name), attr=method)):
            return name == "cls" or is_class(name) or is_class(method) or method.strip("_") == "copy"
        case python.Call(func=python.Call(func=python.Name(id="type"))):
            return True
    return False


def is_class(name: str) -> bool:
    return name.lstrip("_")[:1].isupper()
