"""The codes of all rules: each has a manual page `<code>.md` in one of the packages."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from functools import cache

import puppet_check
import puppet_typesys

SITE = "PUPPET_CHECK_MANUAL"
"""The environment variable with the address of the documentation site, if it is not the published one."""
PUBLISHED = ""
"""The address of the published site, which `python -m release.addresses` writes; empty until there is one."""


@cache
def pages() -> dict[str, str]:
    """Return all codes with the paths of their pages."""
    return dict(sorted(pair for package in (puppet_check, puppet_typesys) for pair in pages_below(package.__path__[0])))


def address_of(code: str) -> str | None:
    """The address of the manual page of a code on the site that the environment names, or else the published one; None if there is none.

    No setting of a project can name it: links would lead wherever a stranger's repository wants.
    """
    site = _site()
    return f"{site}/rules/{code}/" if site and code in pages() else None


def is_of_manual(address: str) -> bool:
    """Whether an address is one that `address_of` gives."""
    site, _, page = address.rpartition("/rules/")
    return bool(site) and site == _site() and page.rstrip("/") in pages()


def _site() -> str:
    site = os.environ.get(SITE, PUBLISHED)
    return site.rstrip("/") if site.startswith(("https://", "http://")) else ""


def is_known(code: str, own: Collection[str] = ()) -> bool:
    """Whether a code exists, also among those of a repository's own rules, or any code of a group such as `unknown-*`."""
    if code.endswith("*"):
        return any(matches(each, code) for each in (*pages(), *own))
    return code in pages() or code in own


def matches(code: str, pattern: str) -> bool:
    """Whether a code equals a pattern, or is in the group that it names."""
    return code.startswith(pattern[:-1]) if pattern.endswith("*") else code == pattern


def pages_below(top: str) -> Iterator[tuple[str, str]]:
    """The codes with pages below a folder of ours, with the paths of their pages."""
    for folder, _, files in os.walk(top):
        for file in files:
            if file.endswith(".md"):
                yield file.removesuffix(".md"), os.path.join(folder, file)
