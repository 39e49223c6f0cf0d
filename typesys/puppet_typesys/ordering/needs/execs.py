"""What the commands of an exec need: files, packages of programs, and users."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import attribute, known_texts, path_of
from puppet_typesys.ordering.commands import SYSTEM_FOLDERS, Simple, checks, commands, probes, users
from puppet_typesys.ordering.folders import is_system_file, is_system_folder
from puppet_typesys.ordering.names import programs
from puppet_typesys.ordering.operands import read
from puppet_typesys.ordering.view import Need, View, has_content, is_folder


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
                for word in read(command):
                    path = word.rstrip("/")
                    file = managed.get(path)
                    if file is not None and path not in made and not is_system_folder(path) and not is_system_file(path):
                        verb = "uses" if what == "command" else "use"
                        yield Need("exec-file", file, each, f"its {what} {verb} `{path}`")


def needs_of_programs(view: View) -> Iterator[Need]:
    """An exec needs the package of the program that it starts."""
    by_program: dict[str, list[Resource]] = {}
    for name, package in view.packages.items():
        for program in programs(name):
            by_program.setdefault(program, []).append(package)
    names = {path.rpartition("/")[2] for path in view.files}
    for each in view.of("exec") if by_program else ():
        started = commands_of(each)
        guards = [command for command in (*started, *checks_of(each)) if command.words]
        tried = {command.program for command in checks(each.get("onlyif"))}
        for program in filter(None, (command.program for command in started)):
            candidates = () if program in names or program in tried else by_program.get(program, ())
            if not candidates or not _is_of_system(each, program, started) or any(probes(guard, program) for guard in guards):
                continue
            if not any(view.graph.may_be_before(package, each) for package in (*candidates, *view.related((program,)))):
                yield Need("exec-package", candidates[0], each, f"its command starts `{program}`")


def _is_of_system(resource: Resource, program: str, started: list[Simple]) -> bool:
    """Whether a program is sought in folders of the system, or named with one of them."""
    folders = {folder.rstrip("/") for each in known_texts(resource.get("path")) for folder in each.split(":")}
    return not folders or bool(folders & SYSTEM_FOLDERS) or all(each.words[0] != program for each in started if each.words)


def needs_of_users(view: View) -> Iterator[Need]:
    """An exec needs the users that its command runs programs as, or gives files to, unless a package that may make them is before it."""
    for each in view.of("exec") if view.users else ():
        for command in commands_of(each):
            for name in users(command):
                if name in view.users and not any(view.graph.may_be_before(package, each) for package in view.related((name,))):
                    yield Need("exec-user", view.users[name], each, f"its command runs `{command.words[0]}` for the user `{name}`")
