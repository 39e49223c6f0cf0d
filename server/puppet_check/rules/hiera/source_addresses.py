"""Addresses of files in data that their module does not have: `puppet:///modules/motd/banner` without a file `files/banner`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile
from puppet_check.rules.missing_source_file import FOLDER, PREFIX, is_beginning, missing_at, missing_source_file, with_folder
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic

INTERPOLATED = ("%{", "${", "<%", "*")
"""What stands for something else in a value, or in the code that gets it."""


@rule(on=(DataFile, UnlistedFile))
def check_addresses(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report values that are addresses of files which do not exist."""
    for text, start, end in strings(file.root):
        if not text.startswith(PREFIX) or any(each in text for each in INTERPOLATED):
            continue
        found = missing_at(text, known)
        if found is None or is_beginning(found, known):
            continue
        module, _, rest = text.removeprefix(PREFIX).partition("/")
        is_with_folder = rest.startswith(FOLDER) and missing_at(f"{PREFIX}{module}/{rest.removeprefix(FOLDER)}", known) is None
        yield (with_folder(module) if is_with_folder else missing_source_file(found.text)).at(start, end)
