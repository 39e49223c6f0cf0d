"""WatchedWorld: a world that knows whether something was asked of it that may change while all definitions stay the same."""

from __future__ import annotations

from puppet_typesys.functions.call import World
from puppet_typesys.values.hash import Hash


class WatchedWorld:
    """The files and data of another `World`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.was_asked = False
        """Whether files or data were asked for."""

    def read_file(self, name: str) -> bytes | None:
        self.was_asked = True
        return self._world.read_file(name)

    def find_file(self, name: str) -> str | None:
        self.was_asked = True
        return self._world.find_file(name)

    def find_template(self, name: str) -> str | None:
        self.was_asked = True
        return self._world.find_template(name)

    def read_template(self, name: str) -> str | None:
        self.was_asked = True
        return self._world.read_template(name)

    def read_ruby(self, path: str) -> str | None:
        # The definition of the function has a hash of the text.
        return self._world.read_ruby(path)

    def lookup(self, key: str, options: Hash) -> object:
        self.was_asked = True
        return self._world.lookup(key, options)

    def module_directory(self, name: str) -> str | None:
        return self._world.module_directory(name)

    def now(self) -> int | None:
        return self._world.now()
