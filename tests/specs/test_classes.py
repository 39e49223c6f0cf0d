"""Examples of classes have the verdict of rspec-puppet, and none passes of which something is unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.specs.module import of_class, verdicts

HOLDS = (
    "is_expected.to compile",
    "is_expected.to compile.with_all_deps",
    "is_expected.to contain_class('web')",
    "is_expected.to contain_file('/etc/web.conf').with_content(\"port=80\\n\")",
    "is_expected.to contain_file('/etc/web.conf').with(content: /^port=80$/).without_owner",
    "is_expected.to contain_file('/etc/web.conf').with('content' => ->(text) { text.length == 8 })",
    "is_expected.to contain_file('/etc/web.conf').only_with(content: \"port=80\\n\", require: 'Package[httpd]')",
    "is_expected.to contain_file('/etc/web.conf').that_requires('Package[httpd]').that_notifies('Service[httpd]')",
    "is_expected.to contain_package('httpd').that_comes_before('File[/etc/web.conf]')",
    "is_expected.to contain_service('httpd').that_subscribes_to('File[/etc/web.conf]')",
    "is_expected.not_to contain_user('www')",
    "is_expected.to have_resource_count(3)",
    "is_expected.to have_class_count(1)",
    "is_expected.to have_file_resource_count(1)",
    "expect(catalogue.resource('file', '/etc/web.conf')[:content]).to include('80')",
    "expect { catalogue }.not_to raise_error",
)


def test_what_holds_passes(tmp_path: Path) -> None:
    found = of_class(tmp_path, *HOLDS)
    assert [*zip(HOLDS, found, strict=True)] == [(each, "passed") for each in HOLDS]


FAILS = (
    "is_expected.not_to compile",
    "is_expected.to compile.and_raise_error(/anything/)",
    "is_expected.to contain_file('/etc/other.conf')",
    "is_expected.to contain_file('/etc/web.conf').with_content('port=8080')",
    "is_expected.to contain_file('/etc/web.conf').with_mode('0644')",
    "is_expected.to contain_file('/etc/web.conf').without_content",
    "is_expected.to contain_file('/etc/web.conf').only_with(content: \"port=80\\n\")",
    "is_expected.to contain_package('httpd').that_requires('Service[httpd]')",
    # rspec-puppet follows one metaparameter at a time.
    "is_expected.to contain_package('httpd').that_comes_before('Service[httpd]')",
    "is_expected.to contain_package('httpd').that_notifies('Service[httpd]')",
    "is_expected.to have_resource_count(2)",
    "expect { catalogue }.to raise_error(Puppet::Error)",
    "expect(catalogue.resource('file', '/etc/web.conf')[:content]).to eq('80')",
)


def test_what_does_not_hold_fails(tmp_path: Path) -> None:
    found = of_class(tmp_path, *FAILS)
    assert [*zip(FAILS, found, strict=True)] == [(each, "failed") for each in FAILS]


def test_errors_are_those_of_puppet(tmp_path: Path) -> None:
    around = "  let(:params) { { port: 'x' } }\n"
    assert of_class(
        tmp_path,
        "is_expected.to compile.and_raise_error(/parameter 'port' expects an Integer value, got String/)",
        "is_expected.to compile.and_raise_error(/another error/)",
        "is_expected.to raise_error(Puppet::Error, /expects an Integer/)",
        "is_expected.not_to compile",
        "is_expected.to contain_class('web')",
        around=around,
    ) == ["passed", "failed", "passed", "passed", "failed"]


def test_resources_that_their_types_refuse_do_not_compile(tmp_path: Path) -> None:
    code = "class web { exec { 'true': } }\n"
    assert of_class(tmp_path, "is_expected.to compile", files={"manifests/init.pp": code}) == ["failed"]


def test_dependency_cycles_do_not_compile(tmp_path: Path) -> None:
    code = "class web { notify { 'a': require => Notify['b'] }\n notify { 'b': require => Notify['a'] } }\n"
    expectations = ("is_expected.to compile", "is_expected.to contain_notify('a')")
    assert of_class(tmp_path, *expectations, files={"manifests/init.pp": code}) == ["failed", "passed"]


def test_a_type_without_its_module_does_not_exist(tmp_path: Path) -> None:
    code = "class web { cron { 'a': command => '/bin/true' } }\n"
    assert of_class(tmp_path, "is_expected.to compile", files={"manifests/init.pp": code}) == ["failed"]


def test_modules_are_those_among_the_fixtures(tmp_path: Path) -> None:
    code = {"manifests/init.pp": "class web { include other }\n"}
    assert of_class(tmp_path, "is_expected.to compile", files=code) == ["failed"]
    code |= {"spec/fixtures/modules/other/manifests/init.pp": "class other { }\n"}
    assert of_class(tmp_path, "is_expected.to contain_class('other')", files=code) == ["passed"]


def test_what_depends_on_an_unknown_value_is_unknown(tmp_path: Path) -> None:
    code = "class web { file { '/etc/a': content => generate('/bin/date') } }\n"
    assert of_class(tmp_path, "is_expected.to contain_file('/etc/a').with_content(/20/)", files={"manifests/init.pp": code}) == ["unknown"]


NOT_UNDERSTOOD = (
    "some_helper(subject)",
    "allow(File).to receive(:read).and_return('x')",
    "expect(Facter.value(:kernel)).to eq('Linux')",
    "is_expected.to contain_file('/etc/web.conf').with_content(`date`)",
    "is_expected.to contain_file('/etc/web.conf').with_content(File.read('/etc/passwd'))",
)


def test_what_is_not_understood_is_not_supported(tmp_path: Path) -> None:
    found = of_class(tmp_path, *NOT_UNDERSTOOD)
    assert [*zip(NOT_UNDERSTOOD, found, strict=True)] == [(each, "not_supported") for each in NOT_UNDERSTOOD]


def test_a_helper_that_is_not_understood_leaves_no_example_passed(tmp_path: Path) -> None:
    helper = {"spec/spec_helper.rb": "require 'rspec-puppet'\nrequire 'library_of_others'\n"}
    assert of_class(tmp_path, "is_expected.to compile", "expect(1).to eq(2)", files=helper) == ["not_supported", "not_supported"]


def test_manifests_of_fixtures_are_compiled_first(tmp_path: Path) -> None:
    files = {"spec/fixtures/manifests/site.pp": "node default { notify { 'site': } }\n"}
    expectations = (
        "is_expected.to have_resource_count(3)",
        "is_expected.to have_resource_count(4)",
        "is_expected.to contain_notify('site')",
    )
    assert of_class(tmp_path, *expectations, files=files) == ["failed", "passed", "passed"]


def test_classes_have_no_leading_colons(tmp_path: Path) -> None:
    assert of_class(tmp_path, "is_expected.to contain_class('::web')") == ["failed"]


TYPE = """\
Puppet::Type.newtype(:knob) do
  newparam(:name, namevar: true)
  newproperty(:near) { validate { |v| raise ArgumentError, 'near' if resource[:far].nil? } }
  newproperty(:far) do
    def unsafe_validate(v)
      raise ArgumentError, 'far' if v == 'bad'
    end
  end
  newproperty(:on) do
    newvalue(:yes) { 1 }
    aliasvalue(:sure, :yes)
  end
  newproperty(:size) { validate { |v| raise ArgumentError, 'size' if v.to_i > 9 } }
end
"""
UNCERTAIN = (
    "knob { 'a': near => 'x' }",
    "knob { 'a': far => 'bad' }",
    "package { 'a': provider => 'nosuch' }",
    "package { 'a': ensure => absent, mark => hold }",
    "schedule { 'a': range => '25 - 30' }",
    "tidy { '/a': size => 'x' }",
    "resources { 'nosuch': purge => true }",
    "resources { 'exec': purge => true }",
    "user { 'a': expiry => '1-2-3' }",
    "file { '/a': content => 5 }",
    "exec { 'a': command => ' ./b', path => '/bin' }",
)


def test_values_that_a_type_may_refuse_make_a_verdict_unknown(tmp_path: Path) -> None:
    for each in UNCERTAIN:
        files = {"manifests/init.pp": f"class web {{ {each} }}\n", "lib/puppet/type/knob.rb": TYPE}
        found = of_class(tmp_path, "is_expected.to compile", "is_expected.not_to compile", files=files)
        assert (each, found) == (each, ["unknown", "unknown"])


def test_values_that_a_type_does_not_list_do_not_compile(tmp_path: Path) -> None:
    files = {"manifests/init.pp": "class web { knob { 'a': on => 'maybe' } }\n", "lib/puppet/type/knob.rb": TYPE}
    assert of_class(tmp_path, "is_expected.to compile", "is_expected.not_to compile", files=files) == ["failed", "passed"]


def test_values_that_a_type_certainly_takes_compile(tmp_path: Path) -> None:
    code = (
        "class web { knob { 'a': on => 'yes', size => 5 } tidy { '/a': size => '5k', age => '1d' }\n"
        "schedule { 'a': range => '2 - 4:30' } user { 'a': groups => ['b'] } resources { 'user': purge => true }\n"
        "exec { 'a': command => ' ./b c', provider => shell } }\n"
    )
    assert of_class(tmp_path, "is_expected.to compile", files={"manifests/init.pp": code, "lib/puppet/type/knob.rb": TYPE}) == ["passed"]


def test_a_missing_hiera_config_with_data_beside_it_is_not_supported(tmp_path: Path) -> None:
    around = "  let(:hiera_config) { 'spec/fixtures/nosuch.yaml' }\n"
    assert of_class(tmp_path, "is_expected.to compile", around=around) == ["passed"]
    files = {"spec/fixtures/data/common.yaml": "web::port: 81\n"}
    assert of_class(tmp_path, "is_expected.to compile", around=around, files=files) == ["not_supported"]


NAMES = """\
class web {
  file { 'f': path => '/f' }
  file { '/abc/': }
  package { 'p': name => 'pp' }
  exec { 'e': command => '/bin/e', alias => 'other' }
  user { 'u': require => Package['pp'] }
}
"""


@pytest.mark.parametrize(
    ("expectation", "status"),
    [
        ("is_expected.to contain_file('f')", "passed"),
        ("is_expected.to contain_file('/f')", "failed"),
        ("is_expected.not_to contain_file('/f')", "passed"),
        ("is_expected.to contain_file('/abc/')", "passed"),
        ("is_expected.to contain_file('/abc')", "failed"),
        ("is_expected.to contain_file('f/')", "passed"),
        ("is_expected.to contain_class('main')", "failed"),
        ("is_expected.to contain_file('f').with('mode')", "failed"),
        ("is_expected.to contain_file('f').with(['mode'])", "failed"),
        ("is_expected.to contain_file('f').with([['path', '/f']]).with(nil).with", "passed"),
        ("is_expected.not_to contain_file('/nowhere').with(['mode'])", "passed"),
        ("is_expected.to contain_user('u').only_with([['require', 'Package[pp]']])", "passed"),
        ("is_expected.to contain_user('u').only_with('require')", "failed"),
        ("is_expected.to contain_class('')", "not_supported"),
        ("is_expected.to contain_class('web').that_comes_before('Class[::web]')", "failed"),
        ("is_expected.to contain_exec('e').that_comes_before('User[u]')", "unknown"),
        ("is_expected.to contain_package('pp')", "failed"),
        ("is_expected.to contain_exec('/bin/e')", "failed"),
        ("is_expected.to contain_exec('other')", "passed"),
        ("is_expected.to contain_user('u').that_requires('Package[pp]')", "failed"),
        ("is_expected.to compile.with_all_deps", "unknown"),
    ],
)
def test_resources_are_found_by_title_or_alias_as_in_rspec_puppet(tmp_path: Path, expectation: str, status: str) -> None:
    assert of_class(tmp_path, expectation, files={"manifests/init.pp": NAMES}) == [status]


def test_resources_that_an_agent_may_refuse_have_no_certain_relationships(tmp_path: Path) -> None:
    code = "class web { file { '/a': mode => 'x', before => User['u'] } user { 'u': } }\n"
    found = of_class(tmp_path, "is_expected.to contain_file('/a').that_comes_before('User[u]')", files={"manifests/init.pp": code})
    assert found == ["unknown"]


def test_a_file_with_definitions_of_other_names_is_not_loaded(tmp_path: Path) -> None:
    found = of_class(
        tmp_path,
        "is_expected.to compile",
        "is_expected.to compile.and_raise_error(/Unacceptable location/)",
        around="  let(:pre_condition) { 'include web::inner' }\n",
        files={"manifests/inner.pp": "class web::inner {} class web::other {}\n"},
    )
    assert found == ["failed", "passed"]


def test_a_template_may_use_the_methods_of_another(tmp_path: Path) -> None:
    files = {
        "manifests/init.pp": "class web { file { '/a': content => template('web/a.erb') } }",
        "templates/a.erb": "<%- scope.function_template(['web/b.erb']) -%>\n<%= shown(1) %>",
        "templates/b.erb": '<%- def shown(value)\n  "<#{value}>"\nend -%>',
    }
    assert of_class(tmp_path, "is_expected.to contain_file('/a').with_content('<1>')", files=files) != ["failed"]


def test_errors_of_evaluations_have_their_class(tmp_path: Path) -> None:
    expectations = [
        "is_expected.to raise_error(Puppet::PreformattedError, /parameter 'port' expects an Integer/)",
        "is_expected.to raise_error(Puppet::PreformattedError, /something else/)",
        "is_expected.to raise_error(Puppet::ResourceError)",
    ]
    around = "  let(:params) { { port: 'a' } }\n"
    assert of_class(tmp_path, *expectations, around=around) == ["passed", "failed", "not_supported"]


def test_the_text_of_a_parameter_that_is_a_reference_is_unknown(tmp_path: Path) -> None:
    code = "class web ($to = File['/x']) { file { '/x': } group { 'g': gid => -1.5 } notify { 'n': message => \"${to}\" } }\n"
    found = of_class(
        tmp_path,
        "is_expected.to compile",
        "is_expected.to contain_notify('n').with_message(\"File['/x']\")",
        files={"manifests/init.pp": code},
    )
    assert found == ["passed", "unknown"]


SQL_TYPE = """\
Puppet::Type.newtype(:sql) do
  newparam(:name, namevar: true) {}
  newparam(:instance) { defaultto 'main' }
  autorequire(:anchor) do
    ["end::#{self[:instance]}"]
  end
end
"""
SQL = """\
class web {
  anchor { 'end::main': require => User['u'] }
  user { 'u': }
  sql { 'set': instance => 'main' }
  sql { 'default': }
}
"""


def test_types_relate_resources_on_the_way_by_attributes_that_are_set(tmp_path: Path) -> None:
    found = of_class(
        tmp_path,
        "is_expected.to contain_sql('set').that_requires('User[u]')",
        "is_expected.not_to contain_sql('default').that_requires('User[u]')",
        files={"manifests/init.pp": SQL, "lib/puppet/type/sql.rb": SQL_TYPE, "lib/puppet/type/anchor.rb": ANCHOR},
    )
    assert found == ["passed", "unknown"]


ANCHOR = "Puppet::Type.newtype(:anchor) do\n  newparam(:name, namevar: true) {}\nend\n"
TEMPLATES = """\
class web {
  notify { 'one': message => inline_template("<% def twice(text) text * 2 end %><%= twice('a') %>") }
  notify { 'two': message => inline_template("<%= twice('b') %>") }
  $inner = '<% def half(text) text[0] end %>'
  notify { 'inner': message => inline_template("<% scope.call_function('inline_template', [@inner]) %><%= half('cd') %>") }
  notify { 'choice': message => inline_template("<%= @name?'on':'off' %>") }
  notify { 'dash': message => inline_epp("a<%-%>\\nb") }
}
"""


def test_a_method_of_a_template_is_one_of_those_after_it(tmp_path: Path) -> None:
    found = of_class(
        tmp_path,
        "is_expected.to contain_notify('two').with_message('bb')",
        "is_expected.to contain_notify('dash').with_message(\"a\\nb\")",
        "is_expected.to contain_notify('choice').with_message('on')",
        "is_expected.to contain_notify('inner').with_message('c')",
        files={"manifests/init.pp": TEMPLATES},
    )
    assert found == ["passed", "passed", "passed", "passed"]


def test_a_text_like_a_condition_is_not_changed(tmp_path: Path) -> None:
    code = "class web { notify { 'a': message => inline_template(\"<%= @name?'on':'off' %><%= %q(@a?'x') %>\") } }\n"
    assert of_class(tmp_path, "is_expected.to contain_notify('a').with_message(/x/)", files={"manifests/init.pp": code}) == ["unknown"]


def test_a_method_that_another_template_may_define_is_unknown(tmp_path: Path) -> None:
    code = "class web { notify { 'a': message => inline_template(\"<%= twice('b') %>\") } }\n"
    assert of_class(tmp_path, "is_expected.to compile.and_raise_error(/undefined/)", files={"manifests/init.pp": code}) == ["unknown"]


def test_helpers_belong_to_the_library_that_has_them(tmp_path: Path) -> None:
    check = "verify_contents(catalogue, '/etc/web.conf', ['port=80'])"
    assert of_class(tmp_path, check) == ["passed"]
    helper = "require 'voxpupuli/test/spec_helper'\nrequire 'rspec-puppet-facts'\ninclude RspecPuppetFacts\n"
    assert of_class(tmp_path, check, files={"spec/spec_helper.rb": helper}) == ["not_supported"]


def test_groups_of_shared_examples_in_other_files_are_of_the_type_around_them(tmp_path: Path) -> None:
    shared = "shared_examples 'a file' do\n  context 'inside' do\n    it { is_expected.to contain_file('/etc/web.conf') }\n  end\nend\n"
    spec = "require_relative '../shared'\ndescribe 'web' do\n  include_examples 'a file'\nend\n"
    assert [*verdicts(tmp_path, spec, files={"spec/shared.rb": shared}).values()] == ["passed"]


def test_a_template_sees_which_variables_have_values(tmp_path: Path) -> None:
    files = {
        "manifests/init.pp": "class web ($port = 80, $owner = undef) {\n"
        "  $client_body = 1\n  [1].each |$inner| { file { '/a': content => template('web/a.erb') } }\n}\n",
        "templates/a.erb": "<% v = instance_variables.map(&:to_s) %><%= v.include?('@owner') %> <%= v.include?('@port') %> "
        "<%= v.any? { |each| each.include? 'client_' } %> <%= v.include?('@inner') %> <%= v.include?('@missing') %>",
    }
    found = "is_expected.to contain_file('/a').with_content('false true true true false')"
    assert of_class(tmp_path, found, found.replace("false", "true"), files=files) == ["passed", "failed"]


def test_the_block_validate_of_a_type_sees_and_sets_values_as_puppet_has_them(tmp_path: Path) -> None:
    type = """\
Puppet::Type.newtype(:web_key) do
  newparam(:id, namevar: true) do
    munge { |value| value.upcase }
  end
  newparam(:force, boolean: true, parent: Puppet::Parameter::Boolean) do
    defaultto false
  end
  newparam(:name_of_file)
  newparam(:kind) do
    newvalues(:none, :full)
  end
  newproperty(:parts, array_matching: :all)
  validate do
    self[:name_of_file] = "#{self[:id]}.key"
    self[:kind] = :none if self[:kind].nil?
    raise 'too short' if self[:id].length < 4
    raise 'no force' if self[:force] == true && self[:kind] == :none
    raise "bad #{self[:name_of_file]}" if self[:name_of_file] == 'ABCDX.key' || self[:parts] == ['x']
  end
end
"""
    code = "class web ($id = 'abcd', $force = 'no', $kind = undef, $parts = undef) {\n" + (
        "  web_key { 'a': id => $id, force => $force, kind => $kind, parts => $parts }\n}\n"
    )
    tried = (
        "",
        "id: 'abc'",
        "force: 'yes'",
        "force: true, kind: 'full'",
        "id: 'abcdx'",
        "parts: 'x'",
    )
    spec = "".join(
        f"  context 'case' do\n    let(:params) {{ {{ {each} }} }}\n    it {{ is_expected.to compile }}\n  end\n" for each in tried
    )
    found = verdicts(tmp_path, f"describe 'web' do\n{spec}end\n", files={"lib/puppet/type/web_key.rb": type, "manifests/init.pp": code})
    assert [*found.values()] == ["passed", "failed", "failed", "passed", "failed", "failed"]


def test_functions_in_ruby_hand_on_deferred_values(tmp_path: Path) -> None:
    ruby = """\
Puppet::Functions.create_function(:'web::nested') do
  dispatch :nested do
    param 'Hash', :map
  end
  def nested(map)
    map.each_with_object([]) { |(_key, value), all| value.is_a?(Hash) ? all.concat(nested(value)) : (all << value) }
  end
end
"""
    code = """\
class web {
  $found = web::nested({ 'a' => { 'b' => Deferred('upcase', ['x']) }, 'c' => 1 })
  notify { "${found[0] =~ Deferred} ${found[1] =~ Deferred}": }
}
"""
    files = {"lib/puppet/functions/web/nested.rb": ruby, "manifests/init.pp": code}
    assert of_class(tmp_path, "is_expected.to contain_notify('true false')", files=files) == ["passed"]


def test_files_are_read_by_the_paths_that_functions_find(tmp_path: Path) -> None:
    code = "class web {\n  notify { find_template('web/a.epp').file: }\n  notify { find_file('web/b').file: }\n}\n"
    files = {"manifests/init.pp": code, "templates/a.epp": "<%= $x %>", "files/b": "of b"}
    assert (
        of_class(tmp_path, "is_expected.to contain_notify('<%= $x %>')", "is_expected.to contain_notify('of b')", files=files)
        == ["passed"] * 2
    )


def test_a_type_judges_what_deferred_values_become(tmp_path: Path) -> None:
    type = "Puppet::Type.newtype(:web_key) do\n  newparam(:id, namevar: true)\n  newparam(:text) do\n" + (
        "    validate { |value| raise ArgumentError, 'no String' unless value.is_a?(String) }\n  end\nend\n"
    )
    code = "class web ($text = Deferred('upcase', ['x'])) {\n  web_key { 'a': text => $text }\n}\n"
    files = {"lib/puppet/type/web_key.rb": type, "manifests/init.pp": code}
    assert of_class(tmp_path, "is_expected.to compile", files=files) == ["passed"]
    assert of_class(tmp_path, "is_expected.to compile", around="  let(:params) { { text: 1 } }\n", files=files) == ["failed"]
    wrong = {**files, "manifests/init.pp": code.replace("'upcase', ['x']", "'size', ['x']")}
    assert of_class(tmp_path, "is_expected.to compile", files=wrong) == ["failed"]


def test_patterns_of_titles_that_cannot_be_read_leave_parameters_unknown(tmp_path: Path) -> None:
    ruby = """\
Puppet::Type.newtype(:web_site) do
  def self.title_patterns
    part = Regexp.new(PuppetX::Names.pattern)
    [[/^(#{part})@(#{part})$/, [[:name], [:host]]]]
  end
  newparam(:name, namevar: true)
  newparam(:host, namevar: true)
  newparam(:port)
end
"""
    around = "  let(:pre_condition) { 'web_site { \"a@b\": port => 1 }' }\n"
    found = of_class(
        tmp_path,
        "is_expected.to contain_web_site('a@b').with_port(1)",
        "is_expected.to contain_web_site('a@b').with_host('b')",
        "is_expected.not_to contain_web_site('a@b').with_host('b')",
        around=around,
        files={"lib/puppet/type/web_site.rb": ruby},
    )
    assert found == ["passed", "unknown", "unknown"]


def test_sensitive_values_are_compared_with_patterns(tmp_path: Path) -> None:
    around = '  let(:pre_condition) { \'notify { "n": message => Sensitive("secret") }\' }\n'
    found = of_class(
        tmp_path,
        "is_expected.to contain_notify('n').with_message(sensitive(/^sec/))",
        "is_expected.to contain_notify('n').with_message(sensitive(/^x/))",
        "is_expected.to contain_notify('n').with_message('secret')",
        "is_expected.to contain_notify('n').with_message('Sensitive [value redacted]')",
        "expect(sensitive('a').unwrap).to eq('a')",
        "expect(sensitive('a')).to eq(sensitive('a'))",
        "expect(sensitive('a')).to eq('a')",
        "expect([1, 'x']).to match(array_including(instance_of(String)))",
        "expect([1, 'x']).to include(kind_of(Integer))",
        "expect(3).to satisfy { |value| value > 3 }",
        "expect('web-1').to match('we.-[0-9]')",
        "expect('web-1').to match('x')",
        "expect({ 'a' => 1 }).to match('a' => anything)",
        "expect(Puppet[:strict]).to eq(:error)",
        around=around,
    )
    expected = "passed failed failed passed passed passed failed passed passed failed passed failed passed passed"
    assert found == expected.split()


def test_matchers_of_catalogs_take_no_block_and_call_their_subject(tmp_path: Path) -> None:
    found = of_class(
        tmp_path,
        "expect { catalogue }.to compile",
        "expect { catalogue }.not_to contain_class('other')",
        "expect { subject }.to have_class_count(1)",
        "expect { 1 }.to eq(1)",
        "expect(catalogue).to compile",
        "expect(catalogue).not_to have_resource_count(99)",
        "expect(catalogue).to contain_class('web')",
        "expect(-> { catalogue }).to compile",
        "expect(exported_resources).to have_resource_count(0)",
        "expect { is_expected.to compile }.not_to raise_error",
    )
    assert found == ["failed"] * 6 + ["passed"] * 4


def test_an_undefined_variable_in_paths_of_hiera_3_ends_the_compilation(tmp_path: Path) -> None:
    hierarchy = "---\n:backends:\n  - yaml\n:yaml:\n  :datadir: 'spec/data'\n:hierarchy:\n  - '%{test}'\n  - common\n"
    files = {"spec/hiera.yaml": hierarchy, "spec/data/common.yaml": "web::port: 81\n"}
    around = "  let(:hiera_config) { 'spec/hiera.yaml' }\n  let(:facts) { { kernel: 'Linux' }.merge(more) }\n"
    spec = f"""\
describe 'web' do
{around}  context 'without it' do
    let(:more) {{ {{}} }}
    it {{ is_expected.to compile.and_raise_error(/Undefined variable 'test'/) }}
    it {{ is_expected.to contain_package('httpd') }}
  end
  context 'with it' do
    let(:more) {{ {{ test: 'x' }} }}
    it {{ is_expected.to contain_file('/etc/web.conf').with_content("port=81\\n") }}
  end
end
"""
    assert [*verdicts(tmp_path, spec, files=files).values()] == ["passed", "failed", "passed"]


def test_templates_make_procs(tmp_path: Path) -> None:
    template = "<% line = Proc.new do |key, value| -%>\n<%= key %>=<%= value %>\n<% end -%>\n<% line.call('a', 1); line.call('b', 2) -%>\n"
    files = {"templates/a.erb": template, "manifests/init.pp": "class web { file { '/a': content => template('web/a.erb') } }\n"}
    assert of_class(tmp_path, 'is_expected.to contain_file("/a").with_content("a=1\\nb=2\\n")', files=files) == ["passed"]
