"""Parsing of URIs by RFC 3986, and construction from parts, which are checked by RFC 2396."""

from __future__ import annotations

import re

from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.uri import DEFAULT_PORTS, URI

ESCAPED = "%[0-9A-Fa-f]{2}"
SEGMENTS = f"(?:{ESCAPED}|[!$&-.0-9:;=@A-Z_a-z~/])"
HEX = "[0-9A-Fa-f]{1,4}"
OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])"
LAST = rf"(?:{HEX}:{HEX}|{OCTET}\.{OCTET}\.{OCTET}\.{OCTET})"
IPV6 = "|".join(
    (
        f"(?:{HEX}:){{6}}{LAST}",
        f"::(?:{HEX}:){{5}}{LAST}",
        f"(?:{HEX})?::(?:{HEX}:){{4}}{LAST}",
        f"(?:(?:{HEX}:)?{HEX})?::(?:{HEX}:){{3}}{LAST}",
        f"(?:(?:{HEX}:){{0,2}}{HEX})?::(?:{HEX}:){{2}}{LAST}",
        f"(?:(?:{HEX}:){{0,3}}{HEX})?::{HEX}:{LAST}",
        f"(?:(?:{HEX}:){{0,4}}{HEX})?::{LAST}",
        f"(?:(?:{HEX}:){{0,5}}{HEX})?::{HEX}",
        f"(?:(?:{HEX}:){{0,6}}{HEX})?::",
    )
)
HOST = rf"\[(?:{IPV6}|v[0-9A-Fa-f]+\.[!$&-.0-9:;=A-Z_a-z~]+)\]|(?:{ESCAPED}|[!$&-.0-9;=A-Z_a-z~])*"
AUTHORITY = f"(?:(?P<userinfo>(?:{ESCAPED}|[!$&-.0-9:;=A-Z_a-z~])*)@)?(?P<host>{HOST})(?::(?P<port>[0-9]*))?"
REST = rf"(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>(?:{ESCAPED}|[!$&-.0-9:;=@A-Z_a-z~/?])*))?\Z"
ABSOLUTE = (
    r"(?P<scheme>[A-Za-z][-+.0-9A-Za-z]*):"
    rf"(?://{AUTHORITY}(?P<path>(?:/{SEGMENTS}*)?)|(?P<root>/(?:(?!/){SEGMENTS}+)?)|(?P<opaque>(?!/){SEGMENTS}+)|){REST}"
)
RELATIVE = (
    rf"(?://{AUTHORITY}(?P<path>(?:/{SEGMENTS}*)?)|(?P<root>/{SEGMENTS}*)"
    rf"|(?P<rest>(?:{ESCAPED}|[!$&-.0-9;=@A-Z_a-z~])+(?:/{SEGMENTS}*)?)|){REST}"
)
"""Not compiled here, since that takes 17 ms and most programs have no URI; `re` caches compiled patterns."""
TYPECODE = ";type="
MAIL_ADDRESSES = r"(?:[^@,;]+@[^@,;]+(?:\Z|[,;]))*\Z"


def parse(text: str) -> URI:
    """The URI that a text denotes."""
    if not text.isascii():
        raise ArgumentError(f"URI must be ascii only {_dumped(text)}")
    match = re.match(ABSOLUTE, text)
    if match is not None:
        scheme = match["scheme"]
        if match["opaque"] is not None:
            query = "" if match["query"] is None else f"?{match['query']}"
            return _settled(URI(scheme, opaque=match["opaque"] + query, fragment=_fragment(match["fragment"])))
        path = match["path"] or match["root"] or ""
    else:
        match = re.match(RELATIVE, text)
        if match is None:
            raise ArgumentError(f"bad URI(is not URI?): {_dumped(text)}")
        scheme = None
        path = match["path"] or match["root"] or match["rest"] or ""
    port = int(match["port"]) if match["port"] else None
    found = URI(scheme, match["userinfo"], match["host"], port, path, None, _query(match["query"]), _fragment(match["fragment"]))
    return _settled(found)


def _dumped(text: str) -> str:
    """A text as the reference's runtime shows it."""
    special = {
        "\n": "\\n",
        "\t": "\\t",
        "\r": "\\r",
        '"': '\\"',
        "\\": "\\\\",
        "\f": "\\f",
        "\v": "\\v",
        "\a": "\\a",
        "\b": "\\b",
        "\x1b": "\\e",
    }
    return '"' + "".join(special.get(c) or _shown(c) for c in re.sub(r"#(?=[{$@])", r"\\#", text).replace("\\\\#", "\\#")) + '"'


def _shown(character: str) -> str:
    code = ord(character)
    if 32 <= code < 127:
        return character
    if code < 128:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 65536 else f"\\u{{{code:X}}}"


def _query(query: str | None) -> str | None:
    if query is None:
        return None
    kept = re.sub("[\t\r\n]", "", query)
    bad = re.search(r"%[^0-9A-Fa-f]{2}", kept)
    if bad is not None:
        raise ArgumentError(f"invalid percent escape: {bad[0]}")
    return _escaped(kept, r"[!$-&(-;=?-_a-~]")


def _fragment(fragment: str | None) -> str | None:
    return None if fragment is None else _escaped(re.sub("[\t\r\n]", "", fragment), "[!-~]")


def _escaped(text: str, allowed: str) -> str:
    octets = text.encode("utf-8", "surrogateescape").decode("latin-1")
    return re.sub(f"(?!{allowed}).", lambda match: f"%{ord(match[0]):02X}", octets, flags=re.DOTALL)


def _settled(found: URI) -> URI:
    """Apply the rules of specific schemes."""
    match found.scheme:
        case "ftp":
            if found.opaque is not None:
                raise ArgumentError("URI::InvalidURIError")
            text = found._path or ""
            path, separator, typecode = text.partition(TYPECODE)
            path = path.removeprefix("/")
            found.settle_path("/" + path[3:] if path.startswith("%2F") else path, typecode if separator else None)
        case "ldap" | "ldaps" if found.fragment is not None or found.opaque is not None:
            raise ArgumentError("bad LDAP URL")
        case "mailto":
            found.settle_opaque()
            if found.opaque is None:
                raise ArgumentError("missing opaque part for mailto URL")
            if re.match(MAIL_ADDRESSES, found.opaque.split("?", 1)[0]) is None:
                raise ArgumentError(f"unrecognised opaque part for mailtoURL: {found.opaque}")
    return found


# ---- from parts

UNRESERVED = r"\-_.!~*'()a-zA-Z0-9"
PCHAR = f"(?:[{UNRESERVED}:@&=+$,]|{ESCAPED})"
ABS_PATH = f"/{PCHAR}*(?:;{PCHAR}*)*(?:/{PCHAR}*(?:;{PCHAR}*)*)*"
HOST_2396 = (
    rf"(?:(?:[a-zA-Z0-9\-.]|{ESCAPED})+|\[(?:(?:{HEX}:)*(?:{HEX}|[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}})"
    rf"|(?:(?:{HEX}:)*{HEX})?::(?:(?:{HEX}:)*(?:{HEX}|[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}))?)\])"
)
CHECKS = {
    "scheme": (r"[a-zA-Z][\-+.a-zA-Z0-9]*", "scheme component"),
    "userinfo": (rf"(?:[{UNRESERVED};:&=+$,]|{ESCAPED})*", "userinfo component or user component"),
    "host": (HOST_2396, "host component"),
    "opaque": (rf"(?:[{UNRESERVED};?:@&=+$,]|{ESCAPED})(?:[{UNRESERVED};/?:@&=+$,\[\]]|{ESCAPED})*", "opaque component"),
    "absolute path": (ABS_PATH, "absolute path component"),
    "relative path": (rf"(?:{ABS_PATH}|(?:[{UNRESERVED};@&=+$,]|{ESCAPED})+(?:{ABS_PATH})?)", "relative path component"),
}


def build(parts: dict[str, object]) -> URI:
    """The URI with these parts; raises an error for an invalid part."""
    texts = {name: str(value) for name, value in parts.items() if name != "port"}
    port = parts.get("port")
    scheme = texts.get("scheme")
    kind = (scheme or "").lower()
    if kind in DEFAULT_PORTS or kind in ("file", "mailto"):
        scheme = texts["scheme"] = kind
    if kind == "ftp" and "path" not in texts:
        raise InternalError("undefined method `sub' for nil")
    if kind == "mailto":
        texts["opaque"] = ""
    if kind in ("ldap", "ldaps"):
        texts["query"] = ""
    host = texts.get("host")
    if host is not None and ":" in host and not (host.startswith("[") and host.endswith("]")):
        host = texts["host"] = f"[{host}]"
    _check(texts, "scheme")
    if kind == "file" and "userinfo" in texts:
        raise ArgumentError("can not set userinfo for file URI")
    _check_userinfo(texts.get("userinfo"))
    _check(texts, "host")
    _check_path(texts.get("path"), scheme)
    query = _query(texts.get("query"))
    if "opaque" in texts:
        if kind == "file" or {"host", "userinfo", "path"} & texts.keys() or port is not None:
            raise ArgumentError("can not set opaque with host, port, userinfo or path")
        _check(texts, "opaque")
    number = port if isinstance(port, int) else None
    fragment = _fragment(texts.get("fragment"))
    found = URI(scheme, texts.get("userinfo"), host, number, texts.get("path"), texts.get("opaque"), query, fragment)
    if kind == "ftp":
        found.set_path(texts["path"])
        return found
    return _settled(found)


def _check(texts: dict[str, str], name: str) -> None:
    if name in texts:
        _check_as(name, texts[name])


def _check_as(name: str, text: str) -> None:
    pattern, words = CHECKS[name]
    if re.fullmatch(pattern, text) is None:
        raise ArgumentError(f"bad component(expected {words}): {text}")


def _check_userinfo(userinfo: str | None) -> None:
    if userinfo is None:
        return
    user, _, password = userinfo.partition(":")
    _check_as("userinfo", user)
    if re.fullmatch(CHECKS["userinfo"][0], password) is None:
        raise ArgumentError("bad password component")


def _check_path(path: str | None, scheme: str | None) -> None:
    if path:
        _check_as("absolute path" if scheme is not None and scheme != "ftp" else "relative path", path)
