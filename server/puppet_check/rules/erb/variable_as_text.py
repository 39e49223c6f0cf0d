"""Variables of the caller that an ERB template has as text in the place of a value: `datadir: @data_dir`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.template_scope import FOLDERS
from puppet_check.rules.variable_as_text import COMMENT, variable_as_text
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import texts
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

VALUE = lazy_pattern(rb"[=:][ \t]*+(['\"]?)@([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\1[ \t]*+;?[ \t]*+$", re.MULTILINE)
"""A whole value that is written like a variable of the caller."""


@rule(on=Template)
def check_text(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the values that are names of variables which the module sets."""
    module = known.project.module_of(template.path)
    source = template.source
    if module is None or b"@" not in source or VALUE.search(source) is None:
        return
    for found in VALUE.finditer(_without_tags(source)):
        name = found[2].decode()
        line = source.rfind(b"\n", 0, found.start()) + 1
        if COMMENT.match(source, line) is not None or not _is_set(name, module.folder, known):
            continue
        start, end = found.start(2) - 1, found.end(2)
        tag = f"<%= @{name} %>"
        yield variable_as_text(f"@{name}", tag).at(start, end, fixes=(Fix("Write a tag", (Edit(start, end, tag),)),))


def _without_tags(source: bytes) -> bytes:
    """A template of the same length with zeros in the place of its tags."""
    parts: list[bytes] = []
    at = 0
    while (start := source.find(b"<%", at)) >= 0:
        end = source.find(b"%>", start)
        end = len(source) if end < 0 else end + 2
        parts += (source[at:start], b"\0" * (end - start))
        at = end
    return b"".join((*parts, source[at:]))


def _is_set(name: str, folder: str, known: Known) -> bool:
    """Whether a manifest of a module has a variable of a name."""
    known.world.ask_below(folder, FOLDERS)
    pattern = re.compile(rf"\${name}\b")
    return any(pattern.search(each) is not None for each in texts(known.disk, folder, FOLDERS))
