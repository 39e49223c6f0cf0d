"""Secrets of catalogs that end where others can read them, which `reports/catalogs/secret_findings.py` reports."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.WARNING)
def secret_unwrapped(origin: str, sink: str) -> str:
    """Sensitive value is plain in a catalog or log"""
    return f"{origin} is Sensitive, but plain in {sink}, so that catalogs, reports and logs show it"


@issue(Severity.ERROR)
def secret_redacted(sink: str) -> str:
    """Sensitive value is made a text without `unwrap`"""
    return f"{sink} has the text `Sensitive [value redacted]` in place of a secret; expected `unwrap`, and the whole value under Sensitive"


@secret_redacted.variant()
def may_be_redacted(sink: str) -> str:
    return (
        f"{sink} gets the text `Sensitive [value redacted]` if a parameter without a type is given a Sensitive; expected `unwrap` for one"
    )


@issue(Severity.INFO)
def secret_not_sensitive(origin: str, sink: str) -> str:
    """Secret that is not under Sensitive is plain in a catalog"""
    return f"{origin} is not Sensitive and plain in {sink}, so that catalogs, reports and logs show it"


@issue(Severity.WARNING)
def secret_on_command_line(origin: str) -> str:
    """Secret is an argument of a command"""
    return f"{origin} is an argument of a command, which all users of the node see while it runs; expected `environment` or a file"


@issue(Severity.WARNING)
def secret_readable(what: str, mode: str) -> str:
    """File with a secret that everybody may read"""
    return f"mode `{mode}` lets every user of the node read {what}"
