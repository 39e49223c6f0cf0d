"""Forwarded values must match the parameters that they reach: untyped parameters, and functions that forward their arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import in_process
from tests.rules.places import messages

INNER = "modules/a/manifests/inner.pp"
OUTER = "modules/a/manifests/outer.pp"
MODULE = {INNER: "define a::inner (Boolean $flag = true) { }"}


@pytest.mark.parametrize(
    ("outer", "given", "message"),
    [
        ("a::inner { $title: flag => $x }", "'yes'", "expects a value of type Undef or Boolean, got String"),
        ("a::inner { $title: flag => $x }", "undef", None),
        ("a::inner { $title: flag => $x }", "false", None),
        ("if $facts['os'] { a::inner { $title: flag => $x } }", "'yes'", None),
        ("[1].each |$n| { a::inner { $title: flag => $x } }", "'yes'", None),
        ("@a::inner { $title: flag => $x }", "'yes'", None),
        ("if $x == 'yes' { return() } a::inner { $title: flag => $x }", "'yes'", None),
        ("a::inner { $title: flag => $x ? { 'yes' => true, default => false } }", "'yes'", None),
        ("$y = regsubst($x, 'a', 'b')", "{}", "expects a value of type Array or String, got Hash"),
        ("$y = $facts['os'] and regsubst($x, 'a', 'b')", "{}", None),
        ("if upcase($x) == 'A' { }", "/x/", "got Regexp"),
        ("$y = $x.keys", "'yes'", "expects a Hash value, got String"),
        ("$y = $x.keys", "undef", None),
        ("$x.each |$n| { notify { $n: } }", "true", "got Boolean"),
        ("$x.each |$n| { notify { $n: } }", "'yes'", None),
        ("a::outer { 'again': x => $x }", "'yes'", None),
    ],
)
def test_an_untyped_parameter_has_the_type_of_the_parameter_that_it_is_forwarded_to(
    tmp_path: Path, outer: str, given: str, message: str | None
) -> None:
    module = MODULE | {OUTER: f"define a::outer ($x = undef) {{ {outer} }}"}
    found = messages(tmp_path, "wrong-parameter", f"a::outer {{ 'one': x => {given} }}", module)
    assert [message in each for each in found] == [True] if message else found == []


def test_a_value_is_followed_through_several_definitions(tmp_path: Path) -> None:
    module = MODULE | {
        OUTER: "define a::outer ($x) { a::inner { $title: flag => $x } }",
        "modules/a/manifests/init.pp": "class a ($y = undef) { a::outer { 'one': x => $y } }",
    }
    (found,) = messages(tmp_path, "wrong-parameter", "class { 'a': y => 'yes' }", module)
    assert "parameter 'y' expects a value of type Undef or Boolean, got String" in found


def test_a_function_that_forwards_its_arguments_accepts_what_its_target_accepts(tmp_path: Path) -> None:
    functions = "modules/a/lib/puppet/functions"
    module = {
        f"{functions}/old.rb": """
            Puppet::Functions.create_function(:old) do
              dispatch :deprecated do
                repeated_param 'Any', :args
              end
              def deprecated(*args)
                call_function('a::new', *args)
              end
            end
        """,
        f"{functions}/a/new.rb": """
            Puppet::Functions.create_function(:'a::new') do
              dispatch :made do
                param 'Integer', :number
              end
              def made(number)
              end
            end
        """,
    }
    assert messages(tmp_path, "wrong-argument", "$a = old('x')", module) == [
        "'a::new' parameter 'number' expects an Integer value, got String"
    ]
    assert messages(tmp_path, "wrong-argument", "$a = old(1)", module) == []


@pytest.mark.parametrize(
    ("inner", "given", "message"),
    [
        ("file { $title: content => 'x', mode => $x }", "644", "must be a string"),
        ("file { $title: content => 'x', mode => $x }", "'0644'", None),
        ("user { $title: ensure => $x }", "running", "'running' is not a valid value of ensure"),
        ("user { $title: ensure => $x }", "undef", None),
        ("user { $title: ensure => $x }", "$facts['os']['name']", None),
        ("if $facts['os'] { user { $title: ensure => $x } }", "running", None),
        ("@user { $title: ensure => $x }", "running", None),
        ("file { $title: ensure => $x }", "true", "'true' makes the file a link to that path"),
        ("file { $title: ensure => $x }", "false", None),
        ("a::further { $title: x => $x }", "running", "'running' is not a valid value of ensure"),
    ],
)
def test_a_value_becomes_an_attribute_of_a_built_in_type(tmp_path: Path, inner: str, given: str, message: str | None) -> None:
    module = {
        OUTER: f"define a::outer ($x = undef) {{ {inner} }}",
        "modules/a/manifests/further.pp": "define a::further ($x = present) { user { $title: ensure => $x } }",
    }
    found = messages(tmp_path, "wrong-value", f"a::outer {{ 'one': x => {given} }}", module)
    assert [message in each for each in found] == [True] if message else found == []


def test_a_value_of_one_branch_becomes_an_attribute_of_a_built_in_type(tmp_path: Path) -> None:
    module = {OUTER: "define a::outer ($x = undef) { file { $title: ensure => $x } }"}
    code = "if $facts['os']['name'] == 'x' { $y = true } else { $y = false }\na::outer { 'one': x => $y }"
    (found,) = messages(tmp_path, "wrong-value", code, module)
    assert "a possible value of 'x' of this a::outer is invalid: 'true' makes the file a link" in found


CONDITIONAL = {
    OUTER: """
        define a::outer ($x = undef, $use = true, $state = 'present', $hosts = undef) {
          if $use and $state != 'absent' {
            $y = join($x, ',')
          } elsif $state == 'absent' {
            file { $title: mode => $x }
          } else {
            a::inner { $title: flag => $x }
          }
        }
    """,
    **MODULE,
}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("x => 'one'", "expected Array; found 'one' (it becomes an argument of join())"),
        ("x => ['one']", None),
        ("x => 'one', use => $facts['a']", None),
        ("x => 'one', use => false", "expected Boolean; found 'one' (it becomes `flag` of a::inner)"),
        ("x => true, use => false", None),
        ("x => 644, state => absent", "must be a string"),
        ("x => 'one', * => {'use' => false}", "found 'one'"),
        ("x => 'one', * => $facts['a']", None),
    ],
)
def test_a_value_is_followed_under_conditions_that_hold_for_it(tmp_path: Path, given: str, message: str | None) -> None:
    found = messages(tmp_path, "wrong-value", f"a::outer {{ '/one': {given} }}", CONDITIONAL)
    assert [message in each for each in found] == [True] if message else found == []


def test_resource_defaults_may_change_a_condition(tmp_path: Path) -> None:
    code = "A::Outer { use => false }\na::outer { '/one': x => 'one' }"
    assert not any("join" in each for each in messages(tmp_path, "wrong-value", code, CONDITIONAL))


TEMPLATE = "modules/a/templates/outer.erb"


@pytest.mark.parametrize(
    ("template", "given", "fails"),
    [
        ("<% @hosts.each do |each| %><%= each %><% end %>", "hosts => 'one'", True),
        ("<% @hosts.each do |each| %><%= each %><% end %>", "hosts => ['one']", False),
        ("<% if @hosts %><%= @hosts.join %><% end %>", "hosts => 'one'", True),
        ("<% if @hosts and @hosts != '' %><%= @hosts.join %><% end %>", "hosts => 'one'", True),
        ("<% if @hosts and @hosts != '' %><%= @hosts.join %><% end %>", "hosts => ''", False),
        ("<% unless @hosts.nil? || @hosts.empty? -%><%= @hosts.join %><% end %>", "hosts => 'one'", True),
        ("<% if @hosts.is_a?(Array) %><%= @hosts.join %><% end %>", "hosts => 'one'", False),
        ("<% if @hosts.is_a?(Array) %><% else %><%= @hosts.join %><% end %>", "hosts => 'one'", True),
        ("<% if @hosts.respond_to?(:join) %><%= @hosts.join %><% end %>", "hosts => 'one'", False),
        ("<%= @hosts.join if @hosts != :undef %>", "hosts => 'one'", True),
        ("<%= @hosts && @hosts.join %>", "hosts => 'one'", True),
        ("<% if @other %><%= @hosts.join %><% end %>", "hosts => 'one'", False),
        ("<% [1].each do %><%= @hosts.join %><% end %>", "hosts => 'one'", False),
        ("<% @hosts = [@hosts] %><%= @hosts.join %>", "hosts => 'one'", False),
        ("<%= @hosts.join rescue '' %>", "hosts => 'one'", False),
        ("<%= @hosts.join %>", "hosts => 'one', use => false", False),
        ("<%= @hosts.join %>", "hosts => $facts['a']", False),
        ("<%= @hosts.join %>", "hosts => \"${facts['a']}\"", True),
    ],
)
def test_a_value_is_used_by_a_template(tmp_path: Path, template: str, given: str, fails: bool) -> None:
    outer = "define a::outer ($hosts = undef, $use = true) { if $use { file { $title: content => template('a/outer.erb') } } }"
    found = messages(tmp_path, "wrong-value", f"a::outer {{ '/one': {given} }}", {OUTER: outer, TEMPLATE: template})
    assert ["the template a/outer.erb fails in line 1" in each for each in found] == [True] * fails


def test_data_are_used_by_functions_attributes_and_templates(tmp_path: Path) -> None:
    module = {
        "modules/a/manifests/init.pp": """
            class a ($list, $hosts, $mode, $fine) {
              $x = join($list, ',')
              file { '/a': mode => $mode, content => template('a/outer.erb') }
              $y = join($fine, ',')
            }
        """,
        TEMPLATE: "<%= @hosts.join %>",
        "modules/a/hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: c.yaml\n",
        "modules/a/data/c.yaml": "a::list: one\na::hosts: one\na::mode: 644\na::fine: [one]\n",
    }
    found = [each.message for each in in_process.findings(tmp_path, {"environment.conf": "", **module}) if each.code == "hiera-value"]
    assert [each.split("'")[1] for each in found] == ["list", "hosts", "mode"]


def test_the_error_of_a_template_names_the_value(tmp_path: Path) -> None:
    outer = "define a::outer ($hosts = undef) { file { $title: content => template('a/outer.erb') } }"
    files = {OUTER: outer, TEMPLATE: "<% if @hosts.nil? or @hosts.empty? %>a<% end %>"}
    found = messages(tmp_path, "wrong-value", "a::outer { '/one': hosts => false }", files)
    assert [each.rpartition(": ")[2] for each in found] == ["undefined method `empty?` for false"]


@pytest.mark.parametrize("count", [2, 5000])
def test_conditions_of_many_parts(tmp_path: Path, count: int) -> None:
    """Those of few parts are followed, and of very many none, so that time stays in proportion."""
    outer = (
        "define a::outer ($hosts, $use) {\n"
        f"  if {' or '.join(['$use'] * count)} {{ notice(join($hosts)) }}\n"
        "  file { $title: content => template('a/outer.erb') }\n}\n"
    )
    template = f"<% if {' && '.join(['@use'] * count)} %><%= @hosts.join %><% end %>"
    found = messages(tmp_path, "wrong-value", "a::outer { '/one': hosts => 'a', use => true }", {OUTER: outer, TEMPLATE: template})
    assert len(found) == (count < 10)


@pytest.mark.parametrize("declared", ["String $x", "$x", "Boolean $x"])
def test_calls_that_an_agent_makes_are_not_judged(tmp_path: Path, declared: str) -> None:
    outer = f"define a::outer ({declared}, $use = true) {{ if $use {{ a::inner {{ $title: flag => $x }} }} }}"
    code = "a::outer { 'one': x => Deferred('join', [['a']]) }"
    assert messages(tmp_path, "wrong-parameter", code, {**MODULE, OUTER: outer}) == []
    assert messages(tmp_path, "wrong-value", code, {**MODULE, OUTER: outer}) == []


def test_a_secret_is_handed_on_as_such(tmp_path: Path) -> None:
    inner = "define a::inner (Sensitive[String] $flag) { }"
    outer = "define a::outer ($x, $use = true) { if $use { a::inner { $title: flag => $x } } }"
    files = {INNER: inner, OUTER: outer}
    assert messages(tmp_path, "wrong-value", "a::outer { 'one': x => Sensitive('a') }", files) == []
    assert len(messages(tmp_path, "wrong-value", "a::outer { 'one': x => 'a' }", files)) == 1
