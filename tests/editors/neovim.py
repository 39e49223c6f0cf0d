"""Drives a headless Neovim from outside, as a person would: its settings are those of docs/editors.md, its HOME is new."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.editors.editors_page import snippet
from tests.support.tools import missing

PROGRAM = os.environ.get("NVIM_PROGRAM", "nvim")
COMMAND = "cmd = { 'puppet-language-server' },"
TIMEOUT = 120
"""Seconds after which what is waited for will not come."""
ASKED_AGAIN = 2
"""Seconds in which completions come, if they are not dropped."""
LUA = (Path(__file__).parent / "session.lua").read_text(encoding="utf-8")
SETUP = {(0, 7): "Neovim 0.7", (0, 8): "Neovim 0.8 to 0.10", (0, 11): "Neovim 0.11 and later"}
"""The part of the page for a version and those that follow."""
ASKED = """\
local answer = (function()
{code}
end)()
local file = assert(io.open('{answered}', 'w'))
file:write(vim.fn.json_encode(answer == nil and vim.NIL or answer))
file:close()
"""


class Neovim:
    """A running Neovim; `files` are in its working folder."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes], socket: str) -> None:
        self.folder = folder
        self.process = process
        self.socket = socket
        self.lua(LUA)

    def open(self, file: str, line: int = 1, column: int = 1) -> None:
        """Edit a file with the cursor at a place, both counted from 1; ends when the server has read it."""
        self.lua(f"vim.cmd('edit {file}')")
        self.until("return seen.ready()")
        self.lua(f"vim.api.nvim_win_set_cursor(0, {{ {line}, {column - 1} }})")

    def keys(self, keys: str) -> None:
        """Press keys, in Vim's notation."""
        self._remote("--remote-send", keys)

    def lua(self, code: str) -> object:
        """What a piece of Lua returns."""
        script, answered = self.folder.parent / "asked.lua", self.folder.parent / "answer.json"
        answered.unlink(missing_ok=True)
        script.write_text(ASKED.format(code=code, answered=answered))
        # The answer goes through a file: what is printed, Neovim 0.7 breaks into lines.
        self._remote("--remote-expr", f"luaeval('dofile(_A)', '{script}')")
        return json.loads(answered.read_bytes())

    def until(self, code: str, holds: Callable[[object], bool] = bool) -> object:
        """What a piece of Lua returns as soon as it holds."""
        end = time.monotonic() + TIMEOUT
        while not holds(answer := self.lua(code)):
            assert time.monotonic() < end, f"still {answer!r} after {TIMEOUT} seconds: {code}"
            time.sleep(0.05)
        return answer

    def shows(self, *findings: str) -> None:
        """Wait until exactly this is wrong in the current file, as `line:column message`."""
        self.until("return seen.findings()", lambda answer: strings(answer) == list(findings))

    def completes(self, keys: str, word: str) -> None:
        """Press keys in a mode that inserts, and ask for completion until it offers a word.

        Neovim drops the answer to a question if something else happens before it comes.
        """
        self.keys(keys)
        asked, end = 0.0, time.monotonic() + TIMEOUT
        while word not in (answer := strings(self.lua("return seen.offered()"))):
            now = time.monotonic()
            assert now < end, f"still {answer!r} after {TIMEOUT} seconds, without {word}"
            if not answer and now > asked + ASKED_AGAIN:
                self.keys("<C-x><C-o>")
                asked = now
            time.sleep(0.05)

    def text(self) -> str:
        """The current buffer."""
        return "\n".join(strings(self.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))) + "\n"

    def floating(self) -> str:
        """What is in the floating window, as soon as there is one."""
        return "\n".join(strings(self.until("return seen.floating()")))

    def _remote(self, *arguments: str) -> None:
        command = [PROGRAM, "--server", self.socket, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder)
        assert done.returncode == 0, done.stderr


@contextmanager
def neovim(folder: Path, files: Mapping[str, str], settings: str = "") -> Iterator[Neovim]:
    """Neovim in a new repository with these files; the settings stand beside the command."""
    home = folder / "home"
    (home / ".config/nvim").mkdir(parents=True)
    (home / ".config/nvim/init.lua").write_text(
        snippet(setup_for(version()), "lua").replace(COMMAND, f"{COMMAND} {settings}," if settings else COMMAND)
    )
    root = folder / "repository"
    for name, text in {".git/HEAD": "ref: refs/heads/main\n", **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    address = str(folder / "nvim.socket")
    command = [PROGRAM, "--headless", "-n", "--listen", address]
    process = subprocess.Popen(command, cwd=root, env=surroundings(home), stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + TIMEOUT
        while not _listens(address):
            assert process.poll() is None and time.monotonic() < end, "Neovim does not start"
            time.sleep(0.02)
        yield Neovim(root, process, address)
    finally:
        process.kill()
        process.wait()


def _listens(address: str) -> bool:
    """Whether a process accepts connections; its socket is there a moment before."""
    with socket.socket(socket.AF_UNIX) as tried:
        return tried.connect_ex(address) == 0


def surroundings(home: Path) -> dict[str, str]:
    """The environment of a person who has the server on the search path."""
    return {"HOME": str(home), "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "XDG_CACHE_HOME": str(home / "cache")}


def version() -> tuple[int, int]:
    """The version of Neovim; without one the test is skipped, and says so."""
    if shutil.which(PROGRAM) is None:
        missing("nvim", "the language server in Neovim")
    first = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=TIMEOUT).stdout
    major, minor = re.findall(r"\d+", first)[:2]
    return int(major), int(minor)


def setup_for(wanted: tuple[int, int]) -> str:
    """The heading of the settings for a version."""
    return SETUP[max(each for each in SETUP if each <= wanted)]


def strings(answer: object) -> list[str]:
    """A list of strings, as Lua gives it; empty tables have no kind there."""
    return [str(each) for each in answer] if isinstance(answer, list) else []
