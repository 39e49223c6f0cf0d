"""Code for which rules report nothing, because it is valid or too little is known, and messages where they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import MANIFEST, findings, messages

SILENT = {
    "a variable that a template may read": "define d() { $x = 1 notice(inline_template('<%= @x %>')) }",
    "a variable that is named in a text": "define d() { $x = 1 if defined('$x') { notice(1) } }",
    "a variable that is read in a lambda": "define d() { $x = 1 [1].each |$y| { notice($x, $y) } }",
    "a variable of a class": "class c { $x = 1 }",
    "a variable of a shell in double quotes": "define d($x) { notice(\"${x} '\\${x}'\") }",
    "a default that names a later parameter": "define d($x = '$y', $y = 1) { notice($x, $y) }",
    "defaults of another language": "define d($x, $y = 'a/${x}/b', $z = '${pool[0].max}') { notice($x, $y, $z) }",
    "a message about a variable": "define d($a_path) { notify { 'n': message => 'set $a_path' } notice($a_path) }",
    "an assignment that is a function's value": "function f() { $x = 1 }",
    "a name that says that it is not wanted": "function f($_x) { $_y = 1 2 }",
    "a parameter of a backend of data": "function f(Hash $options, Puppet::LookupContext $context) { 1 }",
    "a parameter that is documented as of no use": "# @param x Deprecated, has no effect\nfunction f($x) { 1 }",
    "both types of assert_type": "$y = assert_type(Integer, $facts['x']) |$expected, $actual| { 1 }\nnotice($y)",
    "a parameter with the name of an old fact": "define d($hostname) { notice($hostname) }",
    "a structured fact": "notice($facts['os']['family'], $facts['kernel'])",
    "comparing with undef": "define d(String $x) { if $x == undef { notice(1) } }",
    "comparing what may be of one type": "define d(Variant[Integer, String] $x) { if $x == '1' { notice(1) } }",
    "comparing without regard to case": "define d(Enum['Yes'] $x) { if $x == 'yes' { notice(1) } }",
    "comparing an Integer with a Float": "define d(Integer $x) { if $x == 1.0 { notice(1) } }",
    "comparing constants": "$x = 'a' if $x == 1 { notice(1) }",
    "comparing a variable that may be unset": "define d($c) { if $c { $x = 'a' } if $x == undef { notice(1) } }",
    "a key or index": "define d($h) { $h.each |$k, $v| { if $k == 'a' { notice($v) } } }",
    "two spellings of one option with one answer": "notice($facts['os']['name'] ? { 'On' => 1, 'on' => 1, default => 2 })",
    "a boolean in both forms": "define d(Boolean $x) { case $x { true, 'true': { notice(1) } default: { } } }",
    "a case that the type covers": "define d(Enum['a', 'b'] $x) { case $x { 'a': { notice(1) } 'b': { notice(2) } } }",
    "a case of which nothing is known": "define d($x) { case $x { 'a': { notice(1) } } }",
    "what is asked for in vain first": "if defined(Class['absent::sub']) and $absent::x { Class['absent::sub'] -> Notify['a'] }",
    "a selector for both booleans, of an untyped value": "define d($x) { $y = $x ? { true => 1, false => 2 } notice($y) }",
    "leaving at the end": "function f() { if true == $facts['x'] { return(1) } 2 }",
    "the same call on both sides": "if fqdn_rand(10) == fqdn_rand(10) { notice(1) }",
    "a source with an interpolation": "file { '/x': source => \"puppet:///modules/m/${facts['kernel']}\" }",
    "counting with reduce": (
        "function f(Array[Hash] $r) { $r.reduce({}) |$m, $v| { $n = $v['n'] if $n in $m { $m + { $n => $m[$n] + 1 } } "
        "else { $m + { $n => 1 } } } }"
    ),
    "counting by the keys of the memo": (
        "function f(Array[Hash] $r) { $r.reduce({}) |$m, $v| { $n = $v['n'] if $n in $m.keys { $m + { $n => $m[$n] + 1 "
        "} } else { $m + { $n => 1 } } } }"
    ),
    "counting in a block inside others": (
        "function f(Hash[String, Array[Array[String]]] $r) { $r.map |$k, $w| { $w.map |$a| { $a.reduce({}) |$m, $n| { "
        "if $n in $m { $m + { $n => $m[$n] + 1 } } else { $m + { $n => 1 } } } } } }"
    ),
    "a key that the memo has after the first element": (
        "function f(Array[Hash] $r) { $r.reduce({}) |$m, $v| { if $v['x'] and 'z' in $m { { 'z' => $m['z'] + 1 } } else "
        "{ { 'z' => 1 } } } }"
    ),
    "the last element of a memo": (
        "function f(Array[Hash] $r) { $r.reduce([]) |$m, $v| { if $v['x'] and !$m.empty { $m + [$m[-1] + 1] } else { $m + [1] } } }"
    ),
    "an element of one of several hashes": (
        "function f(String $k) { [{}, { 'a' => 1 }].map |$o| { if $k in $o { $o[$k] + 1 } else { 2 } } }"
    ),
    "a match of a pattern that is not known": "function f(Regexp $re) { if 'a' =~ $re { $0 } else { 'b' } }",
    "a source in a module that nobody knows": "file { '/x': source => 'puppet:///modules/other/x' }",
}


@pytest.mark.parametrize("code", SILENT.values(), ids=list(SILENT))
def test_nothing_is_reported_for(code: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {MANIFEST: code + "\n", "modules/m/manifests/init.pp": "class m { }\n"})
    assert [each for each in found if each.code != "possibly-unset-variable"] == []


def test_a_variable_with_a_name_that_no_variable_has_is_one_error(tmp_path: Path) -> None:
    found = findings(tmp_path, {MANIFEST: 'notice($A, "$B", $ )\n'})
    assert [each.code for each in found] == ["illegal-var-name"] * 3


MESSAGES = {
    "$x = $facts['osfamily']": ("legacy-fact", "agents do not send the legacy fact 'osfamily'; use $facts['os']['family']"),
    "if $facts['os']['release']['major'] == 8 { }": (
        "comparison-always-false",
        "this comparison is always false: a String is never equal to `8`",
    ),
    "define d(Enum[a, b] $x) { if $x in [c, d] { } }": (
        "comparison-always-false",
        "this comparison is always false: an Enum['a', 'b'] is not equal to any value of `[c, d]`",
    ),
    "define d(Boolean $x) { if $x != 'true' { } }": (
        "comparison-always-true",
        "this comparison is always true: a Boolean is never equal to `'true'`",
    ),
    "define d(Integer $x) { notice($x ? { '1' => 1, default => 2 }) }": (
        "option-never-matches",
        "this option never matches: an Integer is never equal to `'1'`",
    ),
    "file { '/x': source => ['puppet:///modules/m/x', 'puppet:///modules/m/y'] }": (
        "missing-source-file",
        "file 'files/x' of module 'm' and file 'files/y' of module 'm' not found",
    ),
    "class c($banner) { $x = template('m/t.erb') }": (
        "erb-unset-variable",
        "the template reads @baner, which is not set, did you mean '@banner'?",
    ),
}


@pytest.mark.parametrize("code", MESSAGES)
def test_the_message_names_the_error_and_the_expectation(code: str, tmp_path: Path) -> None:
    rule, message = MESSAGES[code]
    others = {"modules/m/manifests/init.pp": "class m { }\n", "modules/m/templates/t.erb": "<%= @baner %> <%= @kernel %> <%= @title %>\n"}
    assert messages(tmp_path, rule, code, others) == [message]


ASKED = ("<% if @x %><%= @x %><% end %>", "<%= @x || 1 %>", "<%= @x.nil? ? 1 : 2 %>", "<% @x = 1 %><%= @x %>", "<%= defined?(@x) %>")


@pytest.mark.parametrize("template", ASKED)
def test_a_template_may_ask_whether_a_variable_is_set(template: str, tmp_path: Path) -> None:
    others = {"modules/m/manifests/init.pp": "class m { }\n", "modules/m/templates/t.erb": template}
    assert messages(tmp_path, "erb-unset-variable", "class c { $x_ = template('m/t.erb') }", others) == []


def test_a_template_sees_the_variables_of_classes_above(tmp_path: Path) -> None:
    others = {
        "modules/m/manifests/init.pp": "class m($x) { }\n",
        "modules/m/manifests/sub.pp": "class m::sub inherits m { $y = template('m/t.erb') }\n",
        "modules/m/templates/t.erb": "<%= @x %>",
    }
    assert [each.code for each in findings(tmp_path, others)] == []


def test_deprecated_functions_are_reported_in_other_modules_only(tmp_path: Path) -> None:
    files = {
        "modules/m/functions/f.pp": "# @deprecated Use [`m::g`](#mg) instead.\nfunction m::f() { 1 }\n",
        "modules/m/manifests/init.pp": "class m { notice(m::f()) }\n",
        "modules/p/manifests/init.pp": "class p { notice(m::f()) }\n",
    }
    assert [(each.path, each.code) for each in findings(tmp_path, files)] == [("modules/p/manifests/init.pp", "deprecated-function")]


@pytest.mark.parametrize(("requirement", "is_reported"), [(">= 9.0.0 < 10.0.0", True), (">= 8.0.0 < 10.0.0", False), ("nonsense", True)])
def test_a_renamed_function_is_not_reported_while_releases_without_it_are_supported(
    tmp_path: Path, requirement: str, is_reported: bool
) -> None:
    dependency = f'{{"name": "a/m", "version_requirement": "{requirement}"}}'
    files = {
        "modules/m/metadata.json": '{"name": "a-m", "version": "9.4.1"}',
        "modules/m/functions/f.pp": "# @deprecated Use the namespaced function `m::g` instead.\nfunction m::f() { 1 }\n",
        "modules/p/metadata.json": f'{{"name": "a-p", "version": "1.0.0", "dependencies": [{dependency}]}}',
        "modules/p/manifests/init.pp": "class p { notice(m::f()) }\n",
    }
    assert [each.code for each in findings(tmp_path, files)] == ["deprecated-function"] * is_reported


def test_a_change_in_another_file_that_a_rule_read_invalidates_the_result(tmp_path: Path) -> None:
    from puppet_check.analysis import Analysis

    findings(tmp_path, {"modules/m/manifests/init.pp": "class m { }\n"})
    analysis = Analysis()
    path = str(tmp_path / "site.pp")
    document = analysis.open(path, "class p { file { '/x': source => 'puppet:///modules/m/x' } }")
    assert [each.code for each in document.diagnostics] == ["missing-source-file"]
    (tmp_path / "modules/m/files").mkdir()
    (tmp_path / "modules/m/files/x").write_text("")
    assert not document.is_current()  # type: ignore[union-attr]  # a manifest is a Document


def test_a_short_title_that_the_class_computes_is_known(tmp_path: Path) -> None:
    body = "$list.each |$k| { notify { \"m-${k}\": } }\n  Notify['m-k'] -> Notify['z']\n  Notify['x-k'] -> Notify['z']\n  notify { 'z': }"
    files = {"modules/a/manifests/kk.pp": f"class a::kk ($list = ['k']) {{\n  {body}\n}}\n", "modules/a/manifests/init.pp": "class a { }\n"}
    assert [each.line for each in findings(tmp_path, files) if each.code == "unknown-reference"] == [4]
