"""How the cost of a cold check grows with the number of things of one kind: data files of nodes, templates, classes, modules.

    python -m bench.shapes [--numbers N ...] [--shapes NAME ...]

Each shape is a small program that is written anew with so many things. The figures are CPU milliseconds of a check in one process
for each of them, after those of an empty folder, and their ratio to those of the first number. A ratio far above 1 is a cost that
grows faster than what is checked.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

COMMAND = "from puppet_check.cli.check import main; raise SystemExit(main())"
ENVIRONMENT = {"environment.conf": "modulepath = modules\n"}
HIERARCHY = """---
version: 5
hierarchy:
  - name: nodes
    path: "nodes/%{trusted.certname}.yaml"
  - name: common
    path: common.yaml
"""
NAMES = range(20)
"""The parameters of a class with data."""

Files = Iterator[tuple[str, str]]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="bench.shapes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--numbers", type=int, nargs="+", default=[500, 2000])
    parser.add_argument("--shapes", nargs="+", choices=[*SHAPES], default=[*SHAPES])
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as empty:
        _cpu(Path(empty))
        start = _cpu(Path(empty))
    for shape in options.shapes:
        first = 0.0
        for number in options.numbers:
            with tempfile.TemporaryDirectory() as folder:
                for name, text in SHAPES[shape](number):
                    path = Path(folder, name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text)
                each = (_cpu(Path(folder)) - start) * 1000 / number
            first = first or each
            print(f"{shape:12} {number:6} {each:7.2f} ms {each / first:6.3f}", flush=True)
    return 0


def _cpu(folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = (sys.executable, "-c", COMMAND, "--no-cache", "--format", "json", "--jobs", "1", "--exit-zero")
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    given_up = sum(each["code"] in ("check-given-up", "internal-error") for each in json.loads(done.stdout or "[]"))
    if given_up:
        print(f"  {given_up} files were given up", flush=True)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _nodes(number: int) -> Files:
    """Data files of nodes."""
    yield from ENVIRONMENT.items()
    yield "hiera.yaml", HIERARCHY
    yield "modules/m/manifests/init.pp", "class m (\n" + "".join(f"  Integer $p{each} = 1,\n" for each in NAMES) + ") { }\n"
    yield "data/common.yaml", "".join(f"m::p{each}: {each}\n" for each in NAMES)
    for node in range(number):
        keys = "".join(f"m::p{each}: {node}\n" for each in NAMES)
        yield f"data/nodes/n{node}.example.com.yaml", f"{keys}own_{node}: \"%{{lookup('m::p1')}}\"\n"


def _templates(number: int) -> Files:
    """Defines with a template each."""
    for each in range(number):
        content = f'template("m/t{each}.erb")'
        yield f"m/manifests/d{each}.pp", f"define m::d{each} ($a, $b = 1) {{\n  file {{ $title: content => {content} }}\n}}\n"
        yield f"m/templates/t{each}.erb", f"<%= @a %> <%= @b %>\n<% if @hostname -%>\n{each} <%= scope['m::d{each}::x'] %>\n<% end -%>\n"


def _classes(number: int) -> Files:
    """Classes in the order of their relationships."""
    yield from ENVIRONMENT.items()
    yield "manifests/site.pp", "node default { include m }\n"
    included = "".join(f"  include m::c{each}\n" for each in range(number))
    ordered = "".join(f"  Class['m::c{each}'] -> Class['m::c{each + 1}']\n" for each in range(number - 1))
    yield "modules/m/manifests/init.pp", f"class m {{\n{included}{ordered}}}\n"
    for each in range(number):
        body = f"  file {{ '/c{each}': require => Package['p{each}'] }}\n  package {{ 'p{each}': ensure => installed }}\n"
        yield f"modules/m/manifests/c{each}.pp", f"class m::c{each} {{\n{body}}}\n"


def _roles(number: int) -> Files:
    """Nodes with a role and a profile each."""
    yield from ENVIRONMENT.items()
    yield "manifests/site.pp", "".join(f"node 'n{each}.example.com' {{\n  include role::r{each}\n}}\n" for each in range(number))
    for each in range(number):
        yield f"modules/role/manifests/r{each}.pp", f"class role::r{each} {{\n  include profile::p{each}\n}}\n"
        yield f"modules/profile/manifests/p{each}.pp", f"class profile::p{each} {{\n  service {{ 's{each}': ensure => running }}\n}}\n"


def _unknown(number: int) -> Files:
    """Classes with names that nothing defines."""
    yield from ENVIRONMENT.items()
    yield "manifests/site.pp", "node default { include m }\n"
    yield "modules/m/manifests/init.pp", "class m { }\n"
    for each in range(number):
        code = f"  include m::z{each}\n  m::d{each} {{ 'x': }}\n  notice($m::v{each}, $u{each})\n  Package['n{each}'] -> File['/n{each}']\n"
        yield f"modules/m/manifests/c{each}.pp", f"class m::c{each} {{\n{code}}}\n"


def _modules(number: int) -> Files:
    """Modules beside each other, without an environment."""
    for each in range(number):
        yield f"modules/m{each}/metadata.json", json.dumps({"name": f"acme-m{each}", "version": "1.0.0", "dependencies": []})
        yield f"modules/m{each}/manifests/init.pp", f"class m{each} {{\n  file {{ '/m{each}': ensure => file }}\n}}\n"


def _ruby(number: int) -> Files:
    """Facts and functions in Ruby, and classes that use them."""
    yield from ENVIRONMENT.items()
    for each in range(number):
        yield f"modules/m/lib/facter/f{each}.rb", f"Facter.add(:m_fact{each}) do\n  setcode do\n    'x'\n  end\nend\n"
        function = f"Puppet::Functions.create_function(:'m::f{each}') do\n  def f{each}(a)\n    a\n  end\nend\n"
        yield f"modules/m/lib/puppet/functions/m/f{each}.rb", function
        yield f"modules/m/manifests/c{each}.pp", f"class m::c{each} {{\n  notice(m::f{each}($facts['m_fact{each}']))\n}}\n"


SHAPES: Mapping[str, Callable[[int], Files]] = {
    "nodes": _nodes,
    "templates": _templates,
    "classes": _classes,
    "roles": _roles,
    "unknown": _unknown,
    "modules": _modules,
    "ruby": _ruby,
}


if __name__ == "__main__":
    sys.exit(main())
