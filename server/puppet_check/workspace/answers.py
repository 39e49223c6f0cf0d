"""Answers: what a check has asked for outside of its file, and whether that would be answered in the same way now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from puppet_check.workspace.project_texts import ProjectTexts
from puppet_check.workspace.trace import OF_TEXTS, Fingerprints, Trace, key_of
from puppet_check.workspace.world import CheckWorld
from puppet_grammar.named import NamedTuple
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import TypedName


class Asked(NamedTuple):
    """What a check has asked for outside of its file."""

    names: set[TypedName]
    texts: set[str]
    """What was asked of the texts of the project, as keys of `Trace.names`."""
    paths: dict[str, str]
    """Files that were asked for, as in `Trace.paths`."""
    data: bool
    """Whether data was looked up."""
    state: object
    """The same object while nothing is known to have changed that answers depend on."""
    trace: Trace | None = None
    """The answers, if they have been noted."""


def joined(several: Iterable[object]) -> Asked:
    """All that several parts of a check have asked for."""
    parts = [each for each in several if isinstance(each, Asked)]
    return Asked(
        set[TypedName]().union(*(each.names for each in parts)),
        set[str]().union(*(each.texts for each in parts)),
        {path: state for each in parts for path, state in each.paths.items()},
        any(each.data for each in parts),
        None,
    )


class Answers:
    """The `Questions` of checks of a project (`puppet_typesys.infer.parts`); valid until definitions change."""

    def __init__(
        self, fingerprints: Fingerprints, external: LoadedDefinitions, texts: ProjectTexts, world: Callable[[], CheckWorld]
    ) -> None:
        self._fingerprints = fingerprints
        self._external = external
        self._texts = texts
        self._world = world
        self._data: str | None = None
        self._state = object()

    def begin(self) -> None:
        """Begin to record what a check asks for."""
        self._external.begin()
        self._texts.begin()
        self._world().begin()

    def asked(self) -> Asked:
        """What was asked for since `begin`."""
        texts, world = self._texts, self._world()
        return Asked(self._external.asked, texts.asked, world.asked, world.asked_data, self._state)

    @contextmanager
    def recording(self, several: list[Asked]) -> Iterator[None]:
        """Record what is asked for meanwhile, and add it to several such records."""
        self.begin()
        try:
            yield
        finally:
            several.append(self.asked())

    def with_answers(self, asked: object) -> object:
        """What was asked for during the evaluation of a part of a file, with the answers."""
        if not isinstance(asked, Asked) or (asked.state is self._state and asked.trace is not None):
            return asked
        return asked._replace(trace=self.trace(asked), state=self._state)

    def has_same_answers(self, asked: object, *, exactly: bool) -> bool:
        """Whether all that was asked for would be answered in the same way now; if `exactly`, no other answer may have changed either."""
        if not isinstance(asked, Asked):
            return False
        if asked.state is self._state:
            return self._has_same_paths(asked.paths)
        return not exactly and asked.trace is not None and self.hold(asked.trace)

    def trace(self, asked: Asked) -> Trace:
        """The trace of what was asked for."""
        names = {key: self._fingerprints.of(key) for key in map(key_of, asked.names)}
        names |= {key: self._texts.answer(key) for key in asked.texts}
        return Trace(names, dict(asked.paths), self._data_fingerprint() if asked.data else None)

    def hold(self, trace: Trace) -> bool:
        """Whether the answers of a trace are still the same."""
        return all(self._answer(key) == known for key, known in trace.names.items()) and self.hold_in_same_state(trace)

    def hold_with_same_names(self, trace: Trace) -> bool:
        """The same for a trace that was made while all that is known of names was what it is now."""
        others = ((key, known) for key, known in trace.names.items() if key.startswith(OF_TEXTS))
        return all(self._answer(key) == known for key, known in others) and self.hold_in_same_state(trace)

    def hold_in_same_state(self, trace: Trace) -> bool:
        """The same for a trace that was made while the files of the project had the contents that they have now."""
        return self._has_same_paths(trace.paths) and (trace.data is None or trace.data == self._data_fingerprint())

    def reached(self, name: TypedName) -> set[TypedName]:
        """A name, and the names that its definitions depend on."""
        return self._fingerprints.reached(name)

    def data_changed(self) -> None:
        """Discard what depends on data."""
        self._data = None
        self._state = object()

    def _has_same_paths(self, paths: dict[str, str]) -> bool:
        state = self._world().state
        return all(state(path.removesuffix("\n"), contents=path[-1:] == "\n") == known for path, known in paths.items())

    def _data_fingerprint(self) -> str:
        """The fingerprint of all data, cached until something changes."""
        if self._data is None:
            self._data = self._world().data_fingerprint()
        return self._data

    def _answer(self, key: str) -> str:
        return self._texts.answer(key) if key.startswith(OF_TEXTS) else self._fingerprints.of(key)
