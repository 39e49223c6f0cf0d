"""Runs spec files: loads them, and runs their examples one after the other."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.json_data import loads
from puppet_check.reading.places import is_file
from puppet_check.specs.around import run_around
from puppet_check.specs.catalogs.chance import ROUNDS
from puppet_check.specs.catalogs.compiling import Catalogs, unlimited
from puppet_check.specs.configuration import constants, load_helper, reason_text
from puppet_check.specs.dsl import TRIED
from puppet_check.specs.examples import LAST, PENDING
from puppet_check.specs.families import load
from puppet_check.specs.groups import MEMORY, Example, Group, joined
from puppet_check.specs.hooks import Calling
from puppet_check.specs.machine import LOADING, RUNNING, Options, SpecMachine
from puppet_check.specs.mocks import MODULES
from puppet_check.specs.outcomes import NotMet, Result, Skipped, Status, Undecided
from puppet_check.specs.puppet import GIVEN
from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.objects import AnyProc, Jump, Module, NativeProc, Object, Raised, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.unknown import UnknownValue

PUPPET_CONSTANTS = {"Puppet::PUPPETVERSION": String("8.10.0"), **{name: Module(name, None, False) for name in MODULES}}
HELPER = os.path.join("spec", "spec_helper.rb")


class SpecHost(Alone):
    """What spec files may ask for."""

    def setting(self, name: str) -> object:
        if name == "version":
            return String("8.10.0")
        return super().setting(name)

    def yaml(self, text: str) -> object:
        from puppet_check.specs.catalogs.data import yaml_value  # few specs read YAML

        return yaml_value(text)


def run_file(path: str, folder: str, catalogs: Catalogs, options: Options) -> list[Result]:
    """The results of the examples of a spec file of the module in a folder."""
    with loaded(path, folder, catalogs, options) as (machine, broken):
        found = [result for group in machine.groups for result in _of_group(machine, group)]
    if broken is not None and path not in options.ids:
        found.append(Result(machine.spec, machine.spec, broken[0], "the rest of the file", "unsupported", broken[1]))
    return found


@contextmanager
def loaded(path: str, folder: str, catalogs: Catalogs, options: Options) -> Iterator[tuple[SpecMachine, tuple[int, str] | None]]:
    """The machine with the groups of a spec file, and the line and the reason if it was not loaded to its end."""
    load()
    name = "./" + os.path.relpath(path, folder)
    meter = unlimited()
    with meter.metered(), SpecMachine(SpecHost(), meter, folder, catalogs, options) as machine:
        machine.top.constants.update(constants())
        machine.defined.update(PUPPET_CONSTANTS)  # type: ignore[arg-type]  # constants that are no modules
        machine.renew(LOADING)
        helper = os.path.join(folder, HELPER)
        if is_file(helper):
            load_helper(machine, helper)
        machine.renew(LOADING)
        machine.begin_file(name)
        yield machine, _loaded(machine, path)


def _loaded(machine: SpecMachine, path: str) -> tuple[int, str] | None:
    """Load a file; return the line and the reason if it was not run to its end."""
    try:
        machine.load(text_of(path, machine.options), path)
    except OSError as error:
        return 1, str(error)
    except (*TRIED, BudgetError, Jump, Skipped) as reason:
        return machine.place[1], reason_text(reason)
    return None


def text_of(path: str, options: Options) -> str:
    """The text of a spec file, unsaved changes included. Raises OSError."""
    unsaved = options.unsaved.get(path)
    return read_text(path, LARGEST_SEARCHED) if unsaved is None else unsaved.decode("utf-8", "replace")


def examples_in(machine: SpecMachine, group: Group) -> Iterator[Example]:
    """The examples of a group and those in it that are run."""
    for each in group.children:
        if isinstance(each, Group):
            yield from examples_in(machine, each)
        elif is_run(machine, each):
            yield each


def _of_group(machine: SpecMachine, group: Group) -> Iterator[Result]:
    for each in group.children:
        if isinstance(each, Group):
            yield from _of_group(machine, each)
        elif is_run(machine, each):
            yield run_example(machine, each)
    if group.failed is not None and _is_wanted(machine, group):
        why = reason_text(group.failed)
        yield Result(group.id, group.place[0], group.place[1], f"{group.description} (the rest)", "unsupported", why)


def is_run(machine: SpecMachine, example: Example) -> bool:
    """Whether the conditions of an example's metadata hold, and no filter excludes it."""
    if not _is_wanted(machine, example):
        return False
    tags = example.tags
    named = machine.options.named
    if named and named not in example.id and named not in example.full_description:
        return False
    if any(name in tags and tags[name] == value for name, value in machine.configured.excluded.items()):
        return False
    wanted = tags.get("if", True)
    return wanted is not None and wanted is not False and tags.get("unless") in (None, False)


def _is_wanted(machine: SpecMachine, what: Group | Example) -> bool:
    """Whether an example or group, or a group around it, is one of those that are asked for."""
    wanted = machine.options.ids.get(os.path.normpath(os.path.join(machine.folder, machine.spec)))
    if wanted is None or what.id in wanted:
        return True
    group = what if isinstance(what, Group) else what.group
    return any(each.id in wanted for each in group.lineage())


def run_example(machine: SpecMachine, example: Example) -> Result:
    """The result of an example."""
    started = time.perf_counter()
    status, message, failure = _with_all_draws(machine, example)
    last = machine.used.get(LAST)
    description = example.full_description if example.description else joined(example.group.description, str(last or ""))
    path, line = example.place
    shown = "./" + os.path.relpath(path, machine.folder)
    place = f"./{os.path.relpath(machine.place[0], machine.folder)}:{machine.place[1]}" if failure is not None else ""
    made = Result(example.id, shown, line, description, status, message, place, seconds=time.perf_counter() - started)
    if failure is None:
        return made
    return made._replace(expected=failure.expected, actual=failure.actual, declared=failure.declared)


def _with_all_draws(machine: SpecMachine, example: Example) -> tuple[Status, str, NotMet | None]:
    """The outcome of an example; it is unknown if chance decides."""
    chance = machine.catalogs.chance
    chance.begin(0)
    first = _outcome(machine, example)
    for number in range(1, ROUNDS) if chance.was_drawn else ():
        chance.begin(number)
        if _outcome(machine, example)[0] != first[0]:
            return "unknown", "values that are drawn at random decide", None
    return first


def _outcome(machine: SpecMachine, example: Example) -> tuple[Status, str, NotMet | None]:
    skip = example.tags.get("skip")
    if skip not in (None, False):
        return "pending", to_s(skip) if isinstance(skip, String) else "", None
    if machine.doubts:
        return "unsupported", machine.doubts[0], None
    status, message, failure = _tried(machine, example)
    pending = machine.used.pop(PENDING, None)
    if pending is None and example.tags.get("pending") in (None, False):
        return status, message, failure
    if status == "failed":
        return "pending", message, None
    if status == "passed":
        return "failed", "expected a pending example to fail, and it has passed", None
    return status, message, failure


def _tried(machine: SpecMachine, example: Example) -> tuple[Status, str, NotMet | None]:
    machine.renew(RUNNING)
    machine.used.pop(LAST, None)
    machine.used.pop(PENDING, None)
    machine.used.pop(GIVEN, None)
    machine.begin_example(example)
    try:
        _run(machine, example)
    except NotMet as failure:
        return "failed", failure.text, failure
    except Skipped as skipped:
        return "pending", skipped.reason, None
    except Undecided as doubt:
        return "unknown", str(doubt), None
    except UnknownValue:
        return "unknown", "an unknown value", None
    except (Unsupported, BudgetError, RecursionError, Jump) as reason:
        return "unsupported", reason_text(reason), None
    except Raised as raised:
        return "failed", reason_text(raised), NotMet(reason_text(raised))
    return "passed", "", None


def _run(machine: SpecMachine, example: Example) -> None:
    """Run the hooks and the block of an example on an object of its group."""
    group = example.group
    receiver = Object(group)
    receiver.state.update(_of_all(machine, group))
    lineage = [*reversed([*group.lineage()])]
    own = machine.configured.hooks
    around = [*own.around, *(hook for each in lineage for hook in each.hooks.around)]
    run_around(machine, around, receiver, partial(_run_inside, machine, example, receiver, lineage))
    receiver.state.pop(MEMORY, None)


def _run_inside(machine: SpecMachine, example: Example, receiver: Object, lineage: Sequence[Group]) -> None:
    """Run the block of an example, with the hooks before and after it."""
    own = machine.configured.hooks
    for hook in (*own.before, *(hook for each in lineage for hook in each.hooks.before)):
        _call(machine, hook, receiver)
    assert example.block is not None
    _call(machine, example.block, receiver)
    for hook in (*(hook for each in reversed(lineage) for hook in each.hooks.after), *own.after):
        _call(machine, hook, receiver)


def _call(machine: SpecMachine, hook: AnyProc | Calling, receiver: Object) -> None:
    if isinstance(hook, Calling):
        machine.send(receiver, hook.name, [], None, True)
    elif isinstance(hook, NativeProc):
        raise Unsupported("block", "that is the name of a method")
    else:
        machine.call_with_self(hook, receiver, [receiver], module=receiver.kind)


def _of_all(machine: SpecMachine, group: Group) -> dict[str, object]:
    """The instance variables that `before(:all)` of a group and those around it set."""
    if group.variables is None:
        above = group.above
        receiver = Object(group)
        if above is not None:
            receiver.state.update(_of_all(machine, above))
        hooks = group.hooks.before_all if above is not None else [*machine.configured.hooks.before_all, *group.hooks.before_all]
        for hook in hooks:
            _call(machine, hook, receiver)
        group.remember({name: value for name, value in receiver.state.items() if name != MEMORY})
    assert group.variables is not None
    return dict(group.variables)


__all__ = ["is_true", "loads"]
