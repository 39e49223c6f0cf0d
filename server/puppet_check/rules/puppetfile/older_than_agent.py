"""Modules that the agent includes in a later major version than the Puppetfile installs."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.excluded_version import excluded_version
from puppet_check.rules.metadata.names import is_version
from puppet_check.rules.puppetfile.check import Mod
from puppet_check.rules.puppetfile.names import is_from_forge, name_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import span_of_word, word
from puppet_typesys.builtins.targets import version_of
from puppet_typesys.diagnostics import Diagnostic


@excluded_version.variant()
def older_module(product: str, major: int, name: str, bundled: str, version: str) -> str:
    return f"{product} {major} includes version {bundled} of {name}, in place of which the nodes get {version}"


@rule(on=Mod)
def check_major(mod: Mod, known: Known) -> Iterator[Diagnostic]:
    """Report releases of a major version before that of the agent."""
    bundled, name = known.target.bundled_modules, name_of(mod.call)
    if not bundled or name is None or mod.call.is_partial or not is_from_forge(mod.call):
        return
    version = next((each for each in mod.call.arguments[1:] if each.type == "string"), None) or mod.call.option("version")
    written = None if version is None else word(version)
    full_name = name.replace("/", "-").lower()
    major = bundled.get(full_name)
    if (
        version is not None
        and written is not None
        and is_version(written)
        and major is not None
        and int(written.split(".")[0]) < int(major)
    ):
        target = known.target
        message = older_module(target.product, version_of(target.name)[1], full_name, major, written)
        yield message.at(*span_of_word(version))
