"""Examples of defines, type aliases, functions and hosts."""

from __future__ import annotations

from pathlib import Path

from tests.specs.module import verdicts


def test_defines_have_titles(tmp_path: Path) -> None:
    spec = """\
describe 'web::site' do
  let(:title) { 'a' }
  it { is_expected.to contain_file('/srv/a').with_ensure('directory') }
  it { is_expected.to contain_web__site('a') }
  context 'with a condition' do
    let(:pre_condition) { 'notify { "before": }' }
    it { is_expected.to contain_notify('before') }
  end
end
"""
    code = {"manifests/site.pp": 'define web::site { file { "/srv/${title}": ensure => directory } }\n'}
    assert [*verdicts(tmp_path, spec, "defines", code).values()] == ["passed"] * 3


def test_type_aliases_allow_values(tmp_path: Path) -> None:
    spec = """\
describe 'Web::Port' do
  it { is_expected.to allow_value(80) }
  it { is_expected.to allow_values(1, 65_535) }
  it { is_expected.not_to allow_value('80') }
  it { is_expected.to allow_value(0) }
end
"""
    code = {"types/port.pp": "type Web::Port = Integer[1, 65535]\n"}
    assert [*verdicts(tmp_path, spec, "type_aliases", code).values()] == ["passed", "passed", "passed", "failed"]


def test_functions_in_puppet_and_ruby_are_run(tmp_path: Path) -> None:
    spec = """\
describe 'web::double' do
  it { is_expected.to run.with_params(2).and_return(4) }
  it { is_expected.to run.with_params(2).and_return(5) }
  it { is_expected.to run.with_params('x').and_raise_error(ArgumentError, /expects an Integer/) }
  it { is_expected.not_to be_nil }
end
"""
    own = {"functions/double.pp": "function web::double(Integer $n) { $n * 2 }\n"}
    ruby = """\
Puppet::Functions.create_function(:'web::double') do
  dispatch :of do
    param 'Integer', :n
  end
  def of(n)
    n * 2
  end
end
"""
    for number, files in enumerate((own, {"lib/puppet/functions/web/double.rb": ruby})):
        found = verdicts(tmp_path / str(number), spec, "functions", files)
        assert [*found.values()] == ["passed", "failed", "passed", "passed"]


def test_hosts_have_what_their_node_gives_them(tmp_path: Path) -> None:
    spec = """\
describe 'www.example.com' do
  let(:pre_condition) { 'node "www.example.com" { include web } node default { }' }
  it { is_expected.to contain_class('web') }
end
"""
    assert verdicts(tmp_path, spec, "hosts") == {"1:1": "passed"}


def test_data_are_those_of_the_hiera_configuration(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  let(:hiera_config) { 'spec/fixtures/hiera.yaml' }
  it { is_expected.to contain_file('/etc/web.conf').with_content("port=99\\n") }
end
"""
    files = {
        "spec/fixtures/hiera.yaml": "version: 5\nhierarchy:\n  - name: all\n    datadir: data\n    path: common.yaml\n",
        "spec/fixtures/data/common.yaml": "web::port: 99\n",
    }
    assert verdicts(tmp_path, spec, files=files) == {"1:1": "passed"}


def test_specs_of_other_kinds_are_not_supported(tmp_path: Path) -> None:
    assert [*verdicts(tmp_path, "describe Puppet::Type.type(:x) do\n  it { is_expected.to be }\nend\n", "unit").values()] == [
        "not_supported"
    ]


def test_settings_that_a_spec_makes_reach_functions(tmp_path: Path) -> None:
    spec = """\
describe 'web::strictness' do
  it { is_expected.to run.and_return('error') }
  context 'with another setting' do
    before { Puppet.settings[:strict] = :warning }
    it { is_expected.to run.and_return('warning') }
  end
end
"""
    ruby = """\
Puppet::Functions.create_function(:'web::strictness') do
  def strictness
    Puppet[:strict].to_s
  end
end
"""
    found = verdicts(tmp_path, spec, "functions", {"lib/puppet/functions/web/strictness.rb": ruby})
    assert [*found.values()] == ["passed", "passed"]


def test_objects_are_shown_as_they_say_themselves(tmp_path: Path) -> None:
    spec = """\
class Reference
  def initialize(text)
    @text = text
  end

  def inspect
    @text
  end
end

describe 'web' do
  context "with #{{ port: Reference.new('90 + 1') }}" do
    let(:params) { { port: Reference.new('90 + 1'), owner: RSpec::Puppet::RawString.new("'a'") } }
    it { is_expected.to contain_file('/etc/web.conf').with_content("port=91\\n").with_owner('a') }
    it { expect([Reference.new('x')].to_s + "#{{ a: [Reference.new('y')] }}").to eq('[x]{:a=>[y]}') }
    it { expect([RSpec::Puppet::RawString.new('x')].inspect).to eq('[x]') }
  end
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed"] * 3


def test_examples_with_no_facts_fail_whatever_they_expect(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  let(:facts) { on_supported_os['plan9-4-x86_64'] }
  it { is_expected.not_to compile }
  it { expect { catalogue }.to raise_error }
  it { expect { catalogue }.not_to raise_error }
  it { expect(1).to eq(1) }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["failed", "failed", "failed", "passed"]
