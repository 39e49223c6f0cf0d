"""A finding about values that a define refuses depends on what the define uses, in each file that declares it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run, write

DEFINE = "define m::listen (Integer $port) {\n  assert_type(M::Port, $port) |$expected, $actual| { fail('not a port of m') }\n}\n"
FILES = {
    "environment.conf": "",
    "modules/m/manifests/listen.pp": DEFINE,
    "modules/m/types/port.pp": "type M::Port = Integer[1, 10]\n",
    **{f"modules/n/manifests/c{number}.pp": f"class n::c{number} {{ m::listen {{ 'a': port => 20 }} }}\n" for number in range(10)},
}


def _refused(folder: Path, cache: Path) -> set[str]:
    answer = run("puppet-check", "--format", "json", folder, env={"XDG_CACHE_HOME": str(cache)})
    return {Path(each["file"]).name for each in json.loads(answer.out) if each["code"] == "refused-values"}


def test_a_changed_type_is_noticed_wherever_the_define_is_declared(tmp_path: Path) -> None:
    folder = write(tmp_path / "environment", FILES)
    assert _refused(folder, tmp_path / "cache") == {f"c{number}.pp" for number in range(10)}
    write(folder, {"modules/m/types/port.pp": "type M::Port = Integer[1, 100]\n"})
    assert _refused(folder, tmp_path / "cache") == set()
    write(folder, {"modules/m/types/port.pp": "type M::Port = Integer[1, 5]\n"})
    assert len(_refused(folder, tmp_path / "cache")) == 10


BY_DATA = {
    **FILES,
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "limit: 10\n",
    "modules/m/manifests/listen.pp": "define m::listen (Integer $port) {\n  if $port > lookup('limit') { fail('beyond the limit') }\n}\n",
}


def test_changed_data_are_noticed_wherever_the_define_is_declared(tmp_path: Path) -> None:
    folder = write(tmp_path / "environment", BY_DATA)
    assert len(_refused(folder, tmp_path / "cache")) == 10
    write(folder, {"data/common.yaml": "limit: 100\n"})
    assert _refused(folder, tmp_path / "cache") == set()
    write(folder, {"data/common.yaml": "limit: 5\n"})
    assert len(_refused(folder, tmp_path / "cache")) == 10
