"""Settings: what the command line and the editor may choose, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """What may be chosen; the defaults are what most want."""

    jobs: int = 0
    """How many processes may check files; 0 means one per processor."""
    gitignore: bool = True
    """Whether files that git ignores are left out."""
    modulepath: tuple[str, ...] = ()
    """Where modules are, instead of what is found."""
    delay: float = 0.15
    """Seconds from the last key to the check in an editor."""
