"""The values of Ruby programs for which neither Python nor Puppet has one with the same meaning.

`nil`, `true`, `false`, Integers and Floats are Python's own; an Array is a `list`; a Regexp is a `values.regexp.Regexp`. Values of
Puppet that Ruby programs can only pass on, such as types and timestamps, are used as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeVar

from puppet_typesys.ruby.outcome import Hole
from puppet_typesys.values.regexp import Match, Regexp

T = TypeVar("T")


class String:
    """A mutable String. In binary ones, each character stands for a byte."""

    __slots__ = ("binary", "frozen", "text")

    def __init__(self, text: str, frozen: bool = False, binary: bool = False) -> None:
        self.text = text
        self.frozen = frozen
        self.binary = binary

    def freeze(self) -> None:
        """Refuse changes from now on."""
        self.frozen = True

    def replace(self, text: str) -> None:
        """Replace the text, as methods do that change a String in place."""
        self.text = text

    def encode_as(self, other: String) -> None:
        """Take the encoding of another String."""
        self.binary = other.binary

    def force_text(self) -> None:
        """Take the bytes, which are ASCII, as text."""
        self.binary = False

    def encoded(self) -> bytes:
        """The bytes of the String."""
        return self.text.encode("latin-1") if self.binary else self.text.encode("utf-8", "surrogatepass")


class Symbol:
    """A Symbol; there is one object for each name."""

    __slots__ = ("name",)
    _all: ClassVar[dict[str, Symbol]] = {}

    def __init__(self, name: str) -> None:
        self.name = name

    @staticmethod
    def named(name: str) -> Symbol:
        """The Symbol of a name."""
        known = Symbol._all.get(name)
        if known is None:
            known = Symbol(name)
            if len(Symbol._all) < MAX_SYMBOLS:
                Symbol._all[name] = known
        return known

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Symbol) and other.name == self.name)

    def __hash__(self) -> int:
        return hash((Symbol, self.name))


MAX_SYMBOLS = 20_000
"""The number of Symbols that are remembered."""


class Hash:
    """A mutable ordered mapping. `entries` has the key's identity (`equality.key_of`) and the pair of key and value."""

    __slots__ = ("default", "default_proc", "entries", "frozen", "keywords")

    def __init__(self) -> None:
        self.entries: dict[object, tuple[object, object]] = {}
        self.default: object = None
        self.default_proc: Proc | None = None
        self.frozen = False
        self.keywords = False
        """Whether it holds the keyword arguments of a call."""

    def __len__(self) -> int:
        return len(self.entries)

    def freeze(self) -> None:
        """Refuse changes from now on."""
        self.frozen = True

    def fill(self, entries: dict[object, tuple[object, object]]) -> None:
        """Replace all entries."""
        self.entries = entries

    def set_default(self, value: object) -> None:
        """Set the value of keys that are missing."""
        self.default, self.default_proc = value, None

    def items(self) -> list[tuple[object, object]]:
        """A list of the entries, which does not follow later changes."""
        return list(self.entries.values())


class Range:
    """A Range; `None` as an end means that it has none."""

    __slots__ = ("exclusive", "high", "low")

    def __init__(self, low: object, high: object, exclusive: bool) -> None:
        self.low = low
        self.high = high
        self.exclusive = exclusive


class MatchData:
    """The result of a match."""

    __slots__ = ("match", "regexp")

    def __init__(self, match: Match, regexp: Regexp) -> None:
        self.match = match
        self.regexp = regexp


class Module:
    """A module or class. `methods` are those that a program defines; those of the core are in tables, by `name`."""

    __slots__ = ("constants", "is_class", "methods", "name", "parent", "singleton", "state", "superclass")

    def __init__(self, name: str, superclass: Module | None = None, is_class: bool = True, parent: Module | None = None) -> None:
        self.name = name
        self.superclass = superclass
        self.is_class = is_class
        self.parent = parent
        self.methods: dict[str, Method] = {}
        self.singleton: dict[str, Method] = {}
        self.constants: dict[str, object] = {}
        self.state: dict[str, object] = {}
        """The instance variables."""

    def take_name(self, name: str) -> None:
        """Become the module of a name: that of the first constant it is assigned to."""
        self.name = name

    def ancestors(self) -> Iterator[Module]:
        """The class and its superclasses, from the class up."""
        each: Module | None = self
        while each is not None:
            yield each
            each = each.superclass

    def is_below(self, name: str) -> bool:
        """Whether it is a class of a name, or inherits from it."""
        return any(each.name == name for each in self.ancestors())


class Object:
    """An object of a class without a representation of its own. `held` is what a class of the core keeps in it."""

    __slots__ = ("held", "kind", "state")

    def __init__(self, kind: Module, held: object = None) -> None:
        self.kind = kind
        self.state: dict[str, object] = {}
        self.held = held

    def holding(self, kind: type[T]) -> T:
        """What it keeps, which is of a class of ours."""
        assert isinstance(self.held, kind)
        return self.held

    def hold(self, held: object) -> None:
        """Replace what the class of the core keeps in it."""
        self.held = held


Code = Callable[["Frame"], object]
"""A compiled expression."""


@dataclass(slots=True)
class Nested:
    """A parameter in parentheses, or the targets of a multiple assignment, which take an Array apart."""

    before: list[str | Nested]
    rest: str | None = None
    """The name of the `*rest`; empty if it has none."""
    after: list[str | Nested] = field(default_factory=list)


@dataclass(slots=True)
class Parameters:
    """The parameters of a method or block."""

    required: list[str | Nested] = field(default_factory=list)
    optional: list[tuple[str, Code]] = field(default_factory=list)
    rest: str | None = None
    """The name of the `*rest`; empty if it has none, None if there is no such parameter."""
    after: list[str | Nested] = field(default_factory=list)
    keywords: list[tuple[str, Code | None]] = field(default_factory=list)
    """Keyword parameters with their defaults; None if they are required."""
    keyword_rest: str | None = None
    block: str | None = None
    is_simple: bool = True
    """Whether all are required and have plain names."""
    trailing_comma: bool = False

    def add_rest(self, name: str) -> None:
        """Add `*rest`."""
        self.rest = name

    def add_keyword_rest(self, name: str) -> None:
        """Add `**rest`."""
        self.keyword_rest = name

    def add_block(self, name: str) -> None:
        """Add `&block`."""
        self.block = name

    def finish(self) -> Parameters:
        """Note whether they are simple."""
        others = self.optional or self.after or self.keywords or self.block is not None
        self.is_simple = (
            not others and self.rest is None and self.keyword_rest is None and all(isinstance(each, str) for each in self.required)
        )
        return self

    @property
    def takes_keywords(self) -> bool:
        """Whether there are keyword parameters."""
        return bool(self.keywords) or self.keyword_rest is not None

    def arity(self, strict: bool) -> int:
        """The value of `arity`."""
        low = len(self.required) + len(self.after)
        needs = any(default is None for _, default in self.keywords)
        if self.rest is not None or (strict and self.optional) or (self.optional and not strict):
            return -(low + needs) - 1
        return low + needs if needs or low else 0


class Method:
    """A method that a program defines."""

    __slots__ = ("body", "module", "name", "parameters", "private", "proc")

    def __init__(self, name: str, parameters: Parameters, body: Code, module: Module, proc: Proc | None = None) -> None:
        self.name = name
        self.module = module
        """The module or class whose body is around the definition."""
        self.parameters = parameters
        self.body = body
        self.private = False
        self.proc = proc
        """The block that it was defined with, by `define_method`."""

    def hide(self) -> None:
        """Make it private."""
        self.private = True


class Proc:
    """A block or lambda of a program. `frame` is the one around it."""

    __slots__ = ("body", "frame", "is_lambda", "parameters", "receiver")

    def __init__(self, parameters: Parameters, body: Code, frame: Frame, is_lambda: bool = False) -> None:
        self.parameters = parameters
        self.body = body
        self.frame = frame
        self.is_lambda = is_lambda
        self.receiver: object = frame.receiver

    def make_lambda(self) -> None:
        """Make it a lambda, which checks its arguments and which `return` ends."""
        self.is_lambda = True


class NativeProc:
    """A block that is a Python function of the arguments: a Symbol's, a Method's or a lambda's of Puppet."""

    __slots__ = ("arity", "call", "origin")

    def __init__(self, call: Callable[..., object], arity: int = -1, origin: object = None) -> None:
        self.call = call
        self.arity = arity
        self.origin = origin
        """The value that it was made of, such as a lambda of Puppet."""


AnyProc = Proc | NativeProc


class Raised(Exception):  # noqa: N818 - it is the program that raises
    """An exception of the program. `line` is that of the innermost call of a template, from 1."""

    def __init__(self, value: Object) -> None:
        super().__init__()
        self.value = value
        self.line: int | None = None
        self.origin: Exception | None = None
        """The error of a function of Puppet that it stands for."""

    def pass_line(self, line: int) -> None:
        """Note the line of a call that it leaves, unless an inner one is noted."""
        if self.line is None:
            self.line = line


class Jump(Exception):  # noqa: N818 - no error
    """Control flow out of a block or method: `target` says where it ends."""

    def __init__(self, target: object, value: object) -> None:
        super().__init__()
        self.target = target
        self.value = value


class Returning(Jump):
    """`return`: ends the method whose frame is the target."""


class Breaking(Jump):
    """`break`: ends the call that got the block, or the loop, which is the target."""


class Skipping(Jump):
    """`next`: ends the block whose frame is the target."""


class Throwing(Jump):
    """`throw`: ends the `catch` of a tag."""


class Tag:
    """The identity of a call or loop that `break` can end."""

    __slots__ = ()


class Running(Protocol):
    """The machine (`machine.Machine`), as code sees it that is compiled."""

    depth: int
    last_match: object
    visibility: dict[Module, str]
    defined: dict[str, Module]
    top: Module
    output: list[str | Hole]
    is_template: bool

    def unwind(self, depth: int) -> None:
        """Leave the calls above a depth."""

    def handling(self, raised: Raised) -> AbstractContextManager[None]:
        """Return a context manager for the handler of an exception."""

    def note_match(self, found: object) -> None:
        """Note the result of the last match, a MatchData or None."""

    def note_place(self, place: tuple[str, int]) -> None:
        """Note the place of a call."""

    def undefined(self, receiver: object, name: str) -> object:
        """Raise the error for a bare name that is neither a variable nor a method."""

    def send(self, receiver: object, name: str, arguments: list[object], block: AnyProc | None = None, own: bool = False) -> object:
        """Call a method."""

    def call(self, block: AnyProc, *arguments: object) -> object:
        """Call a block."""

    def call_proc(self, proc: AnyProc, arguments: list[object], block: AnyProc | None = None) -> object:
        """Call a block with a list of arguments."""

    def call_above(self, method: Method, receiver: object, arguments: list[object], block: AnyProc | None) -> object:
        """Call the method that a method overrides."""

    def text(self, value: object) -> str:
        """The text of a value."""

    def spend(self, steps: int = 1) -> None:
        """Charge the budget."""


class Frame:
    """The variables of a method or block that runs. Those of a block look outwards."""

    __slots__ = ("arguments", "block", "is_lambda", "is_method", "machine", "method", "module", "outer", "proc", "receiver", "variables")

    def __init__(self, machine: Running, receiver: object, module: Module, outer: Frame | None = None) -> None:
        self.machine = machine
        self.receiver = receiver
        self.module = module
        """The module or class whose body is around the code: constants are looked up there, and methods defined."""
        self.variables: dict[str, object] = {}
        self.outer = outer
        self.block: AnyProc | None = None
        self.method: Method | None = None
        self.arguments: list[object] = []
        self.is_lambda = False
        self.is_method = outer is None
        """Whether it is the frame of a method, or of a block that is one."""
        self.proc: Proc | None = None
        """The block that runs, which `break` ends the call of."""

    def run(self, proc: Proc) -> None:
        """Begin to run a block."""
        self.proc = proc

    @property
    def home(self) -> Frame:
        """The frame of the method around a block. It is not stored, as the frame of a method would refer to itself."""
        found = self
        while found.outer is not None and not found.is_method:
            found = found.outer
        return found


def binary(data: bytes) -> String:
    """A binary String."""
    return String(data.decode("latin-1"), binary=True)


__all__ = [
    "AnyProc",
    "Breaking",
    "Code",
    "Hash",
    "Jump",
    "MatchData",
    "Method",
    "Module",
    "NativeProc",
    "Object",
    "Proc",
    "Raised",
    "Range",
    "Regexp",
    "Returning",
    "Skipping",
    "String",
    "Symbol",
    "Tag",
    "Throwing",
    "binary",
]
