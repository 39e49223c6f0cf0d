"""Texts of other programs in data that Hiera takes for interpolations: `RewriteCond %{QUERY_STRING}`.

The names of variables of Puppet begin in lower case, so that such an interpolation fails, or inserts nothing before Puppet 8.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, text_of
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

NAME = r"[A-Z][A-Za-z0-9_-]*(?::[A-Za-z][\w-]*)?"
LIKELY = lazy_pattern(rb"%\{(?:\}\{)?[A-Z]")
FOREIGN = lazy_pattern(rf"%\{{({NAME})\}}")
LOST = lazy_pattern(rf"(?<!%)%\{{\}}\{{({NAME})\}}")
"""A text of which `%{}` was to keep the percent sign, which only `%%{}` does."""
KEPT = lazy_pattern(rf"%%\{{({NAME})\}}\{{")
"""A name that is used to insert nothing, before the text that is kept: `%%{EMPTY}{REQUEST_URI}`."""


@issue(Severity.WARNING)
def hiera_interpolated_text(name: str) -> str:
    """Text of another program that Hiera interpolates"""
    return f"Hiera interpolates `%{{{name}}}`, and no variable has such a name; the text of another program is `%%{{}}{{{name}}}`"


@hiera_interpolated_text.variant()
def lost_percent_sign(name: str) -> str:
    return f"`%{{}}` inserts nothing, so that the value has `{{{name}}}`; the text of another program is `%%{{}}{{{name}}}`"


@rule(on=(DataFile, UnlistedFile))
def check_texts(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report such texts, each at its place."""
    text = text_of(file.path, known)
    if LIKELY.search(text.source) is None:
        return
    found = [each for each in strings(file.root) if "%{" in each[0] and (FOREIGN.search(each[0]) or LOST.search(each[0]))]
    config = file.hiera.config(None)
    kept = {name for each, _, _ in strings(file.root) if "%%{" in each for name in KEPT.findall(each)}
    if config is not None and config.document.root is not None:
        # A server may give nodes variables with any name, on which the hierarchy then depends, too.
        kept |= {name for each, _, _ in strings(config.document.root) for name in FOREIGN.findall(each)}
    for _, start, end in found:
        source = text.slice(start, end)
        for each in FOREIGN.finditer(source):
            at = start + len(source[: each.start()].encode())
            if each[1] not in kept:
                yield hiera_interpolated_text(each[1]).at(at, at + len(each[0]), fixes=_escaped(at, source[: each.start()]))
        for each in LOST.finditer(source):
            at = start + len(source[: each.start()].encode())
            fix = Fix("Keep the percent sign", (Edit(at, at, "%"),), "unsafe")
            yield lost_percent_sign(each[1]).at(at, at + len(each[0]), fixes=(fix,))


def _escaped(start: int, before: str) -> tuple[Fix, ...]:
    """The fix that makes an interpolation a text, unless another percent sign is before it."""
    return () if before.endswith("%") else (Fix("Keep the text", (Edit(start + 1, start + 1, "%{}"),), "unsafe"),)
