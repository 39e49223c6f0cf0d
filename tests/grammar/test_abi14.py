"""The parser for editors with an older tree-sitter produces the same trees."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest
from tree_sitter import Language, Parser

from tests.grammar.test_corpus import Case, cases, unspaced
from tests.support.tools import missing

SOURCES = Path(__file__).parents[2] / "grammar" / "abi14" / "src"

RESERVED_WORD = "errors: An else without if"
"""The case whose error is found in another place where no words are reserved."""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Language:
    """The language, compiled as editors do."""
    if shutil.which("cc") is None:
        missing("cc", "the parser for older editors")
    library = tmp_path_factory.mktemp("abi14") / "puppet.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), *map(str, SOURCES.glob("*.c"))], check=True)
    function = ctypes.CDLL(str(library)).tree_sitter_puppet
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return Language(capsule(function(), b"tree_sitter.Language", None))


def test_it_says_so(older: Language) -> None:
    assert older.abi_version == 14


@pytest.mark.parametrize("case", [case for case in cases() if case.title != RESERVED_WORD], ids=lambda case: case.title)
def test_the_tree_is_the_same(older: Language, case: Case) -> None:
    assert unspaced(str(Parser(older).parse(case.source.encode()).root_node)) == unspaced(case.tree)
