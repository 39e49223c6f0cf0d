"""`puppet-check test`: exit codes, text, reports and what is selected."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import run, write
from tests.specs.module import answer

GOOD = "require 'spec_helper'\ndescribe 'web' do\n  it { is_expected.to compile }\nend\n"
BAD = GOOD.replace("compile", "contain_file('/etc/web.conf').with_content(\"port=81\\n\")")
OPEN = GOOD.replace("is_expected.to compile", "some_helper(1)")


def test_the_exit_code_is_0_only_if_all_ran_and_passed(tmp_path: Path) -> None:
    for number, (spec, code) in enumerate(((GOOD, 0), (BAD, 1), (OPEN, 2))):
        assert answer(tmp_path / str(number), **{"spec/classes/a_spec.rb": spec}).code == code
    assert run("puppet-check", "test", "--allow-unsupported", cwd=tmp_path / "2").code == 0


def test_failures_name_the_place_in_the_spec_and_in_the_manifest(tmp_path: Path) -> None:
    found = answer(tmp_path, **{"spec/classes/a_spec.rb": BAD}).out
    assert "spec/classes/a_spec.rb:3" in found
    assert "declared at manifests/init.pp:3" in found
    assert '-"port=81' in found
    assert '+"port=80' in found
    assert "0 passed, 1 failed, 0 unknown, 0 not supported" in found


def test_what_is_not_supported_can_be_listed_with_its_id(tmp_path: Path) -> None:
    found = answer(tmp_path, "--list-unsupported", **{"spec/classes/a_spec.rb": OPEN}).out
    assert "spec/classes/a_spec.rb:3: ./spec/classes/a_spec.rb[1:1]: web: method `some_helper`" in found


def test_examples_can_be_selected(tmp_path: Path) -> None:
    files = {"spec/classes/a_spec.rb": GOOD, "spec/classes/b_spec.rb": BAD}
    assert "1 passed, 0 failed" in answer(tmp_path, "spec/classes/a_spec.rb", **files).out
    assert "0 passed, 1 failed" in answer(tmp_path, "-k", "b_spec.rb[1:1]", **files).out


def test_systems_can_be_selected(tmp_path: Path) -> None:
    spec = """\
require 'spec_helper'
describe 'web' do
  on_supported_os.each do |os, os_facts|
    context "on #{os}" do
      let(:facts) { os_facts }
      it { is_expected.to compile }
    end
  end
end
"""
    files = {"spec/classes/a_spec.rb": spec}
    assert "2 passed" in answer(tmp_path, **files).out
    assert "1 passed" in answer(tmp_path, "--os-limit", "1", **files).out
    found = json.loads(answer(tmp_path, "--os", "redhat-9", "--format", "json", **files).out)
    assert [each["description"] for each in found["examples"]] == [
        "web on redhat-9-x86_64 is expected to compile into a catalogue without dependency cycles"
    ]


def test_a_report_in_junit_has_each_example(tmp_path: Path) -> None:
    files = {"spec/classes/a_spec.rb": GOOD, "spec/classes/b_spec.rb": BAD, "spec/classes/c_spec.rb": OPEN}
    answer(tmp_path, "--junit", "report.xml", **files)
    found = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert (found.get("tests"), found.get("failures"), found.get("errors")) == ("3", "1", "1")
    assert len(found.findall(".//failure")) == 1


def test_coverage_lists_the_resources_that_nothing_looks_at(tmp_path: Path) -> None:
    found = answer(tmp_path, "--coverage", **{"spec/classes/a_spec.rb": BAD}).out
    assert "Resources: 1 of 3 looked at (33.3%)" in found
    assert "manifests/init.pp:2: Package[httpd]" in found


def test_a_path_outside_of_a_module_is_refused(tmp_path: Path) -> None:
    found = run("puppet-check", "test", cwd=tmp_path)
    assert found.code == 2
    assert "not in a module" in found.err


def test_a_module_without_fixtures_is_said_to_have_none(tmp_path: Path) -> None:
    assert "there is no spec/fixtures/modules" in answer(tmp_path, **{"spec/classes/a_spec.rb": GOOD}).out


def test_without_fixtures_the_modules_beside_it_are_used(tmp_path: Path) -> None:
    spec = GOOD.replace("compile", "contain_class('tool')")
    rest = '"version": "1.0.0", "author": "x", "license": "MIT", "source": "x"'
    files = {"metadata.json": f'{{"name": "x-tool", {rest}, "dependencies": []}}', "manifests/init.pp": "class tool { }\n"}
    write(tmp_path / "tool", files)
    metadata = f'{{"name": "x-web", {rest}, "dependencies": [{{"name": "x/tool", "version_requirement": ">= 1.0.0"}}]}}'
    write(tmp_path / "web", {"metadata.json": metadata, "manifests/init.pp": "class web {\n  include tool\n}\n"})
    write(
        tmp_path / "web", {"spec/classes/a_spec.rb": spec, "spec/spec_helper.rb": "require 'puppetlabs_spec_helper/module_spec_helper'\n"}
    )
    found = run("puppet-check", "test", cwd=tmp_path / "web")
    assert "there is no spec/fixtures/modules, so that the modules beside it are used: tool" in found.out + found.err
    assert (found.code, "1 passed, 0 failed" in found.out) == (0, True)


def test_a_selection_of_nothing_is_not_a_success(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": "{}", "spec/spec_helper.rb": "", "spec/classes/a_spec.rb": "describe 'a' do\n  it { }\nend\n"})
    named = run("puppet-check", "test", "-k", "nothing", cwd=tmp_path)
    assert (named.code, named.err) == (2, "puppet-check: no example matches -k nothing\n")
    system = run("puppet-check", "test", "--os", "debain-12", cwd=tmp_path)
    assert (system.code, system.out) == (2, "")
    assert "--os debain-12: no such system; expected one such as debian-12, did you mean 'debian-12'?" in system.err


def test_a_module_without_specs_has_no_examples(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": "{}"})
    answered = run("puppet-check", "test", cwd=tmp_path)
    assert answered.code == 0
    assert "No examples found." in answered.out


@pytest.mark.parametrize("metadata", ['{"name": "me-web", "version": "1.0.0", "author": "me", "dependencies": []}', '{"name"'])
def test_a_module_that_puppet_does_not_load_is_not_there(tmp_path: Path, metadata: str) -> None:
    found = answer(tmp_path, **{"metadata.json": metadata, "spec/classes/a_spec.rb": GOOD})
    assert "Puppet does not load the module; expected `source`" in found.out + found.err
    assert (found.code, "Could not find class ::web" in found.out) == (1, True)
