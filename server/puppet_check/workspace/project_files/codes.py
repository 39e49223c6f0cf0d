"""The codes of what is wrong with the files of a project, each with its usual severity and one sentence; the pages lie beside."""

from __future__ import annotations

from puppet_typesys.diagnostics import Issue, Page, Severity
from puppet_typesys.infer.model import Finding

_ERROR = {
    "metadata-syntax": "A `metadata.json` is no valid JSON.",
    "metadata-field": "A field of a `metadata.json` is missing, or its value is none that it can have.",
    "metadata-dependency": "A dependency of a module cannot be read, or contradicts another.",
    "puppetfile-syntax": "A `Puppetfile` is no valid Ruby.",
    "puppetfile-call": "A `Puppetfile` calls something that does not exist, or without what it needs.",
    "puppetfile-option": "A module of a `Puppetfile` has an option that does not exist.",
    "puppetfile-duplicate": "A `Puppetfile` lists two modules of the same name.",
    "puppetfile-version": "A module of a `Puppetfile` has a version that is none.",
    "task-metadata": "The metadata of a task cannot be used.",
    "epp-erb-syntax": "A template in ERB is no valid Ruby.",
}
_WARNING = {
    "missing-module": "A module depends on another that is not on the module path.",
    "module-version": "A module depends on another version of a module than the one that is there.",
    "environment-setting": "An `environment.conf` has a setting that it may not have.",
    "task-name": "A file of tasks has a name that no task can have.",
    "task-implementation": "A task has no executable, or several.",
}
_INFO = {
    "undeclared-module": "A module uses another that its `metadata.json` does not name.",
    "puppetfile-unpinned": "A module of a `Puppetfile` has no version.",
    "environment-folder": "An `environment.conf` names a folder or file that does not exist.",
}

PROJECT_FILES: dict[str, Issue] = {
    code: Issue(code, severity, summary, Page("puppet_check.workspace.project_files", f"pages/{code}.md"))
    for severity, summaries in ((Severity.ERROR, _ERROR), (Severity.WARNING, _WARNING), (Severity.INFO, _INFO))
    for code, summary in summaries.items()
}


def finding(code: str, start: int, end: int, message: str, severity: Severity | None = None) -> Finding:
    """A finding, as severe as its code usually is."""
    return Finding(start, max(end, start + 1), severity or PROJECT_FILES[code].severity, code, message)
