"""All that is written to the disk goes through `puppet_check.writing`, and all processes are started in two places."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server" / "puppet_check"
CHANGES = {
    "os": "replace rename renames remove unlink rmdir removedirs mkdir makedirs mkfifo mknod link symlink truncate chmod chown utime",
    "shutil": "rmtree copy copy2 copyfile copytree move chown",
    "tempfile": "TemporaryDirectory TemporaryFile NamedTemporaryFile mkdtemp mkstemp",
    "sqlite3": "connect",
}
METHODS = frozenset("write_text write_bytes touch mkdir rmdir unlink symlink_to hardlink_to rename chmod".split())
PROCESSES = {
    "subprocess": "run Popen call check_call check_output getoutput",
    "os": "system popen execv execve execvp spawnv posix_spawn startfile",
}
WRITERS = {
    "writing.py": "writes",
    "workspace/database.py": "connects to the database of the cache",
    "cli/comparison/uses.py": "makes a temporary folder for links to modules",
    "cli/diff/remote.py": "makes a temporary folder for an archive",
    "cli/prompt.py": "makes the history of the prompt",
    "cli/revisions.py": "makes a temporary folder for a revision",
    "cli/streams.py": "opens /dev/null",
    "cli/tagged_releases.py": "makes a temporary folder for a release",
    "lsp/server.py": "opens its output",
}
STARTERS = {
    "cli/classifier.py": "starts the node classifier that the command line names",
    "cli/diff/remote.py": "starts the program itself",
    "cli/git.py": "starts git",
    "lsp/check_process.py": "starts the program itself",
}


def test_files_are_written_in_one_place() -> None:
    assert {name for name, call in _calls() if _writes(call)} <= WRITERS.keys()


def test_processes_are_started_in_three_places() -> None:
    assert {name for name, call in _calls() if _is_of(call, PROCESSES)} == STARTERS.keys()


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path.relative_to(SERVER).as_posix(), node


def _writes(call: ast.Call) -> bool:
    function = call.func
    if _is_of(call, CHANGES):
        return True
    if isinstance(function, ast.Name) and function.id in CHANGES["tempfile"].split():
        return True
    if isinstance(function, ast.Attribute) and function.attr in METHODS and not isinstance(function.value, ast.Constant):
        return not (isinstance(function.value, ast.Name) and function.value.id in PROCESSES)
    is_open = isinstance(function, ast.Name) and function.id == "open"
    return is_open and any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) and set(each.value) & set("wax+") for each in _modes(call)
    )


def _modes(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args[1:2]
    yield from (each.value for each in call.keywords if each.arg == "mode")


def _is_of(call: ast.Call, modules: dict[str, str]) -> bool:
    """Whether a function of a module is called, by the name of the module."""
    function = call.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return False
    return function.attr in modules.get(function.value.id, "").split()
