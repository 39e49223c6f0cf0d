"""Reads Ruby files of modules for the versions that run on another Ruby, or on another OpenFact, than Puppet 8.10."""

from __future__ import annotations

import os
import re

from puppet_check.rules.documents import Subjects
from puppet_check.rules.ruby.names import DEPRECATED, REMOVED
from puppet_check.rules.ruby.uses import RubyCode
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.syntax import RubyLimit, parse


def _word(name: str) -> bytes:
    """The rarest part of a name, as a regular expression: what it is called on, if that is rarer than the name of the method."""
    on, _, method = name.rpartition(".")
    return re.escape(on.rpartition("::")[2] if on.startswith(("CGI", "URI", "Facter")) else method or on).encode()


RELEVANT = lazy_pattern(
    rb"cgi|ERB\.new|ldapname|Puppet\[|['\"]\s*\||" + b"|".join(sorted({_word(each) for each in (*REMOVED, *DEPRECATED)}))
)
"""What code has that any rule is about. Most files have nothing of it, and are not parsed: that would take a tenth of a check."""


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The code of a file below the folder `lib` of a module; nothing if the version does not depend on Ruby, or it is not valid Ruby."""
    wanted = known.target
    module = known.project.module_of(path) if wanted.rubies else None
    if module is None or not os.path.abspath(path).startswith(os.path.join(module.folder, "lib") + os.sep):
        return Subjects()
    if RELEVANT.search(source) is None and "backend" not in path:
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
