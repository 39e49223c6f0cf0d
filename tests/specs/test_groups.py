"""Groups, `let`, hooks, shared examples and metadata mean what they mean in RSpec, and ids are RSpec's."""

from __future__ import annotations

from pathlib import Path

from tests.specs.module import HELPER, verdicts

PASSED = "  it { is_expected.to contain_class('web') }\n"


def test_ids_are_those_of_rspec(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  it { is_expected.to compile }
  context 'nested' do
    it { is_expected.to compile }
    it { is_expected.not_to compile }
  end
  it { is_expected.to compile }
end
describe 'web' do
  it { is_expected.to compile }
end
"""
    passed = dict.fromkeys(("1:1", "1:2:1", "1:3", "2:1"), "passed")
    assert verdicts(tmp_path, spec) == passed | {"1:2:2": "failed"}


def test_inner_values_replace_outer_ones_and_reach_them_by_super(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  let(:params) { { port: 1 } }
  it { is_expected.to contain_file('/etc/web.conf').with_content("port=1\\n") }
  context 'inner' do
    let(:params) { super().merge(owner: 'me') }
    it { is_expected.to contain_file('/etc/web.conf').with_content("port=1\\n").with_owner('me') }
  end
end
"""
    assert verdicts(tmp_path, spec) == {"1:1": "passed", "1:2:1": "passed"}


def test_values_are_computed_once_for_each_example(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  let(:list) { [] }
  it('adds') { list << 1; expect(list).to eq([1]) }
  it('begins anew') { expect(list).to be_empty }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed", "passed"]


def test_hooks_run_from_the_outside_in(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  before { @seen = ['outer'] }
  context 'inner' do
    before { @seen << 'inner' }
    it { expect(@seen).to eq(%w[outer inner]) }
  end
end
"""
    assert verdicts(tmp_path, spec) == {"1:1:1": "passed"}


def test_shared_examples_are_included_with_arguments(tmp_path: Path) -> None:
    spec = """\
shared_examples 'a port' do |number|
  it { is_expected.to contain_file('/etc/web.conf').with_content("port=#{number}\\n") }
end
describe 'web' do
  it_behaves_like 'a port', 80
  it_behaves_like 'a port', 81
  include_examples 'a port', 80
end
"""
    assert verdicts(tmp_path, spec) == {"1:1:1": "passed", "1:2:1": "failed", "1:3": "passed"}


OF_METADATA = {
    "it('x', skip: true) { expect(1).to eq(2) }": "pending",
    "xit('x') { expect(1).to eq(2) }": "pending",
    "it 'x'": "pending",
    "it('x') { skip 'later'; expect(1).to eq(2) }": "pending",
    "it('x') { pending 'a bug'; expect(1).to eq(2) }": "pending",
    "it('x') { pending 'a bug'; expect(1).to eq(1) }": "failed",
    "it('x', if: true) { expect(1).to eq(1) }": "passed",
}


def test_metadata_says_what_is_run(tmp_path: Path) -> None:
    lines = "".join(f"  {each}\n" for each in OF_METADATA)
    found = verdicts(tmp_path, f"describe 'web' do\n{lines}end\n")
    assert [*found.values()] == [*OF_METADATA.values()]


def test_an_example_under_a_false_condition_is_none(tmp_path: Path) -> None:
    spec = "describe 'web' do\n  it('x', if: false) { expect(1).to eq(2) }\n  it { is_expected.to compile }\nend\n"
    assert verdicts(tmp_path, spec) == {"1:2": "passed"}


def test_each_supported_system_has_its_facts(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  on_supported_os.each do |os, os_facts|
    context "on #{os}" do
      let(:facts) { os_facts.merge(extra: 'x') }
      it { is_expected.to contain_notify("#{os_facts[:os]['family']} x") }
    end
  end
end
"""
    code = "class web { notify { \"${facts['os']['family']} ${facts['extra']}\": } }\n"
    assert verdicts(tmp_path, spec, files={"manifests/init.pp": code}) == {"1:1:1": "passed", "1:2:1": "passed"}


def test_what_a_group_does_that_is_not_supported_is_said_and_others_run(tmp_path: Path) -> None:
    spec = "describe 'web' do\n  context('a') { unknown_word 1 }\n" + PASSED + "end\n"
    assert verdicts(tmp_path, spec) == {"1:1": "not_supported", "1:2": "passed"}


def test_hooks_around_examples_run_inside_of_each_other_and_do_not_hide_failures(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  around { |example| @log = ['outer']; example.run; raise 'order' unless @log == %w[outer inner before it] }
  context 'a' do
    around(:each) { |example| @log << 'inner'; example.run }
    before { @log << 'before' }
    it { @log << 'it' }
    it { @log << 'other' }
  end
  context 'b' do
    around do |example|
      begin
        example.run
      rescue StandardError
        nil
      end
      @log += %w[inner before it]
    end
    it { raise 'no' }
    it { is_expected.to contain_file('/none') }
    it { is_expected.to compile }
  end
  context('c') { around { |example| 1 }; it { } }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed", "failed", "failed", "failed", "passed", "not_supported"]


def test_hooks_may_come_first_and_be_names_of_methods(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  before { (@order ||= []) << 1 }
  prepend_before { (@order ||= []) << 0 }
  around(&:run)
  it { expect(@order).to eq [0, 1] }
  it { expect(@order).to eq [1, 0] }
  it { expect { subject.call }.to raise_error(/receiver/) }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed", "failed", "failed"]


def test_groups_include_shared_examples_by_their_metadata(tmp_path: Path) -> None:
    helper = HELPER + (
        "shared_examples 'compiling', compile: true do\n  it { is_expected.to compile }\nend\n"
        "shared_context 'ports', :with_port do\n  let(:params) { { port: 81 } }\nend\n"
    )
    spec = """\
describe 'web' do
  context 'on a port', :compile, :with_port do
    it { is_expected.to contain_file('/etc/web.conf').with_content("port=81\\n") }
    context 'and deeper' do
      it { is_expected.to contain_package('httpd') }
    end
  end
  context 'without', compile: false do
    include_examples 'compiling'
    it { is_expected.to contain_file('/etc/web.conf').with_content("port=80\\n") }
  end
end
"""
    found = verdicts(tmp_path, spec, files={"spec/spec_helper.rb": helper})
    assert found == dict.fromkeys(("1:1:1", "1:1:2", "1:1:3:1", "1:2:1", "1:2:2"), "passed")


def test_values_are_asked_for_what_they_have(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  it { expect({ a: 1 }).to have_key(:a) }
  it { expect({ a: 1 }).not_to have_value(2) }
  it { expect({ a: 1 }).to have_key('a') }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed", "passed", "failed"]


def test_a_part_of_the_subject_has_an_example_in_a_group_of_its_own(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  subject { { 'size' => 'ab', 1 => 'c' } }
  its('size') { is_expected.to eq(2) }
  its(['size']) { should eq('ab') }
  its([1]) { should_not eq('c') }
  its('keys.first.size') { is_expected.to eq(4) }
end
"""
    helper = {"spec/spec_helper.rb": f"{HELPER}require 'rspec/its'\n"}
    assert verdicts(tmp_path, spec, files=helper) == {"1:1:1": "passed", "1:2:1": "passed", "1:3:1": "failed", "1:4:1": "passed"}


def test_an_example_includes_shared_examples_by_its_metadata(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  shared_context 'other port', :other do
    let(:params) { { port: port } }
    let(:port) { 8 }
    before { @seen = port }
  end
  let(:port) { 9 }
  it('has it', :other) { is_expected.to contain_file('/etc/web.conf').with_content("port=8\\n") }
  it('runs its hooks', :other) { expect(@seen).to eq(8) }
  it('does not leak') { expect([@seen, port]).to eq([nil, 9]) }
end
"""
    assert verdicts(tmp_path, spec) == dict.fromkeys(("1:1", "1:2", "1:3"), "passed")


def test_files_that_a_spec_opens_are_written_in_memory(tmp_path: Path) -> None:
    helper = f"""\
{HELPER}
RSpec.configure do |c|
  c.hiera_config = File.join(__dir__, 'fixtures', 'hiera.yaml')
  c.before(:all) do
    File.open(c.hiera_config, 'w') do |f|
      f.puts 'version: 5'
      f.write "hierarchy: [{{name: all, data_hash: yaml_data, datadir: data, path: a.yaml}}]"
    end
  end
end
"""
    spec = """\
describe 'web' do
  it { is_expected.to contain_file('/etc/web.conf').with_content("port=77\\n") }
  it { expect(File.open('spec/fixtures/data/a.yaml').read).to eq("web::port: 77\\n") }
end
"""
    files = {"spec/spec_helper.rb": helper, "spec/fixtures/data/a.yaml": "web::port: 77\n"}
    assert verdicts(tmp_path, spec, files=files) == {"1:1": "passed", "1:2": "passed"}
    assert not (tmp_path / "spec/fixtures/hiera.yaml").exists()


def test_the_first_argument_is_a_description_whatever_it_is(tmp_path: Path) -> None:
    spec = """\
describe :web do
  it(:skip) { expect(1).to eq 2 }
  it(skip: 'later') { expect(1).to eq 2 }
  it('x', :skip) { expect(1).to eq 2 }
  context(:two, if: false) { it('a') { expect(1).to eq 2 } }
  context(if: false) { it { is_expected.to contain_package('httpd') } }
end
"""
    assert verdicts(tmp_path, spec) == {"1:1": "failed", "1:2": "failed", "1:3": "pending", "1:5:1": "passed"}


def test_streams_of_documents_are_read(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  let(:documents) { YAML.load_stream("# two\\n--- # one\\na: 1\\n---\\nb: |\\n  ---\\n") }
  it { expect(documents.length).to eq(2) }
  it { expect(documents[0]['a']).to eq(1) }
  it { expect(documents[1]['b']).to eq("---\\n") }
  it { expect(YAML.load_stream("a: 1\\n---\\n---\\nb: 2\\n").length).to eq(3) }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed", "passed", "passed", "not_supported"]


def test_strings_in_quotes_are_read_whatever_is_in_them(tmp_path: Path) -> None:
    spec = """\
describe 'web' do
  it { expect(YAML.safe_load("a: '!x'\\nb: \\":y %{z}\\"\\n")).to eq({ 'a' => '!x', 'b' => ':y %{z}' }) }
  it { expect(YAML.safe_load("a: !x y\\nb: 'z'\\n")).to eq({ 'a' => 'y', 'b' => 'z' }) }
  it { expect(YAML.load("- ':x', :y\\n")).to eq([':x']) }
end
"""
    assert [*verdicts(tmp_path, spec).values()] == ["passed", "not_supported", "not_supported"]


def test_fixtures_are_named_by_a_helper(tmp_path: Path) -> None:
    files = {"spec/fixtures/files/a.txt": "port=80\n"}
    example = "it { is_expected.to contain_file('/etc/web.conf').with_content(File.read(fixtures('files', 'a.txt'))) }"
    spec = f"describe 'web' do\n  {example}\nend\n"
    assert [*verdicts(tmp_path, spec, files=files).values()] == ["passed"]
