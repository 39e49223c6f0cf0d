"""Where the files of a project that are not Puppet code name something."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.other.kinds import uses
from puppet_check.features.other.view import OtherView
from puppet_check.features.others import Others
from puppet_check.features.subjects import MEMBER, Subject, Use
from puppet_check.workspace.kinds import EPP, is_manifest, kind_of

RUBY_TEMPLATE = re.compile(rb"""['"]((?:\$\{?module_name\}?|\w+)/[^'"$\n]+)['"]""")


def uses_elsewhere(subject: Subject, others: Others) -> Iterator[tuple[str, Use]]:
    """The uses of something, each with its file."""
    word = subject.word.lower().encode()
    for path in others.other_naming(subject.kind):
        view = OtherView(path, others.text(path), others.known)
        if word in view.text.source.lower():
            yield from ((path, use) for use in uses(view) if use.subject == subject)
    if subject.kind == MEMBER:
        yield from _in_templates(subject, others)


def _in_templates(subject: Subject, others: Others) -> Iterator[tuple[str, Use]]:
    """Those in the templates of Ruby that the owner of a variable names."""
    from puppet_check.features.other.erb import uses_by  # few projects have any

    owners = list(others.known.loader.load_all(subject.owner_name))
    for path in dict.fromkeys(path for owner in owners for path in _templates(owner.place.path, others)):
        view = OtherView(path, others.text(path), others.known)
        if subject.name.encode() in view.text.source:
            yield from ((path, use) for use in uses_by(view, owners) if use.subject == subject)


def _templates(path: str, others: Others) -> Iterator[str]:
    own = others.known.project.module_of(path)
    for found in RUBY_TEMPLATE.finditer(others.text(os.path.abspath(path)).source if is_manifest(path) else b""):
        first, _, rest = found[1].decode("utf-8", "replace").partition("/")
        module = own if first.startswith("$") else others.known.project.modules.get(first)
        where = None if module is None else os.path.join(module.folder, "templates", rest)
        if where is not None and os.path.isfile(where) and kind_of(where) is not EPP:
            yield where
