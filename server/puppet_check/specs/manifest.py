"""The code that rspec-puppet compiles for an example: the class or define with its parameters, and what comes before and after."""

from __future__ import annotations

from puppet_check.specs.groups import BASE
from puppet_typesys.ruby.classes import CLASSES, string_of
from puppet_typesys.ruby.equality import equal
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import INSPECTED, inspect, to_s
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.sensitive import Sensitive

RAW = "RSpec::Puppet::RawString"
SENSITIVE = "RSpec::Puppet::Sensitive"
RAW_KIND = Module(RAW, CLASSES["Object"])
SENSITIVE_KIND = Module(SENSITIVE, CLASSES["Object"])
INSPECTED[RAW] = lambda value: str(value.held)
INSPECTED[SENSITIVE] = lambda value: f"Sensitive({inspect(value.held)})"


@method(f"{RAW}.", "new", keeps=True)
def new_raw(module: object, text: object) -> object:
    """Puppet code as a parameter."""
    return Object(RAW_KIND, string_of(text))


@yields(BASE, "ref", keeps=True)
def ref(machine: Machine, block: AnyProc | None, receiver: object, type: object, title: object) -> object:
    """A reference to a resource as a parameter."""
    return Object(RAW_KIND, f"{to_s(type)}['{to_s(title)}']")


@yields(BASE, "sensitive", keeps=True)
def sensitive(machine: Machine, block: AnyProc | None, receiver: object, value: object) -> object:
    """A sensitive parameter."""
    return Object(SENSITIVE_KIND, value)


@method(f"{SENSITIVE}.", "new", keeps=True)
def new_sensitive(module: object, value: object) -> object:
    """A sensitive parameter."""
    return Object(SENSITIVE_KIND, value)


@method(SENSITIVE, "unwrap", keeps=True)
def unwrap(sensitive: Object) -> object:
    """The value of a sensitive parameter."""
    return sensitive.held


@method(SENSITIVE, "==", keeps=True)
def is_equal(sensitive: Object, other: object) -> object:
    """Whether another sensitive value holds the same."""
    if isinstance(sensitive.held, Regexp) or isinstance(other, Sensitive):
        raise Unsupported("comparison with", "a sensitive value")
    return isinstance(other, Object) and other.kind.name == SENSITIVE and equal(sensitive.held, other.held)


@method(SENSITIVE, "sensitive?", keeps=True)
def is_sensitive(sensitive: Object) -> object:
    """It is sensitive."""
    return True


def code_of(machine: Machine, value: object) -> str:
    """A value of Ruby as Puppet code."""
    match value:
        case Hash():
            return "{ " + ", ".join(f"{code_of(machine, key)} => {code_of(machine, each)}" for key, each in value.items()) + " }"
        case list():
            return "[ " + ", ".join(code_of(machine, each) for each in value) + " ]"
        case Symbol(name="default" | "undef"):
            return value.name
        case Symbol():
            return code_of(machine, String(value.name))
        case Object() if value.kind.name == RAW:
            return str(value.held).replace("$", "\\$")
        case Object() if value.kind.name == SENSITIVE:
            return f"Sensitive({_inside(value.held)})"
        case Sensitive():
            raise Unsupported("parameter", "that is a Sensitive of Puppet")
    return machine.inspected(value).replace("$", "\\$")


def _inside(value: object) -> str:
    """The text of a sensitive value."""
    return inspect(value).replace("$", "\\$")


def parameters_of(machine: Machine, params: Hash) -> str:
    """Parameters as code."""
    return ", ".join(f"{to_s(key)} => {code_of(machine, value)}" for key, value in params.items())


def class_code(machine: Machine, name: str, params: Hash | None) -> str:
    """The code for a class."""
    if params is None or not len(params):
        return f"include {name}"
    return f"class {{ '{name}': {parameters_of(machine, params)} }}"


def define_code(machine: Machine, name: str, title: object, params: Hash | None) -> str:
    """The code for a define."""
    titles = "[" + ", ".join(map(_title, title)) + "]" if isinstance(title, list) else _title(title)
    if params is None:
        return f"{name} {{ {titles}: }}"
    return f"{name} {{ {titles}: {parameters_of(machine, params)} }}"


def _title(title: object) -> str:
    if not isinstance(title, String):
        raise Unsupported("title", "that is no String")
    return inspect(title) if "'" in title.text else f"'{title.text}'"


def condition(value: object) -> str | None:
    """The code of `pre_condition` or `post_condition`."""
    if value is None:
        return None
    if isinstance(value, list):
        return "\n".join(to_s(each) for each in value if each is not None)
    if not isinstance(value, String):
        raise Unsupported("condition", "that is no String")
    return value.text
