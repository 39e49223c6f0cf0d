"""Variables of the caller that an ERB template has as text in the place of a value: `datadir: @data_dir`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

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
OF_GROUP = lazy_pattern(rb"(?i)(?:users|groups?|list|members?|admins?|allow|deny)[\w ]{0,40}\Z")
"""The keys of which a value may be a group, which other programs write with the same sign."""
GIVEN = lazy_pattern(rb"@([a-z]\w*+)[ \t]*+(?::=|[=:])")
"""A variable that the text itself gives a value."""
OF_MANIFEST = lazy_pattern(r"\$(\w++)")
PROGRAM = lazy_pattern(
    rb"\A\s*#!.*\b(?:ruby|perl)|^[ \t]*(?:def|class|module|require|attr_\w+)\b|(?i:\b(?:set|into|declare)[ \t]+@)|->", re.MULTILINE
)
"""What programs have, whose variables have the same sign."""


@rule(on=Template)
def check_text(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the values that are names of variables which the module sets."""
    module = known.project.module_of(template.path)
    source = template.source
    if module is None or b"@" not in source or VALUE.search(source) is None:
        return
    text = _without_tags(source)
    if PROGRAM.search(text) is not None:
        return
    given = frozenset(GIVEN.findall(text))
    of_module = cache(partial(_variables, module.folder, known))
    for found in VALUE.finditer(text):
        name = found[2].decode()
        line = source.rfind(b"\n", 0, found.start()) + 1
        if COMMENT.match(source, line) is not None or OF_GROUP.search(source, line, found.start()) is not None:
            continue
        if found[2] in given or name not in of_module():
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


def _variables(folder: str, known: Known) -> frozenset[str]:
    """The names of the variables in the manifests of a module."""
    known.world.ask_below(folder, FOLDERS)
    return frozenset(name for each in texts(known.disk, folder, FOLDERS) for name in OF_MANIFEST.findall(each))
