"""Rewritten code is equivalent: it is evaluated before and after."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.cli.snippet import evaluate_text, settings_with
from puppet_check.document import Document
from puppet_check.features.catalog.data import catalog_data, value_text
from puppet_check.features.refactoring.rewriting import extracted, rewritten
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit
from tests.features.project import edited

SAMPLES = {
    "quotes": """
        $a = 'plain'
        $b = "plain too"
        $c = 'with $dollar and "quotes"'
        $d = "it's 'quoted'"
        $e = "'${a}' 'x' ${b}'y'"
        $f = 'back\\\\slash'
        $g = "tab\\t"
        $h = { 'k' => "v", "w" => 'x' }
        $i = @("END")
          'text' "${a}"
          | END
        notice($a, $b, $c, $d, $e, $f, $g, $h, $i, ["a", 'b'], "")
        if 'x' =~ /x/ { notice('yes') }
    """,
    "resources": """
        file { '/b': }
        file { ['/c', "/d"]: mode => '0644', ensure => file, require => File['/b'], content => "a", backup => false }
        notify { "n": tag => ['x', "y"], message => "m", loglevel => 'info' }
    """,
    "expressions": """
        $x = [1, 2, 3]
        $y = $x.map |$v| { $v * (2 + 3) }
        notice($y[0] + 1, "sum ${$x[0] + 4} and ${y[1]}")
        if $x[1] == 2 and 1 + 1 == 2 { notice(7 - 2) } else { notice('no') }
        $z = $x ? { Array[Integer] => 'ints', default => 'other' }
        case $z { 'ints': { notice(upcase($z)) } default: { notice(1 / 1) } }
        notify { "t${1 + 1}": message => "a" + 0 ? { default => 'b' } }
    """,
}


def view_of(folder: Path, text: str, name: str = "a.pp") -> View:
    document = Analysis().open(str(folder / name), text)
    assert isinstance(document, Document)
    known = document.workspace.known(document.path)
    return View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.model)


def meaning(text: str) -> object:
    """The log and the resources of a program, or its error."""
    found = evaluate_text(text, settings_with(None))
    if found.error is not None:
        return str(found.error)
    assert found.compiler is not None
    return [*found.log], value_text(found.value), json.dumps(catalog_data(found.compiler.catalog), sort_keys=True)


def without_lines(found: object) -> str:
    return "".join(each for each in repr(found) if not each.isdigit())


@pytest.mark.parametrize("what", SAMPLES)
def test_it_means_the_same(what: str, tmp_path: Path) -> None:
    text = SAMPLES[what]
    view = view_of(tmp_path, text)
    before = meaning(text)
    tried = 0
    for node in ast.walk(view.program):
        found = [*rewritten(view, node.start, node.start), *extracted(view, node.start, node.end)]
        for title, edits in found:
            after = edited(text, list(edits))
            assert without_lines(meaning(after)) == without_lines(before), (title, after)
            tried += 1
    assert tried > 5


def test_quotes_are_changed_in_both_directions(tmp_path: Path) -> None:
    for one, other in (("$a = 'b'", '$a = "b"'), ('$a = "b"', "$a = 'b'")):
        ((_, edits),) = rewritten(view_of(tmp_path, one), 6, 6)
        assert edited(one, list(edits)) == other


@pytest.mark.parametrize("text", ["$a = 'b$c'", "$a = 'b\"c'", '$a = "b\'c"', "$a = 'b\\\\c'", '$a = "b\\n"', "$a = \"'x'${b}\""])
def test_quotes_that_matter_stay(text: str, tmp_path: Path) -> None:
    assert [*rewritten(view_of(tmp_path, text), 6, 6)] == []


@pytest.mark.parametrize(
    ("text", "selected", "expected"),
    [
        ("a <%= 1 + 2 %>\n", "1 + 2", "a <% $value = 1 + 2 %><%= $value %>\n"),
        ("<% if true { %>\n<%= [1] + 1 -%>\n<% } %>\n", "[1] + 1", "<% if true { %>\n<% $value = [1] + 1 %><%= $value -%>\n<% } %>\n"),
        ("<% notice(1 + 2) %>\n", "1 + 2", "<% $value = 1 + 2\nnotice($value) %>\n"),
    ],
)
def test_values_are_extracted_in_templates(text: str, selected: str, expected: str, tmp_path: Path) -> None:
    start = text.index(selected)
    assert [edited(text, list(edits)) for _, edits in extracted(view_of(tmp_path, text, "a.epp"), start, start + len(selected))] == [
        expected
    ]


def test_what_is_taken_out_gets_a_name_that_is_free(tmp_path: Path) -> None:
    text = "$value = 1\nnotice(2 + $value)\n"
    start = text.index("2 +")
    ((_, edits),) = extracted(view_of(tmp_path, text), start, start + len("2 + $value"))
    assert edited(text, list(edits)) == "$value = 1\n$value2 = 2 + $value\nnotice($value2)\n"


def test_edits_do_not_touch_each_other(tmp_path: Path) -> None:
    for text in SAMPLES.values():
        view = view_of(tmp_path, text)
        for node in ast.walk(view.program):
            for _, edits in (*rewritten(view, node.start, node.start), *extracted(view, node.start, node.end)):
                assert not overlap(sorted(edits))


def overlap(edits: list[Edit]) -> bool:
    return any(one.end > other.start for one, other in pairwise(edits))
