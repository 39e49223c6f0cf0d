"""The functions of `Kernel`, which have no receiver, and exceptions."""

from __future__ import annotations

import re
from typing import NoReturn

from puppet_typesys.ruby.classes import CLASSES, described, error, refuse, string_of
from puppet_typesys.ruby.equality import equal, is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import (
    AnyProc,
    Hash,
    Module,
    Object,
    Raised,
    Range,
    String,
    Symbol,
    Throwing,
)
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import INSPECTED, inspect, message_of, to_s
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.formatting import format
from puppet_typesys.values.hash import Hash as PuppetHash
from puppet_typesys.values.numbers import float_of, integer_of

LIBRARIES = frozenset(
    "json yaml psych set digest digest/md5 digest/sha1 digest/sha2 digest/sha256 base64 ipaddr uri shellwords cgi cgi/util erb time "
    "date securerandom "
    "puppet puppet/parser/functions puppet/util puppet/parser/scope puppet/error puppet/functions zlib openssl tempfile etc fileutils "
    "puppet/util/package open-uri net/http socket resolv pathname tmpdir ostruct benchmark timeout bigdecimal pp "
    "puppet/util/execution puppet/util/json puppet_x puppet/file_system puppet/util/errors forwardable English singleton "
    "semantic_puppet".split()
)
"""Libraries that exist in the runtime. Requiring one makes nothing available that the tables do not have."""


@yields("Kernel.", "raise", "fail")
def _raise(
    machine: Machine, block: AnyProc | None, receiver: object, kind: object = None, message: object = None, trace: object = None
) -> NoReturn:
    if kind is None and message is None:
        if machine.rescued is not None:
            raise machine.rescued
        raise error("RuntimeError", "unhandled exception")
    if isinstance(kind, String):
        raise error("RuntimeError", to_s(kind))
    if isinstance(kind, Module) and kind.is_below("Exception"):
        arguments = [] if message is None else [message]
        made = machine.send(kind, "new", arguments)
        if isinstance(made, Object):
            raise Raised(made)
    if isinstance(kind, Object) and kind.kind.is_below("Exception"):
        if message is not None:
            kind = Object(kind.kind, to_s(message))
        raise Raised(kind)
    raise error("TypeError", "exception class/object expected")


@yields("Exception.", "new", "exception", keeps=True)
def _new_exception(machine: Machine, block: AnyProc | None, kind: Module, message: object = None, *rest: object) -> object:
    if any("initialize" in each.methods for each in kind.ancestors()):
        raise Unsupported("method", "initialize of an exception")
    if rest and not kind.is_below("Puppet::Error"):
        raise Unsupported("method", f"{kind.name}.new")
    return Object(kind, None if message is None else message if isinstance(message, str) else to_s(message))


@method("Exception", "message", "to_s")
def _message(value: Object) -> object:
    return String(message_of(value))


@method("Exception", "inspect")
def _inspect(value: Object) -> object:
    return String(_shown(value))


def _shown(value: Object) -> str:
    text = message_of(value)
    return f"#<{value.kind.name}: {text}>" if text else value.kind.name


INSPECTED.update({name: _shown for name, kind in CLASSES.items() if kind.is_below("Exception")})


FOLDERS = ("", "puppet/", "puppet/functions/", "puppet/parser/", "puppet/parser/functions/")
"""The folders of `lib` that a relative path of a function may lead to; the file that loads it is in one of them or below."""


@yields("Kernel.", "require", "require_relative", "load")
def _require(machine: Machine, block: AnyProc | None, receiver: object, path: object) -> object:
    name = string_of(path)
    if name in LIBRARIES:
        return True
    relative = name.lstrip("./")
    if relative in machine.loaded:
        return False
    folders = FOLDERS if name.startswith(".") else ("",)
    found = (machine.host.library(folder + relative.removesuffix(".rb")) for folder in folders)
    source = next((each for each in found if each is not None), None)
    if source is None:
        raise Unsupported("require", name)
    machine.loaded.add(relative)
    machine.run(source)
    return True


@method("Kernel.", "puts", "print", "warn")
def _puts(receiver: object, *values: object) -> object:
    return None


NONE = object()


@method("Kernel.", "format", "sprintf", result="String")
def _format(receiver: object, template: object = NONE, *values: object) -> object:
    if template is NONE:
        refuse("ArgumentError", "too few arguments")
    return String(formatted(string_of(template), list(values)))


def formatted(template: str, values: list[object]) -> str:
    """The text of a template with `%` directives."""
    given = [_plain(each) for each in values]
    try:
        return _format_plain(template, given)
    except ArgumentError as failure:
        text = str(failure)
        if text.startswith("can't convert "):
            refuse("TypeError", text)
        refuse("KeyError" if re.fullmatch(r"key[<{].*[>}] not found", text) else "ArgumentError", text)


def _format_plain(template: str, given: list[object]) -> str:
    return format(template, given, lambda value: to_s(_ruby(value)), lambda value: inspect(_ruby(value)))


class _Held:
    """A value that is only shown."""

    def __init__(self, value: object) -> None:
        self.value = value


def _plain(value: object) -> object:
    if isinstance(value, String):
        return value.text
    if isinstance(value, Hash):
        return PuppetHash((key.name if isinstance(key, Symbol) else to_s(key), _plain(each)) for key, each in value.items())
    return value if value is None or isinstance(value, bool | int | float) else _Held(value)


def _ruby(value: object) -> object:
    return String(value) if isinstance(value, str) else value.value if isinstance(value, _Held) else value


@method("Kernel.", "Integer", expected="1..2", result="Integer")
def _integer(receiver: object, value: object, base: object = None, options: object = None) -> object:
    if isinstance(base, Hash) and options is None:
        base, options = None, base
    if base is not None and (isinstance(base, bool) or not isinstance(base, int) or not isinstance(value, String)):
        raise Unsupported("arguments of", "Integer")
    quiet = is_quiet(options)
    try:
        return to_integer(value, base or 0)
    except Raised:
        if quiet:
            return None
        raise


def to_integer(value: object, radix: int = 0) -> int:
    """The Integer that `Integer(value)` gives."""
    if isinstance(value, bool) or not isinstance(value, int | float | String):
        if value is None:
            refuse("TypeError", "can't convert nil into Integer")
        refuse("TypeError", f"can't convert {described(value)} into Integer")
    if isinstance(value, float):
        if value != value or abs(value) == float("inf"):
            refuse("FloatDomainError", to_s(value))
        return int(value)
    if isinstance(value, int):
        return value
    try:
        return integer_of(value.text, radix)
    except ArgumentError as failure:
        refuse("ArgumentError", str(failure))


@method("Kernel.", "Float", expected="1", result="Float")
def _float(receiver: object, value: object, options: object = None) -> object:
    if options is not None and not (isinstance(options, Hash) and options.keywords):
        refuse("ArgumentError", "wrong number of arguments (given 2, expected 1)")
    try:
        return _to_float(value)
    except Raised:
        if is_quiet(options):
            return None
        raise


def is_quiet(options: object) -> bool:
    """Whether the options of a conversion are `exception: false`."""
    if options is None:
        return False
    if not isinstance(options, Hash) or [to_s(key) for key, _ in options.items()] != ["exception"]:
        raise Unsupported("arguments of", "a conversion")
    return any(each is False for _, each in options.items())


def _to_float(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | String):
        refuse("TypeError", f"can't convert {described(value)} into Float")
    if not isinstance(value, String):
        return float(value)
    try:
        return float_of(value.text)
    except ArgumentError as failure:
        refuse("ArgumentError", str(failure))


@yields("Kernel.", "String", result="String")
def _string(machine: Machine, block: AnyProc | None, receiver: object, value: object) -> object:
    return value if isinstance(value, String) else String(machine.text(value))


@yields("Kernel.", "Array", keeps=True, result="Array")
def _array(machine: Machine, block: AnyProc | None, receiver: object, value: object) -> object:
    if isinstance(value, list):
        return value
    if value is None:
        return []
    if isinstance(value, Hash):
        return [[key, each] for key, each in value.items()]
    if isinstance(value, Range) or (isinstance(value, Object) and value.kind.name == "Set"):
        return machine.send(value, "to_a", [])
    is_true(value)
    return [value]


@method("Kernel.", "Hash")
def _hash(receiver: object, value: object) -> object:
    if value is None or value == []:
        return Hash()
    if isinstance(value, Hash):
        return value
    refuse("TypeError", f"can't convert {described(value)} into Hash")


@yields("Kernel.", "loop")
def _loop(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    body = machine.needs(block, "loop")
    while True:
        machine.spend(1)
        try:
            machine.call(body)
        except Raised as raised:
            if raised.value.kind.is_below("StopIteration"):
                return None
            raise


@yields("Kernel.", "catch")
def _catch(machine: Machine, block: AnyProc | None, receiver: object, tag: object = None) -> object:
    tag = Object(CLASSES["Object"]) if tag is None else tag
    depth = machine.depth
    machine.tags.append(tag)
    try:
        return machine.call(machine.needs(block, "catch"), tag)
    except Throwing as jump:
        if jump.target is not tag and not equal(jump.target, tag):
            raise
        machine.unwind(depth)
        return jump.value
    finally:
        machine.tags.pop()


@yields("Kernel.", "throw")
def _throw(machine: Machine, block: AnyProc | None, receiver: object, tag: object, value: object = None) -> object:
    for each in machine.tags:
        if each is tag or equal(each, tag):
            raise Throwing(each, value)
    raise error("UncaughtThrowError", f"uncaught throw {inspect(tag)}")


@yields("Kernel.", "proc", "lambda")
def _proc(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    found = machine.needs(block, "proc")
    return found


@yields("Kernel.", "_")
def _translated(machine: Machine, block: AnyProc | None, receiver: object, text: object) -> object:
    if block is not None:
        raise Unsupported("method", "_ with a block")
    return text


@method("Kernel.", "n_")
def _translated_number(receiver: object, *keys: object) -> object:
    """The singular for one, else the plural."""
    if len(keys) != 3 or not isinstance(keys[2], int):
        raise Unsupported("arguments of", "n_")
    return keys[0 if keys[2] == 1 else 1]
