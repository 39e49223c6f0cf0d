"""The machine: the state of one run of a program, and how methods are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import thread_time
from typing import Self

from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.classes import CLASSES, INCLUDED, class_of, error, name_of_class
from puppet_typesys.ruby.equality import is_true, matches
from puppet_typesys.ruby.native import TABLES, Native, existing, load
from puppet_typesys.ruby.objects import (
    AnyProc,
    Breaking,
    Code,
    Frame,
    Hash,
    MatchData,
    Method,
    Module,
    NativeProc,
    Object,
    Proc,
    Raised,
    Range,
    Returning,
    Running,
    Skipping,
    String,
    Symbol,
)
from puppet_typesys.ruby.outcome import Hole, Host, Meter, Unforeseen, Unsupported
from puppet_typesys.ruby.parameters import bind
from puppet_typesys.types.model import Type
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

CHUNK = 200
"""The steps that are charged at once."""
NO_ARRAY = (
    "custom functions must be called with a single array that contains the arguments. "
    "For example, function_example([1]) instead of function_example(1)"
)
MAX_STEPS = 300_000
"""The limit of the steps of a program."""
SECONDS = 0.8
"""The limit of its processor time, for what takes longer than its steps say."""
UNFORESEEN = (TypeError, AttributeError, AssertionError, IndexError, KeyError, ValueError, OverflowError, ZeroDivisionError)
"""What a function of the core raises for a value of another class, or beyond its range, than it is written for."""
LEGACY = "function_*"
"""The name in the table of scopes under which functions of the legacy interface are called."""
MAX_CALLS = 150
"""The limit of nested calls of methods and blocks: the runtime allows about ten thousand, and real code needs ten."""


class Machine:
    """The state of one run, and the context in which it has a host."""

    def __init__(self, host: Host, meter: Meter, compiled: Callable[[str], Code], *, is_template: bool = False) -> None:
        load()
        self.compiled = compiled
        self.host = host
        self.meter = meter
        self.left = 0
        """The steps that remain until the budget is charged again."""
        self.rest = MAX_STEPS
        """The steps that remain for the program."""
        self.until = thread_time() + SECONDS
        self.depth = 0
        self.unknowns = False
        """Whether any value from outside is unknown or contains unknown ones."""
        self.main = Object(CLASSES["Object"])
        self.top = Module("Object")
        self.functions: dict[str, object] = {}
        """The functions that the program defines, by name: a class, or a `legacy.LegacyFunction`."""
        self.legacy: dict[str, object] = {}
        """Functions of the legacy interface that others have called, by name; those of the file itself are in `functions`."""
        self.data_types: dict[str, object] = {}
        """The data types that the program defines, by name: each a `core.puppet_types.Building`."""
        self.defined: dict[str, Module] = {}
        """The modules and classes that the program defines in those of the core, by full name."""
        self.visibility: dict[Module, str] = {}
        """`private` or `module_function` for the methods that are defined next in a module."""
        self.tags: list[object] = []
        """The tags of the `catch` around."""
        self.rescued: Raised | None = None
        """The exception that is being handled, which `raise` without arguments raises again."""
        self.is_template = is_template
        """Whether the program is a template: the methods that it defines can be called everywhere."""
        self.output: list[str | Hole] = []
        """What a template has printed."""
        self.loaded: set[str] = set()
        """The files that were required."""
        self.place: tuple[str, int] = ("", 0)
        """The path and the line of the last call without a receiver, in files of which places are noted."""
        self.last_match: object = None
        """The last match of the method that runs: `$~`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # The frames of blocks form reference cycles, which are not to keep all that the host refers to: a catalog or the check of a file.
        self.host = Alone()

    def spend(self, steps: int = 1) -> None:
        """Charge the budget."""
        self.left -= steps
        if self.left < 0:
            amount = max(CHUNK, -self.left)
            self.meter.spend(amount)
            self.left += amount
            self.rest -= amount
            if self.rest < 0 or thread_time() > self.until:
                raise Unsupported("length of", "a computation")

    # ---- calls

    def send(self, receiver: object, name: str, arguments: list[object], block: AnyProc | None = None, own: bool = False) -> object:
        """Call a method; `own` calls have no receiver in the program and reach private methods."""
        self.left -= 1
        if self.left < 0:
            self.spend(0)
        if isinstance(receiver, Object):
            found = method_of(receiver.kind, name)
            if found is not None:
                if found.private and not own:
                    raise error("NoMethodError", f"private method `{name}' called for {subject(receiver)}")
                return self.invoke(found, receiver, arguments, block)
        elif isinstance(receiver, Module):
            found = singleton_of(receiver, name)
            if found is not None:
                return self.invoke(found, receiver, arguments, block)
        if own and name in self.top.methods:
            return self.invoke(self.top.methods[name], receiver, arguments, block)
        native = table_of(receiver).get(name)
        if native is None and own:
            native = TABLES["Kernel."].get(name)
        if native is None:
            if name.startswith("function_") and isinstance(receiver, Object) and receiver.kind.name == "Puppet::Parser::Scope":
                if len(arguments) != 1 or not isinstance(arguments[0], list):
                    raise error("ArgumentError", NO_ARRAY)
                native = table_of(receiver)[LEGACY]
                return self.call_native(native, receiver, [String(name.removeprefix("function_")), *arguments], block)
            return self.missing(receiver, name, own, arguments, block)
        return self.call_native(native, receiver, arguments, block)

    def call_native(self, native: Native, receiver: object, arguments: list[object], block: AnyProc | None) -> object:
        """Call a method of the core."""
        count = len(arguments)
        if not native.low <= count <= native.high:
            if native.high < count <= native.most:
                raise Unsupported("arguments of", native.name)
            raise error("ArgumentError", f"wrong number of arguments (given {count}, expected {native.expected})")
        if self.unknowns and not native.keeps and (contains(receiver) or any(map(contains, arguments))):
            raise UnknownValue
        try:
            if native.with_machine:
                return native.function(self, block, receiver, *arguments)
            return native.function(receiver, *arguments)
        except ArgumentError as failure:
            raise error("ArgumentError", str(failure)) from None
        except UNFORESEEN as failure:
            raise Unforeseen(native.name) from failure

    def missing(self, receiver: object, name: str, own: bool, arguments: list[object], block: AnyProc | None) -> object:
        """Raise the runtime's error for a method that does not exist, or that it is not supported."""
        kind = type_name(receiver)
        hook = method_of(receiver.kind, "method_missing") if isinstance(receiver, Object) else None
        if isinstance(receiver, Module) and CLASSES.get(receiver.name) is receiver:
            raise Unsupported("method", f"{receiver.name}.{name}")
        if isinstance(receiver, Object) and CLASSES.get(receiver.kind.name) is receiver.kind and kind == "Object":
            raise Unsupported("method", f"{receiver.kind.name}#{name}")
        if hook is not None or not existing(kind) or kind.startswith("URI::"):
            raise Unsupported("method", f"{kind}#{name}")
        if name in existing(kind) or name in existing("Object") or (own and name in existing("Object private")):
            raise Unsupported("method", f"{kind}#{name}")
        if name in existing("Object private"):
            raise error("NoMethodError", f"private method `{name}' called for {subject(receiver)}")
        raise error("NoMethodError", f"undefined method `{name}' for {subject(receiver)}")

    def undefined(self, receiver: object, name: str) -> object:
        """Raise the runtime's error for a bare name that is neither a variable nor a method, or that it is not supported."""
        if name in existing("Object private") or name in existing("Object"):
            raise Unsupported("method", name)
        if isinstance(receiver, Object) and any(name in existing(each.name) for each in receiver.kind.ancestors()):
            raise Unsupported("method", f"{name_of_class(receiver)}#{name}")
        raise error("NameError", f"undefined local variable or method `{name}' for {subject(receiver)}")

    def invoke(self, method: Method, receiver: object, arguments: list[object], block: AnyProc | None) -> object:
        """Call a method that the program defines."""
        if method.proc is not None:
            return self.call_with_self(method.proc, receiver, arguments, block, strict=True, method=method)
        self.enter()
        frame = Frame(self, receiver, method.module)
        before, self.last_match = self.last_match, None
        frame.block = block
        frame.method = method
        frame.arguments = arguments
        try:
            bind(method.parameters, frame, arguments, block, True)
            return method.body(frame)
        except Returning as jump:
            if jump.target is frame:
                return jump.value
            raise
        finally:
            self.depth -= 1
            self.last_match = before

    def call_above(self, method: Method, receiver: object, arguments: list[object], block: AnyProc | None) -> object:
        """Call the method that a method overrides, for `super`."""
        if not isinstance(receiver, Object):
            raise Unsupported("syntax", "super")
        found = False
        for each in receiver.kind.ancestors():
            above = each.methods.get(method.name)
            if found and above is not None:
                return self.invoke(above, receiver, arguments, block)
            found = found or above is method
        native = table_of(receiver).get(method.name)
        if native is not None:
            return self.call_native(native, receiver, arguments, block)
        if method.name == "initialize" and receiver.held is None:
            return None
        raise Unsupported("syntax", "super")

    def enter(self) -> None:
        """Enter a call; raises Unsupported if calls are nested too deeply."""
        self.depth += 1
        if self.depth > MAX_CALLS:
            self.depth -= 1
            raise Unsupported("depth of", "calls")

    def unwind(self, depth: int) -> None:
        """Leave the calls above a depth, which an exception or a `break` has ended."""
        self.depth = depth

    @contextmanager
    def handling(self, raised: Raised) -> Iterator[None]:
        """Return a context manager for the handler of an exception."""
        before, self.rescued = self.rescued, raised
        try:
            yield
        finally:
            self.rescued = before

    def call(self, block: AnyProc, *arguments: object) -> object:
        """Call a block or lambda."""
        return self.call_proc(block, list(arguments))

    def call_proc(self, proc: AnyProc, arguments: list[object], block: AnyProc | None = None) -> object:
        """Call a block or lambda with a list of arguments."""
        self.left -= 1
        if self.left < 0:
            self.spend(0)
        if proc.__class__ is NativeProc:
            return proc.call(*arguments)
        assert isinstance(proc, Proc)
        outer = proc.frame
        frame = Frame(self, proc.receiver, outer.module, outer)
        frame.block = outer.block
        frame.method = outer.method
        frame.is_lambda = proc.is_lambda
        return self._run(proc, frame, arguments, block, proc.is_lambda)

    def call_with_self(
        self,
        proc: Proc,
        receiver: object,
        arguments: list[object],
        block: AnyProc | None = None,
        *,
        strict: bool = False,
        module: Module | None = None,
        method: Method | None = None,
    ) -> object:
        """Call a block with another `self`, as `instance_eval` and methods made of blocks do."""
        frame = Frame(self, receiver, module or proc.frame.module, proc.frame)
        frame.method, frame.arguments = method, arguments
        frame.is_lambda = strict
        frame.is_method = strict
        return self._run(proc, frame, arguments, block, strict)

    def _run(self, proc: Proc, frame: Frame, arguments: list[object], block: AnyProc | None, strict: bool) -> object:
        self.enter()
        frame.run(proc)
        try:
            bind(proc.parameters, frame, arguments, block, strict)
            return proc.body(frame)
        except Skipping as jump:
            if jump.target is frame:
                return jump.value
            raise
        except Returning as jump:
            if strict and jump.target is frame:
                return jump.value
            raise
        except Breaking as jump:
            if proc.is_lambda and jump.target is proc:
                return jump.value
            raise
        finally:
            self.depth -= 1

    # ---- helpers of the tables

    def needs(self, block: AnyProc | None, what: str) -> AnyProc:
        """The block of a call; methods without one would give an Enumerator."""
        if block is None:
            raise Unsupported("Enumerator of", what)
        return block

    def enumerator(self, values: object) -> Object:
        """An Enumerator over a list, for methods without their block."""
        made = Object(CLASSES["Enumerator"], values)
        made.state.update(method="each", origin=values)
        return made

    def text(self, value: object) -> str:
        """The text of a value, by its own `to_s` if the program defines one."""
        from puppet_typesys.ruby.shown import to_s  # avoids nothing but a long list above

        if isinstance(value, Object) and method_of(value.kind, "to_s") is not None:
            shown = self.send(value, "to_s", [])
            return shown.text if isinstance(shown, String) else to_s(shown)
        if isinstance(value, Object) and (native := table_of(value)["to_s"]).with_machine:
            return to_s(self.call_native(native, value, [], None))
        return self.inspected(value) if isinstance(value, list | Hash) else to_s(value)

    def inspected(self, value: object) -> str:
        """A value as `inspect` shows it, with the program's own methods for its objects."""
        from puppet_typesys.ruby.shown import inspect  # as above

        return inspect(value, self._own_inspected)

    def _own_inspected(self, value: Object) -> str | None:
        if method_of(value.kind, "inspect") is None:
            return None
        shown = self.send(value, "inspect", [])
        if not isinstance(shown, String):
            raise Unsupported("text of", value.kind.name)
        return shown.text

    def begin(self, values: Iterable[object]) -> None:
        """Begin with the values from outside that a call is given, and note whether any of them is unknown."""
        self.unknowns = any(map(contains, values))

    def note_unknown(self) -> None:
        """Note that a value from outside is unknown."""
        self.unknowns = True

    def note_place(self, place: tuple[str, int]) -> None:
        """Note the place of a call."""
        self.place = place

    def note_match(self, found: object) -> None:
        """Note the result of the last match, a MatchData or None."""
        self.last_match = found

    def note(self, value: object) -> None:
        """Note whether a value from outside is unknown or contains unknown ones."""
        self.unknowns = self.unknowns or contains(value)

    def run(self, source: str) -> object:
        """Run the text of a file."""
        return self.compiled(source)(Frame(self, self.main, self.top))


BUILTIN = (String, Symbol, int, float, bool, list, Hash, Module, Range)


def case_matches(machine: Running, pattern: object, value: object) -> bool:
    """Whether `pattern === value`, with the side effect of a match."""
    if isinstance(value, Unknown) or isinstance(pattern, Unknown):
        raise UnknownValue
    if isinstance(pattern, Regexp):
        text = value.text if isinstance(value, String) else value.name if isinstance(value, Symbol) else None
        found = None if text is None else pattern.match(text)
        machine.note_match(None if found is None else MatchData(found, pattern))
        return found is not None
    if isinstance(pattern, Proc | NativeProc):
        return is_true(machine.call(pattern, value))
    if isinstance(pattern, Object):
        return is_true(machine.send(pattern, "===", [value]))
    if pattern is None or isinstance(pattern, BUILTIN):
        return matches(pattern, value)
    if isinstance(pattern, Type):
        return is_true(machine.send(pattern, "===", [value]))
    raise Unsupported("syntax", "case of another value")


def contains(value: object) -> bool:
    """Whether a value is unknown or contains an unknown value."""
    if isinstance(value, list):
        spend(1)
        return any(map(contains, value))
    entries = getattr(value, "entries", None)
    if entries is not None:
        return any(contains(each) for _, each in entries.values())
    return contains_unknown(value)


def method_of(kind: Module, name: str) -> Method | None:
    """The method of a name that a program defines for the objects of a class."""
    return next((each.methods[name] for each in kind.ancestors() if name in each.methods), None)


def singleton_of(module: Module, name: str) -> Method | None:
    """The method of a name that a program defines for a module or class itself."""
    return next((each.singleton[name] for each in module.ancestors() if name in each.singleton), None)


def type_name(receiver: object) -> str:
    """The name of the class whose tables are used for a receiver."""
    if isinstance(receiver, Type):
        return "Puppet::Pops::Types::PAnyType"
    if isinstance(receiver, Object):
        return next((each.name for each in receiver.kind.ancestors() if existing(each.name)), receiver.kind.name)
    return name_of_class(receiver)


def subject(receiver: object) -> str:
    """A receiver in the runtime's messages."""
    if receiver is None or isinstance(receiver, bool):
        return "nil" if receiver is None else "true" if receiver else "false"
    if isinstance(receiver, Module):
        return f"{'class' if receiver.is_class else 'module'} {receiver.name}"
    return f"an instance of {name_of_class(receiver)}"


def table_of(receiver: object) -> dict[str, Native]:
    """The methods of the core that a receiver has."""
    kind = receiver.__class__
    known = _BY_CLASS.get(kind)
    if known is not None:
        return known
    if isinstance(receiver, Unknown):
        raise UnknownValue
    if isinstance(receiver, Module):
        return _of_module(tuple(each.name for each in receiver.ancestors()), receiver.is_class)
    if isinstance(receiver, Object):
        return _merged(tuple(each.name for each in receiver.kind.ancestors()))
    if isinstance(receiver, Type):
        return _merged(("Puppet::Pops::Types::PAnyType", "Object"))
    found = _merged(tuple(each.name for each in class_of(receiver).ancestors()))
    if kind is not bool:
        _BY_CLASS[kind] = found
    return found


_BY_CLASS: dict[type, dict[str, Native]] = {}


@lru_cache(512)
def _merged(names: tuple[str, ...]) -> dict[str, Native]:
    return _layers(reversed([part for each in names for part in (each, *INCLUDED.get(each, ()))]))


@lru_cache(512)
def _of_module(names: tuple[str, ...], is_class: bool) -> dict[str, Native]:
    above = ("Class", "Module", "Object", "Kernel") if is_class else ("Module", "Object", "Kernel")
    return _layers(reversed([*(f"{each}." for each in names if each not in ("Kernel",)), *above]))


def _layers(names: Iterable[str]) -> dict[str, Native]:
    found: dict[str, Native] = {}
    for each in names:
        found.update(TABLES.get(each, {}))
    return found


def each_of(machine: Machine, values: Iterable[object], function: Callable[[object], None]) -> None:
    """Apply a function to values, charging for each."""
    for value in values:
        machine.spend(1)
        function(value)


__all__ = ["Frame", "Machine", "Regexp", "each_of"]
