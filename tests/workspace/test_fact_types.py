"""A fact that a module adds has a type where the text of all its resolutions shows it for certain."""

from __future__ import annotations

import pytest

from tests.workspace.reading import read

COUNT = "def count\n  list = Facter.value(:processors)\n  list ? list['count'].to_i : 1\nend\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("Facter.add(:x) { setcode { 'text' } }", "String"),
        ("Facter.add(:x) { setcode { true } }", "Boolean"),
        ("Facter.add(:x) { setcode { nil } }", "Undef"),
        ('Facter.add(:x) { setcode { "a#{Facter.value(:y)}" } }', "Optional[String]"),
        ("Facter.add(:x) { setcode 'uname -a' }", "Optional[String]"),
        ("Facter.add(:x) {\n  confine kernel: 'Linux'\n  setcode { 'text' }\n}", "Optional[String]"),
        ("Facter.add(:x) {\n  confine kernel: 'Linux'\n  setcode 'uname -a'\n}", "Optional[String]"),
        ("if Facter.value(:y)\n  Facter.add(:x) { setcode { 'text' } }\nend", "Optional[String]"),
        (f"{COUNT}Facter.add(:x) {{ setcode {{ [[count / 4, 2].max, 8].min }} }}", "Optional[Integer]"),
        ("Facter.add(:x) { setcode { Facter::Core::Execution.execute('uname').strip } }", "Optional[String]"),
        ("Facter.add(:x) { setcode { `uname` } }", "Optional[String]"),
        ("Facter.add(:x) { setcode { 'text' } }\nFacter.add('x') { setcode { 1 } }", "Variant[Integer, String]"),
    ],
)
def test_the_type_of_a_fact_is_that_of_its_resolutions(code: str, expected: str) -> None:
    assert {each.text for each in read("lib/facter/x.rb", code)} == {expected}


@pytest.mark.parametrize(
    "code",
    [
        "Facter.add(:x) { setcode { Facter.value(:y) } }",
        "Facter.add(:x) { setcode { Facter::Core::Execution.execute('uname', on_fail: 1) } }",
        "Facter.add(:x) { setcode { [a, *b].max } }",
        "Facter.add(:x) { setcode { [].first } }",
        "Facter.add(:x) { setcode { 'a' } }\nFacter.add(:x) { setcode { y } }",
        "Facter.add(:x) { setcode { 'a' } }\nFacter.add(name) { setcode { 1 } }",
        "Facter.add(:x) { setcode(lambda) }",
        "Facter.add(:x, type: :aggregate) { chunk(:a) { 'a' } }",
        "Facter.add(:x) {\n  if a\n    setcode { 'a' }\n  else\n    setcode { 1 }\n  end\n}",
        "Facter.add(:x) {\n  setcode { 'a' }\n  setcode { 1 } if b\n}",
    ],
)
def test_a_fact_whose_text_leaves_its_value_open_has_no_type(code: str) -> None:
    assert {each.text for each in read("lib/facter/x.rb", code) if each.name == "x"} == {None}
