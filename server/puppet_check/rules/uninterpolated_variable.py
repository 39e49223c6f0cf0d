"""Strings in single quotes that contain the interpolation of a variable which is in scope.

In the contents of files, the escape of a newline is a backslash and a letter there; programs have escapes of their own, so that texts
with quotes, formats, commands or other escapes are left alone.

Shells, build tools and templates write variables alike, so the name must be one of Puppet: one of the code around, or a qualified one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from puppet_check.rules.file import File
from puppet_check.rules.legacy_names import legacy_named
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

SUSPECT = lazy_pattern(rb"'[^'\n]*\$(?:\{|[a-z]+_[a-z])|'\$[a-z]|'(?:puppet:)?/[^'\n$]*\$[a-z]")
"""A text without it has no such string."""
BRACED = lazy_pattern(r"(?<!\\)\$\{((?:::)?[a-z_]\w*(?:::\w+)*)\}")
BARE = lazy_pattern(r"(?<![\\$\w])\$([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w:(])")
"""A variable without braces whose name no shell, unit or template is likely to have: it has an underscore and no capitals."""
OF_PATH = lazy_pattern(r"/[^$\\]*\$([a-z]\w*)[^$]*\Z")
"""A path with a variable without braces."""
OF_ADDRESS = lazy_pattern(r"puppet:/[^$\\]*\$([a-z]\w*)(?=/|\Z)[^$]*\Z")
"""An address of a file with such a variable as a folder or its name."""
OF_SYSTEM = frozenset(("owner", "group", "user", "gid", "uid", "home", "shell"))
"""Attributes whose values begin with a dollar on no system."""
PATHS = frozenset(("path", "target"))
"""Attributes whose values are paths on the node."""
ADDRESS = "source"
"""The attribute whose value is the address of a file."""
OF_PUPPET = ("lsb", "operatingsystem", "osfamily", "macosx_", "sp_")
"""How the names of facts begin that no other language has as variables."""
WHOLE = lazy_pattern(r"\$((?:::)?[a-z_]\w*(?:::\w+)*)\Z")
SPECIAL = lazy_pattern(r"[\"\\]|\$(?!\{)|\$\{(?!(?:::)?[a-z_]\w*(?:::\w+)*\})")
"""What means something else in double quotes."""
OTHER = lazy_pattern(r"\$\{(?!(?:::)?[a-z_]\w*(?:::\w+)*\})")
"""An interpolation that is not one of Puppet."""
VALUES = (ast.AttributeOperation, ast.ResourceBody)
"""What a string must be the value or title of to mean a variable without braces: other texts are messages about it."""
GIVING = (*VALUES, ast.AssignmentExpression, ast.Parameter)
"""What gives a string to something, unlike a call that may look for it."""
BY_NAME = functions_with(Role.VARIABLE, Role.DEFINITION)
SHELL = frozenset("command onlyif unless refresh content".split())
"""Attributes whose values are often text of a shell, which has variables of its own."""
COMMANDS = frozenset("command onlyif unless refresh".split())
ENVIRONMENT = b"environment"
"""The attribute of an exec, or of the defaults of execs, that sets variables of the shell."""
COMPUTED_ENVIRONMENT = lazy_pattern(
    rb"\benvironment\s*\+?=>\s*(?!['\"\[])|\benvironment\s*\+?=>\s*\[[^\]]*(?:[\"'](?:[^\"'=\]]*\$[^\"'\]]*=)|[\[,]\s*\$)"
)
"""An environment that does not show which variables it has."""
OF_SHELL = lazy_pattern(
    r"(?:^|[;&|({]\s*|\bthen\s|\bdo\s)(?:\.|source|eval)\s|\benvsubst\b|\bsh\s+-\w*l|--login|\bsu\s|\bsudo\s|\b(?:runuser|ssh)\s"
)
"""Commands that set variables of other files, or whose users have some."""
PROXIES = frozenset(("http_proxy", "https_proxy", "ftp_proxy", "no_proxy", "all_proxy"))
"""Variables that agents often have in their environment."""
SET = lazy_pattern(
    r"(?<![\w$-])(\w+)\+?=|\b(?:for|select|read|getopts|local|export|declare|typeset|readonly|mapfile|readarray)\s([^;|&<\n]*)"
)
"""What sets variables of a shell."""
ASSIGNED = lazy_pattern(r"(?<![\w$-])(\w+)\+?=(?![>=~])")
OF_CONFIGURATION = lazy_pattern(r"(?i)dovecot|exim|mta|nginx|postfix|rsyslog|squid")
"""The names of programs whose configuration has variables as Puppet has them, of which defaults consist."""
FOREIGN = frozenset("args basearch host hostname name releasever remote_addr request_uri scheme server_name title uri user".split())
"""Names of variables of programs such as nginx and yum, which stand for themselves."""
OF_INSTANCE = frozenset(("name", "title"))
"""Variables that titles in a define are made of."""

ESCAPED = lazy_pattern(rb"'[^'\n]*\\n")
"""A text without it has no such string."""
ESCAPE = lazy_pattern(r"\\(.?)")
NEWLINE = lazy_pattern(r"(?<![:\w/])\\n|(?<=\w)\\n\Z|\\n(?=[#A-Z\[])")
"""An escape that no path of Windows has: after a space or a sign, at the end, or before the beginning of a line."""
OF_PROGRAM = lazy_pattern(r"[\"'`%]|\b(?:printf|echo|sed|awk|perl|ruby|python|grep|tr)\b")
"""What has escapes of its own."""
WITH_ESCAPES = lazy_pattern(r"issue|\.(?:properties|json|ini|toml)\b")
"""The names of files with escapes: getty shows the name of the node for one in `/etc/issue`."""
QUOTES = lazy_pattern(r"[\"']")
ATTRIBUTE = "content"
SHORTEST = 6
"""How many other characters a word with a variable has that is found elsewhere."""


@issue(Severity.WARNING)
def uninterpolated_variable(name: str) -> str:
    """Variable in single quotes"""
    return f"`${name}` is not interpolated in single quotes"


@rule(on=ast.Program)
def check_strings(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report strings in single quotes that name variables of Puppet."""
    if SUSPECT.search(file.text.source) is None:
        return
    for node in file.of_class(ast.LiteralString):
        if "$" not in node.value or not file.text.source.startswith(b"'", node.start):
            continue
        if isinstance(file.parents.get(node), ast.ConcatenatedString):
            continue  # It is a part of a string in double quotes, which begins with a quote.
        name = _named(node, file)
        if name is not None:
            yield uninterpolated_variable(name).at(node.start, node.end, fixes=_fixes(node))


def _named(node: ast.LiteralString, file: File) -> str | None:
    """The variable that a string names, if an expression was meant."""
    whole = WHOLE.match(node.value)
    found = [whole[1]] if whole is not None else BRACED.findall(node.value)
    around = [*_around(node, file)] if found or BARE.search(node.value) is not None else []
    value_of = next((each for each in around if not isinstance(each, ast.LiteralList)), node)
    if not found and isinstance(value_of, VALUES) and not _is_message(value_of, node, file):
        found = BARE.findall(node.value)
    if not found:
        return _fact_in_path(node, file)
    is_in_braces = node.value == f"${{{found[0]}}}"
    if (whole is not None or is_in_braces) and _is_of_system(value_of, file):
        return found[0]
    if is_in_braces and isinstance(value_of, GIVING) and found[0].startswith(OF_PUPPET) and legacy_named(found[0]) is not None:
        return found[0]
    qualified = next((each for each in found if "::" in each), None)
    if called(value_of) in BY_NAME:
        return None
    if qualified is not None:
        return qualified
    if isinstance(value_of, ast.ResourceBody) and found[0] in OF_INSTANCE and _is_in_define(node, file):
        return found[0]
    known = _names(around, file)
    if any(map(_may_be_shell, around)):
        return next((each for each in found if _is_meant_in_command(node, around, known, file)), None)
    return next((each for each in found if each in known and each not in FOREIGN), None)


def _is_in_define(node: ast.Node, file: File) -> bool:
    """Whether a node is in a define, whose instances have titles of their own."""
    return isinstance(file.definition_around(node), ast.ResourceTypeDefinition)


def _is_of_system(node: ast.Node, file: File) -> bool:
    """Whether a node gives a resource of a built-in type the name of something on the system."""
    return isinstance(node, ast.AttributeOperation) and node.attribute_name in OF_SYSTEM and _is_native(node, file)


def _is_native(given: ast.AttributeOperation, file: File) -> bool:
    """Whether an attribute is one of a built-in type."""
    body = file.parents.get(given)
    resource = None if body is None else file.parents.get(body)
    type = resource.type_name if isinstance(resource, ast.ResourceExpression) else None
    return isinstance(type, ast.QualifiedName) and native_type(type.value) is not None


def _fact_in_path(node: ast.LiteralString, file: File) -> str | None:
    """The fact that an absolute path of a file names, or the fact or variable in the address of one: nobody interpolates it there."""
    path, address = OF_PATH.match(node.value), OF_ADDRESS.match(node.value)
    around = [*_around(node, file)] if path is not None or address is not None else []
    given = next((each for each in around if not isinstance(each, ast.LiteralList)), node)
    if not isinstance(given, ast.AttributeOperation) or not _is_native(given, file):
        return None  # A define may write it for a program that has such variables, as nginx has `$hostname`.
    if address is not None and given.attribute_name == ADDRESS:
        return address[1] if legacy_named(address[1]) is not None or address[1] in _names(around, file) else None
    if path is None or given.attribute_name not in PATHS or given is not around[0]:
        return None
    return path[1] if legacy_named(path[1]) is not None else None


def _is_message(value_of: ast.Node, node: ast.LiteralString, file: File) -> bool:
    """Whether a text is one for people, which may speak of variables: that of a `message`, or the title of a `notify`."""
    if " " not in node.value:
        return False
    if isinstance(value_of, ast.AttributeOperation):
        return value_of.attribute_name == "message"
    resource = file.parents.get(value_of)
    return isinstance(resource, ast.ResourceExpression) and getattr(resource.type_name, "value", None) == "notify"


def _may_be_shell(node: ast.Node) -> bool:
    """Whether a string in a node may be a text of a shell."""
    if isinstance(node, ast.ResourceExpression):
        return isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "exec"
    return isinstance(node, ast.AttributeOperation) and node.attribute_name in SHELL


def _is_meant_in_command(node: ast.LiteralString, around: list[ast.Node], known: set[str], file: File) -> bool:
    """Whether all that looks like a variable in a command is one of the definition around, which other strings of it interpolate.

    None is meant that the command sets, or that may be set in the environment of the command.
    """
    command = next((each for each in around if isinstance(each, ast.AttributeOperation)), None)
    definition = next((each for each in around if isinstance(each, ast.ResourceTypeDefinition | ast.HostClassDefinition)), None)
    if definition is None or command is None or command.attribute_name not in COMMANDS or command.value_expr is not node:
        return False
    bare = BARE.findall(node.value)
    if bare and not BRACED.search(node.value):
        is_set = any(each in bare for found in SET.findall(node.value) for part in found for each in part.split())
        return not is_set and len(bare) == node.value.count("$") and set(bare) <= known & _read_beside(command, file)
    names = set(BRACED.findall(node.value))
    strings = [each for each in file.of_class(ast.ConcatenatedString) if definition.start <= each.start < definition.end]
    may_be_of_shell = not all("_" in each for each in names) or OF_SHELL.search(node.value) is not None
    if isinstance(definition, ast.HostClassDefinition) and may_be_of_shell and not _is_interpolated_alike(node, strings, file):
        return False
    if names & PROXIES:
        return False
    if any(each in names for found in SET.findall(node.value) for part in found for each in part.split()):
        return False
    if _is_set_elsewhere(names, file) or (_has_computed_environment(file) and not names <= _read_beside(command, file)):
        return False
    if node.value.count("$") != len(BRACED.findall(node.value)) or not names <= known | {"name", "title"}:
        return False
    return names <= _interpolated(strings)


def _is_interpolated_alike(node: ast.LiteralString, strings: list[ast.ConcatenatedString], file: File) -> bool:
    """Whether each word of a command with a variable is also a part of some string in double quotes."""
    words = [each for each in node.value.split() if BRACED.search(each)]
    several = [file.source(each) for each in strings]
    return all(len(BRACED.sub("", each)) >= SHORTEST and any(each in text for text in several) for each in words)


def _read_beside(command: ast.AttributeOperation, file: File) -> set[str]:
    """The variables that other commands of the same resource interpolate, so that those of its environment are other ones."""
    body = file.parents.get(command)
    others = body.operations if isinstance(body, ast.ResourceBody) else ()
    values = (each.value_expr for each in others if isinstance(each, ast.AttributeOperation) and each.attribute_name in COMMANDS)
    return _interpolated([each for each in values if isinstance(each, ast.ConcatenatedString)])


def _interpolated(strings: Iterable[ast.ConcatenatedString]) -> set[str]:
    """The variables that some strings interpolate."""
    parts = (part.expr if isinstance(part, ast.TextExpression) else part for each in strings for part in each.segments)
    return {part.name for part in parts if isinstance(part, ast.VariableExpression)}


def _is_set_elsewhere(names: set[str], file: File) -> bool:
    """Whether a text of a file that sets the environment of commands assigns one of several variables of the shell."""
    return ENVIRONMENT in file.text.source and not names.isdisjoint(_assigned(file.characters))


@lru_cache(1)
def _assigned(text: str) -> frozenset[str]:
    """The names before equals signs in the text of a file."""
    return frozenset(ASSIGNED.findall(text))


def _has_computed_environment(file: File) -> bool:
    """Whether a file sets the environment of commands without showing which variables of the shell that has."""
    return ENVIRONMENT in file.text.source and COMPUTED_ENVIRONMENT.search(file.text.source) is not None


def _around(node: ast.Node, file: File) -> Iterator[ast.Node]:
    """The nodes around a node, from the inside out."""
    around = file.parents.get(node)
    while around is not None:
        yield around
        around = file.parents.get(around)


def _names(around: list[ast.Node], file: File) -> set[str]:
    """The variables of the definition and the lambdas among some nodes, without those that are being assigned.

    A default can use earlier parameters only; none is meant where another default is of a language with interpolations of its own.
    """
    names: set[str] = set()
    default_of = next((each for each in around if isinstance(each, ast.Parameter)), None)
    if default_of is not None:
        parameters = next((each.parameters for each in around if isinstance(each, ast.NamedDefinition | ast.LambdaExpression)), ())
        if any(OTHER.search(text.value) for each in parameters for text in ast.of_class(each, ast.LiteralString)):
            return set()
        if any(OF_CONFIGURATION.search(each.name) for each in around if isinstance(each, ast.NamedDefinition)):
            return set()
        return {each.name for each in parameters if each.start < default_of.start}
    for each in around:
        if isinstance(each, ast.Definition | ast.LambdaExpression):
            names |= {given.name for given in getattr(each, "parameters", ())}
        if isinstance(each, ast.Definition):
            names |= {name for name, several in file.assignments.items() if any(each.start <= found.start < each.end for found in several)}
    being_set = (each.left_expr for each in around if isinstance(each, ast.AssignmentExpression))
    return names - {each.name for each in being_set if isinstance(each, ast.VariableExpression)}


def _fixes(node: ast.LiteralString) -> tuple[Fix, ...]:
    if WHOLE.match(node.value):
        return (Fix("Remove the quotes", (Edit(node.start, node.end, node.value),)),)
    if SPECIAL.search(node.value):
        return ()
    return (Fix("Use double quotes", (Edit(node.start, node.start + 1, '"'), Edit(node.end - 1, node.end, '"'))),)


@issue(Severity.WARNING)
def literal_newline() -> str:
    r"""Escape `\n` in single quotes"""
    return r"`\n` is not a newline in single quotes"


@rule(on=ast.Program)
def check_contents(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report contents in single quotes that have newlines in mind."""
    if ESCAPED.search(file.text.source) is None:
        return
    for node in file.of_class(ast.AttributeOperation):
        value = node.value_expr
        if node.attribute_name != ATTRIBUTE or not isinstance(value, ast.LiteralString):
            continue
        if not file.text.source.startswith(b"'", value.start) or b"\\\\" in file.text.source[value.start : value.end]:
            continue  # Who escapes the backslash means it.
        if _has_newline(value.value) and not _reads_escapes(node, file):
            yield literal_newline().at(value.start, value.end, fixes=_with_double_quotes(value))


def _reads_escapes(given: ast.AttributeOperation, file: File) -> bool:
    """Whether the title of a resource is the name of a file in which escapes mean something else."""
    body = file.parents.get(given)
    return isinstance(body, ast.ResourceBody) and WITH_ESCAPES.search(file.source(body.title)) is not None


def _has_newline(text: str) -> bool:
    escapes = {found[1] for found in ESCAPE.finditer(text)}
    found = [*NEWLINE.finditer(text)] if escapes <= {"n", "t"} else []
    if not found:
        return False
    # Between texts in quotes, the end of a line is not in a string of a program.
    is_between_quotes = any(_are_even(text[: each.start()]) for each in found) and _are_even(text)
    return OF_PROGRAM.search(QUOTES.sub("", text) if is_between_quotes else text) is None


def _are_even(text: str) -> bool:
    """Whether each quote in a text is closed."""
    return text.count('"') % 2 == text.count("'") % 2 == 0


def _with_double_quotes(node: ast.LiteralString) -> tuple[Fix, ...]:
    if "$" in node.value:
        return ()
    return (Fix("Use double quotes", (Edit(node.start, node.start + 1, '"'), Edit(node.end - 1, node.end, '"'))),)
