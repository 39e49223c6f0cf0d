"""Damages the cache, and kills runs that write it: the findings have to stay those of a run without a cache.

    python -m bench.cache [--bytes N] [--values N] [--kills N] [--seed N]

The kinds of damage: bytes of the file that are changed, cut off or repeated, also in the results of whole runs; values of rows of the right
and of a wrong type; other schemas, among them views without an end; and special files in its place.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from puppet_check.cli.check import main as check

SECONDS = 120
"""After this time a run counts as endless."""
CODE = "class m::c{0} {{\n  include m::c{1}\n  $x = {0}\n  file {{ '/f{0}': ensure => wrong{0} }}\n  unknown_function{0}()\n}}\n"
SCHEMAS = (
    "DROP TABLE records; CREATE VIEW records AS WITH RECURSIVE r(key, content, seal, used) AS"
    " (SELECT x'00', x'00', x'00', 1 UNION ALL SELECT key, content, seal, used + 1 FROM r) SELECT * FROM r",
    "DROP TABLE summaries",
    "DROP TABLE program",
    "ALTER TABLE records ADD COLUMN more TEXT",
    "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END",
    "CREATE TABLE more (x)",
    "DROP INDEX used_records",
    "UPDATE program SET contents = 1, installed = 1",
    "INSERT INTO program VALUES ('x', 'y')",
    "DELETE FROM program",
)


def main() -> int:
    """Run all kinds of damage; 0 if the findings always stayed the same."""
    parser = argparse.ArgumentParser(prog="bench.cache", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=int, default=1000)
    parser.add_argument("--values", type=int, default=200)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        return Trial(Path(folder)).run(options)


class Trial:
    """A project, its cache and the expected findings."""

    def __init__(self, folder: Path) -> None:
        self.project, self.cache, self.output = folder / "project", folder / "puppet-check" / "records.sqlite3", folder / "output"
        (self.project / "m" / "manifests").mkdir(parents=True)
        (self.project / "m" / "metadata.json").write_text('{"name": "a-m", "version": "1.0.0", "dependencies": []}')
        for number in range(24):
            (self.project / "m" / "manifests" / f"c{number}.pp").write_text(CODE.format(number, number + 1))
        os.chdir(self.project)
        os.environ["XDG_CACHE_HOME"] = str(folder)
        self.expected = self.findings("--no-cache")
        self.findings()
        self.sound = self.cache.read_bytes()
        self.failed = 0

    def run(self, options: argparse.Namespace) -> int:
        """Run each kind of damage as often as it was asked for."""
        for name, count, damage in (
            ("bytes", options.bytes, self.change_bytes),
            ("results", options.bytes // 5, self.change_result),
            ("values", options.values, self.change_value),
            ("schemas", len(SCHEMAS), self.change_schema),
            ("special files", 8, self.put_special),
            ("kills", options.kills, self.kill),
        ):
            before = self.failed
            for number in range(count):
                self.restore()
                self.attempt(f"{name} {number}", damage, number)
            print(f"{name:15} {count:6} {self.failed - before:6}", flush=True)
        return 1 if self.failed else 0

    def restore(self) -> None:
        """Put the sound cache back."""
        shutil.rmtree(self.cache.parent, ignore_errors=True)
        self.cache.parent.mkdir(parents=True)
        self.cache.write_bytes(self.sound)

    def attempt(self, name: str, damage: Callable[[int], None], number: int) -> None:
        """Damage the cache and check twice: with what is damaged, and with what was made of it."""
        damage(number)
        for _ in range(2):
            if damage != self.change_result:
                shutil.rmtree(self.cache.with_name("runs"), ignore_errors=True)
            if self.findings() != self.expected:
                self.failed += 1
                print(f"{name}: {self.output.read_bytes()[-300:]!r}", flush=True)
                return

    def change_bytes(self, number: int) -> None:
        source = bytearray(self.sound)
        for _ in range(random.choice((1, 1, 1, 4, 64))):
            source[random.choice((random.randrange(100), random.randrange(len(source))))] = random.randrange(256)
        if number % 10 == 0:
            source = source[: random.randrange(len(source))] + source[: random.randrange(2) * 5000]
        self.cache.write_bytes(source)

    def change_result(self, number: int) -> None:
        self.findings()
        for path in self.cache.with_name("runs").iterdir():
            source = bytearray(path.read_bytes())
            for _ in range(random.choice((1, 1, 4, 64))):
                source[random.randrange(len(source))] = random.randrange(256)
            path.write_bytes(source[: random.randrange(len(source))] if number % 10 == 0 else source)

    def change_value(self, number: int) -> None:
        table, column = random.choice(("records", "summaries", "states")), random.choice(("key", "content", "seal", "used"))
        values: tuple[object, ...] = (None, 1, 1.5, "x", b"", b"\xff", "\n\n\n", b"[]", "9" * 5000, -(2**63), b"a\nb\n[{}, {}]\n[]")
        with sqlite3.connect(self.cache) as connection:
            place = f"WHERE key IN (SELECT key FROM {table} ORDER BY random() LIMIT 1)"
            try:
                connection.execute(f"UPDATE {table} SET {column} = ? {place if column == 'key' else ''}", (random.choice(values),))
            except sqlite3.Error:
                connection.execute(f"UPDATE {table} SET used = 'x'")
        connection.close()

    def change_schema(self, number: int) -> None:
        connection = sqlite3.connect(self.cache)
        connection.executescript(SCHEMAS[number])
        connection.close()

    def put_special(self, number: int) -> None:
        path = self.cache if number < 6 else self.cache.with_name(f"{self.cache.name}-journal")
        if number != 4:
            path.unlink(missing_ok=True)
        match number:
            case 0 | 6:
                os.mkfifo(path)
            case 1 | 7:
                path.mkdir()
            case 2:
                path.symlink_to("/dev/zero")
            case 3:
                path.symlink_to(path.name)
            case 4:
                path.write_bytes(b"")
            case 5:
                path.write_text("no database\n" * 1000)

    def kill(self, number: int) -> None:
        if number % 2:
            self.cache.unlink()
        pid = self.start()
        time.sleep(random.random() * 0.6)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)

    def findings(self, *options: str) -> bytes:
        """The output of a run; empty if it did not end."""
        pid = self.start(*options)
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return self.output.read_bytes()
            time.sleep(0.005)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return b""

    def start(self, *options: str) -> int:
        """Check the project in a fork, which has all modules already."""
        pid = os.fork()
        if pid:
            return pid
        with self.output.open("wb") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        code = 3
        try:
            code = check(["--format", "concise", "--jobs", "1", *options, "."])
        except BaseException:  # What it raises must not clean up in the name of the parent.
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
