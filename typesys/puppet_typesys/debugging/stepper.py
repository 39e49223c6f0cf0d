"""Stepper: follows an evaluation statement by statement, keeps its stack, and pauses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, Protocol, TypeVar, cast

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.debugging.statements import Role, Roles, roles, start_of
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator, Handler
from puppet_typesys.evaluate.frames import Frame as Variables
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.values.errors import MessageError

H = TypeVar("H")
Reason = Literal["entry", "step", "breakpoint", "pause", "exception"]
Step = Literal["continue", "in", "over", "out"]


@dataclass
class Frame:
    """A body that is being evaluated, and where in it the evaluation is."""

    name: str
    text: Text
    path: str | None
    scope: Scope
    variables: Variables
    """The innermost layer of variables of the scope at the statement."""
    node: ast.Node
    """The statement."""
    module_name: str | None = None

    def move(self, node: ast.Node, scope: Scope) -> None:
        """Go on to another statement."""
        self.node, self.scope, self.variables = node, scope, scope.frame

    @property
    def start(self) -> int:
        """The byte offset of the statement."""
        return start_of(self.node)


class Statement(NamedTuple):
    """A statement in a file, by which breakpoints are found."""

    path: str
    start: int
    """The byte offset."""


class Host(Protocol):
    """The debugger, whose methods are called on the thread of the evaluation."""

    def breaks_at(self, place: Statement) -> bool:
        """Whether a breakpoint, with its condition, is to pause the evaluation here."""

    def breaks_on_errors(self) -> bool:
        """Whether to pause where the evaluation fails."""

    def paused(self, reason: Reason, message: str = "") -> Step:
        """Wait while the evaluation is paused, and return how to go on."""

    def went_on(self) -> None:
        """Called before every statement."""


NONE: Roles = {}


class Stepper:
    """The state of one evaluation. Used on its thread only, except that any thread may ask for a pause."""

    def __init__(self, host: Host, *, stops_on_entry: bool = False) -> None:
        self.host = host
        self.compiler: NodeCompiler | None = None
        self.frames: list[Frame] = []
        """The stack, the outermost frame first."""
        self.is_pause_wanted = False
        self.is_quiet = False
        """Whether statements are evaluated without pauses, for expressions that a debugger evaluates."""
        self._step: Step = "continue"
        self._depth = 0
        """The number of frames when the step began."""
        self._is_entry = stops_on_entry
        self._is_failed = False
        self._texts: dict[int, tuple[Text, str | None, Roles]] = {}
        self._templates: dict[int, tuple[Text, str | None]] = {}
        self._table: object = None

    def stepping(self, handlers: H, text: Text) -> H:
        if self._table is None:
            table = cast(dict[type[ast.Node], Handler], handlers)
            self._table = {kind: partial(self._evaluate, handler) for kind, handler in table.items()}
        return cast(H, self._table)

    def follow(self, compiler: NodeCompiler) -> None:
        """Follow the evaluations of a compiler, which is made with this stepper."""
        self.compiler = compiler

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Do not pause for the time of a `with` statement."""
        self.is_quiet = True
        try:
            yield
        finally:
            self.is_quiet = False

    def ask_for_pause(self) -> None:
        """Pause before the next statement."""
        self.is_pause_wanted = True

    def open_template(self, text: Text, path: str | None) -> None:
        self._templates[id(text)] = text, path or None

    def _evaluate(self, handler: Handler, ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
        if self.is_quiet:
            return handler(ev, node, scope)
        known = self._texts.get(id(ev.text))
        role = (self._learned(ev, node) if known is None else known[2]).get(id(node))
        if role is None:
            return handler(ev, node, scope)
        if role.body_of is None:
            return self._statement(handler, ev, node, scope)
        path = self._texts[id(ev.text)][1]
        self.frames.append(Frame(_full_name(role, scope), ev.text, path, scope, scope.frame, node, ev.module_name))
        try:
            return self._statement(handler, ev, node, scope) if role.is_statement else handler(ev, node, scope)
        finally:
            self.frames.pop()
            if isinstance(node, ast.EppExpression):
                self._texts.pop(id(ev.text), None)
                self._templates.pop(id(ev.text), None)

    def _statement(self, handler: Handler, ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
        frame = self.frames[-1]
        frame.move(node, scope)
        self.host.went_on()
        reason = self._reason(frame)
        if reason is not None:
            self._pause(reason)
        try:
            return handler(ev, node, scope)
        except (MessageError, EvaluationError) as error:
            if not self._is_failed and self.host.breaks_on_errors():
                self._is_failed = True
                self._pause("exception", str(error))
            raise

    def _reason(self, frame: Frame) -> Reason | None:
        """Why to pause before the statement of the innermost frame; None to go on."""
        if self._is_entry:
            return "entry"
        if self.is_pause_wanted:
            return "pause"
        if frame.path is not None and self.host.breaks_at(Statement(frame.path, frame.start)):
            return "breakpoint"
        return "step" if REACHED[self._step](len(self.frames), self._depth) else None

    def _pause(self, reason: Reason, message: str = "") -> None:
        self._is_entry = self.is_pause_wanted = False
        self._step = self.host.paused(reason, message)
        self._depth = len(self.frames)

    def _learned(self, ev: Evaluator, node: ast.Node) -> Roles:
        """The roles of the nodes of a text that is evaluated for the first time; none for code that is not to be followed."""
        if isinstance(node, ast.EppExpression):
            _, path = self._templates.get(id(ev.text), (ev.text, None))
            known = roles(node, "template")
        else:
            assert self.compiler is not None
            source = self.compiler.source_of(ev.text)
            if source is None:
                return NONE
            path, known = source.path, roles(source.program, "main")
        self._texts[id(ev.text)] = ev.text, path, known
        return known


REACHED: dict[Step, Callable[[int, int], bool]] = {
    "continue": lambda depth, before: False,
    "in": lambda depth, before: True,
    "over": lambda depth, before: depth <= before,
    "out": lambda depth, before: depth < before,
}
"""Whether a step ends before a statement, by the number of frames there and at its beginning."""


def _full_name(role: Role, scope: Scope) -> str:
    """The name of a frame, with the title of a resource whose define is evaluated."""
    name, resource = str(role.body_of), scope.resource
    if name.startswith("define ") and resource is not None:
        return str(resource)
    return f"node {scope.name}" if name == "node" else name
