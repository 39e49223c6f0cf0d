"""Writes the addresses of the project where they are needed: `[project.urls]` of pyproject.toml is the one place that is edited.

    python -m release.addresses [--check]

The manifest of the extension gets its `repository`, `bugs` and `homepage`; the pages get the address of the repository in place of
ADDRESS, the grammar in place of the one that it has, and links of codes lead to the site. Without `[project.urls]` nothing changes.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MANIFEST = Path("vscode-client/package.json")
GRAMMAR = Path("grammar/tree-sitter.json")
CODES = Path("server/puppet_check/config/codes.py")
DEBIAN = Path("debian/control")
PAGES = tuple(map(Path, ("README.md", "docs/installation.md", "docs/editors.md")))
OF_GRAMMAR = tuple(
    Path("grammar", *each.split("/"))
    for each in (
        "tree-sitter.json",
        "package.json",
        "pyproject.toml",
        "Cargo.toml",
        "CMakeLists.txt",
        "Makefile",
        "README.md",
        "upstream/nvim-treesitter.lua",
    )
)
PIPELINES = Path("docs/pipelines.md")
ACTION = "OWNER/puppet-check"
"""How the page about pipelines names the action, which GitHub takes by the owner and name of its repository."""
ON_GITHUB = re.compile(r"https://github\.com/([^/]+/[^/]+)")
PLACEHOLDER = re.compile(r"\bADDRESS\b")
PUBLISHED = re.compile(r'^PUBLISHED = ".*"$', re.MULTILINE)
HOMEPAGE = re.compile(r"^Homepage: .*\n", re.MULTILINE)
ALLOWED = re.compile(r"https://[^\s\"'<>]+")


class Addresses(NamedTuple):
    """Where the repository, its issues and the site are, without a slash at the end."""

    repository: str
    issues: str
    site: str


def addresses(root: Path) -> Addresses | None:
    """The addresses in pyproject.toml; None as long as there are none. Exits with a message if one is not valid."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if "urls" not in project:
        return None
    urls: dict[str, str] = {name: url.rstrip("/") for name, url in project["urls"].items()}
    for name in ("Repository", "Issues"):
        if name not in urls:
            raise SystemExit(f"pyproject.toml: [project.urls] has no `{name}`")
    for name, url in urls.items():
        if not ALLOWED.fullmatch(url):
            raise SystemExit(f"pyproject.toml: {name}: {url!r} is not an address; expected one that starts with https://")
    return Addresses(urls["Repository"].removesuffix(".git"), urls["Issues"], urls.get("Documentation", ""))


def carried(root: Path, of: Addresses) -> Iterator[tuple[Path, str]]:
    """The files that have addresses, with the texts that they should have."""
    manifest = json.loads((root / MANIFEST).read_text(encoding="utf-8"))
    before = manifest.get("repository", {}).get("url")
    manifest["repository"] = {"type": "git", "url": of.repository, "directory": MANIFEST.parent.as_posix()}
    manifest["bugs"] = {"url": of.issues}
    manifest["homepage"] = of.site or of.repository
    yield MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    for path in PAGES:
        text = PLACEHOLDER.sub(lambda _: of.repository, (root / path).read_text(encoding="utf-8"))
        yield path, text.replace(before, of.repository) if before else text
    on_github, was_on_github = ON_GITHUB.fullmatch(of.repository), ON_GITHUB.fullmatch(before or "")
    if on_github is not None:
        old = ACTION if was_on_github is None else was_on_github[1]
        yield PIPELINES, (root / PIPELINES).read_text(encoding="utf-8").replace(old, on_github[1])
    in_grammar = json.loads((root / GRAMMAR).read_text(encoding="utf-8"))["metadata"]["links"]["repository"]
    for path in OF_GRAMMAR:
        yield path, (root / path).read_text(encoding="utf-8").replace(in_grammar, of.repository)
    yield CODES, PUBLISHED.sub(lambda _: f'PUBLISHED = "{of.site}"', (root / CODES).read_text(encoding="utf-8"))
    control = HOMEPAGE.sub("", (root / DEBIAN).read_text(encoding="utf-8"))
    yield DEBIAN, control.replace("\nRules-Requires-Root:", f"\nHomepage: {of.site or of.repository}\nRules-Requires-Root:", 1)


def main() -> int:
    """Write the files that differ, and name them."""
    parser = argparse.ArgumentParser(prog="release.addresses", description="Write the addresses of [project.urls] where they are needed.")
    parser.add_argument("--check", action="store_true", help="write nothing, and end with 1 if a file would change")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="CHECKOUT", help="the checkout (default: this one)")
    options = parser.parse_args()
    found = addresses(options.root)
    if found is None:
        print("pyproject.toml has no [project.urls] yet: nothing to write")
        return 0
    changed = [(path, text) for path, text in carried(options.root, found) if (options.root / path).read_text(encoding="utf-8") != text]
    for path, text in changed:
        if not options.check:
            (options.root / path).write_text(text, encoding="utf-8")
        print(path.as_posix())
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
