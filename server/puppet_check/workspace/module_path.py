"""The folders of the `modulepath` of an environment, in which settings of Puppet stand for folders of the server."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.places import is_folder
from puppet_grammar.patterns import lazy_pattern

MOST_FOLDERS = 500
"""The number of folders of a module path, past which they are ignored."""
ENVIRONMENTS = "environments"
INSTALLED = ("$basemodulepath", "$vendormoduledir")
"""Modules of the server that nothing in the environment shows."""
ENVIRONMENT = lazy_pattern(r"(?:\$(?:confdir|codedir)/+environments|\$environmentpath)/+\$environment(?:/+|$)")
SERVER = lazy_pattern(r"\$(?:confdir|codedir)(?:/+|$)")
BRACED = lazy_pattern(r"\$\{(\w+)\}")
NAMED = lazy_pattern(r"environments/+[^/]+/+")


def folders_of_path(setting: str, root: str) -> Iterator[str]:
    """The folders of a module path of the environment in a folder; one with a setting of unknown value does not exist."""
    for each in dict.fromkeys(part.strip().strip("\"'") for part in setting.split(":", MOST_FOLDERS)[:MOST_FOLDERS]):
        part = BRACED.sub(r"$\1", each)
        if part and part not in INSTALLED:
            yield os.path.join(root, _within(part, root))


def _within(part: str, root: str) -> str:
    """A folder of a module path, relative to the environment if it is one of it or of the server that is beside it."""
    own = ENVIRONMENT.match(part)
    if own is not None:
        return part[own.end() :]
    of_server = SERVER.match(part)
    if of_server is None:
        return part
    rest = part[of_server.end() :]
    above = os.path.dirname(root)
    if os.path.basename(above) == ENVIRONMENTS:
        return os.path.normpath(os.path.join(os.path.dirname(above), rest))
    # A repository that is deployed as the environment that it names.
    named = NAMED.match(rest)
    inner = rest[named.end() :] if named is not None else ""
    return inner if inner and is_folder(os.path.join(root, inner)) else part
