"""The machine of spec files: it has groups and examples, the places of calls, and methods that RSpec makes up by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import thread_time
from types import MappingProxyType

from puppet_check.specs.catalogs.compiling import Catalogs
from puppet_check.specs.groups import BASE, Example, Group, Hooks, Shared
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved
from puppet_grammar.table import Table
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.file import compiled, compiled_file
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.machine import Machine, table_of
from puppet_typesys.ruby.native import Native
from puppet_typesys.ruby.objects import AnyProc, Frame, Hash, Method, Module, Object
from puppet_typesys.ruby.outcome import Host, Meter, Unsupported

LOADING, RUNNING = 20_000_000, 3_000_000
"""The steps that loading a file, and running an example, may take."""
SECONDS = 10.0
"""The processor time for either."""
MAX_CALLS = 400

Dynamic = Callable[["SpecMachine", object, str, list[object], AnyProc | None], object]
DYNAMIC: Table[str, Dynamic] = Table("the methods that classes make up")
"""The methods that classes make up by their names, by the name of the class. Filled while modules are imported."""
REPLACED = frozenset(
    (
        *(
            "ENV.#[]",
            *(f"File.#{name}" for name in ("open", "write", "stat", "chown", "chmod")),
            *(f"FileUtils.#{name}" for name in ("mkdir_p", "makedirs", "mkpath")),
            "File.#exist?",
            "File.#exists?",
            "File.#file?",
            "File.#read",
            "File.#readable?",
            "YAML.#load",
            "YAML.#safe_load",
            "Psych.#load",
            "Psych.#safe_load",
        ),
        *("Puppet.#[]", "Puppet.#settings", "Class#new", "Puppet::Parser::Functions.#newfunction", "Puppet::Functions.#create_function"),
    )
)
"""Methods of the core that specs see more of."""


class CustomFact:
    """A fact that a spec helper adds to those of all systems."""

    def __init__(self, value: object, confine: Sequence[str] | None, exclude: Sequence[str] | None, merges: bool) -> None:
        self.value = value
        self.confine = confine
        self.exclude = exclude
        self.merges = merges


@dataclass
class Configured:
    """What `RSpec.configure` and functions of helper libraries have set."""

    settings: dict[str, object] = field(default_factory=dict)
    hooks: Hooks = field(default_factory=Hooks)
    modules: list[Module] = field(default_factory=list)
    """Those that are included in all groups."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Other names of `it_behaves_like`, with the word that their groups begin with."""
    triggered: list[Shared] = field(default_factory=list)
    """Shared examples that groups include by their metadata."""
    custom_facts: dict[str, CustomFact] = field(default_factory=dict)
    excluded: dict[str, object] = field(default_factory=dict)
    """The metadata of examples that are not run."""


EVERYTHING: Mapping[str, frozenset[str]] = MappingProxyType({})


class Options:
    """What the user asks for."""

    def __init__(
        self,
        *,
        systems: int = 0,
        only: tuple[str, ...] = (),
        named: str = "",
        ids: Mapping[str, frozenset[str]] = EVERYTHING,
        unsaved: Unsaved = NO_TEXTS,
    ) -> None:
        self.systems = systems
        """The number of systems for each `on_supported_os`; 0 for all."""
        self.only = only
        """The beginnings of the names of the systems to run for; empty for all."""
        self.named = named
        """A part of the ids or descriptions of the examples to run; empty for all."""
        self.ids = ids
        """The ids of the examples to run, and of groups whose examples are run, by the path of the spec file; without a path, all."""
        self.unsaved = unsaved
        """The texts of files that an editor has not saved."""


class SpecMachine(Machine):
    """The state of the run of a spec file. Used on one thread."""

    def __init__(self, host: Host, meter: Meter, folder: str, catalogs: Catalogs, options: Options) -> None:
        super().__init__(host, meter, compiled, is_template=True)
        self.folder = folder
        """The module, which is the current folder of the run."""
        self.catalogs = catalogs
        self.options = options
        self.base = Module(BASE, CLASSES["Object"], True)
        self.main = Object(Module("RSpec::Main", CLASSES["Object"]))
        self.groups: list[Group] = []
        self.around: list[Group] = []
        """The groups whose bodies are being run, the innermost last."""
        self.shared: dict[str, Shared] = {}
        self.configured = Configured()
        self.example: Example | None = None
        """The example that runs."""
        self.doubts: list[str] = []
        """What spec helpers do that is not supported, so that nothing is certain of any example."""
        self.spec = ""
        """The spec file, as ids name it."""
        self.written: dict[str, str] = {}
        """The texts of files that specs have written, which are in memory alone."""
        self.used: dict[str, object] = {}
        """What parts of the library remember, by their own names."""

    def renew(self, steps: int) -> None:
        """Begin a part of the run with full limits."""
        self.rest, self.until, self.left = steps, thread_time() + SECONDS, 0
        self.depth = 0
        self.unknowns = False

    def begin_file(self, name: str) -> None:
        """Begin with a spec file, as ids name it."""
        self.spec = name

    def begin_example(self, example: Example) -> None:
        """Begin with an example."""
        self.example = example

    def load(self, source: str, path: str) -> object:
        """Run the text of a file."""
        return compiled_file(source, path)(Frame(self, self.main, self.top))

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_CALLS:
            self.depth -= 1
            raise Unsupported("depth of", "calls")

    def call_native(self, native: Native, receiver: object, arguments: list[object], block: AnyProc | None) -> object:
        if receiver.__class__ is Module and (found := DYNAMIC.get(f"{receiver.name}.")) is not None and native.name in REPLACED:
            return found(self, receiver, native.name.rpartition("#")[2], arguments, block)
        return super().call_native(native, receiver, arguments, block)

    def responds(self, receiver: Object, name: str) -> bool:
        """Whether an object of a group has a method, by the group or by RSpec."""
        return any(name in each.methods for each in receiver.kind.ancestors()) or name in table_of(receiver)

    def undefined(self, receiver: object, name: str) -> object:
        return self.missing(receiver, name, True, [], None)

    def missing(self, receiver: object, name: str, own: bool, arguments: list[object], block: AnyProc | None) -> object:
        kind = receiver if isinstance(receiver, Module) else receiver.kind if isinstance(receiver, Object) else None
        if kind is not None:
            suffix = "." if kind is receiver else ""
            for each in kind.ancestors():
                found = DYNAMIC.get(each.name + suffix)
                if found is not None:
                    return found(self, receiver, name, arguments, block)
            if kind.name.startswith(("RSpec", "Puppet", "Facter")):
                raise Unsupported("method", f"{kind.name}#{name}")
        if name in ADDED:
            return ADDED[name](self, receiver, name, arguments, block)
        if name in EXTENSIONS:
            return extension(receiver, name, arguments)
        return super().missing(receiver, name, own, arguments, block)

    def call_above(self, method: Method, receiver: object, arguments: list[object], block: AnyProc | None) -> object:
        if not isinstance(receiver, Object) or not isinstance(method.module, Group):
            return super().call_above(method, receiver, arguments, block)
        past = False
        for each in receiver.kind.ancestors():
            found = each.methods.get(method.name)
            if past and found is not None:
                return self.invoke(found, receiver, arguments, block)
            past = past or each is method.module
        native = table_of(receiver).get(method.name)
        if native is None:
            return self.missing(receiver, method.name, True, arguments, block)
        return self.call_native(native, receiver, arguments, block)


ADDED: Table[str, Dynamic] = Table("the methods that RSpec adds to all objects")
"""Methods that RSpec adds to all objects. Filled while modules are imported."""
EXTENSIONS = frozenset(
    "deep_merge deep_merge! deep_dup present? blank? presence try symbolize_keys stringify_keys deep_symbolize_keys deep_stringify_keys "
    "stubs expects should should_not stub should_receive titleize underscore camelize squish constantize pluralize".split()
)
"""Methods that libraries of specs add to the classes of the core."""


def extension(receiver: object, name: str, arguments: list[object]) -> object:
    """The value of a method that libraries add."""
    if name in ("deep_merge", "deep_merge!") and isinstance(receiver, Hash) and len(arguments) == 1 and isinstance(arguments[0], Hash):
        made = merged(receiver, arguments[0])
        assert isinstance(made, Hash)
        if name == "deep_merge":
            return made
        receiver.fill(made.entries)
        return receiver
    raise Unsupported("method", name)


def merged(known: object, value: object) -> object:
    """Two values as `deep_merge` merges them: Hashes by their keys, Arrays as a union, else the second one."""
    if isinstance(known, Hash) and isinstance(value, Hash):
        made = Hash()
        made.entries.update(known.entries)
        for at, (key, each) in value.entries.items():
            old = made.entries.get(at)
            made.entries[at] = (key, each if old is None else merged(old[1], each))
        return made
    if isinstance(known, list) and isinstance(value, list):
        return [*known, *(each for each in value if not any(key_of(each) == key_of(other) for other in known))]
    return value


def of(machine: Machine) -> SpecMachine:
    """The machine as that of a spec file, in which alone the methods of RSpec can be called."""
    assert isinstance(machine, SpecMachine)
    return machine


def keyword(given: object, name: str) -> object:
    """An option of a call; None if it is not given."""
    if isinstance(given, Hash):
        for key, value in given.items():
            if getattr(key, "name", getattr(key, "text", None)) == name:
                return value
    return None
