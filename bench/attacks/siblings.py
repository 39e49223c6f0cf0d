"""Hostile siblings: what is beside a checkout, and in folders of modules outside of its repository."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack, Entry, Link, Special

INIT = "manifests/init.pp"
OWN: dict[str, Entry] = {
    "main/metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": [{"name": "x/n", "version_requirement": ">= 1.0.0"}]}\n',
    f"main/{INIT}": "class m { include n\n n::d { 'a': x => 1 } }\n",
}
METADATA: dict[str, Entry] = {
    "a FIFO": Special.FIFO,
    "a folder": Special.FOLDER,
    "a link to zeros": Link("/dev/zero"),
    "a link to itself": Link("metadata.json"),
    "a link to the other": Link("../main/metadata.json"),
    "a version of digits": '{"name": "x-n", "version": "' + "9" * 100_000 + '.0.0"}',
    "a prerelease of parts": '{"name": "x-n", "version": "1.0.0' + "-a.a" * 50_000 + '"}',
    "a name of dashes": '{"name": "' + "-" * 500_000 + '"}',
    "a name of paths": '{"name": "../../../etc", "version": "1.0.0"}',
    "a name that is a number": '{"name": 1, "version": 2}',
    "nesting": "[" * 50_000,
}
RANGES = {
    "a range of many parts": ">= 1.0.0 || " * 20_000 + "1.x",
    "a range of digits": ">= " + "9" * 200_000 + ".0.0",
    "a range of blanks": " " * 400_000,
    "a range of signs": ">=<" * 100_000,
}


def attacks() -> Iterator[Attack]:
    """Each thing beside a checkout, and outside of a repository."""
    for name, entry in METADATA.items():
        yield Attack("sibling", name, {**OWN, "n/metadata.json": entry, f"n/{INIT}": "class n { }\n"}, arguments=("main",))
        outside = {"repository/environment.conf": "modulepath = ../modules\n", "repository/manifests/site.pp": "include n\n"}
        files: dict[str, Entry] = {
            **outside,
            "modules/n/metadata.json": entry,
            f"modules/n/{INIT}": "class n { }\n",
            "repository/.git/x": "",
        }
        yield Attack("sibling", f"{name} outside of the repository", files, arguments=("repository",))
    for name, text in RANGES.items():
        own = str(OWN["main/metadata.json"]).replace(">= 1.0.0", text)
        other = '{"name": "x-n", "version": "1.0.0-rc0"}'
        yield Attack("sibling", name, {**OWN, "main/metadata.json": own, "n/metadata.json": other}, arguments=("main",))
    trees: dict[str, Entry] = {f"tree{each}/metadata.json": OWN["main/metadata.json"] for each in range(3_000)}
    yield Attack("sibling", "3,000 work trees", {**OWN, **trees}, arguments=("main",))
    several: dict[str, Entry] = {f"m{each}/metadata.json": f'{{"name": "x-m{each}", "version": "1.0.0"}}' for each in range(3_000)}
    yield Attack("sibling", "3,000 modules", {**OWN, **several}, arguments=("main",))
    links: dict[str, Entry] = {f"l{each}": Link(f"l{each + 1}") for each in range(500)}
    yield Attack("sibling", "links to links", {**OWN, **links, "l500": Link("main")}, arguments=("main",))
    yield Attack("sibling", "a link to the folder around", {**OWN, "n": Link("."), "around": Link("..")}, arguments=("main",))
