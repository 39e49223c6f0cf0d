"""What other files may ask of a manifest: the names that it defines, and what its text shows of names that are defined elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.fingerprint import digest
from puppet_check.workspace.autoload.absence import DEFINING
from puppet_check.workspace.outside import code_of, manifest_of, named_in
from puppet_check.workspace.trace import Interfaces
from puppet_typesys.loader import Definition


def names_of(source: bytes, found: Iterable[Definition], interfaces: Interfaces) -> str:
    """A hash of what a manifest with some text and definitions shows: as long as it is the same, so is what is known of all names."""
    code = code_of(source)
    shown = [[*map(sorted, (*manifest_of(source, code), *named_in(code)))], DEFINING.findall(source)]
    return digest(*(interfaces.of(each)[0].encode() for each in found), repr(shown).encode())
