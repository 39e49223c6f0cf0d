"""Functions and ERB templates of modules, run by the interpreter of Ruby (`puppet_typesys.ruby`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.bridges.scratch import Scratch
from puppet_typesys.evaluate.definitions import DEFINITION, HOSTCLASS, Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.frames import MISSING as MISSING_LOCALLY
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.legacy import converted, runtime_text
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch, Implementation
from puppet_typesys.issues.evaluation.names import unknown_file
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.loader import Definition as LoadedDefinition
from puppet_typesys.ruby.data_types import Built, call_member
from puppet_typesys.ruby.functions import call_function
from puppet_typesys.ruby.objects import String, Symbol
from puppet_typesys.ruby.outcome import Failed, NotComputed, ResourceData, RubyError, TextWithHoles, Unsupported
from puppet_typesys.ruby.templates import render_erb
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Member, Object
from puppet_typesys.values.errors import ArgumentError, InternalError, MessageError
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import PossiblyUnset, Unknown

ANY_ARGUMENTS = "Any *$arguments, Optional[Callable] &$block"
CALLED = lazy_pattern(r"\bcall_function\(?\s*(?:['\"]([\w:]+)['\"]|:(\w+))|\bfunction_(\w+)")
"""A function that Ruby calls by its name."""
CALLS = lazy_pattern(r"\bcall_function\b|\bfunction_\w")
REACHES_CATALOG = lazy_pattern(
    r"\b(?:catalog|compiler|add_resource|newscope|Puppet::(?:Parser::)?Resource|eval|instance_eval|public_send)\b"
)
"""Words of Ruby that reaches the catalog by itself."""
READS = lazy_pattern(
    r"[@`]|\$[A-Za-z_0$?!@:\"<>.*]|%x|\b(?:scope|\w+_scope|\w*lookup\w*|\w*setvar|call_function|catalog|compiler|environment|eval|\w+_eval"
    r"|send|public_send|instance_variable\w*|const_get|require|require_relative|load|loaders?|autoload|system|exec|spawn|fork|open|popen|rand|srand|shuffle|sample"
    r"|File|Dir|IO|Pathname|FileUtils|ENV|ARGV|Time|Date|DateTime|Random|SecureRandom|Process|Socket|\w*Socket|Net|Open3|Kernel|ObjectSpace"
    r"|Facter|Etc|YAML|Thread|Puppet\[|Puppet\.\w+|Puppet::(?!Functions\b|Parser::Functions\b|ParseError\b|Error\b))"
)
"""Words of Ruby that may depend on more than the arguments of a function."""
LEGACY_CALL = lazy_pattern(r"\bfunction_(\w+)")
"""A call of a function by the legacy interface."""
DOCUMENTATION = lazy_pattern(r"(?m)^[ \t]*#.*$|:?doc(?:: |\s*=> ?)<<[-~]['\"]?(\w+)['\"]?(?:(?!#\{)[\s\S])*?^[ \t]*\1\b")
"""Lines that are comments, and texts that document functions."""
SETTINGS: dict[str, object] = {"strict": Symbol.named("error"), "strict_variables": True, "tasks": False, "storeconfigs": False}
"""The values of settings of the reference that change what functions do."""
VERSION = "8.10.0"
DEEPEST = 5
"""How many calls of functions by each other are followed to see whether they declare something."""


class RubyFunction(NamedTuple):
    """The text of a function written in Ruby."""

    path: str
    text: str


LEGACY_FUNCTIONS = "puppet/parser/functions/"


class DataTypes(Protocol):
    """The data types that modules define; see `LoadedDefinitions`."""

    def data_type(self, name: str | None) -> LoadedDefinition | None:
        """The definition of a data type in Ruby; None without one of that name."""


class Library(Protocol):
    """The Ruby files of a project."""

    @property
    def loaded(self) -> DataTypes:
        """The definitions of modules."""

    def ruby(self, name: str) -> RubyFunction | None:
        """The function written in Ruby of a name."""

    def file_text(self, path: str) -> str | None:
        """The text of a file of the project; None if it cannot be read or is not in UTF-8."""

    def ruby_library(self, path: str) -> str | None:
        """The text of a Ruby file below the `lib` of a module, named without suffix as in `require`."""

    def has_file(self, path: str) -> bool | None:
        """Whether there is a file or folder at a path; None for one outside of the project and its data."""

    def yaml(self, text: str) -> object:
        """The value of a text in YAML; `MISSING` if it is empty or cannot be read."""

    def is_absent(self, name: TypedName) -> bool:
        """Whether a name may be defined by a module that is not installed."""

    def draw(self, limit: int) -> int | None:
        """A random number below a limit; None where results that depend on chance are not wanted."""


class Causes(Protocol):
    """Notes why values are unknown; see `node_catalogs.causes`."""

    def add(self, kind: Literal["function"], name: str) -> None:
        """Count an unknown result."""

    def explain(self, function: str, reason: str) -> None:
        """Note why the result of a function is unknown."""


@dataclass(frozen=True)
class RubyCode:
    """The Ruby of a project, as one evaluation runs it."""

    library: Library
    causes: Causes
    """Why results are unknown."""
    assigned: dict[tuple[int, str], object] = field(default_factory=dict)
    """Values of variables that programs have assigned, as these see them, by the identity of the scope and the name."""
    methods: dict[str, object] = field(default_factory=dict)
    """The methods that templates have defined, by name."""
    scratch: Scratch = field(default_factory=Scratch)
    kept: dict[str, dict[str, object]] = field(default_factory=dict)
    """The instance variables of functions, by their names: the catalog has one object of each."""
    replaced: frozenset[str] = frozenset()
    """The functions that are not interpreted, because it is known what they do."""


def function_of(name: str, implementation: Implementation) -> BuiltinFunction:
    """A function that takes any arguments."""
    made = BuiltinFunction(name)
    made.dispatches.append(Dispatch(ANY_ARGUMENTS, implementation, None, False))
    return made


def ruby_function(name: str, found: RubyFunction, code: RubyCode) -> BuiltinFunction:
    """A function written in Ruby."""
    return function_of(name, interpreted(name, found, code))


def interpreted(name: str, found: RubyFunction, code: RubyCode) -> Implementation:
    """What interprets a function written in Ruby."""

    def run(call: Invocation, *given: object) -> object:
        *arguments, block = given
        result = call_function(
            found.text, name, arguments, NodeHost(call, code), call.evaluator.budget, block if isinstance(block, Block) else None
        )
        if isinstance(result, NotComputed):
            code.causes.explain(name, str(result.reason))
            if may_declare(found.text, code.library, call.evaluator.compiler.is_pure):
                call.evaluator.compiler.catalog.mark_partial()
        return result

    return run


def ruby_member(
    call: Call, receiver: Instance, member: Member, arguments: Sequence[object], defined: LoadedDefinition, code: RubyCode
) -> object:
    """The value of a function of an instance, whose type is defined in Ruby."""
    assert isinstance(call, Invocation)
    source = code.library.file_text(defined.place.path)
    if source is None or _implements(receiver.type, member.container, code.library):
        return Unknown(model.ANY)
    attributes = member.container.parameters()
    built = Built(
        source, defined.name, {each.name: receiver.values[each.name] for each in attributes}, any(each.has_value for each in attributes)
    )
    result = call_member(built, member.name, arguments, NodeHost(call, code), call.evaluator.budget)
    if isinstance(result, NotComputed):
        name = f"{defined.name}.{member.name}"
        code.causes.explain(name, str(result.reason))
        code.causes.add("function", name)
    return result


def _implements(type: Object, above: Object, library: Library) -> bool:
    """Whether a type that inherits from another one has, or may have, an implementation of its own."""
    while type is not above and type != above:
        defined = library.loaded.data_type(type.name)
        text = None if defined is None else library.file_text(defined.place.path)
        parent = type.resolved_parent
        if text is None or "implementation" in text or not isinstance(parent, Object):
            return True
        type = parent
    return False


def may_declare(text: str, library: Library, is_pure: Callable[[str], bool], depth: int = DEEPEST) -> bool:
    """Whether Ruby may declare resources, or calls a function that may."""
    called = _called(text)
    return called is None or any(_may_declare(name, library, is_pure, depth) for name in called if not is_pure(name))


@lru_cache(maxsize=256)
def _called(text: str) -> tuple[str, ...] | None:
    """The functions that Ruby calls by their names; None if it may reach the catalog in another way."""
    called = tuple(first or second or third for first, second, third in CALLED.findall(text))
    return None if REACHES_CATALOG.search(text) or len(CALLS.findall(text)) > len(called) else called


@lru_cache(maxsize=256)
def called_alone(text: str) -> frozenset[str] | None:
    """The functions that Ruby calls as `function_x`, if it certainly reads nothing else but its arguments; None if it may."""
    code = DOCUMENTATION.sub("", text)
    return None if READS.search(code) is not None else frozenset(LEGACY_CALL.findall(code))


def _may_declare(name: str, library: Library, is_pure: Callable[[str], bool], depth: int) -> bool:
    found = library.ruby(name)
    return depth == 0 or found is None or may_declare(found.text, library, is_pure, depth - 1)


def _may_be_undef(value: Unknown) -> bool:
    return isinstance(value, PossiblyUnset) or not isinstance(value.type, Type) or "undef" in kinds(value.type)


class NodeHost:
    """What a program in Ruby may ask of the evaluation (`puppet_typesys.ruby.outcome.Host`)."""

    def __init__(self, call: Invocation, code: RubyCode) -> None:
        self._call = call
        self._library = code.library
        self._assigned = code.assigned
        self._methods = code.methods
        self._scratch = code.scratch
        self._kept = code.kept
        self._replaced = code.replaced

    def call(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        try:
            return self._call.function(name, arguments, block)
        except RubyError:
            raise
        except (EvaluationError, MessageError) as error:
            raise Failed(error) from None

    def as_legacy(self, name: str, arguments: Sequence[object]) -> list[object]:
        return converted(name, arguments, 0)

    def variable(self, name: str) -> object:
        return self._call.find_variable(name)

    def variable_names(self) -> Sequence[str]:
        found = None if self._scope.may_have_more() else self._scope.visible()
        if found is None or any(isinstance(each, Unknown) and _may_be_undef(each) for each in found.values()):
            raise Unsupported("names of", "variables")
        return [name for name, value in found.items() if value is not None]

    def assign(self, name: str, value: object, held: object, *, is_global: bool) -> None:
        compiler, scope = self._call.evaluator.compiler, self._scope
        target = compiler.top if is_global else scope
        if target.is_bound(name):
            raise ArgumentError(f"Cannot reassign variable '${name}'")
        target.assign(name, value)
        self._assigned[id(target), name] = held

    def held(self, name: str) -> object:
        compiler = self._call.evaluator.compiler
        for scope in (compiler.top,) if name.startswith("::") else (self._scope, compiler.top):
            name = name.removeprefix("::")
            if (id(scope), name) in self._assigned:
                return self._assigned[id(scope), name]
            if scope.find_local(name) is not MISSING_LOCALLY:
                break
        return MISSING

    @property
    def _scope(self) -> Scope:
        scope = self._call.scope
        return scope

    def methods_of_templates(self) -> dict[str, object]:
        return self._methods

    def type_of_name(self, name: str) -> Type | None:
        return self._call.evaluator.compiler.type_of_name(name)

    def library(self, path: str) -> str | None:
        if path.removeprefix(LEGACY_FUNCTIONS) in self._replaced:
            return None
        return self._library.ruby_library(path)

    def has_file(self, path: str) -> bool | None:
        return path in self._scratch.files if self._scratch.has(path) else self._library.has_file(path)

    def file_text(self, path: str) -> str | None:
        return self._scratch.files.get(path) if self._scratch.has(path) else self._library.file_text(path)

    def has_function(self, name: str) -> bool | None:
        compiler = self._call.evaluator.compiler
        if compiler.function_named(name) is not None or compiler.resolver.builtin_function(name) is not None:
            return True
        return self._library.ruby(name) is not None or (None if self._library.is_absent(TypedName(FUNCTION, name)) else False)

    def resource(self, type: str, title: str) -> ResourceData | None:
        catalog = self._call.evaluator.compiler.catalog
        found = catalog.find(type, title)
        if (found is None and catalog.may_have_more(type)) or (found is not None and not found.is_certain):
            raise Unsupported("resource", f"{type}[{title}]")
        return None if found is None else _data(found)

    def own_resource(self) -> ResourceData | None:
        scope = self._scope
        if scope.kind not in (HOSTCLASS, DEFINITION) or not isinstance(scope.resource, Resource):
            raise Unsupported("resource", "of another scope")
        return _data(scope.resource)

    def node_name(self) -> str:
        name = self._call.evaluator.compiler.given.name_of_node()
        if name is None:
            raise Unsupported("name", "of the node")
        return name

    def defaults(self, type: str) -> Sequence[str]:
        return [*self._scope.resource_defaults(type)]

    def setting(self, name: str) -> object:
        target = self._call.evaluator.compiler.resolver.target
        if name == "strict":
            return Symbol.named(target.strict)
        if name == "strict_variables":
            return target.of_unknown_variables == "error"
        if name == "vardir" and self._scratch.begin(self._library.draw):
            return String(self._scratch.folder)
        return setting(name)

    def yaml(self, text: str) -> object:
        return self._library.yaml(text)

    def log(self, level: str, message: str) -> None:
        self._call.log(level, message)

    def now(self) -> int | None:
        return self._call.world.now()

    def draw(self, limit: int) -> int | None:
        return self._library.draw(limit)

    def kept_of(self, name: str) -> dict[str, object]:
        return self._kept.setdefault(name, {})

    def is_scratch(self, path: str) -> bool:
        return self._scratch.has(path)

    def write(self, path: str, text: str | None) -> None:
        self._scratch.write(path, text)


def setting(name: str) -> object:
    """The value of a setting of the reference; raises Unsupported if it is not known."""
    if name == "version":
        return String(VERSION)
    if name not in SETTINGS:
        raise Unsupported("setting", name)
    return SETTINGS[name]


def _data(resource: Resource) -> ResourceData:
    """A resource as programs see it."""
    if resource.is_open or any(each.possible for each in resource.parameters.values()):
        raise Unsupported("resource", str(resource))
    kind = resource.kind
    definition = (kind.kind, kind.name) if isinstance(kind, Definition) else None
    values = tuple((name, each.value) for name, each in resource.parameters.items())
    return ResourceData(resource.type, resource.title, values, definition)


def template_functions(code: RubyCode) -> dict[str, BuiltinFunction]:
    """The functions that fill in ERB templates."""

    def template(call: Invocation, *given: object) -> object:
        names = [runtime_text(each) for each in converted("template", given[:-1], 1)]
        return _joined([_of_file(call, name, code) for name in names])

    def inline_template(call: Invocation, *given: object) -> object:
        texts = converted("inline_template", given[:-1], 1)
        if not all(isinstance(each, str) for each in texts):
            raise InternalError("Failed to parse inline template: undefined method `encoding'")
        return _joined([_rendered(call, str(each), None, "", code) for each in texts])

    return {each.__name__: function_of(each.__name__, each) for each in (template, inline_template)}


def _of_file(call: Invocation, name: str, code: RubyCode) -> object:
    path = call.world.find_template(name)
    if path == "":
        raise ArgumentError(unknown_file(name))
    text = call.world.read_template(name)
    if text is None or not call.evaluator.compiler.given.evaluates_templates:
        return Unknown(model.STRING)
    return _rendered(call, text, name, path or "", code)


def _rendered(call: Invocation, text: str, name: str | None, path: str, code: RubyCode) -> object:
    host = NodeHost(call, code)
    result: object = render_erb(text, host, call.evaluator.budget, name, path)
    if isinstance(result, NotComputed):
        code.causes.explain(call.name, f"{name or 'inline'}: {result.reason}")
        if may_declare(text, code.library, call.evaluator.compiler.is_pure):
            call.evaluator.compiler.catalog.mark_partial()
        return call.evaluator.observer.not_rendered(text, host.variable, result)
    return result


def _joined(texts: Sequence[object]) -> object:
    """The texts of several templates as one."""
    if len(texts) == 1:
        return texts[0]
    if all(isinstance(each, str) for each in texts):
        return "".join(map(str, texts))
    if all(isinstance(each, str | TextWithHoles) for each in texts):
        return TextWithHoles(tuple(part for each in texts for part in (each.parts if isinstance(each, TextWithHoles) else (str(each),))))
    return Unknown(model.STRING)
