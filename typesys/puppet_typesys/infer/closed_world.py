"""ClosedWorld: a world of which nothing is known but the texts of Ruby files, which definitions have a hash of."""

from __future__ import annotations

from puppet_typesys.functions.call import World
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown


class ClosedWorld:
    """A `World` whose answers only depend on definitions."""

    def __init__(self, world: World) -> None:
        self._world = world

    def read_file(self, name: str) -> bytes | None:
        return None

    def find_file(self, name: str) -> str | None:
        return None

    def find_template(self, name: str) -> str | None:
        return None

    def read_template(self, name: str) -> str | None:
        return None

    def read_ruby(self, path: str) -> str | None:
        return self._world.read_ruby(path)

    def lookup(self, key: str, options: Hash) -> object:
        return Unknown(model.ANY)

    def module_directory(self, name: str) -> str | None:
        return None

    def now(self) -> int | None:
        return None
