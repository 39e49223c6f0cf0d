"""Documents of hostile comments, and repositories of git that are odd or hostile, for the commands that read them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle

from bench.attacks import texts, types
from bench.attacks.attack import Attack, Entry, Link, Repeated, Special
from bench.attacks.project import with_replaced
from bench.attacks.revisions import COMMANDS, METADATA, NAMES

DOCS = (("docs", "--output", "-"), ("docs", "--format", "json", "--output", "-"))
MANY = 20_000
COMMENTS = {
    "lines": "# x\n" * MANY,
    "a long line": "# " + "x" * 500_000 + "\n",
    "blanks": "#" + " " * 500_000 + "x\n",
    "tags": "# @param a x\n" * MANY,
    "different tags": "".join(f"# @param a{each} x\n" for each in range(MANY)),
    "unknown tags": "".join(f"# @t{each} x\n" for each in range(MANY)),
    "tags without names": "# @param\n" * MANY,
    "types of tags": "# @param [" + "Array[" * 5000 + "] a\n",
    "open types": "# @param [" * MANY + "\n",
    "closed types": "# @param " + "]" * 100_000 + "\n",
    "options": "# @param a\n" + "# @option a [Hash] :x y\n" * MANY,
    "examples": "# @example a\n#   x\n" * MANY,
    "indented examples": "# @example\n" + "".join("#" + " " * (each % 500) + "x\n" for each in range(MANY)),
    "an example of blanks": "# @example\n" + "#\n" * MANY + "#  x\n",
    "enums": "# @enum a x\n" * MANY,
    "raises and returns": "# @raise x\n# @return x\n" * MANY,
    "see": "# @see x\n" * MANY,
    "code": "# `" * MANY + "\n",
    "fences": "# ```\n" * MANY,
    "headings": "# # x\n" * MANY,
    "links": "# " + "[a](" * MANY + "\n",
    "references": "# {" * MANY + "\n",
    "tables": "# | a | b |\n" * MANY,
    "pipes": "# " + "|" * 100_000 + "\n",
    "marks of Markdown": "# " + "*_`~<>&" * MANY + "\n",
    "summaries": "# @summary " + "a " * 100_000 + "\n",
    "several summaries": "# @summary a\n" * MANY,
    "backslashes": "# " + "\\" * 200_000 + "\n",
    "control characters": "# " + "".join(map(chr, (*range(1, 9), *range(14, 32), 127, 0x85, 0x2028))) * 1000 + "\n",
    "not UTF-8": "# \udcff\udcfe" * MANY + "\n",
    "at signs": "# " + "@" * 200_000 + "\n",
    "overloads": "# @overload m(a)\n#   @param a x\n" * 5000,
    "comments with blank lines": "# x\n\n" * MANY,
}
CODED = {
    "manifests/init.pp": "{}class m(Integer $a = 1) {{ }}\n",
    "functions/f.pp": "{}function m::f(Integer $a) >> Integer {{ $a }}\n",
    "lib/puppet/functions/m/g.rb": "{}Puppet::Functions.create_function(:'m::g') do\n{}  dispatch(:g) {{ param 'Integer', :a }}\n"
    "  def g(a) a end\nend\n",
    "lib/puppet/type/t.rb": "{}Puppet::Type.newtype(:t) do\n  @doc = 'x'\n{}  newparam(:name) {{ desc 'x' }}\nend\n",
    "types/a.pp": "{}type M::A = Integer\n",
}
DESCRIPTIONS = {
    "a long text": "x" * 500_000,
    "indented lines": "".join(" " * (each % 300) + "x\n" for each in range(5000)),
    "blanks": " " * 500_000 + "x",
    "lines": "\n" * 200_000,
    "tags": "@param a\n" * MANY,
    "quotes": "\\'" * 100_000,
}
SLEEP = "sleep 1000"
CONFIGS = {
    "a monitor": f"[core]\n\tfsmonitor = {SLEEP}\n",
    "a pager": f"[core]\n\tpager = {SLEEP}\n[pager]\n\tdiff = true\n\tls-files = true\n",
    "a difference program": f"[diff]\n\texternal = {SLEEP}\n",
    "a text program": f'[diff "x"]\n\ttextconv = {SLEEP}\n\tcommand = {SLEEP}\n',
    "an alias": f"[alias]\n\tdiff = !{SLEEP}\n\tls-files = !{SLEEP}\n\trev-parse = !{SLEEP}\n",
    "hooks": "[core]\n\thooksPath = hooks\n",
    "another folder": "[core]\n\tworktree = /\n",
    "the kernel": "[core]\n\tworktree = /proc\n",
    "a bare repository": "[core]\n\tbare = true\n",
    "itself": "[include]\n\tpath = config\n",
    "a device": "[include]\n\tpath = /dev/zero\n",
    "ignored files": "[core]\n\texcludesFile = /dev/zero\n",
    "attributes": "[core]\n\tattributesFile = /dev/zero\n",
    "a file of another program": "text",
    "zeros": "\0" * 100_000,
    "names": "[diff]\n\tnoprefix = true\n\tmnemonicPrefix = true\n\trenames = copies\n\tcolorMoved = zebra\n[color]\n\tui = always\n",
    "many sections": "".join(f'[a "{each}"]\n\tb = c\n' for each in range(MANY)),
}
GIT: dict[str, dict[str, Entry]] = {
    "HEAD is a FIFO": {".git/HEAD": Special.FIFO},
    "an exclude file is a FIFO": {".git/info/exclude": Special.FIFO},
    "attributes in a FIFO": {".gitattributes": Special.FIFO},
    "attributes in a link": {".gitattributes": Link("/dev/zero")},
    "ignored in a FIFO": {".gitignore": Special.FIFO},
    "many attributes": {".gitattributes": "*.pp diff=x\n" * MANY},
    "submodules in a link": {".gitmodules": Link("/dev/zero")},
    "submodules above": {".gitmodules": '[submodule "../../x"]\n\tpath = ../../x\n\turl = ext::sh -c sleep\n'},
    "references in a file": {".git/packed-refs": Repeated(b"0" * 40 + b" refs/heads/x\n", 50_000)},
    "a link to the folder above": {"up": Link("..")},
    "a link to the kernel": {"up": Link("/proc")},
    "a FIFO": {"fifo.pp": Special.FIFO},
}
LINKS = {
    "a file is a link to the system": {"manifests/init.pp": Link("/etc/passwd")},
    "a file is a link to zeros": {"manifests/init.pp": Link("/dev/zero")},
    "a file is a link to itself": {"manifests/init.pp": Link("init.pp")},
    "a folder is a link to the root": {"manifests": Link("/")},
    "a folder is a link above": {"manifests": Link("..")},
    "the metadata are a link": {"metadata.json": Link("/dev/zero")},
}
BASE: dict[str, Entry] = {"metadata.json": METADATA, "manifests/init.pp": "class m($a) { }\n", "lib/x.rb": "x\n"}
SITE: dict[str, Entry] = {
    "environment.conf": "modulepath = site\n",
    "manifests/site.pp": "include m\n",
    "site/m/manifests/init.pp": "class m { file { '/a': content => epp('m/a.epp') } }\n",
    "site/m/templates/a.epp": "x\n" * 20,
    "facts/a.json": json.dumps({"os": {"family": "Debian"}}),
    "facts/b.json": "{}",
    "README.md": "The law holds for each of four catalogs.\n" * 8000,
}
CATALOGS = {
    "many resources": 'class m { Integer[1, 5000].each |$i| { notify { "%s${i}": } } }\n',
    "many parameters": "class m { file { '/a': %s } }\n" + "# x\n" * 5000,
    "a long content": "class m { file { '/a': content => Integer[1, 20000].map |$i| { \"%s${i}\n\" }.join } }\n",
    "the same lines": "class m { file { '/a': content => Integer[1, 20000].map |$i| { \"${ $i %% 2 }%s\n\" }.join } }\n",
    "a deep value": "class m { notify { 'a': message => Integer[1, 200].reduce('%s') |$m, $i| { [$m] } } }\n",
    "a wide value": "class m { notify { 'a': message => Array(Integer[1, 50000]) + ['%s'] } }\n",
    "doubling values": "class m { notify { 'a': message => Integer[1, 40].reduce('%s') |$m, $i| { [$m, $m] } } }\n",
    "many edges": 'class m { $t = Integer[1, 1000].map |$i| { "%s${i}" } notify { $t: } Notify[$t] -> Notify[$t] }\n',
    "a loop": "class m { Integer[1, 1000000000].each |$i| { $x = '%s' } }\n",
    "a regular expression": "class m { $x = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ /(a|a)*%s/ }\n",
    "an error": "class m { fail('%s') }\n",
    "broken": "class m { %s [[[[ }\n",
    "long titles": "class m { notify { Integer[1, 14].reduce('%s') |$m, $i| { \"${m}${m}\" }: } }\n",
    "odd titles": 'class m { notify { ["%s\\u{0}", "\\u{202e}", "a\\nb", "`|`<b>"]: } }\n',
}


def attacks() -> Iterator[Attack]:
    """Each comment in each kind of file, each repository with each command in turn, and each change of a catalog."""
    commands, compared = cycle(DOCS), cycle(COMMANDS)
    for path, code in CODED.items():
        for name, comment in COMMENTS.items():
            files: dict[str, Entry] = {"metadata.json": METADATA, path: code.replace("{}", comment).replace("{{", "{").replace("}}", "}")}
            yield Attack("documented", f"{name} in {path}", files, "command", next(commands))
    for name, text in DESCRIPTIONS.items():
        task = json.dumps({"description": text, "parameters": {"a": {"type": "Integer", "description": text}}})
        yield Attack(
            "documented", f"{name} in a task", {"metadata.json": METADATA, "tasks/t.json": task, "tasks/t.sh": ""}, "command", DOCS[0]
        )
        ruby = "Puppet::Type.newtype(:t) do\n  @doc = '" + text + "'\n  newparam(:a) { desc <<-E\n" + text + "\n  E\n  }\nend\n"
        yield Attack("documented", f"{name} in a type", {"metadata.json": METADATA, "lib/puppet/type/t.rb": ruby}, "command", DOCS[1])
    for family in (texts, types):
        for each in [*(one for one in family.attacks() if one.program == "check")][::29]:
            yield Attack("documented", each.name, {"metadata.json": METADATA, **each.files}, "command", next(commands))
    for name, config in CONFIGS.items():
        hooks = dict.fromkeys((".git/hooks/post-checkout", ".git/hooks/fsmonitor-watchman"), f"#!/bin/sh\n{SLEEP}\n")
        changed = {"manifests/init.pp": "class m { }\n", ".gitattributes": "*.pp diff=x\n", ".git/config": config, **hooks}
        yield from _compared(f"the configuration: {name}", changed)
    for name, entries in (*GIT.items(), *LINKS.items()):
        yield from _compared(name, with_replaced({"manifests/other.pp": "class m::other { }\n"}, entries))
        if name in LINKS:
            yield Attack(
                "compared",
                f"{name} before",
                {"manifests/init.pp": "class m { }\n"},
                "command",
                next(compared),
                with_replaced(BASE, entries),
            )
    for entry, name in ((f"a{each}.pp\n{each}", f"lines in names {each}") for each in range(2)):
        yield from _compared(name, {f"manifests/{entry}": "class m::a { }\n"})
    yield from _compared("odd names", {f"manifests/{each}": "class m::a { }\n" for each in NAMES})
    for name, code in CATALOGS.items():
        before, after = ({**SITE, "site/m/manifests/init.pp": code % each} for each in ("a", "b"))
        form = ("text", "json", "markdown")[len(name) % 3]
        yield Attack("compared catalogs", name, after, "eval", ("diff", "HEAD", "--facts-dir", "facts", "--format", form), before)
    for name, entries in {**GIT, **{each: {".git/config": text} for each, text in CONFIGS.items()}}.items():
        yield Attack("compared catalogs", name, {**SITE, **entries}, "eval", ("diff", "HEAD", "--facts-dir", "facts"), SITE)


def _compared(name: str, changed: dict[str, Entry]) -> Iterator[Attack]:
    for command in (COMMANDS[0], COMMANDS[3]):
        yield Attack("compared", f"{name}, {command[0]}", with_replaced(BASE, changed), "command", command, BASE)
