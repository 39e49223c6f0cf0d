"""The type of a fact that a module adds is part of what a check of another file depends on."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run, write

METADATA = '{"name": "me-m", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "", "source": "", "dependencies": []}\n'
CLASS = "class m {\n  $x = $facts['m_count'] - 1\n  notice($x)\n}\n"


def test_a_use_of_a_fact_is_checked_again_when_its_resolution_changes(tmp_path: Path) -> None:
    module, cache = tmp_path / "m", tmp_path / "cache"
    files = {"metadata.json": METADATA, "manifests/init.pp": CLASS}
    for value, is_wrong in (("1", False), ("true", True), ("unknown", False), ("false", True)):
        write(module, {**files, "lib/facter/m_count.rb": f"Facter.add(:m_count) {{ setcode {{ {value} }} }}\n"})
        assert _is_wrong(module, cache) == is_wrong, value


def test_a_fact_that_another_file_resolves_as_well_has_no_certain_type(tmp_path: Path) -> None:
    module, cache = tmp_path / "m", tmp_path / "cache"
    write(module, {"metadata.json": METADATA, "manifests/init.pp": CLASS, "lib/facter/a.rb": "Facter.add(:m_count) { setcode { true } }\n"})
    assert _is_wrong(module, cache)
    write(module, {"lib/facter/b.rb": "Facter.add(:m_count) { setcode { 1 } }\n"})
    assert not _is_wrong(module, cache)
    (module / "lib/facter/b.rb").unlink()
    assert _is_wrong(module, cache)


def _is_wrong(module: Path, cache: Path) -> bool:
    answer = run("puppet-check", "--format", "json", module, env={"XDG_CACHE_HOME": str(cache)})
    return any(each["line"] == 2 and each["severity"] == "error" for each in json.loads(answer.out))
