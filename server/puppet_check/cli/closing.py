"""What follows the findings, for people."""

from __future__ import annotations


class Closing(str):
    """A part of what follows the findings, which `--quiet` leaves out."""

    __slots__ = ()


class Passing(Closing):
    """Such a part that is true of this run alone, as the time that it took: a run that repeats its result leaves it out."""

    __slots__ = ()
