"""Declared modules that are not installed are checked against interfaces, as far as these speak for the declared range."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from puppet_check.cli.check import main
from puppet_check.workspace.interfaces.bundling import index_bytes, reason_against
from puppet_check.workspace.interfaces.file import DATA, INDEX, Header, interfaces_in
from tests.cli.command import write
from tests.cli.in_process import findings, printed

OLD = {
    "manifests/init.pp": "class tool(String $name_of, Integer $port = 1) {\n  $home = '/'\n}\n",
    "manifests/removed.pp": "class tool::removed { }\n",
    "manifests/entry.pp": "define tool::entry(String $content, String $owner) { }\n",
    "manifests/site.pp": "# @param port\n#   Deprecated: use `listen`\ndefine tool::site($port = 1, $listen = 1, $host = 1) { }\n",
    "types/kind.pp": "type Tool::Kind = Enum['a']\n",
    "functions/twice.pp": "function tool::twice(Integer $n) >> Integer { $n * 2 }\n",
    "lib/puppet/type/tool_part.rb": (
        "Puppet::Type.newtype(:tool_part) do\n  newparam(:name, namevar: true)\n  newparam(:target)\n  newparam(:tag)\n"
        "  validate do\n    fail 'no' unless self[:target]\n    fail 'no' unless self[:tag]\n  end\nend\n"
    ),
}
NEW = {
    "manifests/init.pp": (
        "class tool(String $name_of, Variant[Integer, String] $port = 1, Boolean $extra = true) {\n"
        "  $home = '/'\n  file { ['/etc/rules', \"/etc/rules/${port}.d\"]: }\n  package { rules: }\n}\n"
    ),
    "manifests/entry.pp": "define tool::entry(String $content, String $owner = 'root') { }\n",
    "manifests/site.pp": (
        "# @param port\n#   Deprecated: use `listen`\n# @param host\n#   Deprecated\n"
        "define tool::site($port = 1, $listen = 1, $host = 1) { }\n"
    ),
    "types/kind.pp": "type Tool::Kind = Enum['b']\n",
    "functions/twice.pp": "function tool::twice(Integer $n, Integer $more = 1) >> Integer { $n * 2 }\n",
    "lib/puppet/parser/functions/tool_sum.rb": (
        "Puppet::Parser::Functions.newfunction(:tool_sum, :type => :rvalue, :arity => 2) { |args| 1 }\n"
    ),
    "lib/puppet/type/tool_line.rb": (
        "Puppet::Type.newtype(:tool_line) do\n  newparam(:path, namevar: true)\n  newproperty(:content)\n  newproperty(:owner)\nend\n"
    ),
    "lib/puppet/type/tool_part.rb": (
        "Puppet::Type.newtype(:tool_part) do\n  newparam(:name, namevar: true)\n  newparam(:target)\n  newparam(:tag)\n"
        "  validate do\n    raise Puppet::Error, 'no' unless self[:target] || self[:tag]\n  end\nend\n"
    ),
    "lib/facter/tool_fact.rb": "Facter.add(:tool_fact) { setcode { 1 } }\n",
}
WITHIN = ">= 1.0.0 <= 1.4.0"
LATER = ">= 1.0.0 < 2.0.0"
BEYOND = ">= 1.0.0"


def metadata(name: str, version: str = "1.0.0", **dependencies: str | None) -> str:
    listed = [
        {"name": each.replace("_", "/", 1), **({} if range is None else {"version_requirement": range})}
        for each, range in dependencies.items()
    ]
    fields = {"name": name, "version": version, "author": "a", "license": "MIT", "summary": "s", "source": "https://example.com"}
    return json.dumps({**fields, "dependencies": listed})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("interfaces")
    write(folder / "old", {"metadata.json": metadata("ann-tool", "1.0.0"), **OLD})
    write(folder / "new", {"metadata.json": metadata("ann-tool", "1.4.0"), **NEW})
    with printed():
        assert main(["interfaces", "make", str(folder / "old"), str(folder / "new"), "--output", str(folder / "made")]) == 0
    return folder / "made"


def own(made: Path, code: str, range: str | None = WITHIN, author: str = "ann") -> dict[str, str | bytes]:
    return {
        "metadata.json": metadata("me-own", **{f"{author}_tool": range}),
        ".puppet-check.toml": "interfaces = ['interfaces']\n",
        **{f"interfaces/{each.relative_to(made)}": each.read_bytes() for each in made.rglob("*") if each.is_file()},
        "manifests/init.pp": f"# A class\nclass own {{\n{code}\n}}\n",
    }


def found(folder: Path, files: Mapping[str, str | bytes]) -> list[str]:
    return [f"{each.severity} {each.code}" for each in findings(folder, files) if each.code not in ("missing-module", "unused-variable")]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class { 'tool': name_of => 'x' }", []),
        ("class { 'tool': name_of => 'x', extra => true, port => '1' }", []),
        ("class { 'tool': name_of => 'x', other => 1 }", ["error unknown-parameter"]),
        ("class { 'tool': name_of => 'x', port => true }", ["error wrong-parameter"]),
        ("tool::entry { 'x': content => 'x' }", []),
        ("tool::entry { 'x': }", ["error missing-parameter"]),
        ("include tool::removed", []),
        ("include tool::never", ["error unknown-class"]),
        ("$a = tool::twice(1, 2)", []),
        ("$a = tool::twice('x')", ["error wrong-argument"]),
        ("$a = tool_sum(1, 2)", []),
        ("$a = tool_sum(1)", ["error wrong-argument"]),
        ("$a = no_such_function(1)", ["error unknown-function"]),
        ("tool_line { '/a': content => 'x' }", []),
        ("tool_line { '/a': contents => 'x' }", ["error unknown-parameter"]),
        ("tool_part { 'x': tag => 'a' }", []),
        ("tool_part { 'x': }", ["warning wrong-value"]),
        ("@tool_part { 'x': }\n  @@tool_part { \"y${facts['kernel']}\": }", []),
        ("tool::site { 'x': listen => 2 }", []),
        ("tool::site { 'x': port => 2 }", ["warning deprecated-parameter"]),
        ("tool::site { 'x': host => 2 }", []),
        ("$a = 'a' =~ Tool::Kind\n  notice('b' =~ Tool::Kind)", []),
        ("$a = 'a' =~ Tool::Other", ["error unknown-resource-type"]),
        ("include tool\n  notice($tool::home)", []),
        ("notice($facts['tool_fact'], $tool_fact)", []),
        ("file { '/a': content => epp('tool/x.epp') }\n  file { '/b': source => 'puppet:///modules/tool/x' }", []),
    ],
)
def test_a_module_is_the_union_of_its_accepted_releases(tmp_path: Path, made: Path, code: str, expected: list[str]) -> None:
    assert found(tmp_path, own(made, code)) == expected


@pytest.mark.parametrize(
    ("code", "range", "expected"),
    [
        ("include tool::never", LATER, ["warning unknown-class"]),
        ("include tool::remvoed", LATER, ["error unknown-class"]),
        ("include tool::removed", LATER, []),
        ("include tool::removed", "1.4.0", ["error unknown-class"]),
        ("include tool::removed", ">= 1.4.0 < 2.0.0", ["warning unknown-class"]),
        ("tool::entry { 'x': content => 'x', brand_new => 1 }", LATER, ["warning unknown-parameter"]),
        ("tool::entry { 'x': contnet => 'x' }", LATER, ["error unknown-parameter"]),
        ("tool::entry { 'x': content => 1 }", LATER, ["error wrong-parameter"]),
        ("tool_line { '/a': brand_new => 1 }", LATER, ["warning unknown-parameter"]),
        ("tool_line { '/a': onwer => 1 }", LATER, ["error unknown-parameter"]),
        ("tool_lien { '/a': }", LATER, ["error unknown-resource-type"]),
        ("no_such_type { '/a': }", LATER, []),
        ("$a = no_such_function(1)", LATER, ["warning unknown-function"]),
        ("$a = tool::never(1)", LATER, ["warning unknown-function"]),
        ("$a = 'a' =~ Tool::Other", LATER, ["warning unknown-resource-type"]),
        ("$a = no_such_function(1)", ">= 0.1.0 <= 1.4.0", []),
        ("include tool::never", ">= 0.1.0 <= 1.4.0", []),
        ("include tool::remvoed", ">= 0.1.0 <= 1.4.0", ["error unknown-class"]),
        ("$a = tool_smu(1, 2)", LATER, ["error unknown-function"]),
    ],
)
def test_what_only_a_later_release_may_have_is_a_warning(tmp_path: Path, made: Path, code: str, range: str, expected: list[str]) -> None:
    assert [each for each in found(tmp_path, own(made, code, range)) if "metadata" not in each] == expected


@pytest.mark.parametrize("range", [BEYOND, None])
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("include tool::remvoed", ["warning unknown-class"]),
        ("include tool::removed", []),
        ("tool::entry { 'x': contnet => 1 }", ["warning unknown-parameter"]),
        ("tool::entry { 'x': content => 1 }\n  class { 'tool': }\n  $a = tool::twice('x')", []),
        ("tool_line { '/a': contents => 1 }", ["warning unknown-parameter"]),
        ("$a = no_such_function(1)", ["warning unknown-function"]),
        ("tool_part { 'x': }\n  tool::site { 'x': port => 2 }", []),
    ],
)
def test_of_later_major_versions_only_the_names_are_known(
    tmp_path: Path, made: Path, code: str, range: str | None, expected: list[str]
) -> None:
    assert [each for each in found(tmp_path, own(made, code, range)) if "metadata" not in each] == expected


@pytest.mark.parametrize(
    ("code", "range", "expected"),
    [
        ("include tool::never", "1.2.0", ["error unknown-class"]),
        ("include tool::removed", "1.2.0", []),
        ("include tool::never", "1.5.0", []),
        ("include tool::removed", "1.4.7", ["warning unknown-class"]),
        ("include tool::never", "2.x", []),
        ("include tool::never", "0.9.0", []),
        ("include tool::never", "not a range", []),
    ],
)
def test_a_pin_is_covered_by_the_releases_around_it(tmp_path: Path, made: Path, code: str, range: str, expected: list[str]) -> None:
    assert [each for each in found(tmp_path, own(made, code, range)) if "metadata" not in each] == expected


@pytest.mark.parametrize(
    ("reference", "code", "range", "expected"),
    [
        ("File['/etc/nowhere']", "", WITHIN, ["warning unknown-reference"]),
        ("File['/etc/nowhere']", "include tool", WITHIN, ["warning unknown-reference"]),
        ("File['/etc/nowhere']", "include tool", LATER, ["warning unknown-reference"]),
        ("File['/etc/nowhere']", "include tool", BEYOND, ["warning unknown-reference"]),
        ("File['/etc/tool.conf']", "include tool", BEYOND, []),
        ("File['/etc/nowhere']", "include tool", "2.x", []),
        ("File['/etc/nowhere']", "tool::entry { 'x': }", "2.x", []),
        ("File['/etc/nowhere']", "tool_line { '/a': }", "2.x", []),
        ("File['/etc/nowhere']", "$a = tool::twice(1)", "2.x", ["warning unknown-reference"]),
        ("File['/etc/tool.conf']", "include tool", WITHIN, ["warning unknown-reference"]),
        ("File['/etc/tool.conf']", "include tool", LATER, []),
        ("File['/etc/rules']", "include tool", WITHIN, []),
        ("File['/etc/rules/1.d']", "include tool", WITHIN, []),
        ("Package['rules']", "include tool", WITHIN, []),
        ("Exec['make rules']", "include tool", WITHIN, []),
    ],
)
def test_a_reference_is_wrong_if_no_module_that_the_code_names_may_declare_it(
    tmp_path: Path, made: Path, reference: str, code: str, range: str, expected: list[str]
) -> None:
    code = f"file {{ '/a': require => {reference} }}\n  {code}"
    assert [each for each in found(tmp_path / "own", own(made, code, range)) if "reference" in each] == expected


def test_a_module_that_is_not_declared_may_define_a_resource_type(tmp_path: Path, made: Path) -> None:
    code = "no_such_type { '/a': }\n  No_such_type<| |> -> File['/x']\n  file { '/x': }"
    assert found(tmp_path, own(made, code, WITHIN)) == []


def test_an_interface_is_only_for_the_module_of_its_author(tmp_path: Path, made: Path) -> None:
    assert found(tmp_path, own(made, "include tool::never", author="bob")) == []


def test_a_finding_names_the_interface_that_it_rests_on(tmp_path: Path, made: Path) -> None:
    (each,) = [each for each in findings(tmp_path, own(made, "include tool::never")) if each.severity == "error"]
    assert each.message.startswith("Could not find class tool::never")
    assert each.message.endswith(" (according to the interface of ann/tool 1.0.0 and 1.4.0)")


def test_a_deprecated_parameter_names_the_interface_and_no_documentation(tmp_path: Path, made: Path) -> None:
    reported = findings(tmp_path, own(made, "tool::site { 'x': port => 2 }"))
    (each,) = [each for each in reported if each.code == "deprecated-parameter"]
    assert each.message == "the parameter 'port' of tool::site is deprecated (according to the interface of ann/tool 1.0.0 and 1.4.0)"


def test_a_reference_that_no_module_declares_rests_on_all_interfaces(tmp_path: Path, made: Path) -> None:
    reported = findings(tmp_path, own(made, "file { '/a': require => File['/etc/nowhere'] }"))
    (each,) = [each for each in reported if each.code == "unknown-reference"]
    assert each.message.endswith("is not declared anywhere (according to the interfaces of the modules that are not installed)")


@pytest.mark.parametrize("range", [WITHIN, LATER, BEYOND, None])
def test_the_missing_module_says_what_it_is_checked_against(tmp_path: Path, made: Path, range: str | None) -> None:
    (each,) = [each for each in findings(tmp_path, own(made, "include tool", range)) if each.code == "missing-module"]
    assert "checked against the interface of ann/tool 1.0.0 and 1.4.0" in each.message


def test_the_same_checkouts_give_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "a", {"metadata.json": metadata("ann-tool"), **NEW})
    write(tmp_path / "b", {"metadata.json": metadata("ann-tool"), **NEW})
    for each in ("a", "b"):
        with printed():
            main(["interfaces", "make", str(tmp_path / each), "--output", str(tmp_path / "out" / each)])
    one, other = ((tmp_path / "out" / each / "ann-tool.json.z").read_bytes() for each in ("a", "b"))
    assert one == other


def test_a_folder_that_is_no_module_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["interfaces", "make", str(tmp_path), "--output", str(tmp_path / "out")]) == 2
    assert "metadata.json with the name and version of a module expected" in capsys.readouterr().err


def test_interfaces_are_listed_with_licence_and_releases(made: Path) -> None:
    with printed() as out:
        assert main(["interfaces", "--interfaces", str(made)]) == 0
    lines = out.getvalue().splitlines()
    assert "ann/tool (MIT): 1.0.0, 1.4.0" in lines
    assert any(each.startswith("puppetlabs/stdlib (Apache-2.0): ") for each in lines)


@pytest.mark.parametrize("header", [each.header for each in interfaces_in((DATA,))], ids=lambda header: header.module)
def test_a_bundled_interface_has_a_permissive_licence_a_full_name_and_real_releases(header: Header) -> None:
    assert reason_against(header) is None


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (Header("ann-tool", "GPL-3.0+", ("1.0.0",)), "the licence 'GPL-3.0+' is not one of"),
        (Header("ann-tool", "unknown", ("1.0.0",)), "the licence 'unknown' is not one of"),
        (Header("tool", "MIT", ("1.0.0",)), "'tool' is not a full module name"),
        (Header("ann-tool", "MIT", ("1.0.0", "999.999.999")), "a release is a placeholder"),
    ],
)
def test_other_interfaces_are_not_bundled(header: Header, expected: str) -> None:
    assert (reason_against(header) or "").startswith(expected)


BUNDLED = "$a = stdlib::ensrue(true)\n  file_line { 'a': path => '/a', lien => 'x' }\n  $b = merge({}, {})"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [("", ["error unknown-function", "error unknown-parameter"]), ("bundled = false\n", [])],
)
def test_stdlib_is_bundled(tmp_path: Path, settings: str, expected: list[str]) -> None:
    files = {
        "metadata.json": metadata("me-own", puppetlabs_stdlib=">= 8.0.0 < 10.0.0"),
        ".puppet-check.toml": settings,
        "manifests/init.pp": f"# A class\nclass own(Stdlib::Port $port = 80) {{\n  notice($port)\n  {BUNDLED}\n}}\n",
    }
    assert found(tmp_path, files) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("mod 'ann-tool', '1.4.0'", ["error unknown-class", "error unknown-class"]),
        ("mod 'ann/tool', :latest", ["warning unknown-class"]),
        ("mod 'ann/tool'", ["warning unknown-class"]),
        ("mod 'tool',\n  :git => 'https://github.com/ann/puppet-tool.git', # a comment\n  :tag => 'v1.4.0'", ["error unknown-class"] * 2),
        ("mod 'ann-tool', git: 'git@github.com:ann/tool', ref: '1.4.0'", ["error unknown-class"] * 2),
        ("mod 'tool', git: 'https://github.com/ann/puppet-tool.git', branch: 'main'", ["warning unknown-class"]),
        ("mod 'tool', git: 'https://github.com/bob/puppet-tool.git', tag: 'v1.4.0'", []),
        ("mod 'ann/tool', git: 'https://github.com/bob/puppet-tool.git', tag: 'v1.4.0'", []),
        ("mod 'ann/tool', git: 'https://example.com/other', tag: 'v1.4.0'", []),
        ("mod 'ann/tool', svn: 'https://example.com/tool'", []),
    ],
)
def test_an_entry_of_a_puppetfile_is_that_of_a_release_or_of_another_source(
    tmp_path: Path, made: Path, entry: str, expected: list[str]
) -> None:
    files = {
        **{name: text for name, text in own(made, "").items() if name.startswith((".", "interfaces"))},
        "environment.conf": "",
        "Puppetfile": f"{entry}\n",
        "manifests/site.pp": "node default {\n  include tool::removed\n  include tool::remvoed\n}\n",
    }
    assert [each for each in found(tmp_path, files) if each.endswith("class")] == expected


def test_the_index_is_that_of_the_bundled_interfaces() -> None:
    assert Path(INDEX).read_bytes() == index_bytes(interfaces_in((DATA,)))
