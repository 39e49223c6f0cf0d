"""The time of a check grows with the length of a file, whatever it is full of."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import thread_time

import pytest

from puppet_check.analysis import Analysis
from tests.cli.command import write


def repeated(pattern: str, around: str = "class m (String $p = 'x') {\n%s}\n") -> Callable[[int], str]:
    """Manifests of as many lines as are asked for, each of a number."""
    return lambda count: around % "".join(pattern.replace("#", str(number)) for number in range(count))


def typed(count: int) -> str:
    """Parameters with types, each compared with a value that it does not have."""
    parameters = "".join(f"  Enum['a{number}', 'b'] $p{number},\n" for number in range(count))
    return f"class m (\n{parameters}) {{\n" + "".join(f"  if $p{number} == 'c' {{ notice(1) }}\n" for number in range(count)) + "}\n"


SHAPES = {
    "classes that are not there": repeated("class { 'm::c#': port => # }\n"),
    "attributes of types that are not there": repeated("yumrepo { 'y#': baseurl => 'http://a/#' }\n"),
    "downloads": repeated("archive { '/t#': source => 'http://x/y#', extract => true }\nexec { 'e#': command => '/bin/e #' }\n"),
    "defaults that are refused": repeated(
        "  if $p == 'y#' { fail('no') }\n  m::d { 'x#': a => $p }\n", "class m (String $p = 'x') {\n%s}\ndefine m::d (Integer $a) { }\n"
    ),
    "functions that are called": repeated("function m::f#(String $a) >> String { \"${a}#\" }\n$z# = m::f#('x')\n", "%s"),
    "parameters with types": typed,
    "variables that are numbered": repeated("  $x# = # * 3 + 1\n"),
}


@pytest.fixture(autouse=True)
def _no_collection() -> Iterator[None]:
    """The garbage collector looks at all objects of the tests before: in a process of its own, a check has far less of that."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("shape", SHAPES)
def test_five_times_as_much_does_not_take_much_longer_than_that(shape: str, tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": []}'})

    def seconds(count: int) -> float:
        text = SHAPES[shape](count)
        write(tmp_path, {"manifests/init.pp": text})
        document = Analysis().open(str(tmp_path / "manifests/init.pp"), text)
        started = thread_time()
        _ = document.diagnostics
        return thread_time() - started

    seconds(10)
    assert seconds(2500) < 10 * seconds(500)
