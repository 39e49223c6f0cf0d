"""Calls of functions in Ruby whose arguments are all known have values, or the errors of the functions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.rules.places import MANIFEST, findings, messages

LIB = "modules/acme/lib/puppet/functions/acme"
OLD = "modules/acme/lib/puppet/parser/functions"
FUNCTIONS = {
    f"{LIB}/first.rb": """\
Puppet::Functions.create_function(:'acme::first') do
  dispatch :first do
    repeated_param 'Any', :values
  end
  def first(*values)
    found = values.compact.first
    raise Puppet::ParseError, 'acme::first(): nothing is given' if found.nil?
    found
  end
end
""",
    f"{LIB}/state.rb": """\
Puppet::Functions.create_function(:'acme::state') do
  dispatch :state do
    param 'Boolean', :on
  end
  def state(on)
    call_function('acme::first', on ? 'running' : 'stoped')
  end
end
""",
    f"{LIB}/node.rb": """\
Puppet::Functions.create_function(:'acme::node') do
  def node(suffix)
    raise ArgumentError, 'no domain' unless closure_scope['facts']['domain']
    suffix
  end
end
""",
    f"{LIB}/declared.rb": """\
Puppet::Functions.create_function(:'acme::declared') do
  def declared(title)
    call_function('create_resources', 'file', { title => { 'ensure' => 'presnt' } })
    title
  end
end
""",
    f"{LIB}/wrong.rb": """\
Puppet::Functions.create_function(:'acme::wrong') do
  def wrong(value)
    value.no_such_method
  end
end
""",
    f"{LIB}/endless.rb": """\
Puppet::Functions.create_function(:'acme::endless') do
  def endless(value)
    loop { value = [value, value] }
  end
end
""",
    f"{OLD}/acme_size.rb": """\
module Puppet::Parser::Functions
  newfunction(:acme_size, :type => :rvalue, :arity => 1) do |args|
    return args[0].length if args[0].is_a?(Array)
    raise Puppet::ParseError, 'acme_size(): not a list'
  end
end
""",
}


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("acme::first(undef, 'a') + 1", "not-numeric", "The value 'a' cannot be converted to Numeric."),
        ("acme::first(undef)", "evaluation-error", "acme::first(): nothing is given"),
        ("acme_size('a')", "evaluation-error", "acme_size(): not a list"),
        ("service { 'a': ensure => acme::state(false) }", "wrong-value", "'stoped' is not a valid value of ensure"),
        ("$x = acme::first(['a', 'b']) service { 'a': ensure => $x[1] }", "wrong-value", "'b' is not a valid value of ensure"),
        ("abs(acme::first({ 'a' => 1 }))", "wrong-argument", "expects a"),
    ],
)
def test_a_call_with_known_arguments_has_its_value(tmp_path: Path, body: str, code: str, message: str) -> None:
    statement = f"$y = {body}" if body[0] == "a" else body
    assert [message in each for each in messages(tmp_path, code, f"class c {{ {statement} }}", FUNCTIONS)] == [True]


def test_what_depends_on_more_than_known_arguments_is_unknown(tmp_path: Path) -> None:
    code = "".join(f"class c{number} ($any, Boolean $flag) {{ {body} }}\n" for number, body in enumerate(UNKNOWN))
    shown = findings(tmp_path, {**FUNCTIONS, MANIFEST: code})
    assert [each.message for each in shown if each.code in CODES] == []


CODES = ("not-numeric", "evaluation-error", "wrong-value", "wrong-argument", "unfinished-check", "internal-error")
UNKNOWN = (
    "service { 'a': ensure => acme::state(true) }",
    "service { 'a': ensure => acme::state($flag) }",
    "$y = acme::first($any, 'a') + 1",
    "$y = acme::node('a') + 1",
    "$y = acme::declared('/tmp/a') + 1",
    "$y = acme::wrong('a') + 1",
    "$y = acme::endless('a') + 1",
    "$y = acme_size(['a', 'b']) + 1",
    "$y = acme_size($any) + 1",
)


def test_a_changed_body_is_noticed_wherever_the_value_is_used(tmp_path: Path) -> None:
    def refused() -> list[str]:
        answer = run("puppet-check", "--format", "json", folder, env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
        return [each["message"] for each in json.loads(answer.out) if each["code"] == "wrong-value"]

    manifest = "class c { service { 'a': ensure => acme::state(true) } }"
    folder = write(tmp_path / "environment", {"environment.conf": "", **FUNCTIONS, "manifests/site.pp": manifest})
    assert refused() == []
    first = f"{LIB}/first.rb"
    write(folder, {first: FUNCTIONS[first].replace("    found\n", "    'runing'\n")})
    assert ["'runing' is not a valid value of ensure" in each for each in refused()] == [True]
    write(folder, {first: FUNCTIONS[first]})
    assert refused() == []


BEYOND = (
    *(
        "call_function('file', '/etc/hostname')",
        "call_function('lookup', 'a')",
        "call_function('hiera', 'a')",
        "call_function('getvar', 'x')",
    ),
    *("call_function('template', 'acme/a.erb')", "call_function('inline_epp', 'a')", "call_function('generate', '/bin/id')"),
    *("call_function('include', 'c')", "call_function('notice', 'a')", "call_function('create_resources', 'file', {})"),
    *("call_function('defined', 'c')", "call_function('fail', 'a')", "call_function('fqdn_rand', 10)", "call_function('strftime', '%Y')"),
    *("closure_scope['facts']", "closure_scope.lookupvar('x')", "closure_scope.include?('x')", "closure_scope.setvar('x', 1)"),
    *("closure_scope.resource", "closure_scope.compiler.node.name", "closure_scope.catalog.resource('A[b]')", "Puppet[:strict].to_s"),
    *("Puppet.version", "Puppet.settings[:vardir]", "require 'acme/library'", "closure_scope.findresource('A[b]')", "YAML.load('a: 1')"),
    *(
        "Puppet::Parser::Files.find_file('acme/a')",
        "Puppet::Module.find('acme')",
        "Time.now.to_s",
        "rand(10).to_s",
        "File.read('/etc/hostname')",
    ),
)


def test_functions_in_checks_know_nothing_but_their_arguments(tmp_path: Path) -> None:
    files = {
        f"{LIB}/beyond{number}.rb": f"Puppet::Functions.create_function(:'acme::beyond{number}') do\n  def beyond{number}(a)\n"
        f"    {code}\n    a\n  end\nend\n"
        for number, code in enumerate(BEYOND)
    }
    manifest = "".join(f"class c{number} {{ $y = acme::beyond{number}('a') + 1 }}\n" for number in range(len(BEYOND)))
    shown = findings(tmp_path, {**files, MANIFEST: manifest})
    assert [(BEYOND[each.line - 1], each.message) for each in shown if each.severity == "error"] == []
