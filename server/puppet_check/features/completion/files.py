"""Completion of file names: templates and sources."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.completion.items import Item
from puppet_check.features.view import View
from puppet_check.reading.folders import walk

SOURCE = "puppet:///modules/"
FOLDERS = {"epp": ("templates", ".epp"), "template": ("templates", ".erb"), "file": ("files", ""), "find_file": ("files", "")}
"""For each function, the folder in a module and the suffix of the files that it names."""
MOST = 2000


def files(view: View, function: str, word: str) -> Iterator[Item]:
    """The files in the format `module/file` or `puppet:///modules/module/file`."""
    if function == "source" or ("puppet".startswith(word[:6]) and word and function == ""):
        yield from _below(view, "files", "", SOURCE, word)
    folder = FOLDERS.get(function)
    if folder is not None:
        yield from _below(view, *folder, "", word)


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
            if count > MOST:
                return
            if each.endswith(suffix):
                path = os.path.relpath(os.path.join(where, each), top).replace(os.sep, "/")
                yield Item(f"{prefix}{wanted}/{path}", "file", "file", rank=0)
