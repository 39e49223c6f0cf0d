"""Every fix resolves its finding and adds no error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from puppet_check.analysis import Analysis
from puppet_check.config.codes import pages
from puppet_typesys.diagnostics import Diagnostic, Severity
from tests.cases.blocks import Block, blocks
from tests.features.project import edited

PATH = re.compile(r"# path: (\S+)\n")
FIXED = frozenset(
    """case-without-default class-not-virtualizable duplicate-attribute illegal-attribute-append illegal-class-reference illegal-name
    illegal-number invalid-decimal-number invalid-hex-number invalid-octal-number legacy-fact missing-parameter not-virtualizeable
    numeric-coercion quoted-name reserved-word unknown-parameter unrecognized-escape unused-suppression""".split()
)
"""Codes whose examples in the manual can be fixed; for others it depends on the code."""


class Example(NamedTuple):
    """A block of a manual page, as a file of a module."""

    path: str
    text: str

    def found(self, text: str) -> tuple[Diagnostic, ...]:
        """The diagnostics of the file with another text."""
        analysis = Analysis()
        analysis.open(self.path, text)
        return analysis.check(self.path).diagnostics


def examples(folder: Path, code: str) -> Iterator[Example]:
    for number, block in enumerate(blocks(Path(pages()[code]).read_text())):
        if block.language in ("puppet", "epp") and "bytes" not in block.tags:
            yield Example(str(_place(folder / str(number), block)), block.code)


def _place(folder: Path, block: Block) -> Path:
    """The path of an existing file of a module."""
    named = PATH.match(block.code)
    path = folder / (named[1] if named else "modules/m/templates/a.epp" if block.language == "epp" else "modules/m/manifests/x.pp")
    path.parent.mkdir(parents=True)
    (folder / "modules" / "m").mkdir(parents=True, exist_ok=True)
    (folder / "modules" / "m" / "metadata.json").write_text('{"name": "a-m"}')
    return path


def errors(found: tuple[Diagnostic, ...]) -> int:
    return sum(each.severity == Severity.ERROR for each in found)


def alike(one: Diagnostic, several: tuple[Diagnostic, ...]) -> int:
    return sum((each.code, each.message) == (one.code, one.message) for each in several)


@pytest.mark.parametrize("code", pages())
def test_the_examples_of_the_manual_are_fixed(code: str, tmp_path: Path) -> None:
    fixed = set()
    for example in examples(tmp_path, code):
        before = example.found(example.text)
        for each in before:
            for fix in each.fixes:
                if any(edit.path is not None for edit in fix.edits):
                    continue  # It makes another file.
                after = example.found(edited(example.text, list(fix.edits)))
                assert errors(after) <= errors(before), (fix.title, example.text)
                assert alike(each, after) < alike(each, before), (fix.title, example.text)
                fixed.add(each.code)
    assert code in fixed or code not in FIXED


FUNCTIONS = "function m::f(Integer $i, Boolean $b = true, String $s = '') { }\n"
RESULTS = {
    "a number in quotes": ("m::f('80')", "Convert to a number", "m::f(80)"),
    "a Boolean in quotes": ("m::f(1, 'true')", "Convert to a Boolean", "m::f(1, true)"),
    "a number for a string": ("m::f(1, true, 80)", "Convert to a string", "m::f(1, true, '80')"),
    "an unused variable": ("$y = 1\nm::f(1)", "Remove $y", "m::f(1)"),
    "an option for the rest": ("case $x {\n  'a': { m::f(1) }\n}", "Add a default", "case $x {\n  'a': { m::f(1) }\n  default: { }\n}"),
    "a default of hiera": ("$y = hiera('a', 1)\nm::f($y)", "Use lookup", "$y = lookup('a', undef, undef, 1)\nm::f($y)"),
    "one of several codes": (
        "m::f('a') # puppet-check: ignore[div-by-zero, wrong-argument]",
        "Remove the code",
        "m::f('a') # puppet-check: ignore[wrong-argument]",
    ),
    "a comment above a line": ("# puppet-check: ignore[div-by-zero]\nm::f(1)", "Remove the comment", "m::f(1)"),
    "a comment after a line": ("m::f(1)  # puppet-check: ignore[div-by-zero]", "Remove the comment", "m::f(1)"),
}


@pytest.mark.parametrize("what", RESULTS)
def test_the_fix_gives(what: str, tmp_path: Path) -> None:
    body, title, expected = RESULTS[what]
    (tmp_path / "m" / "functions").mkdir(parents=True)
    (tmp_path / "m" / "metadata.json").write_text('{"name": "a-m"}')
    (tmp_path / "m" / "functions" / "f.pp").write_text(FUNCTIONS)
    head = "function m::g(Enum['a', 'b'] $x) {\n"
    text = f"{head}{body}\n}}\n"
    example = Example(str(tmp_path / "m" / "functions" / "g.pp"), text)
    found = example.found(text)
    fixes = {fix.title: fix for each in found for fix in each.fixes}
    assert title in fixes, [each.message for each in found]
    assert edited(text, list(fixes[title].edits)) == f"{head}{expected}\n}}\n"


@pytest.mark.parametrize("body", ["$y = m::f(1)", "$y = 1\n$z = [1].map |$x| { $y }", "m::f(eighty)", "m::f('0x50')"])
def test_no_fix_that_may_change_the_meaning(body: str, tmp_path: Path) -> None:
    example = Example(str(tmp_path / "a.pp"), f"function g() {{\n{body}\n}}\n")
    found = example.found(example.text)
    assert not [fix.title for each in found for fix in each.fixes if fix.title.startswith(("Remove $y", "Write"))]
