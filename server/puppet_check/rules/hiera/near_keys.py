"""Keys of modules that are not there, of which only one file of data has one, and several others have one that differs by a letter."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.class_parameters import hiera_unknown_class, hiera_unknown_parameter
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, paths_beside, text_of
from puppet_check.workspace.hiera.data_keys import DataKeys
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.spelling import is_inner_slip, is_one_letter_off

QUALIFIED = lazy_pattern(r"[a-z]\w*(?:::[a-z]\w*)+\Z")
SHORTEST = 5
FEW, MANY = 2, 5
"""How many files have the other key: more if it only differs in a plural."""
ENDINGS = "sdr"
MOST = 200
"""The number of keys of a class and of classes of a namespace past which none are compared."""


@hiera_unknown_parameter.variant()
def unlike_all_others(key: str, files: int) -> str:
    return f"no other file has the key '{key}', and {files} have a similar one"


@hiera_unknown_class.variant()
def unlike_other_classes(name: str, keys: int) -> str:
    return f"no other key is one of '{name}', and {keys} are of a class of a similar name"


@rule(on=(DataFile, UnlistedFile))
def check_keys(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report such keys, unless code mentions them."""
    if isinstance(file, DataFile) and file.module is not None:
        return
    loader, keys = file.hiera.loader, file.hiera.keys_of(paths_beside(file))
    for entry in file.root.entries:
        if "::" not in entry.key or QUALIFIED.match(entry.key) is None:
            continue
        name, _, parameter = entry.key.rpartition("::")
        meant = _meant(entry.key, name, parameter, keys)
        if meant is None or known.key_mentions.has(entry.key) or loader.load(TypedName(CLASS, name)) is not None:
            continue
        if not file.hiera.project.is_absent(name.partition("::")[0]):
            continue
        if "::" in meant:
            yield unlike_other_classes(name, len(keys.of(meant))).suggesting(meant).at(entry.start, entry.end)
            continue
        fixes = respelled(text_of(file.path, known), entry.start + len(name.encode()), entry.end, parameter, meant)
        found = unlike_all_others(entry.key, keys.of(name)[f"{name}::{meant}"]).suggesting(f"{name}::{meant}")
        yield found.at(entry.start, entry.end, fixes=fixes)


def _meant(key: str, name: str, parameter: str, keys: DataKeys) -> str | None:
    """The parameter that the only key of a name means, or the class, whose name has colons."""
    beside = keys.of(name)
    if len(beside) > MOST or beside[key] != 1:
        return None
    near = {each for other, files in beside.items() if _is_slip(parameter, each := other.rpartition("::")[2], files)}
    if near or len(beside) != 1:
        return near.pop() if len(near) == 1 else None
    head, _, last = name.rpartition("::")
    classes = keys.below.get(head, [])
    if len(last) < SHORTEST or not head or len(classes) > MOST:
        return None
    likely = [each for each in classes if _is_class_meant(last, each.rpartition("::")[2]) and len(keys.of(each)) >= FEW]
    return likely[0] if len(likely) == 1 else None


def _is_slip(name: str, meant: str, files: int) -> bool:
    """Whether a name is a slip for one that a number of files have."""
    if len(name) < SHORTEST or files < FEW or not is_one_letter_off(name, meant):
        return False
    if len(name) == len(meant):
        return is_inner_slip(name, meant) and sorted(name) == sorted(meant)
    is_plural = name.rstrip(ENDINGS) == meant.rstrip(ENDINGS)
    return files >= MANY if is_plural else is_inner_slip(name, meant)


def _is_class_meant(name: str, meant: str) -> bool:
    return len(name) != len(meant) and is_one_letter_off(name, meant) and name.rstrip(ENDINGS) != meant.rstrip(ENDINGS)
