"""Which modules a Puppetfile declares by functions of its own, and whether it computes their names."""

from __future__ import annotations

import pytest

from puppet_check.workspace.puppetfile_functions import OwnFunctions

FUNCTION = "def own(name)\n  mod name, :latest\nend\n"


@pytest.mark.parametrize(
    ("text", "names", "is_computed"),
    [
        ("own 'a'", ["a"], False),
        ("own('a'); other 'b'", ["a"], False),
        ("if x then own 'a'\nelse own 'b'\nend", ["a", "b"], False),
        ("if x\n  own 'a'\n  else own name\nend", ["a"], True),
        ("%w[a b].each { |each| own each }", [], True),
        ("%w[a b].each do |each| mod each end", [], True),
        ("other name", [], False),
        ("mod 'x-a'", [], False),
    ],
)
def test_calls(text: str, names: list[str], is_computed: bool) -> None:
    functions = OwnFunctions((FUNCTION + text).splitlines())
    assert [each.name for each in functions.declared()] == names
    assert functions.computes_names() == is_computed


def test_many_functions() -> None:
    """Each line is read once, however many functions there are."""
    several = range(5000)
    text = "".join(f"def own_{each}(name)\n  mod name\nend\n" for each in several) + "".join(f"own_{each} 'a{each}'\n" for each in several)
    functions = OwnFunctions(text.splitlines())
    assert [each.name for each in functions.declared()] == [f"a{each}" for each in several]
    assert not functions.computes_names()
