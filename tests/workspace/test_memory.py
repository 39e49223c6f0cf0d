"""A check leaves no reference cycles."""

from __future__ import annotations

import gc

import pytest

from puppet_check.config import Configuration
from puppet_check.document import Document, shown
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import mode_of, parse

TEXTS = {
    "classes": "class a { $x = [1, 2].map |$y| { $y + 1 } }\nclass b inherits a { include a }\ndefine c($z) { notify { $z: } }\n",
    "collectors": "class a { Package <| title == 'b' |> -> Service['c'] }\nclass b { File <<| tag == 'd' |>> { mode => '0644' } }\n",
    "errors": "class a { $x = 1 / 0\n include unknown\n File['a'] -> fail('b')\n $y = $x[1, 'a'] }\n",
    "broken text": "class a { file { 'b': ensure => \n }\n if $x { $y = 'c\n }",
    "templates": "<%- | Integer $a = 'b' | -%>\n<% [1].each |$x| { %><%= $x + $a %><% } %>",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_check_leaves_no_reference_cycles(text: str) -> None:
    workspace = Workspace(Configuration())
    name = "/m/templates/a.epp" if text.startswith("<%") else "/m/manifests/a.pp"

    def check() -> None:
        document = Document(name, parse(text, mode_of(name)), workspace)
        _ = shown(document), document.trace

    check()  # What is loaded lazily stays.
    gc.collect()
    gc.disable()
    try:
        check()
        assert gc.collect() == 0
    finally:
        gc.enable()
