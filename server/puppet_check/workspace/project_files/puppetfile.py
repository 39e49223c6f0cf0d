"""`Puppetfile`: the modules of an environment. It is Ruby; it is read and never run.

What r10k or g10k knows is right; a file for librarian-puppet, which knows more, is not looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.project_files.codes import finding
from puppet_check.workspace.project_files.metadata_json import is_version
from puppet_check.workspace.project_files.ruby_errors import first_error
from puppet_check.workspace.ruby.tree import Call, call_of, parse, span_of_word, text, word
from puppet_check.workspace.workspace import Known
from puppet_typesys.infer.model import Finding
from puppet_typesys.spelling import hint

DECLARATIONS = ("mod", "forge", "moduledir", "exclusion")
LIBRARIAN = frozenset(("metadata", "modulefile"))
KERNEL = frozenset(
    "puts print p pp warn raise fail require require_relative load eval instance_eval binding lambda proc loop format sprintf printf "
    "Integer Float String Array Hash Rational catch throw exit abort system ` exec rand srand sleep block_given? freeze "
    "private public attr_reader attr_accessor define_method define_singleton_method instance_variable_get instance_variable_set "
    "instance_exec send public_send method respond_to? tap then is_a? kind_of? nil? self_class extend include caller gets open test "
    "local_variables global_variables".split()
)
GIT = ("git", "ref", "branch", "tag", "commit", "default_branch", "default_branch_override")
SVN = ("svn", "rev", "revision", "svn_path", "username", "password")
ANY = ("type", "version", "source", "install_path", "exclude_spec", "keep_spec", "overrides", "local", "resolve")
OTHER = ("sha256sum", "sha256digest", "link", "ignore_unreachable", "fallback", "use_ssh_agent", "hg", "path", "latest", "control_branch")
OPTIONS = frozenset((*GIT, *SVN, *ANY, *OTHER))
SOURCES = ("git", "svn", "hg", "local", "type", "source", "path")
PINS = ("ref", "branch", "tag", "commit", "version", "link", "fallback")
_NAME = re.compile(r"(?:(\w+)[-/])?(\w+)")
_SETTING_OF_G10K = re.compile(rb"^[ \t]*forge\.(?:baseUrl|cacheTtl)\b[^\n]*", re.MULTILINE | re.IGNORECASE)


def check_puppetfile(path: str, source: bytes, known: Known) -> list[Finding]:
    """What is wrong in a list of modules."""
    plain = _SETTING_OF_G10K.sub(lambda line: b" " * len(line.group()), source)
    root = parse(plain).root_node
    error = first_error(root)
    if error is not None:
        return [finding("puppetfile-syntax", *error)]
    calls = list(_calls(root))
    if any(each.name in LIBRARIAN and not each.arguments for each in calls):
        return []
    mods = [each for each in calls if each.name == "mod"]
    found = [*_unknown_calls(root, calls), *_duplicates(mods), *_lost_options(root)]
    for each in mods:
        found += _module(each)
    return sorted(found)


def _lost_options(root: tree_sitter.Node) -> Iterator[Finding]:
    """`:tag => '1'` behind a line without a comma is a statement of its own, which Ruby reads as a pattern that never matches."""
    for each in root.named_children:
        subject = each.child_by_field_name("value") if each.type == "match_pattern" else None
        if subject is not None and subject.type == "simple_symbol":
            message = f"'{text(subject)}' belongs to no module: a comma is missing before it"
            yield finding("puppetfile-option", subject.start_byte, subject.end_byte, message)


def _calls(root: tree_sitter.Node) -> Iterator[Call]:
    """The calls without receiver, but those in methods of the file's own."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in ("method", "singleton_method", "class", "module"):
            continue
        if node.type == "call" and node.child_by_field_name("receiver") is None:
            call = call_of(node)
            if call is not None:
                yield call
        elif node.type == "identifier" and node.parent is not None and node.parent.type in ("program", "body_statement", "then"):
            yield Call(node, text(node))
        stack.extend(reversed(node.named_children))


def _unknown_calls(root: tree_sitter.Node, calls: list[Call]) -> Iterator[Finding]:
    own = _own_names(root)
    for each in calls:
        if each.name in DECLARATIONS or each.name in KERNEL or each.name in own or not each.name:
            continue
        method = each.node.child_by_field_name("method") or each.node
        told = hint(each.name, DECLARATIONS) or ", expected one of forge, mod, moduledir"
        yield finding("puppetfile-call", method.start_byte, method.end_byte, f"'{each.name}' is not known here{told}")


def _own_names(root: tree_sitter.Node) -> set[str]:
    """Methods, variables and parameters that the file defines."""
    found: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        match node.type:
            case "method" | "singleton_method":
                found.add(text(node.child_by_field_name("name")))
            case "assignment" | "operator_assignment":
                found.update(re.findall(r"\w+", text(node.child_by_field_name("left"))))
            case "block_parameters" | "method_parameters" | "lambda_parameters":
                found.update(re.findall(r"\w+", text(node)))
        stack.extend(node.named_children)
    return found


def _module(call: Call) -> Iterator[Finding]:
    method = call.node.child_by_field_name("method") or call.node
    if not call.arguments:
        yield finding("puppetfile-call", method.start_byte, method.end_byte, "'mod' needs the name of a module")
        return
    title = call.arguments[0]
    name = word(title) if title.type in ("string", "simple_symbol", "delimited_symbol") else None
    if name is None:
        if title.type == "chained_string":
            yield finding("puppetfile-call", title.start_byte, title.end_byte, "a comma is missing behind the name of the module")
        elif title.type in ("integer", "array", "hash", "true", "false", "nil"):
            yield finding("puppetfile-call", title.start_byte, title.end_byte, "the name of a module is a string")
        return
    place = span_of_word(title)
    matched = _NAME.fullmatch(name)
    if matched is None:
        yield finding("puppetfile-call", *place, f"'{name}' is no name of a module, expected name or owner/name")
        return
    yield from _options(call, name)
    keys = {key.replace("-", "_") for key, _, _ in call.options}
    if not call.is_partial and _is_from_forge(call, keys):
        yield from _from_forge(call, place, name, matched[1] is not None)
    elif "git" in keys and not call.is_partial and not keys & {*PINS, "default_branch"}:
        message = f"'{name}' has no :ref, :branch, :tag or :commit, and changes with its repository"
        yield finding("puppetfile-unpinned", *place, message)


def _is_from_forge(call: Call, keys: set[str]) -> bool:
    if any(key == "type" and word(value) == "forge" for key, _, value in call.options):
        return True
    return not keys & set(SOURCES)


def _options(call: Call, name: str) -> Iterator[Finding]:
    for key, node, _ in call.options:
        if key.replace("-", "_") in OPTIONS:
            continue
        yield finding("puppetfile-option", node.start_byte, node.end_byte, f"'{key}' is no option of a module{hint(key, OPTIONS)}")


def _from_forge(call: Call, place: tuple[int, int], name: str, has_owner: bool) -> Iterator[Finding]:
    if not has_owner:
        message = f"'{name}' has neither an owner nor a source such as :git, so that it cannot be found"
        yield finding("puppetfile-call", *place, message)
        return
    version = next((each for each in call.arguments[1:] if each.type != "hash"), None) or call.option("version")
    if version is None or version.type == "nil":
        yield finding("puppetfile-unpinned", *place, f"'{name}' has no version, and changes with every release")
        return
    told = word(version) if version.type in ("string", "simple_symbol", "delimited_symbol") else None
    if version.type in ("integer", "float", "array", "true", "false"):
        message = f"{text(version)} is no version, expected a string such as '1.2.3' or :latest"
        yield finding("puppetfile-version", version.start_byte, version.end_byte, message)
    elif told in ("latest", "present"):
        yield finding("puppetfile-unpinned", *place, f"'{name}' has no version, and changes with every release")
    elif told is not None and not is_version(told):
        message = f"'{told}' is no version, expected three numbers such as 1.2.3, or :latest"
        yield finding("puppetfile-version", *span_of_word(version), message)


def _duplicates(mods: list[Call]) -> Iterator[Finding]:
    """Modules that are listed twice in the same block of code; in several ones only one may be run."""
    seen: dict[tuple[int, str], str] = {}
    for each in mods:
        name = word(each.arguments[0]) if each.arguments else None
        if name is None or each.node.parent is None:
            continue
        short = re.split("[-/]", name)[-1]
        key = each.node.parent.id, short
        if key in seen:
            message = f"the module {short} is listed already" + (f", as '{seen[key]}'" if seen[key] != name else "")
            yield finding("puppetfile-duplicate", *span_of_word(each.arguments[0]), message)
        seen.setdefault(key, name)
