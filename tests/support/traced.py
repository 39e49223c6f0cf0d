"""What a program does in a hostile workspace, as `strace` tells: which files it opens, which programs it starts, where it connects."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

OUTSIDE = {"secret.pp": "$X = 1\n", "data/a.yaml": "a: 1\n", "m/lib/x.rb": "1\n", "facts.yaml": "a: 1\n"}
WORKSPACE = {
    ".git/HEAD": "",
    "environment.conf": "modulepath = modules:{outside}:/usr/share:/\nmanifest = /\n",
    "manifests/site.pp": "include m\n$x = file('{outside}/secret.pp')\n$y = lookup('a')\n",
    "modules/m/manifests/init.pp": "class m {{ include n }}\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: x\n    datadir: {outside}/data\n    glob: '**'\n  - name: y\n    glob: '/**'\n"
    "  - name: z\n    path: common.yaml\n",
    "data/common.yaml": "a: 1\n",
}
LINKS = {"a.pp": "{outside}/secret.pp", "b": "{outside}", "c": "/", "d": "/proc", "e.pp": "/etc/passwd"}
CALLS = "trace=open,openat,execve,connect,bind"
LINE = re.compile(r"\d+ +(?P<call>\w+)\((?P<given>.*)")
NAMED = re.compile(r'(?:AT_FDCWD, )?"(?P<path>[^"]*)"')
OF_PROGRAM = (sys.prefix, sys.base_prefix, *filter(None, sys.path), str(Path(__file__).parents[2]), str(files("puppet_grammar.queries")))
OF_SYSTEM = (
    *("/usr/lib", "/lib", "/usr/local/lib", "/etc/ld", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/localtime", "/etc/ssl", "/sys/"),
    *("/dev/null", "/dev/shm", "/dev/urandom", "/proc/self/", "/proc/sys/", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/mounts"),
    *("/etc/puppetlabs/", "/opt/puppetlabs/", "/usr/share/puppet/modules"),
)
"""What Python and its libraries read about the machine, which differs between machines, and where the modules of a system are."""
OF_PROCESS = re.compile(r"/proc/\d+/(?:stat|statm|task|cgroup|maps)\b")
PRIVATE = ("/proc/self/environ", "/proc/self/mem")


class Traced(NamedTuple):
    """What a program did."""

    opened: list[str]
    """Paths of files and folders."""
    started: list[str]
    """The arguments of `execve`, the first of which is that of the program itself."""
    connected: list[str]

    def outside_of(self, *folders: Path) -> list[str]:
        """The paths that are neither in some folders nor of the program or the system."""
        own = (*map(str, folders), *OF_PROGRAM, *OF_SYSTEM)
        return [
            path
            for path in self.opened
            if path.startswith("/") and (path.startswith(PRIVATE) or not (path.startswith(own) or OF_PROCESS.match(path)))
        ]


def hostile(folder: Path) -> Path:
    """Make a workspace that leads out of itself wherever it can; returns its root. What is outside of it is in the folder as well."""
    outside, top = folder / "outside", folder / "workspace"
    _make(outside, OUTSIDE)
    _make(top, {name: text.format(outside=outside) for name, text in WORKSPACE.items()})
    for name, target in LINKS.items():
        (top / "manifests" / name).symlink_to(target.format(outside=outside))
    return top


def command(log: Path, *arguments: str) -> tuple[str, ...]:
    """A command that logs what another one does."""
    return ("strace", "-f", "-qq", "-s", "4096", "-o", str(log), "-e", CALLS, *arguments)


def read(log: Path) -> Traced:
    """What a log tells, without what did not exist."""
    found = Traced([], [], [])
    for line in log.read_text(errors="replace").splitlines():
        match = LINE.match(line)
        if match is None or "ENOENT" in line:
            continue
        path = NAMED.match(match["given"])
        if match["call"] == "execve":
            found.started.append(match["given"])
        elif match["call"] in ("connect", "bind"):
            found.connected.append(match["given"])
        elif path is not None:
            found.opened.append(path["path"])
    return found


def _make(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
