"""Traces: what the check of a file depended on outside of it, with a fingerprint of each.

A fingerprint covers what users of a definition can see (parameters, types, whether there is a default), not bodies, comments or places. So
an edit inside the body of a class or define keeps the traces of all other files valid, and a changed parameter invalidates exactly those
that loaded it. Of a function it covers the text, from which the types of its results follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from puppet_check.fingerprint import digest
from puppet_check.workspace.portable import Places, is_bound
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import ABSENCE, CLASS, DEFINE, FUNCTION, RESOURCE_TYPE, TYPE, Definition, Loader, Place, TypedName

TYPE_NAME = lazy_pattern(r"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\]++|\\.)*+"|/(?:[^/\\]++|\\.)*+/|([A-Z]\w*+(?:::[A-Z]\w*+)*+)""", re.DOTALL)
"""A name in a type; strings and regular expressions, which contain words of any kind, match without one."""

NOWHERE = Place("", 0, 0)
TITLE = "title "
"""The prefix of resource titles among the names of a trace."""
TEMPLATE = "template "
"""The prefix of templates of which it was asked whether they are used."""
SHOWN = "shown "
"""The prefix of what some text of the project may show, with a question and a name."""
OF_TEXTS = (TITLE, TEMPLATE, SHOWN)
"""The prefixes of what the texts of a project answer, as opposed to names, which definitions answer."""


class Trace(NamedTuple):
    """The names, paths and data that a check asked for, each with a fingerprint of the answer."""

    names: dict[str, str]
    """Fingerprints by kind and name, which are separated by a space."""
    paths: dict[str, str]
    """Files: a hash of the text if it matters (the key then ends with a line feed), else whether the file existed."""
    data: str | None = None
    """The fingerprint of all Hiera data, if any was looked up."""

    def joined(self, other: Trace | None) -> Trace:
        """The union of the traces of two parts of one check."""
        if other is None:
            return self
        return Trace({**other.names, **self.names}, {**other.paths, **self.paths}, self.data if self.data is not None else other.data)

    def portable(self, places: Places) -> Trace:
        """The trace with paths as records have them."""
        return self._moved(places.portable)

    def resolved(self, places: Places) -> Trace:
        """The trace of a record with the paths that it means here. Raises LookupError for a module that is not where one was."""
        return self._moved(places.path)

    def _moved(self, moved: Callable[[str], str]) -> Trace:
        names = {f"{TEMPLATE}{moved(key[len(TEMPLATE) :])}" if key.startswith(TEMPLATE) else key: each for key, each in self.names.items()}
        return Trace(names, {moved(path): state for path, state in self.paths.items()}, self.data)

    @property
    def is_bound(self) -> bool:
        """Whether paths of a portable trace mean the same only where it was made."""
        return any(is_bound(each.removeprefix(TEMPLATE)) for each in (*self.paths, *self.names))


def key_of(name: TypedName) -> str:
    """The key of a name in `Trace.names`."""
    return f"{name.kind} {name.name}"


class Interfaces:
    """The interfaces of definitions: what their users can see, without where they are. Shared by all projects, as the definitions are."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Definition, str, tuple[TypedName, ...]]] = {}
        """By identity of the definition, which takes less time than hashing it."""

    def of(self, definition: Definition) -> tuple[str, tuple[TypedName, ...]]:
        """A hash of the interface of a definition, and the names that it mentions."""
        known = self._known.get(id(definition))
        if known is None:
            # Its file is given by `Fingerprints`, as it may be anywhere.
            plain = interface(definition)._replace(place=NOWHERE)
            text = repr(plain).encode(errors="surrogatepass")
            known = self._known[id(definition)] = definition, digest(text), tuple(mentioned(definition))
        return known[1:]

    def forget(self) -> None:
        """Discard all interfaces, after definitions have been replaced."""
        self._known.clear()


class Fingerprints:
    """The fingerprints of names in one project, cached until something changes."""

    def __init__(self, loader: Loader, interfaces: Interfaces, places: Places) -> None:
        self._loader = loader
        self._places = places
        self._interfaces = interfaces
        self._names: dict[str, str] = {}
        self._own: dict[TypedName, str] = {}

    def of(self, key: str) -> str:
        """The fingerprint of a name: its definitions, and those of all types that they mention."""
        known = self._names.get(key)
        if known is None:
            kind, _, name = key.partition(" ")
            if kind == ABSENCE:
                known = str(self._loader.is_complete(TypedName(*name.split(" ", 1))))
            else:
                known = self._closed(TypedName(kind, name))
            self._names[key] = known
        return known

    def _closed(self, name: TypedName) -> str:
        others = sorted(self.reached(name) - {name})
        # Whether a name that nothing defines may exist elsewhere counts if the check has asked for that, or for a name that mentions it.
        absent = (str(self._loader.is_complete(each)) for each in others if not self._loader.load_all(each))
        return digest(*(each.encode(errors="surrogatepass") for each in (*map(self._interface, (name, *others)), *absent)))

    def reached(self, name: TypedName) -> set[TypedName]:
        """A name, and the names that its definitions depend on."""
        reached = {name}
        waiting = [name]
        while waiting:
            for each in self._loader.load_all(waiting.pop()):
                for other in self._interfaces.of(each)[1]:
                    if other not in reached:
                        reached.add(other)
                        waiting.append(other)
        return reached

    def _interface(self, name: TypedName) -> str:
        known = self._own.get(name)
        if known is None:
            found = self._loader.load_all(name)
            answer = ", ".join(map(self._shown, found)) if found else self._absent(name)
            known = self._own[name] = f"{key_of(name)} {answer}"
        return known

    def _shown(self, definition: Definition) -> str:
        return f"{self._interfaces.of(definition)[0]} {self._places.portable(definition.place.path)}"

    def _absent(self, name: TypedName) -> str:
        # The name of a resource type is a type as well.
        others = (DEFINE, RESOURCE_TYPE) if name.kind == TYPE else ()
        return repr([bool(self._loader.load_all(TypedName(kind, name.name))) for kind in others])


def interface(definition: Definition) -> Definition:
    """A definition without the parts that its users cannot see."""
    return definition._replace(
        place=Place(definition.place.path, 0, 0),
        doc="",
        parameters=tuple(each._replace(doc="", start=0, end=0) for each in definition.parameters),
        attributes=tuple(each._replace(doc="", start=0) for each in definition.attributes),
    )


def mentioned(definition: Definition) -> Iterable[TypedName]:
    """The names that a definition depends on: those in its types, the parent class, and the targets of forwarded parameters."""
    texts = [definition.text, definition.returns]
    texts += [*(each.type for each in definition.parameters), *(each.type for each in definition.attributes)]
    for signature in definition.signatures:
        texts += [signature.block, signature.returns, *(each.type for each in signature.parameters)]
    for text in texts:
        for name in filter(None, TYPE_NAME.findall(text or "")):
            yield TypedName(TYPE, name.lower())
    if definition.kind == CLASS and definition.parent is not None:
        yield TypedName(CLASS, definition.parent.lower().removeprefix("::"))
    for parameter in definition.parameters:
        yield from (TypedName(each.kind, each.name) for each in parameter.forwarded)
    if definition.forwards is not None:
        yield TypedName(FUNCTION, definition.forwards)
