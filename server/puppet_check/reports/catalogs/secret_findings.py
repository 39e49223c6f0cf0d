"""Secrets that end where others can read them, in catalogs that are compiled with marked secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.reports.catalogs.analyses import InText, Subject
from puppet_check.rules.secret_flows import secret_not_sensitive, secret_on_command_line, secret_readable, secret_redacted, secret_unwrapped
from puppet_typesys.diagnostics import Message, Severity
from puppet_typesys.evaluate.observer import Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.secrets.flows import TITLE, Flow, Span, flows
from puppet_typesys.secrets.marking import MarkingObservation
from puppet_typesys.secrets.marks import Marks

CODES = {
    "secret-unwrapped": "warning",
    "secret-redacted": "error",
    "secret-not-sensitive": "info",
    "secret-on-command-line": "warning",
    "secret-readable": "warning",
}
COMMANDS = ("command", "onlyif", "unless", "refresh")
FRAGMENTS = ("Concat_fragment", "Concat::Fragment")
FILES = ("File", "Concat", "Concat_file")


def analysed(subject: Subject) -> Iterator[InText]:
    """The findings about the secrets of a catalog."""
    for each in secrets_of(subject):
        for span, message, severity in _findings(each):
            yield InText(span.text, message.at(span.start, span.end, severity=severity))


def secrets_of(subject: Subject) -> list[Flow]:
    """The ends of the secrets of a catalog; none if it cannot be compiled with marks as it is compiled without."""
    if not has_secrets(subject.compiled.compiler):
        return []
    for gives_secrets in () if subject.is_whole else (True,):
        found = _marked(subject, gives_secrets=gives_secrets)
        if found is not None:
            return found
    return _marked(subject, gives_secrets=False) or []


def _marked(subject: Subject, *, gives_secrets: bool) -> list[Flow] | None:
    made: list[MarkingObservation] = []

    def observe(causes: Causes, inclusions: Inclusions, reach: Reach, stepper: Stepper | None) -> MarkingObservation:
        made.append(MarkingObservation(Marks(), causes, inclusions, reach, stepper, gives_secrets=gives_secrets))
        return made[0]

    compiled = subject.compile(observe=observe)
    if compiled.error is not None and subject.compiled.error is None:
        return None
    return [*flows(compiled.compiler, made[0])]


def has_secrets(compiler: NodeCompiler) -> bool:
    """Whether the files of a catalog mention anything that may be a secret."""
    return any(
        re.search(rb"[Ss]ensitive|pass(?:wd|word|phrase)|secret|token|private_key|api_key", each.text.source)
        for each in compiler.sources.values()
    )


def _findings(flow: Flow) -> Iterator[tuple[Span, Message, Severity | None]]:
    span, resource = flow.span, flow.resource
    if span is None:
        return
    sink = _sink(flow)
    if flow.state == "redacted":
        yield span, secret_redacted(sink), None
        return
    assert flow.origin is not None
    what = flow.origin.what
    if flow.state == "plain":
        if flow.origin.is_sensitive:
            yield span, secret_unwrapped(what, sink), None
        elif _is_shown(flow):
            is_worse = flow.name == TITLE or (resource is not None and resource.type == "Exec")
            yield span, secret_not_sensitive(what, sink), Severity.WARNING if is_worse else None
    if (
        resource is not None
        and resource.type == "Exec"
        and (flow.name in COMMANDS or (flow.name == TITLE and resource.get("command") is None))
    ):
        yield span, secret_on_command_line(what), None
    if resource is not None and resource.type in FILES and flow.name == "content":
        yield from _readable(resource, span, what)


def _sink(flow: Flow) -> str:
    if flow.resource is None:
        return f"the message of `{flow.name}`"
    kind = flow.resource.type.lower()
    return f"the title of a `{kind}`" if flow.name == TITLE else f"`{flow.name}` of a `{kind}`"


def _is_shown(flow: Flow) -> bool:
    """Whether a secret that is not Sensitive ends where reports or logs show it."""
    resource = flow.resource
    if resource is None or flow.name == TITLE:
        return True
    match resource.type:
        case "File":
            return flow.name == "content" and resource.value("show_diff") is not False
        case "Exec":
            return flow.name in (*COMMANDS, "environment")
        case "Notify":
            return flow.name == "message"
    return resource.type in FRAGMENTS and flow.name == "content"


def _readable(resource: Resource, span: Span, what: str) -> Iterator[tuple[Span, Message, Severity | None]]:
    mode = resource.value("mode")
    if isinstance(mode, str) and is_readable(mode):
        place = resource.parameters["mode"].place if "mode" in resource.parameters else None
        at = span if place is None or place.node is None else Span(place.text, place.node.start, place.node.end)
        yield at, secret_readable(f"this file, which contains {what}", mode), None


def is_readable(mode: str) -> bool:
    """Whether others may read a file with a mode."""
    if re.fullmatch(r"[0-7]{3,4}", mode):
        return bool(int(mode[-1]) & 4)
    return any(re.match(r"[ugoa]*[oa][ugoa]*[+=][wxXst]*r", each.strip()) for each in mode.split(","))
