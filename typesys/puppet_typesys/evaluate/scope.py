"""Scopes and frames: lookup and assignment of variables.

A Scope belongs to the program, a class, a define or a node. Frames are pushed on it temporarily: for local variables of lambdas and
functions, for parameters while their defaults are evaluated, and for the match of a regular expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.certainty import KNOWN, OPEN
from puppet_typesys.evaluate.frames import MISSING, Choice, Frame, Path, State, names_in
from puppet_typesys.evaluate.parameter import Parameter, Source
from puppet_typesys.evaluate.restored import Restored
from puppet_typesys.types import model
from puppet_typesys.values.hash import identity
from puppet_typesys.values.regexp import Match
from puppet_typesys.values.unknown import PossiblyOuter, PossiblyUnset, Unknown


class Container(Protocol):
    """The resource of the class, define or node that a scope belongs to; see `Resource`."""

    def get(self, name: str) -> object:
        """The value of a parameter; undef if it is not set."""


class NoVariable(Exception):  # noqa: N818 - named after the missing thing
    """Raised if a variable does not exist."""


class NotEvaluatedYet(Exception):  # noqa: N818 - it names what was met
    """Raised if a default reads a parameter that has no value yet."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


PRINTED = "@epp"
"""The variable that holds the output of a template; its name is not valid in a program."""
BUILT_IN = frozenset({"module_name", "caller_module_name"})
"""Variables that are undef if they are not set."""


class Scope:
    """The variables and resource defaults of the program, a class, a define or a node."""

    def __init__(self, parent: Scope | None = None, *, name: str = "", kind: str = "top") -> None:
        self.parent = parent
        self.name = name
        self.kind = kind
        self.inherited: Scope | None = None
        self.certainty = KNOWN
        self.frame = Frame(None, {})
        self.base = self.frame
        self.defaults: dict[str, dict[str, Parameter]] = {}
        self.resource: Container | None = None
        self.source: Source | None = None
        self.alternative: Scope | None = None
        """The scope of the same class, evaluated in another branch under an unknown condition."""

    @property
    def is_open(self) -> bool:
        """Whether it may have further variables, which are unknown."""
        return self.certainty.open

    def mark_open(self) -> None:
        """Note that it may have further variables."""
        self.certainty = OPEN

    def belong_to(self, source: Source, resource: Container) -> None:
        """Begin to be the scope of a definition and its resource."""
        self.source, self.resource = source, resource

    def release(self) -> None:
        """Let go of the resource, which refers to the scope."""
        self.resource = None

    def begin_with(self, variables: dict[str, object]) -> None:
        """Make these the scope's own variables, before there are any; assignments are entered into them."""
        self.base.begin_with(variables)

    @property
    def variables(self) -> dict[str, object]:
        """The scope's own variables."""
        return self.base.variables

    def lookup(self, name: str) -> object:
        """The value of an unqualified variable; raises NoVariable."""
        scope: Scope | None = self
        while scope is not None:
            value = scope.find_local(name)
            if value is not MISSING:
                return value
            scope = scope.inherited or scope.enclosing()
        if name in BUILT_IN or name.isdecimal():
            return None
        raise NoVariable(name)

    def find_local(self, name: str) -> object:
        """The value of a variable in this scope and its frames; MISSING if it is not set here."""
        frame: Frame | None = self.frame
        numeric = name[0] in "0123456789" if name else False
        while frame is not None:
            if name in frame.variables:
                return frame.variables[name]
            if name in frame.pending:
                raise NotEvaluatedYet(name)
            if numeric and frame.has_unknown_match:
                return Unknown(model.Optional(model.STRING))
            if numeric and frame.match is not None:
                index = int(name)
                return frame.match.groups[index] if index < len(frame.match.groups) else None
            frame = frame.parent
        return Unknown(model.ANY) if self.certainty.open and not numeric else MISSING

    def has_match(self) -> bool:
        """Return whether `$1` may be set here: a regular expression has matched, or may have."""
        scope: Scope | None = self
        while scope is not None:
            frame: Frame | None = scope.frame
            while frame is not None:
                if frame.has_unknown_match or frame.match is not None:
                    return True
                frame = frame.parent
            if scope.is_open:
                return True
            scope = scope.inherited or scope.enclosing()
        return False

    def enclosing(self) -> Scope | None:
        """The scope to search after this one and those of inherited classes: that of the node, or the top scope."""
        parent = self.parent
        while parent is not None and parent.kind not in ("top", "node"):
            parent = parent.parent
        return parent

    def is_bound(self, name: str) -> bool:
        """Whether an assignment to a name would be a second one."""
        frame = self._target()
        if isinstance(frame.variables.get(name), PossiblyUnset | PossiblyOuter):
            return False
        return name in frame.variables or name in frame.pending

    def assign(self, name: str, value: object) -> None:
        """Set a variable; the caller has checked `is_bound`."""
        frame: Frame | None = self.frame
        while frame is not None and not frame.is_local:
            frame.variables.pop(name, None)  # What was known of a variable of an outer scope.
            frame = frame.parent
        (frame or self.base).variables[name] = value

    def is_read_only(self) -> bool:
        """Whether assignments are not allowed here, as in defaults of parameters."""
        return self._target().read_only

    def _target(self) -> Frame:
        frame: Frame | None = self.frame
        while frame is not None and not frame.is_local:
            frame = frame.parent
        return self.base if frame is None else frame

    def global_scope(self) -> Scope:
        """The scope in which functions run: that of the node, or the top scope."""
        scope = self
        while scope.kind not in ("top", "node"):
            following = scope.inherited or scope.enclosing()
            if following is None:
                break
            scope = following
        return scope

    def set_match(self, match: Match | None) -> None:
        """Set the match that `$0`, `$1` and so on read until the enclosing construct ends."""
        if match is not None:
            self._push_match(match, is_unknown=False)

    def set_unknown_match(self) -> None:
        """Set an unknown match."""
        self._push_match(None, is_unknown=True)

    def _push_match(self, match: Match | None, *, is_unknown: bool) -> None:
        around = self.frame
        if around.is_match_only and around.parent is not None:
            around = around.parent  # An earlier match is not read any more.
        self.frame = Frame(around, match=match, has_unknown_match=is_unknown)

    def narrow(self, known: Mapping[Path, object]) -> None:
        """Use narrower values of some paths, until the enclosing construct ends."""
        if not known:
            return
        self.frame = frame = Frame(self.frame)
        for path, value in known.items():
            if len(path) == 1 and isinstance(path[0], str) and "::" not in path[0]:
                frame.variables[path[0]] = value
            else:
                frame.paths = {} if frame.paths is None else frame.paths
                frame.paths[path] = value
                frame.narrows = True

    @contextmanager
    def under(self, known: Mapping[Path, object]) -> Iterator[None]:
        """Return a context manager in which paths have narrower values; matches of regular expressions inside last longer."""
        before = self.frame
        self.narrow(known)
        try:
            yield
        finally:
            above: list[Frame] = []
            frame: Frame | None = self.frame
            while frame is not None and frame is not before:
                above.append(frame)
                frame = frame.parent
            self.frame = before
            matched = next((each for each in above if each.has_unknown_match or each.match is not None), None)
            if matched is not None:
                self._push_match(matched.match, is_unknown=matched.has_unknown_match)

    def narrowed(self, path: Path) -> object:
        """The value that conditions leave of a path; MISSING if they say nothing of it."""
        frame: Frame | None = self.frame
        while frame is not None and frame.narrows:
            if frame.paths is not None and path in frame.paths:
                return frame.paths[path]
            if frame.is_local and not names_in(path).isdisjoint(frame.variables):
                return MISSING  # Another variable has the name here.
            frame = frame.parent
        return MISSING

    def choices(self, paths: Iterable[Path]) -> Iterator[Choice]:
        """The conditional expressions before that have set variables by conditions about some paths."""
        asked = frozenset(paths)
        hidden: set[str] = set()
        """The names that mean other variables in the layers so far."""
        frame: Frame | None = self.frame
        while frame is not None:
            for each in frame.choices or ():
                if not asked.isdisjoint(each.paths) and not (hidden and any(not hidden.isdisjoint(names_in(path)) for path in each.paths)):
                    yield each
            if frame.is_local and any(not names_in(each).isdisjoint(frame.variables) for each in asked):
                return
            if frame.is_local and frame.parent is not None:
                hidden.update(frame.variables)
            frame = frame.parent

    def note_choice(self, choice: Choice) -> None:
        """Remember a conditional expression that has set variables."""
        self._target().note_choice(choice)

    def state(self) -> State:
        """What assignments and resource defaults change of the scope: a copy."""
        frame = self._target()
        defaults = {type: dict(table) for type, table in self.defaults.items()}
        return State(frame, dict(frame.variables), defaults, tuple(frame.choices or ()))

    def restore(self, state: State) -> None:
        """Make the state that of a copy."""
        state.frame.variables.clear()
        state.frame.variables.update(state.variables)
        if state.frame.choices is not None:
            del state.frame.choices[len(state.choices) :]
        self.defaults = {type: dict(table) for type, table in state.defaults.items()}

    def guarded(self) -> Restored:
        """Return a context manager that removes the frames that were pushed inside."""
        return Restored(self, "frame")

    def with_frame(self, frame: Frame) -> Restored:
        """Make another frame the innermost one; return a context manager that undoes this."""
        before = Restored(self, "frame")
        self.frame = frame
        return before

    def resource_defaults(self, type: str) -> dict[str, Parameter]:
        """The resource defaults for a type that apply here; those of inner scopes take precedence."""
        tables = []
        scope: Scope | None = self
        while scope is not None:
            if scope.defaults and type in scope.defaults:
                tables.append(scope.defaults[type])
            scope = scope.parent
        return {name: each for table in reversed(tables) for name, each in table.items()}

    def has_defaults(self) -> bool:
        """Whether there are resource defaults that apply here, of whatever type."""
        return bool(self.defaults) or (self.parent is not None and self.parent.has_defaults())

    def is_default(self, type: str, name: str, value: object) -> bool:
        """Whether a value is a resource default of this scope or one of its parents."""
        found = self.defaults.get(type, {}).get(name)
        if found is not None and identity(found.value) == identity(value):
            return True
        return self.parent is not None and self.parent.is_default(type, name, value)

    def alternate_with(self, other: Scope) -> None:
        """Note the scope of the same class in another branch, of which it is unknown whether it is the one that is taken."""
        self.alternative = other

    def join_alternative(self) -> None:
        """Join the variables with those of the alternative: the class was evaluated in one of two branches, and it is unknown which."""
        other, self.alternative = self.alternative, None
        if other is None:
            return
        for name in self.variables.keys() | other.variables.keys():
            self.variables[name] = one_of([self.variables.get(name), other.variables.get(name)])

    def may_have_more(self) -> bool:
        """Whether further variables may be visible without qualification, which are unknown."""
        surrounding = self.inherited or self.enclosing()
        return self.is_open or (surrounding is not None and surrounding.may_have_more())

    def visible(self) -> dict[str, object]:
        """All variables that are visible without qualification."""
        surrounding = self.inherited or self.enclosing()
        result = surrounding.visible() if surrounding is not None else {}
        frames = []
        frame: Frame | None = self.frame
        while frame is not None:
            frames.append(frame)
            frame = frame.parent
        for each in reversed(frames):
            result |= each.variables
        return result
