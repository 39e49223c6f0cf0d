"""An error of one of several resources in an expression is at the body that declares it, and so is its fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run
from tests.cli.in_process import findings

MODULES = {
    "modules/a/manifests/init.pp": "class a { }\n",
    "modules/b/manifests/init.pp": "class b($flavor) { notice($flavor) }\n",
    "modules/n/manifests/init.pp": "class n(Integer $x) { notice($x) }\n",
    "modules/s/manifests/init.pp": "class s(String $x) { notice($x) }\n",
    "modules/s/manifests/d.pp": "define s::d(String $x) { notice($x) }\n",
}
CASES = {
    "a parameter that only the other class has": (
        "class {\n  'a': flavor => 'x';\n  'b': flavor => 'y';\n}\n",
        [(2, "unknown-parameter")],
    ),
    "a parameter that the second class lacks": (
        "class {\n  '::b': flavor => 'y';\n  '::a': flavor => 'x';\n}\n",
        [(3, "unknown-parameter")],
    ),
    "a value that the first class refuses": (
        "class {\n  'n': x => 'one';\n  's': x => 'two';\n}\n",
        [(2, "wrong-parameter")],
    ),
    "a parameter that the second class demands": ("class {\n  'a': ;\n  'b': ;\n}\n", [(3, "missing-parameter")]),
    "a parameter that the last define demands": (
        "s::d {\n  'one': x => 'a';\n  ['two', 'three']: x => 'b';\n  'four': ;\n}\n",
        [(4, "missing-parameter")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_error_is_at_the_body_of_its_resource(name: str, tmp_path: Path) -> None:
    code, expected = CASES[name]
    found = findings(tmp_path, {"manifests/site.pp": code, **MODULES})
    assert [(each.line, each.code) for each in found] == expected


def test_a_missing_parameter_is_added_to_the_body_that_lacks_it(tmp_path: Path) -> None:
    code = "class {\n  'a': ;\n  'b': ;\n}\n"
    findings(tmp_path, {"manifests/site.pp": code, **MODULES})
    run("puppet-check", "--fix-only", "--unsafe-fixes", "--no-cache", "manifests/site.pp", cwd=tmp_path)
    assert (tmp_path / "manifests/site.pp").read_text() == "class {\n  'a': ;\n  'b':\n    flavor => '', ;\n}\n"
