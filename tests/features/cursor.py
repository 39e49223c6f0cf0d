"""Completion, hover and signature help at the cursor, which `^` marks in the code."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.completion import Completion, complete, names, resolved
from puppet_check.features.completion.signature_help import Help, signature_help
from puppet_check.features.inspection.hover import Hover, hover
from puppet_check.features.view import View

names.TIME = 60.0
"""The results must not depend on the load of the machine."""
MODULE = {
    "metadata.json": '{"name": "x-web", "dependencies": []}',
    "manifests/init.pp": "# A server.\n# @param port The port.\nclass web (Integer $port, Enum['on', 'off'] $state = 'on') { }\n",
    "manifests/tls.pp": "class web::tls { }\n",
    "manifests/site.pp": "define web::site (String $docroot, Boolean $ssl = false, Web::Options $options = {}) { }\n",
    "types/options.pp": "type Web::Options = Struct[{ depth => Integer, Optional[mode] => Enum['a', 'b'] }]\n",
    "functions/shout.pp": "# Shouts.\nfunction web::shout(String $text, Integer $times = 1) >> String { $text }\n",
    "templates/site.epp": "<%- | String $title, Integer $depth = 1 | -%>\n",
    "files/motd": "",
}


def view_of(folder: Path, code: str, path: str = "manifests/here.pp") -> tuple[View, int]:
    """A file of the module, and the offset of the cursor."""
    for name, content in MODULE.items():
        (folder / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "web" / name).write_text(content)
    document = Analysis().open(str(folder / "web" / path), code.replace("^", "", 1))
    assert isinstance(document, Document)
    known = document.workspace.known(document.path)
    view = View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.model)
    return view, len(code[: code.index("^")].encode())


def completed(folder: Path, code: str, path: str = "manifests/here.pp") -> Completion:
    """The completion at the cursor."""
    return complete(*view_of(folder, code, path))


def labels(folder: Path, code: str, path: str = "manifests/here.pp") -> list[str]:
    """The labels of the completion items at the cursor, the best first."""
    return [each.label for each in completed(folder, code, path).items]


def shown(folder: Path, code: str, path: str = "manifests/here.pp") -> str:
    """The hover text at the cursor."""
    found: Hover | None = hover(*view_of(folder, code, path))
    return "" if found is None else found.text


def help_at(folder: Path, code: str) -> tuple[str, str | None] | None:
    """The active signature, and its active parameter."""
    found: Help | None = signature_help(*view_of(folder, code))
    if found is None:
        return None
    call_signature = found.call_signatures[found.active]
    return call_signature.label, None if found.argument is None else call_signature.arguments[found.argument].name


__all__ = ["completed", "help_at", "labels", "resolved", "shown", "view_of"]
