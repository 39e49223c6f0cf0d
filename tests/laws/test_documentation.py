"""Reading docstrings and Ruby for `puppet-check docs` never raises, whatever they are."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from puppet_check.documentation.docstring import parse_docstring
from puppet_check.documentation.ruby_data_types import data_types
from puppet_check.documentation.ruby_functions import functions
from puppet_check.documentation.ruby_providers import providers
from puppet_check.documentation.ruby_schemas import schemas
from puppet_check.documentation.ruby_source import RubySource
from puppet_check.documentation.ruby_types import resource_types
from puppet_typesys.ruby.syntax import RubyLimit

SOURCES = sorted((Path(__file__).parents[1] / "data" / "documentation" / "demo" / "lib").rglob("*.rb"))
PIECES = [*"@param @option @enum @example @return @see @!x [ ] < > ' , a".split(), '"', "(see x)", " ", "  ", "\n", "\u00a0"]
RUBY = [*b'do end { } " #{ ( ) :x =>'.split(), b"<<-EOT\n", b"EOT\n", b"\n", b"@doc = ", b"desc ", b"# @param\n", b"\xff"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join))
def test_docstrings(raw: str) -> None:
    made = parse_docstring(raw)
    assert made.raw == raw
    assert [each.tag for each in made.tags] == sorted(each.tag for each in made.tags)


@given(st.sampled_from(SOURCES), st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 40), st.sampled_from(RUBY)), max_size=5))
def test_damaged_ruby(path: Path, edits: list[tuple[int, int, bytes]]) -> None:
    damaged = bytearray(path.read_bytes())
    for start, length, replacement in edits:
        damaged[start : start + length] = replacement
    try:
        source = RubySource(path.name, bytes(damaged))
    except RubyLimit:
        return
    for reader in (functions, resource_types, schemas, providers, data_types):
        assert all(each.name is not None for each in reader(source))
