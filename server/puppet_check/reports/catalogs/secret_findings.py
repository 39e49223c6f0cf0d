"""Secrets that end where others can read them, in catalogs that are compiled with marked secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from puppet_check.reports.catalogs.compilation import Compiled
from puppet_check.reports.catalogs.hints import HINT, classes_with_secrets
from puppet_check.reports.catalogs.secret_fixes import proposed
from puppet_check.reports.catalogs.subject import InText, Subject
from puppet_check.rules.file_modes import is_private_key, is_readable
from puppet_check.rules.secret_flows import (
    may_be_redacted,
    secret_not_sensitive,
    secret_on_command_line,
    secret_readable,
    secret_redacted,
    secret_unwrapped,
)
from puppet_typesys.diagnostics import Message, Severity
from puppet_typesys.evaluate.errors import BUDGET
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.secrets.flows import TITLE, Flow, flows
from puppet_typesys.secrets.marking import MarkingObservation
from puppet_typesys.secrets.marks import Marks, Span

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
    seen = set[tuple[str | None, int, str]]()
    for marked in secrets_of(subject):
        for each in marked.flows:
            for span, message, severity in findings_of(each):
                source = marked.compiler.source_of(span.text)
                place = (source and source.path, span.start, message.issue.code)
                if place not in seen:
                    seen.add(place)
                    ways = [*proposed(each, message)]
                    diagnostic = message.at(span.start, span.end, severity=severity, fixes=tuple(way.fix for way in ways))
                    changed = tuple(pair for way in ways for pair in way.changed)
                    yield InText(span.text, diagnostic, marked.compiler, changed)


def secrets_of(subject: Subject) -> Iterator[Marked]:
    """The ends of the secrets of a catalog; without facts of a node, those of the classes of a module that may have any."""
    if not subject.module:
        if any(HINT.search(each.text.source) for each in subject.compiled.compiler.sources.values()):
            yield from _marked(subject)
        return
    seen, left = set[str](), subject.secrets_steps
    for name, may_make_texts in classes_with_secrets(subject.module):
        if name not in seen and left > 0:
            for marked in _marked(subject, (name,), may_make_texts=may_make_texts):
                yield marked
                left -= marked.compiler.budget.used
                seen |= marked.classes


@dataclass(frozen=True)
class Marked:
    """What a marked evaluation shows."""

    flows: tuple[Flow, ...]
    classes: frozenset[str]
    """The classes that were evaluated."""
    compiler: NodeCompiler
    has_untyped: bool
    """Whether a class has a parameter without a type that is a secret."""
    is_as_without: bool
    """Whether it ends as the evaluation without marks does."""
    is_whole: bool
    """Whether it ends without an error."""


def _marked(subject: Subject, classes: Sequence[str] | None = None, *, may_make_texts: bool = True) -> Iterator[Marked]:
    """The ends of the secrets in marked evaluations; none of one that ends otherwise than without marks."""
    with_marks = partial(_marked_with, subject, classes, Unmarked(subject, classes))
    if subject.is_whole:
        yield with_marks()
        return
    found = with_marks(gives_secrets=True)
    yield found
    if found.has_untyped and found.is_as_without and may_make_texts:
        wide = with_marks(gives_secrets=True, to_untyped=True)
        yield replace(wide, flows=tuple(each._replace(state="may be redacted") for each in wide.flows if each.state == "redacted"))


@dataclass(frozen=True)
class Unmarked:
    """The same evaluation without marks, which is made only if one with marks ends with an error."""

    subject: Subject
    classes: Sequence[str] | None

    @cached_property
    def compiled(self) -> Compiled:
        """The catalog, as far as its compilation came."""
        return self.subject.compiled if self.classes is None else self.subject.compile(classes=self.classes)


def _marked_with(
    subject: Subject, classes: Sequence[str] | None, unmarked: Unmarked, *, gives_secrets: bool = False, to_untyped: bool = False
) -> Marked:
    observe = partial(MarkingObservation, Marks(), gives_secrets=gives_secrets, to_untyped=to_untyped)
    compiled = subject.compile(observe=observe, classes=classes)
    compiler, observation = compiled.compiler, compiled.compiler.observation
    assert isinstance(observation, MarkingObservation)
    found = tuple(flows(compiler, observation))
    # The steps end with marks as without. Most evaluations that end with an error show nothing, and need no other one.
    is_asked = any(each.state != "sensitive" for each in found)
    is_as_without = compiled.error is None or compiled.error.code == BUDGET or not is_asked or _is_same(compiled, unmarked.compiled)
    found = found if is_as_without else ()
    return Marked(found, frozenset(compiler.catalog.class_scopes), compiler, observation.has_untyped, is_as_without, compiled.error is None)


def _is_same(marked: Compiled, unmarked: Compiled) -> bool:
    """Whether two evaluations end with the same error."""
    first, second = marked.error, unmarked.error
    return first is not None and second is not None and (first.text, first.offset) == (second.text, second.offset)


def findings_of(flow: Flow) -> Iterator[tuple[Span, Message, Severity | None]]:
    span, resource = flow.span, flow.resource
    if span is None:
        return
    sink = sink_of(flow)
    if flow.state == "redacted":
        yield span, secret_redacted(sink), None
        return
    if flow.state == "may be redacted":
        yield span, may_be_redacted(sink), Severity.INFO
        return
    assert flow.origin is not None
    what = flow.origin.what
    if flow.state == "plain":
        if flow.origin.is_sensitive:
            # The rule about messages reports what is unwrapped there, also where no catalog gets to.
            if resource is not None or b"unwrap" not in span.text.source[span.start : span.end]:
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


def sink_of(flow: Flow) -> str:
    if flow.resource is None:
        return f"the message of `{flow.name}`"
    kind = flow.resource.type.lower()
    article = "an" if kind.startswith(tuple("aeiou")) else "a"
    return f"the title of {article} `{kind}`" if flow.name == TITLE else f"`{flow.name}` of {article} `{kind}`"


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
    path = resource.value("path") or resource.title
    if isinstance(mode, str) and is_readable(mode) and not is_private_key(str(path)):
        place = resource.parameters["mode"].place if "mode" in resource.parameters else None
        at = span if place is None or place.node is None else Span(place.text, place.node.start, place.node.end)
        yield at, secret_readable(f"this file, which contains {what}", mode), None
