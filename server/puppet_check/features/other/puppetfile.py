"""`Puppetfile`: the modules of an environment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.document_symbols import Symbol
from puppet_check.features.hover import Hover
from puppet_check.features.markdown import paragraphs
from puppet_check.features.other.metadata import known_modules, module_text, short_name
from puppet_check.features.other.view import OtherView
from puppet_check.features.subjects import MODULE, Subject, Use

MODULE_CALL = re.compile(rb"""^[ \t]*mod[ \t(]+(["'])([\w/-]+)\1((?:[^\n]*,[ \t]*\n)*[^\n]*)""", re.MULTILINE)
WORD = re.compile(rb"[\w-]*\Z")
NAME = re.compile(rb"""^[ \t]*mod[ \t(]+["']([\w/-]*)\Z""", re.MULTILINE)
VERSION = re.compile(rb"""^[ \t]*mod[ \t(]+["']([\w/-]+)["'][ \t]*,[ \t]*["']([\w.]*)\Z""", re.MULTILINE)
STATEMENTS = {
    "mod": ("mod '$1', '$2'", "A module from the Forge with its version, or with options from elsewhere."),
    "forge": ("forge 'https://forgeapi.puppet.com'", "The address of the Forge that modules come from."),
    "moduledir": ("moduledir '$1'", "The folder that modules are put into; `modules` when nothing else is said."),
}
OPTIONS = {
    "git": "The address of a git repository with the module.",
    "ref": "What is checked out: a branch, a tag or a commit.",
    "tag": "The tag that is checked out.",
    "branch": "The branch that is checked out. `:control_branch` means the one of this repository.",
    "commit": "The commit that is checked out, as its whole hash.",
    "default_branch": "What is checked out when the branch that was asked for is not there.",
    "install_path": "The folder that the module is put into, from the top of this repository.",
    "local": "Whether the module is part of this repository and left alone.",
    "type": "Where the module comes from: `'forge'`, `'git'`, `'svn'`, `'tarball'` or `'local'`.",
    "source": "The address that the module comes from, with `type`.",
    "version": "The version of the module, or what is checked out, with `type`.",
    "svn": "The address of a Subversion repository with the module.",
    "latest": "The newest release; it changes without notice.",
    "exclude_spec": "Whether the folder `spec` of the module is left out.",
}


def hover(view: OtherView, offset: int) -> Hover | None:
    """A module and whether it is there; what an option or statement is for."""
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
    """Statements, modules that are known, their versions, and options."""
    before = view.text.source[:offset]
    line = before[before.rfind(b"\n") + 1 :]
    name, version = NAME.search(before), VERSION.search(before)
    if name is not None:
        return Completion(tuple(Item(each, "module", told, rank=1) for each, told in known_modules(view)), name.start(1), offset)
    if version is not None:
        wanted = version[1].decode().replace("-", "/", 1)
        found = [told for each, told in known_modules(view) if each == wanted and told]
        return Completion(tuple(Item(each, "value", "the version that is here", rank=1) for each in found), version.start(2), offset)
    word = WORD.search(before)
    start = offset if word is None else word.start()
    if before[start - 1 : start] == b":" and before[start - 2 : start] != b"::":
        items = (Item(each, "key", about, f"{each} => '$0'", 2) for each, about in OPTIONS.items())
        return Completion(tuple(items), start, offset)
    if not line[: len(line) - (offset - start)].strip():
        inside = _is_inside_call(before[:start])
        return Completion(tuple(_options() if inside else _statements()), start, offset)
    return Completion((), offset, offset)


def _statements() -> Iterator[Item]:
    yield from (Item(each, "keyword", about, snippet, 1) for each, (snippet, about) in STATEMENTS.items())


def _options() -> Iterator[Item]:
    yield from (Item(f":{each}", "key", about, f":{each} => '$0'", 2) for each, about in OPTIONS.items())


def _is_inside_call(before: bytes) -> bool:
    """Whether a comma says that the call goes on."""
    return before.rstrip().endswith(b",")


def uses(view: OtherView) -> Iterator[Use]:
    """The modules."""
    for found in MODULE_CALL.finditer(view.text.source):
        yield Use(Subject(MODULE, short_name(found[2].decode())), *found.span(2), "read")


def symbols(view: OtherView) -> list[Symbol]:
    """The modules."""
    return [Symbol("module", each[2].decode(), each.start(), each.end(), *each.span(2)) for each in MODULE_CALL.finditer(view.text.source)]


def _word_at(source: bytes, offset: int) -> tuple[int, int]:
    before = WORD.search(source[:offset])
    after = re.compile(rb"[\w-]*").match(source, offset)
    return (offset if before is None else before.start()), (offset if after is None else after.end())
