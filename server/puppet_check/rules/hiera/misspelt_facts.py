"""Misspelt names of facts in interpolations, in `hiera.yaml` and in data: `%{facts.os.famly}`, `%{::operatingsytem}`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile
from puppet_check.rules.unknown_fact import PARTS, extension_meant, fact_meant, part_meant, unknown_extension, unknown_fact, unknown_part
from puppet_check.workspace.assigned import assigned_in
from puppet_check.workspace.hiera.config import Config
from puppet_check.workspace.hiera.documents import Node, strings
from puppet_check.workspace.hiera.interpolation import expressions
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED
from puppet_typesys.diagnostics import Diagnostic, Message
from puppet_typesys.loader import FACT, TypedName

PLAIN = lazy_pattern(r"(?:::)?[a-z_]\w*(?:\.[a-z_]\w*)*")
"""A variable without quotes and numbers in its keys."""


@rule(on=Config)
def check_config(config: Config, known: Known) -> Iterator[Diagnostic]:
    """Report misspelt facts in a `hiera.yaml`."""
    if config.document.root is not None and config.is_known:
        yield from _misspelt(config.document.root, known)


@rule(on=DataFile)
def check_data(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report misspelt facts in data."""
    yield from _misspelt(file.root, known)


def _misspelt(root: Node, known: Known) -> Iterator[Diagnostic]:
    for text, start, end in strings(root):
        for each in expressions(text) if "%{" in text else ():
            if each.method == "scope" and PLAIN.fullmatch(each.key):
                yield from (found.at(start, end) for found in _found(each.key, known))


def _found(key: str, known: Known) -> Iterator[Message]:
    name, *keys = key.removeprefix("::").split(".")
    if name == TRUSTED and keys[:1] == ["extensions"] and len(keys) > 1:
        meant = extension_meant(keys[1])
        if meant is not None:
            yield unknown_extension(keys[1]).suggesting(meant)
    elif name == FACTS and keys:
        meant = fact_meant(keys[0], known)
        if meant is not None:
            yield unknown_fact(keys[0]).suggesting(meant)
        elif known.external.load(TypedName(FACT, keys[0])) is None:
            for count in range(PARTS, len(keys) + 1):
                part = part_meant(keys[:count])
                if part is not None:
                    yield unknown_part(".".join(keys[:count])).suggesting(part)
    elif key.startswith("::") and not keys:
        meant = fact_meant(name, known)
        if meant is not None and not any(name in assigned_in(known.disk, site).variables for site in known.project.sites):
            yield unknown_fact(name).suggesting(meant)
