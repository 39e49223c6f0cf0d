"""Data of a class parameter from which the class creates resources: their parameters are those of the type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

HIERARCHY = "version: 5\nhierarchy:\n  - name: nodes\n    path: 'nodes/%{trusted.certname}.yaml'\n  - name: common\n    path: common.yaml\n"
DEFINE = 'define profile::thing (Integer $count = 1) {\n  notify { "${title} ${count}": }\n}\n'
EACH = "$things.each |String $name, Hash $options| {\n    profile::thing { $name:\n      * => $options,\n    }\n  }"


def found(folder: Path, body: str, data: str) -> list[tuple[str, int, str, str]]:
    """What is found in the data of a node, with a class that does something with its parameter `$things`."""
    files = {
        "environment.conf": "modulepath = site-modules\n",
        "hiera.yaml": HIERARCHY,
        "data/common.yaml": "profile::things: {}\ncount: 3\n",
        "data/nodes/a.yaml": f"profile::things:\n{data}",
        "manifests/site.pp": "include profile\n",
        "site-modules/profile/manifests/init.pp": f"class profile (Hash $things = {{}}) {{\n  {body}\n}}\n",
        "site-modules/profile/manifests/thing.pp": DEFINE,
    }
    return [(each.path, each.line, each.severity, each.code) for each in findings(folder, files) if each.severity != "info"]


@pytest.mark.parametrize("body", ["create_resources('profile::thing', $things)", "create_resources(profile::thing, $things, {})", EACH])
def test_an_unknown_parameter_of_a_node(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, body, "  x:\n    cuont: 1\n") == [("data/nodes/a.yaml", 3, "warning", "hiera-unknown-parameter")]


def test_an_unknown_attribute_of_a_built_in_type(tmp_path: Path) -> None:
    assert found(tmp_path, "create_resources('@file', $things)", "  /x:\n    owners: root\n") == [
        ("data/nodes/a.yaml", 3, "warning", "hiera-unknown-parameter")
    ]


def test_a_value_that_the_define_refuses(tmp_path: Path) -> None:
    assert found(tmp_path, EACH, "  x:\n    count: many\n") == [("data/nodes/a.yaml", 3, "error", "hiera-value")]


@pytest.mark.parametrize(
    ("body", "data"),
    [
        (EACH, "  x:\n    count: 2\n    require: File[/x]\n"),
        (EACH, "  x:\n    count: \"%{alias('count')}\"\n"),
        (EACH, "  x:\n    --cuont: 1\n"),
        ("notice($things['x'])", "  x:\n    cuont: 1\n"),
        ("$things.each |$name, $given| { notice($given) }", "  x:\n    cuont: 1\n"),
        ("create_resources('profile::thing', $things)\n  create_resources('file', $things)", "  x:\n    cuont: 1\n"),
    ],
)
def test_what_may_be_right_is_not_reported(tmp_path: Path, body: str, data: str) -> None:
    assert found(tmp_path, body, data) == []
