"""Programs that are run or installed as they come from the network."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.no_verification import commands, in_order, simple_commands
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import Body, bodies, written
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Related, Severity, issue

PROGRAM = r"(?:(?P<shell>(?:ba|da|z|k)?sh)|(?:python|perl|ruby|php|node)[\d.]*)"
FETCH = r"\b(?:curl|wget|fetch)\b"
FETCHED = lazy_pattern(FETCH, re.IGNORECASE)
REMOTE = r"(?:https?|ftp)://(?!localhost\b|127\.|\[::1\])"
PIPED = lazy_pattern(
    rf"\s*(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+(?:\w+=\S*\s+)*)?(?:/\S*/)?{PROGRAM}(?=\s|\Z|['\"])(?P<arguments>.*)", re.IGNORECASE | re.DOTALL
)
"""An interpreter at the end of a pipe."""
OTHER_CODE = {
    True: lazy_pattern(r"(?:\s+-(?![a-zA-Z]*[so])[a-zA-Z]+)*(?:\s+-[a-zA-Z]*c\b|\s+(?!/dev/stdin|/dev/fd/|/proc/self)[a-zA-Z/.~$][^\s>]*)"),
    False: lazy_pattern(
        r"(?:\s+-[a-zA-Z]+)*?(?:\s+-[a-zA-Z]*[cmenpr](?![a-zA-Z])|\s+(?!/dev/stdin|/dev/fd/|/proc/self)[a-zA-Z/.~$][^\s>]*)"
    ),
}
"""The arguments with which a shell, or another interpreter, runs something else and reads the pipe as data."""
SUBSTITUTED = lazy_pattern(
    rf"{PROGRAM}\s+(?:-\w+\s+)*['\"]?(?:<\(|\$\(|`)\s*{FETCH}|\beval\s+['\"]?\$\(\s*{FETCH}",
    re.IGNORECASE,
)
"""A download whose text is an argument of a shell or an interpreter."""
PACKAGE = lazy_pattern(r"(?<!index-url )(?<!index-url=)(?<!source )(?<!proxy )(?<!proxy=)\bhttp://(?!localhost\b|127\.|\[::1\])")
INSTALLED = (
    (lazy_pattern(r"\b(?:rpm\s|pip3?\s+install\s|gem\s+install\s)"), PACKAGE),
    (lazy_pattern(r"\b(?:yum|dnf|zypper)\s"), lazy_pattern(r"(?:install|update)\s"), PACKAGE),
)
"""A package that is installed over HTTP."""
TO_FILE = (
    (lazy_pattern(r"\bcurl\b"), lazy_pattern(r"\s(?:-[a-zA-Z]*o|--output)[ =]\s*([^\s'\"]+)")),
    (lazy_pattern(r"\bwget\b"), lazy_pattern(r"\s(?:-[a-zA-Z]*O|--output-document)[ =]?\s*([^\s'\"-][^\s'\"]*)")),
    (lazy_pattern(r"\bcurl\b"), lazy_pattern(r"(?<!2)>\s*([^\s'\">]+)")),
)
"""A download that is saved as a file."""
TARGETS = 50
"""How many files that one command downloads are followed."""
VERIFIED = lazy_pattern(r"sha\d+sum|md5sum|shasum|gpgv?\b|openssl\s+dgst|cosign|minisign|signify|--checksum", re.IGNORECASE)
CHECKSUMS = ("checksum", "checksum_url", "checksum_value", "checksum_type")
RUN = (
    r"(?:\A|[;&|]\s*|\b(?:sh|bash|python3?|perl|ruby|sudo|java -jar|dpkg -i|rpm -\S+|apt(?:-get)? install(?: -y)?"
    r"|(?:yum|dnf)(?: -y)? (?:local)?install(?: -y)?|gdebi(?: -n)?)(?: -\S+)* +)['\"]?"
)
"""What precedes the path of a file that is run or installed."""
SEPARATOR = lazy_pattern(r"[\s'\";&|)]")
"""What stands before and after such a path, if not the beginning or end of the command."""


@issue(Severity.WARNING)
def untrusted_download(what: str) -> str:
    """Download that is run without a checksum or signature"""
    return f"{what}, without a checksum or signature that is verified first"


class Download(NamedTuple):
    """A file that comes from the network as it is."""

    path: str
    node: ast.Expression


@rule(on=ast.Program, whole=True)
def check_downloads(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report downloads that are run, installed or unpacked."""
    if "://" not in file.characters:
        return
    all_bodies = [body for node in file.of_class(ast.ResourceExpression) for body in bodies(node, file)]
    downloads: list[Download] = []
    for body in sorted(all_bodies, key=lambda each: each.node.start):
        match body.type:
            case "exec":
                for value, text in commands(body):
                    direct = _run_directly(text)
                    if direct is not None:
                        yield untrusted_download(direct).at(value.start, value.end)
                    else:
                        downloads += _fetched(value, text)
            case "package":
                yield from _package(body)
            case "archive" | "file" | "remote_file" | "wget::fetch":
                yield from _direct(body)
                downloads += _downloaded(body)
    yield from _run_later(downloads, all_bodies)


def _run_directly(text: str) -> str | None:
    if re.search(REMOTE, text) is None and "://" in text:
        return None
    if _is_read_as_code(text) and VERIFIED.search(text) is None:
        return "what the network returns is run at once"
    if any(in_order(each, *patterns) for each in simple_commands(text) for patterns in INSTALLED):
        return "a package is installed over HTTP"
    for path in _targets(text):
        if VERIFIED.search(text) is None and re.search(RUN + re.escape(path) + r"(?=[\s'\";&|)]|\Z)", text.partition(path)[2]) is not None:
            return "a download is run"
    return None


def _is_read_as_code(text: str) -> bool:
    """Whether a shell or an interpreter reads what is downloaded as code."""
    before = ""
    for each in PIPES.findall(text):
        piped = PIPED.match(each, 1) if each.startswith("|") and FETCHED.search(before) is not None else None
        if piped is not None and OTHER_CODE[piped["shell"] is not None].match(piped["arguments"]) is None:
            return True
        before = each
    return SUBSTITUTED.search(text) is not None


PIPES = lazy_pattern(r"[|;&]?[^|;&]+")
"""The commands of a text, each with what separates it from the one before."""


def _targets(text: str) -> list[str]:
    found = (in_order(each, *patterns) for each in simple_commands(text) for patterns in TO_FILE)
    return [*dict.fromkeys(each[1] for each in found if each is not None)][:TARGETS]


def _fetched(value: ast.Expression, text: str) -> list[Download]:
    if re.search(REMOTE, text) is None or VERIFIED.search(text) is not None:
        return []
    return [Download(path, value) for path in _targets(text)]


def _package(body: Body) -> Iterator[Diagnostic]:
    value = body.value("source")
    if value is not None and re.match(r"http://(?!localhost\b|127\.|\[::1\])", body.text("source") or ""):
        yield untrusted_download("a package is installed over HTTP").at(value.start, value.end)


def _source(body: Body) -> tuple[ast.Expression, str] | None:
    """The address that a resource gets a file from, of which it states no checksum."""
    if not body.is_whole or any(body.text(each) != "none" for each in CHECKSUMS if each in body.attributes):
        return None
    found = next(((value, text) for value, text in body.texts("source") if re.match(REMOTE, text)), None)
    return None if found is None or body.text("ensure") == "absent" else found


def _direct(body: Body) -> Iterator[Diagnostic]:
    """Report an archive that is unpacked, and a file that is a program, without a checksum."""
    found = _source(body)
    if found is None:
        return
    value, _ = found
    if body.type == "archive" and not body.is_false("extract") and "extract" in body.attributes:
        yield untrusted_download("what is downloaded is unpacked").at(value.start, value.end)
    elif body.type in ("file", "remote_file") and re.fullmatch(r"[0-7]?[0-7]*[1357][0-7]*", body.text("mode") or ""):
        yield untrusted_download("a program is downloaded").at(value.start, value.end)


def _downloaded(body: Body) -> list[Download]:
    found = _source(body)
    title = written(body.node.title, body.file) if isinstance(body.node, ast.ResourceBody) else None
    path = body.text("path") or title
    return [] if found is None or path is None or not path.startswith("/") else [Download(path, found[0])]


def _run_later(downloads: list[Download], all_bodies: list[Body]) -> Iterator[Diagnostic]:
    """Report files that are downloaded by one resource, and run or installed by another, if none verifies them."""
    users = [_User.of(body) for body in all_bodies if downloads and body.type in ("exec", "package")]
    verifying = "\n".join(text for each in users if each.is_command for _, text in each.texts if VERIFIED.search(text) is not None)
    by_word: dict[str, list[_User]] = {}
    for each in users:
        for word in dict.fromkeys(word for _, text in each.texts for word in (text, *SEPARATOR.split(text))):
            by_word.setdefault(word, []).append(each)
    for path, value in downloads:
        if path in verifying:
            continue
        for each in users if SEPARATOR.search(path) else by_word.get(path, ()):
            user = each.using(path)
            if user is not None and not user.start <= value.start < user.end and not value.start <= user.start < value.end:
                related = (Related(user.start, user.end, "this runs it"),)
                yield untrusted_download("a download is run").at(value.start, value.end, related=related)
                break


class _User(NamedTuple):
    """An exec with its commands, or a package with its source."""

    is_command: bool
    texts: list[tuple[ast.Expression, str]]

    @staticmethod
    def of(body: Body) -> _User:
        return _User(body.type == "exec", [*commands(body)] if body.type == "exec" else body.texts("source"))

    def using(self, path: str) -> ast.Expression | None:
        """What runs or installs a file."""
        return next(
            (value for value, text in self.texts if path in text and (_runs(text, path) if self.is_command else text == path)), None
        )


def _runs(text: str, path: str) -> bool:
    """Whether a command runs a file, and does not verify what it runs."""
    return VERIFIED.search(text) is None and re.search(RUN + re.escape(path) + rf"(?={SEPARATOR.pattern}|\Z)", text) is not None
