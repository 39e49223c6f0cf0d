"""The time of a check grows with the length of a file, whatever it is full of."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import write


def repeated(pattern: str, around: str = "class m (String $p = 'x') {\n%s}\n") -> Callable[[int], str]:
    """Manifests of as many lines as are asked for, each of a number."""
    return lambda count: around % "".join(pattern.replace("#", str(number)) for number in range(count))


def typed(count: int) -> str:
    """Parameters with types, each compared with a value that it does not have."""
    parameters = "".join(f"  Enum['a{number}', 'b'] $p{number},\n" for number in range(count))
    return f"class m (\n{parameters}) {{\n" + "".join(f"  if $p{number} == 'c' {{ notice(1) }}\n" for number in range(count)) + "}\n"


def worded(count: int) -> str:
    """Files with as many words in their names and folders, and references to others."""
    name = "-".join(["ab"] * count)
    return (
        f"class m {{\n  file {{ ['/x/{name}', '/{name}/x']: }}\n  exec {{ '/bin/x': require => File['/x/{name}-a', '/{name}-a/x'] }}\n}}\n"
    )


SHAPES = {
    "words in names of files": worded,
    "classes that are not there": repeated("class { 'm::c#': port => # }\n"),
    "attributes of types that are not there": repeated("yumrepo { 'y#': baseurl => 'http://a/#' }\n"),
    "downloads": repeated("archive { '/t#': source => 'http://x/y#', extract => true }\nexec { 'e#': command => '/bin/e #' }\n"),
    "defaults that are refused": repeated(
        "  if $p == 'y#' { fail('no') }\n  m::d { 'x#': a => $p }\n", "class m (String $p = 'x') {\n%s}\ndefine m::d (Integer $a) { }\n"
    ),
    "functions that are called": repeated("function m::f#(String $a) >> String { \"${a}#\" }\n$z# = m::f#('x')\n", "%s"),
    "parameters with types": typed,
    "references that lack a word of titles": repeated('  exec { "copy-w#-of-${p}": command => "/x", require => Exec["copy-of-${p}"] }\n'),
    "variables that are numbered": repeated("  $x# = # * 3 + 1\n"),
}


PROGRAM = """\
import sys
from time import thread_time

from puppet_check.analysis import Analysis

for path in sys.argv[1:]:
    with open(path) as file:
        document = Analysis().open(path, file.read())
    started = thread_time()
    document.diagnostics
    print(thread_time() - started)
"""
"""Prints the seconds that the checks of some files take, in a process that does nothing else."""


@pytest.mark.parametrize("shape", SHAPES)
def test_five_times_as_much_does_not_take_much_longer_than_that(shape: str, tmp_path: Path) -> None:
    paths = []
    for count in (10, 500, 2500):
        folder = tmp_path / str(count) / "m"
        write(
            folder, {"metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": []}', "manifests/init.pp": SHAPES[shape](count)}
        )
        paths.append(folder / "manifests/init.pp")
    done = subprocess.run([sys.executable, "-c", PROGRAM, *paths], capture_output=True, text=True, check=True)
    _, few, many = map(float, done.stdout.split())
    assert many < 10 * few
