"""Calls of EPP templates without a parameter list must pass what the templates read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

TEMPLATE = "<%= $port %>\n<% if $port { -%>\n<%= $name_of_it %>\n<% } -%>\n"
PARAMS = "class a::params {\n  $template = 'a/one.epp'\n}\n"
INIT = "modules/a/manifests/init.pp"
ONE = "modules/a/templates/one.epp"


def found_in(folder: Path, call: str, others: dict[str, str] | None = None) -> list[tuple[str, int, str]]:
    """The places and messages of the findings about variables of templates."""
    body = "class a (String $template = $a::params::template) inherits a::params {\n  $given = { 'port' => 1, 'name_of_it' => 2 }\n"
    files = {ONE: TEMPLATE, "modules/a/manifests/params.pp": PARAMS, INIT: f"{body}  $x = {call}\n  notice($x)\n}}\n", **(others or {})}
    return [(each.path, each.line, each.message) for each in findings(folder, files) if each.code == "epp-unset-variable"]


OTHER = {"modules/a/manifests/other.pp": "class a::other {\n  notice(epp('a/one.epp', { 'port' => 1, 'name_of_it' => 2 }))\n}\n"}
CALL = "the template 'a/one.epp' reads $port, which this call does not pass"


@pytest.mark.parametrize(
    "call", ["epp($template, $given)", "epp('a/one.epp', $given)", "epp($a::template, { port => 1, 'name_of_it' => 2 })"]
)
def test_a_call_that_passes_everything_is_silent(tmp_path: Path, call: str) -> None:
    assert found_in(tmp_path, call) == []


def test_a_template_named_by_a_variable_reads_what_no_caller_passes(tmp_path: Path) -> None:
    found = found_in(tmp_path, "epp($template, $given)", {ONE: TEMPLATE.replace("$name_of_it", "$nmae_of_it")})
    assert found == [(ONE, 3, "no caller passes `$nmae_of_it` to this template, did you mean 'name_of_it'?")]


@pytest.mark.parametrize("call", ["epp($template)", "epp($template, { 'x' => 1 })", "epp('a/one.epp', { 'x' => 1 })"])
@pytest.mark.parametrize("others", [{}, OTHER])
def test_a_call_that_does_not_pass_what_the_template_always_reads_is_reported_once(
    tmp_path: Path, call: str, others: dict[str, str]
) -> None:
    assert found_in(tmp_path, call, others) == [(INIT, 3, CALL)]


def test_what_only_other_calls_pass_is_reported_at_the_call_that_does_not(tmp_path: Path) -> None:
    assert found_in(tmp_path, "epp('a/one.epp', { 'name_of_it' => 1 })", OTHER) == [(INIT, 3, CALL)]


@pytest.mark.parametrize(
    "template", ["<%- | $port | -%>\n<%= $port %>\n", "<% $port = 1 -%>\n<%= $port %>\n", "<% if $facts { -%><%= $port %><% } -%>\n"]
)
def test_a_variable_that_the_template_declares_or_does_not_always_read_is_no_reason(tmp_path: Path, template: str) -> None:
    assert [each for each in found_in(tmp_path, "epp($template)", {ONE: template}) if each[0] == INIT] == []
