"""Hostile projects for the commands: rules of repositories with queries, configurations of puppet-lint, upgrades, interfaces and facts."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench.attacks import data, texts
from bench.attacks.attack import Attack, Entry, Link, Special
from bench.attacks.project import with_entries

RULE = "[[rules]]\ncode = 'own'\nmessage = 'x'\n"
NODES = "$x = [" + "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', " * 2_000 + "]\n"
CALLS = "".join(f"f{each}(1, 2, 3)\n" for each in range(3_000))
DEEP = "$x = " + "[" * 300 + "]" * 300 + "\n"
QUERIES = {
    "siblings": "((_)* (_)* (_)* (_)* (_)* (_)* @report)",
    "optional siblings": "(" + "(_)? " * 200 + "(_) @report)",
    "repeated siblings": "(" + "(_)+ " * 100 + "(_) @report)",
    "repeated groups": "((((_)*)*)*)* @report",
    "alternatives": "[" + "(_) " * 20_000 + "] @report",
    "nested alternatives": "[" * 2_000 + "(_)" + "]" * 2_000 + " @report",
    "nested nodes": "(_ " * 2_000 + ")" * 2_000 + " @report",
    "nested groups": "(" * 50_000 + "(_) @report" + ")" * 50_000,
    "open brackets": "(" * 200_000,
    "open strings": '(_ "' * 50_000,
    "escaped quotes": '"\\' * 200_000,
    "many captures": "(_) " + "".join(f"@a{each} " for each in range(5_000)),
    "many patterns": "(_) @report\n" * 20_000,
    "many anchors": "(" + ". (_) " * 1_000 + ".) @report",
    "many fields": "(_ " + "name: " * 5_000 + "(_)) @report",
    "many absent fields": "(_ " + "!name " * 5_000 + ") @report",
    "a long name": "(" + "a" * 300_000 + ") @report",
    "an expression that backtracks": '((_) @report (#match? @report "^(a|a)*$"))',
    "an expression that never matches": '((_) @report (#not-match? @report "(a*)*b"))',
    "expressions by the thousand": "((_) @report " + '(#match? @report "a*b") ' * 3_000 + ")",
    "a long expression": '((_) @report (#match? @report "' + "a?" * 20_000 + "a" * 20_000 + '"))',
    "any of many": "((_) @report (#any-of? @report " + '"a" ' * 50_000 + "))",
    "equal captures": "((_) @a (_) @report (#eq? @a @report))",
    "two wild nodes": "((_) @a . (_)* . (_) @report)",
    "errors": "(ERROR) @report (MISSING) @report",
    "a null character": "(_) @report\\u0000",
    "a surrogate": '((_) @report (#eq? @report "\\udcff"))',
    "comments": ";\n" * 200_000 + "(_) @report",
    "predicates without arguments": "((_) @report (#match?) (#eq?) (#any-of?))",
    "blanks": " " * 500_000 + "(_) @report",
}
OWN_RULES = {
    "an expression of names": "names = ['variable']\nmust-match = '^(a|a)*$'\n",
    "an expression of names that must not match": "names = ['variable', 'class']\nmust-not-match = '(x+x+)+y'\n",
    "a long expression": "names = ['variable']\nmust-match = '" + "(a?){9999}" * 2_000 + "'\n",
    "many functions": "functions = [" + "'a*b*c', " * 5_000 + "]\n",
    "a pattern of functions": "functions = ['" + "*a" * 5_000 + "']\n",
    "a pattern of classes": "classes = ['" + "*::" * 5_000 + "']\n",
    "many attributes": "resources = ['*']\nattributes = [" + "'a*', " * 5_000 + "]\n",
    "many paths": "functions = ['*']\npaths = [" + "'**/a*b', " * 5_000 + "]\n",
    "required everywhere": "functions = ['*']\nrequired-in = ['class', 'define', 'function', 'plan', 'node']\n",
}
CODES = {"texts": NODES, "calls": CALLS, "nesting": DEEP}
RC = {
    "a long line": "--no-" + "a" * 500_000 + "-check\n",
    "many options": "".join(f"--no-a{each}-check\n" for each in range(50_000)),
    "the same option": "--no-140chars-check\n" * 50_000,
    "hyphens": "-" * 500_000 + "\n",
    "bytes that are not UTF-8": b"--ignore-paths=\xff\xfe\n--\xff\n",
    "control characters": "--ignore-paths=a\x01\x7f\x1b\n",
    "quotes": "--ignore-paths='" + "\"'" * 100_000 + "\n",
    "many paths": "--ignore-paths=" + "a/**/*b," * 30_000 + "\n",
    "zeros": bytes(500_000),
    "blank lines": "\n" * 500_000,
    "a FIFO": Special.FIFO,
    "a folder": Special.FOLDER,
    "a link to /dev/zero": Link("/dev/zero"),
    "a link to itself": Link(".puppet-lint.rc"),
    "a link to a secret": Link("/etc/passwd"),
}
COMMENTS = {
    "many comments": "$x = 1 # lint:ignore:140chars x\n" * 20_000,
    "many checks": "$x = 1 # " + "lint:ignore:140chars " * 20_000 + "\n",
    "hashes": "$x = 1 " + "#" * 300_000 + " lint:ignore:140chars\n",
    "blanks": "$x = 1 # lint:ignore:140chars" + " " * 300_000 + "\n",
    "comments on a line": "$x = 1 " + "/* lint:ignore:140chars */ " * 20_000 + "\n",
    "nesting": "$x = " + "[" * 5_000 + " # lint:ignore:140chars\n",
}
TYPES = {
    "a wide Enum": "Enum[" + "".join(f"'a{each}', " for each in range(20_000)) + "]",
    "a deep type": "Array[" * 1_500 + "Integer" + "]" * 1_500,
    "an open type": "Array[" * 20_000,
    "a pattern": "Pattern[/" + "(a+)+" * 5_000 + "/]",
    "blank lines": "Integer" + "\n" * 300_000,
    "comments": "Integer " + "# x\n" * 50_000,
}
VERSIONS = {
    "digits": "9" * 100_000 + ".0.0",
    "parts": "1." * 100_000,
    "hyphens": "1.0.0-" + "a." * 50_000,
    "blanks": " " * 300_000,
    "a path": "../../../etc/passwd",
    "a null character": "1.0.0\\u0000",
}
NAMES = {
    "a path": "../../x",
    "an absolute path": "/tmp/x-y",
    "a long name": "x-" + "a" * 100_000,
    "a null character": "x-a\\u0000",
    "lines": "x-a\\nb",
    "a surrogate": "x-\\udcff",
    "nothing": "",
}
FACTS: dict[str, dict[str, Entry]] = {
    "links to each other": {"nodes/a.json": Link("b.json"), "nodes/b.json": Link("a.json")},
    "a link to a secret": {"nodes/a.yaml": Link("/etc/passwd")},
    "a link to the environment": {"nodes/a.yaml": Link("/proc/self/environ")},
    "a FIFO among others": {"nodes/a.json": "{}", "nodes/b.json": Special.FIFO, "nodes/c.json": "{}"},
    "a file of 20 MB": {"nodes/a.json": '{"a": "' + "x" * 20_000_000 + '"}'},
    "many empty files": {f"nodes/{each}.json": "" for each in range(3_000)},
    "many odd files": {f"nodes/{each}": "x" for each in range(3_000)},
    "deep folders": {"nodes/" + "a/" * 100 + "a.json": "{}"},
    "the same name": {f"nodes/{each}.json": '{"networking": {"fqdn": "a"}}' for each in range(200)},
    "a name with a null character": {"nodes/a.json": '{"networking": {"fqdn": "a\\u0000b"}}'},
    "a name of 1 MB": {"nodes/a.json": json.dumps({"networking": {"fqdn": "a" * 1_000_000}})},
    "lone surrogates": {"nodes/a.json": '{"networking": {"fqdn": "\\ud800"}, "\\udfff": "\\ud800"}'},
    "names of classes": {"nodes/a.json": json.dumps({f"::a::{each}": "x" for each in range(5_000)})},
    "YAML that contains itself": {"nodes/a.yaml": "a: &a [*a]\n"},
    "YAML that doubles": {"nodes/a.yaml": "".join(f"a{n}: &a{n} [{f'*a{n - 1}, *a{n - 1}' if n else 1}]\n" for n in range(40))},
    "a tag of Python": {"nodes/a.yaml": "!!python/object/apply:os.system ['sleep 100']\n"},
    "not UTF-8": {"nodes/a.yaml": b"\xff\xfe\x00"},
    "numbers": {"nodes/a.json": '{"a": 1e999999, "b": -0, "c": ' + "1" * 4_000 + "}"},
    "no mapping": {"nodes/a.json": '"x"', "nodes/b.json": "1", "nodes/c.yaml": "- [a]\n"},
    "puppetdb": {"nodes/a.json": json.dumps([{"certname": "a" * 100_000, "name": "b" * 100_000, "value": 1}])},
}
NODE_COMMANDS = (
    ("eval", ("--catalog", "--facts", "nodes/a.json")),
    ("eval", ("diff", "HEAD", "--facts-dir", "nodes")),
    ("command", ("--no-cache", "--facts-dir", "nodes", ".")),
)


def attacks() -> Iterator[Attack]:
    """Each hostile part of a project for the command that reads it."""
    for number, (name, query) in enumerate(QUERIES.items()):
        quotes = '"""' if "'''" in query or "\\u" in query else "'''"
        text = query if quotes == "'''" else query.replace('"', '\\"')
        code = [*CODES][number % len(CODES)]
        files: dict[str, Entry] = {"a.pp": CODES[code], ".puppet-check.toml": f"{RULE}query = {quotes}{text}{quotes}\n"}
        yield Attack("own rule", f"{name}, {code}", files)
        yield Attack("own rule", f"{name}, texts and calls", {**files, "a.pp": NODES + CALLS})
    for name, text in OWN_RULES.items():
        code = "".join(f"${'a' * 40}{each}x = {each}\n" for each in range(500)) + CALLS
        yield Attack("own rule", name, {"a.pp": code, ".puppet-check.toml": RULE + text})
    many = "".join(f"{RULE.replace('own', f'own{each}')}query = '((_)* (_) @report)'\n" for each in range(400))
    yield Attack("own rule", "many rules", {"a.pp": CALLS, ".puppet-check.toml": many})
    for name, entry in RC.items():
        yield Attack("migrated", name, {"a.pp": "$x = 1\n", ".puppet-lint.rc": entry}, "command", ("migrate",))
        yield Attack("migrated", f"{name}, check", {"a.pp": "$x = 1\n", ".puppet-lint.rc": entry})
    for name, code in COMMENTS.items():
        files = {".puppet-lint.rc": "--no-140chars-check\n", "manifests/init.pp": code}
        yield Attack("migrated", name, files, "command", ("migrate", "--comments"))
    for path in (".gitignore", ".git", "manifests", "manifests/init.pp", ".puppet-check.toml"):
        entries: dict[str, Entry] = {"a FIFO": Special.FIFO, "a link to /": Link("/"), "a link to itself": Link(path.rpartition("/")[2])}
        for name, entry in entries.items():
            files = {".puppet-lint.rc": "--no-140chars-check\n", "a.pp": "$x = 1 # lint:ignore:140chars\n", path: entry}
            yield Attack("migrated", f"{path} is {name}", files, "command", ("migrate", "--comments"))
    for name, text in TYPES.items():
        files = with_entries(
            {"modules/m/manifests/init.pp": f"class m({text} $a) {{ }}\n", "modules/m/types/t.pp": f"type M::T = {text}\n"}
        )
        yield Attack("interface made", name, files, "command", ("interfaces", "make", "modules/m", "--output", "out"))
        yield Attack("upgrade", name, files, "command", ("upgrade", "."))
    for key, several in (("version", VERSIONS), ("name", NAMES)):
        for name, text in several.items():
            metadata = '{"name": "x-m", "version": "1.0.0"}'.replace("x-m" if key == "name" else "1.0.0", text)
            files = with_entries({"modules/m/metadata.json": metadata})
            yield Attack("interface made", f"{name} as {key}", files, "command", ("interfaces", "make", "modules/m", "--output", "out"))
            yield Attack("upgrade", f"{name} as {key}", files, "command", ("upgrade", "."))
            yield Attack(
                "upgrade", f"{name} as {key} of stdlib", files, "command", ("upgrade", "--stdlib", text[:50_000].replace("\0", ""), ".")
            )
    for each in [*(one for one in texts.attacks() if one.program == "check")][::60]:
        code = {f"manifests/{path}": entry for path, entry in each.files.items() if path.endswith((".pp", ".epp"))}
        files = {"metadata.json": '{"name": "x-m", "version": "1.0.0"}', **code}
        yield Attack("interface made", each.name, files, "command", ("interfaces", "make", ".", "--output", "out"))
        yield Attack("upgrade", each.name, files, "command", ("upgrade", "--fix", "--unsafe-fixes", "--details", "."))
    for name, text in [*data.JSON.items()][::4]:
        yield Attack("upgrade", f"{name} as metadata", {"metadata.json": text}, "command", ("upgrade", "--format", "json", "."))
    for name, entries in FACTS.items():
        for program, arguments in NODE_COMMANDS:
            before = {"manifests/site.pp": "notice(1)\n", "environment.conf": ""} if arguments[0] == "diff" else {}
            files = {"manifests/site.pp": "notice($facts)\n", "environment.conf": "", **entries}
            yield Attack("facts of a folder", f"{name}, {arguments[0]}", files, program, arguments, before)
