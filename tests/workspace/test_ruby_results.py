"""A function in Ruby that declares no result has the type that its text shows for certain."""

from __future__ import annotations

import pytest

from tests.workspace.reading import function

FUNCTION = (
    "Puppet::Functions.create_function(:f) do\n  dispatch :f do\n    param 'String', :a\n    param 'Any', :b\n  end\n"
    "  def f(a, b)\n%s\n  end\nend\n"
)


def result(body: str) -> str | None:
    (only,) = function(FUNCTION % body).signatures
    return only.returns


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = ''\nx += a\nx", "String"),
        ("x = 1\nx += 2.5\nx", "Numeric"),
        ("x = 'a'\nx << b\nx", "String"),
        ("x = nil\nx ||= 'a'\nx", "Optional[String]"),
        ("x = []\nb.each { |y| x += [y] }\nx", "Array"),
        ("x = {}\nx[a] = b\nx[b] += 1\nx['c'], y = 1, 2\nx", "Hash"),
        ("x = a\nx &&= 1\nx", "Variant[Integer, String]"),
        ("[a.length, 2].max", "Integer"),
        ("['a', 1].first", "Variant[Integer, String]"),
        ("File.expand_path(b)", "String"),
        ("::File.read(a)", "String"),
        ("Base64.strict_encode64(a)", "String"),
        ("Shellwords.split(a)", "Array"),
        ("`uname`", "String"),
    ],
)
def test_a_function_returns(body: str, expected: str) -> None:
    assert result(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "x = 1\nx += b\nx",
        "x ||= b\nx",
        "x = a\nx += x\nx += b.c\nx -= 1\nx",
        "x, y = 1, 2\nx += 1\nx",
        "[a, *b].max",
        "[a, 1].max(2)",
        "[a, 1].max { |x, y| x <=> y }.foo",
        "[].first",
        "Facter::Core::Execution.execute(a, on_fail: nil)",
        "Other::File.read(a)",
    ],
)
def test_a_function_whose_text_leaves_its_result_open_has_no_type(body: str) -> None:
    assert result(body) is None
