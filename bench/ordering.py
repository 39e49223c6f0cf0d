"""Compares the relationship graphs of random catalogs with those of the reference.

    python -m bench.ordering --reference 'reference ruby bench/ordering.rb' [--count 300] [--list FILE]

Each catalog has classes, defines, stages, arrows, collectors, and resources of the types with autorelations. For each pair of resources it
counts whether the one is applied before the other, here and there, and whether the walks are in the same order.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.reference_jobs import ask

from tests.support.ordering import compared

FOLDERS = ("/srv", "/srv/app", "/srv/app/etc", "/srv/app/bin", "/opt", "/opt/tool", "/opt/tool/data")
NAMES = ("ann", "bob", "web", "db")
PACKAGES = ("git", "nginx", "curl")


def main() -> None:
    """Print how many pairs are the same, too many and lacking."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--reference", required=True, metavar="COMMAND")
    made.add_argument("--count", type=int, default=300)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--list", type=Path, metavar="FILE", help="write what differs")
    made.add_argument("--record", type=Path, metavar="FILE", help="write the programs and the answers")
    options = made.parse_args()
    codes = [program(random.Random(f"{options.seed} {number}")) for number in range(options.count)]
    answers = [*ask(({"id": number, "code": code} for number, code in enumerate(codes)), shlex.split(options.reference))]
    if options.record is not None:
        lines = (json.dumps({"code": code, **answer}, separators=(",", ":")) for code, answer in zip(codes, answers, strict=True))
        options.record.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
    totals: Counter[str] = Counter()
    differing = []
    for code, answer in zip(codes, answers, strict=True):
        found = compared(code, answer)
        totals.update(found)
        if found["too many"] or found["lacking"] or found["other walk"] or found["refused here only"]:
            differing.append({"code": code, **found, "answer": answer})
    print(json.dumps(totals, indent=1))
    if options.list is not None:
        options.list.write_text(json.dumps(differing, indent=1), encoding="utf-8")


# ---- programs


def program(rng: random.Random) -> str:
    """A program with classes, defines and relations among them. Some have few relations, as most others have cycles, and so no walk."""
    made = [*_resources(rng, rng.randint(10, 26))]
    titles = [each for each, _ in made]
    share = rng.choice((0, 0.02, 0.06))
    classes = [f"c{number}" for number in range(rng.randint(1, 4))]
    parts: dict[str, list[str]] = {name: [] for name in ("", "d", "e", *classes)}
    for title, code in made:
        parts[rng.choice([*parts])].append(_declared(rng, title, _with_relations(rng, title, code, titles, share)))
    parts[rng.choice(["d", *classes])].append("e { 'two': }")
    lines = []
    for number, name in enumerate(classes):
        inner = [f"{rng.choice(('include', 'contain', 'require'))} {each}" for each in classes[number + 1 :] if rng.random() < 0.4]
        lines.append(f"class {name} {{\n" + "\n".join(rng.sample([*inner, *parts[name]], len(inner) + len(parts[name]))) + "\n}")
    lines += [f"define {name}() {{\n" + "\n".join(parts[name]) + "\n}" for name in ("d", "e")]
    if rng.random() < 0.5:
        lines.append("stage { 'first': before => Stage['main'] }")
        lines.append(f"class {{ '{classes[-1]}': stage => 'first' }}")
    body = [*(f"include {each}" for each in classes), "d { 'one': }", *parts[""]]
    lines += body if rng.random() < 0.5 else rng.sample(body, len(body))
    references = [*titles, *(f"Class['{each}']" for each in classes), "D['one']", "E['two']"]
    for _ in range(rng.randint(0, 3) if share else 0):
        lines.append(" ".join([rng.choice(references), rng.choice(("->", "~>", "<-")), rng.choice(references)]))
    if rng.random() < 0.3:
        lines.append(f"{rng.choice(('Package', 'User', 'Group'))} <| |> -> {rng.choice(('Service', 'Exec', 'Cron'))} <| |>")
    return "\n".join(lines) + "\n"


def _declared(rng: random.Random, title: str, code: str) -> str:
    """A declaration, or one of a virtual resource that is then realized."""
    chance = rng.random()
    if chance > 0.2:
        return code
    type, _, name = title.partition("[")
    realized = f"realize({title})" if chance < 0.1 else f"{type} <| title == {name[:-1]} |>"
    return f"@{code}\n{realized}"


def _with_relations(rng: random.Random, title: str, code: str, titles: Sequence[str], share: float) -> str:
    """Code of a resource with relations; `share` is how likely each of two is."""
    given = []
    for name in rng.sample(("require", "before", "notify", "subscribe"), 2):
        if rng.random() < share:
            other = rng.choice(titles)
            if other != title:
                given.append(f"{name} => {other}")
    return code.replace(" }", "".join(f", {each}" for each in given) + " }")


def _resources(rng: random.Random, count: int) -> Iterator[tuple[str, str]]:
    """Resources of distinct titles, as references and code."""
    seen = set()
    for _ in range(count):
        title, code = MAKERS[rng.choice([*MAKERS])](rng)
        if title not in seen:
            seen.add(title)
            yield title, code


def _file(rng: random.Random) -> tuple[str, str]:
    path = rng.choice(FOLDERS) if rng.random() < 0.5 else f"{rng.choice(FOLDERS)}/{rng.choice('abc')}"
    ensure = "directory" if path in FOLDERS else "file"
    owner = rng.choice(("", f", owner => '{rng.choice(NAMES)}'", f", group => '{rng.choice(NAMES)}'", ", owner => '0'"))
    if path not in FOLDERS and rng.random() < 0.2:
        return f"File['{path}']", f"file {{ '{path}': ensure => link, target => '{rng.choice(FOLDERS)}/{rng.choice('abc')}'{owner} }}"
    slash = "/" if ensure == "directory" and rng.random() < 0.2 else ""
    return f"File['{path}{slash}']", f"file {{ '{path}{slash}': ensure => {ensure}{owner} }}"


def _exec(rng: random.Random) -> tuple[str, str]:
    title = f"run {rng.randint(1, 9)}"
    command = rng.choice((f"{rng.choice(FOLDERS)}/a --now", "true", f"true\\n{rng.choice(FOLDERS)}/b", f"cat {rng.choice(FOLDERS)}/c"))
    more = rng.choice(
        ("", f", cwd => '{rng.choice(FOLDERS)}'", f", user => '{rng.choice(NAMES)}'", f", unless => '{rng.choice(FOLDERS)}/b -x'")
    )
    more += rng.choice(("", f", onlyif => [['{rng.choice(FOLDERS)}/a', 'x'], 'true']"))
    return f"Exec['{title}']", f'exec {{ \'{title}\': command => "{command}", path => "/bin"{more} }}'


def _user(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(NAMES)
    more = rng.choice(
        ("", f", gid => '{rng.choice(NAMES)}'", ", gid => 1001", ", gid => '1002'", f", groups => ['{rng.choice(NAMES)}', 'db']")
    )
    return f"User['{name}']", f"user {{ '{name}': ensure => present{more} }}"


def _group(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(NAMES)
    return f"Group['{name}']", f"group {{ '{name}': ensure => present{rng.choice(('', ', gid => 1001', ', gid => 1002'))} }}"


def _package(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(PACKAGES)
    more = rng.choice(("", f", source => '{rng.choice(FOLDERS)}/a'", f", responsefile => '{rng.choice(FOLDERS)}/b'"))
    return f"Package['{name}']", f"package {{ '{name}': ensure => installed, provider => 'apt'{more} }}"


def _service(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(NAMES)
    return f"Service['{name}']", f"service {{ '{name}': ensure => running, provider => 'systemd' }}"


def _notify(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(NAMES)
    return f"Notify['{name}']", f"notify {{ '{name}': message => 'x' }}"


def _cron(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(NAMES)
    return f"Cron['{name}']", f"cron {{ '{name}': command => 'true', user => '{rng.choice(NAMES)}' }}"


def _mount(rng: random.Random) -> tuple[str, str]:
    path = rng.choice(FOLDERS)
    return f"Mount['{path}']", f"mount {{ '{path}': ensure => mounted, device => '/dev/x', fstype => 'ext4' }}"


def _key(rng: random.Random) -> tuple[str, str]:
    name = rng.choice(NAMES)
    return (
        f"Ssh_authorized_key['{name}']",
        f"ssh_authorized_key {{ '{name}': user => '{rng.choice(NAMES)}', type => 'ssh-rsa', key => 'AAAA' }}",
    )


MAKERS = {
    "cron": _cron,
    "key": _key,
    "mount": _mount,
    "exec": _exec,
    "file": _file,
    "group": _group,
    "notify": _notify,
    "package": _package,
    "service": _service,
    "user": _user,
}


if __name__ == "__main__":
    main()
