"""What breaks a rule of STYLE.md says why: ignored findings of tools, imports in functions, broad `except` clauses, command lines."""

from __future__ import annotations

import ast as python
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT

PACKAGES = ("grammar/puppet_grammar", "typesys/puppet_typesys", "server/puppet_check")
IGNORED = re.compile(r"# (?:type: ignore(?:\[[\w, -]+\])?|noqa(?:: [A-Z]+[0-9]+(?:, ?[A-Z]+[0-9]+)*)?)(?P<reason> .+)?$")
PARSED = re.compile(r"\bparse_(known_)?args\b|argparse\.Namespace|import Namespace")
"""What sees the options of a command as the library parses them."""
BROAD = {
    "cli/dap/session.py": "one request of a debugger must not end the session",
    "cli/program.py": "a bug ends the program with exit code 2 and a message",
    "lsp/checking.py": "one step of the checking thread must not end it",
    "lsp/limited.py": "a coroutine decides what a cancellation means",
    "lsp/protocol.py": "the library raises many kinds for messages that are not valid",
    "lsp/session.py": "one step of the session must not end it",
    "reports/catalogs/compilation.py": "one node must not end the compilation of the others",
    "reports/formats.py": "one file must not end the run",
    "reports/records.py": "one file must not end the run",
    "stack.py": "what a thread raises is raised again by who waits for it",
    "writing.py": "a file that is half written is removed, whatever happened",
    "evaluate/aliases.py": "an alias that could not be resolved is not kept",
}
"""The modules that catch any exception, each with its reason."""


def modules() -> Iterator[tuple[Path, str]]:
    for package in PACKAGES:
        for path in sorted((CHECKOUT / package).rglob("*.py")):
            yield path, path.read_text("utf-8")


def test_ignored_findings_have_reasons() -> None:
    assert [f"{path}:{line}" for path, text in modules() for line in ignored_without_reason(text)] == []


def test_imports_inside_of_functions_have_reasons() -> None:
    assert [f"{path}:{line}" for path, text in modules() for line in imports_without_reason(text)] == []


def test_any_exception_is_caught_only_where_a_failure_must_not_spread() -> None:
    broad = {str(path) for path, text in modules() if catches_any(text)}
    assert {path for path in broad if not path.endswith(tuple(BROAD))} == set()
    assert {name for name in BROAD if not any(path.endswith(name) for path in broad)} == set()


def test_options_are_parsed_into_records_at_the_door() -> None:
    named = {str(path.relative_to(CHECKOUT)) for path, text in modules() if PARSED.search(text)}
    assert named == {"server/puppet_check/cli/arguments.py", "server/puppet_check/lsp/server.py"}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a = 1  # type: ignore[misc]", [1]),
        ("a = 1  # type: ignore[misc]  # the library is untyped", []),
        ("a = 1  # noqa: N802", [1]),
        ("a = 1  # noqa: N802 - as the constant is named", []),
    ],
)
def test_ignores_are_recognised(text: str, lines: list[int]) -> None:
    assert [*ignored_without_reason(text)] == lines


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("import json", [2]),
        ("import json  # few need it", []),
        ("import json  # few need it\n    from yaml import load", []),
        ("import json  # few need it\n    a = 1\n    import yaml", [4]),
        ("import json  # few need it\n    a = 1\n    import json", []),
    ],
)
def test_imports_are_recognised(body: str, lines: list[int]) -> None:
    assert [*imports_without_reason(f"def f():\n    {body}\n")] == lines


def ignored_without_reason(text: str) -> Iterator[int]:
    for number, line in enumerate(text.splitlines(), 1):
        found = IGNORED.search(line)
        if found is not None and not found["reason"] and not line.lstrip().startswith(("#:", '"')):
            yield number


def imports_without_reason(text: str) -> Iterator[int]:
    """The lines of the first imports of blocks, none of which is followed by a comment."""
    lines = text.splitlines()
    blocks = [*blocks_of_imports(python.parse(text), lines)]
    explained = {name for block in blocks if has_comment(block, lines) for each in block for name in imported(each)}
    for block in blocks:
        if not has_comment(block, lines) and not all(name in explained for each in block for name in imported(each)):
            yield block[0].lineno


Import = python.Import | python.ImportFrom


def blocks_of_imports(tree: python.Module, lines: list[str]) -> Iterator[list[Import]]:
    """The imports inside of functions that follow each other."""
    functions = (each for each in python.walk(tree) if isinstance(each, python.FunctionDef | python.AsyncFunctionDef))
    seen: set[int] = set()
    for function in functions:
        block: list[Import] = []
        inner = [each for each in python.walk(function) if isinstance(each, Import) and id(each) not in seen]
        seen.update(map(id, inner))
        for node in sorted(inner, key=lambda each: each.lineno):
            if block and "".join(lines[block[-1].end_lineno : node.lineno - 1]).strip():
                yield block
                block = []
            block.append(node)
        if block:
            yield block


def has_comment(block: list[Import], lines: list[str]) -> bool:
    return any("#" in line for line in lines[block[0].lineno - 1 : block[-1].end_lineno])


def imported(node: Import) -> Iterator[str]:
    if isinstance(node, python.ImportFrom):
        yield node.module or ""
    else:
        yield from (each.name for each in node.names)


def catches_any(text: str) -> bool:
    handlers = (node for node in python.walk(python.parse(text)) if isinstance(node, python.ExceptHandler))
    return any(
        each.type is None or (isinstance(each.type, python.Name) and each.type.id in ("Exception", "BaseException")) for each in handlers
    )
