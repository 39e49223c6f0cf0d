"""`puppet-check` follows what classes, defines and nodes certainly declare, through modules beside each other, and reports what meets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

SITE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node 'db' {\n  include tools\n  class { 'wiki': }\n}\n",
    "modules/tools/manifests/init.pp": "class tools {\n  include metrics\n}\n",
}
METRICS = "modules/metrics/manifests/init.pp"
WIKI = "modules/wiki/manifests/init.pp"


def found(folder: Path, files: dict[str, str], *paths: str) -> list[str]:
    """The warnings about duplicates."""
    several = findings(folder, files, paths=paths)
    return [
        f"{each.path}:{each.line}: {each.message}"
        for each in several
        if each.code == "duplicate-declaration" and each.severity == "warning"
    ]


def site(metrics: str, wiki: str) -> dict[str, str]:
    """A control repository whose node has two classes of different modules, of which unknown values decide about the rest."""
    begin = "($size = lookup('unknown')) {\n  $half = $size / 2"
    return SITE | {METRICS: f"class metrics {begin}\n  {metrics}\n}}\n", WIKI: f"class wiki {begin}\n  {wiki}\n}}\n"}


def test_two_modules_declare_the_same_on_a_node(tmp_path: Path) -> None:
    files = site("exec { 'create db': command => '/bin/a' }", "exec { 'create db': command => '/bin/b' }")
    expected = [
        f"{METRICS}:3: Duplicate declaration: Exec[create db] is also declared by class `wiki`, and node 'db' has both",
        f"{WIKI}:3: Duplicate declaration: Exec[create db] is also declared by class `metrics`, and node 'db' has both",
    ]
    assert found(tmp_path, files) in (expected, [])  # A catalog that can be evaluated says it as an error.
    assert found(tmp_path, {}, METRICS, WIKI) == expected


@pytest.mark.parametrize("path", [METRICS, WIKI])
def test_one_of_the_files_is_checked(tmp_path: Path, path: str) -> None:
    files = site("file { '/srv/data/': }", "file {\n    '/srv/more': ensure => directory;\n    '/srv/data': ensure => directory;\n  }")
    (one,) = found(tmp_path, files, path)
    assert one.startswith(f"{path}:{3 if path == METRICS else 5}: Duplicate declaration: File[/srv/data] is also declared by class")


@pytest.mark.parametrize(
    ("metrics", "wiki"),
    [
        ("package { 'git': }", "package { 'hg': }"),
        ("package { 'git': }", "user { 'git': }"),
        ("package { 'git': }", "unless defined(Package['git']) { package { 'git': } }"),
        ("package { 'git': }", "if $size == 3 { package { 'git': } }"),
        ("package { 'git': }", "if $facts['os']['family'] == 'Debian' { fail('no') } package { 'git': }"),
        ("['a', 'b'].each |$x| { user { \"the ${x}\": } }", "['c', 'd'].each |$x| { user { \"the ${x}\": } }"),
        ("['a', 'b'].each |$x| { user { \"the ${x}\": } }", "['a'].each |$x| { if defined(User[$x]) { user { \"the ${x}\": } } }"),
        (
            "if $facts['os']['family'] == 'Debian' { package { 'git': } }",
            "if $facts['os']['family'] == 'RedHat' { package { 'git': } }",
        ),
        ("package { 'git': }", "if $size { return() }\n  package { 'git': }"),
        ("package { 'git': }", "ensure_packages(['git'])"),
        ("package { 'git': }", "[1].each |$each| { return() }\n  package { 'git': }"),
        ("package { 'git': }", "$other = if $size { return() }\n  package { 'git': }"),
        ("package { 'git': }", "notice([1].map |$each| { return() })\n  package { 'git': }"),
        ("package { 'git': }", "notify { 'a': message => if $size { return() } }\n  package { 'git': }"),
        (
            "$osfamily = 'RedHat'\n  if $osfamily == 'Debian' { package { 'git': } }",
            "$osfamily = 'Debian'\n  if $osfamily == 'Debian' { package { 'git': } }",
        ),
        (
            "case $facts['os']['name'] {\n    'Ubuntu': { }\n    /Debian|Ubuntu/: { package { 'git': } }\n  }",
            "case $facts['os']['name'] {\n    'Debian': { }\n    /Debian|Ubuntu/: { package { 'git': } }\n  }",
        ),
        ("package { 'git': }", 'package { "git${half}": }'),
        ("package { 'git': }", "['git'].each |$name| { package { $name: } }"),
        ("package { 'git': }", "package { 'git': # puppet-check: ignore[duplicate-declaration]\n  }"),
    ],
)
def test_what_may_go_together_is_not_reported(tmp_path: Path, metrics: str, wiki: str) -> None:
    assert found(tmp_path, site(metrics, wiki), WIKI) == []


def test_classes_without_a_beginning_in_common_are_not_reported(tmp_path: Path) -> None:
    files = site("package { 'git': }", "package { 'git': }") | {
        "manifests/site.pp": "node 'db' { include tools }\nnode 'web' { include wiki }\n"
    }
    assert found(tmp_path, files, METRICS, WIKI) == []


def test_the_same_operating_system_decides_about_both(tmp_path: Path) -> None:
    on = "case $facts['os']['family'] {{\n    'Debian': {{ package {{ 'git': ensure => {} }} }}\n  }}"
    files = site(on.format("present"), on.format("latest"))
    assert len(found(tmp_path, files, METRICS, WIKI)) == 2


def test_an_operating_system_decides_about_one(tmp_path: Path) -> None:
    files = site("package { 'git': }", "case $facts['os']['family'] { 'Debian': { package { 'git': } } default: {} }")
    words = "Duplicate declaration: Package[git] is also declared by class"
    assert found(tmp_path, files, METRICS) == [f"{METRICS}:3: {words} `wiki`, and node 'db' may have both"]


def test_two_loops_over_lists_with_a_common_element(tmp_path: Path) -> None:
    files = site("['a', 'b'].each |$x| { user { \"the ${x}\": } }", "['b', 'c'].each |$x| { user { \"the ${x}\": } }")
    words = "Duplicate declaration: User[the b] is also declared by class"
    assert found(tmp_path, files, METRICS) == [f"{METRICS}:3: {words} `wiki`, and node 'db' has both"]


def test_different_parameters_decide_about_each(tmp_path: Path) -> None:
    both = "class m($server, $client) {\n  if $server { include m::server }\n  if $client { include m::client }\n}\n"
    reload = "exec {{ 'reload': command => '/bin/{}' }}"
    files = {
        "m/manifests/init.pp": both,
        "m/manifests/server.pp": f"class m::server {{\n  {reload.format('x')}\n}}\n",
        "m/manifests/client.pp": f"class m::client {{\n  {reload.format('x')}\n}}\n",
    }
    first, second = found(tmp_path, files)
    assert first.endswith("Exec[reload] is also declared by class `m::server`, and class `m` may have both")
    assert second.startswith("m/manifests/server.pp:2:")
    # Alternatives differ, and some are refused.
    assert found(tmp_path, {"m/manifests/client.pp": f"class m::client {{\n  {reload.format('y')}\n}}\n"}) == []
    refusing = both.replace("  if $server {", "  if $server and $client { fail('one of both') }\n  if $server {")
    assert found(tmp_path, files | {"m/manifests/init.pp": refusing}) == []
    for refusal in (
        "unless !($server and $client) { fail('one of both') }",
        "if $server { if $client { fail('one of both') } }",
        "case [$server, $client] {\n    [true, true]: { fail('one of both') }\n    default: { }\n  }",
    ):
        refusing = both.replace("  if $server {", f"  {refusal}\n  if $server {{", 1)
        assert found(tmp_path, files | {"m/manifests/init.pp": refusing}) == []
    assert found(tmp_path, files | {"m/manifests/init.pp": both.replace("$client)", "$client = !$server)")}) == []
    inside = f"class m::client {{\n  if $m::server {{ fail('one of both') }}\n  {reload.format('x')}\n}}\n"
    assert found(tmp_path, files | {"m/manifests/client.pp": inside}) == []
    either = both.replace("  if $server {", "  if !($server or $client) { fail('one of both') }\n  if $server {", 1)
    assert len(found(tmp_path, files | {"m/manifests/init.pp": either})) == 2


def test_a_node_has_several_resources_of_a_define_with_a_constant_title(tmp_path: Path) -> None:
    files = SITE | {
        "manifests/site.pp": "node 'db' {\n  m::app { 'a': }\n}\nnode 'web' {\n  m::app { 'b': size => 1; 'c': size => 2 }\n}\n",
        "modules/m/manifests/app.pp": (
            "define m::app($size = 1) {\n  $half = lookup('unknown') / $size\n  file { \"/srv/${name}\": }\n  file { '/srv': }\n}\n"
        ),
    }
    expected = "modules/m/manifests/app.pp:4: Duplicate declaration: File[/srv] is declared by each `m::app`, and node 'web' has several"
    assert found(tmp_path, files, "modules/m/manifests/app.pp") == [expected]
    files["manifests/site.pp"] = files["manifests/site.pp"].replace("; 'c': size => 2", "")
    assert found(tmp_path, files, "modules/m/manifests/app.pp") == []


@pytest.mark.parametrize("other", ["m::app { $list: }", "@m::app { 'c': }", "$empty = []\n  m::app { $empty: }"])
def test_a_node_may_have_only_one_resource_of_a_define(tmp_path: Path, other: str) -> None:
    files = SITE | {
        "manifests/site.pp": "node 'db' {\n  include m\n}\n",
        "modules/m/manifests/init.pp": f"class m($list = []) {{\n  m::app {{ 'b': }}\n  {other}\n}}\n",
        "modules/m/manifests/app.pp": "define m::app($size = 1) {\n  $half = lookup('unknown') / $size\n  file { '/srv': }\n}\n",
    }
    assert found(tmp_path, files, "modules/m/manifests/app.pp") == []
    files["modules/m/manifests/init.pp"] = files["modules/m/manifests/init.pp"].replace(other, "m::app { 'c': }")
    assert len(found(tmp_path, files, "modules/m/manifests/app.pp")) == 1


def test_a_class_is_declared_that_was_included_before(tmp_path: Path) -> None:
    half = "$half = lookup('unknown') / $size"
    files = {
        "m/manifests/init.pp": f"class m($size) {{\n  {half}\n  class {{ 'm::config': }}\n  class {{ 'm::install': }}\n}}\n",
        "m/manifests/config.pp": f"class m::config($size = lookup('other')) {{\n  {half}\n  include m::install\n}}\n",
        "m/manifests/install.pp": "class m::install {\n}\n",
    }
    errors = [
        each
        for each in findings(tmp_path, files, paths=("m/manifests/init.pp",))
        if "Class[M::Install] is already declared" in each.message
    ]
    assert [each.line for each in errors] == [4]
    # Another class may have declared it with these parameters before.
    later = "class m($size) {\n  class { 'm::install': }\n  class { 'm::config': }\n}\n"
    assert found(tmp_path, files | {"m/manifests/init.pp": later}) == []
