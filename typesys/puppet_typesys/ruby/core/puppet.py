"""The interface of Puppet for functions: `Puppet::Functions`, `Puppet::Parser::Functions`, scopes and templates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES, error, integer_of, name_of_class, refuse, string_of
from puppet_typesys.ruby.compiling.arguments import splatted
from puppet_typesys.ruby.convert import call_host, from_puppet, to_puppet
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import LEGACY, Machine, subject
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, Proc, String, Symbol, Throwing
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.types import model
from puppet_typesys.types.aliases import resolve_alias
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type, TypeAlias
from puppet_typesys.types.parse import parse
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.types.signature import Signature
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.random_numbers import random_integer
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown
from puppet_typesys.values.versions import compare_versions

FUNCTION = "Puppet::Functions::Function"
SCOPE = "Puppet::Parser::Scope"


@dataclass(slots=True)
class Dispatching:
    """A `dispatch` that is being read."""

    method: str
    types: list[object] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    low: int = 0
    high: int | None = 0
    block: object = None
    block_name: str = "block"
    is_block_optional: bool = False
    returns: object = None
    takes_scope: list[int] = field(default_factory=list)
    """The places of the calling scope among the arguments of the method."""
    is_mismatch: bool = False

    def add_parameter(self, type: object, name: str, low: int, high: int | None) -> None:
        """Add a parameter that takes some arguments: at least `low`, at most `high`."""
        self.types.append(type)
        self.names.append(name)
        self.low += low
        self.high = None if high is None or self.high is None else self.high + high

    def add_block(self, type: object, name: str, is_optional: bool) -> None:
        """Add the parameter for a block."""
        self.block, self.block_name, self.is_block_optional = type, name, is_optional

    def set_result(self, type: object) -> None:
        """Set the type of what the method returns."""
        self.returns = type


@dataclass(slots=True)
class LegacyFunction:
    """A function of the legacy interface."""

    name: str
    arity: int
    is_rvalue: bool
    body: Proc


# ---- Puppet::Functions


@yields("Puppet::Functions.", "create_function")
def _create_function(machine: Machine, block: AnyProc | None, module: object, name: object, base: object = None) -> object:
    if not isinstance(block, Proc) or not (base is None or isinstance(base, Module)):
        raise Unsupported("method", "create_function")
    word = to_s(name)
    made = Module(word, base or CLASSES[FUNCTION], parent=machine.top)
    if not made.is_below(FUNCTION):
        raise Unsupported("method", "create_function")
    machine.functions[word] = made
    made.state["dispatches"] = []
    made.state["local"] = {}
    machine.call_with_self(block, made, [], module=made)
    return made


def _listed(module: Module) -> list[Dispatching]:
    found = module.state.get("dispatches")
    assert isinstance(found, list)
    return found


def _dispatching(machine: Machine, block: AnyProc | None, module: Module, name: object, is_mismatch: bool) -> object:
    if not isinstance(block, Proc):
        raise Unsupported("method", "dispatch")
    made = Dispatching(to_s(name), is_mismatch=is_mismatch)
    machine.call_with_self(block, Object(CLASSES["Puppet::Functions::DispatcherBuilder"], made), [])
    _listed(module).append(made)
    return None


@yields(f"{FUNCTION}.", "dispatch")
def _dispatch(machine: Machine, block: AnyProc | None, module: Module, name: object) -> object:
    return _dispatching(machine, block, module, name, False)


@yields(f"{FUNCTION}.", "argument_mismatch")
def _argument_mismatch(machine: Machine, block: AnyProc | None, module: Module, name: object) -> object:
    return _dispatching(machine, block, module, name, True)


@yields(f"{FUNCTION}.", "local_types")
def _local_types(machine: Machine, block: AnyProc | None, module: Module) -> object:
    if not isinstance(block, Proc):
        raise Unsupported("method", "local_types")
    return machine.call_with_self(block, Object(CLASSES["Puppet::Functions::LocalTypes"], module), [])


@method("Puppet::Functions::LocalTypes", "type")
def _type(value: Object, text: object) -> object:
    name, _, definition = string_of(text).partition("=")
    local = value.holding(Module).state["local"]
    assert isinstance(local, dict)
    local[name.strip().lower()] = (name.strip(), definition.strip())
    return None


def _parameter(names: str, *, low: int, high: int | None, repeated: bool = False) -> None:
    def enter(builder: Object, type: object, name: object) -> object:
        held = builder.holding(Dispatching)
        held.add_parameter(type, to_s(name), low, high)
        return None

    method("Puppet::Functions::DispatcherBuilder", *names.split())(enter)


_parameter("param required_param", low=1, high=1)
_parameter("optional_param", low=0, high=1)
_parameter("repeated_param optional_repeated_param", low=0, high=None)
_parameter("required_repeated_param", low=1, high=None)


def _block_parameter(names: str, is_optional: bool) -> None:
    def enter(builder: Object, *given: object) -> object:
        held = builder.holding(Dispatching)
        held.add_block(given[0] if len(given) == 2 else String("Callable"), to_s(given[-1]) if given else "block", is_optional)
        return None

    method("Puppet::Functions::DispatcherBuilder", *names.split())(enter)


_block_parameter("block_param required_block_param", False)
_block_parameter("optional_block_param", True)


@method("Puppet::Functions::DispatcherBuilder", "return_type")
def _return_type(builder: Object, type: object) -> object:
    builder.holding(Dispatching).set_result(type)
    return None


@method("Puppet::Functions::DispatcherBuilder", "scope_param")
def _scope_param(builder: Object) -> object:
    held = builder.holding(Dispatching)
    held.takes_scope.append(len(held.types))
    return None


_KNOWN: dict[str, Type] = {}
"""The types of texts that mention built-in types only."""


def type_of(machine: Machine, module: Module, value: object) -> Type:
    """The type that a text of a function denotes."""
    if isinstance(value, Type):
        return value
    text = string_of(value)
    known = _KNOWN.get(text)
    if known is not None:
        return known
    asked: list[str] = []
    local = module.state["local"]
    assert isinstance(local, dict)
    made: dict[str, TypeAlias] = {}

    def named(name: str) -> Type | None:
        asked.append(name)
        if name in made:
            return made[name]
        if name in local:
            shown, definition = local[name]
            made[name] = TypeAlias(shown)
            resolve_alias(made[name], lambda: parse(definition, named))
            return made[name]
        found = machine.host.type_of_name(name)
        if found is None:
            raise Unsupported("type", name)
        return found

    result = parse(text, named)
    if not asked and len(_KNOWN) < 5000:
        _KNOWN[text] = result
    return result


def signatures(machine: Machine, module: Module) -> list[tuple[Dispatching, Signature]]:
    """The signatures of a function in the order of its dispatches."""
    found = []
    for each in _listed(module):
        types = tuple(type_of(machine, module, type) for type in each.types)
        size = None if each.low == each.high and each.low > 0 else model.Integer(each.low, each.high)
        block: Type | None = None
        if each.block is not None:
            block = type_of(machine, module, each.block)
            block = model.Optional(block) if each.is_block_optional else block
        returns = None if each.returns is None else type_of(machine, module, each.returns)
        name = each.block_name if block is not None else None
        found.append((each, Signature(model.Callable(model.Tuple(types, size), block, returns), tuple(each.names), name)))
    return found


# ---- what functions can call


@yields(FUNCTION, "call_function", keeps=True)
def _call_function(machine: Machine, block: AnyProc | None, function: Object, name: object, *arguments: object) -> object:
    return _called(machine, to_s(name), arguments, block)


@yields(FUNCTION, "call_function_with_scope", keeps=True)
def _call_function_with_scope(
    machine: Machine, block: AnyProc | None, function: Object, scope: object, name: object, *arguments: object
) -> object:
    return _called(machine, to_s(name), arguments, block)


@method(FUNCTION, "closure_scope", keeps=True)
def _closure_scope(function: Object) -> object:
    return Object(CLASSES[SCOPE], GLOBAL)


GLOBAL = "global"
"""Held by the scope that functions of the present interface see without asking for that of their caller."""


def scope_object() -> Object:
    """The scope of the caller, as programs see it."""
    return Object(CLASSES[SCOPE])


# ---- the legacy interface


@yields("Puppet::Parser::Functions.", "newfunction")
def _newfunction(machine: Machine, block: AnyProc | None, module: object, name: object, options: object = None) -> object:
    word = to_s(name)
    given = {to_s(key): value for key, value in options.items()} if isinstance(options, Hash) else {}
    if not isinstance(block, Proc):
        raise Unsupported("method", "newfunction")
    arity = given.get("arity", -1)
    kind = given.get("type")
    is_rvalue = isinstance(kind, Symbol) and kind.name == "rvalue"
    machine.functions[word] = LegacyFunction(word, integer_of(arity), is_rvalue, block)
    return Hash()


@yields("Puppet::Parser::Functions.", "function")
def _function(machine: Machine, block: AnyProc | None, module: object, name: object, *environment: object) -> object:
    """The method of a function, which this loads; nil if there is none."""
    if isinstance(name, Symbol | String) and machine.host.has_function(to_s(name)) is False:
        return False
    machine.note_unknown()
    return Unknown(model.ANY)


@yields("Puppet::Parser::Functions.", "autoloader")
def _autoloader(machine: Machine, block: AnyProc | None, module: object) -> object:
    return module


@yields("Puppet::Parser::Functions.", "load", "loaded?")
def _load(machine: Machine, block: AnyProc | None, module: object, *names: object) -> object:
    return True


@yields(SCOPE, "call_function", keeps=True)
def _scope_call(machine: Machine, block: AnyProc | None, scope: object, name: object, arguments: object = None) -> object:
    return _called(machine, to_s(name), splatted(arguments), block)


def _called(machine: Machine, name: str, arguments: Sequence[object], block: AnyProc | None) -> object:
    """The result of a function: of one that the same file defines as well, unless there is a file of its name."""
    own = machine.functions.get(name)
    if not isinstance(own, LegacyFunction) or machine.host.has_function(name):
        return call_host(machine, name, arguments, block)
    given = machine.host.as_legacy(name, tuple(map(to_puppet, arguments)))
    check_arity(own, len(given))
    result = machine.call_with_self(own.body, scope_object(), [list(map(from_puppet, given))], strict=True)
    return _without_undef(result) if own.is_rvalue else None


@yields(SCOPE, "setvar", "[]=", keeps=True, more=1)
def _assign(machine: Machine, block: AnyProc | None, scope: Object, name: object, value: object) -> object:
    seen = to_puppet(value) if value is None or isinstance(value, bool | int | float | Symbol) else Unknown(model.ANY)
    seen = value.text if isinstance(value, String) and not value.binary else seen
    machine.host.assign(to_s(name), seen, value, is_global=scope.held == GLOBAL)
    return value


@yields(SCOPE, LEGACY, keeps=True)
def _call_legacy(machine: Machine, block: AnyProc | None, scope: object, name: object, arguments: list[object]) -> object:
    """Call a function by `function_NAME`: the one of the legacy interface, if a module has it, whose arguments are not converted."""
    word = to_s(name)
    found = machine.functions.get(word)
    if not isinstance(found, LegacyFunction):
        found = _loaded_legacy(machine, word)
    if found is None:
        return call_host(machine, word, arguments, block)
    check_arity(found, len(arguments))
    result = machine.call_with_self(found.body, scope_object(), [arguments], strict=True)
    return _without_undef(result) if found.is_rvalue else None


def _loaded_legacy(machine: Machine, name: str) -> LegacyFunction | None:
    """The function of the legacy interface that a file of a module defines; another one of the same name stays."""
    if name not in machine.legacy:
        source = machine.host.library(f"puppet/parser/functions/{name}") if name.isidentifier() else None
        if source is None:
            return None
        other = machine.functions.get(name)
        machine.run(source)
        machine.legacy[name] = machine.functions.get(name)
        if other is not None:
            machine.functions[name] = other
    found = machine.legacy[name]
    return found if isinstance(found, LegacyFunction) else None


def check_arity(function: LegacyFunction, count: int) -> None:
    """Raise the reference's error for a wrong number of arguments."""
    least = abs(function.arity + 1)
    if function.arity >= 0 and count != function.arity:
        refuse("ArgumentError", f"{function.name}(): Wrong number of arguments given ({count} for {function.arity})")
    if function.arity < 0 and count < least:
        refuse("ArgumentError", f"{function.name}(): Wrong number of arguments given ({count} for minimum {least})")


def _without_undef(value: object) -> object:
    """A result with `nil` for the Symbol `:undef`."""
    if isinstance(value, list):
        return [_without_undef(each) for each in value]
    if isinstance(value, Hash):
        made = Hash()
        for at, (key, each) in value.entries.items():
            made.entries[at] = (key, _without_undef(each))
        return made
    return None if isinstance(value, Symbol) and value.name == "undef" else value


@yields(SCOPE, "lookupvar", "[]", keeps=True)
def lookup(machine: Machine, block: AnyProc | None, scope: object, name: object, options: object = None) -> object:
    """The value of a variable of the calling scope."""
    if not isinstance(name, String):
        refuse("Puppet::ParseError", f"Scope variable name {inspect(name)} is a {name_of_class(name)}, not a string")
    plain = name.text.removeprefix("::")
    seen = _seen(scope, plain)
    held = machine.host.held(seen)
    if held is not MISSING:
        machine.note(held)
        return held
    found = machine.host.variable(seen)
    if found is MISSING:
        if plain in ("module_name", "caller_module_name", "title", "name") or plain.isdigit():
            return None
        if any(isinstance(tag, Symbol) and tag.name == "undefined_variable" for tag in machine.tags):
            raise Throwing(next(tag for tag in machine.tags if isinstance(tag, Symbol) and tag.name == "undefined_variable"), None)
        if "::" in plain:
            raise Unsupported("variable", plain)
        raise error("ArgumentError", f"Undefined variable '{plain}'; ")
    made = from_puppet(found)
    machine.note(made)
    return made


def _seen(scope: object, name: str) -> str:
    """The name of a variable as the host has it: the global scope sees none of the caller."""
    is_global = isinstance(scope, Object) and scope.held == GLOBAL and "::" not in name
    return f"::{name}" if is_global else name


@method(SCOPE, "find_global_scope")
@method("Puppet::Parser::Compiler", "topscope")
def _global_scope(scope: object) -> object:
    return Object(CLASSES[SCOPE], GLOBAL)


@yields(SCOPE, "include?", "exist?", "has_variable?")
def _includes(machine: Machine, block: AnyProc | None, scope: object, name: object) -> object:
    found = machine.host.variable(_seen(scope, to_s(name).removeprefix("::")))
    if isinstance(found, Unknown):
        is_true(found)
    return found is not MISSING and found is not None


VARIABLES = "Puppet::Parser::Scope::Variables"
"""The result of `to_hash`, of which only single variables are known."""


@method(SCOPE, "to_hash", keeps=True, more=2)
def _variables(scope: Object) -> object:
    return Object(CLASSES[VARIABLES], scope)


@yields(VARIABLES, "[]")
def _variable_of(machine: Machine, block: AnyProc | None, variables: Object, name: object) -> object:
    is_set = isinstance(name, String) and "::" not in name.text and _includes(machine, None, variables.held, name)
    return lookup(machine, None, variables.held, name) if is_set else None


@yields(VARIABLES, "key?", "has_key?", "include?", "member?")
def _has_variable(machine: Machine, block: AnyProc | None, variables: Object, name: object) -> object:
    return _variable_of(machine, None, variables, name) is not None


@yields(SCOPE, "debug", "info", "notice", "warning", "err")
def _scope_log(machine: Machine, block: AnyProc | None, scope: object, *words: object) -> object:
    return None


# ---- Puppet itself


@yields(
    "Puppet.",
    "debug",
    "info",
    "notice",
    "warning",
    "err",
    "warn_once",
    "deprecation_warning",
    "puppet_deprecation_warning",
    "crit",
    "alert",
)
def _log(machine: Machine, block: AnyProc | None, module: object, *words: object) -> object:
    return None


@method("Puppet.", "settings")
def _settings(module: object) -> object:
    return Object(CLASSES["Puppet::Settings"])


@yields("Puppet. Puppet::Settings", "[]")
def _setting(machine: Machine, block: AnyProc | None, module: object, name: object) -> object:
    return machine.host.setting(to_s(name))


@method("Puppet::Pops::PuppetStack.", "stacktrace")
def _stacktrace(module: object) -> object:
    """The calls of functions by programs in Puppet, which messages name; they are not known here."""
    return []


@method("ENV.", "[]")
def _environment(module: object, name: object) -> object:
    if string_of(name) != "STDLIB_LOG_DEPRECATIONS":
        raise Unsupported("environment variable", string_of(name))
    return None


@method(SCOPE, "compiler", "catalog")
@method("Puppet::Parser::Compiler", "catalog")
def _compiler(scope: object) -> object:
    return Object(CLASSES["Puppet::Parser::Compiler"])


@method(f"{SCOPE} Puppet::Parser::Compiler", "environment")
def _environment_of(compiler: object) -> object:
    return Object(CLASSES["Puppet::Node::Environment"])


@yields("Puppet::Node::Environment", "to_s", "name")
def _environment_name(machine: Machine, block: AnyProc | None, environment: object) -> object:
    found = machine.host.variable("environment")
    if not isinstance(found, str):
        raise Unsupported("variable", "environment")
    return String(found)


@yields("Puppet::Module.", "find")
def _find_module(machine: Machine, block: AnyProc | None, module: object, name: object, environment: object = None) -> object:
    if not isinstance(name, String):
        return None
    found = call_host(machine, "module_directory", [name])
    if isinstance(found, Unknown):
        raise Unsupported("method", "Puppet::Module.find")
    return None if found is None else Object(CLASSES["Puppet::Module"], found)


def _find(machine: Machine, name: object, function: str) -> object:
    if not isinstance(name, String):
        refuse("NoMethodError", f"undefined method `split' for {subject(name)}")
    if name.text.startswith("/"):
        return name if machine.send(CLASSES["File"], "exist?", [name], None) else None
    found = None if "/" not in name.text else call_host(machine, function, [name])
    if isinstance(found, Unknown):
        raise Unsupported("method", f"Puppet::Parser::Files.{function}")
    return found


@yields("Puppet::Parser::Files.", "find_template")
def _find_template(machine: Machine, block: AnyProc | None, module: object, name: object, environment: object = None) -> object:
    return _find(machine, name, "find_template")


@yields("Puppet::Parser::Files.", "find_file")
def _find_file(machine: Machine, block: AnyProc | None, module: object, name: object, environment: object = None) -> object:
    return _find(machine, name, "find_file")


REFERENCE = lazy_pattern(r"([^\[\]]+)\[(.+)\]", re.DOTALL)


@method("Puppet::Resource.", "type_and_title")
def _type_and_title(module: object, reference: object, title: object = None) -> object:
    if title is not None or not isinstance(reference, String):
        raise Unsupported("method", "Puppet::Resource.type_and_title")
    if not any(REFERENCE.fullmatch(each) for each in (reference.text, *reference.text.split("\n"))):
        refuse("ArgumentError", f"No title provided and {inspect(reference)} is not a valid resource reference")
    found = REFERENCE.fullmatch(reference.text)
    if found is None or not found[1].isascii() or found[1].lower() in ("class", "node", "stage", "component"):
        raise Unsupported("method", "Puppet::Resource.type_and_title")
    return [String(capitalize_segments(found[1].lower())), String(found[2])]


@method("Puppet::Module", "path")
def _path_of_module(module: Object) -> object:
    return module.held


@method("Puppet::Pops::Serialization::ToDataConverter.", "convert")
def _to_data(module: object, value: object, options: object = None) -> object:
    """Data as it is; other values have a form of their own, which is not supported."""
    if not _is_data(value):
        raise Unsupported("method", "ToDataConverter.convert of rich data")
    return value


def _is_data(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_is_data, value))
    if isinstance(value, Hash):
        return all(isinstance(key, String) and not key.text.startswith("__p") and _is_data(each) for key, each in value.items())
    return value is None or isinstance(value, String | bool | int | float)


@yields("Puppet.", "version")
def _version(machine: Machine, block: AnyProc | None, module: object) -> object:
    return machine.host.setting("version")


@method("Puppet::Util::Package.", "versioncmp", more=1)
def _versioncmp(module: object, left: object, right: object) -> object:
    return compare_versions(string_of(left), string_of(right))


@yields("Puppet::Pops::Types::PSensitiveType::Sensitive.", "new", keeps=True)
def _sensitive(machine: Machine, block: AnyProc | None, module: object, value: object) -> object:
    return Sensitive(value)


@method("Puppet::Pops::Types::PSensitiveType::Sensitive", "==")
def _equal_sensitive(value: Sensitive, other: object) -> object:
    return isinstance(other, Sensitive) and to_puppet(value) == to_puppet(other)


@method("Puppet::Pops::Types::PAnyType", "instance?", more=1)
def _is_instance(value: Type, other: object) -> object:
    return is_instance(value, to_puppet(other))


@method("Puppet::Pops::Types::TypeCalculator.", "instance?")
def _is_instance_of(module: object, type: Type, value: object) -> object:
    return _is_instance(type, value)


@method("Puppet::Pops::Types::TypeCalculator.", "infer_set", "infer")
def _infer(module: object, value: object) -> object:
    return infer_set(to_puppet(value))


@yields("Puppet::Util.", "deterministic_rand_int")
def _deterministic_rand(machine: Machine, block: AnyProc | None, module: object, seed: object, limit: object) -> object:
    found = random_integer(integer_of(seed), integer_of(limit))
    return found


@yields("Puppet::Util.", "deterministic_rand")
def _deterministic_rand_text(machine: Machine, block: AnyProc | None, module: object, seed: object, limit: object) -> object:
    return String(str(_deterministic_rand(machine, None, module, seed, limit)))


# ---- templates

TEMPLATE = "Puppet::Parser::TemplateWrapper"


@method(TEMPLATE, "scope", keeps=True)
def _template_scope(template: object) -> object:
    return scope_object()


@yields(TEMPLATE, "instance_variables")
def _template_names(machine: Machine, block: AnyProc | None, template: Object) -> object:
    names = [re.sub(r"\W", "_", each) for each in machine.host.variable_names()]
    return [Symbol(each) for each in dict.fromkeys(["@__scope__", "@__file__", *(f"@{each}" for each in names), *template.state])]


@yields(TEMPLATE, "has_variable?")
def _template_has(machine: Machine, block: AnyProc | None, template: object, name: object) -> object:
    return _includes(machine, None, template, String(to_s(name)))
