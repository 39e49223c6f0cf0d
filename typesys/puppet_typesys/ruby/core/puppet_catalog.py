"""What functions ask of the catalog and the loaders of functions, and the parser and descriptions of types."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.functions.call import MISSING
from puppet_typesys.ruby.classes import CLASSES, refuse, string_of
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.core.puppet import SCOPE
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse

LOADERS, LOADER, PARSER = "Puppet::Pops::Loaders", "Puppet::Pops::Loader", "Puppet::Pops::Types::TypeParser"
DESCRIBER = "Puppet::Pops::Types::TypeMismatchDescriber"
BARE = lazy_pattern(r"[a-z_][A-Za-z0-9_]*\Z")
"""A word that is no type."""
BEYOND_DATA = lazy_pattern(r"(?:^|[\s,\[{:-])[:!&*<%@`]|\d{4}-\d\d|\d:\d\d|\?")
"""What Psych may read as something else than data: Symbols, tags, anchors, dates and times."""


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
def _find_resource(machine: Machine, block: AnyProc | None, scope: object, type: object, title: object = None) -> object:
    if title is None or machine.host.has_resource(string_of(type), string_of(title)) is not False:
        raise Unsupported("method", f"{SCOPE}#findresource")
    return None


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


@method(DESCRIBER, "describe_mismatch")
def _describe(describer: object, name: object, expected: Type, actual: Type) -> object:
    return String(describe_mismatch(string_of(name), expected, actual))


@yields("YAML. Psych.", "load", "safe_load")
def _load_yaml(machine: Machine, block: AnyProc | None, module: object, text: object, *options: object) -> object:
    written = string_of(text)
    found = MISSING if options or BEYOND_DATA.search(written) else machine.host.yaml(written)
    if found is MISSING:
        raise Unsupported("method", "YAML.load of an unusual text")
    made = from_puppet(found)
    machine.note(made)
    return made
