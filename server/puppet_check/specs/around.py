"""Hooks around examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.outcomes import NotMet
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, NativeProc, Object, Raised
from puppet_typesys.ruby.outcome import Unsupported

PROCSY = "RSpec::Core::Example::Procsy"
KIND = Module(PROCSY, CLASSES["Object"])


class Rest:
    """The rest of an example inside of a hook: further hooks, and the example itself."""

    def __init__(self, run: Callable[[], None]) -> None:
        self._run = run
        self.failure: NotMet | Raised | None = None
        """Why it has failed, which the code of the hook does not see."""
        self.is_run = False

    def run(self) -> None:
        """Run it, once."""
        if self.is_run:
            raise Unsupported("hook", "around that runs an example twice")
        self.is_run = True
        try:
            self._run()
        except (NotMet, Raised) as failure:
            self.failure = failure


def run_around(machine: SpecMachine, hooks: Sequence[AnyProc], receiver: Object, run: Callable[[], None]) -> None:
    """Run an example inside of hooks, the outermost first. Raises why it has failed."""
    if not hooks:
        run()
        return
    first, *others = hooks
    rest = Rest(partial(run_around, machine, others, receiver, run))
    if isinstance(first, NativeProc):
        machine.call_proc(first, [Object(KIND, rest)])
    else:
        machine.call_with_self(first, receiver, [Object(KIND, rest)], module=receiver.kind)
    if not rest.is_run:
        raise Unsupported("hook", "around that does not run the example")
    if rest.failure is not None:
        raise rest.failure


@yields(PROCSY, "run", "call", keeps=True)
def run_rest(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Run the example."""
    receiver.holding(Rest).run()
    return None
