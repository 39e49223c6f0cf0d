"""Writes the names of folders, services and programs that packages bring and that are not their own: `builtins/packages.json`.

    python -m release.package_names [FOLDER...] [--facts FILE...] [--contents FILE...] [--out FILE]

They are those of the package index of Debian (`Contents-amd64.gz` and `Contents-all.gz`), and those that the classes below the folders
declare with a direct dependency on the package: a file below `/etc/NAME`, a service, and the program of an exec. Programs of the base
system are left out, and what several unrelated packages seem to bring.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.node_facts import read_nodes
from puppet_check.reports.catalogs.compilation import Compilation
from puppet_check.reports.catalogs.custom_facts import custom_facts
from puppet_check.reports.catalogs.entry_errors import ANY_NAME, UNKNOWN_NAME
from puppet_check.reports.catalogs.module_errors import ModuleLibrary
from puppet_check.reports.catalogs.order_findings import relations
from puppet_check.reports.catalogs.subjects import Begun
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.ordering.attributes import text
from puppet_typesys.ordering.folders import folder_in_etc
from puppet_typesys.ordering.graph import graph_of
from puppet_typesys.ordering.names import family, folders, service_key, services
from puppet_typesys.ordering.needs.execs import commands_of
from puppet_typesys.ordering.view import View
from puppet_typesys.values.hash import Hash
from release.package_index import Index, Row

OUT = Path(__file__).parent.parent / "typesys/puppet_typesys/builtins/packages.json"
BASE = frozenset(
    """[ apt apt-get awk bash cat cd chgrp chmod chown chpasswd cp curl cut date dd df dnf dpkg du echo env exit expr false find getent grep
    groupadd gzip head hostname id install kill ln losetup ls mkdir mkfs mount mv passwd printf ps pwd readlink rm rmdir rpm sed service set
    sh sleep sort stat su sudo sysctl systemctl tail tar tee test timeout touch tr true udevadm umount uname unzip useradd usermod wc wget
    which xargs yum""".split()
)


def main() -> None:
    """Learn the names and write them."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("folders", nargs="*", type=Path)
    made.add_argument("--facts", nargs="+", default=[], metavar="FILE")
    made.add_argument("--contents", nargs="+", type=Path, default=[], metavar="FILE")
    made.add_argument("--out", type=Path, default=OUT, metavar="FILE")
    options = made.parse_args()
    systems = [read_nodes(each)[0].facts for each in options.facts]
    rows = {row for folder in options.folders for row in learned(folder.resolve(), systems)}
    index = Index()
    for each in options.contents:
        index.read(each)
    rows |= {*index.rows()}
    table: dict[str, dict[str, list[str]]] = {}
    for package, what, name in sorted(rows):
        owners = {family(other) for other, kind, same in rows if (kind, same) == (what, name)}
        if len(owners) == 1:
            table.setdefault(package, {}).setdefault(what, []).append(name)
    lines = (f" {json.dumps(package)}: {json.dumps(names)}" for package, names in table.items())
    options.out.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def learned(folder: Path, systems: Sequence[Hash]) -> Iterator[Row]:
    """What the classes below a folder say."""
    configuration = Configuration(Given())
    workspace = Workspace(configuration)
    for path in sorted(folder.rglob("manifests/**/*.pp")):
        if {"fixtures", "spec", "examples"} & {*path.parts}:
            continue
        known = workspace.known(str(path))
        module = known.project.module_of(str(path))
        source = None if module is None else ModuleLibrary(known).source(str(path), module.name)
        for definition in () if source is None else source.program.definitions:
            if isinstance(definition, ast.HostClassDefinition):
                for facts in systems:
                    node = Node(ANY_NAME, custom_facts(known).merged(facts), UNKNOWN_NAME, classes=(definition.name,), is_open=True)
                    yield from _of_catalog(Begun(Compilation(ModuleLibrary(known), ()), node), configuration)


def _of_catalog(begun: Begun, configuration: Configuration) -> Iterator[Row]:
    compiled = begun.subject(configuration).compiled
    if compiled.error is not None:
        return
    view = View(graph_of(compiled.compiler.catalog, relations(compiled.compiler)))

    def packages(resource: Resource) -> list[str]:
        return [name for name, each in view.packages.items() if (each, resource) in view.graph.direct]

    for path, each in view.configured():
        folder = folder_in_etc(path)
        yield from ((one, "folders", folder) for one in packages(each) if folder is not None and folder not in folders(one))
    for each in view.of("service"):
        name = text(each, "name")
        if name is not None and "@" not in name:
            yield from ((one, "services", name) for one in packages(each) if service_key(name) not in map(service_key, services(one)))
    for each in view.of("exec"):
        for program in {command.program for command in commands_of(each)} - {None, *BASE}:
            yield from ((one, "programs", program) for one in packages(each) if program is not None and program != one)


if __name__ == "__main__":
    main()
