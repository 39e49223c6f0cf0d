"""Strings in Puppet code, data and Ruby that name a definition, or a variable of a class, without being an occurrence of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.navigation.occurrences import content_start
from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.names import capitalised
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft
from puppet_check.features.symbols import Symbol
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import RUBY
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import FUNCTION, TYPE

STRING = lazy_pattern(rb"'[^'\n]*'|\"[^\"\n]*\"|:'[^'\n]*'")
CALL = lazy_pattern(rb"call_function\(\s*:?\Z")


def suggest_strings(symbol: Symbol, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Change Ruby code that names a definition, and suggest to change strings that may."""
    if "::" not in symbol.name:
        return
    name = re.compile(rb"(?<![\w:])(?:::)?(%b)(?!\w|::\w)" % re.escape(symbol.name.encode()), re.IGNORECASE)
    _suggest_in_code(symbol, name, new, draft, project_files)
    _suggest_in_data(symbol, name, new, draft, project_files)
    _change_ruby(symbol, name, new, draft, project_files)


def _suggest_in_code(symbol: Symbol, name: re.Pattern[bytes], new: str, draft: Draft, project_files: ProjectFiles) -> None:
    for view in project_files.with_words([symbol.word]):
        for node in ast.walk(view.program):
            if isinstance(node, ast.LiteralString) and _may_name(node.value, symbol.name):
                start = content_start(view, node)
                found = name.search(view.text.source, start, node.end)
                if found is not None:
                    edit = Edit(*found.span(1), _cased(new, found[1].decode()))
                    draft.suggest(os.path.abspath(view.path), [edit], f"a string in {os.path.basename(view.path)} may name '{symbol.name}'")


def _may_name(value: str, name: str) -> bool:
    """Whether a string is a name, or a reference such as `Class[name]`; messages are neither."""
    key = value.lower().lstrip("@").removeprefix("::")
    return key == name or (not re.search(r"\s", key) and (key.startswith(f"{name}[") or f"[{name}]" in key or f"[::{name}]" in key))


def _suggest_in_data(symbol: Symbol, name: re.Pattern[bytes], new: str, draft: Draft, project_files: ProjectFiles) -> None:
    for path in project_files.data():
        text = project_files.text(path)
        if symbol.name.encode() not in text.source.lower():
            continue
        for spot in spots(OtherView(path, text, project_files.known)):
            found = name.search(text.source, spot.start, spot.end)
            if found is not None and (not spot.is_key or len(spot.keys) > 1) and _may_be_data(text.slice(spot.start, spot.end), symbol):
                edit = Edit(*found.span(1), _cased(new, found[1].decode()))
                draft.suggest(path, [edit], f"a value in {os.path.basename(path)} may name '{symbol.name}'")


def _may_be_data(value: str, symbol: Symbol) -> bool:
    return _may_name(value, symbol.name) or (symbol.kind == TYPE and not re.search(r"[^\w:\[\], ]", value))


def _change_ruby(symbol: Symbol, name: re.Pattern[bytes], new: str, draft: Draft, project_files: ProjectFiles) -> None:
    for path, source, start, end in _ruby_strings(symbol.name, project_files):
        for found in name.finditer(source, start, end):
            edit = Edit(*found.span(1), _cased(new, found[1].decode()))
            is_type = symbol.kind == TYPE and found[1][:1].isupper()
            if is_type or (symbol.kind == FUNCTION and CALL.search(source, max(0, start - 40), start)):
                draft.change(path, [edit])
            elif _may_name(source[start + 1 : end - 1].decode("utf-8", "replace").lstrip("'\""), symbol.name):
                draft.suggest(path, [edit], f"a string in {os.path.basename(path)} may name '{symbol.name}'")


def suggest_in_ruby(name: str, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Suggest to change the strings in Ruby code and ERB templates that are a name."""
    wanted = name.encode()
    for path, source, start, end in _ruby_strings(name, project_files):
        inner = start + (2 if source[start : start + 1] == b":" else 1)
        if source[inner : end - 1] == wanted:
            draft.suggest(path, [Edit(inner, end - 1, new)], f"a string in {os.path.basename(path)} may name '{name}'")


def _ruby_strings(name: str, project_files: ProjectFiles) -> Iterator[tuple[str, bytes, int, int]]:
    """The quoted strings with a name in the Ruby code and ERB templates of all modules."""
    for module in project_files.known.project.modules.values():
        for path in (*files_below(module.folder, ("lib",), (RUBY,)), *project_files.ruby_templates(module.name)):
            source = project_files.text(path).source
            if name.encode() not in source.lower():
                continue
            for found in STRING.finditer(source):
                line = source[source.rfind(b"\n", 0, found.start()) + 1 : found.start()]
                if not line.lstrip().startswith(b"#") and name.encode() in found[0].lower():
                    yield path, source, *found.span()


def _cased(new: str, written: str) -> str:
    return capitalised(new) if written[:1].isupper() else new.lower()


def suggest_member_strings(symbol: Symbol, name: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Change ERB and Ruby code that reads a variable of a class by its qualified name, and suggest to change strings that are that name."""
    whole = f"{symbol.owner_name.name}::{symbol.name}"
    wanted = re.compile(rb"['\"](?:::)?%b['\"]" % re.escape(whole.encode()))
    for path, source, start, end in _ruby_strings(whole, project_files):
        if wanted.fullmatch(source, start, end):
            draft.change(path, [Edit(end - 1 - len(symbol.name), end - 1, name)])
    for view in project_files.with_words([symbol.name]):
        for node in ast.walk(view.program):
            if isinstance(node, ast.LiteralString) and node.value.removeprefix("::") == whole:
                end = content_start(view, node) + len(node.value)
                reason = f"a string in {os.path.basename(view.path)} may name '{whole}'"
                draft.suggest(os.path.abspath(view.path), [Edit(end - len(symbol.name), end, name)], reason)


def change_class_strings(name: str, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Change ERB and Ruby code that reads variables of a class by their qualified names."""
    wanted = re.compile(rb"['\"](?:::)?(%b)::\w+['\"]" % re.escape(name.encode()))
    for path, source, start, end in _ruby_strings(f"{name}::", project_files):
        found = wanted.fullmatch(source, start, end)
        if found is not None:
            draft.change(path, [Edit(*found.span(1), new)])
