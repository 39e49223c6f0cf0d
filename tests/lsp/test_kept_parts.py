"""After an edit, definitions that it does not concern are not evaluated again; all answers are those of a session that opens the text."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from puppet_check.lsp.session import READING
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Json

EDITS = 120
MODULE = """type My::Port = Integer[1, 65535]
type My::Options = Struct[{port => My::Port, Optional[name] => String}]
function my::double(Integer $n) >> Integer { $n * 2 }
function my::text(Integer $n) >> String { $n + 1 }
function my::label(String $text, My::Port $port = 80) { "${text}:${port}" }
class my::params {
  $port = 80
  $path = $facts['os']['family'] ? { 'RedHat' => '/etc/a', default => '/etc/b' }
}
class my (My::Port $port = $my::params::port, My::Options $options = {}) inherits my::params {
  $doubled = my::double($port)
  $label = my::label('x', 8080)
  file { $path: ensure => file, mode => 644, content => "p ${port}" }
  my::item { 'one': value => 1 }
  include my::inner
  class deep { $depth = 1 }
}
class my::inner {
  notify { 'inner': message => $my::port }
  $list = [1, 2, 3].map |$each| { my::double($each) }
}
define my::item (Integer $value, String $label = "l${title}") {
  notify { "item ${title}": message => $label }
  if $value > 3 { fail('too large') }
  $next = $value + 1
}
class my::other {
  class { 'my': port => 80 }
  class { 'other': value => 1 }
  $late = my::late()
  my::item { 'two': value => 'x' }
  $missing = $undefined
  notify { 'a': }
  notify { 'a': }
}
class my::alone {
  $one = 1
  $two = $one + 'x'
  $text = @("END"/L)
    text ${facts['kernel']} ${one}
    | END
  service { 'q': ensure => running, enabel => true }
  include other
}
function my::late() >> String { 5 }
"""
OTHER = (
    "class other ($value) { }\n",
    "class other (String $value = 'a') { }\n",
    "class other (Integer $value) { }\n",
    "class another { }\n",
)
"""Texts of another file of the environment."""
SITE = """$zone = 'a'
File { mode => '0600' }
node 'a.example.com' {
  $role = "web_${zone}"
  file { '/a': ensure => file, content => $role }
  include own
}
node /^db(\\d+)/ {
  $number = $1
  notify { "db${number}": }
  own::item { 'x': value => 'a' }
}
node default { $none = $zone + 1 }
class own { $mine = $zone }
define own::item (Integer $value) { notify { "${title} ${value} ${zone}": } }
"""
LINES = (
    "include {name}\n",
    "  $v{number} = {number}\n",
    "$zone = {number}\n",
    "  $w = $my::params::port\n",
    "# comment\n",
    "}}\n",
    "  if $x {{\n",
    "class new{number} {{ }}\n",
    "  file {{ '/tmp/{number}': mode => 644, owner => $undefined{number} }}\n",
    "  {name} {{ 't{number}': value => {number} }}\n",
    "$y = my::double({number})\n",
    "$z = my::text({number})\n",
    "  fail('x')\n",
    "type My::Port = Integer[{number}]\n",
    "type My::Options = String\n",
    "  notify {{ 'a': }}\n",
)
PIECES = ("", "x", "1", " ", "$", "'", "}", "{", ",", "=>", "\n", "my::", " inherits my::inner ", " + 1")
SWAPS = (
    ("80", "'http'"),
    ("80", "81"),
    ("1", "'q'"),
    ("'x'", "7"),
    ("Integer", "String"),
    ("Integer", "Boolean"),
    ("String", "Integer"),
    ("My::Port", "Float"),
    ("$one", "$two"),
    ("$title", "$absent"),
    ("my::inner", "my::alone"),
    ("my::item", "my::thing"),
    ("my::double", "my::text"),
    ("my::params", "my::alone"),
    ("$late = my::late()", ""),
    ("$one = 1", "$one = my::late()"),
    ("Integer[1, 65535]", "String"),
    (" * 2", ""),
    ("'a'", "5"),
    ("inherits my::params ", ""),
    ("web_", ""),
    ("node default", "node 'own'"),
    ("$zone", "$role"),
    ("define", "class"),
)
"""Texts, one of which is replaced by the other."""
NAMES = ("my", "my::params", "my::inner", "my::item", "my::other", "my::alone", "own", "own::item", "absent")


@pytest.mark.parametrize(("name", "text", "seed"), [("modules/my/manifests/init.pp", MODULE, 1), ("manifests/site.pp", SITE, 2)])
def test_answers_after_edits_are_those_of_a_session_that_opens_the_text(name: str, text: str, seed: int, tmp_path: Path) -> None:
    (tmp_path / "environment.conf").write_text("")
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    choose = random.Random(seed)
    other = tmp_path / "modules" / "other" / "manifests" / "init.pp"
    other.parent.mkdir(parents=True)
    other.write_text(OTHER[0])
    with session(tmp_path) as edited, session(tmp_path) as fresh:
        edited.open(path, text)
        for each in (edited, fresh):
            each.open(other, OTHER[0])
        before: list[str] = []
        for version in range(1, EDITS):
            if choose.random() < 0.2:
                declared = choose.choice(OTHER)
                for each in (edited, fresh):
                    each.edit(other, version, (0, 0, 1, 0, declared))
                    each.ask("textDocument/diagnostic", {"textDocument": {"uri": other.as_uri()}})
            if before and choose.random() < 0.45:
                now = before.pop()
            else:
                before.append(text)
                now = _edited(text, choose)
            _send(edited, path, version, text, now)
            if choose.random() < 0.1:
                time.sleep(READING + 0.02)  # so that the text has been lowered when it is checked
            text = now
            fresh.open(path, text)
            places = [_place(text, choose) for _ in range(4)]
            assert _answers(edited, path, text, places) == _answers(fresh, path, text, places), text
            fresh.close(path)


def _edited(text: str, choose: random.Random) -> str:
    """A text after a random edit: a line is inserted, removed or copied, or some characters are replaced."""
    lines = text.splitlines(keepends=True)
    at = choose.randrange(len(lines))
    kind = choose.random()
    if kind < 0.3:
        lines.insert(at, choose.choice(LINES).format(name=choose.choice(NAMES), number=choose.randrange(9)))
    elif kind < 0.35:
        del lines[at]
    elif kind < 0.4:
        lines.insert(choose.randrange(len(lines)), lines[at])
    elif kind < 0.9:
        one, other = choose.choice(SWAPS)
        places = [at for at in range(len(text)) if text.startswith(one, at)] or [0]
        start = choose.choice(places)
        return text[:start] + other + text[start + len(one) :] if text.startswith(one, start) else text + "# end\n"
    else:
        start = choose.randrange(len(text))
        return text[:start] + choose.choice(PIECES) + text[start + choose.randrange(3) :]
    return "".join(lines)


def _send(client: Client, path: Path, version: int, before: str, now: str) -> None:
    """Send the difference of two texts as an edit."""
    start = next((at for at, (one, other) in enumerate(zip(before, now, strict=False)) if one != other), min(len(before), len(now)))
    most = min(len(before), len(now)) - start
    same = next((at for at in range(most) if before[-1 - at] != now[-1 - at]), most)
    client.edit(path, version, (*_position(before, start), *_position(before, len(before) - same), now[start : len(now) - same]))


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


def _place(text: str, choose: random.Random) -> tuple[int, int]:
    """The place of a random variable or name."""
    return _position(text, choose.choice([at for at, each in enumerate(text) if each in "$:"] or [0]))


def _answers(client: Client, path: Path, text: str, places: list[tuple[int, int]]) -> Json:
    document = {"uri": path.as_uri()}
    found = client.ask("textDocument/diagnostic", {"textDocument": document})["items"]
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    hints = client.ask("textDocument/inlayHint", {"textDocument": document, "range": everything})
    return found, hints, [client.at("textDocument/hover", path, *each) for each in places]
