"""What functions ask of the catalog and the loaders of functions, and the parser and descriptions of types."""

from __future__ import annotations

import json
import re

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES, refuse, string_of
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.core.puppet import GLOBAL, REFERENCE, SCOPE
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, String, Symbol
from puppet_typesys.ruby.outcome import ResourceData, Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.values.hash import Hash as PuppetHash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.regexp import Regexp

LOADERS, LOADER, PARSER = "Puppet::Pops::Loaders", "Puppet::Pops::Loader", "Puppet::Pops::Types::TypeParser"
RESOURCE = "Puppet::Parser::Resource"
DESCRIBER = "Puppet::Pops::Types::TypeMismatchDescriber"
BARE = lazy_pattern(r"[a-z_][A-Za-z0-9_]*\Z")
"""A word that is no type."""
BEYOND_DATA = lazy_pattern(r"(?:^|[\s,\[{:-])[:!&*<%@`]|\d{4}-\d\d|\d:\d\d|\?")
"""What Psych may read as something else than data: Symbols, tags, anchors, dates and times."""


OPTIONS = frozenset(("filename", "aliases", "permitted_classes", "permitted_symbols"))
"""The options of `YAML.load` under which data stays the same."""
REGEXP = lazy_pattern(r"!ruby/regexp[ \t]+(['\"]?)/(.*)/([mix]*)\1(?=[ \t]*$)", re.MULTILINE)
MARK = "\0regexp:"


def _marked(found: re.Match[str]) -> str:
    source = f"(?{found[3]}:{found[2]})" if found[3] else found[2]
    text: str = json.dumps(MARK + source, ensure_ascii=False)
    return text


def _with_patterns(value: object) -> object:
    """A value with regular expressions in place of the texts that stand for them."""
    if isinstance(value, str) and value.startswith(MARK):
        return Regexp(value.removeprefix(MARK))
    if isinstance(value, tuple):
        return tuple(map(_with_patterns, value))
    if isinstance(value, PuppetHash):
        return PuppetHash((key, _with_patterns(each)) for key, each in value.items())
    return value


@method("Puppet::Parser::Compiler", "loaders")
def _loaders(compiler: object) -> object:
    return Object(CLASSES[LOADERS])


@method(LOADERS, "private_environment_loader", "public_environment_loader")
def _loader(loaders: object) -> object:
    return Object(CLASSES[LOADER])


@yields(LOADER, "load")
def _load(machine: Machine, block: AnyProc | None, loader: object, kind: object, name: object) -> object:
    if not isinstance(kind, Symbol) or kind.name != "function":
        raise Unsupported("method", "load of a loader")
    found = machine.host.has_function(to_s(name))
    if found is None:
        raise Unsupported("method", "load of a function that may be in a module that is not installed")
    return Object(CLASSES["Puppet::Pops::Loader::Function"]) if found else None


@yields(SCOPE, "findresource")
@yields("Puppet::Parser::Compiler", "resource", "findresource")
def _find_resource(machine: Machine, block: AnyProc | None, scope: object, type: object, title: object = None) -> object:
    """The resource of a type and title, or of a reference in text; nil if the catalog has none."""
    if title is None:
        match = REFERENCE.fullmatch(string_of(type))
        if match is None:
            raise Unsupported("resource", string_of(type))
        found = machine.host.resource(match[1], match[2])
    else:
        found = machine.host.resource(string_of(type), string_of(title))
    return None if found is None else Object(CLASSES[RESOURCE], found)


@yields(SCOPE, "resource")
def _own_resource(machine: Machine, block: AnyProc | None, scope: Object) -> object:
    if scope.held == GLOBAL:
        raise Unsupported("method", f"{SCOPE}#resource of the global scope")
    found = machine.host.own_resource()
    return None if found is None else Object(CLASSES[RESOURCE], found)


@yields(SCOPE, "source")
def _source(machine: Machine, block: AnyProc | None, scope: Object) -> object:
    found = None if scope.held == GLOBAL else machine.host.own_resource()
    if found is None or found.definition is None:
        raise Unsupported("method", f"{SCOPE}#source")
    return Object(CLASSES["Puppet::Resource::Type"], found.definition)


@method("Puppet::Resource::Type", "name")
def _name_of_type(type: Object) -> object:
    return String(_definition(type)[1])


@method("Puppet::Resource::Type", "type")
def _kind_of_type(type: Object) -> object:
    return Symbol.named(_definition(type)[0])


@method("Puppet::Resource::Type", "module_name")
def _module_of_type(type: Object) -> object:
    return String(_definition(type)[1].partition("::")[0])


def _definition(type: Object) -> tuple[str, str]:
    return type.holding(tuple)


def _held(resource: Object) -> ResourceData:
    return resource.holding(ResourceData)


@method(RESOURCE, "title")
def _title(resource: Object) -> object:
    return String(_held(resource).title)


@method(RESOURCE, "type")
def _type_of_resource(resource: Object) -> object:
    return String(_held(resource).type)


@method(RESOURCE, "to_s", "ref")
def _reference(resource: Object) -> object:
    return String(f"{_held(resource).type}[{_held(resource).title}]")


@yields(RESOURCE, "[]")
def _parameter(machine: Machine, block: AnyProc | None, resource: Object, name: object) -> object:
    if to_s(name) == "title":
        return _title(resource)
    return next((_value(machine, value) for each, value in _held(resource).parameters if each == to_s(name)), None)


@yields(RESOURCE, "to_hash", "to_h")
def _to_hash(machine: Machine, block: AnyProc | None, resource: Object) -> object:
    """The parameters of a class or define that have values, by Symbols, and its title as its name."""
    held = _held(resource)
    if held.definition is None:
        raise Unsupported("method", f"{RESOURCE}#to_hash of a resource type")
    found = Hash()
    for name, value in (("name", held.title), *held.parameters):
        if value is not None:
            key = Symbol.named(name)
            found.entries[key_of(key)] = (key, _value(machine, value))
    return found


def _value(machine: Machine, value: object) -> object:
    """The value of a parameter; references are objects of another class, which is not supported."""
    if any(isinstance(each, Type) for each in (value if isinstance(value, tuple) else (value,))):
        raise Unsupported("value of", "a parameter that is a reference")
    made = from_puppet(value)
    machine.note(made)
    return made


@method("Puppet::Parser::Compiler", "node")
def _node(compiler: object) -> object:
    return Object(CLASSES["Puppet::Node"])


@yields("Puppet::Node", "name")
def _name_of_node(machine: Machine, block: AnyProc | None, node: object) -> object:
    return String(machine.host.node_name())


@yields(SCOPE, "lookupdefaults")
def _look_up_defaults(machine: Machine, block: AnyProc | None, scope: object, type: object) -> object:
    found = Hash()
    for each in machine.host.defaults(string_of(type)):
        key = Symbol.named(each)
        found.entries[key_of(key)] = (key, Object(CLASSES["Object"]))
    return found


@method(f"{PARSER}. {DESCRIBER}.", "new", "singleton")
def _new(module: object) -> object:
    return Object(module)  # type: ignore[arg-type]  # the module that the method is looked up in


@yields(PARSER, "parse")
def _parse(machine: Machine, block: AnyProc | None, parser: object, text: object, context: object = None) -> object:
    written = string_of(text)
    if BARE.match(written):
        refuse("Puppet::ParseError", f"The expression <{written}> is not a valid type specification.")
    try:
        return parse(written, machine.host.type_of_name)
    except TypeSyntaxError:
        raise Unsupported("type", written) from None


@method(DESCRIBER, "describe_mismatch", more=1)
def _describe(describer: object, name: object, expected: Type, actual: Type) -> object:
    return String(describe_mismatch(string_of(name), expected, actual))


@yields("YAML. Psych.", "load", "safe_load")
def _load_yaml(machine: Machine, block: AnyProc | None, module: object, text: object, *options: object) -> object:
    written = string_of(text)
    given = {to_s(key): value for key, value in options[-1].items()} if options and isinstance(options[-1], Hash) else {}
    if (options and not given) or not given.keys() <= OPTIONS:
        raise Unsupported("method", "YAML.load with these options")
    # A file of data is one for Hiera as well; any other text is read only if all readers agree on it.
    found = machine.host.yaml(REGEXP.sub(_marked, written)) if "filename" in given or not BEYOND_DATA.search(written) else MISSING
    if found is MISSING:
        raise Unsupported("method", "YAML.load of an unusual text")
    made = from_puppet(_with_patterns(found))
    machine.note(made)
    return made
