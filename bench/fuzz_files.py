"""Fuzzes the checker with damaged files of all kinds, many in one process: nothing may be raised, and nothing may hang.

    python -m bench.fuzz_files MODULES [--count 10000] [--seed 1] [--start 0]

Each input is one file of a small environment, made from files of that kind in some modules: cut, spliced, repeated, with pieces of other
texts or changed bytes. The file is checked, and a class that uses everything in the environment. An input depends on the seed and its
number only, so that a run can be continued with `--start`, and an input repeated with `--start N --count 1`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from bench.attacks.project import PROJECT

from puppet_check.analysis import Analysis
from puppet_check.config.configuration import Configuration
from puppet_check.deadline import Deadline, GivenUp
from puppet_check.workspace.workspace import Workspace
from tests.support.answers import with_stack
from tests.support.damage import damage

LIMIT = 10.0
"""Seconds of processor time after which a check counts as hanging."""
RENEWED = 500
"""After so many inputs the workspace is made anew, so that memory does not grow."""
LONGEST = 4000
SAMPLES = 60
"""How many files of each kind are read from the modules."""
USER = "modules/m/manifests/init.pp"
TEXTS = {path: text.encode() for path, text in PROJECT.items() if isinstance(text, str)}
PLACES: dict[str, tuple[str, ...]] = {
    USER: ("*.pp",),
    "modules/m/manifests/d.pp": ("*.pp",),
    "modules/m/functions/f.pp": ("functions/**/*.pp",),
    "modules/m/types/t.pp": ("types/**/*.pp",),
    "modules/m/plans/p.pp": ("plans/**/*.pp",),
    "manifests/site.pp": ("*.pp",),
    "modules/m/templates/t.epp": ("*.epp",),
    "modules/m/templates/t.erb": ("*.erb",),
    "modules/m/lib/puppet/functions/m/ruby.rb": ("lib/puppet/functions/**/*.rb",),
    "modules/m/lib/puppet/parser/functions/old.rb": ("lib/puppet/parser/functions/**/*.rb",),
    "modules/m/lib/puppet/type/m_type.rb": ("lib/puppet/type/*.rb",),
    "modules/m/lib/puppet/provider/m_type/a.rb": ("lib/puppet/provider/**/*.rb",),
    "modules/m/lib/facter/m_fact.rb": ("lib/facter/**/*.rb",),
    "data/common.yaml": ("data/**/*.yaml",),
    "modules/m/data/common.yaml": ("data/**/*.yaml",),
    "hiera.yaml": ("hiera.yaml",),
    "modules/m/hiera.yaml": ("hiera.yaml",),
    "facts.yaml": ("*.yaml",),
    "data/other.json": ("*.json",),
    "modules/m/metadata.json": ("metadata.json",),
    "modules/m/tasks/t.json": ("tasks/*.json",),
    "modules/m/.fixtures.yml": (".fixtures.yml",),
    "Puppetfile": ("Puppetfile", "Gemfile"),
    "Puppetfile.lock": ("Gemfile.lock",),
    "environment.conf": ("environment.conf",),
    ".puppet-check.toml": ("*.toml",),
    ".gitignore": (".gitignore",),
    ".gitmodules": (".gitmodules",),
}
"""The files of the environment that are replaced, and the patterns of files in modules of which they are made."""
PIECES = (
    *(b"'", b'"', b"%{", b"%{lookup('m::port')}", b"${", b"}", b"{", b"[", b"]", b"(", b")", b"<%", b"%>", b"<%=", b"-%>", b"@(X)", b"#{"),
    *(b"\n", b"\r\n", b"\t", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80", b"\\", b"\\u{110000}", b"/*"),
    *(b"=begin\n", b"=end\n", b"<<~X\n", b"%w(", b"%Q{", b"do |x|", b"end", b"&a ", b"*a", b"!!python/x ", b"<<: ", b"? ", b"- ", b": "),
    *(b"9" * 30, b"1e999", b"-0x", b"0777", b"1_0", b"2020-01-01", b"Infinity", b"null", b"~", b"!", b"**/", b"[a-", b"[!", b"=>", b"|"),
    *(
        b"version_requirement",
        b"lookup_options",
        b"convert_to",
        b"Optional[",
        b"Struct[{",
        b"Integer[1, -1]",
        b"Pattern[/(/]",
        b"dispatch :x",
    ),
)


def main() -> int:
    """Run the inputs; the exit code is 1 if one of them fails."""
    parser = argparse.ArgumentParser(prog="bench.fuzz_files", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(Path(folder), _corpus(options.modules))
        return with_stack(lambda: fuzz.run(options))


def _corpus(modules: Path) -> dict[str, list[bytes]]:
    """Texts of each kind."""
    found = {}
    for place, patterns in PLACES.items():
        paths = sorted(path for each in patterns for path in modules.glob(f"*/**/{each}") if path.is_file())
        chosen = Random(place).sample(paths, min(SAMPLES, len(paths)))
        found[place] = [TEXTS.get(place, b""), *(each.read_bytes() for each in chosen)]
    return found


class Fuzz:
    """The environment, the texts that inputs are made of, and what has failed."""

    def __init__(self, folder: Path, corpus: dict[str, list[bytes]]) -> None:
        self._folder = folder
        self._corpus = corpus
        self._places = [*corpus]
        self._analysis = _analysis()
        self._deadline = Deadline()
        self.counts: Counter[str] = Counter()
        self.failed = 0
        for name in TEXTS:
            self._write(name, TEXTS[name])

    def run(self, options: argparse.Namespace) -> int:
        """Check inputs, and tell how many were checked and failed."""
        started = time.monotonic()
        number = options.start
        while number < options.start + options.count and time.monotonic() - started < options.seconds:
            if number % RENEWED == 0:
                self._analysis = _analysis()
            self._one(options.seed, number)
            number += 1
            if number % 1000 == 0:
                print(f"next: --seed {options.seed} --start {number}, {self.failed} failed", flush=True)
        print(f"{number - options.start} inputs with seed {options.seed} from {options.start}, {self.failed} failed: {dict(self.counts)}")
        return 1 if self.failed else 0

    def _one(self, seed: int, number: int) -> None:
        random = Random(f"{seed} {number}")
        place = random.choice(self._places)
        text = mutated(random.choice(self._corpus[place]), self._corpus[random.choice((place, random.choice(self._places)))], random)
        self.counts[place.rpartition("/")[2].rpartition(".")[2]] += 1
        self._write(place, text)
        try:
            wrong = self._deadline.run(lambda: self._check(place), LIMIT)
        except GivenUp:
            wrong = f"hangs\n{traceback.format_exc()}"
        except Exception:
            wrong = traceback.format_exc()
        if wrong is not None:
            self.failed += 1
            self._analysis = _analysis()
            print(f"--seed {seed} --start {number} --count 1: {place}: {text[:3000]!r}\n{wrong}", flush=True)
        self._write(place, TEXTS.get(place, b""))

    def _check(self, place: str) -> str | None:
        """Check what was changed and what uses it; what is wrong about that."""
        changed = str(self._folder / place)
        self._analysis.notice([changed])
        for path in dict.fromkeys((changed, str(self._folder / USER))):
            checked = self._analysis.check(path)
            for each in checked.diagnostics:
                if each.code == "internal-error":
                    return each.message
            _ = checked.trace
        return None

    def _write(self, name: str, text: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def _analysis() -> Analysis:
    return Analysis(Workspace(Configuration(is_patient=True)))


def mutated(text: bytes, others: list[bytes], random: Random) -> bytes:
    """A damaged text."""
    start = random.choice((0, 0, random.randint(0, len(text))))
    text = text[start : start + random.randint(0, LONGEST)]
    for _ in range(random.choice((1, 1, 2, 4, 8))):
        text = _mutated_once(text, others, random)
    return text


def _mutated_once(text: bytes, others: list[bytes], random: Random) -> bytes:
    at = random.randint(0, len(text))
    until = min(len(text), at + random.choice((0, 1, 3, 20, 200)))
    match random.randrange(7):
        case 0:
            return text[:at] + random.choice(PIECES) + text[until:]
        case 1:
            return text[:at] + text[until:]
        case 2:
            return text[:at] + text[at:until] * random.choice((2, 3, 30)) + text[until:]
        case 3:
            other = random.choice(others)
            start = random.randint(0, len(other))
            return text[:at] + other[start : start + random.choice((5, 50, 500))] + text[until:]
        case 4:
            done = damage(text, random)
            return text if done is None else done.source
        case 5:
            return text[:at] + bytes(random.randrange(256) for _ in range(random.choice((1, 1, 2, 5)))) + text[until:]
        case _:
            return text[:at] + random.choice(PIECES) * random.choice((1, 2, 40)) + text[at:]


if __name__ == "__main__":
    sys.exit(main())
