"""Code actions, and the text after applying them."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.refactoring.actions import Action, actions
from puppet_check.features.view import View
from tests.features.project import Place, edited

A = "modules/m/manifests/a.pp"
INIT = {
    "modules/m/manifests/init.pp": "class m ($port, $name_of = 1) { }\n",
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy: []\n",
}


def offered(folder: Path, text: str, size: int = 0) -> dict[str, Action]:
    place = Place(folder, A, {A: text, **INIT})
    document = Analysis().open(place.view.path, text.replace("|", "", 1))
    return {each.title: each for each in actions(place.view, place.offset, place.offset + size, document.diagnostics)}


def done(folder: Path, text: str, title: str, size: int = 0) -> str:
    found = offered(folder, text, size)
    assert title in found, list(found)
    return edited(text.replace("|", "", 1), list(found[title].edits))


def test_a_misspelt_name(tmp_path: Path) -> None:
    text = "class m::a { class { 'm': |porf => 1, port => 1 } }\n"
    assert done(tmp_path, text, "Change to 'port'") == "class m::a { class { 'm': port => 1, port => 1 } }\n"


def test_a_parameter_too_much(tmp_path: Path) -> None:
    text = "class m::a {\n  class { 'm':\n    port => 1,\n    |xyz => 2,\n  }\n}\n"
    assert done(tmp_path, text, "Remove xyz") == "class m::a {\n  class { 'm':\n    port => 1,\n  }\n}\n"


def test_a_parameter_too_few(tmp_path: Path) -> None:
    text = "class m::a {\n  |class { 'm':\n    name_of => 1,\n  }\n}\n"
    assert done(tmp_path, text, "Add port", 5) == "class m::a {\n  class { 'm':\n    name_of => 1,\n    port    => '',\n  }\n}\n"


def test_a_legacy_fact(tmp_path: Path) -> None:
    text = 'class m::a { notice($|osfamily, "${osfamily}") }\n'
    assert done(tmp_path, text, "Use $facts['os']['family']") == "class m::a { notice($facts['os']['family'], \"${osfamily}\") }\n"
    assert "\"${facts['os']['family']}\"" in done(tmp_path, text, "Fix all legacy-fact")


def test_a_suppression_comment(tmp_path: Path) -> None:
    text = "class m::a {\n  notice($|osfamily)\n}\n"
    assert "  # puppet-check: ignore[legacy-fact]\n  notice" in done(tmp_path, text, "Suppress legacy-fact on this line")


def test_a_suppression_comment_does_not_say_that_a_parameter_is_unused(tmp_path: Path) -> None:
    text = "define m::a (\n  $x,\n  $|y,\n) {\n  notice($x)\n}\n"
    changed = done(tmp_path, text, "Suppress unused-parameter on this line")
    assert changed == text.replace("|", "").replace("  $y", "  # puppet-check: ignore[unused-parameter]\n  $y")
    assert not Analysis().open(str(tmp_path / A), changed).diagnostics


def test_one_finding_for_several_uses_is_suppressed_at_all_of_them(tmp_path: Path) -> None:
    text = "class m::a {\n  notice($|xx)\n  notice($xx, 1)\n}\n"
    comment = "  # puppet-check: ignore[unknown-variable]\n"
    changed = done(tmp_path, text, "Suppress unknown-variable on 2 lines")
    assert changed == f"class m::a {{\n{comment}  notice($xx)\n{comment}  notice($xx, 1)\n}}\n"


def test_a_suppression_comment_behind_a_string(tmp_path: Path) -> None:
    text = "class m::a {\n  $a = 'x\n  y' + $|osfamily\n}\n"
    assert "  y' + $osfamily  # puppet-check: ignore[legacy-fact]\n" in done(tmp_path, text, "Suppress legacy-fact on this line")


def preferred(folder: Path, text: str) -> list[str]:
    return [title for title, each in offered(folder, text).items() if each.is_preferred]


def test_the_only_safe_fix_or_the_name_that_was_meant_is_preferred(tmp_path: Path) -> None:
    assert preferred(tmp_path, "class m::a { notice($|osfamily) }\n") == ["Use $facts['os']['family']"]
    assert preferred(tmp_path, "class m::a { include m::|aa }\n") == ["Change to 'm::a'"]


def test_no_suppression_and_no_removal_is_preferred(tmp_path: Path) -> None:
    assert preferred(tmp_path, "class m::a {\n  class { 'm':\n    port => 1,\n    |xyz => 2,\n  }\n}\n") == []


def test_a_class_that_does_not_exist(tmp_path: Path) -> None:
    new = offered(tmp_path, "class m::a {\n  class { '|m::b': x => 1 }\n}\n")["Create b.pp"].file
    assert new is not None
    assert (new.path, new.text) == (
        str(tmp_path / "modules/m/manifests/b.pp"),
        "# @summary \n#\n# @param x\n#   \nclass m::b (\n  Any $x,\n) {\n}\n",
    )


def test_quotes(tmp_path: Path) -> None:
    assert done(tmp_path, "class m::a { notice('|a') }", "Use double quotes") == 'class m::a { notice("a") }'


def test_attributes_in_order(tmp_path: Path) -> None:
    text = "class m::a { file { '/x': |mode => '0644', require => File['/y'], ensure => file, group => 'a' } }"
    expected = "class m::a { file { '/x': ensure => file, group => 'a', mode => '0644', require => File['/y'] } }"
    assert done(tmp_path, text, "Sort attributes") == expected


def test_documentation(tmp_path: Path) -> None:
    assert done(tmp_path, "class m::|a ($x) { }", "Add a documentation comment") == "# @summary \n#\n# @param x\n#   \nclass m::a ($x) { }"


def test_a_variable_for_a_value(tmp_path: Path) -> None:
    text = "class m::a {\n  notice(|1 + 2, 3)\n}\n"
    assert done(tmp_path, text, "Extract to a variable", 5) == "class m::a {\n  $value = 1 + 2\n  notice($value, 3)\n}\n"


def actions_at(folder: Path, path: str, text: str, offset: int) -> list[Action]:
    document = Analysis().open(str(folder / path), text)
    assert isinstance(document, Document)
    known = document.workspace.known(document.path)
    view = View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.model)
    return list(actions(view, offset, offset, document.diagnostics))


def test_a_parameter_of_a_template(tmp_path: Path) -> None:
    path, text = "modules/m/templates/a.epp", "<%- | Integer $a | -%>\n<%= $a %><%= $b %>\n"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text)
    found = actions_at(tmp_path, path, text, text.index("$b"))
    assert "<%- | Integer $a, Any $b | -%>" in edited(text, list(next(each.edits for each in found if each.title == "Declare $b")))


def test_the_first_parameters_of_a_template_are_all_that_it_reads(tmp_path: Path) -> None:
    path, text = "modules/m/templates/a.epp", "<%= $a %><%= $b %>\n"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text)
    (tmp_path / "modules/m/manifests").mkdir()
    (tmp_path / "modules/m/manifests/init.pp").write_text("class m { $x = epp('m/a.epp', { 'a' => 1 }) }\n")
    found = actions_at(tmp_path, path, text, text.index("$b"))
    after = edited(text, list(next(each.edits for each in found if each.title == "Declare $a, $b")))
    assert after == f"<%- | Any $a, Any $b | -%>\n{text}"
    assert "unknown-variable" not in {each.code for each in Analysis().open(str(tmp_path / path), after).diagnostics}
