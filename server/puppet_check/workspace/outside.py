"""What the code of a module shows of names that are defined outside of it.

A variable that is read as `$::cluster` is one of the top scope, set where no file of the project can show it: by a fact, a main manifest of
another repository or a classifier. So is one of the external facts in `facts.d`, which may be programs, and one that several modules read
as `$cluster` and none of them sets. A module that is used and neither installed nor declared shows that its metadata lists only some.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.folders import walk
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import EPP, ERB, MANIFEST, RUBY, Kind
from puppet_grammar.patterns import lazy_pattern

FOLDERS = ("manifests", "functions", "templates", "lib")
FACTS = "facts.d"
OF_TOP = lazy_pattern(rb"""(?:\$\{?|\bscope\[['"]|\blookupvar[( ]\s*['"])::([a-z_]\w*)\b(?!::)""")
"""A variable of the top scope, as Puppet code, templates and Ruby name it."""
LIKE_TOP = lazy_pattern(rb"""::(?<=[${'"]::)[a-z_]""")
"""What is in every text with such a variable. Two colons are searched for in a third of the time."""
OF_MODULE = lazy_pattern(rb"(?<![\w:$'\"{-])(?:::)?([a-z]\w*)::[a-z]\w*")
"""The name of a class, define or function, outside of strings and variables."""
DECLARED_TYPE = lazy_pattern(rb"(?<![\w:$'\"-])([a-z]\w*+)\s*+\{")
"""What may be the name of the type of a resource, without a module."""
DECLARED_CLASS = lazy_pattern(rb"\bclass\s*+\{\s*+['\"](?:::)?([a-z]\w*+)")
"""A class that is declared; the group is its module."""
READ = lazy_pattern(rb"\$\{?([a-z_]\w*)\b(?!::)")
SET = lazy_pattern(rb"\$([a-z_]\w*)[ \t]*(?:=(?![=~>])|[\n,)|])")
"""A variable that is assigned, or may be a parameter."""
FACT = lazy_pattern(rb"""\b([a-z_]\w*)(?:=|['"]?[ \t]*:)""")
"""The name of an external fact: what a program prints before `=`, or a key of YAML or JSON."""
COMMENT = lazy_pattern(rb"^[ \t]*+#.*+$", re.MULTILINE)


@remembered(10_000)
def top_variables(disk: Disk, folder: str) -> frozenset[str]:
    """The variables of the top scope that the files of a module name as such, without `::`, and its external facts."""
    found: set[bytes] = set()
    for source in _sources(folder, (MANIFEST, EPP, ERB, RUBY)):
        if LIKE_TOP.search(source):
            found.update(OF_TOP.findall(COMMENT.sub(b"", source)))
    return external_facts(disk, folder).union(map(bytes.decode, found))


@remembered(10_000)
def external_facts(disk: Disk, folder: str) -> frozenset[str]:
    """The names that the files in `facts.d` of a module may give to facts. Programs are not run."""
    found: set[bytes] = set()
    for where, _, files in walk(folder, FACTS):
        for name in files:
            with suppress(OSError):
                found.update(FACT.findall(read(os.path.join(where, name), LARGEST_SEARCHED)))
    return frozenset(map(bytes.decode, found))


@remembered(10_000)
def outer_variables(disk: Disk, folder: str) -> frozenset[str]:
    """The variables without a qualifier that the manifests of a module read, and that nothing in the module sets."""
    seen: set[bytes] = set()
    own: set[bytes] = set()
    for source in _sources(folder, (MANIFEST,)):
        plain = COMMENT.sub(b"", source)
        seen.update(READ.findall(plain))
        own.update(SET.findall(plain))
    return frozenset(map(bytes.decode, seen - own))


@remembered(10_000)
def modules_named(disk: Disk, folder: str) -> frozenset[str]:
    """The modules whose names the manifests and functions of a module may use, with its own."""
    found: set[bytes] = set()
    for source in _sources(folder, (MANIFEST,)):
        code = COMMENT.sub(b"", source)
        found.update(OF_MODULE.findall(code), DECLARED_CLASS.findall(code))
    return frozenset(map(bytes.decode, found))


@remembered(10_000)
def types_named(disk: Disk, folder: str) -> frozenset[str]:
    """The resource types without a module that the manifests of a module may declare resources of."""
    found: set[bytes] = set()
    for source in _sources(folder, (MANIFEST,)):
        found.update(DECLARED_TYPE.findall(COMMENT.sub(b"", source)))
    return frozenset(map(bytes.decode, found))


def _sources(folder: str, kinds: tuple[Kind, ...]) -> Iterator[bytes]:
    for path in files_below(folder, FOLDERS, kinds):
        with suppress(OSError):
            yield read(path)
