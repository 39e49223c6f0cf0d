"""The calls of an EPP template in its module, found in the texts of its manifests.

A call names the template literally, or by a variable that the module assigns the name to, such as a parameter's default in a class of
parameters.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import COMMENT, texts
from puppet_check.workspace.project import Module
from puppet_grammar.patterns import lazy_pattern

END = lazy_pattern(r"""(?:\.epp)?['"]""")
"""What follows the name of a template."""
NEAR = 200
"""The number of characters before a template's name in which its call is searched."""
KEY = lazy_pattern(r"""['"]?(?<!\w)(\w+)['"]?\s*=>""")
BODY = r"""\{((?:[^{}]|\$\{[^{}]*\}|\{[^{}]*\})*)\}"""
"""A hash with at most two levels of braces."""
VARIABLE = lazy_pattern(r"""\s*,\s*(\$\w+)\s*,?\s*\)""")
HASH = lazy_pattern(rf"""\s*,\s*{BODY}\s*,?\s*\)""")
ASSIGNED = lazy_pattern(r"""\$(\w+)\s*=\s*['"]\Z""")
"""An assignment of what follows, or the default of a parameter."""
FOLDERS = ("manifests", "functions")


def given_names(path: str, known: Known) -> set[str] | None:
    """The names that all callers of a template pass; None if there are no callers, or if the names are uncertain."""
    module = known.project.module_of(path)
    if module is None:
        return None
    inner = os.path.relpath(path, os.path.join(module.folder, "templates"))
    if inner.startswith(os.pardir):
        return None
    found = list(_calls(module, f"/{inner.replace(os.sep, '/').removesuffix('.epp')}", known))
    if not found or None in found:
        return None
    return set[str]().union(*(each for each in found if each is not None))


def assigned_names(variable: str, own: str | None, module: Module, known: Known) -> list[str]:
    """The names of templates of a module that manifests assign to a variable.

    `own` is the text of the file that reads the variable, if that sets it. Otherwise it is inherited or of another class.
    """
    owner, _, leaf = variable.removeprefix("::").rpartition("::")
    form = re.compile(rf"""\${re.escape(leaf)}\s*=\s*['"]({module.name}/[\w./-]+)['"]""")
    if own is not None:
        others = re.findall(rf"\${re.escape(leaf)}\s*=\s*\$((?:::)?\w+(?:::\w+)+)", own)
        names = (*form.findall(own), *(name for each in others for name in assigned_names(each, None, module, known)))
        return list(dict.fromkeys(names))
    of_owner = re.compile(rf"\bclass\s+(?:::)?{re.escape(owner)}\b(?!::)" if owner else "")
    found = (each for each in _texts(module, known) if of_owner.search(each))
    return list(dict.fromkeys(name for each in found for name in form.findall(each)))


def _texts(module: Module, known: Known) -> tuple[str, ...]:
    known.world.ask_below(module.folder, FOLDERS)
    return texts(known.disk, module.folder, FOLDERS)


def _calls(module: Module, inside: str, known: Known) -> Iterator[set[str] | None]:
    """The names that each call of a template passes; None for each mention of the template that is not understood."""
    call = re.compile(rf"""\bepp\s*\(\s*['"](?:{module.name}|\$\{{?module_name\}}?)\Z""")
    variables: set[str] = set()
    found = _texts(module, known)
    for text in found:
        if inside not in text:
            continue
        plain = COMMENT.sub("", text)
        for mention in re.finditer(re.escape(inside), plain):
            end = END.match(plain, mention.end())
            if end is None:
                continue
            before = plain[max(0, mention.start() - NEAR) : mention.start()]
            assigned = ASSIGNED.search(before.removesuffix(module.name))
            if call.search(before):
                yield _names(plain, end.end())
            elif assigned is not None and before.endswith(module.name):
                variables.add(assigned.group(1))
            else:
                yield None
    if variables:
        yield from _calls_by_variable(variables, found)


def _calls_by_variable(variables: set[str], found: tuple[str, ...]) -> Iterator[set[str] | None]:
    call = re.compile(rf"""\bepp\s*\(\s*\$(?:::)?(?:\w+::)*(?:{"|".join(sorted(variables))})\b(?!::)""")
    for text in found:
        for each in call.finditer(text):
            yield _names(text, each.end())


def _names(text: str, at: int) -> set[str] | None:
    """The keys of the literal hashes that a call passes; None if it passes no such hash, or one with unknown keys."""
    passed = _passed(text, at)
    return None if not passed or any("*" in each for each in passed) else {key for each in passed for key in KEY.findall(each)}


def _passed(text: str, at: int) -> list[str]:
    """The contents of the literal hashes that a call may pass, directly or in a variable."""
    found = HASH.match(text, at)
    if found is not None:
        return [found.group(1)]
    variable = VARIABLE.match(text, at)
    if variable is None:
        return []
    name = re.escape(variable.group(1))
    assigned = re.findall(rf"{name}\s*=\s*{BODY}", text)
    return assigned if len(assigned) == len(re.findall(rf"{name}\s*=(?![=~>])", text)) else []
