"""Where the code of a repository is entered: what is used although no code of it says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from puppet_check.workspace.unused.candidates import CLASS, FACT, FILE, KEY, PLAN, TASK, TEMPLATE, Candidate, Part
from puppet_grammar.patterns import lazy_pattern

ROLE = lazy_pattern(r"(?:^|::|_)roles?(?:::|_|\Z)")
"""The classes that a classification names unless patterns say which: roles."""
NAMED = lazy_pattern(
    r"\b(?:include|contain|require|hiera_include)\b\s*\(?\s*\[?\s*[\"']?\$\{?((?:::)?\w+)([^\n]*)"
    r"|\bclass\s*\{\s*[\"']?\$\{?((?:::)?\w+)([^\n]*)"
    r"|\bcreate_resources\(\s*['\"]?class['\"]?\s*,\s*\$\{?((?:::)?\w+)([^\n]*)"
    r"|\$\{?((?:::)?\w+)([^\n]*?\.\s*(?:include|contain|require)\b)"
)
"""An inclusion of classes whose names a variable gives, with what follows the variable."""
OUTSIDE = lazy_pattern(r"\$\{?(?:facts|trusted|server_facts|::\w+\b(?!::))|\b(?:getvar|fact|puppetdb_query|query_nodes|query_facts|generate|external)\b")
"""What has values from outside of the repository."""


def is_entry(candidate: Candidate, patterns: Sequence[str] | None, *, is_environment: bool) -> bool:
    """Whether something is used from outside of the repository, as far as can be known."""
    if candidate.kind in (TEMPLATE, FILE, KEY, FACT):
        return False
    if candidate.kind in (PLAN, TASK):
        return not candidate.is_private
    if not is_environment:
        return not candidate.is_private
    if candidate.kind != CLASS:
        return False
    if patterns is None:
        return ROLE.search(candidate.name) is not None
    return any(fnmatchcase(candidate.name, each.lower().removeprefix("::")) for each in patterns)


def includes_any_class(parts: Iterable[Part]) -> str | None:
    """The file of some code that includes classes whose names come from outside of the repository; None without one."""
    for part in parts:
        if part.path.endswith((".pp", ".epp")) and _includes_any(part.text.decode("utf-8", "replace")):
            return part.path
    return None


def _includes_any(text: str) -> bool:
    return any(_is_from_outside(*_variable(found.groups()), text) for found in NAMED.finditer(text))


def _variable(groups: Sequence[str | None]) -> tuple[str, str]:
    at = next(at for at in range(0, len(groups), 2) if groups[at] is not None)
    return groups[at] or "", groups[at + 1] or ""


def _is_from_outside(name: str, following: str, text: str) -> bool:
    """Whether a variable that names classes may have values that are nowhere in the repository."""
    following = following.lstrip("}")
    if following.startswith("::") or (following[:1].isalnum()):
        return False  # A part of a name is there, which is matched.
    if name.startswith("::") or name in ("facts", "trusted"):
        return True
    return OUTSIDE.search(text) is not None
