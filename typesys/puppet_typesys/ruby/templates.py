"""ERB templates, filled in."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.file import compiled, compiled_template
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import AnyProc, Frame, Jump, Method, Object, Raised, String
from puppet_typesys.ruby.outcome import Hole, Host, Meter, NotComputed, Reason, TextWithHoles, Unsupported
from puppet_typesys.ruby.shown import message_of
from puppet_typesys.types import model
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, UnknownValue

WRAPPER = CLASSES["Puppet::Parser::TemplateWrapper"]
"""The class of templates."""
INSTANCE_VARIABLE = lazy_pattern(r"@([a-zA-Z_]\w*)")


def render_erb(source: str, host: Host, meter: Meter, name: str | None = None, path: str = "") -> str | Unknown:
    """The text that an ERB template gives in the scope of the host.

    `name` is the template's name and `path` its file, for errors; None for an inline template. The result is a `TextWithHoles` if only what
    tags print is unknown, and a `NotComputed` with the reason if the rest depends on something unknown or unsupported. Raises
    ArgumentError if the template raises an exception.
    """
    with meter.metered():
        try:
            with TemplateMachine(host, meter, compiled, is_template=True) as machine:
                return _render(source, machine)
        except Unsupported as failure:
            return NotComputed(model.STRING, failure.reason)
        except UnknownValue:
            return NotComputed(model.STRING, Reason("value", "unknown"))
        except RecursionError:
            return NotComputed(model.STRING, Reason("depth of", "calls"))
        except Jump:
            return NotComputed(model.STRING, Reason("syntax", "jump out of a template"))
        except Raised as raised:
            try:
                detail = message_of(raised.value) if raised.origin is None else str(raised.origin)
            except Unsupported:
                raise InternalError(raised.value.kind.name) from None
            if name is None:
                raise ArgumentError(f"Failed to parse inline template: {detail}") from None
            line = 1 if raised.line is None else raised.line
            raise ArgumentError(f"Failed to parse template {name}:\n  Filepath: {path}\n  Line: {line}\n  Detail: {detail}\n") from None


class TemplateMachine(Machine):
    """The machine of a template, which has the methods that those before it define, and those that it renders."""

    def missing(self, receiver: object, name: str, own: bool, arguments: list[object], block: AnyProc | None) -> object:
        if isinstance(receiver, Object) and receiver.kind is WRAPPER:
            found = self.host.methods_of_templates().get(name)
            if not isinstance(found, Method):
                raise Unsupported("method", f"{name}, which another template may define")
            return self.invoke(found, receiver, arguments, block)
        return super().missing(receiver, name, own, arguments, block)

    def undefined(self, receiver: object, name: str) -> object:
        found = self.host.methods_of_templates().get(name)
        if isinstance(found, Method) and isinstance(receiver, Object) and receiver.kind is WRAPPER:
            return self.invoke(found, receiver, [], None)
        return super().undefined(receiver, name)


def _render(source: str, machine: Machine) -> str | Unknown:
    methods = machine.host.methods_of_templates()
    machine.top.methods.update((name, each) for name, each in methods.items() if isinstance(each, Method))
    try:
        return _filled_in(source, machine)
    finally:
        methods.update(machine.top.methods)


def _filled_in(source: str, machine: Machine) -> str | Unknown:
    code, to_variable = compiled_template(source)
    template = Object(WRAPPER)
    for variable in set(INSTANCE_VARIABLE.findall(source)):
        value = machine.host.variable(variable)
        if value is not MISSING and value is not None:
            made = from_puppet(value)
            machine.note(made)
            template.state[f"@{variable}"] = made
    result = code(Frame(machine, template, machine.top))
    if to_variable:
        if not isinstance(result, String):
            raise Unsupported("syntax", "_erbout")
        return result.text
    if any(isinstance(each, Hole) for each in machine.output):
        return TextWithHoles(tuple(machine.output))
    return "".join(str(each) for each in machine.output)
