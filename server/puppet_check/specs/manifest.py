"""The code that rspec-puppet compiles for an example: the class or define with its parameters, and what comes before and after."""

from __future__ import annotations

from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import Hash, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.sensitive import Sensitive

RAW = "RSpec::Puppet::RawString"
SENSITIVE = "RSpec::Puppet::Sensitive"


def code_of(value: object) -> str:
    """A value of Ruby as Puppet code."""
    match value:
        case Hash():
            return "{ " + ", ".join(f"{code_of(key)} => {code_of(each)}" for key, each in value.items()) + " }"
        case list():
            return "[ " + ", ".join(map(code_of, value)) + " ]"
        case Symbol(name="default" | "undef"):
            return value.name
        case Symbol():
            return code_of(String(value.name))
        case Object() if value.kind.name == RAW:
            return str(value.held).replace("$", "\\$")
        case Object() if value.kind.name == SENSITIVE:
            return f"Sensitive({_inside(value.held)})"
        case Sensitive():
            raise Unsupported("parameter", "that is a Sensitive of Puppet")
    return inspect(value).replace("$", "\\$")


def _inside(value: object) -> str:
    """The text of a sensitive value."""
    return inspect(value).replace("$", "\\$")


def parameters_of(params: Hash) -> str:
    """Parameters as code."""
    return ", ".join(f"{to_s(key)} => {code_of(value)}" for key, value in params.items())


def class_code(name: str, params: Hash | None) -> str:
    """The code for a class."""
    if params is None or not len(params):
        return f"include {name}"
    return f"class {{ '{name}': {parameters_of(params)} }}"


def define_code(machine: Machine, name: str, title: object, params: Hash | None) -> str:
    """The code for a define."""
    titles = "[" + ", ".join(map(_title, title)) + "]" if isinstance(title, list) else _title(title)
    if params is None:
        return f"{name} {{ {titles}: }}"
    return f"{name} {{ {titles}: {parameters_of(params)} }}"


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
