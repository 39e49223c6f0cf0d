"""Modules that a Puppetfile lists twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.puppetfile.check import Puppetfile
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import span_of_word, word
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.ERROR)
def puppetfile_duplicate(name: str) -> str:
    """Module listed twice in the Puppetfile"""
    return f"module '{name}' is already listed"


@puppetfile_duplicate.variant()
def under_another_name(name: str, first: str) -> str:
    return f"module '{name}' is already listed as '{first}'"


@rule(on=Puppetfile)
def check_names(file: Puppetfile, known: Known) -> Iterator[Diagnostic]:
    """Report modules that are listed twice in the same block of code; of several blocks only one may be executed."""
    seen: dict[tuple[int, str], str] = {}
    for each in file.mods:
        name = word(each.arguments[0]) if each.arguments else None
        if name is None or each.node.parent is None:
            continue
        short = re.split("[-/]", name)[-1]
        first = seen.get((each.node.parent.id, short))
        if first is not None:
            message = puppetfile_duplicate(short) if first == name else under_another_name(short, first)
            yield message.at(*span_of_word(each.arguments[0]))
        seen.setdefault((each.node.parent.id, short), name)
