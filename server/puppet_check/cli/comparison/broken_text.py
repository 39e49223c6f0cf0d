"""What a change of modules breaks in code that uses them, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from puppet_check.cli.comparison.uses import Broken, Bump
from puppet_check.cli.output.concise import heading
from puppet_check.cli.output.json import fields_of
from puppet_check.cli.program import Ended
from puppet_check.cli.terminal import Colours
from puppet_check.cli.untrusted import shown

NOTHING, SOMETHING, UNKNOWN = 0, 1, 2
"""Exit codes."""


def ended(broken: Broken, format: str) -> Ended:
    """What the command prints, and its exit code."""
    is_unknown = any(each.why_not for each in broken.bumps)
    code = UNKNOWN if broken.unjudged else SOMETHING if broken.errors else UNKNOWN if is_unknown else NOTHING
    return Ended([_json(broken)] if format == "json" else [*_text(broken)], code)


def _text(broken: Broken) -> Iterator[str]:
    colours = Colours(on=False)
    for each in broken.findings:
        yield f"{heading(each, colours)}\n"
    for bump in broken.bumps:
        if bump.why_not:
            yield f"{_name(bump)}: not compared: {shown(bump.why_not)}\n"
    for node in broken.unjudged:
        yield f"{shown(node.node)}: not compared: {shown(node.reason)}\n"
    compared = [_name(each) for each in broken.bumps if not each.why_not]
    if compared or not broken.bumps:
        yield f"{', '.join(compared) or 'no module has another version'}: {_sentence(broken)}\n"


def _sentence(broken: Broken) -> str:
    errors, files = broken.errors, len({each.file for each in broken.findings if each.severity == "error"})
    more = len(broken.findings) - errors
    said = f"breaks {errors} place{'s' * (errors != 1)} in {files} file{'s' * (files != 1)}" if errors else "breaks nothing that is known"
    return f"{said}, {more} new warning{'s' * (more != 1)}" if more else said


def _name(bump: Bump) -> str:
    if bump.before and bump.after:
        return shown(f"{bump.module} {bump.before} to {bump.after}")
    if bump.before or bump.after:
        return shown(f"{bump.module} {bump.after} (new)" if bump.after else f"{bump.module} {bump.before} (removed)")
    return shown(bump.module)


def _json(broken: Broken) -> str:
    modules = [{**each._asdict(), "compared": not each.why_not} for each in broken.bumps]
    found = {"modules": modules, "broken": [fields_of(each) for each in broken.findings]}
    return json.dumps({**found, "not_compared": [each._asdict() for each in broken.unjudged]}, indent=1) + "\n"
