"""Functions that stdlib and Puppet removed: what messages name instead."""

from __future__ import annotations

from pathlib import Path

from tests.rules.places import messages


def test_a_removed_name_is_not_called_a_misspelling(tmp_path: Path) -> None:
    known = {"modules/stdlib/lib/puppet/functions/validate_cmd.rb": "Puppet::Functions.create_function(:validate_cmd) { }\n"}
    expected = "Unknown function: 'validate_re'; stdlib 9.0.0 removed it; use `Pattern` as the type of a parameter, or `assert_type`"
    assert messages(tmp_path, "unknown-function", "validate_re('a', 'b')\n", known) == [expected]


def test_facts_with_another_unit_are_not_replaced_by_a_fix(tmp_path: Path) -> None:
    expected = "agents do not send the legacy fact 'memorysize_mb'; use $facts['memory']['system']['total_bytes'] / 1048576.0"
    assert messages(tmp_path, "legacy-fact", "notice($facts['memorysize_mb'])\n") == [expected]
