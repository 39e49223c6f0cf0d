"""Control comments of puppet-lint suppress findings, as there."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import run

CASES = {
    "at the end of a line": ('$a = "x" # lint:ignore:double_quoted_strings as it was\n$b = "x"\n', {2}),
    "around lines": ('# lint:ignore:double_quoted_strings\n$a = "x"\n$b = "x"\n# lint:endignore\n$c = "x"\n', {5}),
    "up to an end that names them": (
        '# lint:ignore:double_quoted_strings\n$a = "x"\n# lint:endignore:double_quoted_strings\n$b = "x"\n',
        {4},
    ),
    "of other checks": ('# lint:ignore:140chars\n$a = "x"\n# lint:endignore\n', {2}),
    "of several checks": ('# lint:ignore:140chars lint:ignore:double_quoted_strings\n$a = "x"\n# lint:endignore\n', set()),
    "nested": (
        '# lint:ignore:double_quoted_strings\n# lint:ignore:140chars\n$a = "x"\n# lint:endignore\n$b = "x"\n# lint:endignore\n$c = "x"\n',
        {7},
    ),
    "without an end": ('# lint:ignore:double_quoted_strings\n$a = "x"\n', {2}),
    "after words": ('# please lint:ignore:double_quoted_strings\n$a = "x"\n# lint:endignore\n', {2}),
}


@pytest.mark.parametrize("name", CASES)
def test_findings_are_suppressed(name: str) -> None:
    text, lines = CASES[name]
    answer = run("puppet-check", "--select", "double_quoted_strings", "--format", "json", "--no-config", "-", stdin=text)
    assert {each["line"] for each in json.loads(answer.out)} == lines


def test_comments_without_a_counterpart_are_reported_where_style_is() -> None:
    text = "# lint:endignore\n# lint:ignore:140chars\n"
    for profile, count in (("default", 0), ("puppet-lint", 2)):
        answer = run("puppet-check", "--profile", profile, "--format", "json", "--no-config", "-", stdin=text)
        assert [each["code"] for each in json.loads(answer.out)] == ["unpaired-control-comment"] * count


def test_an_unknown_variable_is_reported_once() -> None:
    text = 'class a {\n  $x = "a $nope b"\n  notice($nope, $server)\n}\n'
    for arguments, expected in (
        (("--profile", "puppet-lint", "--ignore", "documentation,autoloader_layout"), ["unknown-variable", "variables_not_enclosed"]),
        (("--select", "variable_scope"), ["variable_scope", "variable_scope"]),
    ):
        answer = run("puppet-check", *arguments, "--format", "json", "--no-config", "-", stdin=text)
        assert [each["code"] for each in json.loads(answer.out)][: len(expected)] == expected
    fixed = run("puppet-check", "--profile", "puppet-lint", "--fix-only", "--no-config", "-", stdin=text)
    assert "a ${nope} b" in fixed.out
