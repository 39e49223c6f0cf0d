"""Frames, scopes and variables as the Debug Adapter Protocol has them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from puppet_typesys.debugging.stepper import Frame
from puppet_typesys.debugging.variables import Children, Named

EXPENSIVE = frozenset(("Catalog", "Top scope"))
"""Scopes that a client opens only when it is told to."""
MANIFEST = 1
"""The number by which a client asks for the text of a manifest that is in no file."""


class References:
    """Owns the numbers by which a client asks for the parts of what it has been shown; valid until the evaluation goes on."""

    def __init__(self) -> None:
        self._parts: list[Children] = []

    def forget(self) -> None:
        """Invalidate all numbers."""
        self._parts.clear()

    def number(self, shown: Named) -> int:
        """The number of the parts of something; 0 if it has none."""
        if shown.parts is None:
            return 0
        self._parts.append(shown.parts)
        return len(self._parts)

    def parts(self, number: int) -> list[Named]:
        """The parts with a number; none for an unknown one."""
        return self._parts[number - 1]() if 0 < number <= len(self._parts) else []

    def scopes(self, found: Sequence[Named]) -> list[dict[str, object]]:
        """The scopes of a frame."""
        return [
            {
                "name": each.name,
                "variablesReference": self.number(each),
                "expensive": each.name in EXPENSIVE,
                **({"presentationHint": "locals"} if each.name == "Local" else {}),
            }
            for each in found
        ]

    def variables(self, found: Sequence[Named]) -> list[dict[str, object]]:
        """Variables, elements, resources or parameters."""
        return [
            {
                "name": each.name,
                "value": each.text,
                "type": each.type,
                "variablesReference": self.number(each),
                **({"evaluateName": each.name} if each.name.startswith("$") else {}),
            }
            for each in found
        ]


def stack(frames: Sequence[Frame], first_line: int, first_column: int) -> list[dict[str, object]]:
    """The frames of a stack from the innermost; their ids are their indices from 1, from the outermost."""
    return [_frame(number, each, first_line, first_column) for number, each in reversed([*enumerate(frames, 1)])]


def _frame(number: int, frame: Frame, first_line: int, first_column: int) -> dict[str, object]:
    line, column = frame.text.position(frame.start, "utf-16")
    shown: dict[str, object] = {"id": number, "name": frame.name, "line": line + first_line, "column": column + first_column}
    if frame.path is None:
        return {**shown, "presentationHint": "subtle"}
    if not frame.path:
        return {**shown, "source": {"name": "manifest of the example", "sourceReference": MANIFEST}}
    path = os.path.abspath(frame.path)
    return {**shown, "source": {"name": os.path.basename(path), "path": path}}
