"""The comments that actions add: each suppresses its finding, and neither anything else nor causes a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.document import selected
from puppet_check.features.refactoring.actions import Action
from puppet_check.fixing import edited
from puppet_check.workspace.workspace import Workspace
from tests.cli.command import write

A = "modules/m/manifests/a.pp"


class Text:
    """A file of a project with a profile."""

    def __init__(self, folder: Path, name: str, text: str, profile: str = "default") -> None:
        write(folder, {".puppet-check.toml": f'profile = "{profile}"\n', "environment.conf": "", name: ""})
        self.path = str(folder / name)
        self.source = text.encode()
        self.analysis = Analysis(Workspace(Configuration()))

    def codes(self, source: bytes) -> list[str]:
        """The codes of the findings of a text in place of the file's."""
        checked = self.analysis.check_text(self.path, source)
        return [each.code for each in selected(self.path, checked.diagnostics, self.analysis.workspace.configuration)]

    def suppressions(self, code: str) -> list[Action]:
        """The actions that suppress the findings of a code."""
        checked = self.analysis.check_text(self.path, self.source)
        found = selected(self.path, checked.diagnostics, self.analysis.workspace.configuration)
        here = next(each for each in found if each.code == code)
        assert checked.document is not None
        offered = checked.document.answers.actions(here.start, here.end, found)
        return [each for each in offered if each.title.startswith(f"Suppress {code}")]

    def suppressed(self, code: str) -> str:
        """The text after the comment has been added, which suppresses the findings of a code and causes none."""
        (action,) = self.suppressions(code)
        after = edited(self.source, action.edits)
        assert sorted(self.codes(after)) == sorted(each for each in self.codes(self.source) if each != code)
        return after.decode()


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("class m::a {\n  notice($^osfamily)\n}\n", "class m::a {\n  # ?\n  notice($^osfamily)\n}\n"),
        ("class m::a {\n\tnotice($^osfamily)\n}\n", "class m::a {\n\t# ?\n\tnotice($^osfamily)\n}\n"),
        ("class m::a {\r\n  notice($osfamily)\r\n}\r\n", "class m::a {\r\n  # ?\r\n  notice($osfamily)\r\n}\r\n"),
        ("class m::a {\n  $a = 'x\n  y' + $osfamily\n}\n", "class m::a {\n  $a = 'x\n  y' + $osfamily  # ?\n}\n"),
        (
            "class m::a {\n  $a = [\n    1,\n    $osfamily,\n  ]\n  notice($a)\n}\n",
            "class m::a {\n  $a = [\n    1,\n    # ?\n    $osfamily,\n  ]\n  notice($a)\n}\n",
        ),
        (
            "class m::a {\n  if true {\n  } elsif $osfamily {\n  }\n}\n",
            "class m::a {\n  if true {\n  } elsif $osfamily {  # ?\n  }\n}\n",
        ),
        ("class m::a {\n  /* a\n  b */ notice($osfamily)\n}\n", "class m::a {\n  /* a\n  b */ notice($osfamily)  # ?\n}\n"),
        ("class m::a {\n  notice($osfamily) # b\n}\n", "class m::a {\n  # ?\n  notice($osfamily) # b\n}\n"),
        ("# A.\nclass m::a ($x = $osfamily) {\n  notice($x)\n}\n", "# A.\nclass m::a ($x = $osfamily) {  # ?\n  notice($x)\n}\n"),
    ],
)
def test_the_comment_is_where_it_applies(tmp_path: Path, text: str, after: str) -> None:
    found = Text(tmp_path, A, text.replace("^", "")).suppressed("legacy-fact")
    assert found == after.replace("^", "").replace("?", "puppet-check: ignore[legacy-fact]")


@pytest.mark.parametrize(
    "text",
    [
        'class m::a {\n  $a = "x\n  ${osfamily} y\n  z"\n  notice($a)\n}\n',
        'class m::a {\n  $a = @("E")\n    x\n    ${osfamily} y\n    | E\n  notice($a)\n}\n',
        "class m::a {\n  $a = 'x\n  y' + $osfamily # b\n  notice($a)\n}\n",
    ],
)
def test_none_is_offered_where_no_comment_applies(tmp_path: Path, text: str) -> None:
    assert Text(tmp_path, A, text).suppressions("legacy-fact") == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a\n<%= nothing(1) %>\n", "a\n<%# ? -%>\n<%= nothing(1) %>\n"),
        ("<%\n  $a = nothing(1)\n  notice($a)\n%>\n", "<%\n  # ?\n  $a = nothing(1)\n  notice($a)\n%>\n"),
    ],
)
def test_templates_have_comments_of_their_own(tmp_path: Path, text: str, after: str) -> None:
    found = Text(tmp_path, "modules/m/templates/a.epp", text).suppressed("unknown-function")
    assert found == after.replace("?", "puppet-check: ignore[unknown-function]")


def test_a_finding_on_a_line_without_code_is_suppressed_in_the_file(tmp_path: Path) -> None:
    text = f"# A class {'x ' * 50}.\nclass m::a {{\n}}\n"
    made = Text(tmp_path, A, text, "strict")
    (action,) = made.suppressions("80chars")
    assert action.title == "Suppress 80chars in this file"
    after = edited(made.source, action.edits)
    assert "80chars" not in made.codes(after)
    assert not {*made.codes(after)} - {*made.codes(made.source)}


def test_a_comment_neither_repeats_a_wrong_indentation_nor_makes_a_line_too_long(tmp_path: Path) -> None:
    text = f"# A.\nclass m::a {{\n\tnotice('{'x' * 60}')\n}}\n"
    made = Text(tmp_path, A, text, "strict")
    for code in ("hard_tabs", "strict_indent", "2sp_soft_tabs"):
        (action,) = made.suppressions(code)
        assert not {*made.codes(edited(made.source, action.edits))} - {*made.codes(made.source)}
