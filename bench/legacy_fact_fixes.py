"""Applies the safe fixes of legacy facts in all forms, and compares what the reference evaluates before and after on recorded systems.

    python -m bench.legacy_fact_fixes FOLDER ... [--ruby COMMAND] [--list N] [--modules MODULES]

Each FOLDER is `facts` of a release of facterdb (see `bench.legacy_facts`). Taken are the facts of Facter 4 of each system, from its latest
version, as recorded and, if they have legacy facts, also without these, as agents of Puppet 8 send them by default. COMMAND starts a Ruby
with Puppet 8. With `--modules` the snippets are those that safe fixes change in a folder of modules, instead of all facts in all forms.
A fix harms if the code before it has a value, and the fixed code fails or, with legacy facts, has another value or type.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bench.legacy_facts import SENT, System, has_legacy_facts, is_edited, systems

from puppet_typesys.builtins.facts import facts

PROGRAM = Path(sys.executable).with_name("puppet-check")
SCRIPT = Path(__file__).with_suffix(".rb")
PARTS = {
    "interface": ("eth0", "lo", "ens3", "enp0s3", "em0", "br_ex", "eth0_100", "loopback_pseudo_interface_1"),
    "devicename": ("sda", "vda", "nvme0n1", "sr0"),
    "algorithm": ("rsa", "dsa", "ecdsa", "ed25519"),
    "N": ("0", "1", "7"),
    "name": ("global", "domain_name", "cpu_type", "uptime"),
}
"""What names have in place of the part that varies."""
PUPPET = """
$facts['X'] | $::facts['X'] | $facts["X"] | $facts[X] | $facts.get('X') | $facts.dig('X') | get($facts, 'X') | dig($facts, 'X') | $X | $::X
"$X" | "$::X" | "${X}" | "${::X}" | "${facts['X']}" | "${facts[X]}" | "${$facts['X']}" | "${$::X}" | "a ${::facts['X']} b"
if $facts['X'] { 1 } else { 2 } | if $::X { 1 } else { 2 } | unless $facts['X'] { 1 } | !$facts['X'] | $facts['X'] == undef
$facts['X'] ? { undef => 1, /a/ => 2, default => 3 } | case $facts['X'] { undef: { 1 } true: { 2 } default: { 3 } }
"${facts['X'] ? { undef => 1, default => 3 }}" | [$facts['X'], [$::X]] | { 'a' => $facts['X'] } | type($facts['X'], generalized)
String($facts['X']) | "${facts['X']}" =~ /[a-z]/ | $facts['X'] in ['x', true] | with($facts['X']) |$x| { $x } | $facts['X'].then |$x| { $x }
with(1) |$x, $y = $facts['X']| { $y } | "${X[0]}" | "${facts['X'][0]}" | $facts['X'] =~ Undef | $facts['X'] =~ Boolean and $facts['X']
"${facts['X'].then |$x| { $x }}" | pick($facts['X'], 'x')
"""
ERB = """
<%= @X %> | <%= @X.inspect %> | <%= "#@X" %> | <%= "#{@X}" %> | <% if @X %>a<% else %>b<% end %> | <%= scope['X'].inspect %>
<%= scope['::X'].inspect %> | <%= scope.lookupvar('X') %> | <%= scope.lookupvar('::X').inspect %> | <%= @facts['X'].inspect %>
<%= scope['facts']['X'].inspect %> | <%= scope['::facts']['X'] %> | <%= @X.nil? ? 1 : 2 %> | <%= (@facts['X'] || 'x').to_s.upcase %>
"""
HIERA = "%{X} | %{::X} | %{facts.X} | %{::facts.X} | a %{X} b %{facts.X} | %{facts.'X'} | %{scope('X')} | %{scope('facts.X')}"
FORMS = {"puppet": PUPPET, "erb": ERB, "hiera": HIERA}
FOLDERS = {"puppet": "modules/m/manifests/f{}.pp", "erb": "modules/m/templates/f{}.erb", "hiera": "data/f{}.yaml"}
LINES = {"puppet": "  $v{} = {}\n", "erb": "{1}\n", "hiera": 'v{}: "{}"\n'}
SELECTED = ("legacy-fact", "legacy_facts,top_scope_facts")
Pair = tuple[str, str, str, str]


def main() -> None:
    """Fix, evaluate, and print what is harmed."""
    parser = argparse.ArgumentParser(
        prog="bench.legacy_fact_fixes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--ruby", default="reference ruby", metavar="COMMAND")
    parser.add_argument("--modules", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every Nth system")
    parser.add_argument("--list", type=int, default=10)
    options = parser.parse_args()
    names = [*_names()]
    pairs = [*(_of_modules(options.modules) if options.modules else chain.from_iterable(_pairs(names, each) for each in SELECTED))]
    jobs = [*_jobs(options.folders, options.every)]
    print(f"{len(names)} facts, {len(pairs)} fixed snippets, {len(jobs)} sets of facts of {len({each[0] for each in jobs})} systems")
    lines = [json.dumps({"pairs": pairs})] + [
        json.dumps({"system": system, "facts": found, "sent": sent, "edited": [each for each in names if is_edited(each, system)]})
        for system, found, sent in jobs
    ]
    done = subprocess.run(
        [*shlex.split(options.ruby), str(SCRIPT)], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    answers = [*map(json.loads, done.stdout.splitlines())]
    harm = [(each["system"], *pairs[index], before, after) for each in answers for index, before, after in each["harm"]]
    print(f"{sum(each['count'] for each in answers)} evaluations of {len(answers)} sets, {len(harm)} harmed")
    for fact, count in Counter(each[2] for each in harm).most_common():
        print(f"  {count} {fact}")
    for each in harm[: options.list]:
        print("  ", *each, sep="\n    ")
    sys.exit(bool(harm) or len(answers) != len(jobs))


def _names() -> Iterator[str]:
    """The names of all legacy facts, with some names of parts."""
    for each in facts().values():
        if each.legacy:
            before, is_open, rest = each.name.partition("<")
            part, _, after = rest.partition(">")
            yield from (f"{before}{name}{after}" for name in PARTS[part]) if is_open else (each.name,)


def _pairs(names: list[str], select: str) -> Iterator[Pair]:
    """What fixes change: the kind, the fact, and the snippet before and after. Each form has a file, with a line for each fact."""
    with tempfile.TemporaryDirectory() as top:
        forms = [(kind, form.strip()) for kind, text in FORMS.items() for form in text.strip().replace("\n", " | ").split(" | ")]
        files = [Path(top) / FOLDERS[kind].format(number) for number, (kind, _) in enumerate(forms)]
        for number, (file, (kind, form)) in enumerate(zip(files, forms, strict=True)):
            file.parent.mkdir(parents=True, exist_ok=True)
            lines = [LINES[kind].format(at, form.replace("X", name)) for at, name in enumerate(names)]
            file.write_text(f"class m::f{number} {{\n{''.join(lines)}}}\n" if kind == "puppet" else "".join(lines))
        (Path(top) / "hiera.yaml").write_text("version: 5\nhierarchy:\n  - name: a\n    glob: '*.yaml'\n")
        (Path(top) / "environment.conf").write_text("")
        subprocess.run([PROGRAM, "--no-cache", "--no-config", "--select", select, "--fix-only", "."], cwd=top, check=True)
        for file, (kind, form) in zip(files, forms, strict=True):
            lines = file.read_text().splitlines()[1:-1] if kind == "puppet" else file.read_text().splitlines()
            for at, (name, line) in enumerate(zip(names, lines, strict=True)):
                before, _, end = LINES[kind].format(at, "\0").rstrip("\n").partition("\0")
                given, after = form.replace("X", name), line.removeprefix(before).removesuffix(end)
                if given != after:
                    yield kind, name, given, after


def _of_modules(folder: Path) -> Iterator[Pair]:
    """The texts that safe fixes of facts replace in modules, each once, as snippets of their own."""
    command = [PROGRAM, "--no-cache", "--no-config", "--select", ",".join(SELECTED), "--format", "json", "."]
    found = json.loads(subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False).stdout)
    made = dict[Pair, None]()
    for finding in found:
        for fix in finding.get("fixes", ()):
            (edit,) = fix["replacements"]
            line = (folder / edit["file"]).read_text(encoding="utf-8").split("\n")[edit["line"] - 1]
            before, after = line[edit["column"] - 1 : edit["end_column"] - 1], edit["text"]
            if fix["safety"] == "safe":
                fact = max((each for each in _names() if each in before), key=len, default="")
                made[_snippet(edit["file"], fact, before, after)] = None
    yield from made


def _snippet(file: str, fact: str, before: str, after: str) -> Pair:
    """A replaced text with what is around it in templates, data and strings."""
    if file.endswith((".yaml", ".yml", ".json")):
        return "hiera", fact, before, after
    if file.endswith(".erb"):
        around = '<%= "{}" %>' if after.startswith("#{") else "<%= {} %>"
        return "erb", fact, around.replace("{}", before), around.replace("{}", after)
    around = '"{}"' if after.startswith("${") else '"${{}}"' if after.startswith("facts") else "{}"
    return "puppet", fact, around.replace("{}", before, 1), around.replace("{}", after, 1)


def _jobs(folders: list[Path], every: int) -> Iterator[tuple[str, dict[str, object], bool]]:
    """The systems with the facts that they send, and whether legacy facts are among them."""
    latest: dict[tuple[Path, str], System] = {}
    for folder in folders:
        for each in sorted(systems([folder], SENT), key=lambda each: [*map(int, each.name.split("/")[0].split("."))]):
            latest[folder, each.name.partition("/")[2]] = each
    for system in [*latest.values()][::every]:
        structured = {name: value for name, value in system.facts.items() if name not in _sent_if_asked()}
        if has_legacy_facts(system):
            yield system.name, dict(system.facts), True
        yield system.name, structured, False


def _sent_if_asked() -> frozenset[str]:
    return frozenset(_names())


if __name__ == "__main__":
    main()
