"""Files whose contents have a wrong form at any place, templates that include themselves, odd suppressions, names and folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

from bench.attacks.attack import Attack, Entry
from bench.attacks.project import with_entries

Json = Any
VALUES: dict[str, Json] = {
    "nothing": None,
    "true": True,
    "a negative number": -1,
    "a large number": 10**30,
    "a fraction": 1e308,
    "an empty text": "",
    "a null character": "a\0b",
    "a surrogate": "\ud800",
    "a long text": "x/" * 50_000,
    "a path above": "../../../../../etc",
    "an interpolation": "%{lookup('m::port')}%{facts.os.family}%{::a.b.c}%{",
    "an empty list": [],
    "lists in lists": [[[[]]]],
    "a list of everything": [None, True, 0, "x", [], {}],
    "many elements": list(range(20_000)),
    "an empty hash": {},
    "a hash of everything": {"": None, "a": True, "b": [], "c": {"d": {}}},
    "many keys": {f"k{each}": each for each in range(5_000)},
}
"""What may be in place of any value."""
FINDING = {"path": "modules/m/manifests/init.pp", "code": "unknown-function", "line": "unknown_function($port)", "count": 1}
FORMS: dict[str, Json] = {
    "modules/m/metadata.json": {
        "name": "a-m",
        "version": "1.0.0",
        "dependencies": [{"name": "puppetlabs/stdlib", "version_requirement": ">= 1.0.0"}],
        "requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"}],
        "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}],
        "tags": ["x"],
    },
    "modules/m/tasks/t.json": {
        "description": "x",
        "input_method": "stdin",
        "parameters": {"y": {"type": "Integer", "default": 1}},
        "files": ["m/x"],
    },
    "hiera.yaml": {
        "version": 5,
        "defaults": {"datadir": "data", "data_hash": "yaml_data"},
        "hierarchy": [
            {"name": "a", "paths": ["common.yaml"]},
            {"name": "b", "mapped_paths": ["facts.os", "x", "%{x}.yaml"]},
            {"name": "c", "glob": "*.yaml"},
        ],
    },
    "modules/m/.fixtures.yml": {
        "fixtures": {
            "symlinks": {"m": "#{source_dir}"},
            "repositories": {"stdlib": {"repo": "https://example.com/stdlib", "ref": "1"}},
            "forge_modules": {"a": {"repo": "puppetlabs/a", "ref": "1.0.0"}},
        }
    },
    "facts.yaml": {
        "os": {"family": "Debian", "release": {"major": "12"}},
        "networking": {"fqdn": "a.example.com"},
        "trusted": {"certname": "a"},
    },
    "data/common.yaml": {"m::port": 1, "lookup_options": {"m::port": {"merge": {"strategy": "deep"}, "convert_to": "Integer"}}},
    "baseline.json": {"version": 1, "findings": [FINDING]},
}
"""A valid content for each file, of which each part is replaced in turn."""
TEXTS: dict[str, str] = {
    "nothing": "",
    "a mark of byte order": "\ufeff",
    "two marks of byte order": "\ufeff\ufeff{}",
    "a carriage return": "\r",
    "tabs": "\t\t{\t",
    "a null character": "\0",
    "bytes that are not UTF-8": "\udcff\udcfe{}\udc80",
    "UTF-16": "\udcff\udcfe{\0}\0",
    "a closing bracket": "}",
    "an open text": '"',
    "documents": "--- 1\n--- 2\n...\n",
    "a tag": "--- !ruby/object:Gem::Installer\ni: x\n",
    "a tag of Python": "--- !!python/object/apply:os.system ['true']\n",
    "a value that contains itself": "&a\n- *a\nb: *a\n",
    "a hash that contains itself": "a: &a\n  b: *a\n",
    "a merge with itself": "a: &a\n  <<: *a\n",
    "keys of all kinds": "? [a]\n: b\n? {c: d}\n: e\n~: f\n1: g\n1.5: h\n2001-01-01: i\ntrue: j\n",
    "equal keys": "a: 1\na: 2\n",
    "not a number": '{"a": NaN, "b": Infinity, "c": -Infinity}',
    "a date that does not exist": "a: 2001-99-99\n",
    "octal and sexagesimal numbers": "a: 0o777\nb: 0777\nc: 190:20:30\nd: 0b11\n",
    "binary": "a: !!binary |\n  ====\n",
    "a set": "a: !!set {b, c}\nd: !!omap [e: f]\ng: !!pairs [h: i]\n",
    "directives": "%YAML 9.9\n%TAG ! x\n---\na: 1\n",
    "Ruby": "mod\nmod nil\nmod 1, 2\nmod 'a', :git => nil, :ref => nil\nforge\nmoduledir\n`true`\neval('x')\n",
    "Ruby that loops": "while true do end\nmod 'a/b', (1..Float::INFINITY).to_a\n",
    "wrong settings": "modulepath\n= x\n[main]\nmodulepath = :::\nmodulepath = $a:$basemodulepath:~\nmanifest = $environment\nx=\n",
}
NAMED = (
    *FORMS,
    "Puppetfile",
    "Puppetfile.lock",
    "environment.conf",
    ".gitmodules",
    ".puppet-lint.rc",
    "modules/m/hiera.yaml",
    "facts/a.yaml",
)
"""The files that have each of these texts."""
TEMPLATES: dict[str, dict[str, Entry]] = {
    "an EPP template that includes itself": {"t.epp": "<%= epp('m/t.epp', { x => 1 }) %>"},
    "EPP templates that include each other": {
        "t.epp": "<%= epp('m/u.epp') %><%= epp('m/u.epp') %>",
        "u.epp": "<%= epp('m/t.epp') %><%= epp('m/t.epp') %>",
    },
    "an EPP template that includes itself in a text": {"t.epp": "<%= inline_epp('<%%= epp(\"m/t.epp\") %%>') %><%= epp('m/t.epp') %>"},
    "an EPP template in a loop": {"t.epp": "<% Integer[1, 9].each |$i| { %><%= epp('m/t.epp') %><% } %>"},
    "an ERB template that includes itself": {"t.erb": "<%= scope.function_template(['m/t.erb']) %>"},
    "an ERB template that calls itself": {"t.erb": "<%= scope.call_function('template', 'm/t.erb') %>"},
    "an ERB template that renders itself": {"t.erb": "<%= ERB.new(File.read(__FILE__)).result(binding) %>"},
    "ERB and EPP templates that include each other": {
        "t.erb": "<%= scope.call_function('epp', ['m/t.epp']) %>",
        "t.epp": "<%= template('m/t.erb') %>",
    },
}
SUPPRESSIONS = {
    "no codes": "ignore",
    "an open bracket": "ignore[",
    "brackets": "ignore" + "[" * 5_000 + "]" * 5_000,
    "an empty list": "ignore[]",
    "commas": "ignore[" + "," * 50_000 + "]",
    "many codes": "ignore[" + ",".join(f"x{each}" for each in range(20_000)) + "]",
    "the same code": "ignore[" + "unused-variable," * 20_000 + "]",
    "stars": "ignore[" + "*" * 50_000 + "]",
    "a pattern": "ignore[" + "*a" * 20_000 + "]",
    "control characters": "ignore[\x01\x02\x7f\x85\u2028]",
    "bytes that are not UTF-8": "ignore[\udcff] \udcfe",
    "a file": "ignore-file",
    "a file many times": "ignore-file[*]\n# puppet-check: " * 5_000 + "x",
    "an unknown word": "x" * 100_000,
    "another comment": "ignore[*] # puppet-check: " * 5_000 + "x",
    "an end without a beginning": "enable[*]\n# lint:endignore\n# lint:endignore",
    "beginnings without an end": "x\n" + "# lint:ignore:a\n" * 20_000,
    "switches of the layout": "x\n" + "# fmt: off\n# fmt: on\n" * 10_000 + "# fmt: skip",
}
NAMES = {
    "control characters": "a\x01\x1b[31m\x7f.pp",
    "a line feed": "a\nb.pp",
    "a carriage return and a tab": "a\r\t.pp",
    "bytes that are not UTF-8": "a\udcff\udcfe.pp",
    "255 bytes": "a" * 252 + ".pp",
    "255 bytes of letters with accents": "é" * 126 + ".pp",
    "quotes": "'\"`$(true).pp",
    "an option": "--fix.pp",
    "a percent sign and a number sign": "a%2f#b?c.pp",
    "a colon and a backslash": "a:\\b.pp",
    "blanks": " .pp",
    "marks of direction": "a\u202e\u2066.pp",
    "an ending only": ".pp",
    "a pattern": "[a*]?{b}.pp",
}
FINDINGS = "class wrong ($x, $x) { notify { 'a': } notify { 'a': } unknown_function() }\n"
FORMATS = "checkstyle codeclimate concise github gitlab json jsonl junit rdjson text".split()
"""All but SARIF, which lists the code of internal errors among those that there are."""
DEEP = "a/" * 200
SETTINGS = 'facts = "facts.yaml"\nbaseline = "baseline.json"\n'


def attacks() -> Iterator[Attack]:
    """Each file with each value in each place, and with each text; then what else a project may have."""
    evaluations = cycle(
        (("--catalog", "--facts", "facts.yaml", "manifests/site.pp"), ("--catalog", "--environment", ".", "--class", "m", "-e", ""))
    )
    values = cycle(VALUES.items())
    for path, form in FORMS.items():
        for place, (name, value) in ((place, next(values)) for place in _places(form) for _ in range(4)):
            files = _with(path, json.dumps(_replaced(form, place, value)))
            label = f"{name} in {path} at {'.'.join(map(str, place)) or 'the top'}"
            yield Attack("unusual value", label, files)
            if path not in ("modules/m/tasks/t.json", "baseline.json"):
                yield Attack("unusual value", label, files, "eval", next(evaluations))
    for path in NAMED:
        for name, text in TEXTS.items():
            options = ("--facts-dir", "facts", ".") if path == "facts/a.yaml" else (".",)
            yield Attack("unusual text", f"{name} in {path}", _with(path, text), "check", options)
    for name, templates in TEMPLATES.items():
        files = with_entries({f"modules/m/templates/{path}": text for path, text in templates.items()})
        yield Attack("unusual template", name, files)
        yield Attack("unusual template", name, files, "eval", ("--catalog", "--class", "m", "-e", ""))
        for each in templates:
            yield Attack("unusual template", f"{name}, {each}", files, "eval", ("--render", f"m/{each}", "--class", "m"))
    for name, text in SUPPRESSIONS.items():
        code = f"# puppet-check: {text}\n$x = 1 # puppet-check: {text}\n{FINDINGS}"
        yield Attack("unusual suppression", name, {"a.pp": code}, "check", ("--profile", "strict", "a.pp"))
        yield Attack("unusual suppression", f"{name}, fixed", {"a.pp": code}, "check", ("--fix", "--profile", "strict", "a.pp"))
        yield Attack("unusual suppression", f"{name}, formatted", {"a.pp": code}, "format", ("a.pp",))
    formats = cycle(FORMATS)
    for name, path in NAMES.items():
        for folder in ("", "modules/m/manifests/"):
            files = {**with_entries({}), f"{folder}{path}": FINDINGS}
            for format_ in (next(formats), next(formats)):
                yield Attack("unusual name", f"{name} in {folder or 'the root'} as {format_}", files, "check", ("--format", format_, "."))
            yield Attack("unusual name", f"{name} in {folder or 'the root'}, fixed", files, "check", ("--fix", "."))
            yield Attack("unusual name", f"{name} in {folder or 'the root'}, formatted", files, "format", (".",))
    for name, files in {
        "200 folders": {f"{DEEP}a.pp": FINDINGS},
        "200 folders in a module": {f"m/manifests/{DEEP}a.pp": FINDINGS, "m/metadata.json": "{}"},
        "200 folders of data": {
            f"data/{DEEP}common.yaml": "a: 1\n",
            "hiera.yaml": "version: 5\nhierarchy: [{name: x, glob: '**/*.yaml'}]\n",
        },
        "150 modules in each other": {f"{'m/manifests/' * each}init.pp": FINDINGS for each in range(1, 150)},
    }.items():
        yield Attack("unusual folder", name, files)
        yield Attack("unusual folder", f"{name}, formatted", files, "format", (".",))
        yield Attack("unusual folder", name, files, "server", ("closed",))


def _with(path: str, text: str) -> dict[str, Entry]:
    settings: dict[str, Entry] = {".puppet-check.toml": SETTINGS if path == "baseline.json" else 'facts = "facts.yaml"\n'}
    return with_entries({**settings, path: text})


def _places(form: Json, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all values in a value."""
    yield above
    for key, value in form.items() if isinstance(form, dict) else enumerate(form) if isinstance(form, list) else ():
        yield from _places(value, (*above, key))


def _replaced(form: Json, place: tuple[str | int, ...], value: Json) -> Json:
    if not place:
        return value
    first, *rest = place
    if isinstance(form, dict):
        return {key: _replaced(each, tuple(rest), value) if key == first else each for key, each in form.items()}
    return [_replaced(each, tuple(rest), value) if number == first else each for number, each in enumerate(form)]
