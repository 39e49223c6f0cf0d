"""A check leaves no reference cycles."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.document import Document, shown
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import mode_of, parse
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.ruby.attributes import refusal
from tests.cli.command import write

TEXTS = {
    "classes": "class a { $x = [1, 2].map |$y| { $y + 1 } }\nclass b inherits a { include a }\ndefine c($z) { notify { $z: } }\n",
    "collectors": "class a { Package <| title == 'b' |> -> Service['c'] }\nclass b { File <<| tag == 'd' |>> { mode => '0644' } }\n",
    "errors": "class a { $x = 1 / 0\n include unknown\n File['a'] -> fail('b')\n $y = $x[1, 'a'] }\n",
    "broken text": "class a { file { 'b': ensure => \n }\n if $x { $y = 'c\n }",
    "too many steps": "class a { $x = Array(Integer[1, 1000]).map |$y| { Array(Integer[1, 1000]).map |$z| { $y * $z } } }\n",
    "templates": "<%- | Integer $a = 'b' | -%>\n<% [1].each |$x| { %><%= $x + $a %><% } %>",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_check_leaves_no_reference_cycles(text: str) -> None:
    workspace = Workspace(Configuration())
    name = "/m/templates/a.epp" if text.startswith("<%") else "/m/manifests/a.pp"

    def check() -> None:
        document = Document(name, parse(text, mode_of(name)), workspace)
        _ = shown(document), document.trace

    assert garbage_of(check) == 0


def garbage_of(run: Callable[[], object]) -> int:
    """The number of objects that only the garbage collector frees after a second run; what is loaded lazily stays."""
    run()
    gc.collect()
    gc.disable()
    try:
        run()
        return gc.collect()
    finally:
        gc.enable()


def test_a_refused_branch_of_a_define_leaves_no_reference_cycles(tmp_path: Path) -> None:
    guarded = "define m::a($b = undef) { if ! defined(Class['m']) { fail('no m') } if $b =~ /x/ { fail(\"no ${title}\") } }\n"
    files = {
        "m/manifests/a.pp": guarded,
        "m/manifests/init.pp": "class m {}\n",
        "n/manifests/init.pp": "class n { m::a { 'x': b => $facts['c'] } }\n",
    }
    write(tmp_path / "modules", files)
    (tmp_path / "environment.conf").touch()
    analysis = Analysis()

    def check() -> None:
        analysis.notice([str(tmp_path / "modules" / "m" / "manifests" / "a.pp")])
        analysis.check(str(tmp_path / "modules" / "n" / "manifests" / "init.pp"))

    assert garbage_of(check) == 0


FUNCTION = """Puppet::Functions.create_function(:'m::f') do
  dispatch(:f) { param 'Integer', :given }
  def f(given)
    twice = lambda { |each| each * 2 }
    [1, given].map { |each| next 0 if each == 1; twice.call(each) }
  end
end
"""


def test_what_a_block_in_ruby_refers_to_does_not_keep_the_check(tmp_path: Path) -> None:
    files = {
        "m/lib/puppet/functions/m/f.rb": FUNCTION,
        "m/manifests/init.pp": 'class m { $x = m::f(2) notify { "${x}": } }\n',
        "m/templates/t.erb": "<% other = lambda { |x| x }; @a.each do |each| next if each == 1 -%><%= other.call(each) %><% end -%>\n",
        "m/manifests/t.pp": "class m::t { $a = [1, 2] notify { template('m/t.erb'): } }\n",
    }
    write(tmp_path / "modules", files)
    (tmp_path / "environment.conf").touch()
    workspace = Workspace(Configuration())
    gc.disable()
    try:
        for name in ("init", "t"):
            path = tmp_path / f"modules/m/manifests/{name}.pp"
            document = Document(str(path), parse(path.read_bytes(), mode_of(str(path))), workspace)
            assert [each.code for each in shown(document)] == []
            model = weakref.ref(document.model)
            del document
            assert model() is None
    finally:
        gc.enable()


BLOCKS = ("do |v| v.to_s\nend", "do |v| fail 'no' if v == 'b'\nend", "do |v| [1].each { |each| return each }\nend", "do |v| v.other\nend")


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_in_ruby_leaves_no_reference_cycles(block: str) -> None:
    assert garbage_of(lambda: refusal([block], "b", Budget(1000, seconds=inf))) == 0
