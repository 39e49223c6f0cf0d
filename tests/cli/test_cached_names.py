"""After an edit, what other files have asked about names is answered anew only if a manifest shows something else of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.config.configuration import Configuration
from puppet_check.reports.findings import Report
from puppet_check.reports.parallel import FEW, check_files
from puppet_check.reports.worker import Options
from puppet_check.workspace.answers import Answers
from tests.cli.command import write

USER = "m/manifests/user.pp"
INIT = "m/manifests/init.pp"
OF_INIT = "class m(Integer $count = 1) {\n  $inner = $count\n  notice($inner)\n}\n"
OF_USER = """\
class m::user {
  class { 'm': count => 1 }
  notice($::cluster, "${near}")
  m::item { 'x': }
  include other::thing
}
"""
FILES = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default { }\n",
    **{
        f"modules/{path}": text
        for path, text in {
            INIT: OF_INIT,
            USER: OF_USER,
            "m/manifests/other.pp": "class m::other {\n  notice(1)\n}\n",
            "n/manifests/init.pp": 'class n {\n  notice("${near}")\n}\n',
            "o/manifests/init.pp": "class o {\n  notice(1)\n}\n",
            **{f"many/manifests/c{number}.pp": f"class many::c{number} {{ }}\n" for number in range(FEW)},
        }.items()
    },
}
BODIES = {
    "comment": "# Another line.\n" + OF_INIT,
    "body": OF_INIT.replace("notice($inner)", "notice($inner + 1)"),
    "place": "\n\n" + OF_INIT,
    "doc": OF_INIT.replace("class m", "# What it is for.\nclass m"),
}
NAMES = {
    "type of a parameter": {INIT: OF_INIT.replace("Integer $count = 1", "String $count = '1'")},
    "no such parameter": {INIT: OF_INIT.replace("$count", "$number")},
    "a define": {INIT: "define m::item { }\n" + OF_INIT},
    "variable of the top scope": {"o/manifests/init.pp": "class o {\n  notice($::near)\n}\n"},
    "read by three modules": {"o/manifests/init.pp": 'class o {\n  notice("${near}")\n}\n'},
    "external fact": {
        "o/manifests/init.pp": "class o {\n  file { '/etc/facter/facts.d/near.txt': content => \"near=1\" }\n  notice(1)\n}\n"
    },
    "fact of a resource": {"o/manifests/init.pp": "class o {\n  facter::fact { 'near': value => 1 }\n  fact { 'near': }\n}\n"},
    "a definition under a wrong name": {"o/manifests/init.pp": "class other::thing { }\n"},
    "a new file": {"m/manifests/item.pp": "define m::item { }\n"},
    "a template": {"m/templates/t.erb": "<%= scope['::near'] %>\n"},
}


def checked(folder: Path, store: Path | None) -> list[Report]:
    paths = sorted(map(str, folder.rglob("*.pp")))
    return [*check_files(paths, 1, Options(Configuration(), None if store is None else str(store)))]


@pytest.mark.parametrize("change", BODIES)
def test_after_an_edit_of_a_body_no_name_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    folder, store = write(tmp_path / "repo", FILES), tmp_path / "records.sqlite3"
    assert checked(folder, store) == checked(folder, None)
    write(folder / "modules", {INIT: BODIES[change]})
    asked = list[object]()
    monkeypatch.setattr(Answers, "hold", lambda _, trace: asked.append(trace))
    assert checked(folder, store) == checked(folder, None)
    assert asked == []
    write(folder / "modules", {INIT: OF_INIT})
    assert checked(folder, store) == checked(folder, None)
    assert asked == []


@pytest.mark.parametrize("change", NAMES)
def test_what_is_known_of_names_is_found_anew(tmp_path: Path, change: str) -> None:
    """The other files have another finding than before, or none, as without a cache."""
    folder, store = write(tmp_path / "repo", FILES), tmp_path / "records.sqlite3"
    before = checked(folder, store)
    write(folder / "modules", NAMES[change])
    after = checked(folder, store)
    assert after == checked(folder, None)
    of_user = [[*each.findings] for several in (before, after) for each in several if each.file.endswith(USER)]
    assert len(of_user) == 2
    assert of_user[0] != of_user[1]
    assert checked(folder, store) == after
