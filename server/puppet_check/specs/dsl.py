"""The words of RSpec with which code declares groups, examples and what they share."""

from __future__ import annotations

from puppet_check.specs.groups import Example, Group, described_by, joined, let, memoise
from puppet_check.specs.hooks import Calling
from puppet_check.specs.machine import DYNAMIC, SpecMachine, of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Method, Module, Parameters, Proc, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.unknown import UnknownValue

MAIN = "RSpec::Main RSpec."
GROUP = "RSpec::Core::ExampleGroup."
TRIED = (Unsupported, UnknownValue, Raised, RecursionError)
"""What may end the body of a group without ending that of the group around it."""


@yields(f"{MAIN} {GROUP}", "describe", "context", "example_group", keeps=True)
def describe(machine: Machine, block: AnyProc | None, receiver: object, *arguments: object) -> object:
    """Declare a group, and run its body."""
    return declare(of(machine), list(arguments), block, {})


@yields(f"{MAIN} {GROUP}", "xdescribe", "xcontext", keeps=True)
def skipped_group(machine: Machine, block: AnyProc | None, receiver: object, *arguments: object) -> object:
    """Declare a group whose examples are skipped."""
    return declare(of(machine), list(arguments), block, {"skip": String("Temporarily skipped")})


@yields(f"{MAIN} {GROUP}", "fdescribe", "fcontext", keeps=True)
def focused_group(machine: Machine, block: AnyProc | None, receiver: object, *arguments: object) -> object:
    """Declare a group."""
    return declare(of(machine), list(arguments), block, {"focus": True})


def declare(machine: SpecMachine, arguments: list[object], block: AnyProc | None, more: dict[str, object]) -> Group:
    """Declare a group inside of the one whose body is being run."""
    above = machine.around[-1] if machine.around else None
    group = made_group(machine, above, arguments, more)
    if above is None:
        machine.groups.append(group)
        for module in machine.configured.modules:
            mix_in(group, module)
    else:
        above.children.append(group)
    include_by_metadata(machine, group)
    if isinstance(block, Proc):
        run_body(machine, group, block, [])
    return group


def include_by_metadata(machine: SpecMachine, group: Group) -> None:
    """Include the shared examples that a group includes by its metadata."""
    for shared in filter(group.includes(group.tags), machine.configured.triggered):
        group.included.append(shared)
        run_body(machine, group, shared.block, [])


def made_group(machine: SpecMachine, above: Group | None, arguments: list[object], more: dict[str, object]) -> Group:
    """A group with its descriptions and metadata, which it takes from those of the group around it as well."""
    place = machine.place
    if above is None:
        number: tuple[int, ...] = (len(machine.groups) + 1,)
        group = Group(machine.base, machine.top, number, machine.spec, place)
    else:
        group = Group(above, machine.top, (*above.number, above.next_number()), above.path, place)
    described, tags = described_by(arguments)
    own = " ".join(shown_name(each) for each in described)
    inherited = {} if above is None else above.tags
    group.label(described, own if above is None else joined(above.description, own), {**inherited, **more, **tags})
    return group


def shown_name(value: object) -> str:
    """An argument of a group in its description."""
    return to_s(value) if isinstance(value, String | Symbol | Module) else inspect(value)


def run_body(machine: SpecMachine, group: Group, block: Proc, arguments: list[object]) -> None:
    """Run the body of a group; what is not supported in it is noted, and does not end that of the group around it."""
    machine.around.append(group)
    depth = machine.depth
    try:
        machine.call_with_self(block, group, arguments, module=group)
    except TRIED as reason:
        machine.unwind(depth)
        group.fail(reason)
    finally:
        machine.around.pop()


# ---- examples


@yields(GROUP, "it", "specify", "example", keeps=True)
def it(machine: Machine, block: AnyProc | None, group: Group, *arguments: object) -> object:
    """Declare an example."""
    return add_example(of(machine), group, list(arguments), block, {})


@yields(GROUP, "fit", "focus", "fspecify", keeps=True)
def focused(machine: Machine, block: AnyProc | None, group: Group, *arguments: object) -> object:
    """Declare an example."""
    return add_example(of(machine), group, list(arguments), block, {"focus": True})


@yields(GROUP, "xit", "xspecify", "xexample", keeps=True)
def skipped(machine: Machine, block: AnyProc | None, group: Group, *arguments: object) -> object:
    """Declare an example that is not run."""
    return add_example(of(machine), group, list(arguments), block, {"skip": String("Temporarily skipped")})


@yields(GROUP, "skip", keeps=True)
def skip(machine: Machine, block: AnyProc | None, group: Group, *arguments: object) -> object:
    """Declare an example that is not run."""
    return add_example(of(machine), group, list(arguments), block, {"skip": True})


@yields(GROUP, "pending", keeps=True)
def pending(machine: Machine, block: AnyProc | None, group: Group, *arguments: object) -> object:
    """Declare an example that is expected to fail."""
    return add_example(of(machine), group, list(arguments), block, {"pending": True})


def add_example(machine: SpecMachine, group: Group, arguments: list[object], block: AnyProc | None, more: dict[str, object]) -> object:
    """Add an example to a group."""
    described, tags = described_by(arguments)
    if block is None:
        more = {"skip": String("Not yet implemented"), **more}
    description = "" if not described or described[0] is None else shown_name(described[0])
    own = group_of_example(machine, group, tags)
    example = Example(own, group.next_number(), block, description, {**group.tags, **more, **tags}, machine.place)
    group.children.append(example)
    return None


def group_of_example(machine: SpecMachine, group: Group, tags: dict[str, object]) -> Group:
    """The group of an example: one for it alone if it includes shared examples by its metadata, whose hooks and values it has."""
    included = [*filter(group.includes(tags), machine.configured.triggered)]
    if not included:
        return group
    own = Group(group, machine.top, group.number, group.path, group.place)
    own.label(group.described, group.description, group.tags)
    for shared in included:
        run_body(machine, own, shared.block, [])
        if own.failed is not None:
            raise own.failed
    return own


# ---- what examples share


@yields(GROUP, "let", keeps=True)
def define_let(machine: Machine, block: AnyProc | None, group: Group, name: object) -> object:
    """Define a memoised method."""
    if not isinstance(block, Proc):
        raise Unsupported("method", "let with another block")
    let(group, to_s(name), block)
    return Symbol.named(to_s(name))


@yields(GROUP, "let!", keeps=True)
def define_eager_let(machine: Machine, block: AnyProc | None, group: Group, name: object) -> object:
    """Define a memoised method that is called before each example."""
    define_let(machine, block, group, name)
    group.hooks.before.append(Calling(to_s(name)))  # type: ignore[arg-type]  # a hook that is no block
    return None


@yields(GROUP, "subject", keeps=True)
def define_subject(machine: Machine, block: AnyProc | None, group: Group, name: object = None) -> object:
    """Define the subject, under another name as well."""
    if not isinstance(block, Proc):
        raise Unsupported("method", "subject without a block")
    if name is None:
        let(group, "subject", block)
        return None
    word = to_s(name)
    let(group, word, block)
    alias = Method("subject", Parameters().finish(), lambda frame: frame.machine.send(frame.receiver, word, [], None, True), group)
    memoise(group, "subject", alias)
    return None


@yields(GROUP, "subject!", keeps=True)
def define_eager_subject(machine: Machine, block: AnyProc | None, group: Group, name: object = None) -> object:
    """Define the subject, which is computed before each example."""
    define_subject(machine, block, group, name)
    group.hooks.before.append(Calling("subject"))  # type: ignore[arg-type]  # a hook that is no block
    return None


# ---- modules and metadata


@yields(GROUP, "include", keeps=True)
def include(machine: Machine, block: AnyProc | None, group: Group, *modules: object) -> object:
    """Include modules in a group."""
    for each in modules:
        if not isinstance(each, Module):
            raise Unsupported("method", "include")
        mix_in(group, each)
    return group


@yields("RSpec::Main", "include", "extend", keeps=True)
def include_everywhere(machine: Machine, block: AnyProc | None, receiver: object, *modules: object) -> object:
    """Include modules in all objects."""
    for each in modules:
        if not isinstance(each, Module):
            raise Unsupported("method", "include")
        of(machine).top.methods.update(each.methods)
    return None


def mix_in(group: Group, module: Module) -> None:
    """Put the methods of a module between a group and what it inherits from."""
    proxy = Module(module.name, group.superclass, False, module.parent)
    proxy.methods = module.methods
    group.insert_above(proxy)


@yields(GROUP, "described_class", keeps=True)
def described_class(machine: Machine, block: AnyProc | None, group: Group) -> object:
    """What the innermost group describes that describes no text."""
    for each in group.lineage():
        if each.described and not isinstance(each.described[0], String | Symbol):
            return each.described[0]
    return None


@yields(GROUP, "description", "top_level_description", keeps=True)
def description(machine: Machine, block: AnyProc | None, group: Group) -> object:
    """The description of the outermost group."""
    return String(group.outermost.description)


@yields(GROUP, "metadata", keeps=True)
def metadata(machine: Machine, block: AnyProc | None, group: Group) -> object:
    """The metadata of a group."""
    raise Unsupported("method", "metadata")


def _of_main(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    raise Unsupported("method", name)


DYNAMIC["RSpec::Main"] = _of_main
DYNAMIC["RSpec."] = _of_main
