"""A README as it is shown elsewhere, where a relative link leads nowhere: on the Python Package Index and on marketplaces of extensions.

    python -m release.readme PAGE [--beside FOLDER]

Links and pictures lead to the repository that `[project.urls]` of pyproject.toml names, at the tag of the version. As long as it names
none, a link becomes its text, and a picture is left out. setup.py imports this, so it needs nothing but the standard library.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
EMPTY_LINES = re.compile(r"\n{3,}")
FILE, PICTURE = "blob", "raw"
"""The folders below the address of a repository at which GitHub and GitLab show a file, and have its bytes."""


def rendered(page: Path, beside: Path | None = None, root: Path = ROOT) -> str:
    """The text of a page of the checkout. What is in the folder `beside` is shown beside the page, as it is in a package."""
    address, version = repository(root), _version(root)

    def link(found: re.Match[str]) -> str:
        mark, label, target = found.groups()
        if "://" in target or target.startswith(("#", "mailto:")):
            return found[0]
        name, hash_, anchor = target.partition("#")
        if address:
            path = posixpath.normpath(posixpath.join(page.parent.relative_to(root).as_posix(), name))
            return f"{mark}[{label}]({address}/{PICTURE if mark else FILE}/v{version}/{path}{hash_}{anchor})"
        if beside is not None and not name.startswith("..") and (beside / name).is_file():
            return found[0]
        return "" if mark else label

    text = page.read_text(encoding="utf-8")
    changed = (part if part.startswith("```") else EMPTY_LINES.sub("\n\n", LINK.sub(link, part)) for part in FENCE.split(text))
    return "".join(changed)


def address_of(name: str, root: Path = ROOT) -> str:
    """An address in `[project.urls]`, or an empty text as long as there is none."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project.get("urls", {}).get(name, ""))


def repository(root: Path = ROOT) -> str:
    """The address of the repository, or an empty text as long as it has none."""
    return address_of("Repository", root).rstrip("/").removesuffix(".git")


def _version(root: Path) -> str:
    found = VERSION.search((root / "server/puppet_check/__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit('server/puppet_check/__init__.py: no line __version__ = "X.Y.Z"')
    return found[1]


def main() -> int:
    """Print a page."""
    parser = argparse.ArgumentParser(prog="release.readme", description="Print a README as it is shown outside of the repository.")
    parser.add_argument("page", type=Path)
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="a folder with the files that are packaged with the page")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="CHECKOUT", help="the checkout (default: this one)")
    options = parser.parse_args()
    print(rendered(options.page.absolute(), options.beside, options.root.absolute()), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
