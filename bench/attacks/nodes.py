"""Facts of nodes, systems, interfaces, templates and keys that commands are given."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

from bench.attacks import data, hierarchy
from bench.attacks.attack import Attack, Entry, Link, Special
from bench.attacks.project import PROJECT, with_entries

EVERY_SYSTEM = ("--no-cache", "--all-systems", ".")
FACTS = ("--no-cache", "--facts-dir", "nodes", ".")
SITE: dict[str, Entry] = {"manifests/site.pp": "node default { include m }\n"}
NODE = json.dumps({f"fact{each}": "value" for each in range(100)})
"""The facts of a node. Each of them has a catalog of its own, so that the law holds for each, and not for facts without content."""
FOLDERS: dict[str, dict[str, Entry]] = {
    "a FIFO": {"nodes/a.json": Special.FIFO},
    "a folder in place of a file": {"nodes/a.json": Special.FOLDER},
    "a link to /dev/zero": {"nodes/a.json": Link("/dev/zero")},
    "a link to itself": {"nodes/a.json": Link("a.json")},
    "a link to the folder": {"nodes/a": Link(".."), "nodes/a.json": "{}"},
    "a FIFO in place of the folder": {"nodes": Special.FIFO},
    "a link to /proc in place of the folder": {"nodes": Link("/proc")},
    "a link to / in place of the folder": {"nodes": Link("/")},
    "many nodes": {f"nodes/{each}.json": NODE for each in range(500)},
    "many facts": {"nodes/a.json": json.dumps({f"f{each}": each for each in range(20_000)})},
    "a list of nodes": {"nodes/a.json": json.dumps([{"certname": f"n{each}", "name": "os", "value": NODE} for each in range(500)])},
    "no facts": {"nodes/a.json": "[]", "nodes/b.yaml": "- 1\n", "nodes/c.json": "nul", "nodes/d.yaml": ""},
    "deep facts": {"nodes/a.json": '{"a":' * 50_000 + "1" + "}" * 50_000},
    "digits": {"nodes/a.json": '{"a": ' + "9" * 50_000 + "}"},
    "odd names": {"nodes/\udcff.json": "{}", "nodes/\n.yaml": "{}", "nodes/-.json": "{}"},
}
SYSTEMS = {
    "many systems": [{"operatingsystem": f"S{each}", "operatingsystemrelease": ["1"]} for each in range(10_000)],
    "many releases": [{"operatingsystem": "Debian", "operatingsystemrelease": [str(each) for each in range(10_000)]}],
    "a system twice": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}] * 5_000,
    "no systems": [1, None, [], {"operatingsystem": 1}, {"operatingsystem": "Debian", "operatingsystemrelease": {"a": 1}}],
    "digits": [{"operatingsystem": "Debian", "operatingsystemrelease": ["9" * 50_000, "-1", "1e999", "\0"]}],
}
INTERFACES: dict[str, Entry] = {
    "zeros": zlib.compress(bytes(1 << 28), 9),
    "a text": b"text",
    "nothing": b"",
    "nested lists": zlib.compress(b"[" * 1_000_000, 9),
    "digits": zlib.compress(b'{"format": ' + b"9" * 1_000_000 + b"}", 9),
    "another shape": zlib.compress(json.dumps({"format": 1, "header": [], "definitions": {"class x": [[[0], 1]]}}).encode()),
    "no object": zlib.compress(b"[1, 2]"),
    "a FIFO": Special.FIFO,
    "a link to /dev/zero": Link("/dev/zero"),
    "a link to itself": Link("x-other.json.z"),
}
PUPPETFILES = {
    "the root": "moduledir '/'\n",
    "the folder above": "moduledir '../../..'\n",
    "the kernel": "moduledir '/proc'\n",
    "devices": "moduledir '/dev'\n",
    "a long path": "moduledir '" + "a/" * 50_000 + "'\n",
    "NUL": "moduledir 'a\0b'\n",
    "itself": "moduledir 'Puppetfile'\n",
    "many": "".join(f"moduledir 'm{each}'\nmod 'x/y{each}', :install_path => '/'\n" for each in range(3_000)),
}
TEMPLATES = {
    "a loop": "<% while true do %>x<% end %>",
    "a loop in EPP": "<% Integer[1, 100000000].each |$i| { %>x<% } %>",
    "text that doubles": "<% a = 'x'; 60.times { a += a } %><%= a %>",
    "text that doubles in EPP": "<% $a = Integer[1, 60].reduce('x') |$m, $i| { \"${m}${m}\" } %><%= $a %>",
    "itself": "<%= scope.call_function('template', ['m/t.erb']) %>",
    "itself in EPP": "<%= epp('m/t.epp') %>",
    "a file": "<%= File.read('/etc/passwd') %><%= `id` %>",
    "tags": "<%= 1 %>" * 20_000,
    "a regular expression": "<%= ('a' * 40) =~ /(a|a)*b/ %>",
    "a regular expression in EPP": "<%= 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ /(a|a)*b/ %>",
}


def attacks() -> Iterator[Attack]:
    """Each hostile file for the commands that read it."""
    for name, files in FOLDERS.items():
        yield Attack("facts of nodes", name, {**with_entries({**SITE, **files})}, "command", FACTS)
        yield Attack("facts of nodes", f"{name}, setting", with_entries({".puppet-check.toml": 'facts-dir = "nodes"\n', **files}))
        yield Attack("facts of nodes", f"{name}, catalogs", with_entries({**SITE, **files}), "eval", ("--catalog", "--facts", "nodes"))
    for name, systems in SYSTEMS.items():
        metadata = json.dumps({"name": "x-m", "version": "1.0.0", "dependencies": [], "operatingsystem_support": systems})
        yield Attack(
            "systems",
            name,
            {"metadata.json": metadata, "manifests/init.pp": "class m { fail($facts['os']['family']) }\n"},
            "command",
            EVERY_SYSTEM,
        )
    for name, entry in INTERFACES.items():
        missing = '{"name": "x-m", "version": "1.0.0", "dependencies": [{"name": "x-other", "version_requirement": ">= 1.0.0 < 2.0.0"}]}'
        files: dict[str, Entry] = {"metadata.json": missing, "manifests/init.pp": "class m { include other }\n", "i/x-other.json.z": entry}
        yield Attack("interface", name, files, "command", ("--no-cache", "--interfaces", "i", "."))
        yield Attack("interface", f"{name}, setting", {**files, ".puppet-check.toml": 'interfaces = ["i"]\n'})
        yield Attack("interface", f"{name}, listed", files, "command", ("interfaces", "--interfaces", "i"))
    for name, text in PUPPETFILES.items():
        yield Attack("module folder", name, with_entries({"Puppetfile": text}))
    for name, text in TEMPLATES.items():
        kind = "epp" if "EPP" in name else "erb"
        path = f"modules/m/templates/t.{kind}"
        yield Attack("rendered", name, with_entries({path: text}), "eval", ("--render", f"m/t.{kind}"))
    for name, text in (*data.YAML.items(), *hierarchy.DATA.items()):
        yield Attack("explained", name, with_entries({"data/common.yaml": text}), "command", ("explain", "m::port", "k0", "a"))
    for name, text in hierarchy.LEVELS.items():
        yield Attack(
            "explained", f"levels: {name}", with_entries({"hiera.yaml": text}), "command", ("explain", "--format", "json", "m::port")
        )
    for name in PROJECT:
        for what, entry in (("a FIFO", Special.FIFO), ("a link to /dev/zero", Link("/dev/zero"))):
            for command in (
                ("docs", "--output", "-", "modules/m"),
                ("upgrade", "."),
                ("interfaces", "make", "modules/m", "--output", "out"),
            ):
                yield Attack("command", f"{name} is {what}, {command[0]}", with_entries({name: entry}), "command", command)
