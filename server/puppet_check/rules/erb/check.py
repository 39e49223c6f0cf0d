"""Reads an ERB template as Ruby."""

from __future__ import annotations

from puppet_check.rules.documents import Subjects
from puppet_check.workspace.erb import pieces, place_in_template
from puppet_check.workspace.ruby.errors import first_error
from puppet_check.workspace.ruby.tree import parse
from puppet_check.workspace.workspace import Known
from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.ERROR)
def epp_erb_syntax(reason: str) -> str:
    """Invalid Ruby in an ERB template"""
    return reason


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The first place where a template is not valid Ruby; nothing when that is uncertain."""
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return Subjects()
    ruby = list(pieces(source))
    error = first_error(parse(b"".join(each.text for each in ruby)).root_node)
    if error is None:
        return Subjects()
    start, end = place_in_template(ruby, error.start), place_in_template(ruby, max(error.end - 1, error.start)) + 1
    # The compiled Ruby collects the text in a variable of its own.
    shown = error._replace(word=error.word.replace("_erbout", "text of the template"))
    return Subjects(problems=(epp_erb_syntax(shown.message).at(start, min(max(end, start + 1), max(len(source), 1))),))
