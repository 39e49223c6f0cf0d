"""Reads files of Puppet code for catalogs; those that the reference refuses to load have an error."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.problems import Problem
from puppet_grammar.reference_message import reference_message
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.node_catalogs.library import LoadError, Source
from puppet_typesys.validate.place import AutoloadPlace
from puppet_typesys.validate.run import validate


def read_source(path: str, source: bytes, module_name: str = "", place: AutoloadPlace | None = None) -> Source:
    """A file of Puppet code, of a module or (an empty name) of a site; `place` is that of a file that is loaded by its name."""
    tree = parse(source, mode_of(path))
    program, problems = lower(tree)
    return source_of_program(path, tree.text, program, problems, module_name, place)


def source_of_program(
    path: str,
    text: Text,
    program: ast.Program,
    problems: tuple[Problem, ...],
    module_name: str = "",
    place: AutoloadPlace | None = None,
    by_class: ast.ByClass | None = None,
) -> Source:
    """The same of a file that has been parsed, and whose nodes may be grouped already."""
    problem = reference_error(text, mode_of(path), problems)
    if problem is not None:
        words = reference_message(problem, text)
        return Source(path, text, program, module_name, (LoadError(words.message, words.code, words.place),))
    errors = tuple(_error(each) for each in validate(program, place=place, by_class=by_class) if each.severity is Severity.ERROR)
    return Source(path, text, program, module_name, errors)


def _error(found: Diagnostic) -> LoadError:
    return LoadError(found.message, found.code.upper().replace("-", "_"), found.start)
