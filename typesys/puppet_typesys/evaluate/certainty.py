"""Certainty: what is certain of a catalog, a scope, a resource, or the code that is being evaluated."""

from __future__ import annotations

from puppet_grammar.named import NamedTuple


class Certainty(NamedTuple):
    """Three doubts that may exist of a thing; `KNOWN` has none of them.

    Each thing has one as its `certainty`, and its own methods change it: a catalog and a scope may be open, a resource may be all three.
    That of the code which is being evaluated is computed by `Reach`, and what the code declares has it as well.
    """

    possible: bool = False
    """Whether it stands under an unknown condition, so that it may be absent."""
    uncalled: bool = False
    """Whether it stands in a lambda that the program may not call."""
    open: bool = False
    """Whether it may have more than is known: resources of a catalog, variables of a scope, parameters of a resource."""

    @property
    def is_present(self) -> bool:
        """Whether every evaluation of the code has it."""
        return not (self.possible or self.uncalled)

    def join(self, other: Certainty) -> Certainty:
        """What is certain if one of two is the case."""
        return Certainty(self.possible or other.possible, self.uncalled or other.uncalled, self.open or other.open)

    def and_then(self, inner: Certainty) -> Certainty:
        """What is certain of a thing that stands in this one: it is present only if both are, but open only if it is so itself."""
        return Certainty(self.possible or inner.possible, self.uncalled or inner.uncalled, inner.open)


KNOWN = Certainty()
POSSIBLE = Certainty(possible=True)
OPEN = Certainty(open=True)
