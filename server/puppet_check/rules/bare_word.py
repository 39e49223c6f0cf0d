"""Bare words that are strings where something else is meant: a variable or `undef`.

A word is only taken for a variable if it has an underscore, or is the value of an attribute of its name among others that forward variables
of theirs: `present` and the like are values that have the names of parameters as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.elsewhere import is_of_bolt
from puppet_check.workspace.mentions import declaring, texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, TYPE, TypedName
from puppet_typesys.types.parse import BUILTIN

UNDEF = frozenset(("nil", "nill", "null", "undefined"))
"""The words of other languages for undef."""
SLIPS = frozenset(("udef", "udnef", "undeff", "undf", "undfe", "unef", "uundef"))
"""Misspelt forms of undef."""
BOOLEANS = {
    **dict.fromkeys(("rtue", "treu", "trrue", "tru", "trues", "truee", "truue", "ttrue", "ture"), "true"),
    **dict.fromkeys(("faalse", "fales", "fallse", "fals", "falsee", "falses", "falsse", "fasle", "ffalse", "flase", "flse"), "false"),
}
"""Misspelt booleans, which are no words of any language."""
CAPITALIZED = {"True": "true", "False": "false", "TRUE": "true", "FALSE": "false", "None": "undef", "Nil": "undef", "Null": "undef"}
"""The literals of other languages that are data types in Puppet, which are true as conditions."""
TYPE_OF_UNDEF = "Undef"
TYPES = (ast.QualifiedReference, ast.AccessExpression)
OF_DEFINE = frozenset(("name", "title"))
"""Variables of every define."""
VALUES = (ast.AttributeOperation, ast.KeyedEntry, ast.Parameter, ast.AssignmentExpression, ast.SelectorEntry)
"""Nodes with a value."""
INNER_CAPITAL = lazy_pattern(r"[a-z0-9][A-Z]|[A-Z][A-Z]")
NAME = lazy_pattern(r"[a-z_]\w*")
FORWARDED = 2
"""The number of attributes that are given the variables of their names."""
CHOICES = frozenset(("action", "ensure", "mode", "provider", "state", "target", "type"))
"""Attributes that take words of their own, such as their own name."""
NAMING = lazy_pattern(r"key|name|lookup|hiera|variable|param|setting|option")
"""The names of attributes whose values may be names of variables, or of parameters in data."""
OF_A_NAME = lazy_pattern(r"attr|column|field|sort|order|propert|label|tag|(?:^|_)by(?:$|_)")
"""Further names of variables whose value may be the word `name` or `title`, as that of a column or a field."""
TAKING_NAMES = frozenset(
    (
        *("contain", "create_resources", "defined", "defined_with_params", "ensure_packages", "ensure_resource", "ensure_resources"),
        *("fqdn_rand", "getparam", "getvar", "hiera", "hiera_array", "hiera_hash", "hiera_include", "include", "lookup", "realize"),
        *("require", "search", "tag", "tagged"),
    )
)
"""Functions that take names of classes, types, variables or keys."""
FOLDERS = ("manifests",)
WITH_STRINGS = ("manifests", "templates", "functions", "lib")
QUOTED_UNDEF = lazy_pattern(r"(\$\w+\s*=\s*)?['\"]undef['\"]")
"""The string 'undef', perhaps assigned."""
READING_UNDEF = lazy_pattern(r"\b(?:str|any|num)2bool\b|[/^(|]undef\b|:undef\b(?!\s*=>)|%[wi][(\[{][^\n]*\bundef\b")
"""What reads a text such as 'undef': functions for which it is false, patterns, symbols and words of Ruby."""
COMPARISONS = ("==", "!=")
READS = (ast.VariableExpression, ast.AccessExpression)


@issue(Severity.WARNING)
def bare_word(word: str) -> str:
    """Bare word that is a string where something else is meant"""
    return f"`{word}` is the string '{word}'; expected the variable `${word}`"


@bare_word.variant()
def word_for_undef(word: str) -> str:
    return f"`{word}` is the string '{word}'; expected `undef`"


@bare_word.variant()
def word_for_boolean(word: str, expected: str) -> str:
    return f"`{word}` is the string '{word}', which is true as a condition; expected `{expected}`"


@bare_word.variant()
def quoted_undef() -> str:
    return "'undef' is a string; expected `undef` without quotes"


@bare_word.variant()
def unquoted_text(text: str) -> str:
    return f"`{text}` is not a data type; expected the string '{text}' in quotes"


@bare_word.variant()
def capitalized(word: str, expected: str) -> str:
    return f"`{word}` is not a data type; expected `{expected}`"


@bare_word.variant()
def type_of_undef() -> str:
    return "`Undef` is a data type, which is true as a condition; expected `undef`"


@rule(on=VALUES, whole=True)
def check_value(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report a value that is a word for undef, the name of a variable around it, or a text with capitals."""
    word = _value(node)
    if isinstance(word, ast.QualifiedReference) and word.cased_value == TYPE_OF_UNDEF and not _may_be_type(node, file):
        fix = Fix("Change to undef", (Edit(word.start, word.end, "undef"),))
        yield type_of_undef().at(word.start, word.end, fixes=(fix,))
    elif isinstance(word, ast.QualifiedReference) and word.cased_value in CAPITALIZED and is_of_no_type(word.value, file):
        expected = CAPITALIZED[word.cased_value]
        fix = Fix(f"Change to {expected}", (Edit(word.start, word.end, expected),))
        yield capitalized(word.cased_value, expected).at(word.start, word.end, fixes=(fix,))
    elif isinstance(word, ast.QualifiedReference) and _is_text(word, node, file):
        quoted = Fix("Add quotes", (Edit(word.start, word.end, f"'{word.cased_value}'"),))
        yield unquoted_text(word.cased_value).at(word.start, word.end, fixes=(quoted,))
    if (
        isinstance(node, ast.Parameter)
        and _may_be_undef(node.type_expr)
        and isinstance(word, ast.LiteralString)
        and word.value == "undef"
        and _is_never_asked_for(file)
    ):
        fix = Fix("Remove the quotes", (Edit(word.start, word.end, "undef"),), "unsafe")
        yield quoted_undef().at(word.start, word.end, fixes=(fix,))
    if not isinstance(word, ast.QualifiedName):
        return
    if word.value in UNDEF:
        if word.value not in file.words_for_nothing:
            yield _undef(word)
    elif (literal := BOOLEANS.get(word.value)) is not None and not file.has_finding_in(node):
        fix = Fix(f"Change to {literal}", (Edit(word.start, word.end, literal),))
        yield word_for_boolean(word.value, literal).at(word.start, word.end, fixes=(fix,))
    elif "::" in word.value:
        yield from _variable_of_class(word, file)
    elif (word.value in OF_DEFINE and _is_set_in_define(node, file)) or (
        ("_" in word.value or _is_forwarding(word.value, node, file)) and _is_variable(word.value, node, file)
    ):
        yield bare_word(word.value).at(word.start, word.end, fixes=(Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),)),))


@rule(on=ast.LiteralList, whole=True)
def check_elements(node: ast.LiteralList, file: File) -> Iterator[Diagnostic]:
    """Report the name of a variable of a class in a list that an attribute is given."""
    around = file.parents.get(node)
    if isinstance(around, ast.AttributeOperation) and NAMING.search(around.attribute_name) is None:
        for each in node.values:
            if isinstance(each, ast.QualifiedName) and "::" in each.value:
                yield from _variable_of_class(each, file)


@rule(on=ast.ComparisonExpression, whole=True)
def check_comparison(node: ast.ComparisonExpression, file: File) -> Iterator[Diagnostic]:
    """Report a variable that is compared with a word for undef."""
    word = node.right_expr
    is_of_variable = node.operator in COMPARISONS and isinstance(node.left_expr, READS) and not file.in_query(node)
    if is_of_variable and isinstance(word, ast.QualifiedName) and word.value in (UNDEF | SLIPS) - file.words_for_nothing:
        yield _undef(word)


@rule(on=ast.RenderExpression, whole=True)
def check_rendered(node: ast.RenderExpression, file: File) -> Iterator[Diagnostic]:
    """Report a word that a template prints where the variable of its name is meant: nobody puts a plain word into a tag."""
    word = node.expr
    if isinstance(word, ast.QualifiedName):
        fix = Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),))
        yield bare_word(word.value).at(word.start, word.end, fixes=(fix,))


@rule(on=ast.AccessExpression, whole=True)
def check_reference(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report the title in a reference that is the name of a variable around it, if this variable is the title of a resource."""
    if not isinstance(node.left_expr, ast.QualifiedReference):
        return
    type = node.left_expr.value.removeprefix("::")
    for word in node.keys:
        name = word.value if isinstance(word, ast.QualifiedName | ast.LiteralString) else ""
        if "_" in name and NAME.fullmatch(name) and _is_variable(name, node, file) and _is_only_title(type, name, file):
            fix = Fix(f"Change to ${name}", (Edit(word.start, word.end, f"${name}"),))
            yield bare_word(name).at(word.start, word.end, fixes=(fix,))


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_argument(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report an argument that is the name of a parameter which nothing reads, of a function that takes no names."""
    if called(call) in TAKING_NAMES:
        return
    for word in arguments(call):
        if isinstance(word, ast.QualifiedName) and "_" in word.value and (_is_unread_parameter(word, file) or _is_unread(word, file)):
            fix = Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),))
            yield bare_word(word.value).at(word.start, word.end, fixes=(fix,))


def _may_be_undef(type: ast.Expression | None) -> bool:
    """Whether a parameter accepts undef: it has no type, or an Optional one."""
    return type is None or (
        isinstance(type, ast.AccessExpression)
        and isinstance(type.left_expr, ast.QualifiedReference)
        and type.left_expr.value.lower() == "optional"
    )


def _is_unread(word: ast.QualifiedName, file: File) -> bool:
    """Whether a word is the name of a variable of the definition around it that is set before, and that nothing in the file reads."""
    assigned, around = file.assignments.get(word.value, ()), file.definition_around(word)
    if len(file.variables.get(word.value, ())) != len(assigned) or not isinstance(around, ast.NamedDefinition):
        return False
    return any(around.start <= each.start and each.end <= word.start for each in assigned)


def _is_unread_parameter(word: ast.QualifiedName, file: File) -> bool:
    """Whether a word is the name of a parameter of the definition around it that no variable of the file reads."""
    if word.value in file.variables:
        return False
    around = file.definition_around(word)
    return isinstance(around, ast.NamedDefinition) and any(each.name == word.value and each.end <= word.start for each in around.parameters)


def _is_never_asked_for(file: File) -> bool:
    """Whether no code of the module has the string 'undef' other than as the default of a parameter, which nothing compares then."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return False
    file.known.world.ask_below(module.folder, WITH_STRINGS)
    return not _asks_for_undef(file.known.disk, module.folder)


@remembered(1000)
def _asks_for_undef(disk: Disk, folder: str) -> bool:
    """Whether a text of a module reads the string 'undef', or has it where it is not assigned."""
    several = texts(disk, folder, WITH_STRINGS)
    return any(READING_UNDEF.search(text) for text in several) or any(
        found[1] is None for text in several for found in QUOTED_UNDEF.finditer(text)
    )


def _variable_of_class(word: ast.QualifiedName, file: File) -> Iterator[Diagnostic]:
    """Report the name of a variable of a class, which is the name of nothing else, unless a key of data or a variable may be meant."""
    name = word.value.removeprefix("::")
    owner, _, variable = name.rpartition("::")
    loader = file.known.external
    found = loader.load(TypedName(CLASS, owner))
    if found is None or not (variable in found.variables or found.parameter(variable) is not None):
        return
    if _is_found(word, file):
        return
    around = file.parents.get(word)
    if isinstance(around, ast.AttributeOperation) and NAMING.search(around.attribute_name) is not None:
        return
    if all(loader.load(TypedName(kind, name)) is None and loader.is_complete(TypedName(kind, name)) for kind in (CLASS, DEFINE)):
        fix = Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),))
        yield bare_word(word.value).at(word.start, word.end, fixes=(fix,))


def _is_found(node: ast.Node, file: File) -> bool:
    """Whether the evaluation has reported an expression."""
    return file.model is not None and any(each.start == node.start for each in file.model.findings.values())


def _is_only_title(type: str, word: str, file: File) -> bool:
    """Whether a resource of the module, or of the file itself, has a variable as its title, and none has its name."""
    module = file.known.project.module_of(file.path)
    if module is not None:
        file.known.world.ask_below(module.folder, FOLDERS)
    several = (file.characters,) if module is None else texts(file.known.disk, module.folder, FOLDERS)
    of_variable = re.compile(rf"\b{type}\s*\{{\s*(?:\[[^]]*)?\"?\$(?:{word}\b|\{{{word}\}})")
    name = re.compile(rf"['\"]{word}['\"]|\{{\s*{word}\s*:|[\[(,]\s*{word}\s*[\]),]")
    return any(of_variable.search(text) for text in several) and not any(name.search(declaring(text)) for text in several)


def _may_be_type(node: ast.Node, file: File) -> bool:
    """Whether a value may be meant as a data type: an entry of a hash, a parameter of such a type, or one of several types."""
    match node:
        case ast.Parameter():
            return node.type_expr is not None
        case ast.SelectorEntry():
            around = file.parents.get(node)
            others = around.selectors if isinstance(around, ast.SelectorExpression) else ()
            return any(each is not node and isinstance(each.value_expr, TYPES) for each in others)
    return isinstance(node, ast.KeyedEntry)


def _undef(word: ast.QualifiedName) -> Diagnostic:
    return word_for_undef(word.value).at(
        word.start, word.end, fixes=(Fix("Change to undef", (Edit(word.start, word.end, "undef"),), "unsafe"),)
    )


def _value(node: ast.Node) -> ast.Expression | None:
    match node:
        case ast.AttributeOperation():
            return node.value_expr
        case ast.KeyedEntry() | ast.Parameter():
            return node.value
        case ast.AssignmentExpression():
            return node.right_expr
        case ast.SelectorEntry():
            return node.value_expr
    return None


def _is_text(reference: ast.QualifiedReference, node: ast.Node, file: File) -> bool:
    """Whether the value of an attribute, or a name with capitals inside, as types of modules do not have, is that of no type."""
    from puppet_check.workspace.interfaces.file import bundled_modules  # few values are types

    name = reference.value.removeprefix("::")
    if "::" in name or name in BUILTIN or is_of_bolt(name) or bundled_modules(TypedName(RESOURCE_TYPE, name)):
        return False
    if INNER_CAPITAL.search(reference.cased_value) is None and (not isinstance(node, ast.AttributeOperation) or "_" in name):
        return False  # Resource types of modules have underscores.
    return is_of_no_type(name, file) and not file.known.external.is_complete(TypedName(TYPE, name))


def is_of_no_type(name: str, file: File) -> bool:
    return all(file.known.external.load(TypedName(each, name)) is None for each in (TYPE, DEFINE, RESOURCE_TYPE))


def _is_forwarding(word: str, node: ast.Node, file: File) -> bool:
    """Whether a word is the value of the attribute of its name, and others of the resource are given the variables of their names."""
    if word in CHOICES:
        return False
    body = file.parents.get(node)
    if not isinstance(node, ast.AttributeOperation) or node.attribute_name != word or not isinstance(body, ast.ResourceBody):
        return False
    given = [(each.attribute_name, each.value_expr) for each in body.operations if isinstance(each, ast.AttributeOperation)]
    forwarded = [name for name, value in given if isinstance(value, ast.VariableExpression) and value.name == name]
    return len(forwarded) >= FORWARDED


def _is_set_in_define(node: ast.Node, file: File) -> bool:
    """Whether a node is a parameter of a define, or sets a variable in it of which the name does not say that it is that of something."""
    if isinstance(node, ast.AssignmentExpression):
        variable = node.left_expr
        if not isinstance(variable, ast.VariableExpression) or any(each.search(variable.name) for each in (NAMING, OF_A_NAME)):
            return False
        return isinstance(file.definition_around(node), ast.ResourceTypeDefinition)
    return isinstance(node, ast.Parameter) and isinstance(file.parents.get(node), ast.ResourceTypeDefinition)


def _is_variable(word: str, node: ast.Node, file: File) -> bool:
    """Whether a word is the name of a variable of the definition around a node that is set before it, and not by the node itself."""
    around = file.definition_around(node)
    if not isinstance(around, ast.NamedDefinition):
        return False
    if any(each.name == word and each.start < node.start and each is not node for each in around.parameters):
        return True
    assigned = () if isinstance(node, ast.Parameter) else file.assignments.get(word, ())
    return any(each is not node and around.start <= each.start < node.start for each in assigned)
