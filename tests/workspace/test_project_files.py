"""Findings in project files that are not manifests, beyond the examples of the manual."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace.project_places import codes

METADATA = "modules/motd/metadata.json"
METADATA_TEXT = (
    '{"name": "me-motd", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": %s}'
)
PLAN = "modules/motd/plans/p.pp"
TEMPLATE = "modules/motd/templates/motd.erb"
TASKS = {
    "modules/motd/tasks/greet.json": '{"parameters": {"name": {"type": "String[1]"}, "port": {"type": "Optional[Motd::Port]"}}}',
    "modules/motd/tasks/greet.sh": "",
    "modules/motd/types/port.pp": "type Motd::Port = Integer[1, 65535]\n",
}


@pytest.mark.parametrize("text", ["{", '{"name": "a-b",}', "{'name': 1}", '{"name": "a\n"}', '{"n": 01}', '{"n": NaN}', "{} x", "[1,]"])
def test_metadata_that_the_reference_cannot_read(text: str, tmp_path: Path) -> None:
    assert codes(tmp_path, METADATA, text, TASKS) == ["metadata-syntax"]


@pytest.mark.parametrize(
    "text", ["", "{}", METADATA_TEXT % "[]", "/* c */" + METADATA_TEXT % "[ // none\n]", METADATA_TEXT % '[] , "x": "\\q"']
)
def test_metadata_that_the_reference_reads(text: str, tmp_path: Path) -> None:
    assert codes(tmp_path, METADATA, text, TASKS) == []


@pytest.mark.parametrize(
    ("dependencies", "expected"),
    [
        ('{"name": "a/b"}', ["metadata-field"]),
        ('["a/b"]', ["metadata-dependency"]),
        ('[{"name": "b"}]', ["metadata-dependency"]),
        ('[{"name": "me/motd"}]', ["metadata-dependency"]),
        ('[{"name": "puppetlabs/cron_core"}, {"name": "puppetlabs-cron_core"}]', ["metadata-dependency"]),
        ('[{"name": "puppetlabs/cron_core", "version_requirement": 1}]', ["metadata-dependency"]),
        ('[{"name": "puppetlabs/cron_core", "version_requirement": ">= 1.0.0 < 2"}]', []),
    ],
)
def test_dependencies(dependencies: str, expected: list[str], tmp_path: Path) -> None:
    assert codes(tmp_path, METADATA, METADATA_TEXT % dependencies, TASKS) == expected


def test_metadata_outside_of_a_module_root_is_ignored(tmp_path: Path) -> None:
    assert codes(tmp_path, "modules/motd/files/metadata.json", "{", TASKS) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mod 'a-b',\n", ["puppetfile-syntax"]),
        ("mod 'a-b', '1.0.0\nmod 'c-d', '1.0.0'\n", ["puppetfile-syntax"]),
        ("mod 'a-b' '1.0.0'\n", ["puppetfile-call"]),
        ("mod 'b', :git => 'u', :tag => 'x'\n  :branch => 'y'\n", ["puppetfile-option"]),
        ("mod 'a-b', '1.0'\n", ["puppetfile-version"]),
        ("mod 'a-b', :latest\n", ["puppetfile-unpinned"]),
        ("mod 'b', local: true\n", []),
        ("mod 'b', git: 'u', branch: :control_branch, default_branch: 'main'\n", []),
        ("if ENV['X'] then mod 'a-b', '1.0.0' else mod 'c-b', '1.0.0' end\n", []),
        ("def ours(name)\n  mod name, git: \"https://example.com/#{name}\", tag: 'x'\nend\nours 'b'\n", []),
        ("forge.baseUrl https://example.com\nmod 'a-b', '1.0.0', :sha256sum => 'x'\n", []),
        ("metadata\nmod 'a-b', '>= 1.0'\n", []),
    ],
)
def test_puppetfiles(text: str, expected: list[str], tmp_path: Path) -> None:
    assert [each for each in codes(tmp_path, "Puppetfile", text) if each != "missing-module"] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("run_task('motd::greet', $targets, 'name' => 'x', 'port' => 80)", []),
        ("run_task('motd::greet', $targets, 'say it', { 'name' => 'x', '_noop' => true })", []),
        ("run_task('motd::greet', $targets, 'name' => 'x', 'port' => 70000)", ["plan-parameter"]),
        ("run_task('motd::greet', $targets, 'name' => 'x', 'prot' => 80)", ["plan-parameter"]),
        ("run_task('motd::greet', $targets)", ["plan-parameter"]),
        ("run_task('motd::greet', $targets, $targets)", []),
        ("run_task('motd', $targets)", ["plan-unknown-task"]),
        ("run_task('elsewhere::greet', $targets)", []),
        ("'motd::greet'.run_task($targets, 'name' => '')", ["plan-parameter"]),
        ("run_plan('motd::p', $targets)", []),
        ("run_plan('motd::p')", ["plan-parameter"]),
        ("run_plan('motd::q')", ["plan-unknown-plan"]),
        ('[1].each |$x| { out::message("${x} ${y}") }', ["unset-plan-variable"]),
        ("apply($targets) { notify { $anything: } }", []),
        ("[$a, $b] = [1, 2]\n  if 'x' =~ /(.)/ { out::message([$a, $b, $1, $other::x]) }", []),
        ("run_task('motd::greet', ", ["syntax-error"]),
    ],
)
def test_plans(call: str, expected: list[str], tmp_path: Path) -> None:
    plan = f"plan motd::p(TargetSpec $targets) {{\n  $given = $targets\n  {call}\n  return $given\n}}\n"
    assert codes(tmp_path, PLAN, plan, TASKS) == expected


@pytest.mark.parametrize(
    "template",
    [
        "",
        "no tags\n",
        "<%% if %%>\n",
        "<% [1].each do |x| -%>\n<%= x %>\n<% end -%>\n",
        "<%- if @a -%>\na\n<%- else -%>\nb\n<%- end -%>\n",
        "<%# if -%>\n<%= @a # comment\n%>\n",
        "<% case @a -%>\n<% when 1 -%>\none\n<% end -%>\n",
        "<%= @x +=\n 1 -%>\n",
    ],
)
def test_templates_that_work(template: str, tmp_path: Path) -> None:
    assert codes(tmp_path, TEMPLATE, template) == []


@pytest.mark.parametrize(
    "template",
    [
        "<% if @a %>\n",
        "a\n<% end %>\n",
        "<% [1].each do |x| %>\n<%= x ) %>\n<% end %>\n",
        "<%= @a # comment %>\n",
        "<% if @a and and @b -%>\n<% end -%>\n",
        "<%= 'a %>\n",
        "<% if @a -%>\n<% else -%>\n<% else -%>\n<% end -%>\n<% end -%>\n",
    ],
)
def test_templates_that_are_broken(template: str, tmp_path: Path) -> None:
    assert codes(tmp_path, TEMPLATE, template) == ["epp-erb-syntax"]
