"""Facts that get to commands and code in other classes and defines than those which read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from puppet_check.reports.catalogs.hints import ON_SERVER
from puppet_check.reports.catalogs.subject import InText, Subject
from puppet_check.rules.security_bodies import HOLE
from puppet_check.rules.server_injection import TEMPLATES, run_by_server, server_injection
from puppet_check.rules.shell_injection import COMMANDS, READ_BY_SHELL, SHELLS, passed_to_shell, quote_after, shell_injection
from puppet_check.rules.value_origins import is_free, may_be_text
from puppet_check.semantics.calls import arguments
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Severity
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.secrets.fact_marks import RUNNING, Called, FactMarks, FactObservation, Path, text_with
from puppet_typesys.secrets.flows import span_of, title_span
from puppet_typesys.secrets.marks import plain_texts
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import contains_unknown

CODES = {server_injection.issue.code: "error", shell_injection.issue.code: "info"}
SINK = lazy_pattern(
    rb"\b(?:" + "|".join(sorted(RUNNING)).encode() + rb")\b|\bexec\s*\{\s*[\"$]|\b(?:" + "|".join(COMMANDS).encode() + rb")\s*=>\s*[^'\s]"
)
"""What code has that runs something which is not written as it is."""
WORD = lazy_pattern(rb"\w+")
SHORTEST = 3
"""The length of the value of a fact from which it is looked for in parameters of classes."""
DECIDES = ", which the node decides"


def analysed(subject: Subject) -> Iterator[InText]:
    """The findings about a catalog that is compiled again, with marks in place of facts that may have any text."""
    compiler = subject.compiled.compiler
    texts = [each.text.source for each in compiler.sources.values()]
    if subject.compiled.error is not None or not any(map(SINK.search, texts)):
        return
    facts = subject.compiled.node.facts
    if subject.settings.facts is None and not subject.is_whole and not _may_be_run(compiler, texts, facts):
        return
    words = {found[0].decode() for text in texts for found in WORD.finditer(text)}
    marks = FactMarks()
    given = _given_to_classes(compiler)

    def is_marked(path: Path, value: str) -> bool:
        # Data may have facts in them: a mark shows whether the same text is one.
        return is_free(path) and (path[-1] in words or (len(value) >= SHORTEST and value in given))

    marked = marks.facts_with_marks(facts or EMPTY, is_marked)
    if facts is not None and not marks.values:
        return
    compiled = subject.compile(observe=partial(FactObservation, marks, may_be_text, is_free), facts=lambda facts: marked)
    observation = compiled.compiler.observation
    assert isinstance(observation, FactObservation)
    for call in observation.calls:
        yield from _of_call(call, marks, compiled.compiler)
    catalog = compiled.compiler.catalog
    for resource in (*catalog.table.values(), *catalog.uncertain):
        if resource.type == "Exec":
            yield from _of_exec(resource, marks, compiled.compiler)


def _may_be_run(compiler: NodeCompiler, texts: Sequence[bytes], facts: Hash | None) -> bool:
    """Whether facts, as far as they are known, may get to a command, or to what runs on the server."""
    if any(map(ON_SERVER.search, texts)):
        return True
    free = {*_free_texts(facts)} if facts is not None else None
    for resource in (*compiler.catalog.table.values(), *compiler.catalog.uncertain):
        for value in map(resource.get, COMMANDS) if resource.type == "Exec" else ():
            if contains_unknown(value) if free is None else any(each in text for text in plain_texts(value) for each in free):
                return True
    return False


def _free_texts(facts: Hash, path: Path = ()) -> Iterator[str]:
    """The values of the facts that may have any text."""
    for key, value in facts.items():
        inner = (*path, str(key))
        if isinstance(value, Hash):
            yield from _free_texts(value, inner)
        elif isinstance(value, str) and len(value) >= SHORTEST and is_free(inner):
            yield value


def _given_to_classes(compiler: NodeCompiler) -> str:
    """The texts that classes have as parameters."""
    classes = (each for each in compiler.catalog.resources if each.is_class)
    return "\n".join(text for each in classes for name in each.parameters for text in plain_texts(each.get(name)))


def _of_call(call: Called, marks: FactMarks, compiler: NodeCompiler) -> Iterator[InText]:
    texts = [text_with(each, HOLE) for each in call.arguments]
    if call.name in TEMPLATES:
        run: Iterator[int] = iter(range(len(texts) if call.name == "inline_template" else 1))
    else:
        run = run_by_server([None if each is None else _with_holes(each, marks) for each in texts])
    written = arguments(call.node)
    for index in run:
        found = next((mark for _, mark in marks.places(texts[index] or "")), None)
        if found is not None:
            node = written[index] if index < len(written) else call.node
            message = server_injection(marks.origins[found].what + DECIDES, call.name)
            yield InText(call.text, message.at(node.start, node.end), compiler)
            return


def _with_holes(text: str, marks: FactMarks) -> str:
    return re.sub("|".join(map(re.escape, marks.values)), HOLE, text)


def _of_exec(resource: Resource, marks: FactMarks, compiler: NodeCompiler) -> Iterator[InText]:
    for name in COMMANDS:
        given = resource.get(name)
        span = span_of(resource.parameters[name], resource) if name in resource.parameters else None
        if name == "command" and given is None:
            given, span = resource.title, title_span(resource)
        values = given if isinstance(given, tuple) and name != "command" else (given,)
        found = next((mark for each in values if (mark := _unquoted(each, resource, marks)) is not None), None)
        if found is not None and span is not None:
            message = passed_to_shell(marks.origins[found].what + DECIDES)
            yield InText(span.text, message.at(span.start, span.end, severity=Severity.WARNING), compiler)


def _unquoted(value: object, resource: Resource, marks: FactMarks) -> str | None:
    """The mark in a command that a shell reads, if it stands in no quotes."""
    text = text_with(value, HOLE)
    if text is None or (resource.get("provider") not in SHELLS and READ_BY_SHELL.search(_with_holes(text, marks)) is None):
        return None
    return next((mark for start, mark in sorted(marks.places(text)) if not quote_after(text[:start], "")), None)
