"""Questions that compilations ask, and how their answers are written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from puppet_check.fingerprint import digest
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING

Question = tuple[str, ...]
"""What is asked, and about what. Paths are those of `workspace/portable.py`."""
NAME, DEFINITION, VARIABLE, WHOLE, PLACE, EXPORTS = "name", "definition", "variable", "whole", "place", "exports"
FACT, TRUSTED, ENC = "fact", "trusted", "enc"
"""What is asked of a node. The answer about a place, which is a path of a hierarchy of data, depends on the files as well."""
OF_BOTH = frozenset((PLACE, EXPORTS))
"""Those whose answers depend on the environment as well: on its files, and on what other nodes export there."""
LARGEST = 24
"""The length of the longest text that is an answer itself; values are always written as their hash, as some are secrets."""
HASH = "{}"
"""The answer for a hash, about whose entries there are questions of their own."""
ABSENT = ""


class Record(NamedTuple):
    """All that one compilation has asked, with the answers."""

    node: tuple[tuple[Question, str], ...]
    """What it has asked of the node, in order."""
    code: dict[Question, str]
    """What it has asked of code and data."""
    failure: str | None
    """Why there is no catalog."""


def answer_of(value: object) -> str:
    """A value as an answer: equal for equal values, and for no others."""
    if value is MISSING:
        return ABSENT
    if isinstance(value, Hash) and value:
        return HASH
    return exactly(value)


def exactly(value: object) -> str:
    """The same for the whole of a hash."""
    return f"#{digest(repr(value).encode('utf-8', 'surrogatepass'))}"


def shortened(text: str) -> str:
    """A text, or the hash of a long one."""
    return text if len(text) <= LARGEST else f"#{digest(text.encode('utf-8', 'surrogatepass'))}"


def shown(question: Question) -> str:
    """A question in words, for users."""
    kind, *rest = question
    match kind:
        case "name":
            return "the name of the node"
        case "definition":
            return "the node definition"
        case "variable":
            return f"${rest[0]}"
        case "fact" | "trusted":
            return _path("facts" if kind == "fact" else kind, rest)
        case "whole":
            return f"all of {_path('facts' if rest[0] == 'fact' else rest[0], rest[1:])}"
        case "exports":
            return f"exported resources of {rest[0]}"
        case "place":
            return f"data {_template(rest)}"
        case "key":
            return f"{rest[0]}: {rest[1]}"
        case "options":
            return f"{rest[0]}: lookup_options of {rest[1]}"
    return f"{kind} {' '.join(rest)}".removeprefix("file ")


def _path(name: str, keys: Sequence[str]) -> str:
    return f"${name}" + "".join(f"['{each}']" for each in keys)


def _template(parts: Sequence[str]) -> str:
    base, *rest = parts
    return f"{base}/" + "".join(each[1:] if each[0] == "=" else f"%{{{'.'.join(json.loads(each[1:]))}}}" for each in rest)
