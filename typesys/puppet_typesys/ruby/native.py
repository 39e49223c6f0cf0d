"""The tables of methods of the core: `@method("String", "upcase")` enters a Python function.

Only what is in these tables can be called. A table is named after a class or module, for methods of its instances, or after it with a dot
(`"Digest::MD5."`), for methods of the class itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from json import loads
from pkgutil import get_data
from threading import RLock
from typing import TypeVar

from puppet_grammar.named import NamedTuple
from puppet_grammar.package import modules_in
from puppet_grammar.table import Table

Implementation = Callable[..., object]
F = TypeVar("F", bound=Implementation)
MANY = 1 << 30
SELF = "self"
"""The kind of the result of methods that return a value of the receiver's kind."""


class Results(NamedTuple):
    """The kinds of the results of a method, of which each is the name of a Puppet type; None if it has several kinds of results."""

    plain: str | None = None
    with_block: str | None = None


UNSTATED = Results()


class Native:
    """A method of the core."""

    __slots__ = ("expected", "function", "high", "keeps", "low", "most", "name", "results", "with_machine")

    def __init__(
        self,
        name: str,
        function: Implementation,
        with_machine: bool,
        keeps: bool,
        more: int = 0,
        expected: str | None = None,
        results: Results = UNSTATED,
    ) -> None:
        self.name = name
        self.results = results
        self.function = function
        self.with_machine = with_machine
        """Whether the function takes the machine and the block before the receiver."""
        self.keeps = keeps
        """Whether it does not look at elements and arguments, so that they may be unknown."""
        code = function.__code__
        first = 3 if with_machine else 1
        self.high = MANY if code.co_flags & 4 else code.co_argcount - first
        self.low = code.co_argcount - first - len(function.__defaults__ or ())
        self.most = min(self.high + more, MANY)
        """The number of arguments that the runtime's method takes at most."""
        several = f"{self.low}+" if self.most > 100 else f"{self.low}..{self.most}"
        self.expected = expected or (str(self.low) if self.low == self.most else several)
        """The number of arguments in messages."""


TABLES: dict[str, Table[str, Native]] = {}
"""The methods by class and name. Filled while the modules of `core` are imported, and only read afterwards."""
UNCOMPUTED: Table[tuple[str, str], Results] = Table("the methods that are not computed")
"""The results of further methods by class and name."""
LOADING = RLock()


def method(
    table: str, *names: str, keeps: bool = False, more: int = 0, expected: str | None = None, result: str | None = None
) -> Callable[[F], F]:
    """Enter a function of the receiver and the arguments, which ignores a block as the runtime's method does.

    The runtime's method takes `more` arguments than the function: with them it is not supported. `expected` is what its message about
    the number of arguments says, if that is not what it takes. `result` is the kind of its result, whatever its arguments are, if that
    has one kind only.
    """

    def enter(function: F) -> F:
        _enter(table, names, function, (False, keeps, more, expected, Results(result)))
        return function

    return enter


def yields(
    table: str,
    *names: str,
    keeps: bool = False,
    more: int = 0,
    expected: str | None = None,
    result: str | None = None,
    block_result: str | None = None,
) -> Callable[[F], F]:
    """Enter a function of the machine, the block, the receiver and the arguments; see `method` for the others.

    `result` is the kind of the result of a call without a block, and `block_result` of one with a block.
    """

    def enter(function: F) -> F:
        _enter(table, names, function, (True, keeps, more, expected, Results(result, block_result)))
        return function

    return enter


def returns(table: str, *names: str, result: str) -> None:
    """Enter the kind of the result of methods that are not computed."""
    for name in names:
        UNCOMPUTED[table, name] = Results(result)


def _enter(table: str, names: tuple[str, ...], function: Implementation, others: tuple[bool, bool, int, str | None, Results]) -> None:
    for each in table.split():
        entries = TABLES.setdefault(each, Table(f"the methods of {each}"))
        for name in names:
            entries[name] = Native(f"{each}#{name}", function, *others)


@cache
def load() -> None:
    """Import the modules of the core, which fill the tables: 30 ms."""
    with LOADING:
        core = import_module("puppet_typesys.ruby.core")
        for each in modules_in(core.__path__):
            import_module(f"{core.__name__}.{each}")


@cache
def existing(table: str) -> frozenset[str]:
    """The names of all public methods that the instances of a class have in the reference's runtime, implemented here or not.

    `Object private` has the private ones of all objects, the functions of `Kernel` among them.
    """
    return frozenset(_names().get(table, "").split())


@cache
def _names() -> dict[str, str]:
    content = get_data("puppet_typesys.ruby", "methods.json")
    assert content is not None
    found = loads(content)
    assert isinstance(found, dict)
    return found
