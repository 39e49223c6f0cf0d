"""The rules that a repository declares for its own code, in the tables `[[rules]]` of a configuration file.

A rule has one *subject*: names, calls, classes, resources, or what a query finds. What has such a subject is reported, or, with
`required-in`, what lacks it.
"""

from __future__ import annotations

from typing import Annotated

from puppet_check.config.kinds import LEVELS, Choice, Choices, Kind, Setting
from puppet_grammar.named import NamedTuple

NAMED = ("class", "define", "function", "plan", "type", "parameter", "variable")
"""What has a name in code."""
REQUIRING = ("class", "define", "function", "plan", "node")
"""The definitions that may be required to have something."""


class OwnRule(NamedTuple):
    """A rule of a repository."""

    code: Annotated[str, Setting(Kind.NEW_CODE, "The code of the findings: lower-case words with `-` or `_` between.")]
    message: Annotated[str, Setting(Kind.TEXT, "The message of the findings.")]
    severity: Annotated[str, Setting(Choice(LEVELS), "The severity of the findings.")] = "warning"
    paths: Annotated[
        tuple[str, ...],
        Setting(
            Kind.PATTERNS,
            "Patterns of the files to check, as in .gitignore, relative to the folder of the settings file (default: all).",
        ),
    ] = ()
    names: Annotated[
        tuple[str, ...],
        Setting(Choices(NAMED), "Subject: the names of definitions, parameters or assigned variables of these kinds."),
    ] = ()
    functions: Annotated[
        tuple[str, ...],
        Setting(Kind.NAMES, "Subject: calls of functions, such as `hiera` or `validate_*`."),
    ] = ()
    classes: Annotated[
        tuple[str, ...],
        Setting(Kind.NAMES, "Subject: classes that are included, declared or inherited, such as `profile::*`."),
    ] = ()
    resources: Annotated[
        tuple[str, ...],
        Setting(Kind.NAMES, "Subject: resources of some types, such as `exec`."),
    ] = ()
    attributes: Annotated[
        tuple[str, ...],
        Setting(Kind.NAMES, "With `resources`: the subject is not the resource but each of its attributes of these names."),
    ] = ()
    without: Annotated[
        tuple[str, ...],
        Setting(Kind.NAMES, "With `resources`: only those that lack one of these attributes, which resource defaults may set as well."),
    ] = ()
    query: Annotated[
        str | None,
        Setting(Kind.QUERY, "Subject: what the capture `@report`, or the only one, of a tree-sitter query finds in the syntax tree."),
    ] = None
    must_match: Annotated[
        str | None,
        Setting(
            Kind.REGEXP,
            "Only report what does not match this regular expression: a name, the title of a resource, the value of an attribute, or the "
            "text that a query finds. Titles and values that are not literals are not reported.",
        ),
    ] = None
    must_not_match: Annotated[
        str | None,
        Setting(Kind.REGEXP, "Only report what matches this regular expression."),
    ] = None
    required_in: Annotated[
        tuple[str, ...],
        Setting(
            Choices(REQUIRING),
            "Report each definition of these kinds without the subject (with a text that matches), instead of the subject.",
        ),
    ] = ()


SUBJECTS = ("names", "functions", "classes", "resources", "query")
"""The keys of which a rule has one."""


class Mistake(NamedTuple):
    """What is wrong with a rule as a whole."""

    key: str | None
    """The key that it is about; None: the whole table."""
    message: str


def mistake(rule: OwnRule) -> Mistake | None:
    """What is wrong with a rule whose values are valid; None if it is right."""
    given = [key for key in SUBJECTS if getattr(rule, key)]
    if len(given) != 1:
        found = f"it has {' and '.join(f'`{each}`' for each in given)}" if given else "it has none"
        return Mistake(None, f"a rule requires one of {', '.join(f'`{each}`' for each in SUBJECTS)}; {found}")
    for key in ("attributes", "without"):
        if getattr(rule, key) and not rule.resources:
            return Mistake(key, f"`{key}` requires `resources`")
    if rule.attributes and rule.without:
        return Mistake("without", "`attributes` and `without` cannot be combined")
    return None
