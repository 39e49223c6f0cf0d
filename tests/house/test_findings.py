"""A finding is data until it is shown: issues have arguments, and no code of the server decides anything by the text of a message."""

from __future__ import annotations

import ast as python
from collections.abc import Iterator
from typing import get_args

import pytest

from puppet_check.rules.erb.words import WORDS as OF_RUBY
from puppet_check.rules.hiera.problems import OF_CONFIG, OF_DOCUMENT
from puppet_check.rules.metadata.words import WORDS as OF_JSON
from puppet_check.workspace.hiera.config import ConfigFault
from puppet_check.workspace.hiera.documents import DocumentFault
from puppet_check.workspace.json_text import JsonFault
from puppet_check.workspace.ruby.errors import RubyFault
from tests.cli.command import CHECKOUT

SERVER = CHECKOUT / "server" / "puppet_check"
SEARCHES = frozenset(("count", "endswith", "find", "index", "partition", "rpartition", "search", "split", "startswith"))
"""The methods that look for something in a text."""


def test_every_issue_is_worded_from_arguments_rather_than_handed_a_text() -> None:
    assert [f"{path}: {name}" for path, tree in trees() for name in unworded(tree)] == []


EXCEPTIONS = frozenset(("reports/catalogs/stops.py",))
"""What stops a catalog comes from another process as the text of its error, which a check of the file may place more exactly."""


def test_no_text_of_a_message_decides_anything() -> None:
    assert [f"{path}:{line}" for path, tree in trees() if path not in EXCEPTIONS for line in decided_by_text(tree)] == []


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("if each.message == 'x': pass", 1),
        ("same = 'x' in found.message", 1),
        ("same = error.message.text.startswith('x')", 1),
        ("groups.setdefault((each.code, each.message), [])", 1),
        ("known[each.message] = each", 1),
        ("found = [each for each in several if WORD.search(each.message)]", 1),
        ("found = {each.message for each in several}", 1),
        ("same = error.message.wording in OF_CHECKS", 0),
        ("is_short = len(found.message) <= LENGTH", 0),
        ("found = f'{each.message} [{each.code}]'", 0),
        ("return each._replace(message=cut(each.message))", 0),
    ],
)
def test_decisions_by_text_are_recognised(code: str, count: int) -> None:
    assert len(list(decided_by_text(python.parse(code)))) == count


def test_every_kind_of_problem_has_its_words() -> None:
    assert OF_CONFIG.keys() == {*get_args(ConfigFault)}
    assert OF_DOCUMENT.keys() == {*get_args(DocumentFault)}
    assert OF_JSON.keys() == {*get_args(JsonFault)}
    assert OF_RUBY.keys() == {*get_args(RubyFault)}


def trees() -> Iterator[tuple[str, python.Module]]:
    """The modules of the server, one after the other: all at once are very many nodes, over which each collection of garbage goes."""
    for path in sorted(SERVER.rglob("*.py")):
        yield path.relative_to(SERVER).as_posix(), python.parse(path.read_text("utf-8"))


def unworded(tree: python.Module) -> Iterator[str]:
    """The wordings that return one of their arguments as it is."""
    for node in python.walk(tree):
        if isinstance(node, python.FunctionDef) and any(is_wording(each) for each in node.decorator_list):
            last, names = node.body[-1], {each.arg for each in node.args.args}
            if isinstance(last, python.Return) and isinstance(last.value, python.Name) and last.value.id in names:
                yield node.name


def is_wording(decorator: python.expr) -> bool:
    called = decorator.func if isinstance(decorator, python.Call) else decorator
    return (isinstance(called, python.Name) and called.id == "issue") or (isinstance(called, python.Attribute) and called.attr == "variant")


def decided_by_text(tree: python.Module) -> Iterator[int]:
    """The lines where the text of a message is compared, searched, or used as a key."""
    for node in python.walk(tree):
        match node:
            case python.Compare(ops=[python.Is() | python.IsNot()]):
                continue
            case python.Compare():
                parts: list[python.AST] = [node.left, *node.comparators]
            case python.Call(func=python.Attribute(attr=name, value=receiver), args=args) if name in SEARCHES:
                parts = [receiver, *args]
            case python.Call(func=python.Attribute(attr="get" | "setdefault" | "pop", value=_), args=[key, *_]):
                parts = [key]
            case python.Subscript(slice=key):
                parts = [key]
            case python.SetComp(elt=key) | python.DictComp(key=key):
                parts = [key]
            case python.Set(elts=elements):
                parts = [*elements]
            case _:
                continue
        if any(is_text(inner) for part in parts for inner in texts(part)):
            yield node.lineno


def texts(part: python.AST) -> Iterator[python.AST]:
    """A node and those inside of it, except where only the length, the issue or the arguments of a message count."""
    match part:
        case python.Call(func=python.Name(id="len")) | python.Attribute(attr="arguments" | "issue" | "wording"):
            return
    yield part
    for each in python.iter_child_nodes(part):
        yield from texts(each)


def is_text(node: python.AST) -> bool:
    return isinstance(node, python.Attribute) and node.attr == "message" and isinstance(node.ctx, python.Load)
