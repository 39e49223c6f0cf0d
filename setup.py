"""Where the packages are, the parser's C extension, and the README with links that work on an index; all else is in pyproject.toml.

Each top-level directory is a source root with one import package. The queries belong to the grammar, where editors look for
them, and are installed as data of `puppet_grammar`.
"""

import sys
from pathlib import Path

from setuptools import Extension, find_namespace_packages, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent))  # A build starts elsewhere.

from release.readme import rendered

ROOTS = {"puppet_grammar": "grammar", "puppet_typesys": "typesys", "puppet_check": "server"}

packages = [
    package
    for name, root in ROOTS.items()
    for package in find_namespace_packages(root, include=[name, f"{name}.*"], exclude=["*.__pycache__"])
]


class Build(build_ext):
    """The build of the extension, which says what is missing: pip only shows this where no wheel fits."""

    def build_extension(self, ext: Extension) -> None:
        """Build the extension."""
        try:
            super().build_extension(ext)
        except Exception as error:  # Each compiler has exceptions of its own; all of them are raised again.
            raise SystemExit(
                f"error: {error}\n\nNo wheel of puppet-check fits this system, and its parser could not be compiled. Install a C compiler "
                "and the headers of Python (Debian: gcc libc6-dev python3-dev), or see `Installation` in README.md."
            ) from error


setup(
    long_description=rendered(Path(__file__).parent.absolute() / "README.md"),
    long_description_content_type="text/markdown",
    cmdclass={"build_ext": Build},
    packages=[*packages, "puppet_grammar.queries"],
    package_dir={**{name: f"{root}/{name}" for name, root in ROOTS.items()}, "puppet_grammar.queries": "grammar/queries"},
    data_files=[("share/man/man1", sorted(str(each) for each in Path("docs/man").glob("*.1")))],
    ext_modules=[
        Extension(
            "puppet_grammar._binding",
            sources=["grammar/puppet_grammar/_binding.c", "grammar/src/parser.c", "grammar/src/scanner.c"],
            depends=["grammar/src/tree_sitter/parser.h", *map(str, Path("grammar/src/scanner").glob("*.h"))],
            include_dirs=["grammar/src"],
            define_macros=[
                ("Py_LIMITED_API", "0x030B0000"),
                ("NDEBUG", None),
                ("PUPPET_TELL_RECOVERIES", "puppet_tell_recoveries"),
            ],
            py_limited_api=True,
        )
    ],
)
