"""Functions and types of an environment itself: those outside of modules, which all code of the environment may use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.cli.in_process import findings

RUBY = "Puppet::Functions.create_function(:'{name}') do\n  dispatch(:f) {{ param 'String', :x }}\n  def f(x) x end\nend\n"
ENVIRONMENT = {
    "environment.conf": "modulepath = modules\n",
    "modules/b/manifests/init.pp": "class b { }\n",
    "functions/twice.pp": "function twice(Integer $x) { $x * 2 }\n",
    "functions/environment/half.pp": "function environment::half(Integer $x) { $x / 2 }\n",
    "functions/direct.pp": "function environment::direct(Integer $x) { $x }\n",
    "functions/other/of.pp": "function other::of(Integer $x) { $x }\n",
    "types/port.pp": "type Port = Integer[1, 65535]\n",
    "lib/puppet/functions/vault.rb": RUBY.format(name="vault"),
    "lib/puppet/functions/environment/shown.rb": RUBY.format(name="environment::shown"),
    "lib/puppet/parser/functions/old.rb": "Puppet::Parser::Functions.newfunction(:old, :type => :rvalue) { |args| args[0] }\n",
    "lib/puppet/type/thing.rb": "Puppet::Type.newtype(:thing) { newparam(:name) }\n",
}
"""What Puppet 8.10 loads of an environment; `environment::direct`, `other::of` and the resource type it does not find."""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("notice(twice(1))", None),
        ("notice(environment::half(1))", None),
        ("notice(vault('a'))", None),
        ("notice(environment::shown('a'))", None),
        ("notice(old('a'))", None),
        ("notice(1 =~ Port)", None),
        ("notice(twice('a'))", "wrong-argument"),
        ("notice(vault(1))", "wrong-argument"),
        ("notice(environment::direct(1))", "unknown-function"),
        ("notice(other::of(1))", "unknown-function"),
        ("notice(environment::twice(1))", "unknown-function"),
        ("notice(vaults('a'))", "unknown-function"),
        ("thing { 'a': }", "unknown-resource-type"),
    ],
)
@pytest.mark.parametrize("path", ["manifests/site.pp", "modules/a/manifests/init.pp"])
def test_what_the_environment_defines_is_known(path: str, line: str, code: str | None, tmp_path: Path) -> None:
    """The answers are those of the reference."""
    body = f"class a {{\n{line}\n}}\n" if "modules" in path else f"{line}\n"
    found = findings(tmp_path, {**ENVIRONMENT, path: body})
    errors = [each.code for each in found if each.path == path and each.severity == "error"]
    assert {*errors} == ({code} if code else set())


def test_a_module_has_no_such_functions(tmp_path: Path) -> None:
    """Of a module only names that begin with its own are loaded from `functions`."""
    files = {"m/functions/twice.pp": "function m::twice(Integer $x) { $x }\n", "m/manifests/init.pp": "class m {\n  notice(twice(1))\n}\n"}
    found = findings(tmp_path, files)
    assert [each.code for each in found if each.path == "m/manifests/init.pp"] == ["unknown-function"]


def test_catalogs_call_them(tmp_path: Path) -> None:
    code = "notice(twice(2), environment::half(4), vault('v'), environment::shown('s'), old('o'), 80 =~ Port)\n"
    write(tmp_path, {**ENVIRONMENT, "manifests/site.pp": code})
    done = run("puppet-eval", "--catalog", "manifests/site.pp", cwd=tmp_path)
    assert (done.code, done.out.splitlines()[0]) == (0, "Notice: 4 2 v s o true")


def test_the_order_of_the_folders_is_that_of_the_reference(tmp_path: Path) -> None:
    """Built-in functions come first, then those in Ruby, then those in Puppet code, then old ones."""
    files = {
        "functions/upcase.pp": "function upcase($x) { 'own' }\n",
        "functions/both.pp": "function both($x) { 'puppet' }\n",
        "lib/puppet/functions/both.rb": "Puppet::Functions.create_function(:both) do\n  def both(x)\n    'ruby'\n  end\nend\n",
        "functions/three.pp": "function three($x) { 'puppet' }\n",
        "lib/puppet/parser/functions/three.rb": "Puppet::Parser::Functions.newfunction(:three, :type => :rvalue) { |args| 'old' }\n",
        "manifests/site.pp": "notice(upcase('a'), both(1), three(1))\n",
    }
    write(tmp_path, {**ENVIRONMENT, **files})
    done = run("puppet-eval", "--catalog", "manifests/site.pp", cwd=tmp_path)
    assert (done.code, done.out.splitlines()[0]) == (0, "Notice: A ruby puppet")


DATA_TYPE = "Puppet::DataTypes.create_type('{name}') do\n  interface <<-P\n    attributes => {{ a => Integer }}\n  P\nend\n"
MODULE = {
    "m/functions/both.pp": "function m::both($x) { 'puppet' }\n",
    "m/lib/puppet/functions/m/both.rb": "Puppet::Functions.create_function(:'m::both') do\n  def both(x)\n    'ruby'\n  end\nend\n",
    "m/functions/three.pp": "function m::three($x) { 'puppet' }\n",
    "m/lib/puppet/parser/functions/m/three.rb": "Puppet::Parser::Functions.newfunction(:'m::three', :type => :rvalue) { |args| 'old' }\n",
    "m/types/t.pp": "type M::T = String\n",
    "m/lib/puppet/datatypes/m/t.rb": DATA_TYPE.format(name="M::T"),
    "n/lib/puppet/functions/m/k.rb": "Puppet::Functions.create_function(:'m::k') do\n  def k\n    'ruby'\n  end\nend\n",
    "n/lib/puppet/datatypes/m/u.rb": DATA_TYPE.format(name="M::U"),
}


def test_the_order_of_the_folders_of_a_module_is_the_same(tmp_path: Path) -> None:
    code = "notice(m::both(1), m::three(1), 'x' =~ M::T, M::T.new(1).a)\n"
    write(tmp_path, {**{f"modules/{path}": text for path, text in MODULE.items()}, "manifests/site.pp": code})
    done = run("puppet-eval", "--catalog", "--modulepath", "modules", "manifests/site.pp", cwd=tmp_path)
    assert (done.code, done.out.splitlines()[0]) == (0, "Notice: ruby puppet false 1")


def test_a_module_has_no_names_of_another(tmp_path: Path) -> None:
    files = {f"modules/{path}": text for path, text in MODULE.items()} | {"manifests/site.pp": "notice(m::k(), M::U)\n"}
    found = findings(tmp_path, {**ENVIRONMENT, **files, "modules/m/manifests/init.pp": "class m { }\n"})
    assert [each.code for each in found if each.path == "manifests/site.pp"] == ["unknown-function", "unknown-resource-type"]


def test_findings_follow_a_function_that_comes_and_goes(tmp_path: Path) -> None:
    """Kept results notice what an environment gets and loses."""
    write(tmp_path, {**ENVIRONMENT, "modules/a/manifests/init.pp": "class a {\n  notice(late(1))\n}\n"})
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}

    def is_unknown() -> bool:
        done = run("puppet-check", "--format", "json", "modules", cwd=tmp_path, env=environment)
        return "unknown-function" in done.out

    seen = [is_unknown()]
    late = tmp_path / "functions" / "late.pp"
    late.write_text("function late(Integer $x) { $x }\n")
    seen.append(is_unknown())
    late.unlink()
    assert [*seen, is_unknown()] == [True, False, True]
