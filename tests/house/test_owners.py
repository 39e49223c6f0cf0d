"""An object is changed by its own methods, and where it is made: other code assigns no attributes to it."""

from __future__ import annotations

import ast as python
from collections.abc import Iterator

import pytest

from tests.cli.command import CHECKOUT

OTHERS = {
    "server/puppet_check/cli/completing.py: action.completer": "the option is argparse's, and argcomplete looks for completers there",
    "server/puppet_check/cli/completing.py: positional.completer": "the same",
    "server/puppet_check/cli/untrusted.py: sys.stderr": "the stream is Python's",
    "server/puppet_check/cli/untrusted.py: sys.stdout": "the stream is Python's",
    "server/puppet_check/deadline.py: sys.unraisablehook": "the hook is Python's",
    "typesys/puppet_typesys/evaluate/evaluator.py: self.budget.left": "each node charges a step, for which a call would take too long",
    "typesys/puppet_typesys/values/errors.py: error.__context__": "exceptions are Python's, and have no method for it",
    "typesys/puppet_typesys/values/errors.py: error.__traceback__": "the same",
}
"""The assignments that remain, each with its reason."""
PACKAGES = ("typesys/puppet_typesys", "server/puppet_check")
SELF = frozenset(("self", "cls"))


def test_objects_are_changed_by_their_own_methods() -> None:
    assert {f"{path}: {target}" for top in PACKAGES for path, target in all_assigned(top)} == OTHERS.keys()


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
            yield path.relative_to(CHECKOUT).as_posix(), target


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
