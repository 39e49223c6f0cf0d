"""Deferred values are computed right after the compilation, as rspec-puppet 4.0.2 does; the verdicts are its own."""

from __future__ import annotations

from pathlib import Path

from tests.specs.module import verdicts

CODE = """class web {
  file { '/tmp/a': content => Deferred('join', [['A', 'x'], '-']) }
  file { '/tmp/b': content => Sensitive(Deferred('join', [['p', 'w']])) }
  file { '/tmp/c': content => Deferred('$facts', ['fqdn']) }
  notify { 'n': message => ['q', 'r', Deferred('upcase', ['z'])] }
  file { '/tmp/e': content => Deferred('new', [Sensitive, 'SENS']) }
  file { '/tmp/f':
    content => Deferred('inline_epp', [
      "<%- | \\$v | -%>\\nt <%= \\$v %> <%= \\$facts['fqdn'] %>\\n", { 'v' => Deferred('downcase', ['X']) }
    ]),
  }
  file { '/tmp/g': ensure => Deferred('downcase', ['FILE']) }
}
"""


def test_values_are_those_that_the_functions_have(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  let(:facts) { { 'fqdn' => 'a.b' } }
  it { is_expected.to compile }
  it { is_expected.to contain_file('/tmp/a').with_content('A-x') }
  it { is_expected.to contain_file('/tmp/b').with_content(sensitive('pw')) }
  it { is_expected.to contain_file('/tmp/b').with_content('pw') }
  it { is_expected.to contain_file('/tmp/c').with_content('a.b') }
  it { is_expected.to contain_notify('n').with_message(['q', 'r', 'Z']) }
  it { is_expected.to contain_file('/tmp/e').with_content('SENS') }
  it { is_expected.to contain_file('/tmp/e').with_content(sensitive('SENS')) }
  it { is_expected.to contain_file('/tmp/f').with_content("t x a.b\\n") }
  it { is_expected.to contain_file('/tmp/g').with_ensure('file') }
end
"""
    failed = {"1:4", "1:7"}
    expected = {f"1:{number}": "failed" if f"1:{number}" in failed else "passed" for number in range(1, 11)}
    assert verdicts(tmp_path, spec, files={"manifests/init.pp": CODE}) == expected


def test_a_function_that_fails_ends_the_compilation(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  it { is_expected.to compile }
  it { is_expected.to contain_file('/tmp/z') }
  it { is_expected.to compile.and_raise_error(/nope/) }
end
"""
    code = "class web {\n  file { '/tmp/z': content => Deferred('fail', ['nope']) }\n}\n"
    found = verdicts(tmp_path, spec, files={"manifests/init.pp": code})
    assert found == {"1:1": "failed", "1:2": "failed", "1:3": "passed"}


def test_a_value_that_is_not_known_leaves_all_of_the_catalog_open(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  it { is_expected.to compile }
  it { is_expected.to contain_file('/tmp/z') }
end
"""
    code = "class web {\n  file { '/tmp/z': content => Deferred('generate', ['/bin/date']) }\n}\n"
    assert {*verdicts(tmp_path, spec, files={"manifests/init.pp": code}).values()} == {"unknown"}
