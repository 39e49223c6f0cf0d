"""Slips that need no module but the one they are in, though others are not there: each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_of_names import codes

INIT = "m/manifests/init.pp"
LACKING = {"m/metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "acme-elsewhere"}]}'}


@pytest.mark.parametrize(
    ("declared", "reference", "count"),
    [
        ("package { ['treetop', 'json']: }", "Package['Treetop']", 1),
        ('exec { "fetch-${n}": }', "Exec['fetch']", 1),
        ("exec { 'a': command => '/a'; 'fetch_files_3': command => '/b' }", "Exec['a', 'fetch_files1_3']", 1),
        ("exec { 'a': command => '/a'; 'files_3': command => '/b' }", "Exec['a', 'files1_3']", 0),
        ("file { '/etc/m/m.conf': }", "File['/etc/m/conf.d/m.conf']", 1),
        ("file { '/usr/bin/m-git-run': }", "File['/usr/bin/m-run']", 1),
        ('file { "${n}/index.html": }', "File['indexhtml']", 1),
        ("package { ['treetop', 'json']: }", "Package['treetop']", 0),
        ('exec { "fetch-${n}": }', 'Exec["fetch-${n}"]', 0),
        ('exec { "elsewhere-${n}": }', "Exec['elsewhere']", 0),
        ("exec { \"fetch-${n}\": } exec { 'fetch': command => '/x' }", "Exec['fetch']", 0),
        ("file { '/etc/m/m.conf': }", "File['/etc/other/m.conf']", 0),
        ("file { '/usr/bin/m-git-run': }", "File['/usr/sbin/m-run']", 0),
    ],
)
def test_a_reference_beside_the_title_that_is_meant(tmp_path: Path, declared: str, reference: str, count: int) -> None:
    code = f"define m (String $n = 'x') {{\n  include elsewhere\n  {declared}\n  service {{ 's': require => {reference} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    "other",
    [
        "exec { fetch: }",
        "exec { 'fetch-all': alias => 'fetch' }",
        "m::sub { 'fetch': }",
        "m::sub { 'x': action => 'fetch' }",
        "$action = $facts['kernel'] ? { 'Linux' => 'fetch', default => 'get' }",
        "exec { [fetch, build]: }",
        "exec { \"${facts['kernel']}etch\": }",
    ],
)
def test_titles_that_other_code_of_the_module_may_declare(tmp_path: Path, other: str) -> None:
    code = "define m (String $n = 'x') {\n  exec { \"fetch-${n}\": }\n  service { 's': require => Exec['fetch'] }\n}\n"
    sub = "define m::sub (String $action = $title) {\n  exec { $action: }\n}\n"
    files = {INIT: code, "m/manifests/sub.pp": sub, "m/manifests/other.pp": f"class m::other {{\n  {other}\n}}\n", **LACKING}
    assert codes(tmp_path, files, "unknown-reference") == []


@pytest.mark.parametrize(
    "declared",
    ["$folder = '/etc/m' file { \"${folder}/m.conf\": }", "file { 'conf': path => '/etc/m/m.conf' }", "file { $config: }"],
)
def test_a_file_whose_path_is_computed_or_in_data(tmp_path: Path, declared: str) -> None:
    head = "class m (String $config)"
    code = f"{head} {{\n  {declared}\n  file {{ '/etc/m/conf.d/m.conf': require => File['/etc/m/m.conf'] }}\n}}\n"
    levels = "---\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
    files = {INIT: code, "m/hiera.yaml": levels, "m/data/common.yaml": "m::config: /etc/m/m.conf\n", **LACKING}
    assert codes(tmp_path, files, "unknown-reference") == []


@pytest.mark.parametrize("use", ["include nginx", "class { 'nginx': }", "nginx::site { 'x': }"])
def test_a_file_that_the_module_of_its_folder_may_declare(tmp_path: Path, use: str) -> None:
    code = f"class m {{\n  {use}\n  file {{ '/etc/nginx/conf.d/nginx.conf': require => File['/etc/nginx/nginx.conf'] }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == []


@pytest.mark.parametrize(
    "code",
    [
        "package { [httpd, mod_ssl]: } file { '/x': require => Package[mod_ssl] }",
        "ensure_packages([httpd, mod_ssl]) file { '/x': require => Package[mod_ssl] }",
        "Exec[mod_ssl] -> File['/x']",
        "include mod_ssl Class[mod_ssl] -> File['/x']",
        "if $x =~ Enum[mod_ssl, none] { notice(1) }",
    ],
)
def test_titles_and_values_that_are_words_are_left_alone(tmp_path: Path, code: str) -> None:
    files = {INIT: f"class m (Boolean $mod_ssl = true, $x = 1) {{\n  {code}\n}}\n"}
    assert codes(tmp_path, files, "bare-word") == []


@pytest.mark.parametrize(
    ("reference", "count"), [("File[conf_dir]", 1), ("[File[conf_dir], Service['x']]", 1), ("File[$conf_dir]", 0), ("File[conf_file]", 0)]
)
def test_a_title_in_a_reference_without_its_dollar(tmp_path: Path, reference: str, count: int) -> None:
    code = f"class m (String $conf_dir = '/etc/m') {{\n  file {{ $conf_dir: }}\n  file {{ '/x': require => {reference} }}\n}}\n"
    assert len(codes(tmp_path, {INIT: code}, "bare-word")) == count


def test_a_title_that_is_a_word_may_be_declared(tmp_path: Path) -> None:
    other = "class m::other {\n  package { 'conf_dir': }\n}\n"
    code = "class m (String $conf_dir = '/etc/m') {\n  file { $conf_dir: require => Package[conf_dir] }\n}\n"
    assert codes(tmp_path, {INIT: code, "m/manifests/other.pp": other}, "bare-word") == []


@pytest.mark.parametrize(
    ("call", "text", "code", "count"),
    [
        ("'m/x.conf'", "<%= port %>", "erb-unknown-name", 1),
        ("'m/x.conf'", "<% if @port %>", "epp-erb-syntax", 1),
        ("'m/x.conf'", "<%= @port %>", "erb-unknown-name", 0),
        ('"m/${kind}.conf"', "<%= @prot %>", "erb-unset-variable", 1),
        ('"m/${kind}.conf"', "<%= @port %>", "erb-unset-variable", 0),
        ('"m/${other}.conf"', "<%= @prot %>", "erb-unset-variable", 1),
        ('"m/${title}.conf"', "<%= @prot %>", "erb-unset-variable", 0),
    ],
)
def test_templates_without_a_suffix_or_of_a_few_names(tmp_path: Path, call: str, text: str, code: str, count: int) -> None:
    head = "class m (Integer $port = 1, Enum['x', 'y'] $kind = 'x', String $other = 'x')"
    files = {INIT: f"{head} {{\n  file {{ '/x': content => template({call}) }}\n}}\n", "m/templates/x.conf": text}
    assert codes(tmp_path, files, code) == [(INIT, 2)] * count


def test_templates_with_local_variables_are_left_alone(tmp_path: Path) -> None:
    outer = "<%= scope.call_function('templatewlv', ['m/x.erb', {'port' => 1}]) %>"
    files = {INIT: "class m {\n}\n", "m/templates/x.erb": "<%= port %>", "m/templates/y.erb": outer}
    assert codes(tmp_path, files, "erb-unknown-name") == []


def test_a_template_whose_name_has_one_folder_too_many(tmp_path: Path) -> None:
    files = {INIT: "class m {\n  file { '/x': content => template('profiles/m/x.erb') }\n}\n", "m/templates/x.erb": "x"}
    assert codes(tmp_path, files, "unknown-file") == [(INIT, 2)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class { 'mysql::server': root_pasword => 'x' }", "unknown-parameter"),
        ("cron::job { 'x': minut => '5' }", "unknown-parameter"),
        ("include mysql::servre", "unknown-class"),
        ("class { 'mysql::server': root_password => 'x' }", None),
        ("class { 'mysql::server': entirely_new => 'x' }", None),
        ("class { 'nowhere::server': root_pasword => 'x' }", None),
        ("include mysql::server", None),
        ("include mysql::servers", None),
        ("class { 'mysql::server': database => {} }", None),
    ],
)
def test_slips_in_names_of_modules_that_nothing_declares(tmp_path: Path, code: str, expected: str | None) -> None:
    found = [(each.code, each.severity) for each in findings(tmp_path, {INIT: f"class m {{\n  {code}\n}}\n"})]
    assert found == ([] if expected is None else [(expected, "warning")])


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (r"'# managed\n'", 1),
        (r"'auto lo \niface lo'", 1),
        (r"'C:\new'", 0),
        (r"'C:\nagios\etc'", 0),
        (r"""'printf "a\n"'""", 0),
        (r'"# managed\n"', 0),
        (r"'# managed\\n'", 0),
    ],
)
def test_newlines_in_single_quotes(tmp_path: Path, value: str, count: int) -> None:
    files = {INIT: f"class m {{\n  file {{ '/x': content => {value} }}\n}}\n"}
    assert codes(tmp_path, files, "literal-newline") == [(INIT, 2)] * count


@pytest.mark.parametrize("title", ["/etc/issue", "/etc/issue.net", "/etc/m/texts.properties"])
def test_escapes_that_are_read_on_the_node(tmp_path: Path, title: str) -> None:
    files = {INIT: f"class m {{\n  file {{ '{title}': content => 'This is \\n' }}\n}}\n"}
    assert codes(tmp_path, files, "literal-newline") == []


def test_a_path_that_a_define_gets_may_be_for_another_program(tmp_path: Path) -> None:
    code = "class m {\n  m::location { 'x': path => '/srv/$hostname' }\n}\ndefine m::location ($path) {\n}\n"
    assert codes(tmp_path, {INIT: code}, "uninterpolated-variable") == []


@pytest.mark.parametrize(
    ("attribute", "count"),
    [("target => '/etc/hosts.d/$hostname.cfg'", 1), ("target => '/etc/$nowhere.cfg'", 0), ("content => '/etc/$hostname.cfg'", 0)],
)
def test_a_fact_in_a_path_in_single_quotes(tmp_path: Path, attribute: str, count: int) -> None:
    files = {INIT: f"class m {{\n  file {{ '/x': {attribute} }}\n}}\n"}
    assert codes(tmp_path, files, "uninterpolated-variable") == [(INIT, 2)] * count


@pytest.mark.parametrize(("type", "option", "count"), [("Any", "'M::List'", 1), ("Any", "M::List", 0), ("String", "'M::List'", 0)])
def test_data_types_in_quotes_as_options(tmp_path: Path, type: str, option: str, count: int) -> None:
    code = f"class m ({type} $x) {{\n  case $x {{\n    {option}: {{ notice(1) }}\n    default: {{ notice(2) }}\n  }}\n}}\n"
    files = {INIT: code, "m/types/list.pp": "type M::List = Array[String]\n"}
    assert codes(tmp_path, files, "option-never-matches") == [(INIT, 3)] * count


def test_names_of_data_types_that_are_values(tmp_path: Path) -> None:
    define = "define m::d ($kind = 'M::List') {\n  case $kind {\n    'M::List': { notice(1) }\n    default: { notice(2) }\n  }\n}\n"
    files = {"m/manifests/d.pp": define, "m/types/list.pp": "type M::List = Array[String]\n"}
    assert codes(tmp_path, files, "option-never-matches") == []


@pytest.mark.parametrize(
    ("default", "read", "count"),
    [("false", "$::weak_kex", 1), ("$::weak_kex", "$::weak_kex", 0), ("false", "$weak_kex", 0), ("false", "$::kernel", 0)],
)
def test_a_variable_of_the_top_scope_with_the_name_of_a_parameter(tmp_path: Path, default: str, read: str, count: int) -> None:
    files = {INIT: f"class m ($weak_kex = {default}, $kernel = 'x') {{\n  notice({read})\n}}\n"}
    assert len(codes(tmp_path, files, "unknown-variable")) == count


@pytest.mark.parametrize("read", ["pick($role, $::role)", "$role ? { undef => $::role, default => $role }"])
def test_a_variable_of_the_top_scope_that_stands_in_for_a_parameter(tmp_path: Path, read: str) -> None:
    files = {INIT: f"class m ($role = undef) {{\n  notice({read})\n}}\n"}
    assert codes(tmp_path, files, "unknown-variable") == []


def test_a_variable_of_the_top_scope_that_hiera_reads(tmp_path: Path) -> None:
    levels = '---\nversion: 5\nhierarchy:\n  - name: roles\n    path: "%{::role}.yaml"\n'
    code = "class m ($role = 'x') {\n  notice($::role)\n}\n"
    files = {"environment.conf": "", "hiera.yaml": levels, "modules/m/manifests/init.pp": code}
    assert codes(tmp_path, files, "unknown-variable") == []


def test_a_module_in_a_folder_of_another_name_is_known_by_its_layout(tmp_path: Path) -> None:
    classes = {f"puppet-clone/manifests/{each}.pp": f"class acme::{each} {{\n}}\n" for each in ("a", "b", "c")}
    files = {**classes, "puppet-clone/manifests/init.pp": "class acme {\n  include acme::a, acme::d\n}\n"}
    assert codes(tmp_path, files, "unknown-class") == [("puppet-clone/manifests/init.pp", 2)]


@pytest.mark.parametrize(("lacking", "count"), [(("h",), 1), (("g", "h"), 2), (("f", "g", "h", "i"), 0)])
def test_a_branch_that_lacks_a_few_of_many_variables(tmp_path: Path, lacking: tuple[str, ...], count: int) -> None:
    names = [*(f"v{number}" for number in range(20)), *"fghi"]
    families = {"Debian": names, "RedHat": names, "Suse": [each for each in names if each not in lacking]}
    branches = "\n".join(f"    '{family}': {{ {' '.join(f'${each} = 1' for each in set_)} }}" for family, set_ in families.items())
    params = f"class m::params {{\n  case $facts['os']['family'] {{\n{branches}\n    default: {{ fail('x') }}\n  }}\n}}\n"
    code = "class m ($f = $m::params::f, $g = $m::params::g, $h = $m::params::h, $i = $m::params::i) inherits m::params {\n}\n"
    found = codes(tmp_path, {INIT: code, "m/manifests/params.pp": params}, "possibly-unset-variable")
    assert len(found) == count


def test_branches_that_assign_variables_for_some_of_their_systems(tmp_path: Path) -> None:
    names = [*(f"v{number}" for number in range(20)), *"hi"]
    whole = " ".join(f"${each} = 1" for each in names)
    part = " ".join(f"${each} = 1" for each in names[:-2]) + " if $facts['os']['name'] == 'CentOS' { $h = 1 $i = 1 }"
    branches = f"    'Debian': {{ {whole} }}\n    'Suse': {{ {whole} }}\n    'RedHat': {{ {part} }}"
    params = f"class m::params {{\n  case $facts['os']['family'] {{\n{branches}\n    default: {{ fail('x') }}\n  }}\n}}\n"
    code = "class m ($h = $m::params::h, $i = $m::params::i) inherits m::params {\n}\n"
    assert codes(tmp_path, {INIT: code, "m/manifests/params.pp": params}, "possibly-unset-variable") == []


@pytest.mark.parametrize(
    "code",
    [
        "if $tls { if $cert { $x = 1 } unless $cert { $x = 2 } } else { $x = 3 }",
        "if $tls and !$cert { fail('x') }\n  if $tls { if $cert { $x = 1 } } else { $x = 3 }",
    ],
)
def test_alternatives_inside_a_branch_that_other_conditions_complete(tmp_path: Path, code: str) -> None:
    text = f"class m (Boolean $tls = false, Boolean $cert = true) {{\n  {code}\n  notice($x)\n}}\n"
    found = [each.severity for each in findings(tmp_path, {INIT: text}) if each.code == "possibly-unset-variable"]
    assert "warning" not in found


@pytest.mark.parametrize(("test", "severity"), [("$mode == 'x'", "warning"), ("$facts['kernel'] == 'x'", "info")])
def test_an_alternative_that_is_missing_inside_a_branch(tmp_path: Path, test: str, severity: str) -> None:
    inner = f"if {test} {{ $port = 1 }}"
    code = f"class m (Boolean $tls = false, String $mode = 'x') {{\n  if $tls {{ {inner} }} else {{ $port = 2 }}\n  notice($port)\n}}\n"
    found = [each.severity for each in findings(tmp_path, {INIT: code}) if each.code == "possibly-unset-variable"]
    assert found == [severity]


@pytest.mark.parametrize(
    ("attribute", "count"),
    [
        ("minute => 75", 1),
        ("hour => ['1', 24]", 1),
        ("monthday => '0'", 1),
        ("minute => '/5'", 1),
        ("hour => '1,2'", 1),
        ("minute => '*/5', hour => [0, 23], monthday => 31, month => 'jan', weekday => 7", 0),
        ("minute => '0-30/5', weekday => 'mon', hour => absent", 0),
    ],
)
def test_times_of_cron(tmp_path: Path, attribute: str, count: int) -> None:
    files = {INIT: f"class m {{\n  cron {{ 'x': command => '/x', {attribute} }}\n}}\n"}
    assert codes(tmp_path, files, "wrong-value") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ("$x ? { 1 => 'a', default => false }", 1),
        ("$x ? { 1 => 'a', default => undef }", 0),
        ("$x ? { 1 => 'a', default => 'b' }", 0),
        ("$x ? { 1 => $y, default => 'b' }", 0),
    ],
)
def test_a_result_of_a_selector_that_a_parameter_refuses(tmp_path: Path, value: str, count: int) -> None:
    code = f"class m ($x, $y) {{\n  m::d {{ 'x': text => {value} }}\n}}\n"
    files = {INIT: code, "m/manifests/d.pp": "define m::d (Optional[String] $text = undef) {\n}\n"}
    assert codes(tmp_path, files, "refused-default") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("part { 'a': size => 1 }", 1),
        ("m::part { 'a': size => 1 }", 0),
        ("part { 'a': length => 1 }", 0),
        ("part { 'a': }", 0),
        ("elsewhere { 'a': size => 1 }", 0),
    ],
)
def test_a_define_of_the_own_module_without_its_name(tmp_path: Path, code: str, count: int) -> None:
    files = {
        INIT: f"class m {{\n  {code}\n}}\n",
        "m/manifests/part.pp": "define m::part ($size) {\n}\n",
        "m/manifests/elsewhere.pp": "define m::elsewhere ($size) {\n}\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "unknown-resource-type") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("$x = $other::params::port", 1),
        ("$x = $::other::params::port", 1),
        ("$x = $::other::params::user", 0),
        ('$x = "${other::params::port}-${other::params::user}"', 0),
        ("include other\n  $x = $other::params::port", 0),
        ("$y = $other::server::port\n  $x = $other::params::port", 0),
        ("$x = $elsewhere::params::port", 0),
    ],
)
def test_defaults_of_another_module_that_the_own_one_has(tmp_path: Path, code: str, count: int) -> None:
    files = {
        INIT: f"class m inherits m::params {{\n  {code}\n}}\n",
        "m/manifests/params.pp": "class m::params {\n  $port = 80 # not that of other\n}\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 2)] * count


@pytest.mark.parametrize(("mount", "count"), [("module", 1), ("modulse", 1), ("modules", 0), ("mods", 0), ("private", 0)])
def test_a_mount_point_that_is_nearly_modules(tmp_path: Path, mount: str, count: int) -> None:
    files = {INIT: f"class m {{\n  file {{ '/x': source => 'puppet:///{mount}/m/x' }}\n}}\n", "m/files/x": "", **LACKING}
    assert codes(tmp_path, files, "missing-source-file") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("statement", "code", "count"),
    [
        ('file { "${setings::confdir}/x": }', "unknown-variable", 1),
        ('file { "${elsewhere::confdir}/x": }', "unknown-variable", 0),
        ('file { "/etc/${n.conf}": }', "unknown-function", 1),
        ('file { "/etc/${n.sizes}": }', "unknown-function", 0),
        ('file { "/etc/${n.conf(1)}": }', "unknown-function", 0),
        ("Class['files'] -> Service['s']", "unknown-class", 1),
        ("service { 't': require => Class['files'] }", "unknown-class", 1),
        ("if defined(Class['files']) { notice(1) }", "unknown-class", 0),
        ("Class['elsewhere'] -> Service['s']", "unknown-class", 0),
        ("Service['s'] -> Exec['fetch_some_files_3']", "unknown-reference", 1),
    ],
)
def test_names_that_the_module_shows(tmp_path: Path, statement: str, code: str, count: int) -> None:
    declared = "service { 's': }\n  exec { 'fetch_some_old_files_3': command => '/a' }"
    text = f"class m (String $n = 'x') {{\n  include m::files\n  {declared}\n  {statement}\n}}\n"
    files = {INIT: text, "m/manifests/files.pp": "class m::files { }\n", **LACKING}
    assert codes(tmp_path, files, code) == [(INIT, 5)] * count


@pytest.mark.parametrize(("lacking", "count"), [("", 1), ("$d = 1", 0), ("fail('x')", 0), ("return()", 0)])
def test_a_branch_that_forgets_a_default(tmp_path: Path, lacking: str, count: int) -> None:
    common = "$a = 1 $b = 1 $c = 1"
    params = f"class m::params {{\n  case $facts['os']['name'] {{\n    'A': {{ {common} $d = 1 }}\n    'B': {{ {common} $d = 1 }}\n"
    params += f"    default: {{ {common} {lacking} }}\n  }}\n}}\n"
    init = "class m (\n  $a = $m::params::a,\n  $d = $m::params::d,\n) inherits m::params {\n  notice($a, $d)\n}\n"
    files = {INIT: init, "m/manifests/params.pp": params, **LACKING}
    found = [(path, line) for path, line in codes(tmp_path, files, "possibly-unset-variable") if path != INIT]
    assert found == [("m/manifests/params.pp", 5)] * count


def test_an_example_that_assigns_twice(tmp_path: Path) -> None:
    code = "class n {\n$a = 1\nif $a { $b = 1 } else { $b = 2 }\n$a = 2\n}\n$c = 1\n$c = 2\n"
    files = {"m/examples/init.pp": code, INIT: "class m { }\n", **LACKING}
    assert codes(tmp_path, files, "illegal-reassignment") == [("m/examples/init.pp", 4)]


def test_the_last_branches_of_equal_conditions(tmp_path: Path) -> None:
    body = "case $facts['kernel'] { 'windows': { } default: { notify { 'x': } } }"
    other = "if $facts['kernel'] == 'windows' { } else { notify { 'y': } }"
    first, second = (f"class m::{each} {{ {body}\n{other} }}\n" for each in ("a", "b"))
    files = {INIT: "class m { include m::a, m::b }\n", "m/manifests/a.pp": first, "m/manifests/b.pp": second, **LACKING}
    expected = [(f"m/manifests/{each}.pp", line) for each in ("a", "b") for line in (1, 2)]
    assert codes(tmp_path, files, "duplicate-declaration") == expected
