"""The grammar as others use it: the packages for other languages, the page about it, and the entries for other projects."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
import tree_sitter

from puppet_grammar.parse import language
from tests.support.tools import missing

GRAMMAR = Path(__file__).parents[2] / "grammar"
UPSTREAM = GRAMMAR / "upstream"
VERSION = json.loads((GRAMMAR / "tree-sitter.json").read_text("utf-8"))["metadata"]["version"]
SOURCES = ("parser.c", "scanner.c")

# Those of the guide for contributors of nvim-treesitter that the queries have.
KNOWN_TO_NEOVIM = set(
    "boolean comment constant constant.builtin function function.builtin function.call function.method.call keyword keyword.conditional "
    "keyword.operator none number operator property punctuation.bracket punctuation.delimiter punctuation.special string string.regexp "
    "tag.delimiter type type.definition variable variable.builtin variable.parameter fold indent.auto indent.begin indent.branch "
    "indent.end indent.ignore injection.content local.definition.function local.definition.parameter local.definition.type "
    "local.definition.var local.reference local.scope _tag".split()
)


@pytest.mark.parametrize(
    ("file", "version"),
    [
        ("CMakeLists.txt", r'^ +VERSION "(\S+)"'),
        ("Cargo.toml", r'^version = "(\S+)"'),
        ("Makefile", r"^VERSION := (\S+)"),
        ("package.json", r'^  "version": "(\S+)"'),
        ("pyproject.toml", r'^version = "(\S+)"'),
    ],
)
def test_the_packages_have_the_version_of_the_grammar(file: str, version: str) -> None:
    assert re.findall(version, (GRAMMAR / file).read_text("utf-8"), re.MULTILINE) == [VERSION]


def test_the_crate_and_the_package_for_node_contain_the_scanner() -> None:
    assert "src/*" in tomllib.loads((GRAMMAR / "Cargo.toml").read_text("utf-8"))["package"]["include"]
    assert "src/**" in json.loads((GRAMMAR / "package.json").read_text("utf-8"))["files"]


def compiled(output: Path, *arguments: str) -> None:
    """Compile the parser with other sources."""
    if shutil.which("cc") is None:
        missing("cc", "the bindings of the grammar")
    subprocess.run(["cc", "-O0", "-std=c11", "-o", output, *arguments, *(GRAMMAR / "src" / each for each in SOURCES)], check=True)


def test_a_program_in_c_gets_the_language_by_its_header(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text("#include <tree_sitter/tree-sitter-puppet.h>\nint main(void) { return tree_sitter_puppet() ? 7 : 0; }\n")
    compiled(tmp_path / "program", f"-I{GRAMMAR / 'bindings/c'}", str(program))
    assert subprocess.run([tmp_path / "program"]).returncode == 7


def test_the_package_for_python_parses(tmp_path: Path) -> None:
    folder = tmp_path / "tree_sitter_puppet"
    shutil.copytree(GRAMMAR / "bindings/python/tree_sitter_puppet", folder)
    shutil.copytree(GRAMMAR / "queries", folder / "queries")
    headers = [f"-I{sysconfig.get_path(each)}" for each in ("include", "platinclude")]
    compiled(folder / "_binding.abi3.so", "-shared", "-fPIC", *headers, str(folder / "binding.c"))
    code = (
        "import tree_sitter, tree_sitter_puppet as puppet; language = tree_sitter.Language(puppet.language())\n"
        "print(tree_sitter.Parser(language).parse(b'class a { }').root_node)\n"
        "print(len(tree_sitter.Query(language, puppet.HIGHLIGHTS_QUERY + puppet.TAGS_QUERY).capture_name(0)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["(source_file statement: (class_definition name: (name) body: (block)))", "7"]


def test_every_part_of_a_node_has_a_field() -> None:
    types = json.loads((GRAMMAR / "src/node-types.json").read_text("utf-8"))
    assert [each["type"] for each in types if each.get("children")] == []
    assert {each["type"] for each in types if "subtypes" in each} == {"statement", "expression", "definition", "type"}


def test_the_queries_of_the_page_are_valid() -> None:
    (queries,) = re.findall(r"```query\n(.*?)```", (GRAMMAR / "README.md").read_text("utf-8"), re.DOTALL)
    assert tree_sitter.Query(language(), queries).pattern_count == 3


@pytest.mark.parametrize("page", [GRAMMAR / "README.md", UPSTREAM / "README.md"], ids=["grammar", "upstream"])
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:c|h|js|json|lua|yml|toml|txt|gyp|py))`", page.read_text("utf-8"))
    roots = (page.parent, GRAMMAR.parent)
    elsewhere = {"lua/nvim-treesitter/parsers.lua", "plugin/filetypes.lua", "lib/linguist/languages.yml", "scripts/format-queries.lua"}
    assert named and [each for each in named if each not in elsewhere and not any((root / each).exists() for root in roots)] == []


def test_the_queries_for_nvim_treesitter_have_its_captures(tmp_path: Path) -> None:
    subprocess.run([UPSTREAM / "nvim-queries", tmp_path], check=True)
    written = sorted(tmp_path.iterdir())
    assert [each.stem for each in written] == ["folds", "highlights", "indents", "injections", "locals"]
    captures: set[str] = set()
    for each in written:
        query = tree_sitter.Query(language(), each.read_text("utf-8"))
        captures |= {query.capture_name(at) for at in range(query.capture_count)}
    assert captures == KNOWN_TO_NEOVIM
