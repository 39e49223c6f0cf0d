"""What the catalog of a node uses: what it declares, the parameters that are set, and the data that lookups read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from puppet_check.deadline import Deadline
from puppet_check.fleet.trace.code_answers import UNTRACED
from puppet_check.fleet.trace.compiling import Side
from puppet_check.fleet.trace.node_reads import NodeReads
from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.questions import Question
from puppet_check.fleet.uses.items import DATA_FILE, Item, parameter
from puppet_check.reports.catalogs.compilation import Compiled, NotMade, in_time
from puppet_check.workspace.unused.candidates import CLASS, DEFINE, KEY
from puppet_grammar.text import Text
from puppet_typesys.evaluate.context import Context, Data
from puppet_typesys.evaluate.definitions import DEFINITION, HOSTCLASS, Definition, Evaluates
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.observer import Observer, Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.observation import LOOKUPS, NodeObservation, NodeObserver
from puppet_typesys.types.block import Block
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import contains_unknown

KIND_OF = {HOSTCLASS: CLASS, DEFINITION: DEFINE}
EVALUATING = frozenset(("call", "epp", "inline_epp", "inline_template", "template"))
"""Built-in functions that evaluate code, which may look up data."""
OF_CODE = "paths of files"
"""How the reasons begin for which a catalog cannot be traced that are not about its data."""
READING = ("data", "file")
"""The kinds of questions about all of a file."""


class Uses(NamedTuple):
    """What a catalog uses."""

    items: frozenset[Item]
    unknown: str = ""
    """Why it may use anything else; empty if it does not."""
    unknown_data: str = ""
    """Why it may read any other data."""


@dataclass
class Seen:
    """What an evaluation has shown besides its catalog."""

    parameters: set[Item] = field(default_factory=set)
    """Those that data sets."""
    unknown_data: str = ""

    def doubt(self, reason: str) -> None:
        """Note that data may be looked up that was not."""
        self.unknown_data = reason


def uses_of(node: Node, side: Side, deadline: Deadline) -> tuple[Uses, Compiled | NotMade]:
    """What the catalog of a node uses, and the catalog; what is used of one that is not made is unknown."""
    library, tracing = side.library, side.library.tracing
    reads, seen = NodeReads(NodeValues(node, side), side.library.tracing), Seen()
    tracing.begin(reads)
    library.known.external.begin()

    def compiled() -> Compiled:
        compiler = NodeCompiler(
            library.world(), library, replace(node, reads=reads), data=partial(_NotedData, seen), observe=partial(_UseObservation, seen)
        )
        return side.compilation.run(node, compiler)

    made = in_time(compiled, deadline)
    if isinstance(made, NotMade):
        return Uses(frozenset(), made.reason), made
    items = frozenset((*_declared(made.compiler), *seen.parameters, *_read(tracing.code)))
    return Uses(items, _why_partial(made), seen.unknown_data or _why_untraced(tracing.code)), made


def _why_partial(made: Compiled) -> str:
    if made.error is not None:
        return "it cannot be compiled"
    if made.compiler.catalog.is_partial or made.compiler.observation.has_ended_uncertainly:
        causes = made.compiler.causes.counts.most_common(1)
        return f"a catalog may have more{''.join(f', as {each.kind} {each.name} is unknown' for each, _ in causes)}"
    return ""


def _why_untraced(code: set[Question]) -> str:
    reasons = sorted(reason for kind, reason, *_ in code if kind == UNTRACED and not reason.startswith(OF_CODE))
    return reasons[0] if reasons else ""


def _declared(compiler: NodeCompiler) -> Iterator[Item]:
    """The classes and defines of a catalog, and the parameters that were passed to them."""
    for each in (*compiler.catalog.resources, *compiler.catalog.uncertain):
        definition = each.kind
        if isinstance(definition, Definition) and definition.kind in KIND_OF:
            yield Item(KIND_OF[definition.kind], definition.name)
            yield from (parameter(definition.name, name) for name in _set(each, definition))


def _set(resource: Resource, definition: Definition) -> Iterator[str]:
    """The parameters of a resource that are not set by defaults, or may not be; those that data sets are not among them."""
    if resource.is_open:
        yield from definition.types
    # Defaults, and values of data, are set by the definition itself; so is all of a define that another of its kind declares.
    is_of_its_kind = definition.kind == DEFINITION and resource.scope.source is definition
    yield from (name for name, each in resource.parameters.items() if is_of_its_kind or each.source is not definition)


def _read(code: set[Question]) -> Iterator[Item]:
    """The files of data that were read, and the keys that were looked up in them."""
    for kind, path, *rest in code:
        if kind == "key":
            yield Item(DATA_FILE, path.removeprefix("./"), path)
            yield Item(KEY, rest[0], path)
        elif kind in READING:
            yield Item(KEY, "", path)


class _NotedData:
    """The data of a node, with a note of the parameters that it sets."""

    def __init__(self, seen: Seen, data: Data) -> None:
        self._seen, self._data = seen, data

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        return self._data.look_up(context, key, options, scope)

    def class_parameter(self, context: Context, name: str, parameter_name: str, scope: Scope) -> object:
        found = self._data.class_parameter(context, name, parameter_name, scope)
        if found is not MISSING:
            self._seen.parameters.add(parameter(name, parameter_name))
        return found


class _UseObservation(NodeObservation):
    """Notes when data may be looked up that the evaluation does not look up."""

    def __init__(self, seen: Seen, causes: Causes, inclusions: Inclusions, reach: Reach, stepper: Stepper | None = None) -> None:
        super().__init__(causes, inclusions, reach, stepper)
        self._observer = _UseObserver(seen, causes, inclusions, reach)

    def observer_of(self, text: Text) -> Observer:
        return self._observer


class _UseObserver(NodeObserver):
    def __init__(self, seen: Seen, causes: Causes, inclusions: Inclusions, reach: Reach) -> None:
        super().__init__(causes, inclusions, reach)
        self._seen = seen

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        if name in LOOKUPS:
            if any(map(contains_unknown, arguments)):
                self._seen.doubt(f"{name}() is called with an unknown key")
        elif contains_unknown(result) and _may_look_up(ev, name, block):
            self._seen.doubt(f"the result of {name}() is unknown")
        return super().after_call(ev, name, arguments, block, result)


def _may_look_up(ev: Evaluates, name: str, block: Block | None) -> bool:
    """Whether a call whose result is unknown may look up data that was not looked up."""
    assert isinstance(ev, Evaluator)
    return block is not None or name in EVALUATING or ev.compiler.resolver.builtin_function(name) is None
