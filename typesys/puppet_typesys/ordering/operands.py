"""The files that a command reads, as far as its words say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ordering.commands import Simple

MAKERS = frozenset(("mkdir", "touch", "rm", "rmdir", "mktemp", "install", "virtualenv", "unlink", "ln"))
"""Programs that do without the files that they name."""
MAKING = {"git": ("clone",), "hg": ("clone",), "svn": ("checkout", "co", "export"), "python": ("venv", "virtualenv")}
"""Words that let a program, without its version, make the folder that it names."""
COPIERS = frozenset(("cp", "mv", "rsync", "scp"))
"""Programs that make the last file that they name."""
WRITERS = {
    "-o": ("curl", "wget", "openssl", "gpg", "ssh-keygen"),
    "-O": ("curl", "wget"),
    "-out": ("openssl",),
    "-f": ("ssh-keygen",),
    "-keyout": ("openssl",),
    "-d": ("unzip",),
    "--prefix": ("npm",),
}
"""Options before the name of a file that is made, with the programs that have them."""
TEXT = frozenset("echo printf logger semanage useradd usermod adduser groupadd groupmod crudini".split())
"""Programs for which a path is a text."""
SEARCHES = frozenset("grep egrep fgrep zgrep".split())
"""Programs whose first operand is a pattern."""
ELSEWHERE = {"ssh": "", "nsenter": "", "chroot": "", "docker": "exec", "podman": "exec", "kubectl": "exec", "lxc": "exec"}
"""Programs that run others on another system or in another root, with the word that lets them do so."""
GIVEN = lazy_pattern(r"--(?:(?:defaults-|defaults-extra-|env-)file|(?:kube)?config(?:-file)?|conf(?:-file)?|cfg|inventory|values)=(/\S+)\Z")
"""Options whose values are files that programs read."""
VERSION = lazy_pattern(r"[\d.]+\Z")


def read(command: Simple) -> Iterator[str]:
    """The words of a command that name files which it does not make."""
    words = command.words
    name = "" if not words else words[0].rpartition("/")[2]
    if name in MAKERS or any(each in words[1:] for each in MAKING.get(VERSION.sub("", name), ())):
        return
    if name in TEXT or (name in ELSEWHERE and (not ELSEWHERE[name] or ELSEWHERE[name] in words[1:])):
        yield words[0]
        return
    pattern = _pattern(words) if name in SEARCHES else 0
    last = len(words) - 1
    yield from (found[1] for each in words if (found := GIVEN.match(each)) is not None)
    for index, each in enumerate(words):
        if not each.startswith("/") or (name in COPIERS and index == last and index > 1 and not each.endswith("/")):
            continue
        if index and (index == pattern or name in WRITERS.get(words[index - 1], ())):
            continue
        yield each


def _pattern(words: Sequence[str]) -> int:
    """The place of the pattern in the words of a search; 0 if a file has it."""
    for index, each in enumerate(words[1:], 1):
        if each in ("-f", "--file"):
            return 0
        if each == "-e":
            return index + 1
        if not each.startswith("-"):
            return index
    return 0
