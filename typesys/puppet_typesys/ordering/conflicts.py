"""Resources that undo each other's changes in each run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import ABSENT, attribute, known_texts, path_of, text
from puppet_typesys.ordering.commands import Simple
from puppet_typesys.ordering.needs.execs import commands_of
from puppet_typesys.ordering.view import View
from puppet_typesys.values.unknown import Unknown, contains_unknown

NO = (False, "false", "no")


class Conflict(NamedTuple):
    """Two resources that write the same thing to different ends; the second is the one that is reported."""

    first: Resource
    second: Resource
    why: str


def conflicts(view: View) -> Iterator[Conflict]:
    """The conflicts in a catalog."""
    written = {path: each for each in view.of("file") if _is_written(each) and (path := path_of(each)) is not None}
    # Other classes may add fragments.
    concats = [] if view.graph.catalog.is_partial else view.of("concat_file")
    made = {path: each for each in concats if each.get("replace") is True and (path := path_of(each)) is not None}
    for path, each in view.configured():
        file, agrees = written.get(path) or made.get(path), EDITS.get(each.type.lower())
        if file is None or agrees is None:
            continue
        content = view.content(file) if path in written else _of_fragments(view, file)
        if not agrees(content, each):
            yield Conflict(file, each, f"`{file}` sets the whole content of `{path}`")
    yield from _execs(view, written)
    yield from _removed_sources(view)


def _of_fragments(view: View, file: Resource) -> str | None:
    """The content of a file that is made of fragments, if it is known."""
    parts = []
    for each in view.any_of("concat_fragment"):
        target, content = each.get("target"), text(each, "content")
        if isinstance(target, Unknown):
            return None
        if target in (file.title, text(file, "path")):
            if content is None or not each.is_certain:
                return None
            parts.append(content)
    return "\n".join(parts) if parts else None


def _is_written(file: Resource) -> bool:
    """Whether each run sets the content of a file, which is known as far as it matters."""
    content = file.get("content")
    if file.get("ensure") in ("directory", "link") or file.get("replace") in NO or isinstance(file.get("replace"), Unknown):
        return False
    return (content is not None and not contains_unknown(content)) or isinstance(file.get("source"), str | tuple)


def _agrees_with_line(content: str | None, edit: Resource) -> bool:
    """Whether a file has the line that an edit adds, as far as is known."""
    line = edit.get("line")
    if content is None or not isinstance(line, str) or edit.get("replace") in NO or edit.get("ensure") in ABSENT:
        return True
    return edit.get("append_on_no_match") in NO or line in content.splitlines()


def _agrees_with_setting(content: str | None, edit: Resource) -> bool:
    setting, value = text(edit, "setting"), edit.get("value")
    separator = edit.get("key_val_separator") or "="
    if content is None or setting is None or value is None or contains_unknown(value) or not isinstance(separator, str):
        return True
    written = str(value).lower() if isinstance(value, bool) else str(value)
    between = rf"\s*{re.escape(separator.strip())}\s*" if separator.strip() else r"\s+"
    return re.search(rf"^\s*{re.escape(setting)}{between}{re.escape(written)}\s*$", content, re.MULTILINE) is not None


def _agrees_with_changes(content: str | None, edit: Resource) -> bool:
    if content is None or edit.get("onlyif") is not None:
        return True
    changes = [each.split(None, 2) for each in known_texts(edit.get("changes"))]
    return all(len(each) == 3 and each[2].strip("'\"") in content for each in changes if each and each[0] == "set")


EDITS = {"file_line": _agrees_with_line, "ini_setting": _agrees_with_setting, "augeas": _agrees_with_changes}


def _execs(view: View, written: dict[str, Resource]) -> Iterator[Conflict]:
    """Execs that write to a managed file in each run."""
    for each in view.of("exec"):
        if (
            each.get("refreshonly") in (True, "true")
            or attribute(each, "creates") is not None
            or isinstance(each.get("refreshonly"), Unknown)
        ):
            continue
        for command in commands_of(each):
            for path in command.outputs:
                file = written.get(path)
                if file is not None and file.get("content") is not None and not _agrees_with_output(view.content(file), each, command):
                    yield Conflict(file, each, f"`{file}` sets the whole content of `{path}`")


def _agrees_with_output(content: str | None, writer: Resource, command: Simple) -> bool:
    """Whether a file has what a command writes under a condition, as far as is known."""
    if writer.get("unless") is None and writer.get("onlyif") is None:
        return False
    if content is None or not command.words or command.words[0].rpartition("/")[2] != "echo":
        return True
    return " ".join(each for each in command.words[1:] if not each.startswith("-")) in content


def _removed_sources(view: View) -> Iterator[Conflict]:
    """Files that are copies of a file which is removed."""
    removed = {path: each for each in view.any_of("file") if each.is_certain and each.get("ensure") == "absent" and (path := path_of(each))}
    for each in view.of("file") if removed else ():
        sources = known_texts(each.get("source"))
        found = removed.get(sources[0].removeprefix("file://")) if len(sources) == 1 else None
        if found is not None and found is not each:
            yield Conflict(found, each, f"`{found}` removes the source of the file")
