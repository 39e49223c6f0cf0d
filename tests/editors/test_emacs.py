"""What a person sees in Emacs with Eglot, set up as docs/editors.md says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import cast

import pytest

from tests.editors.editors_page import settings_of, snippet
from tests.editors.neovim import surroundings
from tests.editors.shop import SHOP
from tests.support.tools import missing

PROGRAM = os.environ.get("EMACS_PROGRAM", "emacs")
SESSION = Path(__file__).parent / "session.el"
NEEDED = "(progn (require 'eglot) (require 'puppet-mode))"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str | list[str]]:
    """What was seen in one session, by name."""
    if shutil.which(PROGRAM) is None or subprocess.run([PROGRAM, "--batch", "--eval", NEEDED], capture_output=True).returncode:
        missing("emacs with eglot and puppet-mode", "the language server in Emacs")
    folder = tmp_path_factory.mktemp("emacs")
    (folder / "home").mkdir()
    for name, text in SHOP.items():
        (folder / "repository" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "repository" / name).write_text(text)
    (folder / "init.el").write_text(snippet("Emacs", "elisp") + snippet("Eglot", "elisp"))
    (folder / "settings.el").write_text(settings_of("Eglot"))
    (folder / "session.el").write_text(SESSION.read_text())
    # What a repository of git has: that is how Emacs knows where a project begins.
    for name in ("objects", "refs"):
        (folder / "repository/.git" / name).mkdir(parents=True)
    (folder / "repository/.git/HEAD").write_text("ref: refs/heads/main\n")
    command = [PROGRAM, "--batch", "-l", str(folder / "init.el"), "-l", str(folder / "session.el")]
    done = subprocess.run(
        command, cwd=folder / "repository", env=surroundings(folder / "home"), capture_output=True, text=True, timeout=400
    )
    assert done.returncode == 0, done.stderr
    return cast("dict[str, str | list[str]]", json.loads(done.stdout))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("findings", "2 puppet-check [unknown-parameter]: no parameter named 'ensur' on File[/etc/a], did you mean 'ensure'?"),
        ("quick fix", "  file { '/etc/a': ensure => file }"),
        ("hover", "Attribute of `file`"),
        ("signature", "split("),
        ("completion", "service { 'a': enable"),
        ("definition", "extra.pp:2"),
        ("arrows", "    ensure  => file,\n    content =>\n"),
        ("outline", "File['/etc/shop.conf']"),
        ("data", "Integer[1, 65535] $port"),
        ("template", "3 puppet-check [unknown-variable]: Unknown variable: 'nmae'."),
        ("Puppetfile", "2 puppet-check [puppetfile-duplicate]: module 'stdlib' is already listed"),
        ("metadata", "3 puppet-check [metadata-field]: '1.0' is not a valid version; expected three numbers such as `1.2.3`"),
        ("hierarchy", "4 puppet-check [hiera-config]: unrecognized key 'pth' in hierarchy 'Common', did you mean 'path'?"),
        (
            "environment",
            "1 puppet-check [environment-setting]: 'modulpath' is not a setting of an environment, so it is ignored, did you"
            " mean 'modulepath'?",
        ),
        ("task", "3 puppet-check [task-metadata]: 'parametrs' is not a field of task metadata, did you mean 'parameters'?"),
        ("template in Ruby", "Variable of class `shop::old`"),
        ("symbols", "class shop::extra {"),
        ("fix all", "  notice($facts['os']['family'])\n  notice($facts['networking']['hostname'])\n"),
        ("restart", "1 puppet-check [div-by-zero]: Division by 0"),
    ],
)
def test_it_is_seen(seen: dict[str, str | list[str]], name: str, words: str) -> None:
    found = seen[name]
    assert words in found


def test_settings_are_followed_when_they_change(seen: dict[str, str | list[str]]) -> None:
    assert seen["settings"] == []


def test_hints_are_shown_between_the_words(seen: dict[str, str | list[str]]) -> None:
    if "hints" not in seen:
        pytest.skip("this Eglot has no inlay hints")
    assert seen["hints"] == ": Integer"


def test_references_are_found_in_other_files(seen: dict[str, str | list[str]]) -> None:
    assert seen["references"] == ["extra.pp", "init.pp", "page.pp"]


def test_renaming_changes_all_files(seen: dict[str, str | list[str]]) -> None:
    page, init, extra = seen["rename"]
    assert "(String[1] $folder)" in page and "file { $folder:" in page
    assert "{ $owner: folder =>" in init
    assert "{ 'extra': folder =>" in extra
