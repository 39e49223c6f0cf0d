"""The tools of `puppet-check mcp`: each is an answer that people get from a command or an editor, as text of bounded length.

They are about one folder, outside of which no file is read that a client names. One of them writes: safe fixes, which are
checked again.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable
from typing import Literal, NoReturn, TypeVar

from puppet_check.api import Finding, Project, TooLongError
from puppet_check.cli.manual import page
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.codes import pages
from puppet_check.config.facts import read_facts
from puppet_check.features.catalog.document import rich
from puppet_check.fixing import Fixing
from puppet_check.reading.places import is_below, is_file, real
from puppet_check.reports.parallel import check_files
from puppet_check.reports.worker import Options
from puppet_check.writing import allowed_by
from puppet_typesys.spelling import hint

T = TypeVar("T")
Described = Literal["class", "define", "resource_type", "function", "type", "fact", "plan", "task", "attribute", "variable"]
Named = Literal["class", "define", "function", "type", "plan"]
MOST_FINDINGS = 100
"""How many findings an answer has."""
MOST_PLACES = 200
"""How many references or resources an answer has."""
LONGEST = 40_000
"""How many characters an answer has; what follows is cut, and the answer says so."""


class Tools:
    """The tools. The documentation of each is what a client sees. Used on any thread; one question at a time is answered."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.abspath(folder)
        self._project = Project(folder)
        self._lock = threading.Lock()
        """Held while a question is answered: the library asks on several threads, and a project is for one at a time."""

    def check(self, paths: list[str] | None = None) -> str:
        """Find errors in Puppet code, templates, Hiera data, metadata and Puppetfiles: in the whole folder, or in some files or folders.

        Each line is a finding: path:line:column: severity: message [code]. Puppet rejects what is an error.
        """
        return self._answer(lambda: _findings(self._project.check(*map(self._inside, paths or ())), self._folder))

    def check_code(self, code: str, path: str = "manifests/init.pp") -> str:
        """Find errors in Puppet code that is not saved, as if a file of the folder had it, such as manifests/service.pp."""
        return self._answer(lambda: _findings(self._project.check_text(code, self._inside(path)), self._folder))

    def explain_code(self, code: str) -> str:
        """Say what the code of a finding means, such as unknown-parameter: why it matters, a wrong and a right example."""
        return self._answer(lambda: page(code) or _refuse(f"there is no code {code}{hint(code, pages())}"))

    def describe(self, kind: Described, name: str) -> str:
        """Describe a name: its parameters with types and defaults, documentation and place.

        A type is a data type such as Stdlib::Port; the name of an attribute follows that of its resource type, as in `file ensure`.
        """
        return self._answer(lambda: self._project.describe(kind, name) or _refuse(f"there is no {kind} {name}"))

    def references(self, kind: Named, name: str) -> str:
        """List the places that define or use a class, define, function, type or plan, in all files: path:line:column: code."""
        found = self._answer_of(lambda: self._project.references(kind, name))
        if isinstance(found, str):
            return found
        rows = [f"{os.path.relpath(each.file, self._folder)}:{each.line}:{each.column}: {each.text}" for each in found]
        return _bounded("\n".join(_first(rows, MOST_PLACES)) or f"nothing names the {kind} {name}")

    def explain_key(self, key: str, facts_file: str = "", node: str = "") -> str:
        """Look up a Hiera key, such as ntp::servers: its value, how it is merged, and the data files that it comes from.

        With the path of a file with facts (JSON or YAML), for that node; without, what depends on facts is unknown.
        """
        return self._answer(lambda: json.dumps(self._project.lookup(key, self._facts(facts_file), node=node)._asdict(), ensure_ascii=False))

    def catalog(self, classes: list[str] | None = None, facts_file: str = "", resource: str = "") -> str:
        """Compile a catalog from the main manifest and some classes: its resources, and the error that ends it, if there is one.

        With `resource`, such as File[/etc/motd], the parameters of that one. Values that depend on missing facts are unknown.
        """

        def answer() -> str:
            found = self._project.catalog(tuple(classes or ()), self._facts(facts_file))
            resources = found.document["resources"]
            rows = [each for each in resources if isinstance(each, dict)] if isinstance(resources, list) else []
            error = [f"error: {found.error.removeprefix(os.path.join(self._folder, ''))}"] if found.error else []
            if resource:
                asked = [json.dumps(each, ensure_ascii=False) for each in rows if _reference(each) == resource]
                return "\n".join(asked or [*error, f"no {resource}"])
            names = _first([f"{_reference(each)}{' (possible)' if each.get('possible') else ''}" for each in rows], MOST_PLACES)
            return "\n".join((*(error or ["compiled"]), f"{len(rows)} resources:", *names))

        return self._answer(answer)

    def fix_file(self, path: str) -> str:
        """Apply the safe fixes of the findings in a file, which keep its meaning or correct what Puppet rejects, and say what is left.

        The result is checked before it is written: no fix makes a new finding.
        """

        def answer() -> str:
            whole = os.path.join(self._folder, self._inside(path))
            if not is_file(whole):
                raise ConfigError(f"{path}: no such file")
            (report,) = check_files([whole], 1, Options(Configuration(), fixing=Fixing(allowed=allowed_by([whole]))))
            done = "nothing was changed" if report.changes is None else f"fixed: {', '.join(report.changes.codes)}"
            return f"{done}\n{_findings(report.findings, self._folder)}"

        return self._answer(answer)

    def _facts(self, path: str) -> dict[str, object] | None:
        if not path:
            return None
        found = rich(read_facts(os.path.join(self._folder, self._inside(path))))
        return found if isinstance(found, dict) else {}

    def _inside(self, path: str) -> str:
        """A path that a client names. Raises ConfigError if it is outside of the folder."""
        whole = os.path.join(self._folder, path)
        if not is_below(real(whole), real(self._folder)):
            raise ConfigError(f"{path}: outside of the folder that is served")
        return os.path.relpath(whole, self._folder)

    def _answer(self, answer: Callable[[], str]) -> str:
        return _bounded(self._answer_of(answer))

    def _answer_of(self, answer: Callable[[], T]) -> T | str:
        try:
            with self._lock:
                return answer()
        except (ConfigError, TooLongError) as error:
            return f"error: {error}"


def _findings(found: Iterable[Finding], folder: str) -> str:
    rows = [
        f"{os.path.relpath(each.file, folder)}:{each.line}:{each.column}: {each.severity}: {each.message} [{each.code}]" for each in found
    ]
    return "\n".join(_first(rows, MOST_FINDINGS)) or "no findings"


def _first(rows: list[str], most: int) -> list[str]:
    return rows if len(rows) <= most else [*rows[:most], f"and {len(rows) - most} more"]


def _reference(resource: dict[str, object]) -> str:
    return f"{resource.get('type')}[{resource.get('title')}]"


def _bounded(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n(cut: {len(text) - LONGEST} more characters)"


def _refuse(reason: str) -> NoReturn:
    raise ConfigError(reason)
