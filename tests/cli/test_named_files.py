"""Files that the command line names: those of modules from the Puppetfile are then checked with all rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.cli.in_process import findings

FILES = {
    "Puppetfile": "mod 'acme-site', '1.0.0'\nmod 'acme-other', '1.0.0'\n",
    "modules/site/manifests/init.pp": "class site {\n  include site::nowhere\n}\n",
    "modules/site/examples/init.pp": "include site::nowhere\n",
    "modules/other/manifests/init.pp": "class other {\n  include other::nowhere\n}\n",
}
SITE = "modules/site/manifests/init.pp"


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ((), []),
        (("modules",), []),
        (("modules/site",), [SITE]),
        (("modules/site/manifests",), [SITE]),
        ((SITE,), [SITE]),
        ((SITE, "modules"), [SITE]),
        (("modules/site/examples/init.pp",), []),
    ],
)
def test_files_of_modules_from_the_puppetfile(tmp_path: Path, paths: tuple[str, ...], expected: list[str]) -> None:
    assert [each.path for each in findings(tmp_path, FILES, paths=paths) if each.code == "unknown-class"] == expected


def test_a_line_says_that_others_were_only_checked_for_syntax(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    answer = run("puppet-check", "--no-cache", ".", cwd=tmp_path)
    assert answer.out.splitlines()[-1] == (
        "2 files of 2 modules from the Puppetfile or of git submodules were only checked for syntax; name a folder to check it whole"
    )
    for given in (("modules/site", "modules/other"), (SITE,), ("--quiet", "."), ("--format", "json", ".")):
        assert "only checked for syntax" not in run("puppet-check", "--no-cache", *given, cwd=tmp_path).out
