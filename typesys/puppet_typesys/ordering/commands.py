"""What commands of a shell start, read and write, as far as their text says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern

TOKEN = lazy_pattern(
    r"""(?P<space>[ \t]+|\\\n)|(?P<comment>(?<![^\s;&|()])\#[^\n]*)|(?P<output>(?:\d|&)?>>?\|?(?:&\d|&-)?)|(?P<here><<-?)|(?P<input>\d?<)
    |(?P<end>\|\||&&|\|&?|;;?|&|\n|\$\(|[()`])|(?P<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$\{[^}]*\}|[^\s;&|()<>`'"\\])+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
HERE_DOCUMENT = lazy_pattern(r"""(?<!<)(<<-?[ \t]*(['"]?)([A-Za-z_]\w*)\2[^\n]*\n).*?(?:^[ \t]*\3[ \t]*$|\Z)""", re.DOTALL | re.MULTILINE)
PART = lazy_pattern(r"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)|(.)""", re.DOTALL)
ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w*\+?=")
RESERVED = frozenset(
    ("if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "exec", "command", "nohup", "builtin", "fi", "done", "}")
)
SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh"))
SYSTEM_FOLDERS = frozenset(("/bin", "/sbin", "/usr/bin", "/usr/sbin"))
WITH_VALUE = {
    "sudo": "ugpChrtTRD",
    "env": "uCS",
    "nice": "n",
    "ionice": "cnp",
    "timeout": "ks",
    "chroot": "",
    "runuser": "ugGscw",
    "xargs": "nIPLdEsa",
}
"""Programs that start the program after their options, of which these have a value."""
MOST_NESTED = 4


class Simple(NamedTuple):
    """A command: its words, and the files that it writes by redirection."""

    words: tuple[str, ...]
    outputs: tuple[str, ...] = ()

    @property
    def program(self) -> str | None:
        """The name of a program that the system is to have; None for one at a place of its own."""
        if not self.words:
            return None
        folder, slash, name = self.words[0].rpartition("/")
        return name if name and (not slash or folder in SYSTEM_FOLDERS) else None


def commands(value: object) -> Iterator[Simple]:
    """The commands of a value of `command`, `unless` or `onlyif` of an exec: a text, or an argument list."""
    if isinstance(value, str):
        yield from _of_text(value, 0)
    elif isinstance(value, tuple) and value and all(isinstance(each, str) for each in value):
        yield from _started([str(each) for each in value], (), 0)


def checks(value: object) -> Iterator[Simple]:
    """The commands of a value that may be a list of several commands."""
    if isinstance(value, tuple):
        for each in value:
            yield from commands(each)
    else:
        yield from commands(value)


def _of_text(text: str, depth: int) -> Iterator[Simple]:
    words: list[str] = []
    outputs: list[str] = []
    redirects = ""
    for found in TOKEN.finditer(HERE_DOCUMENT.sub(r"\1", text)):
        kind = found.lastgroup
        if kind == "word":
            word = _unquoted(found.group())
            if redirects == "output":
                outputs.append(word)
            elif redirects != "here":
                words.append(word)
            redirects = ""
        elif kind == "output":
            redirects = "" if found.group()[-1] in "123456789-0" and "&" in found.group() else "output"
        elif kind == "here":
            redirects = "here"
        elif kind == "end":
            yield from _started(words, outputs, depth)
            words, outputs, redirects = [], [], ""
    yield from _started(words, outputs, depth)


def _unquoted(word: str) -> str:
    return "".join(next((group for group in found.groups() if group is not None), "") for found in PART.finditer(word))


def _started(words: Sequence[str], outputs: Iterable[str], depth: int) -> Iterator[Simple]:
    """A command, and those that it starts in turn."""
    rest = [*words]
    while rest and (rest[0] in RESERVED or ASSIGNMENT.match(rest[0])):
        rest.pop(0)
    if not rest:
        if outputs:
            yield Simple((), tuple(outputs))
        return
    made = Simple(tuple(rest), tuple(outputs))
    yield made
    if depth >= MOST_NESTED:
        return
    name = made.program
    inner = _script(rest) if name in SHELLS or name in ("su", "runuser") else None
    if inner is not None:
        yield from _of_text(inner, depth + 1)
    elif name in WITH_VALUE:
        after = _after_options(rest[1:], WITH_VALUE[name])
        if name == "timeout":
            after = after[1:]
        yield from _started(after, (), depth + 1)


def _script(words: Sequence[str]) -> str | None:
    """The script that a shell is given as an argument."""
    for index, each in enumerate(words[:-1]):
        if each == "--command" or (each.startswith("-") and not each.startswith("--") and each.endswith("c")):
            return words[index + 1]
    return None


def _after_options(words: Sequence[str], with_value: str) -> list[str]:
    rest = [*words]
    while rest and (rest[0].startswith("-") or ASSIGNMENT.match(rest[0])):
        option = rest.pop(0)
        if option == "--":
            break
        if re.fullmatch(r"-\w*", option) and option[-1] in with_value and rest:
            rest.pop(0)
    return rest


def users(command: Simple) -> Iterator[str]:
    """The users that have to exist for a command."""
    name, rest = command.program, command.words[1:]
    if name == "sudo":
        yield from _option(rest, "-u", "--user")
    elif name == "runuser":
        yield from [*_option(rest, "-u", "--user")] or _first_operand(rest)
    elif name == "su":
        yield from _first_operand(rest)
    elif name == "chown":
        given = [each for each in rest if not each.startswith("-")]
        if given and "--reference" not in " ".join(rest):
            yield re.split("[:.]", given[0])[0] if ":" in given[0] else given[0]


def _option(words: Sequence[str], short: str, long: str) -> Iterator[str]:
    for index, each in enumerate(words):
        if each in (short, long) and index + 1 < len(words):
            yield words[index + 1]
            return
        if each.startswith(f"{long}="):
            yield each.partition("=")[2]
            return
        if each.startswith(short) and not each.startswith("--") and len(each) > 2:
            yield each[2:]
            return
        if not each.startswith("-") and index and not words[index - 1].startswith("-"):
            return


def _first_operand(words: Sequence[str]) -> Iterator[str]:
    """The user that `su` is given, before or after options."""
    values = ("-c", "--command", "-s", "--shell", "-g", "-G", "-w")
    skip = False
    for each in words:
        if skip:
            skip = False
        elif each in values or (re.fullmatch(r"-\w+c", each)):
            skip = True
        elif not each.startswith("-"):
            yield each
            return


PROBES = frozenset(("which", "type", "hash", "command"))
TESTS = frozenset(("test", "[", "[["))
PACKAGE_TOOLS = frozenset(("dpkg", "dpkg-query", "rpm"))


def probes(command: Simple, program: str) -> bool:
    """Whether a command looks whether there is a program."""
    words = command.words
    named = any(each == program or each.endswith(f"/{program}") for each in words[1:])
    # `command -v` is read as the command `-v`.
    return named and (words[0].rpartition("/")[2] in PROBES | TESTS | PACKAGE_TOOLS or words[0] in ("-v", "-V"))
