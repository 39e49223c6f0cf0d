"""A host that knows nothing but the values that a program gets: for checks, which hold for any node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from puppet_typesys.ruby.outcome import ResourceData, Unsupported
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type


class Alone:
    """A `Host` that refuses what depends on a node, its catalog or the files of modules."""

    def call(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        _refuse(name)

    def as_legacy(self, name: str, arguments: Sequence[object]) -> list[object]:
        _refuse(name)

    def variable(self, name: str) -> object:
        _refuse(name)

    def variable_names(self) -> Sequence[str]:
        _refuse("variables")

    def assign(self, name: str, value: object, held: object, *, is_global: bool) -> None:
        _refuse(name)

    def held(self, name: str) -> object:
        _refuse(name)

    def methods_of_templates(self) -> dict[str, object]:
        return {}

    def type_of_name(self, name: str) -> Type | None:
        _refuse(name)

    def library(self, path: str) -> str | None:
        _refuse(path)

    def has_file(self, path: str) -> bool | None:
        return None

    def file_text(self, path: str) -> str | None:
        _refuse(path)

    def has_function(self, name: str) -> bool | None:
        return None

    def resource(self, type: str, title: str) -> ResourceData | None:
        _refuse(f"{type}[{title}]")

    def own_resource(self) -> ResourceData | None:
        _refuse("the resource")

    def node_name(self) -> str:
        _refuse("the node")

    def defaults(self, type: str) -> Sequence[str]:
        _refuse(type)

    def setting(self, name: str) -> object:
        _refuse(name)

    def yaml(self, text: str) -> object:
        _refuse("YAML")

    def log(self, level: str, message: str) -> None:
        """Log nothing."""

    def now(self) -> int | None:
        return None

    def draw(self, limit: int) -> int | None:
        return None

    def kept_of(self, name: str) -> dict[str, object] | None:
        return None

    def is_scratch(self, path: str) -> bool:
        return False

    def write(self, path: str, text: str | None) -> None:
        _refuse(path)


def _refuse(name: str) -> NoReturn:
    raise Unsupported("check with", name)
