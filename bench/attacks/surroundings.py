"""Commands in odd surroundings: `python -m bench.attacks.surroundings COMMAND: SURROUNDING`.

Standard streams that are closed or full, no home, few descriptors, folders and disks that cannot be written, files that change meanwhile.
Ends with 3 if a command does not end, ends with a signal or an exception, or leaves a file that is neither the old one nor the new one;
and if it does not end with 2 although what it was to write is not written.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from bench.attacks.attack import Attack, Entry
from bench.attacks.project import PROJECT

Options = dict[str, Any]
SECONDS = 40
NOBODY = 65534
RUN = "import sys; sys.path[:] = {path!r}; from puppet_check.cli.{module} import main; raise SystemExit(main())"
COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "."),
    "check with a cache": ("check", "--jobs", "2", "modules"),
    "fix": ("check", "--no-cache", "--fix", "--profile", "strict", "."),
    "report": ("check", "--no-cache", "--output-file", "report.txt", "--output-file", "sarif:report.sarif", "."),
    "baseline": ("check", "--no-cache", "--baseline", "baseline.json", "--update-baseline", "."),
    "document": ("check", "docs", "modules/m"),
    "format": ("format", "."),
    "evaluate": ("evaluate", "manifests/site.pp"),
    "compile": ("evaluate", "--catalog", "--class", "m", "-e", "notice('x')"),
}
WRITERS = ("fix", "report", "baseline", "document", "format")
"""The commands that write files of the workspace."""
PATH = [os.path.abspath(each) for each in sys.path if each]
"""Where modules are. Relative folders, and the variable, are not there in all surroundings."""
FILES: dict[str, Entry] = {
    **PROJECT,
    **{f"modules/m/manifests/odd{each}.pp": f'class m::odd{each} {{\nnotify {{ "a": message=>"b" }}\n}}\n' * 1 for each in range(30)},
    "modules/m/manifests/long.pp": "class m::long {\n" + 'notify { "a": message=>"b" }\n' * 3000 + "}\n",
}


class Surrounding(NamedTuple):
    """What is odd about the process of a command."""

    options: Callable[[], Options] = dict
    """Of `subprocess.run`."""
    before: Callable[[], object] = lambda: None
    meanwhile: Callable[[], object] = lambda: None
    """Done again and again while the command runs."""
    is_unwritable: bool = False
    """Whether no file can be written."""
    is_deaf: bool = False
    """Whether the standard output takes nothing."""


def _closed(*descriptors: int) -> Options:
    def close() -> None:
        for each in descriptors:
            os.close(each)

    # Passed on as they are, since the process is to close them.
    return {"preexec_fn": close}


def _broken_pipe() -> Options:
    reading, writing = os.pipe()
    os.close(reading)
    return {"stdout": writing}


def _limited(limit: int, most: int) -> Options:
    return {"preexec_fn": lambda: resource.setrlimit(limit, (most, most))}


def _without_rights() -> Options:
    """As a user who may not do everything: the superuser without capabilities."""
    return {"args": (shutil.which("setpriv"), "--bounding-set=-all", "--inh-caps=-all")} if os.getuid() == 0 else {}


def _with(**variables: str) -> Callable[[], Options]:
    return lambda: {"env": {**os.environ, **variables}}


def _without(*names: str) -> Callable[[], Options]:
    return lambda: {"env": {name: value for name, value in os.environ.items() if name not in names}}


def _readable() -> None:
    """Let others read everything above and below."""
    for each in (*Path.cwd().parents, Path.cwd(), *Path.cwd().rglob("*")):
        with suppress(OSError):
            each.chmod(each.stat().st_mode | (0o755 if each.is_dir() else 0o644))


def _given_away() -> None:
    """Make the files those of another user."""
    _readable()
    for each in (Path.cwd(), *Path.cwd().rglob("*")):
        os.chown(each, NOBODY, NOBODY)


def _unreadable() -> None:
    for each in ("modules/m/manifests/init.pp", "data", "modules/m/metadata.json", ".puppet-check.toml"):
        Path(each).chmod(0)


def _read_only() -> None:
    for each in (*Path.cwd().rglob("*"), Path.cwd()):
        each.chmod(0o555 if each.is_dir() else 0o444)


def _vanish() -> None:
    for each in sorted(Path("modules/m/manifests").glob("odd*"))[:2]:
        each.unlink(missing_ok=True)


def _rewrite() -> None:
    for number in range(30):
        path = Path(f"modules/m/manifests/odd{number}.pp")
        with suppress(OSError):
            path.write_text(
                f"class m::odd{number} {{ }}\n" if path.stat().st_size > 60 else f"class m::odd{number} {{\nnotify {{ 'a': }} }}" + " " * 60
            )


def _swap() -> None:
    """Make a folder a link, and back."""
    with suppress(OSError):
        os.rename("modules/m/templates", "kept")
        os.symlink("/proc/self", "modules/m/templates")
        os.unlink("modules/m/templates")
        os.rename("kept", "modules/m/templates")


def _gone() -> None:
    shutil.rmtree(Path.cwd())


SURROUNDINGS: dict[str, Surrounding] = {
    "nothing odd": Surrounding(),
    "no standard input": Surrounding(lambda: _closed(0)),
    "no standard output": Surrounding(lambda: _closed(1)),
    "no standard error": Surrounding(lambda: _closed(2)),
    "no standard streams": Surrounding(lambda: _closed(0, 1, 2)),
    "a full standard output": Surrounding(lambda: {"stdout": os.open("/dev/full", os.O_WRONLY)}, is_deaf=True),
    "a full standard error": Surrounding(lambda: {"stderr": os.open("/dev/full", os.O_WRONLY)}),
    "full standard streams": Surrounding(lambda: {"stdout": os.open("/dev/full", os.O_WRONLY), "stderr": subprocess.STDOUT}, is_deaf=True),
    "a pipe that nobody reads": Surrounding(_broken_pipe, is_deaf=True),
    "a folder as standard input": Surrounding(lambda: {"stdin": os.open("/", os.O_RDONLY)}),
    "no home": Surrounding(_without("HOME", "XDG_CACHE_HOME")),
    "a home that is a device": Surrounding(_with(HOME="/dev/null", XDG_CACHE_HOME="/dev/null")),
    "a home of the kernel": Surrounding(_with(HOME="/proc", XDG_CACHE_HOME="/proc/self")),
    "a home without a name": Surrounding(_with(HOME="", XDG_CACHE_HOME="")),
    "a home with a line feed": Surrounding(_with(HOME="/a\nb", XDG_CACHE_HOME="x\ny")),
    "a home with bytes that are not UTF-8": Surrounding(_with(HOME="/\udcff", XDG_CACHE_HOME="cache\udcff")),
    "a home that cannot be written": Surrounding(
        lambda: {**_without_rights(), "env": {**os.environ, "HOME": "/home", "XDG_CACHE_HOME": "/nonexistent"}}
    ),
    "no folder for temporary files": Surrounding(_with(TMPDIR="/nonexistent", TEMP="/nonexistent", TMP="/nonexistent")),
    "a device as folder for temporary files": Surrounding(_with(TMPDIR="/dev/full")),
    "no variables": Surrounding(lambda: {"env": {}}),
    "no locale": Surrounding(_with(LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")),
    "an unknown locale": Surrounding(_with(LANG="xx_XX.nothing", LC_ALL="xx_XX.nothing")),
    "output in ASCII": Surrounding(_with(PYTHONIOENCODING="ascii")),
    "output in UTF-16": Surrounding(_with(PYTHONIOENCODING="utf-16")),
    "odd terminals": Surrounding(_with(COLUMNS="-1", LINES="x", TERM="\x1b", FORCE_COLOR="1", NO_COLOR="1")),
    "18 descriptors": Surrounding(lambda: _limited(resource.RLIMIT_NOFILE, 18)),
    "files of no bytes": Surrounding(lambda: _limited(resource.RLIMIT_FSIZE, 0), is_unwritable=True),
    "files of 100 bytes": Surrounding(lambda: _limited(resource.RLIMIT_FSIZE, 100)),
    "a small stack": Surrounding(lambda: _limited(resource.RLIMIT_STACK, 1 << 20)),
    "files of another user": Surrounding(_without_rights, _given_away, is_unwritable=True),
    "a folder that cannot be written": Surrounding(_without_rights, _read_only, is_unwritable=True),
    "files that cannot be read": Surrounding(_without_rights, _unreadable),
    "a full disk": Surrounding(before=lambda: _on_disk(0), is_unwritable=True),
    "a disk with 4 kB": Surrounding(before=lambda: _on_disk(4096)),
    "files that vanish": Surrounding(meanwhile=_vanish),
    "files that change": Surrounding(meanwhile=_rewrite),
    "folders that become links": Surrounding(meanwhile=_swap),
    "no current folder": Surrounding(before=_gone),
}


def attacks() -> Iterator[Attack]:
    """Each command in each surrounding."""
    for command in COMMANDS:
        for name in SURROUNDINGS:
            yield Attack("surroundings", f"{command}: {name}", FILES, "surrounded", (f"{command}: {name}",))


def main() -> int:
    """Run a command as it is, and in the surrounding; compare."""
    command, _, name = sys.argv[1].partition(": ")
    folder, other = Path.cwd(), Path("../usual")
    shutil.copytree(folder, other, symlinks=True)
    subprocess.run(_command(command), cwd=other, check=False, stdin=subprocess.DEVNULL, capture_output=True)
    old, new = _contents(folder), _contents(other)
    surrounding = SURROUNDINGS[name]
    disk = None
    try:
        surrounding.before()
        disk = Path.cwd() if Path.cwd() != folder else None
    except FileNotFoundError:
        disk = None
    try:
        return _run(command, surrounding, old, new)
    finally:
        os.chdir("/")
        if disk is not None:
            subprocess.run(["umount", str(disk)], check=False)


def _run(command: str, surrounding: Surrounding, old: dict[str, bytes], new: dict[str, bytes]) -> int:
    options: Options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **surrounding.options()}
    process = subprocess.Popen([*options.pop("args", ()), *_command(command)], **options)
    ended = threading.Event()
    changing = threading.Thread(target=lambda: [surrounding.meanwhile() for _ in iter(lambda: ended.wait(0.01), True)])
    changing.start()
    try:
        output, errors = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        print("\nlate: it does not end")
        return 3
    finally:
        ended.set()
        changing.join()
    print(process.returncode, (output or b"")[:500], (errors or b"")[-2000:].decode(errors="replace"))
    wrong = [*_wrong(command, surrounding, process.returncode, old, new)]
    for each in wrong:
        print(f"\nexception: {each}")
    return 3 if wrong else 0


def _wrong(command: str, surrounding: Surrounding, code: int, old: dict[str, bytes], new: dict[str, bytes]) -> Iterator[str]:
    if code not in (0, 1, 2):
        yield f"exit code {code}"
    if surrounding.before is _gone:
        return
    now = _contents(Path.cwd())
    now.pop("filling", None)
    yield from (f"left {path}" for path in now if path not in old and path not in new)
    if surrounding.meanwhile in (_vanish, _rewrite):
        return
    yield from (f"lost {path}" for path in old if path not in now)
    halves = [path for path, text in now.items() if text not in (old.get(path), new.get(path)) and command in ("fix", "format")]
    yield from (f"half of {path}" for path in halves)
    if command in WRITERS and code != 2 and surrounding.is_unwritable and old != new:
        yield f"exit code {code} although nothing could be written"
    if surrounding.is_deaf and command in ("compile", "check") and code != 2:
        yield f"exit code {code} although the output is lost"


def _command(name: str) -> list[str]:
    module, *arguments = COMMANDS[name]
    return [sys.executable, "-c", RUN.format(path=PATH, module=module), *arguments]


def _contents(folder: Path) -> dict[str, bytes]:
    found = {}
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file() and not path.is_symlink() and ".cache" not in path.parts:
                found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def _on_disk(free: int) -> None:
    """Move to a copy of the folder on a disk with so many free bytes."""
    folder, disk = Path.cwd(), Path.cwd().parent / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], check=True)
    shutil.copytree(folder, disk, symlinks=True, dirs_exist_ok=True)
    os.chdir(disk)
    with suppress(OSError), open("filling", "wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    if free:
        os.truncate("filling", max(0, os.path.getsize("filling") - free))


if __name__ == "__main__":
    sys.exit(main())
