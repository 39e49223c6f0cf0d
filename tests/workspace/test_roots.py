"""The roots of projects."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.workspace.project import Project
from puppet_check.workspace.workspace import Workspace


def project_of(path: Path) -> Project:
    return Workspace().known(str(path)).project


def test_a_module_may_have_something_named_site(tmp_path: Path) -> None:
    for path in ("environment.conf", "modules/web/manifests/site.pp", "modules/web/manifests/init.pp"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    project = project_of(tmp_path / "modules/web/manifests/init.pp")
    assert project.root == str(tmp_path)
    assert project.sites == ()


def codes(path: Path) -> list[str]:
    return [each.code for each in Analysis().check(str(path)).diagnostics]


def test_a_module_is_known_by_its_first_manifest(tmp_path: Path) -> None:
    manifests = tmp_path / "puppet-web" / "manifests"
    manifests.mkdir(parents=True)
    (manifests / "init.pp").write_text("class web {\n  web::site { 'a': }\n  include web::gone\n}\n")
    (manifests / "site.pp").write_text("define web::site { }\n")
    assert project_of(manifests / "init.pp").modules.keys() == {"web"}
    assert codes(manifests / "init.pp") == ["unknown-class"]


def test_a_file_outside_of_a_project_may_use_unknown_modules(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    path.write_text("ensure_packages(['x'])\ninclude foo\nfoo::bar { 'x': }\nservices { 'x': }\n$x = Stdlib::Port\n")
    assert codes(path) == []


def test_misspelt_names_are_reported_in_a_file_outside_of_a_project(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    path.write_text("$x = strftme('a')\nfiel { 'x': }\nclass a (Strng $x) { }\n")
    assert "unknown-function" in codes(path)


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_a_module_or_a_project_may_be_named_plans(tmp_path: Path) -> None:
    inside = "class backup::plans::daily { }\n"
    folder = written(tmp_path / "plans" / "modules" / "backup", {"metadata.json": "{}", "manifests/plans/daily.pp": inside})
    assert codes(folder / "manifests" / "plans" / "daily.pp") == []


def test_a_submodule_that_is_not_fetched_is_missing(tmp_path: Path) -> None:
    submodules = '[submodule "one"]\n\tpath = modules/one\n\turl = ../one.git\n[submodule "x"]\n\tpath = doc/theme\n'
    site = "node default {\n  include one::server\n  one_thing(pick(1))\n  include two\n}\n"
    root = written(tmp_path, {".gitmodules": submodules, "manifests/site.pp": site, "modules/own/manifests/init.pp": "class own { }\n"})
    assert project_of(root / "Puppetfile").missing.keys() == {"one"}
    assert codes(root / "manifests" / "site.pp") == ["missing-module"]


def test_a_type_may_have_the_singular_of_another_name(tmp_path: Path) -> None:
    submodules = '[submodule "one"]\n\tpath = modules/one\n\turl = ../one.git\n'
    site = "sysctl { 'a': }\nsysctlz { 'b': }\ninclude sysctls\n"
    files = {".gitmodules": submodules, "manifests/site.pp": site, "modules/sysctls/manifests/init.pp": "class sysctls { }\n"}
    assert codes(written(tmp_path, files) / "manifests" / "site.pp") == []


def test_folders_of_modules_may_have_any_name(tmp_path: Path) -> None:
    files = {
        "Puppetfile": "",
        "manifests/site.pp": "include role_web\ninclude profile_web::gone\n",
        "roles/role_web/manifests/init.pp": "class role_web { include profile_web }\n",
        "roles/role_web/metadata.json": "{}",
        "profiles/profile_web/manifests/init.pp": "class profile_web { }\n",
        "examples/other/manifests/init.pp": "class other { }\n",
        "docs/images/a.png": "",
    }
    root = written(tmp_path, files)
    project = project_of(root / "roles/role_web/manifests/init.pp")
    assert (project.root, project.modules.keys()) == (str(root), {"role_web", "profile_web"})
    assert codes(root / "manifests" / "site.pp") == ["unknown-class"]
    assert codes(root / "roles/role_web/manifests/init.pp") == []


def test_a_server_may_have_data_for_an_environment_without_a_hierarchy(tmp_path: Path) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": "include shop\nnotice(lookup('tier', String))\n",
        "modules/shop/manifests/init.pp": "class shop (String $owner) { }\n",
    }
    assert codes(written(tmp_path, files) / "manifests" / "site.pp") == []


def test_an_environment_that_names_the_common_modules_of_its_server(tmp_path: Path) -> None:
    files = {
        "puppet/modules/.gitignore": "*\n",
        "puppet/environments/box/modules/profile/manifests/init.pp": "class profile {\n  include openssl\n}\n",
    }
    site = {"puppet/environments/box/environment.conf": "modulepath = modules:$basemodulepath\n"}
    assert not project_of(written(tmp_path / "server", {**files, **site}) / "puppet/environments/box/a.pp").is_whole
    site = {"puppet/environments/box/environment.conf": "modulepath = modules\n"}
    assert project_of(written(tmp_path / "alone", {**files, **site}) / "puppet/environments/box/a.pp").is_whole


def test_a_folder_of_data_beside_modules_is_no_module(tmp_path: Path) -> None:
    files = {
        "hiera/hiera.yaml": "version: 5\n",
        "hiera/data/common.yaml": "user: me\n",
        "web/manifests/init.pp": "class web { }\n",
        "manifests/site.pp": "include web\n",
        "environment.conf": "modulepath = .\n",
        "modules/own/data/common.yaml": "own::user: me\n",
    }
    folder = written(tmp_path, files)
    assert project_of(folder / "web/manifests/init.pp").modules.keys() == {"web"}
    (folder / "environment.conf").write_text("modulepath = modules\n")
    assert project_of(folder / "manifests/site.pp").modules.keys() == {"own"}


def test_facts_with_computed_names(tmp_path: Path) -> None:
    facts = "%w{/srv/a /dev/b}.each do |path|\n  Facter.add('has' + path.gsub('/', '_')) { setcode { true } }\nend\n"
    more = "['a'].each { |name| Facter.add(\"disk_#{name}\") { setcode { true } } }\n"
    code = 'class m {\n  notify { "${has_srv_a} ${disk_a}": }\n  notify { $hat_a: }\n}\n'
    files = {"modules/m/lib/facter/has.rb": facts + more, "modules/m/manifests/init.pp": code, "manifests/site.pp": "include m\n"}
    folder = written(tmp_path, {**files, "environment.conf": ""})
    found = Analysis().check(str(folder / "modules/m/manifests/init.pp")).diagnostics
    assert [each.message for each in found if each.code == "unknown-variable"] == ["Unknown variable: 'hat_a'."]


def environment(folder: Path, files: dict[str, str]) -> Path:
    """A control repository with these files and a Puppetfile."""
    for path, text in {"Puppetfile": "", "hieradata/common.yaml": "", **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def test_a_folder_beside_a_puppetfile_is_a_module_by_the_names_in_its_code(tmp_path: Path) -> None:
    web = "profile/manifests/web.pp"
    files = {web: "class profile::web {\n  include profile::absent\n}\n", "tools/manifests/x.pp": "class other { }\n"}
    root = environment(tmp_path, files)
    project = project_of(root / web)
    assert (project.root, project.is_environment, [*project.modules]) == (str(root), True, ["profile"])
    assert codes(root / web) == ["unknown-class"]
    assert project_of(root / "hieradata/common.yaml").modules.keys() == {"profile"}


def test_a_module_path_and_metadata_say_where_modules_are(tmp_path: Path) -> None:
    web = {"profile/manifests/web.pp": "class profile::web { }\n"}
    with_path = environment(tmp_path / "one", {**web, "environment.conf": "modulepath = modules\n"})
    assert "profile" not in project_of(with_path / "hieradata/common.yaml").modules
    of_its_own = environment(tmp_path / "two", {**web, "profile/metadata.json": '{"name": "a-profile"}'})
    assert "profile" not in project_of(of_its_own / "hieradata/common.yaml").modules
    assert project_of(of_its_own / "profile/manifests/web.pp").root == str(of_its_own / "profile")
