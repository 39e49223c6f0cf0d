"""Neovim's own tree-sitter, set up as docs/editors.md says, highlights every word as the server does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from puppet_check.features.structure.semantic_tokens import TYPES
from tests.editors.editors_page import PAGE, snippet
from tests.editors.neovim import Neovim, neovim, surroundings, version
from tests.support.tools import missing

HERE = Path(__file__).parent
QUERIES = PAGE.parent.parent / "grammar" / "queries"
MEANING = {
    "boolean": "keyword",
    "comment": "comment",
    "constant": "enumMember",
    "constant.builtin": "keyword",
    "function.builtin": "function",
    "function.call": "function",
    "function.definition": "function",
    "function.method.call": "function",
    "keyword": "keyword",
    "keyword.conditional": "keyword",
    "keyword.operator": "keyword",
    "none": None,
    "number": "number",
    "operator": "operator",
    "property": "property",
    "punctuation.bracket": None,
    "punctuation.delimiter": None,
    "punctuation.special": None,
    "string": "string",
    "string.regexp": "regexp",
    "tag": "macro",
    "type": "type",
    "type.class": "class",
    "type.class.definition": "class",
    "type.definition": "type",
    "variable": "variable",
    "variable.builtin": "variable",
    "variable.parameter": "parameter",
}
"""The semantic token type for each capture; None: not highlighted on its own."""
FILES = {"colours.pp": "manifests/colours.pp", "colours.epp": "templates/colours.epp"}
SHOWN = {name: (HERE / name).read_text(encoding="utf-8") for name in FILES}
Cell = tuple[int, int]


@pytest.fixture(scope="module")
def nvim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    """Neovim with the grammar, built and copied as the page says."""
    major_minor = version()
    if shutil.which("cc") is None:
        missing("cc", "the grammar in Neovim")
    folder = tmp_path_factory.mktemp("colours")
    with neovim(folder, {place: SHOWN[name] for name, place in FILES.items()}) as started:
        for command in commands(major_minor):
            subprocess.run(["sh", "-ec", command], cwd=PAGE.parent.parent, env=surroundings(folder / "home"), check=True)
        started.lua(f"seen.treesitter = function() {snippet('Tree-sitter in Neovim', 'lua')} vim.cmd('doautocmd FileType') end")
        yield started


def commands(wanted: tuple[int, int]) -> list[str]:
    """The lines of the page that build and copy; of two compilers' lines, the one for the version."""
    lines = [line for line in snippet("Tree-sitter in Neovim", "sh").splitlines() if not line.startswith("git")]
    (recent, older) = (line for line in lines if line.startswith("cc "))
    return [line for line in lines if line != (older if wanted >= (0, 11) else recent)]


@pytest.mark.parametrize("name", FILES)
def test_every_word_is_highlighted_as_by_the_server(nvim: Neovim, name: str) -> None:
    nvim.open(FILES[name])
    expected = by_server(nvim)
    painted = by_neovim(nvim)
    # That a variable is a parameter cannot be seen by its syntax.
    meant = {cell: "parameter" if expected.get(cell) == "parameter" and kind == "variable" else kind for cell, kind in meanings(painted)}
    assert meant == expected


def test_the_samples_have_every_capture_and_every_kind(nvim: Neovim) -> None:
    captures: set[str] = set()
    for place in FILES.values():
        nvim.open(place)
        captures |= {str(name) for *_, name in painted_by(nvim)}
    assert captures == set(MEANING) == named_in("highlights")
    assert set(filter(None, MEANING.values())) == set(TYPES) - {"namespace"}


@pytest.mark.parametrize("query", sorted(file.stem for file in QUERIES.glob("*.scm")))
def test_neovim_reads_the_query(nvim: Neovim, query: str) -> None:
    nvim.open(FILES["colours.pp"])
    assert nvim.lua(f"return seen.captures_of('{query}')") == sorted(each for each in named_in(query) if not each.startswith("_"))


def meanings(painted: dict[Cell, str]) -> list[tuple[Cell, str]]:
    """The token type that each highlighted place should have."""
    return [(cell, kind) for cell, capture in painted.items() if (kind := MEANING[capture])]


def by_neovim(nvim: Neovim) -> dict[Cell, str]:
    """The capture that colours each place."""
    return {(line, column): name for line, start, end, name in painted_by(nvim) for column in range(start, end)}


def painted_by(nvim: Neovim) -> list[tuple[int, int, int, str]]:
    names = ", ".join(f"'{each}'" for each in MEANING)
    answer = nvim.lua(f"return seen.coloured({{ {names} }})")
    assert isinstance(answer, list)
    return [tuple(each) for each in answer]


def by_server(nvim: Neovim) -> dict[Cell, str]:
    """The kind of token at each place."""
    numbers = nvim.lua("return seen.ask('textDocument/semanticTokens/full').data")
    assert isinstance(numbers, list)
    found: dict[Cell, str] = {}
    line = column = 0
    for down, right, length, kind, _ in zip(*[iter(numbers)] * 5, strict=True):
        line, column = line + down, right if down else column + right
        found.update({(line, each): TYPES[kind] for each in range(column, column + length)})
    return found


def named_in(query: str) -> set[str]:
    """The captures in a query."""
    return set(re.findall(r"(?<!#)@([\w.]+)", re.sub(r"^;.*|\(#.*", "", (QUERIES / f"{query}.scm").read_text(), flags=re.MULTILINE)))
