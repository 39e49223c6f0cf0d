"""Interpolations in data that are written as in Puppet code or without braces, which Hiera leaves as they are."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, Key, UnlistedFile
from puppet_check.workspace.hiera.config import Config
from puppet_check.workspace.hiera.documents import Node, strings
from puppet_check.workspace.known import Known
from puppet_check.workspace.shown import FILLED_IN
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import CLASS, TypedName

# Other names in `${…}` are those of shells and programs that read the value.
FOREIGN = lazy_pattern(
    r"\$\{(?:(?:lookup|hiera|alias)\(\s*['\"][^}]*|(?:facts|trusted|server_facts)(?:\[['\"]|\.)[^}]*|::[a-z]\w*)\}"
    r"|%\((?:(?:facts|trusted)\.[a-z][\w.]*|(?:lookup|hiera|alias)\(['\"][^)]*\))\)"
)
TEMPLATE = "<%"
TAG = lazy_pattern(r"<%=\s*(?:lookup|hiera|alias)\(\s*['\"][^%]*%>\Z")
"""A value that is the tag of a template with a lookup, and no more: no part of a template is kept in data like that."""
CALL = lazy_pattern(
    r"%(?:lookup|hiera|alias)\(\s*(?:'[\w:.-]+'|\"[\w:.-]+\")\s*\)(?!\})|\A(?:lookup|hiera)\(\s*(?:'[\w:.-]+'|\"[\w:.-]+\")\s*\)\Z"
)
"""A lookup of one key without the braces of an interpolation, or without its percent sign, too, where nothing else is in the value."""
UNCLOSED = lazy_pattern(r"%\{\s*(?:lookup|hiera|alias)\(\s*(?:'[\w:.-]+'?|\"[\w:.-]+\"?)\s*\)?(?![^{]*\})")
"""A lookup without the brace at its end."""
OF_CLASS = lazy_pattern(r"\$\{([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\}")
"""What may be a variable of a class: with an underscore and no capitals, as few variables of shells are."""


@issue(Severity.WARNING)
def hiera_foreign_interpolation(text: str) -> str:
    """Interpolation that Hiera does not evaluate"""
    return f"Hiera leaves `{text}` as it is; it only interpolates `%{{…}}`"


@rule(on=DataFile)
def check_foreign(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report interpolations of facts and lookups in the form of Puppet code."""
    yield from foreign_in(file.root)
    yield from _calls(file.root)
    yield from _tags(file.root, known)


@rule(on=Config)
def check_config(config: Config, known: Known) -> Iterator[Diagnostic]:
    """Report them in the paths of a hierarchy."""
    if config.document.root is not None:
        yield from foreign_in(config.document.root)


def foreign_in(root: Node) -> Iterator[Diagnostic]:
    """The texts with interpolations of facts and lookups in the form of Puppet code."""
    for text, start, end in strings(root):
        found = FOREIGN.search(text) if "${" in text or "%(" in text else None
        if found is not None and TEMPLATE not in text:
            yield hiera_foreign_interpolation(found[0]).at(start, end)


@rule(on=UnlistedFile)
def check_unlisted(file: UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report lookups without braces and values that are tags of a template, where the hierarchy is elsewhere."""
    yield from _calls(file.root)
    yield from _tags(file.root, known)


def _calls(root: Node) -> Iterator[Diagnostic]:
    for text, start, end in strings(root):
        found = CALL.search(text) if "(" in text and ("%" in text or text.endswith(")")) else None
        found = found or (UNCLOSED.search(text) if "%{" in text else None)
        if found is not None and TEMPLATE not in text:
            yield hiera_foreign_interpolation(found[0]).at(start, end)


def _tags(root: Node, known: Known) -> Iterator[Diagnostic]:
    found = [each for each in strings(root) if each[0].startswith(TEMPLATE) and TAG.match(each[0]) is not None]
    if not found or known.texts.shows(FILLED_IN, ""):
        return
    for text, start, end in found:
        yield hiera_foreign_interpolation(text).at(start, end)


@rule(on=Key)
def check_parameters(key: Key, known: Known) -> Iterator[Diagnostic]:
    """Report interpolations of parameters of the class that takes the value."""
    name = key.entry.key.removeprefix("::").rpartition("::")[0]
    owner = key.hiera.loader.load(TypedName(CLASS, name)) if name else None
    if owner is None:
        return
    for text, start, end in strings(key.entry.node):
        names = OF_CLASS.findall(text) if "${" in text and TEMPLATE not in text else []
        found = next((each for each in names if owner.parameter(each) is not None), None)
        if found is not None:
            yield hiera_foreign_interpolation(f"${{{found}}}").at(start, end)
