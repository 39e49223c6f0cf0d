"""Index: all definitions of a workspace by name; the Loader that files are checked with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Definition, TypedName


class Index:
    """Definitions by name and by file; replacing a file costs as much as it defines."""

    def __init__(self, modules: Iterable[str] = (), missing: Iterable[str] = (), *, closed: bool = False) -> None:
        """`modules` are there, `missing` are declared and not there; `closed` says that there are no others."""
        self.modules = set(modules)
        self.missing = set(missing)
        self.closed = closed
        self._by_name: dict[TypedName, list[Definition]] = {}
        self._by_file: dict[str, tuple[Definition, ...]] = {}

    def replace(self, path: str, definitions: tuple[Definition, ...]) -> None:
        """Take these as all that a file defines."""
        for old in self._by_file.pop(path, ()):
            known = self._by_name[old.typed_name]
            known.remove(old)
            if not known:
                del self._by_name[old.typed_name]
        if definitions:
            self._by_file[path] = definitions
        for each in definitions:
            self._by_name.setdefault(each.typed_name, []).append(each)

    def load(self, name: TypedName) -> Definition | None:
        found = self._by_name.get(name)
        if not found:
            return None
        return found[0] if len(found) == 1 or name.kind != RESOURCE_TYPE else _merged(found)

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        return self._by_name.get(name, ())

    def is_complete(self, name: TypedName) -> bool:
        """Whether a name that is not found does not exist: its module is there, or there are no modules but those that are."""
        module, _, rest = name.name.removeprefix("::").partition("::")
        if module in self.missing:
            return False
        if rest or name.kind in (CLASS, PLAN):
            return module in self.modules or not self.missing or self.closed
        if name.kind in (FUNCTION, TYPE, DEFINE, RESOURCE_TYPE):
            # A name without a module may come from any of them.
            return not self.missing
        return True

    def names(self, kind: str) -> list[str]:
        """The names of a kind, as they are written."""
        return [known[0].name for name, known in self._by_name.items() if name.kind == kind]

    def files(self) -> Iterable[str]:
        """The files that define something."""
        return self._by_file.keys()

    def of_file(self, path: str) -> tuple[Definition, ...]:
        """What a file defines."""
        return self._by_file.get(path, ())


def _merged(found: list[Definition]) -> Definition:
    """A resource type with the providers that other files add."""
    main = max(found, key=lambda each: (len(each.attributes), each.is_open))
    providers = dict.fromkeys(name for each in found for name in each.providers)
    return main._replace(providers=tuple(providers), is_open=any(each.is_open for each in found))
