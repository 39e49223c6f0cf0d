"""`$module_name` in classes and defines, which is the name of their module."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata


def found(folder: Path, statement: str) -> list[str]:
    """The findings about a class of the module `motd` with a statement."""
    files = {
        "metadata.json": metadata(),
        "manifests/init.pp": f"class motd {{\n  {statement}\n}}\n",
        "templates/text.erb": "<%= @unknown %>\n",
        "templates/class.erb": "<%= scope['motd::unknown'] %>\n",
    }
    return [f"{each.code}: {each.message}" for each in findings(folder, files) if each.code != "unused-template"]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('notice(template("${module_name}/none.erb"))', "unknown-file: Could not find template 'motd/none.erb'"),
        ('notice(template("${module_name}/text.erb"))', "erb-unset-variable: nothing sets @unknown for this template"),
        (
            'notice(template("${module_name}/class.erb"))',
            "erb-error: the template motd/class.erb fails in line 1: undefined variable 'motd::unknown'",
        ),
        ('include "${module_name}::none"', "unknown-class: Could not find class motd::none"),
    ],
)
def test_names_that_are_made_of_it(tmp_path: Path, statement: str, expected: str) -> None:
    assert found(tmp_path, statement) == [expected]


def test_the_name_itself(tmp_path: Path) -> None:
    assert found(tmp_path, "notice($module_name)") == []
