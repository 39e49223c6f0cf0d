"""What a person sees in Vim with ALE, set up as docs/editors.md says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import cast

import pytest

from tests.editors.editors_page import snippet
from tests.editors.neovim import surroundings
from tests.editors.shop import SHOP
from tests.support.tools import missing

PROGRAM = os.environ.get("VIM_PROGRAM", "vim")
SESSION = Path(__file__).parent / "session.vim"
LOADED = "silent! packadd ale"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str | list[str]]:
    """What was seen in one session, by name."""
    tried = [PROGRAM, "-esNu", "NONE", "--cmd", LOADED, "-c", "if exists(':ALEHover') != 2 | cquit | endif | qall"]
    if shutil.which(PROGRAM) is None or subprocess.run(tried, stdin=subprocess.DEVNULL, capture_output=True).returncode:
        missing("vim with ALE", "the language server in Vim")
    folder = tmp_path_factory.mktemp("vim")
    # Hovers are coloured by Vim's file for Puppet, which a package of its own has.
    files = {"home/.vim/syntax/puppet.vim": "", "repository/.git/HEAD": "ref: refs/heads/main\n"}
    files["home/.vimrc"] = f"filetype plugin on\n{LOADED}\n{snippet('ALE', 'vim')}"
    for name, text in {**files, **{f"repository/{name}": text for name, text in SHOP.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    answer = folder / "seen.json"
    # A terminal at which nobody types: at the end of its input, Vim would look for another one.
    keys, nobody = os.pipe()
    try:
        done = subprocess.run(
            [PROGRAM, "-N", "--not-a-term", "-S", str(SESSION)],
            cwd=folder / "repository",
            env={**surroundings(folder / "home"), "SEEN": str(answer), "TERM": "xterm"},
            stdin=keys,
            capture_output=True,
            text=True,
            timeout=400,
        )
    finally:
        os.close(keys)
        os.close(nobody)
    assert answer.exists(), done.stdout
    return cast("dict[str, str | list[str]]", json.loads(answer.read_text()))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("findings", "2 no parameter named 'ensur' on File[/etc/a], did you mean 'ensure'?"),
        ("quick fix", "  file { '/etc/a': ensure => file }"),
        ("fix all", "  notice($facts['os']['family'])\n  notice(lookup('a', { merge => 'first' }))\n"),
        ("hover", "Attribute of `file`"),
        ("completion", "service { 'a': enable"),
        ("definition", "extra.pp:2"),
        ("data", "Integer[1, 65535] $port"),
        ("wrong data", "2 Class[Shop]: parameter 'port' expects an Integer value, got String"),
        ("template", "3 Unknown variable: 'nmae'."),
        ("template in Ruby", "Variable of class `shop::old`"),
        ("Puppetfile", "2 module 'stdlib' is already listed"),
        ("metadata", "3 '1.0' is not a valid version; expected three numbers such as `1.2.3`"),
        ("hierarchy", "4 unrecognized key 'pth' in hierarchy 'Common', did you mean 'path'?"),
        ("environment", "1 'modulpath' is not a setting of an environment, so it is ignored, did you mean 'modulepath'?"),
        ("task", "3 'parametrs' is not a field of task metadata, did you mean 'parameters'?"),
    ],
)
def test_it_is_seen(seen: dict[str, str | list[str]], name: str, words: str) -> None:
    assert words in seen[name]


def test_references_are_found_in_other_files(seen: dict[str, str | list[str]]) -> None:
    assert seen["references"] == ["extra.pp:3", "init.pp:14"]


def test_renaming_changes_all_files(seen: dict[str, str | list[str]]) -> None:
    page, init, extra = seen["rename"]
    assert "(String[1] $folder)" in page and "file { $folder:" in page
    assert "{ $owner: folder =>" in init
    assert "{ 'extra': folder =>" in extra


def test_symbols_of_all_files_are_found(seen: dict[str, str | list[str]]) -> None:
    assert [each.rpartition("/")[2] for each in seen["symbols"]] == ["extra.pp:2:7 shop::extra"]


def test_the_server_is_started_again_after_a_kill(seen: dict[str, str | list[str]]) -> None:
    assert any("Division by 0" in each for each in seen["restart"])
