"""All codes with what is said about each."""

from __future__ import annotations

from typing import NamedTuple

import puppet_check.checker  # noqa: F401 - it imports all that declare issues
from puppet_check.cli.manual import summary
from puppet_check.config.codes import pages
from puppet_check.suppressions import SUPPRESSIONS
from puppet_check.workspace.hiera.codes import HIERA
from puppet_check.workspace.project_files.codes import PROJECT_FILES
from puppet_typesys.diagnostics import ISSUES
from puppet_typesys.issues import PROBLEMS

TABLES = (ISSUES, PROBLEMS, HIERA, PROJECT_FILES, SUPPRESSIONS)


class About(NamedTuple):
    """How severe a finding usually is, and one sentence."""

    severity: str
    summary: str


def all_rules() -> dict[str, About]:
    """Everything that can be reported, by code in order. What is in no table, such as an unreadable file, is an error."""
    known = {code: About(rule.severity.text, rule.summary) for table in TABLES for code, rule in table.items()}
    known |= {code: About("error", summary(code)) for code in pages() if code not in known}
    return dict(sorted(known.items()))
