"""Code lenses: the references to a definition, counted in all files as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session
from tests.support.lsp_client import Client

INIT, USER, DATA = "modules/m/manifests/init.pp", "modules/m/manifests/user.pp", "data/common.yaml"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    DATA: "classes: ['m::tls']\n",
    INIT: "class m { include m::tls\n  class m::inner { }\n}\n",
    "modules/m/manifests/tls.pp": "class m::tls { }\n",
    USER: "class m::user { contain ::M::Tls\n  Class['m::tls'] -> File['m::tls::x']\n  $x = $m::tls::port\n}\n",
    "modules/m/manifests/reads.pp": "class m::reads { notice($m::tls::port) }\n",
    "modules/m/templates/a.epp": "<% include m::tls %>\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[tuple[Client, Path]]:
    cache = tmp_path / "cache"
    cache.mkdir()
    folder = write(tmp_path / "e", FILES)
    with session(cache, folder) as client:
        client.open(folder / "modules/m/manifests/tls.pp", FILES["modules/m/manifests/tls.pp"])
        yield client, folder


def count(client: Client, folder: Path) -> str:
    path = folder / "modules/m/manifests/tls.pp"
    (lens,) = client.ask("textDocument/codeLens", {"textDocument": {"uri": path.as_uri()}})
    return str(client.ask("codeLens/resolve", lens)["command"]["title"])


def test_references_are_counted_in_code_templates_and_data(project: tuple[Client, Path]) -> None:
    assert count(*project) == "6 references"


def test_a_file_that_was_changed_on_disk_is_counted_again(project: tuple[Client, Path]) -> None:
    client, folder = project
    assert count(*project) == "6 references"
    (folder / USER).write_text("class m::user { include m::tls, m::tls, m::tls }\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (folder / USER).as_uri(), "type": 2}]})
    assert count(*project) == "7 references"


def test_unsaved_texts_are_counted(project: tuple[Client, Path]) -> None:
    client, folder = project
    assert count(*project) == "6 references"
    client.open(folder / INIT, "class m { }\n")
    client.open(folder / DATA, "classes: []\n", language="yaml")
    assert count(*project) == "4 references"
