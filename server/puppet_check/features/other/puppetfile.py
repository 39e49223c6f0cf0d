"""Editor features of the `Puppetfile`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.describe.markdown import paragraphs
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.metadata import known_modules, module_text, short_name
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import MODULE, Occurrence, Symbol
from puppet_grammar.patterns import lazy_pattern

MODULE_CALL = lazy_pattern(rb"""^[ \t]*mod[ \t(]+(["'])([\w/-]+)\1((?:[^\n]*,[ \t]*\n)*[^\n]*)""", re.MULTILINE)
WORD = lazy_pattern(rb"[\w-]*\Z")
NAME = lazy_pattern(rb"""^[ \t]*mod[ \t(]+["']([\w/-]*)\Z""", re.MULTILINE)
VERSION = lazy_pattern(rb"""^[ \t]*mod[ \t(]+["']([\w/-]+)["'][ \t]*,[ \t]*["']([\w.]*)\Z""", re.MULTILINE)
ARROWS = lazy_pattern(rb":\w+[ \t]*=>")
"""An option in the older form, `:git => '...'`; the other one is `git: '...'`."""
STATEMENTS = {
    "mod": ("mod '$1', '$2'", "A module from the Forge with its version, or from another source with options."),
    "forge": ("forge 'https://forgeapi.puppet.com'", "The URL of the Forge to install modules from."),
    "moduledir": ("moduledir '$1'", "The folder to install modules into; `modules` by default."),
}
OPTIONS = {
    "git": "The URL of the git repository of the module.",
    "ref": "The branch, tag or commit to check out.",
    "tag": "The tag to check out.",
    "branch": "The branch to check out; `:control_branch` is the branch of this repository.",
    "commit": "The full hash of the commit to check out.",
    "default_branch": "The branch to check out if the requested one does not exist.",
    "install_path": "The folder to install the module into, relative to the top of this repository.",
    "local": "Whether the module is part of this repository and must be left unchanged.",
    "type": "The source of the module: `'forge'`, `'git'`, `'svn'`, `'tarball'` or `'local'`.",
    "source": "The URL of the source, with `type`.",
    "version": "The version of the module, or the revision to check out, with `type`.",
    "svn": "The URL of the Subversion repository of the module.",
    "latest": "The newest release, whichever that is at installation.",
    "exclude_spec": "Whether to leave out the folder `spec` of the module.",
}


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a module, option or statement."""
    for found in MODULE_CALL.finditer(view.text.source):
        if found.start(2) <= offset <= found.end(2):
            return Hover(module_text(view, found[2].decode()), *found.span(2))
    start, end = _word_at(view.text.source, offset)
    word = view.text.slice(start, end)
    if view.text.source[start - 1 : start] == b":" or view.text.source[end : end + 1] == b":":
        text = OPTIONS.get(word)
    else:
        text = STATEMENTS.get(word, (None, None))[1]
    return None if text is None else Hover(paragraphs(f"`{word}`", text), start, end)


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of statements, installed modules, their versions, and options."""
    before = view.text.source[:offset]
    line = before[before.rfind(b"\n") + 1 :]
    name, version = ending_at(NAME, before), ending_at(VERSION, before)
    if name is not None:
        return Completion(tuple(Item(each, "module", release, rank=1) for each, release in known_modules(view)), name.start(1), offset)
    if version is not None:
        wanted = version[1].decode().replace("-", "/", 1)
        found = [release for each, release in known_modules(view) if each == wanted and release]
        return Completion(tuple(Item(each, "value", "the installed version", rank=1) for each in found), version.start(2), offset)
    word = ending_at(WORD, before)
    start = offset if word is None else word.start()
    if before[start - 1 : start] == b":" and before[start - 2 : start] != b"::":
        items = (Item(each, "key", about, f"{each} => '$0'", 2) for each, about in OPTIONS.items())
        return Completion(tuple(items), start, offset)
    if _is_inside_call(before[:start]):
        label, snippet = (":{}", ":{} => '$0'") if ARROWS.search(view.text.source) else ("{}:", "{}: '$0'")
        items = (Item(label.format(each), "key", about, snippet.format(each), 2, filter=each) for each, about in OPTIONS.items())
        return Completion(tuple(items), start, offset)
    if not line[: len(line) - (offset - start)].strip():
        return Completion(tuple(_statements()), start, offset)
    return Completion((), offset, offset)


def _statements() -> Iterator[Item]:
    yield from (Item(each, "keyword", about, snippet, 1) for each, (snippet, about) in STATEMENTS.items())


def _is_inside_call(before: bytes) -> bool:
    """Whether the text ends inside a call, after a comma."""
    return before.rstrip().endswith(b",")


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of modules."""
    for found in MODULE_CALL.finditer(view.text.source):
        yield Occurrence(Symbol(MODULE, short_name(found[2].decode())), *found.span(2), "read")


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The modules as document symbols."""
    return [
        DocumentSymbol("module", each[2].decode(), each.start(), each.end(), *each.span(2))
        for each in MODULE_CALL.finditer(view.text.source)
    ]


def _word_at(source: bytes, offset: int) -> tuple[int, int]:
    before = ending_at(WORD, source, offset)
    after = re.compile(rb"[\w-]*").match(source, offset)
    return (offset if before is None else before.start()), (offset if after is None else after.end())
