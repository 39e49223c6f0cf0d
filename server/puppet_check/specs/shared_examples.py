"""Examples that groups share, which they include or nest by a name."""

from __future__ import annotations

from puppet_check.specs.dsl import GROUP, MAIN, made_group, run_body
from puppet_check.specs.groups import Group, Shared, tags_of
from puppet_check.specs.machine import DYNAMIC, SpecMachine, of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Proc, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

BEHAVIOR = "shared_context_metadata_behavior"
"""The setting that says what metadata of shared examples mean."""


@yields(f"{MAIN} {GROUP}", "shared_examples", "shared_examples_for", "shared_context", keeps=True)
def shared_examples(machine: Machine, block: AnyProc | None, receiver: object, name: object, *tags: object) -> object:
    """Declare examples that groups include by a name."""
    spec = of(machine)
    if not isinstance(block, Proc):
        raise Unsupported("method", "shared_examples without a block")
    is_named = not isinstance(name, Hash)
    _, wanted = tags_of([*tags] if is_named else [name])
    if wanted and (BEHAVIOR in spec.configured.settings or any(value is not True for value in wanted.values())):
        raise Unsupported("shared examples with", "such metadata")
    shared = Shared(block, spec.place, frozenset(wanted))
    if is_named:
        known = spec.around[-1].shared if spec.around else spec.shared
        known[shared_name(name)] = shared
    if wanted:
        spec.configured.triggered.append(shared)
    return None


def shared_name(name: object) -> str:
    """The name of shared examples, for which Symbols and Strings are the same."""
    return to_s(name)


@yields(GROUP, "it_behaves_like", "it_should_behave_like", keeps=True)
def it_behaves_like(machine: Machine, block: AnyProc | None, group: Group, name: object, *arguments: object) -> object:
    """Include shared examples in a group of their own."""
    return nest_shared(of(machine), group, "behaves like", name, list(arguments), block)


def nest_shared(machine: SpecMachine, group: Group, word: str, name: object, arguments: list[object], block: AnyProc | None) -> object:
    """Include shared examples in a group of their own, whose description begins with a word."""
    shared = find_shared(machine, group, name)
    nested = made_group(machine, group, [String(f"{word} {shared_name(name)}".strip())], {})
    group.children.append(nested)
    run_body(machine, nested, shared.block, arguments)
    if isinstance(block, Proc):
        run_body(machine, nested, block, [])
    return None


@yields(GROUP, "include_examples", "include_context", keeps=True)
def include_examples(machine: Machine, block: AnyProc | None, group: Group, name: object, *arguments: object) -> object:
    """Include shared examples in the group itself."""
    spec = of(machine)
    shared = find_shared(spec, group, name)
    spec.call_with_self(shared.block, group, list(arguments), module=group)
    if isinstance(block, Proc):
        spec.call_with_self(block, group, [], module=group)
    return None


def find_shared(machine: SpecMachine, group: Group, name: object) -> Shared:
    """The shared examples of a name, of the innermost group around that has some."""
    word = shared_name(name)
    for each in group.lineage():
        if word in each.shared:
            return each.shared[word]
    if word not in machine.shared:
        raise Unsupported("shared examples", f"`{word}`")
    return machine.shared[word]


def _aliased(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    """Other names of `it_behaves_like` that a spec helper declares; any other method may be that of an unknown helper."""
    word = machine.configured.aliases.get(name)
    if word is None or not isinstance(receiver, Group) or not arguments:
        raise Unsupported("method", name)
    return nest_shared(machine, receiver, word, arguments[0], arguments[1:], block)


DYNAMIC[GROUP] = _aliased
