"""Hiera backends that modules define, in Ruby and in Puppet, are run where a catalog is compiled, as the reference does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write

RUBY = """Puppet::Functions.create_function(:'m::{name}') do
  dispatch :{name} do
{parameters}
  end
  def {name}({arguments})
{body}
  end
end
"""
PARAMETERS = {"key": "param 'String[1]', :key", "options": "param 'Hash', :options", "context": "param 'Puppet::LookupContext', :context"}
PARAMETERS["segments"] = "param 'Array', :segments"


def in_ruby(name: str, arguments: str, body: str) -> dict[str, str]:
    """The file of a function."""
    parameters = "\n".join(PARAMETERS[each] for each in arguments.split(", "))
    return {f"modules/m/lib/puppet/functions/m/{name}.rb": RUBY.format(name=name, parameters=parameters, arguments=arguments, body=body)}


def environment(folder: Path, level: str, files: dict[str, str], data: dict[str, str] | None = None) -> Path:
    """An environment with one level of data, besides a file of common data."""
    hierarchy = f"version: 5\nhierarchy:\n- {{name: one, {level}}}\n- {{name: common, path: common.yaml}}\n"
    given = {"environment.conf": "", "hiera.yaml": hierarchy, "facts.json": '{"site": "paris"}', "data/common.yaml": "common: yes it is\n"}
    return write(folder, given | files | (data or {}))


def looked_up(folder: Path, *keys: str) -> list[object]:
    """The values of keys, `NONE` for those without one."""
    code = "".join(f"notify {{ '{each}': message => [lookup('{each}', undef, undef, 'NONE')] }}\n" for each in keys)
    answer = compiled(folder, code)
    assert answer.code == 0, answer
    found = {each["title"]: each["parameters"]["message"] for each in json.loads(answer.out)["resources"] if each["type"] == "Notify"}
    return [found[each][0] for each in keys]


def compiled(folder: Path, code: str) -> Answer:
    return run("puppet-eval", "--catalog", "--json", "--facts", "facts.json", "-e", code, cwd=folder)


KEY = "key, options, context"


def test_a_function_in_ruby_finds_keys(tmp_path: Path) -> None:
    body = "context.not_found unless key.start_with?('a')\n\"#{key} in #{options['place']} and #{options['path'].nil?}\""
    environment(tmp_path, "lookup_key: m::f, options: {place: '%{facts.site}'}", in_ruby("f", KEY, body))
    assert looked_up(tmp_path, "a1", "common", "b") == ["a1 in paris and true", "yes it is", "NONE"]


def test_what_it_returns_is_only_interpolated_where_it_asks_for_that(tmp_path: Path) -> None:
    body = "text = '%{facts.site}'\nkey == 'plain' ? text : key == 'done' ? context.interpolate(text) : context.not_found"
    environment(tmp_path, "lookup_key: m::f", in_ruby("f", KEY, body))
    assert looked_up(tmp_path, "plain", "done") == ["%{facts.site}", "paris"]


def test_files_of_the_data_folders_are_read_once_as_yaml(tmp_path: Path) -> None:
    body = """return context.cached_value(key) if context.cache_has_key(key)
    return context.not_found unless File.exist?(options['path'])
    data = context.cached_file_data(options['path']) do |content|
      YAML.safe_load(content, permitted_classes: [Regexp], filename: options['path'], aliases: true)
    end
    data.each do |label, each|
      return context.cache(key, each[key]) if each['for'].match(options['node']) && each.include?(key)
    end
    context.not_found"""
    level = "lookup_key: m::f, path: 'regex.yaml', options: {node: '%{facts.site}'}"
    near = "near:\n  for: !ruby/regexp /^PAR/i\n  zone: 1\n  time: '12:30'\n  name: what? never\n"
    data = f"far:\n  for: !ruby/regexp /^tokyo/\n  zone: 9\n{near}"
    environment(tmp_path, level, in_ruby("f", KEY, body), {"data/regex.yaml": data})
    assert looked_up(tmp_path, "zone", "time", "name", "other") == [1, "12:30", "what? never", "NONE"]


@pytest.mark.parametrize("path", ["/etc/hostname", "../outside.yaml"])
def test_other_files_are_not_read(path: str, tmp_path: Path) -> None:
    write(tmp_path, {"outside.yaml": "secret"})
    environment(tmp_path / "inside", "lookup_key: m::f", in_ruby("f", KEY, f"context.cached_file_data('{path}')"))
    assert looked_up(tmp_path / "inside", "a") == [{"__ptype": "Unknown", "__pvalue": "Any"}]


def test_a_hash_of_data_is_interpolated(tmp_path: Path) -> None:
    body = "{ 'a' => '%{facts.site}', 'b' => options['n'], 'c' => context.module_name, 'd' => context.environment_name.to_s }"
    environment(tmp_path, "data_hash: m::f, options: {n: 2}", in_ruby("f", "options, context", body))
    assert looked_up(tmp_path, "a", "b", "c", "d", "e") == ["paris", 2, None, "production", "NONE"]


def test_a_digging_function_gets_the_parts_of_a_key(tmp_path: Path) -> None:
    body = "segments[0] == 'a' ? { 'n' => segments.size } : context.not_found"
    environment(tmp_path, "data_dig: m::f", in_ruby("f", "segments, options, context", body))
    assert looked_up(tmp_path, "a", "a.b", "c") == [{"n": 1}, {"n": 2}, "NONE"]


def test_functions_in_puppet_are_backends(tmp_path: Path) -> None:
    parameters = "String $key, Hash $options, Puppet::LookupContext $context"
    body = """  if $key == 'kept' {
    $done = $context.cache('k', $options['n'])
    $result = [$context.cache_has_key('k'), $context.cached_value('k'), $context.interpolate('%{facts.site}')]
    $result
  } else {
    $context.not_found
  }
"""
    environment(tmp_path, "lookup_key: m::f, options: {n: 5}", {"modules/m/functions/f.pp": f"function m::f({parameters}) {{\n{body}}}\n"})
    assert looked_up(tmp_path, "kept", "common") == [[True, 5, "paris"], "yes it is"]


def test_options_of_lookups_come_from_backends(tmp_path: Path) -> None:
    body = "{ 'lookup_options' => { 'list' => { 'merge' => 'unique' } }, 'list' => ['a'] }"
    environment(tmp_path, "data_hash: m::f", in_ruby("f", "options, context", body), {"data/common.yaml": "list: [b]\n"})
    assert looked_up(tmp_path, "list") == [["a", "b"]]


def test_their_errors_are_those_of_the_lookup(tmp_path: Path) -> None:
    environment(tmp_path, "lookup_key: m::f", in_ruby("f", KEY, "raise ArgumentError, 'no ' + key if key == 'a'\ncontext.not_found"))
    answer = compiled(tmp_path, "lookup('a')")
    assert "no a" in json.loads(answer.out)["error"]["message"]


def test_data_of_classes_comes_from_them(tmp_path: Path) -> None:
    files = in_ruby("f", KEY, "key == 'm::n' ? 7 : context.not_found") | {
        "modules/m/manifests/init.pp": 'class m($n) { notify { "n$n": } }\n'
    }
    environment(tmp_path, "lookup_key: m::f", files)
    assert '"title": "n7"' in compiled(tmp_path, "include m").out


def test_explain_runs_backends_with_modules_and_data_from_elsewhere(tmp_path: Path) -> None:
    body = "key == 'a' ? context.interpolate('%{facts.site}') : context.not_found"
    write(tmp_path, in_ruby("f", KEY, body) | {"repository/environment.conf": "", "facts.json": '{"site": "paris"}'})
    levels = "- {name: one, lookup_key: m::f}\n- {name: two, path: x.yaml, datadir: ../far}\n"
    write(tmp_path, {"near/hiera.yaml": f"version: 5\nhierarchy:\n{levels}", "far/x.yaml": "b: 2\n"})
    answer = run(
        *("puppet-check", "explain", "a", "b", "--facts", "../facts.json", "--modulepath", "../modules", "--hiera", "../near/hiera.yaml"),
        cwd=tmp_path / "repository",
    )
    assert "a: 'paris'\n" in answer.out
    assert "* environment, one: ?: 'paris'\n" in answer.out
    assert "b: 2\n" in answer.out
