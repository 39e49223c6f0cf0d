"""A finding about a name that nothing defines depends on what other files show of it, in each file that uses the name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

METADATA = '{"name": "me-m", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "", "source": "", "dependencies": []}\n'
CASES = {
    "a variable that another file names as one of the top scope": (
        {"manifests/init.pp": "class m { notice($cluster) }\n", "manifests/b.pp": "class m::b { notice('b') }\n"},
        {"manifests/b.pp": "class m::b { notice($::cluster) }\n"},
        "unknown-variable",
    ),
    "a function whose file gives it another name": (
        {"manifests/init.pp": "class m { $made = m::made(1) }\n"},
        {"functions/made.pp": "function m::maid($x) { $x }\n"},
        "unknown-function",
    ),
    "a type that an alias mentions": (
        {"manifests/init.pp": "class m (M::Outer $x = 1) { notice($x) }\n", "types/outer.pp": "type M::Outer = M::Inner\n"},
        {"types/inner.pp": "type M::Inner = Integer\n"},
        "unknown-type",
    ),
    "a class": (
        {"manifests/init.pp": "class m { include m::other }\n"},
        {"manifests/other.pp": "class m::other { }\n"},
        "unknown-class",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_name_that_is_explained_later_is_not_reported_any_more(case: str, tmp_path: Path) -> None:
    files, later, code = CASES[case]
    module, cache = write(tmp_path / "m", {"metadata.json": METADATA, **files}), tmp_path / "cache"
    assert code in _codes(module, cache)
    write(module, later)
    assert code not in _codes(module, cache)
    for name in later:
        (module / name).unlink()
    write(module, files)
    assert code in _codes(module, cache)


def _codes(module: Path, cache: Path) -> set[str]:
    answer = run("puppet-check", "--format", "json", module, env={"XDG_CACHE_HOME": str(cache)})
    # The file that explains the name may have findings of its own.
    return {each["code"] for each in json.loads(answer.out) if Path(each["file"]).name in ("init.pp", "outer.pp")}
