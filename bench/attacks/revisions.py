"""Repositories in which hostile code, data or names come with a change, or were there before it."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks import texts, types, values
from bench.attacks.attack import Attack, Entry, Link, Special

METADATA = '{"name": "x-m", "version": "1.0.0", "dependencies": []}\n'
COMMANDS = (
    ("compare", "HEAD"),
    ("compare", "--format", "json", "HEAD"),
    ("--no-cache", "--changed-since", "HEAD"),
    ("--changed-since", "HEAD", "."),
)
SOURCES = (types, texts, values)
EACH = 9
"""Every so many of the attacks of other families is one on revisions as well."""
CODE = {
    "parameters": "class m(" + "".join(f"$p{{0}}{each}, " for each in range(8_000)) + ") { }\n",
    "types of parameters": "class m(" + "".join(f"Enum['a{each}', 'b{{0}}'] $p{each}, " for each in range(3_000)) + ") { }\n",
    "a wide type": "class m(Enum[" + "".join(f"'{{0}}{each}', " for each in range(30_000)) + "] $p) { }\n",
    "a wide Struct": "class m(Struct[{" + "".join(f"a{{0}}{each} => Integer, " for each in range(8_000)) + "}] $p) { }\n",
    "Variants": "function m::f("
    + "".join(f"Variant[Integer[{each}], String['{{0}}'], Undef] $p{each}, " for each in range(300))
    + ") { }\n",
    "patterns": "class m(Pattern[" + "".join(f"/(a+)+{{0}}{each}$/, " for each in range(2_000)) + "] $p) { }\n",
    "nested types": "class m(" + "Array[" * 1_500 + "Integer[{0}]" + "]" * 1_500 + " $p) { }\n",
    "doubling types": "".join(f"type M::A{each} = Tuple[M::A{each + 1}, M::A{each + 1}, Integer[{{0}}]]\n" for each in range(40)),
    "circles": "type M::A = Variant[Integer[{0}], Array[M::B]]\ntype M::B = Variant[String, Hash[String, M::A]]\n",
    "classes": "".join(f"class m::a{{0}}{each} {{ }}\n" for each in range(4_000)),
    "lines": "$x = 1\n$y{0} = 2\n" * 20_000,
    "the same lines": "$x\n" * 20_000 + "{0}\n" + "$x\n" * 20_000,
    "errors": "$X{0} = 1\n" * 5_000,
}
METADATAS = {
    "systems": '"operatingsystem_support": [' + ", ".join(f'{{"operatingsystem": "S%s{each}"}}' for each in range(20_000)) + "]",
    "requirements": '"requirements": ['
    + ", ".join(f'{{"name": "a{each}", "version_requirement": ">= %s.0.0"}}' for each in range(20_000))
    + "]",
    "a range": '"requirements": [{"name": "puppet", "version_requirement": "' + ">= %s.0.0 || " * 2_000 + '1.x"}]',
    "digits": '"version": "%s' + "9" * 100_000 + '.0.0"',
}
NAMES = ("a b.pp", 'q"q.pp', "-x.pp", "--output=x.pp", "é\n.pp", "diff --git a.pp", "@@ -1 +1 @@.pp", "a\tb.pp", ":(top).pp", "\udcff.pp")


def attacks() -> Iterator[Attack]:
    """Each change, in both directions, with each command in turn."""
    for number, (name, before, after) in enumerate(_changes()):
        command = COMMANDS[number % len(COMMANDS)]
        yield Attack(
            "revision",
            f"{name}, {' '.join(command)}",
            {"metadata.json": METADATA, **after},
            "command",
            command,
            {"metadata.json": METADATA, **before},
        )


def _changes() -> Iterator[tuple[str, dict[str, Entry], dict[str, Entry]]]:
    init = "manifests/init.pp"
    for name, code in CODE.items():
        for command in COMMANDS:
            yield f"{name} for {command[0]}", {init: code.replace("{0}", "1")}, {init: code.replace("{0}", "2")}
    for name, text in METADATAS.items():
        old, new = (METADATA.replace("{", "{" + text.replace("%s", each) + ", ", 1) for each in "12")
        yield name, {"metadata.json": old}, {"metadata.json": new}
        yield f"{name}, changed", {"metadata.json": old}, {"metadata.json": new, init: "class m { }\n"}
    yield (
        "many files",
        {f"manifests/a{each}.pp": "$x = 1\n" for each in range(1_500)},
        {f"manifests/a{each}.pp": "$x = 2\n" for each in range(1_500)},
    )
    yield "many files are gone", {f"manifests/a{each}.pp": f"class m::a{each} {{ }}\n" for each in range(1_500)}, {init: "class m { }\n"}
    for command in COMMANDS:
        yield (
            f"odd names for {command[0]}",
            {f"manifests/{each}": "$x = 1 / 0\n" for each in NAMES},
            {f"manifests/{each}": "$x = 2 / 0\n" for each in NAMES},
        )
    for name, entry in (
        ("a FIFO", Special.FIFO),
        ("a link to /dev/zero", Link("/dev/zero")),
        ("a link to itself", Link("init.pp")),
        ("a link to a secret", Link("/etc/passwd")),
    ):
        for command in COMMANDS:
            yield f"{name} for {command[0]}", {init: "class m { }\n"}, {init: entry}
    for family in SOURCES:
        for each in [*(one for one in family.attacks() if one.program == "check")][::EACH]:
            yield f"{each.name} is new", {init: "class m { }\n"}, each.files
            yield f"{each.name} is gone", _committed(each.files), {init: "class m { }\n"}
            yield f"{each.name} is changed", _committed(each.files), {**each.files, "manifests/other.pp": "class m::other { }\n"}


def _committed(files: dict[str, Entry]) -> dict[str, Entry]:
    return {path: each for path, each in files.items() if not isinstance(each, Special)}
