"""Downloads and packages whose signature or certificate nobody verifies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import HOLE, Body, bodies, written
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

COMMANDS = ("command", "onlyif", "unless")
REPOSITORIES = frozenset(("yumrepo", "zypprepo", "dnfrepo"))
ACCEPTING = frozenset(("allow_unsigned", "allow_insecure", "trust_server_cert"))
"""Attributes which, if true, accept what is not verified."""
VERIFYING = {"checksum_verify": ("archive",), "verify_peer": ("remote_file",)}
"""Attributes of types which, if false, turn off what they name."""
LOCAL = r"(?:https?://)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])\b"
OWN_SOURCE = lazy_pattern(rf"{LOCAL}|/|[a-z]:[\\/]|puppet:|file:|[^/]*{HOLE}|\w*://[^/]*{HOLE}", re.IGNORECASE)
"""The source of a file that may be on this machine, or that Puppet's own connection gets."""
OWN_ADDRESS = lazy_pattern(
    r"://(?:[^\s/'\"$]*@)?(?:\$\{?(?:::)?(?:facts\[['\"](?:networking['\"]\]\[['\"](?:fqdn|hostname|ip6?)|fqdn|hostname|ipaddress6?)['\"]\]"
    r"|trusted\[['\"](?:certname|hostname)['\"]\]|fqdn\b|hostname\b|ipaddress6?\b)|\\?\$\(hostname\b|`hostname\b|\\?\$HOSTNAME\b)"
)
"""What the code has where a command gets something from this machine by its name."""
UNVERIFIED = tuple(
    (lazy_pattern(rf"\b(?:{program})\b"), lazy_pattern(rf"\s({option})"))
    for program, option in (
        # `k` after letters of options with a value is a part of that value.
        ("curl", r"(?:-[#0-9aBfgGiIjJlLMnNOpqRsSvVZ]*k[a-zA-Z]*|(?i:--insecure))(?=\s|\Z)"),
        ("wget|aria2c", "(?i:--no-check-certificate)"),
        ("yum|dnf|zypper", "(?i:--no-?gpg-?checks?)"),
        ("apt(?:-get)?", "(?i:--allow-unauthenticated|--force-yes)"),
        ("rpm", "(?i:--nosignature)"),
        ("pip3?", "(?i:--trusted-host)"),
        ("git", "(?i:http\\.sslVerify=(?:false|0))"),
    )
)
"""Programs, and the options after them that turn off verification."""
SEARCHING = lazy_pattern(r"\s*(?:sudo\s+)?(?:/\S*/)?[ef]?grep\s")
"""The beginning of a command whose arguments are not run."""
OPTIONS = lazy_pattern(
    r"(--no-?gpg-?checks?|--allow-unauthenticated|--force-yes|--nosignature|--trusted-host|--no-check-certificate)(?:=.*)?"
)
UNSIGNED_FILE = lazy_pattern(r"^\s*gpgcheck\s*=\s*(?:0|no|false)\b", re.MULTILINE | re.IGNORECASE)
SIGNED_FILE = lazy_pattern(r"^\s*repo_gpgcheck\s*=\s*(?:1|yes|true)\b", re.MULTILINE | re.IGNORECASE)
TRUSTED = lazy_pattern(r"^\s*deb(?:-src)?\s*\[[^\]]*trusted=yes", re.MULTILINE)


@issue(Severity.WARNING)
def no_verification(what: str) -> str:
    """Signature or certificate that is not verified"""
    return f"{what} accepts what nobody has verified"


@rule(on=ast.ResourceExpression)
def check_resources(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report repositories, packages, downloads and commands that turn off verification."""
    for body in bodies(node, file):
        if body.type == "exec":
            yield from _commands(body)
        elif body.type in REPOSITORIES:
            yield from _repository(body)
        elif body.type == "package":
            yield from _options(body)
        elif body.type == "file":
            yield from _content(body)
        else:
            yield from _attributes(body)


def _attributes(body: Body) -> Iterator[Diagnostic]:
    for name, each in body.attributes.items():
        if name == "allow_insecure" and OWN_SOURCE.match(body.text("source") or "") is not None:
            continue
        if name in ACCEPTING and body.is_true(name):
            yield no_verification(f"`{name} => true`").at(each.start, each.end)
        elif body.type in VERIFYING.get(name, ()) and body.is_false(name):
            yield no_verification(f"`{name} => false`").at(each.start, each.end)


def _repository(body: Body) -> Iterator[Diagnostic]:
    """Report a repository whose packages are not verified, nor its lists of packages, unless it is off or on this machine."""
    found = body.attributes.get("gpgcheck")
    url = body.text("baseurl") or ""
    if found is None or not body.is_false("gpgcheck") or body.is_false("enabled") or body.text("ensure") == "absent":
        return
    # What a variable says may be that the list of packages is verified.
    if (
        re.match(rf"file:|{LOCAL}", url) is None
        and ("repo_gpgcheck" not in body.attributes or body.is_false("repo_gpgcheck"))
        and body.is_whole
    ):
        yield no_verification("a repository with `gpgcheck` off").at(found.start, found.end)


def _options(body: Body) -> Iterator[Diagnostic]:
    for value, text in (*body.texts("install_options"), *body.texts("uninstall_options")):
        found = OPTIONS.fullmatch(text)
        if found is not None:
            yield no_verification(f"`{found[1]}`").at(value.start, value.end)


def _content(body: Body) -> Iterator[Diagnostic]:
    value, text = body.value("content"), body.text("content")
    if value is None or text is None:
        return
    if UNSIGNED_FILE.search(text) and not SIGNED_FILE.search(text) and "baseurl=file:" not in text.replace(" ", ""):
        yield no_verification("a repository with `gpgcheck` off").at(value.start, value.end)
    elif TRUSTED.search(text):
        yield no_verification("a repository with `trusted=yes`").at(value.start, value.end)


def _commands(body: Body) -> Iterator[Diagnostic]:
    for value, text in commands(body):
        option = next(filter(None, map(_unverified, simple_commands(text))), None)
        if option is not None and re.search(LOCAL, text) is None and OWN_ADDRESS.search(body.file.source(value)) is None:
            yield no_verification(f"`{option}`").at(value.start, value.end)


def _unverified(command: str) -> str | None:
    """The option of a command that turns off verification."""
    if SEARCHING.match(command) is not None:
        return None
    found = (in_order(command, *each) for each in UNVERIFIED)
    return next((each[1] for each in found if each is not None), None)


def simple_commands(text: str) -> list[str]:
    """The commands of a pipe or list of a shell."""
    return re.split("[|;&]", text)


def in_order(command: str, *patterns: re.Pattern[str]) -> re.Match[str] | None:
    """Where the last of some patterns is found, each after the first place of the one before, in one pass over the command."""
    found, at = None, 0
    for each in patterns:
        found = each.search(command, at)
        if found is None:
            return None
        at = found.end()
    return found


def commands(body: Body) -> Iterator[tuple[ast.Expression, str]]:
    """The commands of an exec: each value, and its text."""
    if isinstance(body.node, ast.ResourceBody) and "command" not in body.attributes and body.is_whole:
        titled = body.node.title
        text = written(titled, body.file)
        if text is not None:
            yield titled, text
    for name in COMMANDS:
        value = body.value(name)
        if isinstance(value, ast.LiteralList) and name == "command":
            parts = [text for _, text in body.texts(name)]
            yield value, " ".join(parts)
        else:
            yield from body.texts(name)
