"""Completion of file names: templates and sources."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.completion.items import Item
from puppet_check.features.view import View
from puppet_check.reading.folders import walk
from puppet_check.semantics.arguments import Argument
from puppet_typesys.builtins.argument_roles import Role

SOURCE = "puppet:///modules/"
MOST_FILES = 2000


def files(view: View, argument: Argument | None, word: str, *, is_source: bool) -> Iterator[Item]:
    """The files in the format `module/file` that an argument names, or as `puppet:///modules/module/file` where a source is expected."""
    if is_source or (argument is None and word and "puppet".startswith(word[:6])):
        yield from _below(view, "files", "", SOURCE, word)
    match None if argument is None else argument.role:
        case Role.TEMPLATE:
            yield from _below(view, "templates", ".erb" if argument is not None and argument.function == "template" else ".epp", "", word)
        case Role.FILE:
            yield from _below(view, "files", "", "", word)


def _below(view: View, folder: str, suffix: str, prefix: str, word: str) -> Iterator[Item]:
    rest = word.removeprefix(prefix)
    wanted, slash, _ = rest.partition("/")
    own = view.known.project.module_of(view.path)
    if not slash or not word.startswith(prefix):
        for name, module in view.known.project.modules.items():
            if os.path.isdir(os.path.join(module.folder, folder)):
                yield Item(f"{prefix}{name}/", "module", "module", rank=1 if module is own else 3)
        if own is None:
            return
        wanted = own.name
    module_ = view.known.project.modules.get(wanted)
    if module_ is None:
        return
    top = os.path.join(module_.folder, folder)
    count = 0
    for where, folders, names in walk(module_.folder, folder):
        folders.sort()
        for each in sorted(names):
            count += 1
            if count > MOST_FILES:
                return
            if each.endswith(suffix):
                path = os.path.relpath(os.path.join(where, each), top).replace(os.sep, "/")
                yield Item(f"{prefix}{wanted}/{path}", "file", "file", rank=0)
