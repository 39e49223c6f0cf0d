"""Files that the command line names: those of modules from the Puppetfile are then checked with all rules."""

from __future__ import annotations

from pathlib import Path

import pytest

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
