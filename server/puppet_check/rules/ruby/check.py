"""Reads Ruby files of modules for the versions that run on another Ruby, or on another OpenFact, than Puppet 8.10."""

from __future__ import annotations

import os

from puppet_check.rules.documents import Subjects
from puppet_check.rules.ruby.uses import RubyCode
from puppet_check.workspace.known import Known
from puppet_typesys.ruby.syntax import RubyLimit, parse


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The code of a file below the folder `lib` of a module; nothing if the version does not depend on Ruby, or it is not valid Ruby."""
    wanted = known.target
    module = known.project.module_of(path) if wanted.rubies else None
    if module is None or not os.path.abspath(path).startswith(os.path.join(module.folder, "lib") + os.sep):
        return Subjects()
    try:
        root = parse(source).root_node
    except (RubyLimit, RecursionError):
        return Subjects()
    return (
        Subjects()
        if root.has_error
        else Subjects((RubyCode(root, lambda node: (node.start_byte, node.end_byte), wanted, os.path.abspath(path)),))
    )
