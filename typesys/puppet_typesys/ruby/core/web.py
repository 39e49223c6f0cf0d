"""CGI, ERB::Util and URI, Gem::Version."""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from urllib.parse import quote, quote_plus

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES, refuse, string_of
from puppet_typesys.ruby.equality import compare, is_true
from puppet_typesys.ruby.native import method
from puppet_typesys.ruby.objects import Hash, Module, Object, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import TEXT, inspect, to_s

HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21, "ldap": 389, "ldaps": 636, "ws": 80, "wss": 443}


def _escaped(value: object) -> object:
    return String(re.sub(r"[&<>\"']", lambda found: HTML[found[0]], to_s(value)))


def _url(value: object) -> str:
    return quote(to_s(value).encode("utf-8"), safe="-_.~")


method("CGI.", "escapeHTML", "escape_html", "h")(
    lambda module, value: _escaped(value if isinstance(value, String) else String(string_of(value)))
)
method("CGI.", "escape", result="String")(lambda module, value: String(quote_plus(string_of(value).encode("utf-8"), safe="-_.~")))
method("ERB::Util.", "html_escape", "h")(lambda module, value: _escaped(value))
method("ERB::Util.", "url_encode", "u")(lambda module, value: String(_url(value)))


@method("URI.", "encode_www_form_component", more=1)
def _component(module: object, value: object) -> object:
    return String(quote_plus(to_s(value).encode("utf-8"), safe="*-._").replace("~", "%7E"))


@method("URI.", "encode_www_form", more=1)
def _form(module: object, values: object) -> object:
    pairs = (
        values.items()
        if isinstance(values, Hash)
        else [tuple(each) for each in values if isinstance(each, list)]
        if isinstance(values, list)
        else []
    )
    parts: list[str] = []
    for key, each in pairs:
        name = to_s(_component(module, key))
        for one in each if isinstance(each, list) else [each]:
            parts.append(name if one is None else f"{name}={to_s(_component(module, one))}")
    return String("&".join(parts))


# ---- URI

URI_TEXT = lazy_pattern(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?://(?:(?P<userinfo>[A-Za-z0-9\-._~%!$&'()*+,;=:]*)@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\-._~%!$&'()*+,;=]*)"
    r"(?::(?P<port>[0-9]*))?)?(?P<path>[A-Za-z0-9\-._~%!$&'()*+,;=:@/]*)(?:\?(?P<query>[A-Za-z0-9\-._~%!$&'()*+,;=:@/?\[\]]*))?"
    r"(?:#(?P<fragment>[A-Za-z0-9\-._~%!$&'()*+,;=:@/?]*))?"
)
CLASS_OF = {
    "http": "URI::HTTP",
    "https": "URI::HTTPS",
    "ldap": "URI::LDAP",
    "ldaps": "URI::LDAPS",
    "ws": "URI::WS",
    "wss": "URI::WSS",
}
OTHERS = ("ftp", "file", "mailto")
"""Schemes with rules of their own."""
FIELDS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def parse_uri(text: str) -> Object:
    """The parts of a URI."""
    found = URI_TEXT.fullmatch(text)
    if found is None or re.search(r"%(?![0-9A-Fa-f]{2})", text):
        if not text.isascii():
            raise Unsupported("method", "URI of other characters")
        refuse("URI::InvalidURIError", f"bad URI(is not URI?): {inspect(String(text))}")
    parts = found.groupdict()
    scheme = (parts["scheme"] or "").lower()
    if scheme in OTHERS or (scheme and parts["host"] is None) or (not scheme and ":" in parts["path"].split("/")[0]):
        raise Unsupported("method", "URI of another scheme")
    if parts["host"] == "" or (parts["host"] is not None and parts["path"] and not parts["path"].startswith("/")):
        raise Unsupported("method", "URI without a host")
    if parts["host"] is not None and parts["host"].startswith("["):
        try:
            IPv6Address(parts["host"][1:-1])
        except ValueError:
            raise Unsupported("method", "URI with such an address") from None
    port = int(parts["port"]) if parts["port"] else DEFAULT_PORTS.get(scheme)
    held: dict[str, object] = {**parts, "scheme": scheme or None, "port": port}
    return Object(CLASSES[CLASS_OF.get(scheme, "URI::Generic")], held)


method("URI.", "parse")(lambda module, value: parse_uri(string_of(value)))


@method("Kernel.", "URI")
def _uri(receiver: object, value: object) -> object:
    if isinstance(value, Object):
        return value
    if not isinstance(value, String):
        is_true(value)
        refuse("ArgumentError", "bad argument (expected URI object or URI string)")
    return parse_uri(value.text)


def fields(value: object) -> dict[str, object]:
    """The parts of a URI object."""
    if isinstance(value, Object) and isinstance(value.held, dict):
        return value.held
    raise Unsupported("method", "URI")


def _shown(value: object) -> str:
    parts = fields(value)
    text = f"{parts['scheme']}:" if parts["scheme"] is not None else ""
    if parts["host"] is not None:
        text += "//" + (f"{parts['userinfo']}@" if parts["userinfo"] is not None else "") + str(parts["host"])
        if parts["port"] is not None and parts["port"] != DEFAULT_PORTS.get(str(parts["scheme"])):
            text += f":{parts['port']}"
    text += str(parts["path"] or "")
    if parts["query"] is not None:
        text += f"?{parts['query']}"
    return text + (f"#{parts['fragment']}" if parts["fragment"] is not None else "")


for _name in ("URI::Generic", *CLASS_OF.values()):
    TEXT[_name] = _shown
method("URI::Generic", "to_s")(lambda value: String(_shown(value)))


def _field(name: str) -> None:
    def read(value: object) -> object:
        found = fields(value).get(name)
        return String(found) if isinstance(found, str) else found

    method("URI::Generic", name)(read)


for _name in FIELDS:
    _field(_name)
method("URI::Generic", "hostname")(
    lambda value: String(str(fields(value)["host"]).strip("[]")) if fields(value)["host"] is not None else None
)
method("URI::Generic", "user")(
    lambda value: None if fields(value)["userinfo"] is None else String(str(fields(value)["userinfo"]).partition(":")[0])
)


@method("URI::Generic", "password")
def _password(value: object) -> object:
    userinfo = fields(value)["userinfo"]
    return None if userinfo is None or ":" not in str(userinfo) else String(str(userinfo).partition(":")[2])


@method("URI::Generic.", "build")
def _build(module: Module, options: object) -> object:
    if module.name != "URI::Generic" or not isinstance(options, Hash):
        raise Unsupported("method", "URI.build")
    given = {to_s(key): None if each is None else each if isinstance(each, int) else string_of(each) for key, each in options.items()}
    if not set(given) <= set(FIELDS):
        raise Unsupported("method", "URI::Generic.build")
    held: dict[str, object] = {name: given.get(name) for name in FIELDS}
    host = held["host"]
    if isinstance(host, str) and ":" in host and not host.startswith("["):
        held["host"] = f"[{host}]"
    return Object(CLASSES["URI::Generic"], held)


# ---- Gem::Version

VERSION = lazy_pattern(r"\s*([0-9]+(?:\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)?\s*")


@method("Gem::Version.", "new", "create")
def _version(module: object, value: object) -> object:
    text = to_s(value)
    if not VERSION.fullmatch(text):
        refuse("ArgumentError", f"Malformed version number string {text}")
    return Object(CLASSES["Gem::Version"], _segments(text.strip().replace("-", ".pre.") or "0"))


@method("Gem::Version.", "correct?")
def _is_correct(module: object, value: object) -> object:
    return bool(VERSION.fullmatch(to_s(value)))


def _segments(text: str) -> list[object]:
    found: list[object] = [int(each) if each.isdigit() else String(each) for each in re.findall(r"[0-9]+|[a-zA-Z]+", text)]
    while len(found) > 1 and found[-1] == 0:
        found.pop()
    return found


@method("Gem::Version", "<=>")
def _compare_versions(value: Object, other: object) -> object:
    theirs = other if isinstance(other, Object) else _version(None, other)
    if not isinstance(theirs, Object) or not isinstance(value.held, list) or not isinstance(theirs.held, list):
        return None
    left, right = value.held, theirs.held
    for at in range(max(len(left), len(right))):
        mine, yours = (part[at] if at < len(part) else 0 for part in (left, right))
        if isinstance(mine, String) is not isinstance(yours, String):
            return -1 if isinstance(mine, String) else 1
        order = compare(mine, yours)
        if order:
            return order
    return 0


for _operator, _holds in {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "==": (0,)}.items():

    def _enter(operator: str, holds: tuple[int, ...]) -> None:
        method("Gem::Version", operator)(lambda value, other: _compare_versions(value, other) in holds)

    _enter(_operator, _holds)
