"""`semantic_puppet`, by what the reference's runtime answers."""

from __future__ import annotations

import pytest

from tests.ruby.program import expression

VERSIONS = "%w[1.0.0 1.2.3 2.0.0 2.0.0-rc1 4.13.1 9.0.0 0.1.0 1.9.9-a]"
INCLUDED = {
    ">= 1.0.0 < 2.0.0": "11000000",
    ">= 4.13.1 < 9.0.0": "00001000",
    "1.x": "11000000",
    ">=1.0.0": "11101100",
    "~1.2": "01000000",
    "1.2.3 - 2.0.0": "01100000",
    "> 1": "00101100",
    "< 2.0.0": "11000010",
    "x": "11111111",
    ">= 1.0.0 < 2.0.0 || 3.x": "11000000",
    "^1.2.3": "01000000",
    ">= 1.0.0 < 2.0.0-0": "11000000",
    "=1.2.3": "01000000",
}


@pytest.mark.parametrize("text", INCLUDED)
def test_ranges_include_versions(text: str) -> None:
    code = (
        f"require 'semantic_puppet'; r = SemanticPuppet::VersionRange.parse('{text}');"
        f"{VERSIONS}.map {{ |v| r.include?(SemanticPuppet::Version.parse(v)) ? 1 : 0 }}.join + ' ' + r.to_s"
    )
    assert expression(code).value == f"{INCLUDED[text]} {text}"


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("SemanticPuppet::VersionRange.parse('').to_s", "*"),
        ("SemanticPuppet::Version.parse('1.2.3-rc1+b').to_s", "1.2.3-rc1+b"),
        ("SemanticPuppet::Version.parse('1.2.3') <=> SemanticPuppet::Version.parse('1.10.0')", -1),
        ("SemanticPuppet::Version.valid?('1.2')", False),
        ("SemanticPuppet::Version.parse('1.2.3') > SemanticPuppet::Version.parse('1.2.3-rc1')", True),
        ("SemanticPuppet::Version.parse('1.0.0') >= SemanticPuppet::Version.parse('1.0.0')", True),
        ("SemanticPuppet::Version.parse('1.0.0') <= SemanticPuppet::Version.parse('0.9.0')", False),
        ("SemanticPuppet::Version.parse('1.0.0') < SemanticPuppet::Version.parse('2.0.0')", True),
        ("SemanticPuppet::Version.parse('1.0.0').between?(*%w[0.1.0 2.0.0].map { |v| SemanticPuppet::Version.parse(v) })", True),
        ("v = SemanticPuppet::Version.parse('1.2.3'); [v.major, v.minor, v.patch].join('/')", "1/2/3"),
        (
            "begin; SemanticPuppet::Version.parse('1.2.3') > '1.0.0'; rescue ArgumentError => e; e.message; end",
            "comparison of SemanticPuppet::Version with String failed",
        ),
        (
            "begin; SemanticPuppet::Version.parse('1.2.3') > nil; rescue ArgumentError => e; e.message; end",
            "comparison of SemanticPuppet::Version with nil failed",
        ),
        (
            "begin; SemanticPuppet::VersionRange.parse('bogus'); rescue ArgumentError => e; e.message; end",
            'Unparsable version range: "bogus"',
        ),
        (
            "begin; SemanticPuppet::Version.parse('1.2'); rescue SemanticPuppet::Version::ValidationFailure => e; e.message; end",
            "Unable to parse '1.2' as a semantic version identifier",
        ),
    ],
)
def test_versions_and_ranges_are_parsed(code: str, value: object) -> None:
    assert expression(code).value == value
