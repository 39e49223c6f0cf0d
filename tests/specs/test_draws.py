"""Examples in which functions draw random numbers, or keep files in the folder of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.specs.module import of_class, verdicts

SECRET = """\
Puppet::Functions.create_function(:'web::secret') do
  dispatch :secret do
    param 'Integer', :length
  end
  def secret(length)
    letters = ('a'..'z').to_a
    Array.new(length) { |_| letters[rand(letters.length)] }.join
  end
end
"""
KEPT = """\
require 'fileutils'
Puppet::Functions.create_function(:'web::kept') do
  dispatch :kept do
    param 'String', :name
    param 'Any', :value
  end
  def kept(name, value)
    folder = File.join(Puppet[:vardir], 'kept')
    path = File.join(folder, name)
    if File.exist? path
      YAML.safe_load(File.read(path))
    else
      FileUtils.mkdir_p(folder)
      File.open(path, 'w', 0o600) { |file| file.write(YAML.dump(value)) }
      File.chown(File.stat(Puppet[:vardir]).uid, nil, path)
      value
    end
  end
end
"""
FUNCTIONS = {"lib/puppet/functions/web/secret.rb": SECRET, "lib/puppet/functions/web/kept.rb": KEPT}


def test_chance_decides_no_verdict(tmp_path: Path) -> None:
    code = {"manifests/init.pp": "class web { file { '/a': content => web::secret(12) } }\n"}
    expectations = {
        "is_expected.to compile": "passed",
        "is_expected.to contain_file('/a').with_content(/\\A[a-z]{12}\\z/)": "passed",
        "is_expected.to contain_file('/a').with_content('abcdefghijkl')": "failed",
        "is_expected.to contain_file('/a').with_content(/\\A[a-m]/)": "unknown",
        "is_expected.to contain_file('/a').without_content(/\\A[a-m]/)": "unknown",
    }
    assert of_class(tmp_path, *expectations, files=FUNCTIONS | code) == [*expectations.values()]


def test_catalogs_are_branches_of_chance(tmp_path: Path) -> None:
    code = {"manifests/init.pp": "class web { if web::secret(1) =~ /[a-m]/ { notify { 'a': } } notify { 'b': } }\n"}
    expectations = {"is_expected.to contain_notify('a')": "unknown", "is_expected.to contain_notify('b')": "passed"}
    assert of_class(tmp_path, *expectations, files=FUNCTIONS | code) == [*expectations.values()]


def test_functions_of_chance_are_called_several_times(tmp_path: Path) -> None:
    spec = """\
describe 'web::secret' do
  it { is_expected.to run.with_params(3).and_return(/\\A[a-z]{3}\\z/) }
  it { is_expected.to run.with_params(3).and_return('abc') }
  it { is_expected.to run.with_params(1).and_return(/[a-m]/) }
end
"""
    assert [*verdicts(tmp_path, spec, "functions", FUNCTIONS).values()] == ["passed", "failed", "unknown"]


def test_a_catalog_has_a_folder_of_the_server_of_its_own(tmp_path: Path) -> None:
    code = (
        "class web (String $value) { $a = web::kept('x', $value) $b = web::kept('x', 'other') file { '/a': content => \"${a} ${b}\" } }\n"
    )
    spec = """\
describe 'web' do
  context 'one' do
    let(:params) { { value: 'one' } }
    it { is_expected.to contain_file('/a').with_content('one one') }
  end
  context 'two' do
    let(:params) { { value: 'two' } }
    it { is_expected.to contain_file('/a').with_content('two two') }
  end
end
"""
    found = verdicts(tmp_path, spec, files=FUNCTIONS | {"manifests/init.pp": code})
    assert [*found.values()] == ["passed", "passed"]


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ("rand(10).odd? ? 'odd' : 'even'", "even"),
        ("rand(15).odd? ? 'odd' : 'even'", "even"),
        ("rand(1000) == 0 ? 'zero' : 'other'", "other"),
        ("rand(7) == 6 ? 'last' : 'other'", "other"),
        ("rand < 0.001 ? 'low' : 'other'", "other"),
        ("[*1..20].shuffle == [*1..20] ? 'same' : 'other'", "other"),
        ("[*1..20].sample == 20 ? 'last' : 'other'", "other"),
        ("Random.new.rand(2).to_s", "1"),
    ],
)
def test_rare_draws_are_tried(tmp_path: Path, value: str, title: str) -> None:
    function = f"Puppet::Functions.create_function(:'web::drawn') do\n  dispatch(:drawn) {{ }}\n  def drawn\n    {value}\n  end\nend\n"
    files = {"lib/puppet/functions/web/drawn.rb": function, "manifests/init.pp": "class web { notify { web::drawn(): } }\n"}
    assert of_class(tmp_path, f"is_expected.to contain_notify('{title}')", files=files) == ["unknown"]


@pytest.mark.parametrize(
    ("limit", "verdict"), [("30", "passed"), ("0", "passed"), ("nil", "passed"), ("1.5", "passed"), ("0.01", "unknown"), ("-1", "unknown")]
)
def test_a_block_with_a_limit_of_time_is_run_unless_it_is_short(tmp_path: Path, limit: str, verdict: str) -> None:
    body = f"require 'timeout'\n    found = ''\n    Timeout.timeout({limit}) {{ |seconds| found = \"of #{{seconds.inspect}}\" }}\n    found"
    function = f"Puppet::Functions.create_function(:'web::limited') do\n  dispatch(:limited) {{ }}\n  def limited\n    {body}\n  end\nend\n"
    files = {"lib/puppet/functions/web/limited.rb": function, "manifests/init.pp": "class web { notify { web::limited(): } }\n"}
    assert of_class(tmp_path, f"is_expected.to contain_notify('of {limit}')", files=files) == [verdict]
