"""The hooks of groups and of the configuration: blocks that run before, after and around examples."""

from __future__ import annotations

from collections.abc import Callable

from puppet_check.specs.groups import Group, Hooks
from puppet_check.specs.machine import of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

FIRST, LAST = True, False
WORDS = {
    "before": ("before", LAST),
    "append_before": ("before", LAST),
    "prepend_before": ("before", FIRST),
    "after": ("after", FIRST),
    "prepend_after": ("after", FIRST),
    "append_after": ("after", LAST),
    "around": ("around", LAST),
}
"""The words that add a hook, each with the list that it is added to, and whether it becomes the first one there."""


class Calling:
    """A hook that calls a method of the object of an example."""

    def __init__(self, name: str) -> None:
        self.name = name


def enter(owner: str, hooks_of: Callable[[Machine, object], Hooks]) -> None:
    """Enter the words that add hooks as methods of `owner`, for whose objects `hooks_of` gives the hooks."""
    for each in WORDS:
        _enter(owner, each, hooks_of)


def _enter(owner: str, word: str, hooks_of: Callable[[Machine, object], Hooks]) -> None:
    @yields(owner, word, keeps=True)
    def hook(machine: Machine, block: AnyProc | None, receiver: object, *when: object) -> object:
        _add(hooks_of(machine, receiver), word, block, when)
        return None


def _hooks_of_group(machine: Machine, receiver: object) -> Hooks:
    assert isinstance(receiver, Group)
    return receiver.hooks


def _hooks_of_configuration(machine: Machine, receiver: object) -> Hooks:
    return of(machine).configured.hooks


enter("RSpec::Core::ExampleGroup.", _hooks_of_group)
enter("RSpec::Core::Configuration", _hooks_of_configuration)


def _add(hooks: Hooks, word: str, block: AnyProc | None, when: tuple[object, ...]) -> None:
    if block is None:
        raise Unsupported("method", f"{word} without a block")
    scope = to_s(when[0]) if when and isinstance(when[0], Symbol | String) else "each"
    if any(isinstance(each, Hash) for each in when) or scope not in ("each", "example", "all", "context", "suite"):
        raise Unsupported("hooks with", "metadata")
    kind, is_first = WORDS[word]
    of_group = scope in ("all", "context")
    if scope == "suite" or (of_group and kind == "after"):
        return  # nothing that examples see
    of_examples = {"before": hooks.before, "after": hooks.after, "around": hooks.around}
    found = hooks.before_all if of_group else of_examples[kind]
    found.insert(0 if is_first else len(found), block)
