"""The findings about the order of the resources of a catalog, for which runs look at catalogs (`reports/catalogs/order_findings.py`)."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.WARNING)
def missing_order(first: str, second: str, why: str, *, fails: bool = False) -> str:
    """Resource is not ordered after one that it needs"""
    now = ", and the first run applies it before that" if fails else ""
    return f"`{second}` is in no order with `{first}`, which it needs: {why}{now}"


@missing_order.variant()
def missing_containment(first: str, second: str, why: str, outer: str, inner: str, *, fails: bool = False) -> str:
    """Resource is not ordered after one that an included class declares"""
    now = ", and the first run applies it before that" if fails else ""
    around = f"it is after `{outer}`, which includes `{inner}` and does not contain it"
    return f"`{second}` is in no order with `{first}`, which it needs: {why}; {around}{now}"


@issue(Severity.WARNING)
def conflict(first: str, second: str, why: str) -> str:
    """Two resources undo each other's changes in each run"""
    return f"`{second}` conflicts with `{first}` in each run: {why}"


@issue(Severity.INFO)
def missing_notify(file: str, service: str) -> str:
    """Change of a configuration file does not refresh its service"""
    return f"a change of `{file}` does not refresh `{service}`, which it configures, nor any exec"


@issue(Severity.INFO)
def missing_parent(file: str, folder: str) -> str:
    """Folder of a file is managed by nothing"""
    return f"nothing manages or brings `{folder}`, the folder of `{file}`"


@issue(Severity.INFO)
def never_runs(resource: str) -> str:
    """Exec that only runs when it is refreshed is never refreshed"""
    return f"`{resource}` never runs: it has `refreshonly`, and no resource of the node notifies it"
