"""Names with interpolations in data and Ruby: `profile::%{role}` and `scope["m::#{name}"]`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft, RenameError
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Edit

IN_DATA = lazy_pattern(r"%\{[^{}]*\}")
IN_RUBY = lazy_pattern(r"#\{[^{}]*\}")
RUBY = lazy_pattern(rb"(lookupvar\(\s*|scope\[\s*|\W)[\"]((?:::)?[a-z]\w*::[\w:]*#\{[^\"{}]*\}[\w:]*)\"")
HOLE = r"[\w:]*"


def refuse_interpolated_names(names: Iterable[str], project_files: ProjectFiles) -> None:
    """Raise RenameError if a string with interpolations in data or Ruby may become one of some qualified names."""
    several = [each for each in names if "::" in each]
    for path, text, pattern in (*_in_data(project_files), *_in_ruby(project_files)):
        if any(pattern.fullmatch(each) for each in several):
            raise RenameError(f"'{text}' in {os.path.basename(path)} may name it")


def _in_data(project_files: ProjectFiles) -> Iterator[tuple[str, str, re.Pattern[str]]]:
    for path in project_files.data():
        text = project_files.text(path)
        if b"%{" not in text.source:
            continue
        for spot in spots(OtherView(path, text, project_files.known)):
            value = text.slice(spot.start, spot.end)
            if "%{" in value and (pattern := _pattern(value, IN_DATA)) is not None:
                yield path, value, pattern


def _in_ruby(project_files: ProjectFiles) -> Iterator[tuple[str, str, re.Pattern[str]]]:
    for path in _ruby(project_files):
        for found in RUBY.finditer(project_files.text(path).source):
            value = found[2].decode("utf-8", "replace")
            if (pattern := _pattern(value, IN_RUBY)) is not None:
                yield path, value, pattern


def _ruby(project_files: ProjectFiles) -> Iterator[str]:
    for module in project_files.known.project.modules:
        yield from project_files.ruby_templates(module)
    yield from project_files.ruby()


def _pattern(value: str, interpolation: re.Pattern[str]) -> re.Pattern[str] | None:
    """A pattern for the names that a text may become; None if what is written in it is not a part of a qualified name."""
    parts = interpolation.split(value.removeprefix("::"))
    written = "".join(parts)
    if len(parts) < 2 or not re.fullmatch(r"[\w:]*", written) or "::" not in written or not re.search(r"[a-z]", written):
        return None
    return re.compile(HOLE.join(map(re.escape, parts)))


def change_owner_in_ruby(owner: str, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Change a class in ERB and Ruby code that reads a variable of it whose name is computed: `scope["m::#{name}"]`."""
    start = re.compile(rb"(?:::)?(%b)::#\{" % re.escape(owner.encode()))
    for path in _ruby(project_files):
        for found in RUBY.finditer(project_files.text(path).source):
            if found[1].startswith((b"lookupvar", b"scope")) and (at := start.match(found[2])) is not None:
                begin = found.start(2) + at.start(1)
                draft.change(path, [Edit(begin, begin + len(owner), new)])
