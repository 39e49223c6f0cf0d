"""Keys that the code looks up and no data file has, which differ by a letter from one that the data have.

With a level of the hierarchy whose files are elsewhere, every key may have a value; a key that is nearly another is still a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import LOOKING_UP, arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import closest, is_typo
from puppet_typesys.values.hash import EMPTY
from puppet_typesys.values.unknown import Unknown

SHORTEST = 8
"""The length of the shortest key that is compared with longer ones."""
LONGEST_REST = 3
"""The number of letters that may be missing at the end of a key."""
SHORTEST_WORD = 5
"""The length of the shortest beginning of its last word."""
ENDINGS = frozenset("ed er ers es id ids ing ion ip or ors wd".split())
"""Letters that make another word."""


@issue(Severity.WARNING)
def misspelt_key(key: str) -> str:
    """Looked-up key that no data file has, of nearly the same name as one that they have"""
    return f"no data file has the key '{key}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_key(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a literal key without a default, of which the evaluation does not know that it has no value."""
    given = arguments(call) if called(call) in LOOKING_UP else ()
    if len(given) != 1 or not isinstance(given[0], ast.LiteralString) or call.lambda_ is not None or not file.known.project.has_data:
        return
    key = given[0].value
    if "." in key or not isinstance(file.known.world.lookup(key, EMPTY), Unknown):
        return
    known = file.known.hiera().layer(None, "levels").by_key
    if key in known:
        return
    meant = closest(key, known) if is_typo(key, known) else _continued(key, known)
    if meant is not None:
        fixes = respelled(file.text, given[0].start, given[0].end, key, meant)
        yield misspelt_key(key).suggesting(meant).at(given[0].start, given[0].end, fixes=fixes)


def _continued(key: str, known: Iterable[str]) -> str | None:
    """The only key that begins with another, if that one ends inside of its last word."""
    longer = [each for each in known if each.startswith(key)] if len(key) >= SHORTEST else []
    rest = longer[0][len(key) :] if len(longer) == 1 else ""
    is_cut = 1 < len(rest) <= LONGEST_REST and rest.isalpha() and rest not in ENDINGS
    return longer[0] if is_cut and len(re.split("[^a-z]", key)[-1]) >= SHORTEST_WORD else None
