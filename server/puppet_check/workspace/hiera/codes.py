"""The codes of what is wrong with data; the manual pages lie beside this module."""

from __future__ import annotations

from puppet_typesys.diagnostics import Issue, Page, Severity

_ERROR = {
    "hiera-syntax": "A file of Hiera cannot be read.",
    "hiera-config": "A `hiera.yaml` says something that Puppet refuses.",
    "hiera-value": "Data give a class a value that its parameter does not accept.",
    "hiera-options": "Options of a lookup are such that the lookup fails.",
    "hiera-interpolation": "An interpolation in data is such that a lookup fails.",
}
_WARNING = {
    "hiera-old-config": "A `hiera.yaml` is of a version that is outdated or ignored.",
    "hiera-duplicate-key": "A key is given twice in one hash of data.",
    "hiera-unknown-class": "Data are for a class that does not exist.",
    "hiera-unknown-parameter": "Data are for a parameter that a class does not have.",
    "hiera-unknown-option": "An option of a lookup does not exist.",
    "hiera-unused-options": "Options are for a key that has no data.",
    "hiera-unknown-key": "An interpolation looks up a key that nothing defines.",
    "hiera-foreign-key": "Data of a module have a key outside of the module's namespace.",
}
_INFO = {
    "hiera-missing-file": "A hierarchy names a file that does not exist.",
}

HIERA: dict[str, Issue] = {
    code: Issue(code, severity, summary, Page("puppet_check.workspace.hiera", f"pages/{code}.md"))
    for severity, summaries in ((Severity.ERROR, _ERROR), (Severity.WARNING, _WARNING), (Severity.INFO, _INFO))
    for code, summary in summaries.items()
}
