"""Texts that a regular expression of the programs could match in many ways, or has to look through from each of their places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from bench.attacks.attack import Attack, Entry
from bench.attacks.project import with_entries

MANY = 60_000
LINES = "\n" * 400_000
BLANKS = " " * 200_000
HOLES = 'notify { "' + "${a}x" * 30 + '": }\n'
CODE = {
    "colons": "$x = " + ":" * 200_000 + "\n",
    "a long word": "$x = " + "a" * 400_000 + " |\n",
    "a long word before an error": "$x = " + "a" * 400_000 + " ]\n",
    "digits": "$x = " + "1" * 400_000 + "z\n",
    "blanks before an error": "file { '/a': ensure =>" + BLANKS + "x y z }\n",
    "blanks in a wrong value": "file { '/a': ensure => " + f"'{BLANKS}x' }}\n",
    "blank lines": f"{LINES}class a {{ ",
    "blank lines in a class": f"class a {{{LINES}file {{ '/a': e",
    "conditions before a brace": "if " * MANY + "{",
    "cases before a brace": "case " * MANY + "{",
    "classes before a brace": "class " * MANY + "{",
    "many interpolations": HOLES + f"Notify['{'x' * 60}y'] -> Notify['{'x' * 200}']\n",
    "many interpolations of a template": "class a { file { '/a': content => template(\"" + "${a}x" * 30 + '.erb") } }\n',
    "many interpolations of a key": 'class a { $x = lookup("' + "${a}x" * 30 + '") }\n',
    "sets of a regular expression": f"$x = 'a' =~ /{'[' * MANY}/\n",
    "sets that are closed": f"$x = 'a' =~ /{'[' * MANY}{']' * MANY}/\n",
    "names of groups": f"$x = 'a' =~ /{'(?<' * MANY}/\n",
    "references of groups": "$x = 'a' =~ /" + "\\k<" * MANY + "/\n",
    "calls of groups": "$x = 'a' =~ /" + "\\g<" * MANY + "/\n",
    "comments of a regular expression": f"$x = 'a' =~ /{'(?#' * MANY}/\n",
    "properties of characters": "$x = 'a' =~ /" + "\\p{" * MANY + "/\n",
    "options of a regular expression": f"$x = 'a' =~ /{'(?imx-' * MANY}/\n",
    "intervals": "$x = 'a' =~ /" + "a{1," * MANY + "/\n",
    "slashes": "$x = " + "/\\" * MANY + "\n",
    "divided names": "$x = " + "a / " * MANY + "1\n",
    "stars of a deprecation": "# @param a " + "*" * 200_000 + " deprecate\nclass a($a) { }\n",
    "brackets of a deprecation": "# @deprecated " + "[" * 100_000 + "\nclass a { }\ninclude a\n",
    "links of a deprecation": "# @deprecated " + "[a](" * MANY + "\nclass a { }\ninclude a\n",
    "types of a comment": "# @param [" + "] " * 100_000 + "\nclass a($a) { }\n",
    "hashes": "#" * 400_000 + "\n$x = 1\n",
    "suppressions without a name": "# puppet-check:" + BLANKS + "\n$x = 1\n",
    "heredocs without an end": "$x = @(E)\n" * 20_000,
    "different heredocs without an end": "".join(f"$x = @(E{each})\n" for each in range(20_000)),
    "a heredoc and blank lines": f"$x = @(E)\n{LINES}",
    "a heredoc and margins": "$x = @(E)\n" + " | \n" * 100_000,
    "tags of heredocs": "$x = " + "@(" * 100_000 + "\n",
    "defaults without a brace": "A:" * 200_000 + "\n",
    "qualified defaults without a brace": "A::" * 100_000 + "A\n",
    "collectors without an end": "A <| " * MANY + "\n",
    "lambdas without an end": "a.each |" * MANY + "\n",
    "lambdas and blanks": f"a.each{BLANKS}(b){BLANKS}|x\n",
    "keys": "$x = $y" + "['a']" * MANY + "[\n",
    "keys in a text": '$x = "${y' + "['a']" * MANY + "[\n",
    "brackets in a text": '$x = "${y' + "[" * 100_000 + '"\n',
    "variables in a text": '$x = "' + "$a[" * 100_000 + '"\n',
    "quotes": "$x = '" + "\\'" * 200_000 + "\n",
    "double quotes": '$x = "' + '\\"' * 200_000 + "\n",
    "functions without a parenthesis": "function a " * MANY + "\n",
    "signatures without an end": "function a() >> " * MANY + "\n",
    "types without an end": "type A = " * MANY + "\n",
    "plans without a parenthesis": "plan " * MANY + "\n",
    "attributes without a value": "ensure " * MANY + "=>\n",
    "titles without a colon": "file { '/a' " * MANY + "\n",
    "old comments": "/*" + "* " * 200_000 + "\n",
    "control comments": "# lint:ignore:" + "a " * 100_000 + "\n$x = 1\n",
    "layout comments": "# fmt: " + "off " * 100_000 + "\n$x = 1\n",
}
EVALUATED = {
    "blanks before a number": "$x = sprintf('%100000s', 'x') + 1",
    "blanks before a sign": "$x = Integer(sprintf('%100000s', '-x'))",
    "blanks of a zone": "$x = Timestamp.new(sprintf('%100000s b standard time', 'a'), ['%Z'])",
    "blanks of a format": "$x = scanf('x', sprintf('%100000s', ''))",
    "blanks of a range": "$x = SemVerRange(sprintf('%10000s', '|'))",
    "blanks of a time span": "$x = Timespan.new(sprintf('%100000s', 'x'))",
    "colons of a name": "$x = String(Integer[1, 16].reduce('::') |$m, $i| { \"${m}${m}\" } + 'x', '%C')",
    "colons of a text": "$t = Integer[1, 16].reduce('::') |$m, $i| { \"${m}${m}\" }\n$x = String(\"${t}x\", '%C')",
    "zeros of a number": "$x = sprintf('%0100000d', 1) + 'x'",
    "digits of a number": '$t = Integer[1, 16].reduce(\'1\') |$m, $i| { "${m}${m}" }\n$x = "${t}z" + 1',
    "letters of a tag": '$t = Integer[1, 17].reduce(\'a\') |$m, $i| { "${m}${m}" }\ntag("${t} ")',
    "letters of a reference": "$t = Integer[1, 17].reduce('a') |$m, $i| { \"${m}${m}\" }\nnotify { 'a': require => $t }",
    "brackets of a reference": "$t = Integer[1, 17].reduce('[') |$m, $i| { \"${m}${m}\" }\nnotify { 'a': require => \"A${t}\" }",
    "letters of an address": '$t = Integer[1, 17].reduce(\'a\') |$m, $i| { "${m}${m}" }\n$x = URI("${t}:%")',
    "percent signs": "$t = Integer[1, 17].reduce('%') |$m, $i| { \"${m}${m}\" }\n$x = sprintf($t, 1)",
    "blanks to strip": "$x = sprintf('x%100000sx', '').strip",
    "lines to chomp": '$t = Integer[1, 17].reduce("\\n") |$m, $i| { "${m}${m}" }\n$x = "${t}x".chomp',
    "a pattern of a split": "$t = Integer[1, 17].reduce('a') |$m, $i| { \"${m}${m}\" }\n$x = $t.split(/a*b/)",
    "a pattern of a replacement": "$t = Integer[1, 17].reduce('a') |$m, $i| { \"${m}${m}\" }\n$x = $t.regsubst('a*b', '', 'G')",
    "a pattern of a match": "$t = Integer[1, 17].reduce('a') |$m, $i| { \"${m}${m}\" }\n$x = $t.match(/(a*)*b/)",
}
FILES: dict[str, dict[str, str]] = {
    "data/other.json": {
        "escaped quotes": '{"a": [[[' + '"\\' * 200_000,
        "brackets and escaped quotes": "[" * 300 + '\\"' * 200_000,
        "blanks": "{" + BLANKS + "x",
    },
    "data/common.yaml": {
        "interpolations without an end": "m::port: '" + "%{" * 200_000 + "'\n",
        "functions without an end": 'm::port: "%{' + "lookup('" * 50_000 + '}"\n',
        "blank lines": f"m::port: 1\n{LINES}x: 1\n",
        "a pattern of keys": "lookup_options:\n  '^(a+)+$':\n    merge: unique\n" + "a" * 60 + "!: 1\n",
        "many patterns of keys": "lookup_options:\n"
        + "".join(f"  '^(m|m)*(:|:)*{each}(p|p)*$':\n    merge: unique\n" for each in range(150)),
        "sexagesimal digits": "m::port: " + "1" * 200_000 + ":x\n",
        "digits with commas": "m::port: " + "1," * 100_000 + "x\n",
    },
    ".puppet-check.toml": {
        "escaped quotes": "x = " + "[" * 200 + '"\\' * 200_000,
        "three quotes": "x = " + "[" * 200 + '"""\\' * 100_000,
        "three apostrophes": "x = " + "[" * 200 + "'''\\" * 100_000,
        "apostrophes": "x = " + "[" * 200 + "'\\" * 200_000,
        "blanks": "x = 1" + BLANKS + "y",
    },
    ".gitignore": {
        "sets": "[" * 200_000 + "\n",
        "sets in folders": "[/" * 100_000 + "\n",
        "classes of sets": "[[:" * 100_000 + "\n",
        "blanks at ends": (" " * 1000 + "x" + " " * 1000 + "\n") * 100,
        "backslashes": "\\" * 200_000 + "\n",
    },
    "modules/m/.fixtures.yml": {
        "blank lines": f"fixtures:\n{LINES}  symlinks: 1\n",
        "blanks": f"fixtures:\n  {BLANKS}:\n",
    },
    ".gitmodules": {"blanks": f'[submodule "x"]\n{BLANKS}path{BLANKS}={BLANKS}x{BLANKS}y\n'},
    "environment.conf": {"blanks": f"modulepath{BLANKS}={BLANKS}modules{BLANKS}\n{LINES}", "a long name": "a" * 400_000 + "\n"},
    "Puppetfile": {
        "blanks": f"mod{BLANKS}'a/b'{BLANKS},{BLANKS}'1.0.0'{BLANKS}x\n",
        "blank lines": f"{LINES}mod 'a/b', '1.0.0'\n",
        "escaped quotes": "mod '" + "\\'" * 100_000 + "\n",
    },
    "modules/m/metadata.json": {
        "blanks of a range": '{"name": "a-m", "dependencies": [{"name": "x/y", "version_requirement": ">=' + " " * 9_000 + '|"}]}',
        "a long name": '{"name": "' + "a" * 300_000 + '", "dependencies": [{"name": "' + "a" * 300_000 + '"}]}',
        "letters of a license": '{"name": "a-m", "license": "' + "a" * 300_000 + '"}',
    },
    "modules/m/lib/puppet/type/m_type.rb": {
        "blanks of a condition": "Puppet::Type.newtype(:m_type) do\n  newparam(:name) { }\n  validate do\n    raise 'x' unless self[:a]"
        + " " * 15_000
        + "x self[:b]\n  end\nend\n",
        "quotes of a text": "Puppet::Type.newtype(:m_type) do\n  @doc = '" + "\\'" * 9_000 + "\n",
    },
    "modules/m/lib/puppet/functions/m/ruby.rb": {
        "escaped quotes of a type": "Puppet::Functions.create_function(:'m::ruby') do\n  local_types { type 'A = Integer' }\n"
        + "  dispatch(:ruby) { param '"
        + '"\\\\"' * 4_000
        + "', :x }\nend\n",
        "slashes of a type": "Puppet::Functions.create_function(:'m::ruby') do\n  local_types { type 'A = Integer' }\n"
        + "  dispatch(:ruby) { param '"
        + "/\\\\" * 5_000
        + "', :x }\nend\n",
    },
    "modules/m/lib/puppet/parser/functions/old.rb": {
        "blanks of a condition": "module Puppet::Parser::Functions\n  newfunction(:old) { |a|\n    raise 'x' if a.size < 1"
        + " " * 15_000
        + "| a.size > 2\n  }\nend\n",
    },
    "modules/m/templates/t.erb": {
        "tags without an end": "<%" * 200_000,
        "tags of comments without an end": "<%#" * 100_000,
        "blanks before a tag": f"{BLANKS}<% a{BLANKS}%>{BLANKS}x",
        "a long variable": "<%= @" + "a" * 300_000 + " %>",
        "looked up names": "<%= scope['" * 30_000 + "%>",
    },
    "modules/m/templates/t.epp": {
        "tags without an end": "<%" * 100_000,
        "a template that is called": "<%- | $x | -%>\n<%= $" + "a" * 300_000 + " %>",
        "blanks before a tag": f"{BLANKS}<% $x{BLANKS}%>{BLANKS}x",
    },
    "modules/m/tasks/t.json": {"escaped quotes": '{"parameters": ' + "{" * 250 + '"\\' * 200_000},
}
SEVERAL: dict[str, dict[str, Entry]] = {
    "a caller of a template": {
        "modules/m/manifests/init.pp": "class m { $x = epp('m/t.epp', { " + "a" * 300_000 + " }) }\n",
        "modules/m/templates/t.epp": "<%- | $y | -%>\n<%= $x %>\n",
    },
    "blank lines of a caller": {
        "modules/m/manifests/init.pp": f"class m {{ $x = epp('m/t.epp',{LINES}$y) }}\n",
        "modules/m/templates/t.epp": "<%- | $y | -%>\n<%= $x %>\n",
    },
    "calls of a template": {"modules/m/manifests/init.pp": "class m { " + "$x = epp('m/t.epp', { a => " * 20_000 + " }\n"},
    "titles of interpolations": {
        "modules/m/manifests/init.pp": "class m { notify { ['"
        + "', '".join("x" * each for each in range(40, 70))
        + f"']: }}\n{HOLES * 50}Notify['{'x' * 90}'] -> Notify['{'x' * 91}'] }}\n"
    },
    "blank lines and lookups": {"modules/m/manifests/init.pp": f"class m {{ {LINES}lookup({LINES}$x) }}\n"},
}
MODES = ("open", "edit")


def attacks() -> Iterator[Attack]:
    """Each text for the checker, with the rules of style and for the server in turn."""
    modes = cycle(MODES)
    for name, code in CODE.items():
        yield Attack("matched", name, {"manifests/init.pp": code, "metadata.json": '{"name": "x-a", "dependencies": []}'})
        yield Attack("matched", f"{name}, styled", {"init.pp": code}, "check", ("--profile", "puppet-lint", "init.pp"))
        yield Attack("served matched", name, {"a.pp": code}, "server", (next(modes),))
    for name, code in EVALUATED.items():
        yield Attack("matched", name, {"a.pp": code}, "eval", ("a.pp",))
        yield Attack("matched", name, {"a.pp": code})
    for path, texts in FILES.items():
        for name, text in texts.items():
            yield Attack("matched", f"{name} in {path}", with_entries({path: text}))
            yield Attack("served matched", f"{name} in {path}", with_entries({path: text}), "server", (next(modes),))
    for name, entries in SEVERAL.items():
        yield Attack("matched", name, with_entries(entries))
        yield Attack("served matched", name, with_entries(entries), "server", ("open",))
