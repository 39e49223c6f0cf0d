"""URI: the parts of an address, its text, and the resolution of relative references.

A URI has either a path (hierarchical) or an opaque part. Some schemes have special rules: default ports, the paths of `ftp`, the host of
`file`, and the addresses of `mailto`.
"""

from __future__ import annotations

from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash

DEFAULT_PORTS = {"ftp": 21, "http": 80, "https": 443, "ldap": 389, "ldaps": 636, "ws": 80, "wss": 443}
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")


class URI:
    """An address; missing parts are None."""

    __slots__ = ("_path", "fragment", "host", "opaque", "port", "query", "scheme", "typecode", "userinfo")

    def __init__(
        self,
        scheme: str | None = None,
        userinfo: str | None = None,
        host: str | None = None,
        port: int | None = None,
        path: str | None = None,
        opaque: str | None = None,
        query: str | None = None,
        fragment: str | None = None,
    ) -> None:
        self.scheme = None if scheme is None else scheme.lower()
        self.opaque = opaque
        self.query = query
        self.fragment = fragment
        self.typecode: str | None = None
        self._path = "" if path is None and opaque is None else path
        if self.scheme == "file":
            host = "" if host in (None, "localhost") else host
            userinfo = port = None
        self.userinfo = userinfo
        self.host = host
        self.port = DEFAULT_PORTS.get(self.scheme or "") if port is None else port

    @property
    def path(self) -> str | None:
        """The path. In `ftp` it is relative to the user's directory, so an absolute path begins with two slashes in the text."""
        if self.scheme != "ftp" or self._path is None:
            return self._path
        below = self._path.removeprefix("/")
        return "/" + below[3:] if below.startswith("%2F") else below

    def set_path(self, path: str) -> None:
        """Set the path, in the form that `path` returns; only for use while a URI is being made."""
        if self.scheme == "ftp":
            path = "/" + ("%2F" + path[1:] if path.startswith("/") else path)
        self._path = path

    def settle_path(self, path: str, typecode: str | None) -> None:
        """Divide the path of an `ftp` URI, which ends with a type code."""
        self.set_path(path)
        self.typecode = typecode

    def settle_opaque(self) -> None:
        """Take the query of a `mailto` URI as its opaque part, if it has no other."""
        if self.opaque is None and self.query is not None:
            self.opaque = f"?{self.query}"

    def merge(self, rel: URI) -> URI:
        """Resolve another, possibly relative URI against this one."""
        if rel.scheme is not None:
            return rel
        if self.scheme is None:
            raise ArgumentError("both URI are relative")
        merged = self._copy()
        authority = rel.userinfo is not None or rel.host is not None or rel.port is not None
        if rel.fragment is not None:
            merged.fragment = rel.fragment
        if not rel.path and not authority and rel.query is None:
            return merged
        merged.fragment = rel.fragment
        merged.query = rel.query
        if authority:
            if self.scheme != "file":
                merged.userinfo = rel.userinfo
                merged.port = DEFAULT_PORTS.get(self.scheme) if rel.port is None else rel.port
            merged.host = "" if self.scheme == "file" and rel.host in (None, "localhost") else rel.host
            merged.set_path(rel.path or "")
        elif self.path is not None and rel.path is not None:
            merged.set_path(_merged_path(self.path, rel.path))
        return merged

    def _copy(self) -> URI:
        copy = URI.__new__(URI)
        for name in URI.__slots__:
            setattr(copy, name, getattr(self, name))
        return copy

    def parameters(self) -> Hash | None:
        """The parts as the parameters of a URI type; None if there are none."""
        found: list[tuple[str, str]] = []
        for name in PARTS:
            part = getattr(self, name)
            if part is None or (name in ("host", "path") and not part):
                continue
            if name == "port" and (self.scheme, part) in (("http", 80), ("https", 443)):
                continue
            found.append((name, part.lower() if name == "host" else str(part)))
        return Hash(found) if found else None

    def matches(self, other: URI) -> bool:
        """Whether two URIs are equivalent: the case of the host does not matter, and an empty path is the root."""
        return self._normal() == other._normal()

    def _normal(self) -> tuple[object, ...]:
        parts = self._parts()
        return (*parts[:2], self.host and self.host.lower(), self.port, "/" if self.path == "" else self._path, *parts[5:])

    def _parts(self) -> tuple[object, ...]:
        return (self.scheme, self.userinfo, self.host, self.port, self._path, self.query, self.fragment, self.opaque, self.typecode)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, URI) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(("URI", self._parts()))

    def __str__(self) -> str:
        scheme = "" if self.scheme is None else f"{self.scheme}:"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        if self.opaque is not None:
            opaque = self.opaque.rstrip("&").removesuffix("?") if self.scheme == "mailto" else self.opaque
            return scheme + opaque + fragment
        slashes = "//" if self.host is not None or self.scheme in ("file", "postgres") else ""
        user = "" if self.userinfo is None else f"{self.userinfo}@"
        port = "" if self.port in (None, DEFAULT_PORTS.get(self.scheme or "")) else f":{self.port}"
        typecode = "" if self.typecode is None else f";type={self.typecode}"
        query = "" if self.query is None else f"?{self.query}"
        return f"{scheme}{slashes}{user}{self.host or ''}{port}{self._path or ''}{typecode}{query}{fragment}"

    def __repr__(self) -> str:
        return f"URI({str(self)!r})"


def _merged_path(base: str, relative: str) -> str:
    ours = _collapsed(base)
    theirs = relative.split("/") if relative else []
    if theirs and not theirs[0]:
        ours = []
        theirs.pop(0)
    if theirs and theirs[-1] in (".", ".."):
        theirs.append("")
    kept: list[str] = []
    for segment in theirs:
        if segment == ".":
            continue
        if segment == ".." and kept and kept[-1] != "..":
            kept.pop()
        else:
            kept.append(segment)
    trailing_slash = bool(kept)
    if not ours:
        ours = [""]
    elif trailing_slash:
        ours.pop()
    while kept and kept[0] == "..":
        kept.pop(0)
        if len(ours) > 1:
            ours.pop()
    if kept:
        return "/".join(ours + kept)
    return "/".join([*ours, ""] if trailing_slash else ours)


def _collapsed(base: str) -> list[str]:
    """The segments of a path, with each `..` and the segment before it removed."""
    segments = base.split("/") if base else []
    if segments and segments[-1] == "..":
        segments.append("")
    while ".." in segments:
        at = segments.index("..")
        start = at - 1 if at else len(segments) - 1
        del segments[start : start + 2]
    return segments
