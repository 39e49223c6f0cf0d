"""Titles, paths, keys and defaults that name nothing, each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from tests.cli.in_process import findings, metadata
from tests.rules.test_slips_beside_absent_modules import INIT, LACKING
from tests.rules.test_slips_of_names import codes


@pytest.mark.parametrize(
    ("type", "reference", "other", "count"),
    [
        ("exec", "fetch key", "", 1),
        ("exec", "fetch", "", 0),
        ("exec", "fetch key of app", "", 0),
        ("exec", "fetch ke", "", 0),
        ("package", "fetch key", "", 0),
        ("exec", "fetch key", "  exec { 'fetch key of web': }\n", 0),
        ("exec", "fetch key", "  elsewhere::job { 'fetch key': }\n", 0),
        ("exec", "fetch key", "  create_resources('exec', lookup('x'))\n", 0),
    ],
)
def test_the_title_of_a_command_that_ends_too_early(tmp_path: Path, type: str, reference: str, other: str, count: int) -> None:
    code = f"class m {{\n  notify {{ 'x': require => {type.capitalize()}['{reference}'] }}\n  {type} {{ 'fetch key of app': }}\n{other}}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 2)] * count


@pytest.mark.parametrize(("included", "count"), [("apt", 0), ("elsewhere", 1)])
def test_the_title_of_a_command_that_a_module_which_is_not_there_may_have(tmp_path: Path, included: str, count: int) -> None:
    code = f"class m {{\n  notify {{ 'x': require => Exec['apt_update'] }}\n  exec {{ 'apt_update force': }}\n  include {included}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("parent", "default", "count"),
    [
        (" inherits m::params", "$m::user", 1),
        (" inherits m::params", "$::m::user", 1),
        (" inherits m::params", "$m::params::user", 0),
        (" inherits m::params", "$m::other", 0),
        ("", "$m::user", 0),
    ],
)
def test_a_parameter_that_is_its_own_default(tmp_path: Path, parent: str, default: str, count: int) -> None:
    files = {
        INIT: f"class m (\n  $other = 1,\n  $user = {default},\n){parent} {{\n  notice($user, $other)\n}}\n",
        "m/manifests/params.pp": "class m::params {\n  $user = 'x'\n}\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ('exec["run ${x}"]', 1),
        ('[exec["run ${x}"], Exec["run ${x}"]]', 1),
        ('Exec["run ${x}"]', 0),
    ],
)
def test_a_computed_reference_in_lower_case(tmp_path: Path, value: str, count: int) -> None:
    code = f'class m (String $x) {{\n  exec {{ "run ${{x}}": command => "/bin/true" }}\n  notify {{ "x": require => {value} }}\n}}\n'
    assert codes(tmp_path, {INIT: code, **LACKING}, "bad-type") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("content", "count"),
    [
        ("'/etc/puppet/files/web/motd'", 1),
        ("'/etc/puppetlabs/code/modules/m/templates/motd.erb'", 1),
        ("'elsewhere/motd.erb'", 1),
        ('"${module_name}/motd.erb"', 1),
        ('"${module_name}/motd.epp"', 1),
        ("'/etc/puppetboard/files/web/motd'", 0),
        ("'/usr/local/lib'", 0),
        ("'/srv/files/web/motd'", 0),
        ("'see elsewhere/motd.erb'", 0),
        ('"template: ${module_name}/motd.erb"', 0),
        ('"${module_name}/motd.txt"', 0),
    ],
)
def test_the_path_of_a_file_as_its_text(tmp_path: Path, content: str, count: int) -> None:
    code = f"class m {{\n  file {{ '/etc/motd': content => {content} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "address-as-content") == [(INIT, 2)] * count


def test_a_very_long_path_as_the_text_of_a_file(tmp_path: Path) -> None:
    code = f"class m {{\n  file {{ '/etc/motd': content => '{'/puppet' * 50_000}' }}\n}}\n"
    start = process_time()
    assert codes(tmp_path, {INIT: code, **LACKING}, "address-as-content") == []
    assert process_time() - start < 20


@pytest.mark.parametrize(
    ("attributes", "meant"),
    [
        ("ensure => symlink", "link"),
        ("ensure => 'dir'", "directory"),
        ("ensure => folder", "directory"),
        ("ensure => direcotry", "directory"),
        ("ensure => symlink, target => '/y'", None),
        ("ensure => symlink, * => $m::others", None),
        ("ensure => symlink; default: target => '/y'", None),
        ("ensure => '/y'", None),
        ("ensure => y", None),
        ("ensure => present", None),
    ],
)
def test_a_word_that_is_not_a_state_of_a_file(tmp_path: Path, attributes: str, meant: str | None) -> None:
    several = findings(tmp_path, {INIT: f"class m {{\n  file {{ '/x': {attributes} }}\n}}\n", **LACKING})
    found = [each.message for each in several if each.code == "wrong-value"]
    assert [each.endswith(f"did you mean '{meant}'?") for each in found] == ([] if meant is None else [True])


@pytest.mark.parametrize(
    ("address", "other", "count"),
    [
        ("puppet:///old_m/x", "", 1),
        ("puppet:///modules/old_m/x", "", 1),
        ("puppet:///modules/old_m/y", "", 0),
        ("puppet:///oldm/x", "", 0),
        ("puppet:///old_m/x", "# and puppet:///modules/m/x", 0),
        ("puppet:///modules/m/x", "", 0),
        ("puppet:///modules/old_m/x", '# "puppet:///modules/${module_name}/x"', 0),
    ],
)
def test_the_address_of_a_file_of_a_module_with_its_former_name(tmp_path: Path, address: str, other: str, count: int) -> None:
    code = f"class m {{\n  file {{ '/x': source => '{address}' }} {other}\n}}\n"
    assert codes(tmp_path, {INIT: code, "m/files/x": "", **LACKING}, "missing-source-file") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("value", "use", "count"),
    [
        ("'m/web/a.erb'", "m::site { 'x': template => $t }", 1),
        ("$x ? { 1 => 'm/web/a.erb', default => 'm/web/b.erb' }", "m::site { 'x': template => $t }", 1),
        ("'m/web/b.erb'", "m::site { 'x': template => $t }", 0),
        ("'elsewhere/a.erb'", "m::site { 'x': template => $t }", 0),
        ("'m/web/a'", "m::site { 'x': template => $t }", 0),
        ("'m/web/a.erb'", "m::site { 'x': template => \"${t}.8\" }", 0),
        ("'m/web/a.erb'", "m::site { 'x': template => \"${t}\" }", 1),
        ("'m/web/c.erb'", "m::site { 'x': template => $t }", 0),
        ("'m/web/d.erb'", "m::site { 'x': template => $t }", 1),
    ],
)
def test_the_name_of_a_template_that_is_a_default(tmp_path: Path, value: str, use: str, count: int) -> None:
    site = "define m::site ($template) {\n  file { $title: content => template($template) }\n}\n"
    files = {
        INIT: f"class m (\n  $x = 1,\n  $t = {value},\n) {{\n  {use}\n}}\n",
        "m/manifests/site.pp": site,
        "m/templates/web/b.erb": "x\n",
        "m/templates/m/web/c.erb": "x\n",
    }
    assert codes(tmp_path, {**files, **LACKING}, "unknown-file") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("read", "lookup", "count"),
    [
        ("$site_log", "lookup('site_log')", 1),
        ('"${site_log}/x"', "hiera('site_log')", 1),
        ("$log", "lookup('site_log')", 0),
        ("$site_log", "lookup('site_logs')", 0),
        ("$sitelog", "lookup('sitelog')", 0),
        ("$site_log", "lookup('site_log') $site_log = 1", 0),
        ("$site_log", "lookup('site_log') notice($::site_log)", 0),
        ("$site_log", "lookup('site_log') notice($facts['site_log'])", 0),
    ],
)
def test_a_key_that_is_read_as_a_variable(tmp_path: Path, read: str, lookup: str, count: int) -> None:
    code = f"class m inherits elsewhere {{\n  $log = {lookup}\n  notice(\n{read})\n}}\n"
    found = [place for place in codes(tmp_path, {INIT: code, **LACKING}, "unknown-variable") if place == (INIT, 4)]
    assert found == [(INIT, 4)] * count


@pytest.mark.parametrize(
    "value",
    [
        "hiera('site_log', $site_log)",
        "hiera('site_log', pick($site_log, 1))",
        "lookup('site_log')\n  [$a, $site_log] = [1, 2]\n  notice($site_log)",
        "lookup('site_log')\n  notice($::site_log, $site_log)",
    ],
)
def test_a_key_that_is_the_name_of_a_variable_as_well(tmp_path: Path, value: str) -> None:
    code = f"class m inherits elsewhere {{\n  $log = {value}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-variable") == []


@pytest.mark.parametrize(
    ("default", "use", "count"),
    [
        ("2570", "mode => $mode", 1),
        ("644", 'mode => "${mode}"', 0),
        ("755", "mode => $mode", 1),
        ("755", "size => $mode", 0),
        ("789", "mode => $mode", 0),
        ("1", "mode => $mode", 0),
        ("'755'", "mode => $mode", 0),
        ("755", "size => $mode, # mode => $mode\n", 0),
        ("755", "mode => $mode ? { 755 => 'all', default => 'some' }", 0),
    ],
)
def test_a_number_that_is_handed_on_as_a_mode(tmp_path: Path, default: str, use: str, count: int) -> None:
    code = f"class m (\n  $mode = {default},\n) {{\n  elsewhere::folder {{ '/x': {use} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "wrong-value") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ("global_options => {}, default_options => {}", 1),
        ("globals => {}, default_options => {}", 0),
        ("default_options => {}", 0),
        ("global_options => {}, defaults_options => {}", 0),
    ],
)
def test_a_plural_in_a_parameter_beside_those_of_a_published_module(tmp_path: Path, given: str, count: int) -> None:
    files = {INIT: f"class m {{\n  class {{ 'haproxy': {given} }}\n}}\n", **LACKING}
    assert codes(tmp_path, files, "unknown-parameter") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("parameter", "use", "count"),
    [("$mode = 1", "$mode", 1), ("Integer $mode = 1", "$mode", 0), ("$mode = 1", '"0${mode}"', 0)],
)
def test_a_number_that_a_define_takes_as_a_mode(tmp_path: Path, parameter: str, use: str, count: int) -> None:
    files = {
        INIT: "class m (\n  $mode = 755,\n) {\n  if $elsewhere::x { m::folder { '/x': mode => $mode } }\n}\n",
        "m/manifests/folder.pp": f"define m::folder ({parameter}) {{\n  elsewhere::folder {{ $title: mode => {use} }}\n}}\n",
    }
    assert codes(tmp_path, {**files, **LACKING}, "wrong-value") == [(INIT, 2)] * count


@pytest.mark.parametrize(("given", "count"), [("m/a.erb", 0), ("m/b.erb", 0)])
def test_a_template_that_a_define_of_the_project_looks_for_elsewhere(tmp_path: Path, given: str, count: int) -> None:
    files = {
        INIT: f"class m {{\n  m::site {{ 'x': template => '{given}' }}\n}}\n",
        "m/manifests/site.pp": 'define m::site ($template) {\n  file { $title: content => "/srv/${template}" }\n}\n',
        "m/templates/c.erb": "x\n",
    }
    assert codes(tmp_path, {**files, **LACKING}, "unknown-file") == [(INIT, 2)] * count


@pytest.mark.parametrize(("interpolated", "count"), [("${m::t}", 0), ("${m::other}", 1)])
def test_a_name_of_a_template_that_another_class_takes_for_a_part(tmp_path: Path, interpolated: str, count: int) -> None:
    files = {
        INIT: "class m (\n  $other = 1,\n  $t = 'm/a.erb',\n) {\n  elsewhere::site { 'x': template => $t }\n}\n",
        "m/manifests/b.pp": f'class m::b {{\n  notice("/srv/{interpolated}")\n}}\n',
        "m/templates/c.erb": "x\n",
    }
    assert codes(tmp_path, {**files, **LACKING}, "unknown-file") == [(INIT, 3)] * count


def test_the_mount_point_of_a_server_that_is_a_word_of_the_name_of_the_module(tmp_path: Path) -> None:
    files = {
        "m_files/manifests/init.pp": "class m_files {\n  file { '/x': source => 'puppet:///files/x' }\n}\n",
        "m_files/files/x": "",
        "m_files/metadata.json": metadata("acme-elsewhere").replace("motd", "m_files"),
    }
    assert codes(tmp_path, files, "missing-source-file") == []
    files["m_files/manifests/init.pp"] = files["m_files/manifests/init.pp"].replace("///files", "///modules/files")
    assert codes(tmp_path, files, "missing-source-file") == [("m_files/manifests/init.pp", 2)]


@pytest.mark.parametrize(
    ("name", "count"),
    [("fetch_all_repos", 1), ("fetch_repos_now", 0), ("all_fetch_repos", 0), ("fetch_repos", 0), ("fetch_all_users", 0), ("repos", 0)],
)
def test_a_function_with_a_word_more_than_one_of_the_module(tmp_path: Path, name: str, count: int) -> None:
    own = "Puppet::Functions.create_function(:fetch_repos) do\n  dispatch :f do\n  end\n  def f\n    1\n  end\nend\n"
    files = {INIT: f"class m {{\n  notice({name}())\n}}\n", "m/lib/puppet/functions/fetch_repos.rb": own, **LACKING}
    assert codes(tmp_path, files, "unknown-function") == [(INIT, 2)] * count


KEYS = "".join(f"m::a{n}: 1\nm::b{n}: \"%{{lookup('m::a{n}')}}\"\n" for n in range(20))
HIERARCHY = "version: 5\nhierarchy:\n  - name: all\n    paths: [common.yaml, '%{facts.site}.yaml']\n"


@pytest.mark.parametrize(
    ("key", "more", "count"),
    [
        ("m::old::a1", "", 1),
        ("m::a1", "", 0),
        ("m::old::other", "", 0),
        ("m::old::password", "m::c::password: 1\n", 0),
        ("vault::old::a1", "", 0),
        ("m::old::a1", "".join(f"m::c{n}: \"%{{lookup('m::elsewhere::c{n}')}}\"\n" for n in range(4)), 0),
    ],
)
def test_a_key_that_no_data_has_where_they_have_all_others(tmp_path: Path, key: str, more: str, count: int) -> None:
    data = f"m::x: \"%{{lookup('{key}')}}\"\n{more}{KEYS}"
    files = {
        "hiera.yaml": HIERARCHY,
        "data/common.yaml": data,
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": "notice(1)\n",
    }
    assert codes(tmp_path, files, "hiera-unknown-key") == [("data/common.yaml", 1)] * count


@pytest.mark.parametrize(
    ("level", "more", "count"),
    [
        ("path: none.yaml", {}, 1),
        ("lookup_key: hiera_vault", {}, 0),
        ("data_hash: hocon_data\n    path: x.conf", {}, 0),
        ("path: broken.yaml", {"data/broken.yaml": "a: [\n"}, 0),
        ("path: none.yaml", {"Puppetfile": "mod 'acme-m', '1.0.0'\n"}, 0),
    ],
)
def test_a_key_that_data_which_cannot_be_read_may_have(tmp_path: Path, level: str, more: dict[str, str], count: int) -> None:
    files = {
        "hiera.yaml": f"{HIERARCHY}  - name: other\n    {level}\n",
        "data/common.yaml": f"m::x: \"%{{lookup('m::old::a1')}}\"\n{KEYS}",
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": "notice(1)\n",
    }
    assert codes(tmp_path, {**files, **more}, "hiera-unknown-key") == [("data/common.yaml", 1)] * count


@pytest.mark.parametrize(("call", "count"), [("inline_epp($text)", 0), ("inline_template($m::text)", 0), ("inline_epp('x')", 1)])
def test_the_tag_of_a_template_as_data_that_a_class_fills_in(tmp_path: Path, call: str, count: int) -> None:
    files = {
        "hiera.yaml": HIERARCHY,
        "data/common.yaml": "m::text: \"<%= lookup('m::y') %>\"\n",
        "environment.conf": "modulepath = modules\n",
        "modules/m/manifests/init.pp": f"class m ($text) {{\n  notice({call}, $text)\n}}\n",
    }
    assert codes(tmp_path, files, "hiera-foreign-interpolation") == [("data/common.yaml", 1)] * count


@pytest.mark.parametrize(("value", "count"), [("<%= lookup('m::y')['z'] %>", 1), ("<%= @fqdn %>", 0), ("x <%= lookup('m::y') %>", 0)])
def test_the_tag_of_a_template_as_data(tmp_path: Path, value: str, count: int) -> None:
    files = {"hiera.yaml": HIERARCHY, "data/common.yaml": f'm::x: "{value}"\n', "environment.conf": "modulepath = modules\n"}
    assert codes(tmp_path, files, "hiera-foreign-interpolation") == [("data/common.yaml", 1)] * count
