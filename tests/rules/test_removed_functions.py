"""Functions that stdlib and Puppet removed: what messages name instead, and the fixes."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_typesys.diagnostics import Fix
from tests.rules.places import messages

REPLACED = {
    "$x = has_key($a, 'b')": "$x = ('b' in $a)",
    "$x = has_key(merge($a, $b), $c)": "$x = ($c in (merge($a, $b)))",
    "$x = is_array($a)": "$x = ($a =~ Array)",
    "validate_hash($a)": "assert_type(Hash, $a)",
    "$x = sprintf_hash('%<a>s', $a)": "$x = sprintf('%<a>s', $a)",
}


METADATA = '{"name": "acme-m", "version": "1.0.0", "dependencies": []}'


def fixes_of(folder: Path, code: str) -> list[Fix]:
    """The fixes of the first unknown function in a module without dependencies."""
    (folder / "metadata.json").write_text(METADATA, encoding="utf-8")
    path = str(folder / "manifests" / "init.pp")
    analysis = Analysis()
    analysis.open(path, code)
    found = next(each for each in analysis.check(path).diagnostics if each.code == "unknown-function")
    return [*found.fixes]


@pytest.mark.parametrize(("before", "after"), REPLACED.items())
def test_a_removed_function_is_replaced_where_something_else_does_the_same(before: str, after: str, tmp_path: Path) -> None:
    edit = fixes_of(tmp_path, before)[0].edits[0]
    assert before[: edit.start] + edit.replacement + before[edit.end :] == after


@pytest.mark.parametrize("code", ["validate_re('a', 'b')", "validate_slength('a', 1)", "validate_array('a', 'b')"])
def test_a_call_that_nothing_replaces_has_no_fix(code: str, tmp_path: Path) -> None:
    assert fixes_of(tmp_path, code) == []


def test_a_removed_name_is_not_called_a_misspelling(tmp_path: Path) -> None:
    known = {"modules/stdlib/lib/puppet/functions/validate_cmd.rb": "Puppet::Functions.create_function(:validate_cmd) { }\n"}
    expected = "Unknown function: 'validate_re'; stdlib 9.0.0 removed it; use `Pattern` as the type of a parameter, or `assert_type`"
    assert messages(tmp_path, "unknown-function", "validate_re('a', 'b')\n", known) == [expected]


def test_facts_with_another_unit_are_not_replaced_by_a_fix(tmp_path: Path) -> None:
    expected = "agents do not send the legacy fact 'memorysize_mb'; use $facts['memory']['system']['total_bytes'] / 1048576.0"
    assert messages(tmp_path, "legacy-fact", "notice($facts['memorysize_mb'])\n") == [expected]
