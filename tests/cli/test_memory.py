"""Memory: programs and texts that would fill it end with a message, or take little."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems measure memory in other ways")

MEASURED = (
    "import resource, subprocess, sys\n"
    "code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
    "print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)\n"
)
"""Runs a command in a process of its own, and prints its exit code and the most megabytes that it had."""
LONG = "$t = Integer[1, 12].reduce('aaaaa') |$m, $i| { \"${m}${m}\" }\n"
CATALOGS = {
    "titles": LONG + 'Integer[1, 3000].each |$i| { notify { "${t}${i}": } }',
    "values": LONG + 'Integer[1, 50000].each |$i| { notify { "${i}": message => "${t}${i}" } }',
    "texts of templates": LONG + "inline_epp('<% Integer[1, 100000].each |$i| { %><%= $t %><% } %>', {t => $t})",
    "texts in lists": LONG + 'Integer[1, 9000].map |$i| { Integer[1, 100].map |$j| { "${t}${i}${j}" } }',
}

GIVEN_UP = ("a value is too large", "a value grows too large", "it takes too much memory", "it takes more than")
"""The reasons; the last, which is about time, comes first on a slow machine."""


def measured(command: str, *arguments: str, cwd: Path) -> tuple[int, int, str]:
    """The exit code of a command, the most megabytes that it had, and what it wrote to the standard error."""
    program = Path(sys.executable).parent / command
    done = subprocess.run([sys.executable, "-c", MEASURED, program, *arguments], cwd=cwd, capture_output=True, text=True, check=True)
    code, memory = map(int, done.stdout.split())
    return code, memory, done.stderr


@pytest.mark.parametrize("kind", CATALOGS)
def test_a_catalog_of_long_texts_is_given_up(kind: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": CATALOGS[kind]})
    code, memory, errors = measured("puppet-eval", "--catalog", "a.pp", cwd=tmp_path)
    assert code in (1, 2) and "Traceback" not in errors
    assert any(each in errors for each in GIVEN_UP)
    assert memory < 250


def test_titles_of_usual_length_cost_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": 'Integer[1, 3000].each |$i| { exec { "/bin/true ${i}": command => "/bin/true" } }'})
    code, memory, _ = measured("puppet-eval", "--catalog", "a.pp", cwd=tmp_path)
    assert code == 0 and memory < 150


def test_a_long_text_in_ruby_is_held_once(tmp_path: Path) -> None:
    text = "Puppet::Type.newtype(:a) do\n  @doc = '" + "\\'" * 9000 + "\n"
    write(tmp_path, {"m/lib/puppet/type/a.rb": text, "m/manifests/init.pp": "class m { }\n", "m/metadata.json": "{}"})
    code, memory, _ = measured("puppet-check", "--no-cache", "--jobs", "1", "m", cwd=tmp_path)
    assert code in (0, 1) and memory < 120


def test_the_formatter_holds_one_tree_at_a_time(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "type A = Variant[" + "".join(f"Struct[{{a{each} => Integer}}], " for each in range(20_000)) + "]\n"})
    code, memory, _ = measured("puppet-format", "--check", "a.pp", cwd=tmp_path)
    assert code == 1 and memory < 175


def test_few_files_of_very_many_parts_stay_parsed(tmp_path: Path) -> None:
    write(tmp_path, {f"a{each}.pp": "$" * 8000 for each in range(30)})
    code, memory, _ = measured("puppet-check", "--no-cache", "--jobs", "1", ".", cwd=tmp_path)
    assert code == 1 and memory < 200


def test_sets_of_characters_in_ignored_names_take_little(tmp_path: Path) -> None:
    patterns = "[a-z]" * 200_000 + "\n"
    write(tmp_path, {".gitignore": f"{patterns}[b-c].pp\n", "a.pp": "$X = 1\n", "b.pp": "$X = 1\n", "x" * 90 + ".pp": "$x = 1\n"})
    code, memory, errors = measured("puppet-check", "--no-cache", "--jobs", "1", ".", cwd=tmp_path)
    assert (code, errors) == (1, "") and memory < 40
