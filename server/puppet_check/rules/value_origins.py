"""Where the values come from that an expression is made of, as far as the code of its file shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from puppet_check.rules.file import File
from puppet_check.rules.security_bodies import assigned, declared_type, parameter
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.value_reads import FACTS, node_path_or_fact, read_of
from puppet_typesys.secrets.names import alternatives
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

DEPTH = 8
"""How far values are followed."""


class Origin(Enum):
    """Where a text comes from that may contain anything."""

    TEXT = "a parameter that takes any String"
    FACT = "a fact, which the node decides"
    OTHER_NODE = "a value of another node"


ESCAPING = frozenset(
    """batch_escape powershell_escape shell_escape shell_join shellquote stdlib::batch_escape stdlib::powershell_escape
    stdlib::shell_escape md5 sha1 sha256 sha512 digest fqdn_rand fqdn_rand_string fqdn_uuid stdlib::fqdn_rand_string
    seeded_rand seeded_rand_string stdlib::sha256 stdlib::crc32 pw_hash length size base64 stdlib::base64 inspect type
    template epp inline_template inline_epp""".split()
)
"""Functions whose results are quoted, have no characters that mean something, or are not followed."""
OF_OTHERS = frozenset(("puppetdb_query", "query_nodes", "query_facts", "query_resources", "puppetdb_lookup_key"))
"""Functions whose results other nodes decide."""
RESTRICTED = frozenset(
    """os kernel kernelrelease kernelversion kernelmajversion processors memory virtual is_virtual timezone architecture hardwaremodel
    operatingsystem operatingsystemrelease operatingsystemmajrelease osfamily lsbdistcodename lsbdistrelease lsbmajdistrelease
    lsbdistid ipaddress ipaddress6 macaddress netmask network processorcount physicalprocessorcount memorysize_mb memorysize
    uptime system_uptime puppetversion rubyversion facterversion aio_agent_version env_windows_installdir path ruby identity id
    gid partitions mountpoints disks filesystems load_averages ssh hypervisors fips_enabled systemd service_provider
    package_provider puppet_vardir root_home selinux python_version python2_version python3_version staging_http_get pe_version
    is_pe java_version java_major_version""".split()
)
"""Facts whose values have a form that leaves no choice, or that only root of the node sets."""
PLACES = lazy_pattern(
    r"^(?:ipaddress|macaddress|netmask|network|interfaces|sp|env)_|system32|temp|dir|path|home|root|exe|bin(?:ary)?\b|drive|version|release|arch|count|size|uuid|pid\b|_id\b|_ip\b",
    re.IGNORECASE,
)
"""The names of facts that are addresses, numbers, versions, or places on the node, which its packages decide."""
OF_NETWORK = frozenset(("hostname", "fqdn", "domain"))
"""The names among the facts of the network; the others are addresses."""


def origins(node: ast.Expression, file: File, depth: int = DEPTH) -> frozenset[Origin]:
    """Where the texts in the value of an expression come from that may contain anything; nothing if that is not known."""
    if depth == 0 or is_harmless(node, file):
        return frozenset()
    match node:
        case ast.ConcatenatedString():
            return _all(node.segments, file, depth)
        case ast.TextExpression() | ast.ParenthesizedExpression():
            return origins(node.expr, file, depth)
        case ast.HeredocExpression():
            return origins(node.text_expr, file, depth)
        case ast.LiteralList():
            return _all(node.values, file, depth)
        case ast.SelectorExpression():
            return _all((each.value_expr for each in node.selectors), file, depth)
        case ast.ArithmeticExpression():
            return _all((node.left_expr, node.right_expr), file, depth)
        case ast.VariableExpression() | ast.AccessExpression() | ast.CallMethodExpression() | ast.CallNamedFunctionExpression():
            return _read(node, file, depth)
    return frozenset()


def _all(nodes: Iterable[ast.Expression], file: File, depth: int) -> frozenset[Origin]:
    return frozenset(origin for each in nodes for origin in origins(each, file, depth))


def _read(node: ast.Expression, file: File, depth: int) -> frozenset[Origin]:
    base, steps = read_of(node)
    if isinstance(base, ast.VariableExpression):
        keys = tuple(each.key.value for each in steps if isinstance(each.key, ast.LiteralString | ast.QualifiedName))
        path = node_path_or_fact(base.name, keys)
        is_own = any(base.name in each.names for each in file.scopes.around(base))
        if path is not None and path.variable == FACTS and not is_own:
            if path.form == "plain" and fact(base.name) is None:
                return frozenset()
            return frozenset((Origin.FACT,)) if path.keys and is_free(tuple(map(str, path.keys))) else frozenset()
        return _variable(base, node, file, depth)
    name = called(base)
    if name in ESCAPING or not name:
        return frozenset()
    if name in OF_OTHERS:
        return frozenset((Origin.OTHER_NODE,))
    if name == "fact":
        given = arguments(base)
        known = given[0].value.split(".") if given and isinstance(given[0], ast.LiteralString) else []
        return frozenset((Origin.FACT,)) if known and is_free(tuple(known)) else frozenset()
    if name == "assert_type" or (name == "regsubst" and _keeps_harmless(arguments(base))):
        return _asserted(arguments(base), file, depth) if name == "assert_type" else frozenset()
    # What other functions make of a text may have any form, but still comes from where it came.
    return _all(arguments(base), file, depth - 1) - {Origin.TEXT} if name not in KEEPING else _all(arguments(base)[:2], file, depth - 1)


KEEPING = frozenset(
    ("join", "downcase", "upcase", "strip", "chomp", "sprintf", "String", "String.new", "unwrap", "pick", "flatten", "concat")
)
"""Functions whose results contain their arguments as they are."""


HARMLESS = lazy_pattern(r"\[\^(?:[\w.:@/-]|\\[wd.:@/-])*\]\+?")
"""All characters but those that mean nothing to a shell or a template."""


def _keeps_harmless(given: tuple[ast.Expression, ...]) -> bool:
    """Whether `regsubst` replaces all characters that mean something."""
    match given:
        case (
            _,
            ast.LiteralString(value=pattern) | ast.LiteralRegularExpression(pattern=pattern),
            ast.LiteralString(),
            ast.LiteralString(value=flags),
        ):
            return "G" in flags and HARMLESS.fullmatch(pattern) is not None
    return False


def _asserted(given: tuple[ast.Expression, ...], file: File, depth: int) -> frozenset[Origin]:
    """Where a value comes from that is asserted to be of a type."""
    type = None if file.model is None or len(given) < 2 else file.model.type_of(given[0])
    if len(given) < 2 or (isinstance(type, model.TypeType) and type.type is not None and not may_be_text(type.type)):
        return frozenset()
    return origins(given[1], file, depth - 1)


def is_free(path: tuple[str, ...]) -> bool:
    """Whether the value of a fact may be any text."""
    first = path[0]
    if first == "networking":
        return len(path) > 1 and path[1] in OF_NETWORK
    return first not in RESTRICTED and not any(PLACES.search(each) for each in path)


def _variable(variable: ast.VariableExpression, node: ast.Expression, file: File, depth: int) -> frozenset[Origin]:
    found = parameter(variable, file)
    if found is None:
        return _all(assigned(variable, file), file, depth - 1)
    declared, owner = found
    if isinstance(owner, ast.LambdaExpression):
        return _of_lambda(owner, file, depth)
    made: frozenset[Origin] = frozenset() if declared.value is None else origins(declared.value, file, depth - 1)
    type = declared_type(declared, file)
    return made | {Origin.TEXT} if variable is node and type is not None and _is_free_text(type) else made


def _of_lambda(owner: ast.LambdaExpression, file: File, depth: int) -> frozenset[Origin]:
    """Where the values come from that a function passes to a lambda."""
    for call in file.of_class(ast.CallMethodExpression, ast.CallNamedFunctionExpression):
        if isinstance(call, ast.CallMethodExpression | ast.CallNamedFunctionExpression) and call.lambda_ is owner:
            return _all(arguments(call)[:1], file, depth - 1) - {Origin.TEXT}
    return frozenset()


def is_harmless(node: ast.Expression, file: File) -> bool:
    """Whether no value of an expression has characters that mean something in a shell, as its type says."""
    type = None if file.model is None else file.model.type_of(node)
    return type is not None and not may_be_text(type)


def may_be_text(type: Type) -> bool:
    """Whether a type has texts of any form."""
    return any(_is_any_text(each) for each in alternatives(type))


def _is_any_text(type: Type) -> bool:
    """Whether a type has texts of any form, or may have some inside; that a text is known says nothing of other nodes."""
    harmless = (
        model.Numeric,
        model.Integer,
        model.Float,
        model.Boolean,
        model.Enum,
        model.Pattern,
        model.Undef,
        model.Default,
        model.Regexp,
    )
    return not isinstance(type, harmless)


def _is_free_text(type: Type) -> bool:
    """Whether a type is declared as String, with a size or without, besides what is harmless."""
    return any(isinstance(each, model.String) and each.value is None for each in alternatives(type))
