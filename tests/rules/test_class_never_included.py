"""Variables of classes that nothing includes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

READER = "class m {\n  notice($m::params::port)\n}\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, [2]),
        ({"modules/m/manifests/other.pp": "class m::other {\n  notice($m::params::port)\n}\n"}, [2]),
        ({"modules/m/manifests/other.pp": "class m::other inherits m::params { }\n"}, []),
        ({"modules/m/manifests/other.pp": "class m::other { include ::m::params }\n"}, []),
        ({"modules/m/manifests/other.pp": 'class m::other { include "${module_name}::params" }\n'}, []),
        ({"modules/n/manifests/init.pp": "class n { contain 'm::params' }\n"}, []),
        ({"data/common.yaml": "classes: [m::params]\n"}, []),
        ({"data/common.yaml": "m::params::port: 1\n"}, [2]),
        ({"Puppetfile": "mod 'x-gone', '1.0.0'\n"}, []),
    ],
)
def test_a_class_that_nothing_includes(files: dict[str, str], expected: list[int], tmp_path: Path) -> None:
    project = {
        "environment.conf": "",
        "manifests/site.pp": "include m\n",
        "modules/m/manifests/init.pp": READER,
        "modules/m/manifests/params.pp": "class m::params { $port = 80 }\n",
    }
    found = findings(tmp_path, project | files)
    assert [each.line for each in found if each.path == "modules/m/manifests/init.pp" and each.code == "unknown-variable"] == expected
