"""Paths of files and their URIs. A document that is not a file has its URI as the path."""

from __future__ import annotations

import os
import sys
from urllib.parse import quote, unquote_to_bytes

from pygls.uris import from_fs_path, to_fs_path

from puppet_check.fingerprint import digest

SCHEME = "file://"
LONGEST = 4096
"""The number of characters of the longest path that a file may have."""


def path_of(uri: str) -> str:
    """The path of a document. Bytes of a path that are not UTF-8 become surrogates, as everywhere in Python.

    One that is too long for a file becomes a short one: finding its project would take long.
    """
    path = _path_of(uri)
    return path if len(path) <= LONGEST else f"{os.sep}{digest(path.encode(errors='surrogatepass'))}{os.path.splitext(path)[1][:8]}"


def _path_of(uri: str) -> str:
    if sys.platform == "win32":
        try:
            return to_fs_path(uri) or uri
        except ValueError:
            return uri
    if uri[: len(SCHEME)].lower() != SCHEME:
        return uri
    host, slash, rest = uri[len(SCHEME) :].partition("/")
    named = rest.partition("?")[0].partition("#")[0]
    path = slash + os.fsdecode(unquote_to_bytes(named.encode("utf-8", "surrogatepass")))
    return f"//{host}{path}" if host and host != "localhost" else path or uri


def uri_of(path: str) -> str:
    """The URI of a document."""
    if sys.platform == "win32":
        return path if "://" in path else from_fs_path(path) or path
    if not path.startswith("/"):
        return path
    try:
        named = os.fsencode(path)
    except UnicodeEncodeError:
        named = path.encode("utf-8", "surrogatepass")
    return SCHEME + quote(named)
