"""The entries of a file in Puppet: classes, defines, functions, type aliases and plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.documentation.docstring import WHITE, Docstring, Tag, parse_docstring
from puppet_check.documentation.entries import DataType, Entry, Function, Parameterized, Signature
from puppet_check.documentation.layout import source_text
from puppet_check.documentation.signatures import OF_SIGNATURES, signature
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

COMMENT = lazy_pattern(r"(?a)#+\s?")


KINDS = {ast.HostClassDefinition: "class", ast.ResourceTypeDefinition: "define", ast.PlanDefinition: "plan"}


def entries_of_manifest(path: str, program: ast.Program, text: Text) -> Iterator[Entry]:
    """The entries of a file; `path` is the path in the module."""
    lines = text.source.decode("utf-8", "replace").split("\n")
    for node in program.definitions:
        made = _entry(path, node, lines, text)
        if made is not None:
            yield made


def _entry(path: str, node: ast.Definition, lines: list[str], text: Text) -> Entry | None:
    line = text.position(node.start).line + 1
    docstring = parse_docstring(_comment_above(lines, line))
    match node:
        case ast.HostClassDefinition() | ast.ResourceTypeDefinition() | ast.PlanDefinition():
            parent = (node.parent_class or "") if isinstance(node, ast.HostClassDefinition) else ""
            docstring = _with_types(docstring, node.parameters, text)
            defaults = _defaults(node.parameters, text)
            return Parameterized(KINDS[type(node)], node.name, path, line, docstring, defaults, _source(node, text), parent)
        case ast.FunctionDefinition():
            docstring = _with_return(_with_types(docstring, node.parameters, text), node.return_type, text)
            defaults = _defaults(node.parameters, text)
            shown = signature(node.name, [(each.name, defaults.get(each.name)) for each in node.parameters], docstring)
            signatures = (Signature(shown, docstring.with_tags(docstring.of(*OF_SIGNATURES))),)
            return Function(node.name, path, line, docstring, "puppet", signatures, defaults, source_text(_source(node, text)))
        case ast.TypeAlias():
            return DataType(node.name, path, line, docstring, _aliased(node.type_expr, text))
    return None


def _comment_above(lines: list[str], line: int) -> str:
    """The comment on the lines directly above a line, which counts from 1."""
    found: list[str] = []
    for row in range(line - 2, -1, -1):
        stripped = lines[row].strip(WHITE)
        if not stripped.startswith("#"):
            break
        found.append(COMMENT.sub("", stripped, 1))
    return "\n".join(reversed(found))


def _with_types(docstring: Docstring, parameters: Iterable[ast.Parameter], text: Text) -> Docstring:
    """The docstring with the declared types of the parameters, and a tag for each parameter."""
    declared = {each.name: _source(each.type_expr, text) if each.type_expr is not None else None for each in parameters}
    tags: list[Tag] = []
    described = set()
    for tag in docstring.tags:
        if tag.tag == "param" and tag.name in declared and tag.name not in described:
            described.add(tag.name)
            known = declared[tag.name]
            tag = tag._replace(types=(known,) if known else tag.types or ("Any",))
        tags.append(tag)
    missing = (Tag("param", "", (known or "Any",), name) for name, known in declared.items() if name not in described)
    return docstring.with_tags((*tags, *missing))


def _with_return(docstring: Docstring, declared: ast.Expression | None, text: Text) -> Docstring:
    """The docstring with the declared type of the result."""
    known = _source(declared, text) if declared is not None else None
    first = docstring.first("return")
    tag = first or Tag("return", "")
    return docstring.with_tag(tag._replace(types=(known,) if known else tag.types or ("Any",)), first)


def _defaults(parameters: Iterable[ast.Parameter], text: Text) -> dict[str, str]:
    return {each.name: _source(each.value, text) for each in parameters if each.value is not None}


def _aliased(type: ast.Expression, text: Text) -> str:
    """The aliased type; its arguments are joined as puppet-strings does."""
    if isinstance(type, ast.AccessExpression):
        return f"{_source(type.left_expr, text)}[{', '.join(_source(each, text) for each in type.keys)}]"
    return _source(type, text)


def _source(node: ast.Node, text: Text) -> str:
    # For the parser of Puppet, a selector ends with its last value.
    end = node.selectors[-1].end if isinstance(node, ast.SelectorExpression) and node.selectors else node.end
    return text.slice(node.start, end)
