"""What the commands of an exec need: files, packages of programs, and users."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import attribute, path_of, text
from puppet_typesys.ordering.commands import Simple, checks, commands, probes, users
from puppet_typesys.ordering.folders import is_system_folder
from puppet_typesys.ordering.names import is_related, programs
from puppet_typesys.ordering.view import Need, View, has_content, is_folder

MAKERS = frozenset(("mkdir", "touch", "rm", "rmdir", "mktemp", "install", "virtualenv", "unlink", "ln"))
"""Programs that do without the files that they name."""
COPIERS = frozenset(("cp", "mv", "rsync", "scp"))
"""Programs that make the last file that they name."""
WRITERS = {
    "-o": ("curl", "wget", "openssl", "gpg", "ssh-keygen"),
    "-O": ("curl", "wget"),
    "-out": ("openssl",),
    "-f": ("ssh-keygen",),
    "-keyout": ("openssl",),
}
"""Options before the name of a file that is made, with the programs that have them."""


def commands_of(resource: Resource) -> list[Simple]:
    """What the command of an exec starts."""
    return [*commands(attribute(resource, "command"))]


def checks_of(resource: Resource) -> list[Simple]:
    """What its conditions start."""
    return [each for name in ("unless", "onlyif") for each in checks(resource.get(name))]


def needs_of_files(view: View) -> Iterator[Need]:
    """An exec needs the files that its commands name."""
    managed = {path: each for each in view.of("file") if (has_content(each) or is_folder(each)) and (path := path_of(each))}
    for each in view.of("exec"):
        made: set[str | None] = {path_of(each, "creates")}
        for what, found in (("command", commands_of(each)), ("conditions", checks_of(each))):
            for command in found:
                made |= set(command.outputs)
                for word in _read(command):
                    path = word.rstrip("/")
                    file = managed.get(path)
                    if file is not None and path not in made and not is_system_folder(path):
                        verb = "uses" if what == "command" else "use"
                        yield Need("exec-file", file, each, f"its {what} {verb} `{path}`")


def _read(command: Simple) -> Iterator[str]:
    """The words of a command that name files which it does not make."""
    words = command.words
    name = "" if not words else words[0].rpartition("/")[2]
    if name in MAKERS or (name == "git" and "clone" in words):
        return
    last = len(words) - 1
    for index, each in enumerate(words):
        if not each.startswith("/") or (name in COPIERS and index == last and index > 1 and not each.endswith("/")):
            continue
        if index and name in WRITERS.get(words[index - 1], ()):
            continue
        yield each


def needs_of_programs(view: View) -> Iterator[Need]:
    """An exec needs the package of the program that it starts."""
    by_program: dict[str, list[Resource]] = {}
    for name, package in view.packages.items():
        for program in programs(name):
            by_program.setdefault(program, []).append(package)
    names = {path.rpartition("/")[2] for path in view.files}
    for each in view.of("exec") if by_program else ():
        guards = checks_of(each)
        for program in filter(None, (command.program for command in commands_of(each))):
            candidates = () if program in names else by_program.get(program, ())
            if any(probes(guard, program) for guard in guards if guard.words):
                continue
            if candidates and not any(view.graph.may_be_before(package, each) for package in (*candidates, *_others(view, program))):
                yield Need("exec-package", candidates[0], each, f"its command starts `{program}`")


def _others(view: View, program: str) -> list[Resource]:
    """The packages that may bring or need the one of a program."""
    return [each for each in view.any_of("package") if is_related((text(each, "name") or each.title).lower(), (program,))]


def needs_of_users(view: View) -> Iterator[Need]:
    """An exec needs the users that its command runs programs as, or gives files to."""
    for each in view.of("exec") if view.users else ():
        for command in commands_of(each):
            for name in users(command):
                if name in view.users:
                    yield Need("exec-user", view.users[name], each, f"its command runs `{command.words[0]}` for the user `{name}`")
