"""The catalogs of examples of specs in the debugger."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import write
from tests.specs.module import FILES
from tests.support.dap_client import Client, Failure, Json

SPEC = "spec/classes/web_spec.rb"
INIT = "manifests/init.pp"
TEXT = """\
require 'spec_helper'
describe 'web' do
  on_supported_os.each do |os, os_facts|
    context "on #{os}" do
      let(:facts) { os_facts }
      let(:node) { 'a.example.org' }
      let(:pre_condition) { '$before = 1' }
      let(:params) { { port: 81 } }
      it { is_expected.to compile }
      it { expect(1).to eq(1) }
    end
  end
end
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return write(tmp_path / "web", FILES | {SPEC: TEXT})


def test_the_catalog_of_an_example_is_debugged_with_its_facts_and_parameters(module: Path) -> None:
    with Client(cwd=module) as client:
        launch = {"spec": str(module / SPEC), "example": "./spec/classes/web_spec.rb[1:2:1]"}
        client.start({module / INIT: [3]}, stopOnEntry=True, **launch)
        assert client.stopped() == "entry"
        frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
        assert frame["source"] == {"name": "manifest of the example", "sourceReference": 1}
        code = client.ask("source", sourceReference=1)["content"]
        assert code.split("\n")[frame["line"] - 1 :] == ["$before = 1", "class { 'web': port => 81 }"]
        assert client.go("continue") == ("init.pp", 3)
        assert client.value("$facts['os']['name']") == ("'RedHat'", "String")
        assert client.value("$port") == ("81", "Integer")
        assert client.value("$trusted['certname']") == ("'a.example.org'", "String")
        client.ask("continue", threadId=1)
        assert client.end() == 0
        assert 'content => "port=81\\n"' in client.text("stdout")


@pytest.mark.parametrize(
    ("launch", "reason"),
    [
        ({"example": "./spec/classes/web_spec.rb[1:1:2]"}, r"\[1:1:2\] compiles no catalog"),
        ({"example": "./spec/classes/web_spec.rb[7]"}, r"\[7\] does not exist"),
        ({}, "`spec` needs `example`"),
        ({"spec": "/nowhere/a_spec.rb", "example": "./a[1]"}, "the spec is not in a module"),
    ],
)
def test_what_cannot_be_debugged_says_why(launch: Json, reason: str, module: Path) -> None:
    with Client(cwd=module) as client, pytest.raises(Failure, match=reason):
        client.start(**{"spec": SPEC, **launch})


def test_only_the_manifest_of_an_example_is_a_source_without_a_file(module: Path) -> None:
    with Client(cwd=module) as client:
        client.start(program=INIT, stopOnEntry=True)
        with pytest.raises(Failure, match="the source does not exist"):
            client.ask("source", sourceReference=1)
