"""Variables of one branch that are never read, where the other branches set one whose name differs by a letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from puppet_check.rules.erb_unset_variable import variables_of_class
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import read_of_classes, texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TYPE, TypedName
from puppet_typesys.spelling import is_one_letter_off, is_part, one_letter_off

FOLDERS = ("manifests", "templates", "functions", "lib")
WORD = lazy_pattern(r"\w+")
SHORTEST = 5
"""The length of the shortest names that are compared."""

WORDS = 3
"""The number of words of the shortest names of which one with another word is a slip."""
MOST_WORDS = 20
FEWEST_BRANCHES, FEWEST_SET = 2, 3
"""The number of branches, and of variables that all of them set, so that a branch is meant to set the same as the others."""
DIGITS = "0123456789"


@issue(Severity.WARNING)
def misspelt_variable(name: str) -> str:
    """Variable is never read, and other branches set one of nearly the same name"""
    return f"`${name}` is never read, and the other branches do not set it"


@rule(on=ast.Program, whole=True)
def check_branches(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report a variable that one branch sets in place of that of the others."""
    near = _near(file)
    for node in file.of_class(ast.IfExpression, ast.CaseExpression):
        if near:
            yield from _check(node, near, file)
        yield from _check_odd(node, near, file)


@misspelt_variable.variant()
def misspelt_variable_of_class(name: str) -> str:
    return f"`${name}` is never read, and the module reads one of nearly the same name, which this class does not set"


@rule(on=ast.HostClassDefinition, whole=True)
def check_class(definition: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """Report a variable or parameter that nothing reads, where the module reads one of it that is nearly the same and not set.

    Its name differs by a letter, or has a word more or less at an end.
    """
    module = file.known.project.module_of(file.path)
    if module is None:
        return
    targets = [each.left_expr for each in file.inside(definition.body or definition, ast.AssignmentExpression)]
    assigned = [each for each in targets if isinstance(each, ast.VariableExpression)]
    declared: list[ast.VariableExpression | ast.Parameter] = [*assigned, *definition.parameters]
    times, written = Counter(each.name for each in declared), Counter(each.name for each in assigned)
    likely = [each for each in declared if len(each.name) >= SHORTEST and len(file.variables.get(each.name, ())) == written[each.name]]
    counts = Counter(WORD.findall(file.characters)) if likely else {}
    unread = {each.name: each for each in reversed(likely) if counts[each.name] == times[each.name]}
    if not unread:
        return
    file.known.world.ask_below(module.folder, FOLDERS)
    name = definition.name.lower().removeprefix("::")
    of_class = read_of_classes(file.known.disk, module.folder, FOLDERS).get(name, frozenset())
    read = of_class - times.keys()
    near_names = one_letter_off([each for each in unread if times[each] == 1], read)
    variables = ({each.name for each in assigned} & unread.keys()) - of_class
    for each in unread.values():
        near = near_names.get(each.name, [])
        if len(near) == 1 and _count_in_module(each.name, module.folder, file) <= 1:
            meant: str | None = near[0]
        else:
            meant = None if near or each.name not in variables else _with_other_words(each.name, variables, read)
            meant = meant if meant is not None and _is_own_elsewhere(each.name, module.folder, file) else None
        if meant is not None and not _is_inherited(definition, meant, file):
            start, end = (each.start, each.end) if isinstance(each, ast.VariableExpression) else each.name_span
            fixes = respelled(file.text, start, end, f"${each.name}", f"${meant}")
            yield misspelt_variable_of_class(each.name).suggesting(f"${meant}").at(start, end, fixes=fixes)


def _with_other_words(name: str, unread: Collection[str], read: Collection[str]) -> str | None:
    """The only variable that is read of which a name is the beginning or the end, or the other way around; None if others are as near."""
    found = [each for each in read if is_part(name, each, SHORTEST)]
    return found[0] if len(found) == 1 and sum(is_part(each, found[0], SHORTEST) for each in unread) == 1 else None


def _is_own_elsewhere(name: str, folder: str, file: File) -> bool:
    """Whether all other code of a module that has a name sets a variable of that name itself."""
    sets = re.compile(rf"\${re.escape(name)}\s*[=,)\n]")
    mentioned = re.compile(rf"(?<![:\w]){re.escape(name)}\b")
    others = (each for each in texts(file.known.disk, folder, FOLDERS) if name in each and each != file.characters)
    return all(mentioned.search(each) is None or sets.search(each) is not None for each in others)


def _is_inherited(definition: ast.HostClassDefinition, name: str, file: File) -> bool:
    """Whether a class may have a variable, a class or a define of a name from elsewhere."""
    own = definition.name.lower().removeprefix("::")
    if any(file.known.external.load(TypedName(kind, f"{own}::{name}")) is not None for kind in (CLASS, DEFINE, FUNCTION, TYPE)):
        return True
    known = set[str]() if definition.parent_class is None else variables_of_class(definition.parent_class, file.known.external)
    return known is None or name in known


def _count_in_module(name: str, folder: str, file: File) -> int:
    return sum(_count(name, text) for text in texts(file.known.disk, folder, FOLDERS))


def _near(file: File) -> dict[str, str]:
    """The variables that the file assigns and names nowhere else, with the only other that differs from each by a letter."""
    found: dict[str, str] = {}
    targets = (each.left_expr for each in file.of_class(ast.AssignmentExpression))
    assigned = {each.name for each in targets if isinstance(each, ast.VariableExpression)}
    known = {each for each in assigned if len(each) >= SHORTEST}
    once = [each for each in sorted(known) if len(file.variables.get(each, ())) == 1]
    near = one_letter_off(once, known)
    squeezed: dict[str, set[str]] = {}
    for name in known:
        squeezed.setdefault(_squeezed(name), set()).add(name)
    for name in once:
        others = {*near.get(name, ()), *(known & _with_a_word_less(name)), *(known & _with_another_digit(name))}
        others |= squeezed[_squeezed(name)] - {name}
        if len(others) == 1:
            found[name] = others.pop()
    return found


def _squeezed(name: str) -> str:
    return name.replace("_", "")


def _with_a_word_less(name: str) -> set[str]:
    """The names that lack a word inside of one, as `ldap_auth_flag` does of `ldap_directory_auth_flag`."""
    words = name.split("_")
    return {"_".join(words[:at] + words[at + 1 :]) for at in range(1, len(words) - 1)} if WORDS < len(words) <= MOST_WORDS else set()


def _with_another_digit(name: str) -> set[str]:
    """The names with another digit in the place of one."""
    places = (at for at, each in enumerate(name) if each.isdigit())
    return {name[:at] + digit + name[at + 1 :] for at in places for digit in DIGITS if digit != name[at]}


def _check(node: ast.Expression, near: Mapping[str, str], file: File) -> Iterator[Diagnostic]:
    branches = [*_branches(node)]
    sets = [assigned_variables(each) for each in branches]
    for index, (branch, own) in enumerate(zip(branches, sets, strict=True)):
        others = set().union(*sets[:index], *sets[index + 1 :]) - own
        for name in sorted(own & near.keys()):
            meant, target = near[name], _target(branch, name)
            is_set = (
                meant in others
                if is_one_letter_off(name, meant) or meant in _with_another_digit(name) or _squeezed(name) == _squeezed(meant)
                else all(meant in each for each in (*sets[:index], *sets[index + 1 :]))
            )
            if is_set and meant not in own and target is not None and _is_mentioned_once(name, meant, file):
                fixes = respelled(file.text, target.start, target.end, f"${name}", f"${meant}")
                yield misspelt_variable(name).suggesting(f"${meant}").at(target.start, target.end, fixes=fixes)


def _check_odd(node: ast.Expression, near: Mapping[str, str], file: File) -> Iterator[Diagnostic]:
    """The variable of one branch that sets the same ones as all others, apart from one whose name has more words in its place."""
    branches = [*_branches(node)]
    if len(branches) < FEWEST_BRANCHES or (isinstance(node, ast.IfExpression) and isinstance(node.else_expr, ast.IfExpression)):
        return
    if any(_assignments(each) <= FEWEST_SET for each in branches):
        return
    sets = [set(assigned_variables(each)) for each in branches]
    for index, (branch, own) in enumerate(zip(branches, sets, strict=True)):
        several = [*sets[:index], *sets[index + 1 :]]
        odd, lacking = own - set[str]().union(*several), several[0].intersection(*several) - own
        if len(odd) != 1 or len(lacking) != 1 or len(own.intersection(*several)) < FEWEST_SET:
            continue
        (name,), (meant,) = odd, lacking
        target = _target(branch, name)
        has_part = f"_{meant}_".endswith(f"_{name}_") or f"_{meant}_".startswith(f"_{name}_")
        if has_part and name not in near and target is not None and _is_unread(name, meant, file):
            fixes = respelled(file.text, target.start, target.end, f"${name}", f"${meant}")
            yield misspelt_variable(name).suggesting(f"${meant}").at(target.start, target.end, fixes=fixes)


def _assignments(branch: ast.Expression) -> int:
    """How many statements of a branch are assignments."""
    statements = branch.statements if isinstance(branch, ast.BlockExpression) else ()
    return sum(isinstance(each, ast.AssignmentExpression) for each in statements)


def _is_unread(name: str, meant: str, file: File) -> bool:
    """Whether nothing in the module reads a variable, apart from its assignment, but something reads the one that was probably meant."""
    module = file.known.project.module_of(file.path)
    if module is None or len(file.variables.get(name, ())) != 1:
        return False
    file.known.world.ask_below(module.folder, FOLDERS)
    several = texts(file.known.disk, module.folder, FOLDERS)
    is_quoted = re.compile(rf"['\"@:]{name}\b")
    if sum(len(re.findall(rf"\$\{{?{name}\b", each)) for each in several) != 1 or any(is_quoted.search(each) for each in several):
        return False
    return any(re.search(rf"[@:]{meant}\b", each) for each in several) or len(file.variables.get(meant, ())) > 1


def _branches(node: ast.Expression) -> Iterator[ast.Expression]:
    match node:
        case ast.IfExpression():
            yield from (each for each in (node.then_expr, node.else_expr) if each is not None)
        case ast.CaseExpression():
            yield from (each.then_expr for each in node.options if each.then_expr is not None)


def _target(branch: ast.Expression, name: str) -> ast.Expression | None:
    """The only place where a branch assigns a variable."""
    found = [
        each.left_expr
        for each in ast.of_class(branch, ast.AssignmentExpression)
        if isinstance(each.left_expr, ast.VariableExpression) and each.left_expr.name == name
    ]
    return found[0] if len(found) == 1 else None


def _is_mentioned_once(name: str, meant: str, file: File) -> bool:
    """Whether a name stands nowhere else in the file and its module, but the one that was probably meant does."""
    if _count(name, file.characters) != 1:
        return False
    module = file.known.project.module_of(file.path)
    if module is None:
        return _count(meant, file.characters) > 1
    file.known.world.ask_below(module.folder, FOLDERS)
    return _count_in_module(name, module.folder, file) <= 1 < _count_in_module(meant, module.folder, file)


def _count(name: str, text: str) -> int:
    return len(re.findall(rf"\b{re.escape(name)}\b", text))
