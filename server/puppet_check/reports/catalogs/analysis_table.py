"""The analyses of catalogs, by name: none of them is imported before there is a catalog that it may find something in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puppet_check.reports.catalogs.hints import classes_with_secrets, runs_on_server
from puppet_check.reports.catalogs.subject import Subject


def _has_resources(subject: Subject) -> bool:
    return not subject.is_empty


def _may_have_secrets(subject: Subject) -> bool:
    return not subject.module or any(classes_with_secrets(subject.module))


def _may_run_facts(subject: Subject) -> bool:
    """Whether facts may be run: by the server, or, where the catalog is compiled for its order anyway, by shells."""
    return not subject.is_empty and (not subject.module or subject.has_order or runs_on_server(subject.module))


ANALYSES: Mapping[str, Callable[[Subject], bool]] = {
    "order_findings": _has_resources,
    "secret_findings": _may_have_secrets,
    "injection_findings": _may_run_facts,
}
"""Whether an analysis may find anything, by the module beside this one that it is in.

Each has a function `analysed`, and `CODES`, what it reports with the default severities.
"""
