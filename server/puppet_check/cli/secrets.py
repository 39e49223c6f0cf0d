"""`puppet-check secrets`: every secret of catalogs, from where it comes to where it ends."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from puppet_check import __version__
from puppet_check.cli.arguments import parsed
from puppet_check.cli.files import files_to_check
from puppet_check.cli.given_paths import given_folders
from puppet_check.cli.json_rows import array, rows
from puppet_check.cli.paths import relative
from puppet_check.cli.program import Ended
from puppet_check.cli.untrusted import shown
from puppet_check.config import Configuration
from puppet_check.config.configuration import Given
from puppet_check.config.error import ConfigError
from puppet_check.deadline import Deadline
from puppet_check.reading.places import is_there
from puppet_check.reports.catalogs.compilation import NotMade, in_time
from puppet_check.reports.catalogs.extent import EVERYTHING
from puppet_check.reports.catalogs.secret_findings import Marked, findings_of, secrets_of
from puppet_check.reports.catalogs.subject import Subject
from puppet_check.reports.catalogs.subjects import subjects_of
from puppet_check.stack import run_deep
from puppet_check.usage import Parser
from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.secrets.flows import Flow
from puppet_typesys.secrets.marks import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning"}
FLOWS = """\
Secrets are values under Sensitive, and the values of parameters and Hiera keys that are named as such: `*password`, `*passwd`,
`*passphrase`, `*secret`, `*token`, `*api_key` and `*private_key`. They are followed through the catalog of the node whose facts
are given, or without facts of what begins in the files: nodes, roles and profiles, and the classes of modules. A secret ends in
a parameter or title of a resource, or in a message of the log: `plain`, `sensitive`, or `redacted`, where the text
`Sensitive [value redacted]` stands in its place. The values themselves are never printed.

Exit code: 0, or 2 for wrong usage."""


class Command(NamedTuple):
    """What `puppet-check secrets` is asked to do."""

    path: str
    facts: str | None
    modulepath: str | None
    format: str


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    @property
    def text(self) -> str:
        """The file and the line."""
        return f"{self.file}:{self.line}"


class Ending(NamedTuple):
    """A secret, and where it ends."""

    secret: str
    source: Place | None
    state: str
    sink: str
    resource: str | None
    place: Place | None
    findings: tuple[tuple[str, str, str], ...]
    """The code, severity and message of each finding about it."""


def secrets(arguments: Sequence[str]) -> Ended:
    """Run the command with the arguments after its name. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    if not is_there(options.path):
        raise ConfigError(f"{options.path}: no such file or folder")
    found = run_deep(lambda: [*dict.fromkeys(_endings(options))])
    found.sort(key=lambda each: (each.source or Place("", 0, 0), each.secret, each.place or Place("", 0, 0), each.sink, each.state))
    return Ended({"text": _text, "json": _json, "sarif": _sarif}[options.format](found), 0)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check secrets",
        description="List every secret of the catalogs of a control repository or module, from where it comes to where it ends.",
        epilog=FLOWS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("path", metavar="PATH", nargs="?", default=os.curdir, help="the files to look at (default: the current folder)")
    made.add_argument("--facts", metavar="FILE", help="facts of the node (JSON or YAML, as printed by facter)")
    made.add_argument("--modulepath", metavar="PATH", help="the folders of modules, instead of those of the environment")
    made.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="output format (default: text)")
    return made


def _endings(options: Command) -> Iterator[Ending]:
    replaced: list[tuple[str, object]] = []
    if options.facts is not None:
        replaced.append(("facts", os.path.abspath(options.facts)))
    if options.modulepath is not None:
        replaced.append(("modulepath", given_folders("--modulepath", options.modulepath)))
    configuration = Configuration(Given(replaced=tuple(replaced)))
    workspace = Workspace(configuration)
    projects: dict[Known, set[str]] = {}
    for path in map(os.path.abspath, files_to_check([options.path], configuration)):
        if path.endswith(".pp") and not workspace.known(path).is_peripheral(path):
            projects.setdefault(workspace.known(path), set()).add(path)
    deadline = Deadline()
    for known, paths in projects.items():
        for subject in subjects_of(known, paths, configuration, EVERYTHING):
            found = in_time(partial(_marked, subject), deadline)
            for each in () if isinstance(found, NotMade) else found:
                yield from (_ending(flow, each.compiler) for flow in each.flows)


def _marked(subject: Subject) -> tuple[Marked, ...]:
    return tuple(secrets_of(subject))


def _ending(flow: Flow, compiler: NodeCompiler) -> Ending:
    origin = flow.origin
    findings = [(message.issue.code, (severity or message.issue.severity).text, message.text) for _, message, severity in findings_of(flow)]
    return Ending(
        "a secret" if origin is None else origin.what.replace("`", ""),
        None if origin is None else _place(origin.place, compiler),
        flow.state,
        flow.name if flow.resource is not None else f"message of {flow.name}",
        None if flow.resource is None else flow.shown_resource,
        _place(flow.span, compiler),
        tuple(findings),
    )


def _place(span: Span | None, compiler: NodeCompiler) -> Place | None:
    source = None if span is None else compiler.source_of(span.text)
    if span is None or source is None:
        return None
    position = span.text.position(span.start)
    return Place(relative(source.path), position.line + 1, position.column + 1)


def _text(found: Sequence[Ending]) -> Iterator[str]:
    before: tuple[str, Place | None] | None = None
    for each in found:
        if before != (each.secret, each.source):
            before = (each.secret, each.source)
            yield shown(each.secret + ("" if each.source is None else f" ({each.source.text})")) + "\n"
        place = "" if each.place is None else f" ({each.place.text})"
        codes = "".join(f" [{code}]" for code, _, _ in each.findings)
        resource = "" if each.resource is None else f" of {each.resource}"
        yield shown(f"  {each.state:<9} {each.sink}{resource}{place}{codes}") + "\n"
    secrets = len({(each.secret, each.source) for each in found})
    counts = f"{secrets} {'secret' if secrets == 1 else 'secrets'}, {len(found)} {'end' if len(found) == 1 else 'ends'}\n"
    yield counts if found else "No secrets\n"


def _json(found: Sequence[Ending]) -> Iterator[str]:
    return array(_row(each) for each in found)


def _row(each: Ending) -> dict[str, object]:
    return {
        "secret": each.secret,
        "from": None if each.source is None else each.source._asdict(),
        "state": each.state,
        "sink": each.sink,
        "resource": each.resource,
        "to": None if each.place is None else each.place._asdict(),
        "codes": [code for code, _, _ in each.findings],
    }


def _sarif(found: Sequence[Ending]) -> Iterator[str]:
    """The log in pieces: a result for each finding, and one without a level for a secret that ends well."""
    codes = sorted({code for each in found for code, _, _ in each.findings} | {"secret"})
    driver = {"name": "puppet-check", "semanticVersion": __version__, "rules": [{"id": each} for each in codes]}
    yield f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{"tool": {json.dumps({"driver": driver})},\n'
    yield '"columnKind": "unicodeCodePoints", "results": ['
    yield from rows(result for each in found for result in _results(each))
    yield "]}]}\n"


def _results(each: Ending) -> Iterable[dict[str, object]]:
    for code, severity, message in each.findings or (("secret", "", f"{each.secret} ends in {each.sink}, {each.state}"),):
        result: dict[str, object] = {"ruleId": code, "message": {"text": message}}
        if severity:
            result["level"] = LEVELS.get(severity, "note")
        else:
            result |= {"kind": "informational", "level": "none"}
        if each.place is not None:
            result["locations"] = [_location(each.place)]
        steps = [(each.source, each.secret), (each.place, each.sink)]
        flow = [{"location": {**_location(place), "message": {"text": what}}} for place, what in steps if place is not None]
        if flow:
            result["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
        yield result


def _location(place: Place) -> dict[str, object]:
    region = {"startLine": place.line, "startColumn": place.column}
    return {"physicalLocation": {"artifactLocation": {"uri": _address(place.file)}, "region": region}}


def _address(file: str) -> str:
    return quote(file.encode(errors="surrogateescape"))
