"""What the code of a module shows of names that are defined outside of it.

A variable that is read as `$::cluster` is one of the top scope, set where no file of the project can show it: by a fact, a main manifest of
another repository or a classifier. A module that is used and neither installed nor declared shows that its metadata lists only some.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

from puppet_check.reading.files import read
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import EPP, ERB, MANIFEST, RUBY
from puppet_grammar.patterns import lazy_pattern

FOLDERS = ("manifests", "functions", "templates", "lib")
OF_TOP = lazy_pattern(rb"""(?:\$\{?|\bscope\[['"]|\blookupvar[( ]\s*['"])::([a-z_]\w*)\b(?!::)""")
"""A variable of the top scope, as Puppet code, templates and Ruby name it."""
OF_MODULE = lazy_pattern(rb"(?<![\w:$'\"{-])(?:::)?([a-z]\w*)::[a-z]\w*")
"""The name of a class, define or function, outside of strings and variables."""
COMMENT = lazy_pattern(rb"^[ \t]*+#.*+$", re.MULTILINE)


class Outside(NamedTuple):
    """Names in the code of a module."""

    variables: frozenset[str]
    """The variables of the top scope, without `::`."""
    modules: frozenset[str]
    """The modules whose names its manifests and functions may use, with its own."""


@remembered(10_000)
def outside_names(disk: Disk, folder: str) -> Outside:
    """The names that the files of a module use."""
    variables: set[bytes] = set()
    modules: set[bytes] = set()
    for path in files_below(folder, FOLDERS, (MANIFEST, EPP, ERB, RUBY)):
        with suppress(OSError):
            source = COMMENT.sub(b"", read(path))
            variables.update(OF_TOP.findall(source))
            if path.endswith(".pp"):
                modules.update(OF_MODULE.findall(source))
    return Outside(frozenset(map(bytes.decode, variables)), frozenset(map(bytes.decode, modules)))
