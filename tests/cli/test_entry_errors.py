"""`puppet-check` evaluates node definitions and roles as a node would, and reports what fails for every node, in files of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

ROLE = {
    "environment.conf": "modulepath = modules\n",
    "modules/role/manifests/web.pp": "class role::web {\n  include profile::web\n}\n",
    "modules/profile/manifests/web.pp": "class profile::web {\n  class { 'app':\n    mode => 'fast',\n  }\n}\n",
}


def found(folder: Path, files: dict[str, str], *paths: str) -> list[str]:
    """The findings about catalogs."""
    return [f"{each.path}:{each.line}: {each.message}" for each in findings(folder, files, paths=paths) if each.code == "catalog-error"]


def app(body: str, parameters: str = "$mode") -> dict[str, str]:
    return ROLE | {"modules/app/manifests/init.pp": f"class app({parameters}) {{\n  {body}\n}}\n"}


def test_values_flow_into_the_classes_of_other_files(tmp_path: Path) -> None:
    body = "unless $mode in ['slow', 'medium'] { fail(\"no mode ${mode}\") }"
    assert found(tmp_path, app(body)) == [
        "modules/app/manifests/init.pp:2: the catalog of a node with `role::web` cannot be compiled: no mode fast"
    ]


def test_two_classes_that_a_role_includes_declare_the_same(tmp_path: Path) -> None:
    files = app("file { '/etc/app': }\n  include app::more") | {
        "modules/app/manifests/more.pp": "class app::more {\n  file { '/etc/app': }\n}\n"
    }
    (failed,) = found(tmp_path, files)
    assert failed.startswith(
        "modules/app/manifests/more.pp:2: the catalog of a node with `role::web` cannot be compiled: Duplicate declaration"
    )


def test_a_private_class_is_included_from_another_module(tmp_path: Path) -> None:
    body = "if $caller_module_name != $module_name { fail('app::install is private') }"
    files = {
        "environment.conf": "",
        "manifests/site.pp": "node 'a', 'b' {\n  include profile::web\n}\n",
        "modules/profile/manifests/web.pp": "class profile::web {\n  include app::install\n}\n",
        "modules/app/manifests/install.pp": f"class app::install {{\n  {body}\n}}\n",
    }
    assert found(tmp_path, files) == ["modules/app/manifests/install.pp:2: the catalog of `a` cannot be compiled: app::install is private"]


def test_data_that_all_nodes_have_is_merged(tmp_path: Path) -> None:
    level = "version: 5\nhierarchy:\n  - name: x\n    paths: [over.yaml, common.yaml]\n    datadir: data\n    data_hash: yaml_data\n"
    files = app("$mode.each |$name, $port| { app::listen { $name: port => $port } }") | {
        "hiera.yaml": level,
        "data/over.yaml": "listen: {http: {port: 80}}\n",
        "data/common.yaml": "listen: {https: {port: many}}\n",
        "modules/profile/manifests/web.pp": """\
class profile::web {
  $all = lookup('listen', Hash, 'deep')
  class { 'app':
    mode => Hash($all.map |$name, $each| { [$name, $each['port']] }),
  }
}
""",
        "modules/app/manifests/listen.pp": "define app::listen(Integer $port) {\n}\n",
    }
    (failed,) = found(tmp_path, files)
    assert "App::Listen[https]: parameter 'port' expects an Integer value, got String" in failed


UNCERTAIN = (
    "if $facts['os']['family'] == 'Debian' { fail('x') }",
    "if $trusted['certname'] == 'x' { fail('x') }",
    "if $environment == 'test' { fail('x') }",
    "if lookup('elsewhere', String, 'first', 'none') == 'none' { fail('x') }",
    "if $classifier == undef { fail('x') }",
    "unless defined(Class['base']) { fail('x') }",
    "notify { $base::port: }",
    "include app::more",
    "unless $caller_module_name in ['profile', 'base'] { fail('x') }",
    "if $facts['ec2'] { return() } fail('x')",
)


@pytest.mark.parametrize("body", UNCERTAIN)
def test_what_a_node_may_decide_is_not_reported(tmp_path: Path, body: str) -> None:
    more = "class app::more($key = undef) {\n  unless $key { fail('needs a key, which is in other data') }\n}\n"
    base = "class base {\n  $port = '80'\n}\n"
    assert found(tmp_path, app(body) | {"modules/app/manifests/more.pp": more, "modules/base/manifests/init.pp": base}) == []


def test_nothing_is_evaluated_without_a_beginning_or_for_vendored_modules(tmp_path: Path) -> None:
    files = app("fail('always')")
    assert found(tmp_path, files, "modules/app", "modules/profile")
    assert found(tmp_path, files, "modules/app") == []
    assert found(tmp_path, files | {"Puppetfile": "mod 'x-app', '1.0.0'\n"}) == [
        "modules/profile/manifests/web.pp:2: the catalog of a node with `role::web` cannot be compiled: always"
    ]


def test_names_and_syntax_are_left_to_the_check_of_each_file(tmp_path: Path) -> None:
    for body in ("include app::none", "app::none { 'x': }", "none()", "file { '/x': content => template('app/none.erb') }", "$x = ["):
        assert found(tmp_path, app(body)) == [], body


def test_a_role_that_is_only_for_some_nodes_may_refuse_others(tmp_path: Path) -> None:
    assert found(tmp_path, ROLE | {"modules/role/manifests/web.pp": "class role::web {\n  fail('do not use this')\n}\n"}) == []
