"""The entries of functions in Ruby: `create_function` with its dispatches, and `newfunction` of Puppet 3."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.documentation.docstring import Docstring, Tag, parse_docstring
from puppet_check.documentation.entries import Function, Signature
from puppet_check.documentation.layout import scrubbed, source_text
from puppet_check.documentation.ruby_source import RubySource, line_of, statements_of
from puppet_check.documentation.signatures import OF_SIGNATURES, signature
from puppet_check.workspace.ruby.tree import RubyCall, text

ANY = "Any"
LITERALS = {"nil": "undef", ":default": "default"}
"""Default values in Ruby that are written otherwise in Puppet."""
OF_DISPATCHES = frozenset(("param", "return"))
"""Tags that the dispatches of a function give."""


def functions(source: RubySource) -> Iterator[Function]:
    """The functions of a file."""
    for call in source.calls():
        if call.name == "create_function" and call.receiver == "Puppet::Functions" and call.arguments:
            made = _function(source, call)
        elif call.name == "newfunction" and call.receiver in ("", "Puppet::Parser::Functions") and call.arguments:
            made = _old_function(source, call)
        else:
            continue
        if made is not None:
            yield made


def _function(source: RubySource, call: RubyCall) -> Function | None:
    name = source.string(call.arguments[0])
    if name is None:
        return None
    docstring = parse_docstring(source.comment_above(call.node))
    docstring = docstring.with_tags(each for each in docstring.tags if each.tag not in OF_DISPATCHES)
    overloads = [_dispatch(source, name, each) for each in statements_of(call) if _is_dispatch(each)]
    if not overloads:
        method = _method(call, name.rpartition("::")[2])
        overloads = [] if method is None else [_of_method(source, name, method)]
    defaults: dict[str, str] = {}
    if len(overloads) == 1:
        only = overloads[0]
        docstring = docstring.with_tags((*docstring.tags, *only.docstring.tags))
        defaults = only.defaults
        overloads = [only._replace(docstring=docstring.with_tags(docstring.of(*OF_SIGNATURES)), name="")]
    elif not overloads:
        overloads = [Signature(f"{name}()", docstring.with_tags(docstring.of(*OF_SIGNATURES)))]
    return Function(name, source.path, line_of(call.node), docstring, "ruby4x", tuple(overloads), defaults, source_text(text(call.node)))


def _is_dispatch(call: RubyCall) -> bool:
    return call.name == "dispatch" and len(call.arguments) == 1 and call.block is not None


class _Parameters:
    """The parameters of a signature while it is read."""

    def __init__(self, docstring: Docstring) -> None:
        self._docstring = docstring
        self._tags = [*docstring.tags]
        self._places: dict[tuple[str, str | None], int] = {}
        """The first tag of each parameter, and that of the result."""
        for place, each in enumerate(self._tags):
            self._places.setdefault((each.tag, each.name if each.tag == "param" else None), place)
        self._added: set[str] = set()
        """Two parameters may have the same name by mistake; each has a tag, and the comment is that of the first."""
        self.names: list[tuple[str, str | None]] = []

    @property
    def docstring(self) -> Docstring:
        """The docstring with the tags as they are now."""
        return self._docstring.with_tags(self._tags)

    def add(self, name: str, type: str | None = None, default: str | None = None, *, mark: str = "", optional: bool = False) -> None:
        """Add a parameter, and its type to its tag; `mark` is `*` for repeated ones and `&` for blocks."""
        again = name in self._added
        self._added.add(name)
        tag = None if again else self._tag("param", name)
        known = type or (tag.types[0] if tag is not None and tag.types else ANY)
        if optional:
            known = f"Optional[{known}]"
        self.names.append((f"{mark}{name}", None if default is None else LITERALS.get(default, default)))
        made = (tag or Tag("param", ""))._replace(name=f"{mark}{name}", types=(known,))
        if again:
            self._tags.append(made)
        else:
            self._put(made, name)

    def returns(self, type: str | None) -> None:
        """Set the type of the result; with None, to that of the tag."""
        tag = self._tag("return")
        self._put((tag or Tag("return", ""))._replace(types=(type,) if type is not None else (tag.types if tag else None) or (ANY,)))

    def _tag(self, kind: str, name: str | None = None) -> Tag | None:
        place = self._places.get((kind, name))
        return None if place is None else self._tags[place]

    def _put(self, tag: Tag, name: str | None = None) -> None:
        """Replace the tag of a parameter or of the result, or add it."""
        place = self._places.setdefault((tag.tag, name), len(self._tags))
        self._tags[place : place + 1] = [tag]

    def signature(self, name: str) -> Signature:
        """The complete signature."""
        defaults = {each: default for each, default in self.names if default is not None}
        return Signature(signature(name, self.names, self.docstring), self.docstring, defaults, name)


def _dispatch(source: RubySource, name: str, call: RubyCall) -> Signature:
    made = _Parameters(parse_docstring(source.comment_above(call.node)))
    block: RubyCall | None = None
    for each in statements_of(call):
        if each.name == "return_type" and each.arguments:
            made.returns(source.string(each.arguments[0]))
        elif each.name.removeprefix("required_").removeprefix("optional_") == "block_param":
            block = block or each
        elif each.name in PARAMETERS and len(each.arguments) == 2:
            kind, given = source.string(each.arguments[0]), source.string(each.arguments[1])
            if given is not None:
                made.add(given, kind, mark="*" if "repeated" in each.name else "", optional="optional" in each.name)
    if block is not None:
        _add_block(source, made, block)
    return _complete(made).signature(name)


def _complete(made: _Parameters) -> _Parameters:
    """The same, with a type of the result."""
    first = made.docstring.first("return")
    if first is None or not first.types:
        made.returns(None)
    return made


def _add_block(source: RubySource, made: _Parameters, block: RubyCall) -> None:
    given = [source.string(each) for each in block.arguments]
    match given:
        case []:
            kind, name = "Callable", "block"
        case [str() as name]:
            kind = "Callable"
        case [str() as kind, str() as name]:
            pass
        case _:
            return
    made.add(name, kind, mark="&", optional="optional" in block.name)


PARAMETERS = frozenset("param required_param optional_param repeated_param optional_repeated_param required_repeated_param".split())


def _method(call: RubyCall, name: str) -> tree_sitter.Node | None:
    """The method of a function without dispatches."""
    found = [each for each in call.block or () if each.type == "method" and text(each.child_by_field_name("name")) == name]
    return found[-1] if found else None


def _of_method(source: RubySource, name: str, method: tree_sitter.Node) -> Signature:
    made = _Parameters(parse_docstring(source.comment_above(method)))
    parameters = method.child_by_field_name("parameters")
    nodes = parameters.named_children if parameters is not None else []
    for each in (each for each in nodes if each.type == "identifier"):
        made.add(text(each))
    for each in (each for each in nodes if each.type == "optional_parameter"):
        made.add(text(each.child_by_field_name("name")), default=text(each.child_by_field_name("value")), optional=True)
    for kind, mark in (("splat_parameter", "*"), ("block_parameter", "&")):
        for each in (each for each in nodes if each.type == kind):
            made.add(text(each.child_by_field_name("name")), mark=mark)
    return _complete(made).signature(name)


def _old_function(source: RubySource, call: RubyCall) -> Function | None:
    name = source.string(call.arguments[0])
    if name is None:
        return None
    given = source.string(call.option("doc"))
    docstring = parse_docstring(source.comment_above(call.node) if given is None else scrubbed(given))
    docstring = docstring.with_tags(
        each._replace(types=each.types or (ANY,)) if each.tag in ("param", "return") else each for each in docstring.tags
    )
    if docstring.first("return") is None:
        docstring = docstring.with_tags((*docstring.tags, Tag("return", "", (ANY,))))
    names = [(each.name or "", None) for each in docstring.of("param")]
    shown = Signature(signature(name, names, docstring), docstring.with_tags(docstring.of(*OF_SIGNATURES)))
    return Function(name, source.path, line_of(call.node), docstring, "ruby3x", (shown,), {}, source_text(text(call.node)))
