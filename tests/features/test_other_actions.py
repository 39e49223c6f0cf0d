"""Code actions in files other than Puppet code, and the text after them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.features.refactoring.actions import Action, other_actions
from puppet_typesys.diagnostics import Diagnostic
from tests.features.other_files import saved
from tests.features.project import edited

OUTDATED = {"modules/web/manifests/tls.pp": "class web::tls { include log }\n", "modules/log/manifests/init.pp": "class log { }\n"}
RANGE = ">= 2.0.0 < 3.0.0"
NEEDED = f'{{"name": "me/log", "version_requirement": "{RANGE}"}}'
WHOLE = '"name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "source": "x", "summary": "x"'

DONE = {
    "a misspelt parameter": ("data/common.yaml", "a: 1\nweb::^prot: 80\n", "Change to 'port'", "a: 1\nweb::port: 80\n"),
    "a misspelt parameter in quotes": ("data/common.yaml", "'web::^prot': 80\n", "Change to 'port'", "'web::port': 80\n"),
    "a misspelt module": ("data/common.yaml", "^webb::port: 80\n", "Change to 'web'", "web::port: 80\n"),
    "an option of lookups": (
        "data/common.yaml",
        "web::port: 1\nlookup_options:\n  web::port:\n    merg^: first\n",
        "Change to 'merge'",
        "web::port: 1\nlookup_options:\n  web::port:\n    merge: first\n",
    ),
    "a key of a level": (
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: a\n    pat^hh: common.yaml\n",
        "Change to 'path'",
        "version: 5\nhierarchy:\n  - name: a\n    path: common.yaml\n",
    ),
    "a setting": ("environment.conf", "modulepat^ = modules\n", "Change to 'modulepath'", "modulepath = modules\n"),
    "an option of a module": (
        "Puppetfile",
        "mod 'me/web',\n  :gti^ => 'x',\n  :ref => 'y'\n",
        "Change to 'git'",
        "mod 'me/web',\n  :git => 'x',\n  :ref => 'y'\n",
    ),
    "a module without a version": ("Puppetfile", "mod '^me/web'\n", "Add version 1.2.3", "mod 'me/web', '1.2.3'\n"),
    "a module that is used": (
        "modules/web/metadata.json",
        f'{{{WHOLE}, ^"dependencies": []}}',
        "Add me/log to the dependencies",
        f'{{{WHOLE}, "dependencies": [{NEEDED}]}}',
    ),
    "one more module that is used": (
        "modules/web/metadata.json",
        f'{{{WHOLE}, ^"dependencies": [\n    {{"name": "a/b"}}\n  ]}}',
        "Add me/log to the dependencies",
        f'{{{WHOLE}, "dependencies": [\n    {{"name": "a/b"}},\n    {NEEDED}\n  ]}}',
    ),
    "a field that is missing": (
        "modules/web/metadata.json",
        '^{\n  "name": "me-web",\n  "dependencies": []\n}\n',
        "Add 'license'",
        '{\n  "license": "",\n  "name": "me-web",\n  "dependencies": []\n}\n',
    ),
    "a field of a task": ("modules/web/tasks/run.json", '{"desc^riptin": "x"}', "Change to 'description'", '{"description": "x"}'),
    "a comment in data": (
        "data/common.yaml",
        "a:\n  b: 1\n  ^b: 2\n",
        "Suppress hiera-duplicate-key on this line",
        "a:\n  b: 1\n  # puppet-check: ignore[hiera-duplicate-key]\n  b: 2\n",
    ),
    "a comment in a template": (
        "modules/web/templates/site.erb",
        "a\n<%= @port +^ %>\n",
        "Suppress epp-erb-syntax on this line",
        "a\n<%# puppet-check: ignore[epp-erb-syntax] -%>\n<%= @port + %>\n",
    ),
    "a comment in code of a template": (
        "modules/web/templates/site.erb",
        "<% if true\n  x = [1 2^]\n end %>\n",
        "Suppress epp-erb-syntax on this line",
        "<% if true\n  # puppet-check: ignore[epp-erb-syntax]\n  x = [1 2]\n end %>\n",
    ),
    "a comment in a Puppetfile": (
        "Puppetfile",
        "mod '^me/web'\n",
        "Suppress puppetfile-unpinned on this line",
        "# puppet-check: ignore[puppetfile-unpinned]\nmod 'me/web'\n",
    ),
}


def wrong(path: str, text: str | bytes) -> Sequence[Diagnostic]:
    """The findings in a file with this text."""
    analysis = Analysis()
    analysis.open(path, text)
    return analysis.check(path).diagnostics


def offered(folder: Path, path: str, marked: str) -> dict[str, Action]:
    view, offset = saved(folder, path, marked, OUTDATED)
    found = wrong(view.path, view.text.source)
    return {each.title: each for each in other_actions(view, offset, offset, found)}


@pytest.mark.parametrize("what", DONE)
def test_the_action_resolves_the_finding(what: str, tmp_path: Path) -> None:
    path, marked, title, expected = DONE[what]
    found = offered(tmp_path, path, marked)
    assert title in found, list(found)
    text = edited(marked.replace("^", "", 1), list(found[title].edits))
    assert text == expected
    resolved = found[title].resolves
    assert resolved is not None
    assert (resolved.code, resolved.message) not in [(each.code, each.message) for each in wrong(str(tmp_path / path), text)]


def test_json_has_no_comments(tmp_path: Path) -> None:
    found = offered(tmp_path, "modules/web/metadata.json", '^{"name": "me-web"}')
    assert "Add 'license'" in found
    assert not any(each.startswith("Ignore") for each in found)


def test_the_class_of_data_is_made(tmp_path: Path) -> None:
    new = offered(tmp_path, "data/common.yaml", "web::^none::port: 1\n")["Create none.pp"].file
    assert new is not None
    assert (new.path, new.text) == (str(tmp_path / "modules/web/manifests/none.pp"), "# @summary \nclass web::none {\n}\n")


def test_guesses_are_not_fixed_together(tmp_path: Path) -> None:
    found = offered(tmp_path, "data/common.yaml", "web::^prot: 80\nweb::mod: 'on'\n")
    assert "Change to 'port'" in found
    assert not any(each.startswith("Fix all") for each in found)
