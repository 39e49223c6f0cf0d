"""Exported resources of other nodes, as a server stores them."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_grammar.dataclass import dataclass, field
from puppet_grammar.named import NamedTuple


class Export(NamedTuple):
    """A resource that a node exports. Values are those of JSON, or unknown."""

    certname: str
    type: str
    title: str
    parameters: tuple[tuple[str, object], ...]
    tags: tuple[str, ...] = ()
    possible: bool = False

    @property
    def identity(self) -> str:
        """What tells it from one of another node."""
        return f"{self.certname}|{self.type}|{self.title}"


@dataclass(frozen=True)
class Exports:
    """What nodes export."""

    resources: tuple[Export, ...] = ()
    is_partial: bool = False
    """Whether other nodes, of which nothing is known, may export more."""
    partial: frozenset[str] = frozenset()
    """The nodes that may export more, as their catalogs are not certain."""
    by_type: dict[str, list[Export]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Sort the resources by type."""
        found: dict[str, list[Export]] = {}
        for each in self.resources:
            found.setdefault(each.type, []).append(each)
        object.__setattr__(self, "by_type", found)

    def may_have_more(self, node: str | None) -> bool:
        """Whether another node than this one may export more."""
        return self.is_partial or not self.partial <= {node}

    def of(self, type: str, node: str | None) -> Iterable[Export]:
        """The resources of a type that other nodes than this one export."""
        return (each for each in self.by_type.get(type, ()) if each.certname != node)


ANY_EXPORTS = Exports(is_partial=True)
"""Nothing is known of other nodes."""
