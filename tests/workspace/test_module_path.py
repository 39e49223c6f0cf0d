"""Settings of Puppet in the `modulepath` of an `environment.conf` stand for folders of the environment or of the server beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

MODULE = "class apache { }\n"
SITE = "include apache\ninclude absent\n"
OWN = (
    "$confdir/environments/$environment/modules:$basemodulepath",
    "$codedir/environments/${environment}/modules",
    "$environmentpath/$environment/modules:$vendormoduledir",
    "'modules'",
    "$codedir/environments/production/modules",
)


@pytest.mark.parametrize("modulepath", OWN)
def test_modules_of_the_environment_are_found(modulepath: str, tmp_path: Path) -> None:
    files = {"environment.conf": f"modulepath = {modulepath}\n", "modules/apache/manifests/init.pp": MODULE, "manifests/site.pp": SITE}
    assert [(each.path, each.line, each.code) for each in findings(tmp_path, files)] == [("manifests/site.pp", 2, "unknown-class")]


def test_a_file_in_a_module_of_the_environment_is_one_of_the_module(tmp_path: Path) -> None:
    files = {"environment.conf": f"modulepath = {OWN[0]}\n", "modules/apache/manifests/a/b.pp": "class apache::c { }\n"}
    assert [each.code for each in findings(tmp_path, files)] == ["illegal-definition-location"]


def test_modules_of_the_server_beside_an_environment_are_found(tmp_path: Path) -> None:
    files = {
        "code/environments/dev/environment.conf": "modulepath = $codedir/modules/public:modules\n",
        "code/environments/dev/modules/own/manifests/init.pp": "class own { }\n",
        "code/environments/dev/manifests/site.pp": f"{SITE}include own\n",
        "code/modules/public/apache/manifests/init.pp": MODULE,
    }
    found = [(each.line, each.code) for each in findings(tmp_path, files, paths=("code/environments/dev/manifests",))]
    assert found == [(2, "unknown-class")]


@pytest.mark.parametrize("folder", ["$confdir/shared", "$codedir/modules", "$somewhere/modules"])
def test_names_are_not_reported_where_modules_of_the_server_are_not_here(folder: str, tmp_path: Path) -> None:
    files = {"environment.conf": f"modulepath = modules:{folder}\n", "modules/apache/manifests/init.pp": MODULE, "manifests/site.pp": SITE}
    assert [each.code for each in findings(tmp_path, files) if each.severity != "info"] == []
