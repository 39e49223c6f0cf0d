"""What agents say of resources: the same of equal ones, whatever catalog of a module they are in."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """Why a resource is refused."""

    message: str
    kind: str = "Puppet::ResourceError"
    """The class of the exception."""
    is_exact: bool = False
    """Whether the message is that of the exception, not only its reason in other words."""


class Judgement(NamedTuple):
    """What is said of a resource."""

    refusal: Refusal | None
    """Why it is refused, if it is."""
    doubts: tuple[str, ...]
    """What is not known of that."""


Judged = dict[object, Judgement]
"""What was said of resources, by all that it depends on."""
