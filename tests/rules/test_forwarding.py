"""Forwarded values must match the parameters that they reach: untyped parameters, and functions that forward their arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

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
