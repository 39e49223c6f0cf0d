"""The order of the resources of a module's main class, whose facts are not known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

CLASS = """\
# A web server.
class web {
  package { 'nginx': ensure => installed }
  file { '/etc/nginx/site.conf': content => CONTENT }
}
"""
TEMPLATES = {
    "epp": ("epp('web/site.conf.epp')", "site.conf.epp", "<% fail('no facts') %>\n"),
    "erb": ("template('web/site.conf.erb')", "site.conf.erb", "<% raise 'no facts' %>\n"),
}


@pytest.mark.parametrize(("content", "name", "text"), TEMPLATES.values(), ids=TEMPLATES)
def test_order_does_not_depend_on_what_templates_give(tmp_path: Path, content: str, name: str, text: str) -> None:
    files = {
        "metadata.json": json.dumps({"name": "shop-web", "version": "1.0.0"}),
        "manifests/init.pp": CLASS.replace("CONTENT", content),
        f"templates/{name}": text,
    }
    write(tmp_path / "web", files)
    answer = run("puppet-check", "--no-config", "--no-cache", "--format", "json", ".", cwd=tmp_path / "web")
    found = [(each["file"], each["line"]) for each in json.loads(answer.out) if each["code"] == "missing-order"]
    assert found == [("manifests/init.pp", 4)]
