"""Assembles the pages of the site from this folder, the documents of the project and the manual pages of the rules.

The documents link to files of the repository; such a link leads to the page of that file, or becomes plain text if the site has none.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from release.readme import FENCE, LINK

from puppet_check.cli.rules import Row, rows_of_rules
from puppet_check.config.codes import pages

HERE = Path(__file__).parent
DOCS = HERE.parent
ROOT = DOCS.parent
PICTURES = ROOT / "vscode-client" / "media"
DOCUMENTS = {
    ROOT / "README.md": "manual.md",
    **{ROOT / name: name for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "PUBLISHING.md", "SECURITY.md", "STYLE.md")},
    **{each: each.name for each in sorted(DOCS.glob("*.md"))},
}
"""The documents of the project, and their pages."""
RULES = "rules"
"""The folder of the pages of rules."""
ASSETS = ("cards.js", "filter.js", "site.css")
"""What the pages load beside what the theme brings."""
BOOSTS = {
    "installation.md": 5,
    "editors.md": 3,
    "faq.md": 2,
    "suppressing.md": 5,
    "upgrading.md": 8,
    "catalogs.md": 2,
    "command-line.md": 2,
    "configuration.md": 2,
    "pipelines.md": 4,
    "programs.md": 3,
    "puppet-lint.md": 2,
    "style.md": 3,
    "testing.md": 3,
    "unused.md": 2,
    "manual.md": 0.7,
    "ARCHITECTURE.md": 0.2,
    "CHANGELOG.md": 0.2,
    "interfaces.md": 0.2,
}
"""How much more a page counts in a search than others."""
WIDE = ("comparison.md", "configuration.md")
"""The pages that are little more than a wide table, which takes the place of a table of contents."""
OF_RULE = 0.3
"""The same for the pages of rules, which are many and short."""
FIXES = {
    "safe": "Some of its findings have a safe fix.",
    "unsafe": "Some of its findings have a fix, which is not safe.",
    "": "It has no fixes.",
}
ON = {True: "It is reported without any settings.", False: "It is only reported where settings select it."}


def assemble(target: Path) -> None:
    """Write all pages and pictures into a new folder."""
    outside = [each for each in pages().values() if not Path(each).resolve().is_relative_to(ROOT)]
    if outside:
        # The links to rules would vanish without a warning.
        raise SystemExit(
            f"the site is built from {ROOT}, but the installed package is elsewhere ({outside[0]}); run `pip install -e .` here"
        )
    target.mkdir(parents=True)
    for name in ASSETS:
        shutil.copy(HERE / name, target / name)
    for path in sorted(HERE.rglob("*.md")):
        _write(target / path.relative_to(HERE), path.read_text(encoding="utf-8"))
    for path, name in DOCUMENTS.items():
        _write(target / name, _linked(path.read_text(encoding="utf-8"), path, name))
    for row in rows_of_rules():
        path = Path(pages()[row.code])
        _write(target / rule_page(row.code), _with_facts(_linked(path.read_text(encoding="utf-8"), path, rule_page(row.code)), row))
    shutil.copytree(PICTURES, target / "media")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    boost = OF_RULE if path.parent.name == RULES else BOOSTS.get(path.name)
    lines = ([] if boost is None else [f"search:\n  boost: {boost}\n"]) + (["hide: [toc]\n"] if path.name in WIDE else [])
    head = f"---\n{''.join(lines)}---\n\n" if lines else ""
    path.write_text(head + text, encoding="utf-8")


def rule_page(code: str) -> str:
    """The page of a code, below the folder of the pages."""
    return f"{RULES}/{code}.md"


def _with_facts(text: str, row: Row) -> str:
    """The manual page of a rule with what the table of rules says of it below its heading."""
    heading, _, rest = text.partition("\n")
    facts = f'!!! info "Severity: {row.severity}"\n    {ON[row.default]} {FIXES[row.fix]} Since version {row.since}.'
    return f"{heading}\n\n{facts}\n{rest}"


def _linked(text: str, path: Path, page: str) -> str:
    """A document whose links lead to pages of the site."""
    targets = _targets()

    def link(found: re.Match[str]) -> str:
        mark, label, address = found.groups()
        if "://" in address or address.startswith(("#", "mailto:")):
            return found[0]
        file, _, anchor = address.partition("#")
        known = targets.get((path.parent / file).resolve())
        if known is None:
            return f"{label}" if not mark else ""
        relative = os.path.relpath(known, os.path.dirname(page) or ".")
        return f"{mark}[{label}]({relative}{f'#{anchor}' if anchor else ''})"

    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in FENCE.split(text))


@cache
def _targets() -> dict[Path, str]:
    """The pages and pictures of files of the repository."""
    return dict(_found())


def _found() -> Iterator[tuple[Path, str]]:
    for path, name in DOCUMENTS.items():
        yield path.resolve(), name
    for code, file in pages().items():
        yield Path(file).resolve(), rule_page(code)
    for picture in PICTURES.iterdir():
        yield picture.resolve(), f"media/{picture.name}"
