"""Names that exist as another kind of definition, or not at all, where nothing may use them; and slips of references and commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_of_names import codes

INIT = "m/manifests/init.pp"
MODULE = {
    "m/metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "acme-elsewhere"}]}',
    "m/manifests/made.pp": "define m::made ($a = 1) { notice($a) }\n",
    "m/manifests/known.pp": "class m::known ($a = 1) { notice($a) }\n",
}


@pytest.mark.parametrize(
    ("statement", "code", "count"),
    [
        ("m::known { 'x': }", "unknown-resource-type", 1),
        ("include m::made", "unknown-class", 1),
        ("include ::m::made", "unknown-class", 1),
        ("class { 'm::made': }", "unknown-class", 1),
        ("m::made { 'x': }", "unknown-resource-type", 0),
        ("include m::known", "unknown-class", 0),
        ("elsewhere::known { 'x': }", "unknown-resource-type", 0),
    ],
)
def test_a_class_declared_as_a_resource_and_a_define_that_is_included(tmp_path: Path, statement: str, code: str, count: int) -> None:
    assert codes(tmp_path, {INIT: f"class m {{\n  {statement}\n}}\n", **MODULE}, code) == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ("create_resources('m::maed', $all)", 1),
        ("create_resources('@@::m::maed', $all)", 1),
        ("create_resources(m::known, $all)", 1),
        ("ensure_resources('m::maed', $all)", 1),
        ("create_resources('m::made', $all)", 0),
        ("create_resources('::m::made', $all)", 0),
        ("create_resources('class', $all)", 0),
        ("create_resources('file', $all)", 0),
        ("create_resources('elsewhere::maed', $all)", 0),
        ("create_resources('maed', $all)", 0),
        ("if defined('m::maed') { create_resources('m::maed', $all) }", 0),
    ],
)
def test_types_of_resources_in_a_hash_that_may_be_empty(tmp_path: Path, call: str, count: int) -> None:
    files = {INIT: f"class m (Hash $all) {{\n  {call}\n}}\n", **MODULE}
    assert codes(tmp_path, files, "unknown-resource-type") == [(INIT, 2)] * count


@pytest.mark.parametrize("other", ["m::maed { 'x': }", "M::Maed <| |>"])
def test_a_type_that_the_evaluation_reports_at_another_place(tmp_path: Path, other: str) -> None:
    files = {INIT: f"class m (Hash $all) {{\n  create_resources('m::maed', $all)\n  {other}\n}}\n", **MODULE}
    found = [(each.severity, each.line) for each in findings(tmp_path, files) if each.code == "unknown-resource-type"]
    assert found == [("error", 3)]


@pytest.mark.parametrize(
    ("type", "declared", "reference", "count"),
    [
        ("exec", "alertmanager-reload", "alertmanger-reload", 1),
        ("exec", "make-pinger", "make-pingerd", 1),
        ("exec", "elasticsearch-download", "elastiksearch-download", 1),
        ("exec", "mount-data-a", "mount-data-b", 0),
        ("exec", "update-sda", "update-sdb", 0),
        ("exec", "update-2", "update-3", 0),
        ("exec", "reload", "reloads", 0),
        ("package", "php-mysql-driver", "php-mysqli-driver", 0),
        ("service", "mysqlservice", "mysqlserviced", 0),
        ("file", "/etc/logrotate.d/motd", "/etc/logrotat.d/motd", 0),
        ("file", "/etc/postgresql/main.conf", "/etc/postgrsql/main.conf", 1),
        ("file", "/etc/motd/conf.d", "/etc/motd/config.d", 0),
    ],
)
def test_titles_that_differ_by_a_letter(tmp_path: Path, type: str, declared: str, reference: str, count: int) -> None:
    referring = f"  notify {{ 'a b c d e':\n    require => {type.capitalize()}['{reference}'],\n  }}\n"
    code = f"class m {{\n  include elsewhere {type} {{ '{declared}': }}\n{referring}}}\n"
    assert codes(tmp_path, {INIT: code, **MODULE}, "unknown-reference") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("command", "severity"),
    [("opt/app/bin/start", "warning"), ("usr/bin/true", "warning"), ("bin/rails", "warning"), ("./configure", "info"), ("make", "info")],
)
def test_commands_that_lack_the_slash_at_the_beginning(tmp_path: Path, command: str, severity: str) -> None:
    files = {INIT: f"class m {{\n  exec {{ 'a':\n    command => '{command}',\n  }}\n}}\n", **MODULE}
    assert [(each.severity, each.line) for each in findings(tmp_path, files) if each.code == "wrong-value"] == [(severity, 2)]


@pytest.mark.parametrize(
    ("default", "count"),
    [
        ("lookup('x', { default_value => [] })", 1),
        ("lookup('x', undef, undef, [])", 1),
        ("hiera('x', 'none')", 1),
        ("lookup('x', { default_value => {} })", 0),
        ("lookup('x', { default_value => undef })", 1),
        ("lookup('x', { default_value => $facts['y'] })", 0),
        ("lookup('x')", 0),
    ],
)
def test_the_default_of_a_lookup_for_a_parameter(tmp_path: Path, default: str, count: int) -> None:
    files = {INIT: f"class m (\n  Hash $x = {default},\n) {{\n  notice($x)\n}}\n", **MODULE}
    assert codes(tmp_path, files, "refused-default") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("notice(m::shown(some_type))", 1),
        ("notice(some_type.m::shown)", 1),
        ("notice(m::shown($some_type), m::shown(some_type))", 0),
        ("notice(m::shown(other_type))", 0),
        ("notice(hiera(some_type))", 0),
        ("notice(m::shown('some_type'))", 0),
    ],
)
def test_a_parameter_without_its_dollar_as_an_argument(tmp_path: Path, body: str, count: int) -> None:
    files = {
        INIT: f"class m (String $some_type) {{\n  {body}\n}}\n",
        "m/functions/shown.pp": "function m::shown(String $x) { $x }\n",
        **MODULE,
    }
    assert codes(tmp_path, files, "bare-word") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("module", "variable", "count"), [("older", "user", 1), ("older", "group", 0), ("m", "user", 0), ("elsewhere", "user", 0)]
)
def test_the_params_class_of_a_module_before_it_was_renamed(tmp_path: Path, module: str, variable: str, count: int) -> None:
    files = {
        INIT: f"class m (\n  $user = $::{module}::params::{variable},\n) inherits m::params {{\n  notice($user)\n}}\n",
        "m/manifests/params.pp": f"class m::params {{\n  $user = 1\n{'  $group = 2' if module == 'm' else ''}\n}}\n",
        **MODULE,
    }
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("puppet:///modules/profile/banner", 1),
        ("puppet:///modules/profile/files/motd", 1),
        ("puppet:///modules/profile/motd", 0),
        ("puppet:///modules/profile/mot", 0),
        ("puppet:///modules/profile/%{facts.os.family}", 0),
        ("puppet:///modules/elsewhere/motd", 0),
        ("see puppet:///modules/profile/banner", 0),
    ],
)
def test_addresses_in_data(tmp_path: Path, address: str, count: int) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "environment.conf": "modulepath = site\n",
        "data/common.yaml": f"profile::source: '{address}'\n",
        "site/profile/manifests/init.pp": "class profile ($source) {\n  file { '/etc/motd': source => $source }\n}\n",
        "site/profile/files/motd": "hello\n",
    }
    assert codes(tmp_path, files, "missing-source-file") == [("data/common.yaml", 1)] * count
