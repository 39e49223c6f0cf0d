"""`puppet-eval --render` prints the text of a template for a node."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write

FILES = {
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy:\n  - {name: role, path: '%{facts.role}.yaml'}\n",
    "data/web.yaml": "m::port: 80\n",
    "facts.json": '{"role": "web"}',
    "facts/a.json": '{"role": "web"}',
    "facts/b.json": '{"role": "db"}',
    "modules/m/manifests/init.pp": "class m (Integer $port = 1) {\n  $lines = ['x', 'y']\n}\n",
    "modules/m/templates/m.epp": "<% $m::lines.each |$line| { -%>\n<%= $line %> <%= $m::port %> <%= $facts['role'] %>\n<% } -%>\n",
    "modules/m/templates/p.epp": "<%- | Integer $port, String $word = 'n' | -%>\n<%= $word %>:<%= $port %>\n",
    "modules/m/templates/m.erb": "<% @lines.each do |line| -%>\n<%= line %> <%= @port %> <%= @facts['role'] %>\n<% end -%>\n",
    "modules/m/templates/u.epp": "<%= generate('/bin/x') %>\n",
    "modules/m/templates/w.epp": "<%= $m::port + 'a' * 2 %>\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def rendered(folder: Path, template: str, *arguments: str) -> Answer:
    return run("puppet-eval", "--render", template, "--facts", "facts.json", *arguments, cwd=folder)


@pytest.mark.parametrize("template", ["m/m.epp", "modules/m/templates/m.epp", "m/m.erb", "modules/m/templates/m.erb"])
def test_a_template_is_evaluated_in_the_scope_of_a_class(folder: Path, template: str) -> None:
    assert rendered(folder, template, "--class", "m") == Answer(0, "x 80 web\ny 80 web\n", "")


def test_parameters_are_puppet_code_in_that_scope(folder: Path) -> None:
    assert rendered(folder, "m/p.epp", "--class", "m", "--parameter", "port=$port + 1").out == "n:81\n"
    answer = rendered(folder, "m/p.epp", "--parameter", "port=5", "--parameter", "word='o'", "--json")
    assert json.loads(answer.out)["text"] == "o:5\n"


def test_an_error_is_at_its_place(folder: Path) -> None:
    answer = rendered(folder, "m/w.epp", "--class", "m")
    assert (answer.code, answer.out, "cannot be converted to Numeric" in answer.err) == (1, "", True)
    assert "expects a value for parameter 'port'" in rendered(folder, "m/p.epp").err


def test_a_text_that_is_not_known_is_explained(folder: Path) -> None:
    answer = rendered(folder, "m/u.epp")
    assert (answer.code, answer.out) == (2, "")
    assert "function generate" in answer.err


def test_a_node_is_chosen(folder: Path) -> None:
    both = ("puppet-eval", "--render", "m/m.epp", "--class", "m", "--facts", "facts")
    assert run(*both, cwd=folder).err == "puppet-eval: error: --render needs one node; choose it with --node\n"
    assert run(*both, "--node", "b", cwd=folder).out == "x 1 db\ny 1 db\n"


def test_wrong_usage(folder: Path) -> None:
    assert rendered(folder, "m/m.epp", "-e", "1").code == 2
    assert rendered(folder, "nothing.epp").code == 2
    assert "is not in the folder `templates`" in rendered(folder, "modules/m/manifests/init.pp").err
    assert run("puppet-eval", "--parameter", "a=1", "-e", "1", cwd=folder).code == 2
