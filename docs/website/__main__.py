"""Builds the documentation site, strictly: a warning, such as one about a broken link, fails.

python -m docs.website FOLDER [--address URL] [--playground BUILT]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from docs.rule_families import FAMILIES
from docs.website.assemble import HERE, assemble, rule_page
from release.readme import address_of

from puppet_check.config.codes import pages

HOME = "  - Home: index.md\n"
PLAYGROUND = "  - Playground: playground/index.html\n"
RULES = "      - rules.md\n"
"""Where the pages of rules follow, by family."""
OVERRIDES = HERE / "overrides"
"""What the pages have beside what the theme gives them."""


def main() -> int:
    """Assemble the pages in a temporary folder, and build them."""
    parser = argparse.ArgumentParser(prog="docs.website", description="Build the documentation site.")
    parser.add_argument("folder", type=Path, help="where the site is written")
    published, repository = (address_of(each) for each in ("Documentation", "Repository"))
    parser.add_argument("--address", default=published, metavar="URL", help="where it will be published (default: that in pyproject.toml)")
    parser.add_argument(
        "--playground", type=Path, metavar="BUILT", help="what `python -m docs.playground` has built, to publish it with the site"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        assemble(Path(top) / "pages")
        if options.playground is not None:
            shutil.copytree(options.playground, Path(top) / "pages" / "playground")
        settings = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
        settings = settings.replace(RULES, f"{RULES}{''.join(_families())}", 1)
        if options.playground is not None:
            settings = settings.replace(HOME, f"{HOME}{PLAYGROUND}", 1)
        if options.address:
            settings += f"site_url: {options.address.rstrip('/')}/\n"
        if repository:
            settings += f"repo_url: {repository}\n"
        shutil.copytree(OVERRIDES, Path(top) / OVERRIDES.name)
        (Path(top) / "mkdocs.yml").write_text(settings, encoding="utf-8")
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--site-dir", str(options.folder.absolute())]
        return subprocess.run(command, cwd=top, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode


def _families() -> Iterator[str]:
    """The lines of the navigation for the pages of rules."""
    for family, folders in FAMILIES.items():
        yield f"      - {json.dumps(family)}:\n"
        for code, path in pages().items():
            if Path(path).parents[1].name in folders:
                yield f"          - {json.dumps(code)}: {rule_page(code)}\n"


if __name__ == "__main__":
    raise SystemExit(main())
