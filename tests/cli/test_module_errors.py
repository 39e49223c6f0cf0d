"""`puppet-check` evaluates the classes of a module together where their texts suggest duplicates or dependency cycles among its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata

CODES = ("catalog-error", "dependency-cycle")


def found(folder: Path, *files: str) -> list[str]:
    """The findings about catalogs in a module `m` with these files."""
    named = {f"m/manifests/{_file(each)}.pp": each for each in files} | {
        "m/metadata.json": metadata("puppetlabs/stdlib").replace("acme-motd", "acme-m")
    }
    return [f"{each.path}:{each.line}: {each.message}" for each in findings(folder, named) if each.code in CODES]


def _file(text: str) -> str:
    name = text.split()[1]
    return "init" if name == "m" else name.removeprefix("m::")


def test_a_class_and_the_one_that_it_includes_declare_the_same(tmp_path: Path) -> None:
    (failed,) = found(tmp_path, "class m {\n  package { 'x': }\n  include m::web\n}", "class m::web {\n  package { 'x': }\n}")
    assert failed.startswith("m/manifests/web.pp:2: the catalog of a node with `m` cannot be compiled: Duplicate declaration: Package[x]")


def test_two_classes_that_a_third_one_includes_declare_the_same(tmp_path: Path) -> None:
    both = "class m {\n  include m::a\n  include m::b\n}"
    (failed,) = found(tmp_path, both, "class m::a {\n  file { '/x': }\n}", "class m::b {\n  file { '/x': }\n}")
    assert failed.startswith("m/manifests/b.pp:2:")


def test_a_define_declares_the_same_for_each_of_its_resources(tmp_path: Path) -> None:
    main = "class m {\n  m::user { 'a': }\n  m::user { 'b': }\n}"
    (failed,) = found(tmp_path, main, "define m::user {\n  file { '/etc/keys': }\n}")
    assert failed.startswith(
        "m/manifests/user.pp:2: the catalog of a node with `m` cannot be compiled: Duplicate declaration: File[/etc/keys]"
    )


@pytest.mark.parametrize(
    ("ensured", "declared", "is_duplicate"),
    [
        ("ensure_packages(['x'])", "package { 'x': }", True),
        ("ensure_resource('package', 'x', { 'ensure' => 'absent' })", "ensure_packages(['x'])", True),
        ("ensure_packages(['x'])", "ensure_packages(['x', 'y'])", False),
        ("ensure_packages(['x'])", "unless defined(Package['x']) { package { 'x': } }", False),
    ],
)
def test_functions_of_stdlib_declare_what_a_class_declares_after_them(
    tmp_path: Path, ensured: str, declared: str, is_duplicate: bool
) -> None:
    main = f"class m {{\n  include m::a\n  {declared}\n}}"
    assert bool(found(tmp_path, main, f"class m::a {{\n  {ensured}\n}}")) == is_duplicate


def test_the_message_names_the_file_of_the_first_declaration(tmp_path: Path) -> None:
    (failed,) = found(tmp_path, "class m {\n  package { 'x': }\n  include m::web\n}", "class m::web {\n  package { 'x': }\n}")
    assert "is already declared at (file: " in failed
    assert "init.pp, line: 2); cannot redeclare" in failed


def test_titles_are_the_same_with_the_defaults_of_parameters(tmp_path: Path) -> None:
    main = "class m (String $folder = '/etc/m') {\n  file { \"${folder}/a\": }\n  contain m::web\n}"
    (failed,) = found(tmp_path, main, 'class m::web {\n  file { "${m::folder}/a": }\n}')
    assert "File[/etc/m/a]" in failed


def test_a_class_is_declared_that_another_one_has_included(tmp_path: Path) -> None:
    main = "class m {\n  include m::a\n  class { 'm::web': }\n}"
    (failed,) = found(tmp_path, main, "class m::a {\n  include m::web\n}", "class m::web {\n}")
    assert failed.startswith("m/manifests/init.pp:3:")


@pytest.mark.parametrize(
    ("main", "web"),
    [
        ("include m::web\n  if $facts['x'] { package { 'x': } }", "package { 'x': }"),
        ("include m::web\n  unless defined(Package['x']) { package { 'x': } }", "package { 'x': }"),
        ("if $facts['x'] { include m::web } else { package { 'x': } }", "package { 'x': }"),
        ("class { 'm::web': name => 'y' }\n  package { 'x': }", "package { $m::web::name: }"),
    ],
)
def test_what_may_not_be_declared_together_is_not_reported(tmp_path: Path, main: str, web: str) -> None:
    assert found(tmp_path, f"class m {{\n  {main}\n}}", f"class m::web ($name = 'x') {{\n  {web}\n}}") == []


def test_a_parameter_that_the_module_passes_has_no_default(tmp_path: Path) -> None:
    main = "class m {\n  class { 'm::web': name => 'y' }\n  include m::more\n}"
    more = "class m::more {\n  include m::web\n  package { 'x': }\n}"
    assert found(tmp_path, main, more, "class m::web ($name = 'x') {\n  package { $name: }\n}") == []


def test_a_resource_between_a_class_and_what_is_in_it(tmp_path: Path) -> None:
    main = "class m {\n  include m::svc\n  file { '/x':\n    require => Class['m::svc'],\n    notify  => Service['s'],\n  }\n}"
    (failed,) = found(tmp_path, main, "class m::svc {\n  service { 's': }\n}")
    assert failed == "m/manifests/init.pp:4: Found 1 dependency cycle: (Class[M::Svc] => File[/x] => Service[s] => Class[M::Svc])"


def test_a_chain_of_classes_and_a_resource_against_it(tmp_path: Path) -> None:
    main = "class m {\n  contain m::a\n  contain m::svc\n  Class['m::a'] -> Class['m::svc']\n}"
    first = "class m::a {\n  package { 'p':\n    require => Service['s'],\n  }\n}"
    (failed,) = found(tmp_path, main, first, "class m::svc {\n  service { 's': }\n}")
    assert failed.startswith("m/manifests/a.pp:3: Found 1 dependency cycle")


def test_a_comment_suppresses_a_cycle(tmp_path: Path) -> None:
    file = "file { '/x': require => Class['m::svc'], notify => Service['s'] }"
    main = f"class m {{\n  include m::svc\n  # puppet-check: ignore[dependency-cycle]\n  {file}\n}}"
    assert found(tmp_path, main, "class m::svc {\n  service { 's': }\n}") == []


def test_two_files_whose_paths_are_unknown(tmp_path: Path) -> None:
    """The data of a node decide whether they are the same file."""
    files = {
        "environment.conf": "",
        "hiera.yaml": 'version: 5\nhierarchy:\n  - name: roles\n    paths: ["%{facts.role}.yaml", common.yaml]\n',
        "data/common.yaml": "x: /a\ny: /b\n",
        "data/web.yaml": "x: /c\ny: /d\n",
        "modules/m/manifests/init.pp": "class m {\n  include m::a\n  include m::b\n  package { 'p': }\n}\n",
        "modules/m/manifests/a.pp": (
            "class m::a {\n  file {\n    'first': path => lookup('x');\n    'second': path => lookup('y');\n  }\n}\n"
        ),
        "modules/m/manifests/b.pp": "class m::b {\n  package { 'p': }\n}\n",
    }
    (failed,) = [each for each in findings(tmp_path, files) if each.code == "catalog-error"]
    assert "Duplicate declaration: Package[p]" in failed.message


def test_many_classes_that_declare_the_same(tmp_path: Path) -> None:
    named = [f"m::c{number}" for number in range(60)]
    main = "class m {\n" + "".join(f"  include {each}\n" for each in named) + "}"
    (failed,) = found(tmp_path, main, *(f"class {each} {{\n  package {{ 'x': }}\n}}" for each in named))
    assert "the catalog of a node with `m` cannot be compiled: Duplicate declaration: Package[x]" in failed


def test_many_classes_that_declare_one_that_others_include(tmp_path: Path) -> None:
    named = [f"m::c{number}" for number in range(60)]
    several = (f"class {each} {{\n  class {{ 'm::x': }}\n}}" for each in named)
    main = "class m {\n  include m::x\n  include m::c7\n}"
    (failed,) = found(tmp_path, main, "class m::x { }", *several)
    assert "Class[M::X]" in failed
