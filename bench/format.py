"""Measures the formatter on the manifests and templates below a folder of modules.

    python -m bench.format FOLDER [--show KIND]

Prints whether PN and comments are kept and formatting twice equals once, the findings of the rules about layout on the formatted files, the
lines changed by who maintains the modules with the kinds of changes, and the speed in processor time. `--show` prints changes of a kind.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puppet_check.features.refactoring.formatting import format_document
from puppet_check.formatting.engine import NotFormattedError, formatted
from puppet_check.formatting.style import Style
from puppet_grammar.lower import lower, paused_collector
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.pn import NoPN, pn
from tests.support.corpus import find_files

PROGRAM = (str(Path(sys.executable).with_name("puppet-check")), "--no-cache", "--no-config", "--no-gitignore", "--format", "json")
LAYOUT = (
    "2sp_soft_tabs,arrow_alignment,trailing_whitespace,hard_tabs,arrow_on_right_operand_line,space_before_arrow,140chars,"
    "manifest_whitespace_*,trailing_comma,strict_indent"
)
LINTED = ("puppet", "puppetlabs")
"""The authors whose modules are checked by a linter."""
Pair = tuple[str | None, str | None]
"""A line before and after; None for one that was added or removed."""


class File(NamedTuple):
    """A file before and after."""

    path: Path
    group: str
    before: bytes
    after: bytes


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="bench.format")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="", help="the kind of changes that are printed")
    options = parser.parse_args()
    files, refused = _formatted(find_files(options.folder), options.folder)
    _print_law(files, refused)
    _print_changes(files, options.show)
    _print_findings(files)
    _print_speed(files)


def _formatted(paths: Sequence[Path], folder: Path) -> tuple[list[File], list[str]]:
    files: list[File] = []
    refused: list[str] = []
    authors: dict[str, str] = {}
    for path in paths:
        module = path.relative_to(folder).parts[0]
        if module not in authors:
            authors[module] = _author(folder / module / "metadata.json")
        source = path.read_bytes()
        try:
            files.append(File(path, authors[module], source, formatted(source, mode_of(str(path)))))
        except NotFormattedError as error:
            refused.append(f"{path}: {error}")
    return files, refused


def _author(metadata: Path) -> str:
    try:
        author = re.split("[-/]", json.loads(metadata.read_text())["name"])[0]
    except (OSError, ValueError, KeyError):
        return "rest"
    return "puppet and puppetlabs" if author in LINTED else "openstack" if author == "openstack" else "rest"


def _print_law(files: Sequence[File], refused: Sequence[str]) -> None:
    kept = sum(_meaning(each, each.before) == _meaning(each, each.after) for each in files)
    again = sum(formatted(each.after, mode_of(str(each.path))) == each.after for each in files)
    print(f"files: {len(files)}, left as they are: {len(refused)}")
    print(f"PN and comments unchanged: {kept} of {len(files)}; formatting twice equals once: {again} of {len(files)}")
    for each in refused:
        print(f"  {each}")


def _meaning(file: File, source: bytes) -> tuple[str, list[str]]:
    program, _ = lower(parse(source, mode_of(str(file.path))))
    try:
        return pn(program), [each.text.rstrip("\r") for each in program.comments]
    except NoPN as error:
        return str(error), []


def _print_changes(files: Sequence[File], shown: str) -> None:
    for group in sorted({each.group for each in files}):
        lines, kinds = 0, Counter[str]()
        for each in files:
            if each.group != group:
                continue
            lines += each.before.count(b"\n")
            for pair in _pairs(each):
                kind = _kind(*pair)
                kinds[kind] += 1
                if kind == shown:
                    print(f"{each.path}\n- {pair[0]}\n+ {pair[1]}")
        total = kinds.total()
        print(f"{group}: {total} of {lines} lines changed, {total / lines:.2%}")
        for kind, count in kinds.most_common(10):
            print(f"  {count:6} {count / lines:7.2%} {kind}")


def _pairs(file: File) -> Iterator[Pair]:
    """The changed lines; those that were joined or broken count once for each line of the longer side."""
    old, new = (each.decode("utf-8", "replace").splitlines() for each in (file.before, file.after))
    for tag, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        before, after = old[first:last], new[start:end]
        for index in range(max(len(before), len(after))):
            yield (before[index] if index < len(before) else None, after[index] if index < len(after) else None)


def _kind(before: str | None, after: str | None) -> str:
    """What kind of change a line has."""
    if before is None or after is None:
        only = before if after is None else after
        return "lines joined or broken" if only and only.strip() else "blank lines"
    if re.sub(r"\s", "", before) != re.sub(r"\s", "", after):
        old, new = (re.sub(r"[\s,;]", "", each) for each in (before, after))
        return "commas at the end" if old == new else "quotes" if old.replace('"', "'") == new else "lines joined or broken"
    return next((kind for kind, pattern, form in WHITE if re.sub(pattern, form, before) == re.sub(pattern, form, after)), "other spaces")


WHITE = (
    ("white space at the end of comments", r"(#.*?)\s+$", r"\1"),
    ("white space at the end of lines", r"\s+$", ""),
    ("indentation", r"^\s+", ""),
    ("columns of arrows", r" +([=+]>)", r" \1"),
    ("columns of `=` and names", r" +([=$])", r" \1"),
    ("columns of comments", r" +#", " #"),
    ("spaces after commas", r", *", ","),
    ("space after `!`", r"! ", "!"),
    ("spaces next to brackets, braces and parentheses", r" *([\[\](){}]) *", r"\1"),
    ("space before a colon", r" +:", ":"),
    ("spaces around `<|`", r" *(<\|) *", r"\1"),
)
"""Kinds of changes of white space: what differs, and the form in which it does not."""


def _print_findings(files: Sequence[File]) -> None:
    with tempfile.TemporaryDirectory() as top:
        for kind in ("before", "after"):
            for number, each in enumerate(files):
                copy = Path(top, kind, str(number), "manifests", each.path.name)
                copy.parent.mkdir(parents=True)
                copy.write_bytes(getattr(each, kind))
            command = (*PROGRAM, "--select", LAYOUT, str(Path(top, kind)))
            found = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
            codes = Counter(each["code"] for each in found)
            print(f"findings of layout {kind}: {codes.total()}: {', '.join(f'{code} {count}' for code, count in codes.most_common())}")


def _print_speed(files: Sequence[File]) -> None:
    with paused_collector():
        for kind in ("before", "after"):
            texts = [(getattr(each, kind), mode_of(str(each.path))) for each in files]
            started = time.process_time()
            for source, mode in texts:
                formatted(source, mode)
            seconds = time.process_time() - started
            lines = sum(source.count(b"\n") for source, _ in texts)
            print(f"speed, files as they are {kind}: {lines / seconds:,.0f} lines a second of one core")
    by_size: dict[int, list[File]] = defaultdict(list)
    for each in files:
        by_size[abs(each.before.count(b"\n") - 1000)].append(each)
    near = by_size[min(by_size)][0]
    lines = near.before.count(b"\n")
    started = time.process_time()
    format_document(near.before, mode_of(str(near.path)), Style())
    print(f"a file of {lines} lines in the server: {(time.process_time() - started) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
