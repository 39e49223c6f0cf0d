"""Prints the formula of a release for a tap of Homebrew.

    python -m release.homebrew dist/puppet_check-VERSION.tar.gz > Formula/puppet-check.rb

It takes the sdist from the release of the repository that `[project.urls]` of pyproject.toml names. The libraries are added in the tap, by
`brew update-python-resources puppet-check`, which asks the index for them.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path

from release.readme import repository

NAME = re.compile(r"puppet_check-(\d+\.\d+\.\d+)\.tar\.gz")
FORMULA = """\
class PuppetCheck < Formula
  include Language::Python::Virtualenv

  desc "Static type checker and language server for Puppet and OpenVox"
  homepage "{repository}"
  url "{repository}/releases/download/v{version}/{name}"
  sha256 "{sha256}"
  license "Apache-2.0"

  depends_on "cmake" => :build # for rapidfuzz
  depends_on "ninja" => :build
  depends_on "rust" => :build # for watchfiles
  depends_on "libyaml"
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
    man1.install Dir["docs/man/*.1"]
    generate_completions_from_executable(bin/"puppet-check", "completions", shells: [:bash, :zsh, :fish])
  end

  test do
    (testpath/"a.pp").write "file {{ '/a': ensur => file }}\\n"
    assert_match "did you mean 'ensure'", shell_output("#{{bin}}/puppet-check a.pp", 1)
    assert_match version.to_s, shell_output("#{{bin}}/puppet-language-server --version")
  end
end
"""


def main() -> int:
    """Print the formula for an sdist."""
    parser = argparse.ArgumentParser(prog="release.homebrew", description="Print the formula of a release for Homebrew.")
    parser.add_argument("sdist", type=Path)
    parser.add_argument("--repository", default=repository(), metavar="URL", help="default: that in pyproject.toml")
    options = parser.parse_args()
    found = NAME.fullmatch(options.sdist.name)
    if found is None or not options.sdist.is_file():
        print(f"release.homebrew: {options.sdist}: expected a file such as dist/puppet_check-1.2.0.tar.gz", file=sys.stderr)
        return 2
    if not options.repository:
        print("release.homebrew: pyproject.toml has no [project.urls] yet; --repository names the address", file=sys.stderr)
        return 2
    sha256 = hashlib.sha256(options.sdist.read_bytes()).hexdigest()
    print(FORMULA.format(repository=options.repository.rstrip("/"), version=found[1], name=options.sdist.name, sha256=sha256), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
