"""YAML, JSON and TOML that is deep, wide, self-containing or broken, in each place where such a file is read."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack, Entry, Repeated
from bench.attacks.project import with_entries


def _doubled(form: str, separator: str, count: int, first: str) -> str:
    """Anchors each of which names the one before several times."""
    lines = [f"a0: &a0 {first}"]
    lines += [f"a{number}: &a{number} {form.format(separator.join([f'*a{number - 1}'] * 3))}" for number in range(1, count)]
    return "\n".join(lines) + "\n"


YAML: dict[str, Entry] = {
    "25,000 open brackets": "[" * 25_000,
    "100,000 nested brackets": "[" * 100_000 + "]" * 100_000,
    "100,000 open braces": "{" * 100_000,
    "50,000 nested braces": "{a: " * 50_000 + "1" + "}" * 50_000,
    "nested dashes": "- " * 100_000 + "a",
    "nested questions": "? " * 100_000 + "a",
    "questions in braces": "{? " * 50_000,
    "deep indentation": "\n".join(" " * each + "a:" for each in range(1500)),
    "an array that contains itself": "a: &a [*a]\n",
    "a hash that contains itself": "a: &a {b: *a}\n",
    "a key that contains itself": "? &a [*a]\n: 1\n",
    "a root that contains itself": "&a [*a, *a]\n",
    "arrays that triple": _doubled("[{}]", ", ", 40, "[x, y]"),
    "hashes that merge": _doubled("{{<<: [{}]}}", ", ", 40, "{x: 1}"),
    "texts that are shared": "a: &a " + "x" * 100_000 + "\nb: [" + "*a, " * 5000 + "]\n",
    "100,000 anchors": "".join(f"k{each}: &a{each} {each}\n" for each in range(100_000)),
    "100,000 aliases": "a: &a 1\nb: [" + "*a, " * 100_000 + "]\n",
    "100,000 keys": "".join(f"m::k{each}: {each}\n" for each in range(100_000)),
    "50,000 keys in braces": "{" + ", ".join(f"k{each}: 1" for each in range(50_000)) + "}",
    "100,000 times the same key": "a: 1\n" * 100_000,
    "100,000 elements": "a:\n" + "  - x\n" * 100_000,
    "a number of 5,000 digits": "a: " + "9" * 5000,
    "a key of 5,000 digits": "9" * 5000 + ": 1",
    "a hexadecimal number of 100,000 digits": "a: 0x" + "f" * 100_000,
    "an octal number of 100,000 digits": "a: 0" + "7" * 100_000,
    "a binary number of 100,000 digits": "a: 0b" + "1" * 100_000,
    "a float of 100,000 digits": "a: 1." + "0" * 100_000 + "e+5",
    "a sexagesimal number": "a: " + ":".join(["59"] * 20_000),
    "a date that does not exist": "a: 2001-99-99\nb: 2001-02-30 25:61:61\n",
    "digits and commas": "a: " + "1," * 50_000 + "x",
    "words and blanks": "a: a" + " b" * 100_000 + "-",
    "dots": "a: " + "." * 100_000,
    "underscores": "a: 1" + "_" * 100_000 + "x",
    "colons": "a: :" + "x" * 100_000,
    "many documents": "---\na: 1\n" * 50_000,
    "many directives": "".join(f"%TAG !t{each}! tag:x,2000:{each}\n" for each in range(20_000)) + "--- a\n",
    "many tags": "a: [" + "!x y, " * 20_000 + "]\n",
    "Ruby objects": "a: !ruby/object:Gem::Installer\n  i: x\nb: !!python/object/apply:os.system ['id']\n",
    "an open quote": 'a: "' + "x\n" * 200_000,
    "apostrophes": "a: '" + "''" * 200_000,
    "escapes": 'a: "' + "\\u0041" * 50_000 + '"',
    "a lone surrogate": 'a: "\\ud800"\n',
    "a block of empty lines": "a: |\n" + "\n" * 500_000,
    "a folded text": "a: >\n" + " x\n\n" * 100_000,
    "comments": "#" * 100_000 + "\n" + "# x\n" * 100_000 + "a: 1\n",
    "tabs": "a:\n" + "\t- x\n" * 1000,
    "null characters": "a: \0\n" * 1000,
    "invalid UTF-8": b"a: \xff\xfe\n" * 1000,
    "UTF-16": "a: 1\n".encode("utf-16"),
    "non-ASCII text": "".join(f"kä{each}: ü\n" for each in range(30_000)),
    "non-ASCII aliases": "a: &a ü\nb:\n" + "  - *a\n  - ä\n" * 20_000,
    "a long line": Repeated(b"a: b, ", 500_000),
    "a large text on a line": b"a: " + b"x" * 8_000_000,
    "a file beyond the limit": Repeated(b"a: 1\n", 5_000_000),
    "interpolations": "".join(f'k{each}: \'%{{lookup("k{each + 1}")}}%{{lookup("k{each + 1}")}}\'\n' for each in range(40)) + "k40: x\n",
    "open interpolations": "a: '" + "%{" * 50_000 + "'\n",
    "interpolations with parentheses": "a: '%{" + "lookup(" * 20_000 + "}'\n",
    "empty interpolations": "a: '" + "%{}" * 100_000 + "'\n",
    "a long key with interpolations": "a: '%{lookup(\"" + "a." * 50_000 + "\")}'\n",
    "encrypted texts": "a: '" + "ENC[" * 100_000 + "'\n",
}
YAML_PLACES = ("data/common.yaml", "modules/m/data/common.yaml", "hiera.yaml", "modules/m/.fixtures.yml", "facts.yaml")

JSON: dict[str, Entry] = {
    "100,000 open brackets": "[" * 100_000,
    "50,000 nested objects": '{"a":' * 50_000 + "1" + "}" * 50_000,
    "5,000 nested arrays": "[" * 5000 + "]" * 5000,
    "101 nested arrays": '{"a": ' + "[" * 101 + "]" * 101 + "}",
    "brackets in a text": '{"a": "' + "[" * 100_000 + '"}',
    "an integer of 5,000 digits": '{"a": ' + "9" * 5000 + ', "version": ' + "9" * 5000 + "}",
    "an integer of 1,000,000 digits": '{"a": ' + "9" * 1_000_000 + "}",
    "a float of 100,000 digits": '{"a": 1.' + "9" * 100_000 + "e999999999}",
    "100,000 keys": "{" + ", ".join(f'"k{each}": {each}' for each in range(100_000)) + "}",
    "100,000 times the same key": "{" + ", ".join(['"a": 1'] * 100_000) + "}",
    "100,000 elements": '{"a": [' + ", ".join(["1"] * 100_000) + "]}",
    "comments": "/*" * 100_000,
    "closed comments": "/**/" * 100_000 + '{"a": 1}',
    "line comments": "//\n" * 100_000 + '{"a": 1}',
    "blanks": " " * 500_000 + "{" + " " * 500_000,
    "an open text": '{"a": "' + "x" * 500_000,
    "backslashes": '{"a": "' + "\\" * 500_001,
    "escaped quotes": '{"a": "' + '\\"' * 200_000,
    "unicode escapes": '{"a": "' + "\\u0000" * 50_000 + '"}',
    "lone surrogates": '{"a": "' + "\\ud800" * 50_000 + '"}',
    "not a number": '{"a": [NaN, Infinity, -Infinity]}',
    "commas": '{"a": [' + "," * 100_000,
    "null characters": "\0" * 1000,
    "invalid UTF-8": b'{"a": "\xff\xfe"}',
    "a text": '"x"',
    "nothing": "",
    "wrong kinds": '{"name": [], "version": {}, "dependencies": {"a": 1}, "parameters": [], "files": 1, "implementations": {}}',
    "20,000 dependencies": '{"name": "a-m", "version": "1.0.0", "dependencies": ['
    + ", ".join(f'{{"name": "a/b{each}", "version_requirement": ">= 1.0.0"}}' for each in range(20_000))
    + "]}",
    "the same dependency 20,000 times": '{"name": "a-m", "version": "1.0.0", "dependencies": ['
    + ", ".join(['{"name": "a/b", "version_requirement": ">= 1.0.0"}'] * 20_000)
    + "]}",
    "a range of 100,000 parts": '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "a/b", "version_requirement": "'
    + ">= 1.0.0 || " * 20_000
    + '"}]}',
    "a range of blanks": '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "a/b", "version_requirement": ">='
    + " " * 100_000
    + '"}]}',
    "a version of digits": '{"name": "a-m", "version": "' + "1" * 100_000 + '", "dependencies": []}',
    "a version of dots": '{"name": "a-m", "version": "' + "1." * 50_000 + '", "dependencies": []}',
    "a version with parts": '{"name": "a-m", "version": "1.0.0-' + "a." * 50_000 + '", "dependencies": []}',
    "a long name": '{"name": "' + "a-" * 100_000 + '", "version": "1.0.0"}',
    "20,000 parameters": '{"parameters": {' + ", ".join(f'"p{each}": {{"type": "Integer"}}' for each in range(20_000)) + "}}",
    "a deep type": '{"parameters": {"y": {"type": "' + "Array[" * 20_000 + "Any" + "]" * 20_000 + '"}}}',
    "a wide type": '{"parameters": {"y": {"type": "Enum[' + ", ".join(f"a{each}" for each in range(20_000)) + ']"}}}',
    "20,000 files": '{"files": [' + ", ".join(['"m/files/none"'] * 20_000) + '], "implementations": []}',
    "a path with a null character": '{"files": ["m/files/\\u0000", "m/lib/\\u0000/"], "implementations": [{"name": "\\u0000.sh"}]}',
    "a path that leads out": '{"files": ["m/files/../../../../../etc/passwd", "m/files//etc/passwd"],'
    ' "implementations": [{"name": "../../x"}]}',
    "a file beyond the limit": Repeated(b"[1,\n", 6_000_000),
}
JSON_PLACES = ("modules/m/metadata.json", "modules/m/tasks/t.json", "data/other.json", "facts.yaml")


def attacks() -> Iterator[Attack]:
    """Each text in each place, and as facts of both programs."""
    for kind, texts, places in (("yaml", YAML, YAML_PLACES), ("json", JSON, JSON_PLACES)):
        for path in places:
            for name, text in texts.items():
                settings: dict[str, Entry] = {".puppet-check.toml": 'facts = "facts.yaml"\n'} if path == "facts.yaml" else {}
                yield Attack(f"{kind}", f"{name} in {path}", with_entries({path: text, **settings}))
        for name, text in texts.items():
            yield Attack(
                f"{kind}", f"{name} as facts", {"facts.yaml": text}, "eval", ("--facts", "facts.yaml", "-e", "notice($facts['a'])")
            )
