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


def test_functions_of_the_legacy_interface_get_what_manifests_give_them(tmp_path: Path) -> None:
    spec = """\
describe 'shown' do
  it { is_expected.to run.with_params(nil, [nil, :undef]).and_return('["", [nil, nil]]') }
  it { is_expected.to run.with_params(:undef, :other).and_return('["", :other]') }
  it { is_expected.to run.with_params(/a/).and_return('["/a/"]') }
  it { is_expected.to run.with_params('x').and_return(kind_of(String)) }
  it { is_expected.to run.with_params('x').and_return(kind_of(Integer)) }
  it { expect(scope.function_shown([1])).to eq('[1]') }
  it { expect(scope.lookupvar('module_name')).to eq('') }
  it { expect(scope.lookupvar('shown')).to be_nil }
end
"""
    ruby = "Puppet::Parser::Functions.newfunction(:shown, type: :rvalue) { |args| args.inspect }\n"
    found = verdicts(tmp_path, spec, "functions", {"lib/puppet/parser/functions/shown.rb": ruby})
    assert [*found.values()] == ["passed", "passed", "passed", "passed", "failed", "passed", "passed", "unknown"]


def test_the_top_scope_is_in_the_module_of_no_name(tmp_path: Path) -> None:
    spec = """\
describe 'names' do
  it { is_expected.to run.and_return(['', nil]) }
end
"""
    names = "%w[module_name caller_module_name].map { |name| lookupvar(name) }"
    ruby = f"Puppet::Parser::Functions.newfunction(:names, type: :rvalue) {{ |args| {names} }}\n"
    assert verdicts(tmp_path, spec, "functions", {"lib/puppet/parser/functions/names.rb": ruby}) == {"1:1": "passed"}


def test_symbols_are_values_of_the_runtime(tmp_path: Path) -> None:
    spec = """\
describe 'web::any' do
  it { is_expected.to run.with_params(:other).and_return('Symbol') }
  it { is_expected.to run.with_params({ a: 1 }).and_return('Hash') }
  it { is_expected.to run.with_params(:undef).and_return('NilClass') }
end
describe 'web::text' do
  it { is_expected.to run.with_params(:other).and_raise_error(ArgumentError, /expects a String value, got Runtime/) }
  it { is_expected.to run.with_params(:undef).and_raise_error(ArgumentError, /got Undef/) }
end
"""
    ruby = """\
Puppet::Functions.create_function(:'web::NAME') do
  dispatch :of do
    param 'TYPE', :value
  end
  def of(value)
    value.class.name
  end
end
"""
    files = {
        f"lib/puppet/functions/web/{name}.rb": ruby.replace("NAME", name).replace("TYPE", type)
        for name, type in (("any", "Any"), ("text", "String"))
    }
    # Whether `:undef` is nil to a function, or a Symbol, is not the same there.
    assert [*verdicts(tmp_path, spec, "functions", files).values()] == ["passed", "passed", "not_supported", "passed", "passed"]


def test_functions_change_the_catalog_of_their_spec(tmp_path: Path) -> None:
    spec = """\
describe 'web::add' do
  let(:pre_condition) { 'notify { "first": }' }
  it 'adds it' do
    is_expected.to run.with_params('second')
    expect(catalogue).to contain_notify('first')
    expect(catalogue).to contain_notify('second').with_message('hello')
  end
  it('begins anew') { expect(catalogue).not_to contain_notify('second') }
end
"""
    files = {"functions/add.pp": "function web::add(String $title) { notify { $title: message => 'hello' } }\n"}
    assert [*verdicts(tmp_path, spec, "functions", files).values()] == ["passed", "passed"]


def test_a_function_that_a_spec_defines_is_not_supported(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  context 'with a function of its own' do
    before { Puppet::Parser::Functions.newfunction(:own, type: :rvalue) { |args| 1 } }
    let(:pre_condition) { '$x = own()' }
    it { is_expected.to compile }
  end
end
"""
    assert verdicts(tmp_path, spec) == {"1:1:1": "not_supported"}


def test_the_last_function_of_a_file_is_that_of_its_name(tmp_path: Path) -> None:
    spec = "describe 'two' do\n  it { is_expected.to run.with_params('2').and_return(21) }\nend\n"
    one = "  newfunction(:one, :type => :rvalue) { |args| args[0].to_i * 10 }\n"
    two = "  newfunction(:two, :type => :rvalue) { |args| function_one([args[0]]) + 1 }\n"
    for inside, status in ((one + two, "passed"), (two + one, "unknown")):
        code = {"lib/puppet/parser/functions/two.rb": f"module Puppet::Parser::Functions\n{inside}end\n"}
        assert [*verdicts(tmp_path, spec, "functions", code).values()] == [status]
