"""Which parameters and Hiera keys hold secrets, by their names, types and values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import members

ENDINGS = ("password", "passwd", "secret", "token", "private_key", "api_key", "passphrase")
NO_SECRET = lazy_pattern(r"(?:label|prompt)_|(?:\w+_)?(?:kube|k8s|kubernetes|pull)_secret\Z")
"""Texts that ask for a password, and names of objects of Kubernetes."""
PLACEHOLDER = lazy_pattern(
    r"[!*x.-]*|(?:unset|undef|none|nil|null|false|true|absent|present|default|disabled?|enabled?|required|optional|yes|no|on|off|np|\*lk\*|x-[a-z]+(?:-[a-z]+)*|random|generated?|auto(?:matic)?)"
    r"|.*(?:change.?me|please.?change|change.?it|place.?holder|replace|example|insert|your|todo|fixme|dummy|redacted|xxx|unknown|invalid).*|<.*>|\[.*\]|%.*|\$\w+|\$?\{.*\}|__.*__|enc\[.*\]"
    r"|[\w.-]+\.(?:key|pem|crt|cer|p12|pfx|jks|gpg|asc)",
    re.IGNORECASE | re.DOTALL,
)
"""Texts that stand for a secret which somebody has to give, or for none."""
ADDRESS = lazy_pattern(r"(?:~?/|[a-z]:[\\/]|[a-z][a-z0-9+.-]*://|puppet:)", re.IGNORECASE)
"""The beginning of a path or a URL."""
BLOCK = lazy_pattern(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr])*(?:[A-Za-z-]+: [^\n]*\n\s*)*(?!/)[A-Za-z0-9+/=]{8,}")
"""A private key with its content, not only the line before it."""
TOKEN = lazy_pattern(
    r"(?<![A-Za-z0-9])(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,}|glpat-[\w-]{20}|xox[abprs]-\d[\w-]{20,}"
    r"|AIza[\w-]{35}|[sr]k_live_[A-Za-z0-9]{20,}|SG\.[\w-]{22}\.[\w-]{43}|npm_[A-Za-z0-9]{36}|hvs\.[\w-]{24,}|dop_v1_[0-9a-f]{64}"
    r"|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,})(?![A-Za-z0-9])"
)
"""Tokens of services with a known format."""
OF_TOKEN = (
    "AKIA",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xox",
    "AIza",
    "k_live_",
    "SG.",
    "npm_",
    "hvs.",
    "dop_v1_",
    "eyJ",
)
"""One of these is in every text with such a token. All of them are searched for in a fifth of the time."""


def is_secret_name(name: str) -> bool:
    """Whether a parameter, or a Hiera key, has the name of a secret."""
    last = name.rpartition("::")[2].lower()
    return last.endswith(ENDINGS) and NO_SECRET.match(last) is None


def is_secret_type(type: Type | None) -> bool:
    """Whether a parameter of some type may hold any text; paths, numbers and the like do not."""
    return type is None or any(isinstance(each, model.String | model.Any) for each in alternatives(type))


def accepts_sensitive(type: Type | None) -> bool:
    """Whether a parameter of some type is declared to take a Sensitive text."""
    return type is not None and any(isinstance(each, model.Sensitive) and is_secret_type(each.type) for each in alternatives(type))


def alternatives(type: Type) -> Iterator[Type]:
    """The types of which a type is the union, also inside of aliases and Optional."""
    for each in members(type):
        if isinstance(each, model.Optional | model.NotUndef) and each.type is not None:
            yield from alternatives(each.type)
        elif isinstance(each, model.TypeAlias) and each.resolved is not None:
            yield from (inner for inner in alternatives(each.target) if inner is not each)
        else:
            yield each


def is_secret_text(value: object) -> bool:
    """Whether a value is a text that may be a secret: not empty, no placeholder, no path and no URL."""
    return isinstance(value, str) and bool(value.strip()) and PLACEHOLDER.fullmatch(value) is None and ADDRESS.match(value) is None


def known_secret(text: str) -> str | None:
    """What a text contains that is a secret by its form: a private key, or a token; None if nothing."""
    if BLOCK.search(text) is not None:
        return "private key"
    found = TOKEN.search(text) if any(map(text.__contains__, OF_TOKEN)) else None
    return None if found is None or "EXAMPLE" in found.group().upper() else "access token"
