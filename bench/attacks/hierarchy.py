"""Hierarchies whose globs, folders, interpolations and options lead anywhere or have no end."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack, Entry, Link
from bench.attacks.project import with_entries

LEVELS = {
    "a glob of everything": "glob: '/**'",
    "a glob of everything below": "glob: '/**/*.yaml'",
    "a glob of processes": "glob: '/proc/**'",
    "a glob of the system": "glob: '/usr/**/*'",
    "a glob above": "glob: '../../../../../../**'",
    "a glob of double stars": "glob: '" + "**/" * 5000 + "*.yaml'",
    "a glob of stars": "glob: '" + "*a" * 2000 + "'",
    "a glob of stars and folders": "glob: '" + "**/*/" * 2000 + "*.yaml'",
    "a glob of sets": "glob: '" + "[a-z]" * 5000 + "'",
    "a glob of braces": "glob: '" + "{a,b}" * 5000 + "'",
    "an open glob": "glob: '[a'",
    "a glob with an interpolation": "glob: '/%{facts.x}/**'",
    "5,000 globs": "globs: [" + "'**/*.yaml', " * 5000 + "]",
    "5,000 paths": "paths: [" + "'common.yaml', " * 5000 + "]",
    "5,000 interpolated paths": "paths: [" + "'%{facts.a}/%{facts.b}.yaml', " * 5000 + "]",
    "a path of the system": "path: '/etc/passwd'",
    "a path of zeros": "path: '/dev/zero'",
    "a path above": "path: '../../../../../../etc/passwd'",
    "a path of interpolations": "path: '" + "%{facts.a}/" * 5000 + "x.yaml'",
    "a path of one interpolation": "path: '/%{facts.a}'",
    "a path above with an interpolation": "path: '../../../%{facts.a}.yaml'",
    "a path with a null character": 'path: "a\\0b"',
    "a long path": "path: '" + "a/" * 50_000 + "'",
    "open interpolations": "path: '" + "%{" * 50_000 + "'",
    "a folder of everything": "datadir: /\n    path: common.yaml",
    "a folder of processes": "datadir: /proc\n    glob: '**'",
    "a folder of the system": "datadir: /usr\n    glob: '**/*'",
    "a folder above": "datadir: ../../..\n    glob: '**/*'",
    "a folder with an interpolation": "datadir: '/%{facts.a}'\n    glob: '**/*'",
    "a folder with a null character": 'datadir: "a\\0b"\n    path: x.yaml',
    "a mapped path": "mapped_paths: [facts.x, a, '/%{a}/%{a}']",
    "a mapped path of everything": "mapped_paths: [facts.x, a, '../../%{a}']",
    "a mapped path of interpolations": "mapped_paths: [facts.x, a, '" + "%{a}/" * 5000 + "']",
    "uris": "uris: [" + "'http://example.com/', " * 5000 + "]",
    "a function": "lookup_key: 'm::f'\n    path: x.yaml",
    "options": "data_hash: yaml_data\n    path: common.yaml\n    options: {" + ", ".join(f"o{each}: 1" for each in range(5000)) + "}",
}
DATA: dict[str, str] = {
    "30 doubled interpolations": "".join(f'k{each}: \'%{{lookup("k{each + 1}")}}%{{lookup("k{each + 1}")}}\'\n' for each in range(30))
    + "k30: xx\n",
    "30 tripled aliases": "".join(f"k{each}: ['%{{alias(\"k{each + 1}\")}}', '%{{alias(\"k{each + 1}\")}}']\n" for each in range(30))
    + "k30: x\n",
    "interpolations in keys": "".join(f"k{each}:\n  '%{{lookup(\"k{each + 1}\")}}a': '%{{alias(\"k{each + 1}\")}}'\n" for each in range(30))
    + "k30: x\n",
    "a chain of 5,000 lookups": "".join(f"k{each}: '%{{lookup(\"k{each + 1}\")}}'\n" for each in range(5000)),
    "a chain of 5,000 aliases": "".join(f"k{each}: '%{{alias(\"k{each + 1}\")}}'\n" for each in range(5000)),
    "a circle of lookups": "a: '%{lookup(\"b\")}'\nb: '%{lookup(\"a\")}'\n",
    "a lookup of itself": 'a: \'%{lookup("a")}%{lookup("a")}\'\n',
    "lookups of a large value": "big: '" + "x" * 100_000 + "'\nm::port: '" + '%{lookup("big")}' * 10_000 + "'\n",
    "10,000 interpolations": "a: b\nm::port: '" + '%{lookup("a")}' * 10_000 + "'\n",
    "a long key": "m::port: '%{lookup(\"" + "a." * 20_000 + "b\")}'\n",
    "quotes in a key": "m::port: '%{lookup(\"" + "''" * 20_000 + "\")}'\n",
    "an empty conversion": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: []\n",
    "a conversion to a wide text": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: [String, '%999999999d']\n",
    "a conversion with a precision": "m::port: 1.5\nlookup_options:\n  m::port:\n    convert_to: [String, '%.999999999f']\n",
    "a conversion to a range": "m::port: [1, 2]\nlookup_options:\n  m::port:\n    convert_to: 'Array[Integer[1, 99999999]]'\n",
    "a conversion to a deep type": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: '"
    + "Array[" * 5000
    + "Any"
    + "]" * 5000
    + "'\n",
    "a conversion to a wide type": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: 'Enum["
    + ", ".join(f"a{each}" for each in range(20_000))
    + "]'\n",
    "a conversion to a pattern": "m::port: aaaaaaaaaaaaaaaaaaaaaaaaa\nlookup_options:\n  m::port:\n    convert_to: 'Pattern[/(a*)*b/]'\n",
    "a conversion of a text": "m::port: '" + "9" * 100_000 + "'\nlookup_options:\n  m::port:\n    convert_to: Integer\n",
    "a conversion to binary": "m::port: '" + "A" * 500_000 + "'\nlookup_options:\n  m::port:\n    convert_to: [Binary, '%B']\n",
    "a conversion to a time": "m::port: '"
    + "1" * 50_000
    + "'\nlookup_options:\n  m::port:\n    convert_to: [Timestamp, ['"
    + "%Y" * 5000
    + "']]\n",
    "a conversion to nothing": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: ~\n",
    "a conversion to a hash": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: {a: b}\n",
    "a conversion to wrong parts": "m::port: 1\nlookup_options:\n  m::port:\n    convert_to: [1, [2], {a: 3}, ~]\n",
    "wrong options": "m::port: 1\nlookup_options:\n  m::port: [1]\n  x: ~\n  y: 1\n  z: {merge: [], convert_to: 1}\n",
    "a wrong merge": "m::port: 1\nlookup_options:\n  m::port:\n    merge: {strategy: [deep], knockout_prefix: [1]}\n",
    "a pattern of options": "m::port: 1\nlookup_options:\n  '^(a*)*b': {merge: deep}\n",
    "a large pattern of options": "m::port: 1\nlookup_options:\n  '^(?:a{9999}){9999}': {merge: deep}\n",
    "5,000 patterns of options": "m::port: 1\nlookup_options:\n"
    + "".join(f"  '^m::x{each}.*$': {{merge: deep}}\n" for each in range(5000)),
    "5,000 options": "lookup_options:\n" + "".join(f"  m::x{each}: {{merge: deep, convert_to: Integer}}\n" for each in range(5000)),
    "5,000 unknown keys": "".join(f"m::x{each}: 1\n" for each in range(5000)),
    "5,000 unknown classes": "".join(f"x{each}::y: 1\n" for each in range(5000)),
    "5,000 misspelt keys": "".join(f"m::porrt{each}: 1\n" for each in range(5000)),
    "a deep value": "m::port: " + "[" * 99 + "]" * 99 + "\n",
    "a value of 50,000 elements": "m::port: [" + "1, " * 50_000 + "]\n",
    "options that contain themselves": "lookup_options: &a\n  m::port: *a\n",
}


def attacks() -> Iterator[Attack]:
    """Each level and each text, in the environment and in a module."""
    for name, level in LEVELS.items():
        text = f"version: 5\nhierarchy:\n  - name: x\n    {level}\n"
        yield Attack("hierarchy", name, with_entries({"hiera.yaml": text}))
        yield Attack("hierarchy", f"{name} in a module", with_entries({"modules/m/hiera.yaml": text}))
    for name, text in DATA.items():
        yield Attack("lookup", name, with_entries({"data/common.yaml": text}))
        yield Attack("lookup", f"{name} in a module", with_entries({"modules/m/data/common.yaml": text}))
    nested: dict[str, Entry] = {f"data/{'l/' * 0}l{each}": Link(".") for each in range(20)}
    yield Attack(
        "hierarchy",
        "links that double",
        with_entries(
            {"data/x/y.yaml": "a: 1\n", **nested, "hiera.yaml": "version: 5\nhierarchy:\n  - name: x\n    glob: '*/*/*/*/*/*/*/*/*.yaml'\n"}
        ),
    )
    for count in (5000,):
        levels = "".join(f"  - name: l{each}\n    path: '%{{facts.f{each}}}.yaml'\n" for each in range(count))
        yield Attack("hierarchy", f"{count} levels", with_entries({"hiera.yaml": f"version: 5\nhierarchy:\n{levels}"}))
