"""A project with all kinds of files that are not Puppet code; `^` in the text of one of them marks the pointer or cursor."""

from __future__ import annotations

import os
from pathlib import Path

from puppet_check.features.other import OtherView, data
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.text import Text

data.TIMEOUT = 60.0
"""The results must not depend on the load of the machine."""
FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "web::port: 80\nplain: 1\n",
    "modules/web/metadata.json": '{"name": "me-web", "version": "1.2.3", "dependencies": []}',
    "modules/web/manifests/init.pp": """
        # @param port Where it listens.
        class web (Integer $port, Enum['on', 'off'] $mode = 'on', Hash[String, Struct[{deep => Boolean}]] $sites = {}) {
          $own = template('web/site.erb')
        }
    """,
    "modules/web/templates/site.erb": "<%= @port %>",
    "modules/web/tasks/run.json": "{}",
    "modules/log/metadata.json": '{"name": "me-log", "version": "2.0.0", "dependencies": []}',
}


def other(folder: Path, path: str, marked: str, files: dict[str, str] | None = None) -> tuple[OtherView, int]:
    """A file of the project with another text, and where the pointer is."""
    for name, text in {**FILES, **(files or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    before, mark, after = marked.partition("^")
    assert mark
    where = os.fspath(folder / path)
    view = OtherView(where, Text(before + after), Workspace().known(where))
    return view, len(before.encode())


def saved(folder: Path, path: str, marked: str, files: dict[str, str] | None = None) -> tuple[OtherView, int]:
    """The same when the text lies on the disk."""
    return other(folder, path, marked, {**(files or {}), path: marked.replace("^", "", 1)})


def project_files_of(view: OtherView) -> ProjectFiles:
    """The files around it."""
    return ProjectFiles(view.known)
