"""Names that are shown to be slips by what stands beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

METADATA = '{"name": "x-m", "version": "1.0.0", "dependencies": []}'


def codes(folder: Path, files: dict[str, str], code: str) -> list[tuple[str, int]]:
    return [(each.path, each.line) for each in findings(folder, files) if each.code == code and each.severity != "info"]


@pytest.mark.parametrize(
    ("odd", "expected"),
    [("service", 1), ("cachedir", 0), ("one", 0)],
)
def test_a_branch_with_another_variable(tmp_path: Path, odd: str, expected: int) -> None:
    params = (
        f"class m::params {{\n  if $facts['x'] {{\n    $one = 1\n    $two = 2\n    $three = 3\n    $web_service = 4\n  }} else {{\n"
        f"    $one = 1\n    $two = 2\n    $three = 3\n    ${odd}{'' if odd != 'one' else '_more'} = 4\n  }}\n}}\n"
    )
    user = "class m {\n  include m::params\n  notice($m::params::web_service)\n}\n"
    files = {"metadata.json": METADATA, "manifests/params.pp": params, "manifests/init.pp": user}
    assert len(codes(tmp_path, files, "misspelt-variable")) == expected


def test_a_branch_whose_variable_lacks_an_underscore(tmp_path: Path) -> None:
    params = "class m::params {\n  if $facts['x'] {\n    $m_cachedir = 4\n  } else {\n    $m_cache_dir = 4\n  }\n}\n"
    user = "class m {\n  include m::params\n  notice($m::params::m_cache_dir)\n}\n"
    files = {"metadata.json": METADATA, "manifests/params.pp": params, "manifests/init.pp": user}
    assert codes(tmp_path, files, "misspelt-variable") == [("manifests/params.pp", 3)]


def test_the_plural_of_a_module(tmp_path: Path) -> None:
    reading = "class profiles::web(\n  $port = $::profile::web::params::port,\n) inherits profiles::web::params {\n}\n"
    files = {
        "environment.conf": "modulepath = modules\n",
        "Puppetfile": "mod 'x-absent', '1.0.0'\n",
        "modules/profiles/manifests/web/params.pp": "class profiles::web::params {\n  $port = 1\n}\n",
        "modules/profiles/manifests/web.pp": reading,
    }
    assert codes(tmp_path, files, "unknown-variable") == [("modules/profiles/manifests/web.pp", 2)]


@pytest.mark.parametrize(("title", "expected"), [("'api'", 1), ("'m::api'", 0), ("'apache'", 0)])
def test_the_own_class_in_a_relationship(tmp_path: Path, title: str, expected: int) -> None:
    code = f"class m::api {{\n  service {{ 's': require => Class[{title}] }}\n}}\n"
    own = "class m::apache {\n  service { 's': require => Class['apache'] }\n}\n"
    files = {"metadata.json": METADATA, "manifests/api.pp": code, "manifests/apache.pp": own}
    found = codes(tmp_path, files, "unknown-class")
    assert len([each for each in found if each[0] == "manifests/api.pp"]) == expected
    assert not [each for each in found if each[0] == "manifests/apache.pp"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [("disk_dev", 1), ("disk_devices", 0), ("dsik_device", 1), ("disk_device", 0), ("disk", 0), ("disk_dev_x", 0)],
)
def test_plain_keys(tmp_path: Path, key: str, expected: int) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "Puppetfile": "mod 'x-absent', '1.0.0'\n",
        "modules/m/manifests/init.pp": "class m {\n  notice(lookup('disk_device'))\n}\n",
        "hieradata/common.yaml": "disk_device: a\n",
        "hieradata/nodes/n.yaml": f"{key}: b\n",
    }
    assert len(codes(tmp_path, files, "hiera-unused-key")) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [("a_b_c", 1), ("a::b::c", 1), ("a::b_c:", 1), (":a::b_c", 1), ("a::b_c", 0), ("x::y_z", 0), ("abc", 0)],
)
def test_signs_in_interpolated_keys(tmp_path: Path, key: str, expected: int) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "Puppetfile": "mod 'x-absent', '1.0.0'\n",
        "modules/m/manifests/init.pp": "class m {\n}\n",
        "hieradata/common.yaml": f"a::b_c: 1\nv: \"%{{hiera('{key}')}}\"\n",
    }
    assert len(codes(tmp_path, files, "hiera-unknown-key")) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [("lookup('disk_a_host')", 1), ('lookup("disk_${x}_host")', 0), ('$k = "disk_${x}"\nlookup($k)', 0), ('lookup("${x}_b_host")', 0)],
)
def test_plain_keys_beside_computed_ones(tmp_path: Path, code: str, expected: int) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "modules/m/manifests/init.pp": f"class m ($x) {{\n  notice(lookup('disk_a_host'))\n  {code}\n}}\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: all\n    paths: [common.yaml, node.yaml]\n",
        "data/common.yaml": "disk_a_host: a\n",
        "data/node.yaml": "disk_b_host: b\n",
    }
    assert len(codes(tmp_path, files, "hiera-unused-key")) == expected


@pytest.mark.parametrize(("own", "expected"), [("shop::text: a", 0), ("shop::other: a", 1)])
def test_interpolated_keys_that_the_data_of_a_module_have(tmp_path: Path, own: str, expected: int) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: all\n    paths: [common.yaml, '%{::role}.yaml']\n",
        "data/common.yaml": "shop_text: a\nv: \"%{lookup('shop::text')}\"\n",
        "modules/shop/manifests/init.pp": "class shop {\n}\n",
        "modules/shop/hiera.yaml": "version: 5\n",
        "modules/shop/data/common.yaml": f"{own}\n",
    }
    assert len(codes(tmp_path, files, "hiera-unknown-key")) == expected
