"""CheckResolver: resolves names by a Loader; a name that may exist outside of the checked files becomes an unknown value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.bridges.erb_templates import with_checked_templates
from puppet_typesys.builtins.allowed import Allowed, allowed
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import NativeType, metaparameters, native_type
from puppet_typesys.builtins.targets import SETTINGS, Target
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.resolver import Classes, ExternalDefinitions, Resolver
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.call import Call, World
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.infer.external import ExternalDefinition, LoadedDefinitions
from puppet_typesys.infer.issues import erb_error
from puppet_typesys.loader import CLASS, DEFINE, FACT, NODE_VARIABLE, TOP_VARIABLE, TYPE, TypedName, default_name
from puppet_typesys.spelling import is_misspelt
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Member
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.unknown import ForgottenInClass, Unknown

TOP_VARIABLES = frozenset(
    """facts trusted server_facts environment clientcert clientversion clientnoop agent_specified_environment puppetversion serverversion
    servername serverip serverip6 module_name caller_module_name""".split()
)
ENTERPRISE_FACTS = "pe_"
"""How the names of facts begin that nodes of Puppet Enterprise have."""
TITLES = frozenset({"title", "name", "module_name"})
CLASS_NAME = lazy_pattern(r"[\w:-]+")
"""The names that are those of classes, also of old ones, about which there is an error where they are defined."""


class CheckResolver(Resolver):
    """Resolves the names that a checked program does not define itself.

    `external`, if given, replaces `loaded` as the source of the definitions that the program evaluates. `strict` means that all files and
    data of an environment are present; a variable of a class that was not evaluated is then an error.
    """

    def __init__(
        self, world: World, loaded: LoadedDefinitions, target: Target, *, strict: bool = False, external: ExternalDefinitions | None = None
    ) -> None:
        super().__init__(world, external or loaded, target)
        self.loaded = loaded
        self.strict = strict
        self.last_scope: Scope | None = None
        """The scope in which a variable was last found missing."""

    def end_strictness(self) -> None:
        """Begin with definitions that are evaluated by themselves: classes that others evaluate may not have been evaluated."""
        self.strict = False

    def builtin_function(self, name: str) -> BuiltinFunction | None:
        found = super().builtin_function(name)
        if name == "template" and found is not None:
            return with_checked_templates(found, erb_error)
        return found

    def call_member(self, call: Call, receiver: Instance, member: Member, arguments: tuple[object, ...]) -> object:
        if self.loaded.data_type(member.container.name) is not None:
            return Unknown(model.ANY)
        return super().call_member(call, receiver, member, arguments)

    def native_type(self, name: str) -> NativeType | None:
        # A rule reports the types that the target lacks, wherever they are named.
        return super().native_type(name) or native_type(name)

    def allowed(self, type: str, attribute: str) -> Allowed | None:
        """Return the values that an attribute of a resource type accepts; None if it accepts any."""
        return self.target.allowed(type, attribute, allowed(type, attribute)) or self.loaded.allowed(type, attribute)

    def unknown_type(self, name: str) -> Unknown | None:
        return None if self.loaded.is_complete(TypedName(TYPE, name.lower().removeprefix("::"))) else Unknown(model.TypeType())

    def is_class_unknown(self, name: str) -> bool:
        plain = name.removeprefix("::")
        # No class can have another name, in whatever module.
        return CLASS_NAME.fullmatch(plain) is not None and not self.loaded.is_complete(TypedName(CLASS, plain))

    def is_type_unknown(self, name: str) -> bool:
        plain = name.removeprefix("::").lower()
        if plain != name.lower() and (self.native_type(plain) or isinstance(self.loaded.resource_type(plain), NativeType)):
            return False
        return not self.loaded.is_complete(TypedName(DEFINE, plain))

    def custom_fact(self, name: str) -> Type:
        found = None if fact(name) is not None else self.loaded.load(TypedName(FACT, name))
        return model.ANY if found is None or found.text is None else parse_builtin(found.text)

    def pending_variable(self, name: str) -> Unknown | None:
        # A parameter whose default is the parameter itself gets its value from Hiera.
        return Unknown(model.ANY)

    def missing_variable(self, name: str, scope: Scope, classes: Classes) -> Unknown | None:
        plain = name.removeprefix("::")
        self.last_scope = scope
        if self.target.lacks_variable(plain):
            return None
        if plain.startswith(SETTINGS) and not _is_setting(plain.removeprefix(SETTINGS)):
            return None
        if plain in TOP_VARIABLES or plain.startswith((SETTINGS, ENTERPRISE_FACTS)):
            return Unknown(model.ANY)
        qualifier, _, leaf = plain.rpartition("::")
        if qualifier:
            # An unknown class that is declared before may include others whose modules are not installed.
            is_only_declared = self.strict and not (classes.is_partial and self.is_class_unknown(qualifier))
            return None if is_only_declared else self._class_variable(qualifier, leaf, classes)
        more = self.target.variable(plain)
        if more is not None:
            return Unknown(parse_builtin(more))
        known = fact(plain)
        if known is not None:
            return Unknown(model.Optional(parse_builtin(known.type)))
        if self._is_set_above(plain, scope):
            return Unknown(model.ANY)
        if self.loaded.load(TypedName(FACT, plain)) is not None:
            return Unknown(model.Optional(self.custom_fact(plain)))
        # A variable of the top scope may be set by the site manifest or by an external node classifier.
        is_of_top = name.startswith("::") or not (self.strict or self.loaded.is_complete(TypedName(TOP_VARIABLE, plain)))
        return Unknown(model.ANY) if is_of_top or self._may_be_fact(plain, scope) else None

    def _may_be_fact(self, name: str, scope: Scope) -> bool:
        """Whether a name that is not that of a variable nearby may be a fact of a module that is not installed."""
        return not self.loaded.is_complete(TypedName(FACT, name)) and not is_misspelt(name, visible_variables(scope))

    def _is_set_above(self, name: str, scope: Scope) -> bool:
        """Whether a main manifest sets a variable in the top scope or, for all but functions, in a node definition."""
        kinds = (TOP_VARIABLE,) if scope.kind == "top" else (TOP_VARIABLE, NODE_VARIABLE)
        found = (self.loaded.load(TypedName(kind, name.lower())) for kind in kinds)
        return not self.strict and any(each is not None and each.name == name for each in found)

    def may_have_default(self, module: str, type: str, attributes: Sequence[str]) -> bool:
        """Whether resource defaults of another scope may set one of some attributes of the resources that a module declares."""
        names = (default_name(type, each, module) for each in (*attributes, "*"))
        return any(self.loaded.load(each) is not None for each in names)

    def _class_variable(self, name: str, leaf: str, classes: Classes) -> Unknown | None:
        """Return the value of a variable of a class that is not evaluated; another file may have included the class."""
        found = classes.class_named(name.lower())
        while found is not None:
            value = _variable_of(found, leaf)
            if isinstance(value, ForgottenInClass) and found.parent is not None:
                return value if self._class_variable(found.parent, leaf, classes) is None else Unknown(model.ANY)
            if value is not None:
                return value
            if found.parent is None:
                return Unknown(model.ANY) if self._has_variable_elsewhere(name, leaf) else None
            found = classes.class_named(found.parent)
            if found is None:
                return Unknown(model.ANY)
        return Unknown(model.ANY) if self.is_class_unknown(name) else None

    def _has_variable_elsewhere(self, name: str, leaf: str) -> bool:
        """Whether another definition of a class has a variable: a main manifest may be that of nodes which have no class of a module."""
        several = self.loaded.loader.load_all(TypedName(CLASS, name.lower()))
        return len(several) > 1 and any(leaf in each.variables or each.parameter(leaf) is not None or each.parent for each in several)


def _variable_of(definition: Definition, name: str) -> Unknown | None:
    """Return the value of a parameter or variable of a class; None if its body sets none of that name."""
    if isinstance(definition, ExternalDefinition):
        data = definition.data
        if data.is_open or data.has_open_variables or name in data.variables or name in TITLES:
            return definition.variable(name)
        return None if data.parameter(name) is None else Unknown(definition.declared_types[name])
    if name in definition.types:
        return Unknown(definition.types[name])
    if definition.body is None or name in assigned_variables(definition.body) or name in TITLES:
        return Unknown(model.ANY)
    return None


def assigned_variables(body: ast.Node) -> set[str]:
    """Return the names of the variables that a body assigns, including those of its lambdas."""
    return names_assigned_by(ast.of_class(body, ast.AssignmentExpression))


def names_assigned_by(assignments: Iterable[ast.AssignmentExpression]) -> set[str]:
    """Return the names of the variables on the left sides of assignments."""
    return set[str]().union(*(assigned_names(each.left_expr) for each in assignments))


def assigned_names(node: ast.Node) -> set[str]:
    """Return the names of the variables on the left side of an assignment."""
    if isinstance(node, ast.VariableExpression):
        return {node.name}
    if isinstance(node, ast.LiteralList):
        return set[str]().union(*map(assigned_names, node.values))
    return set()


def visible_variables(scope: Scope) -> set[str]:
    """The variables that are visible in a scope."""
    names: set[str] = set()
    following: Scope | None = scope
    while following is not None:
        frame: Frame | None = following.frame
        while frame is not None:
            names.update(frame.variables)
            frame = frame.parent
        following = following.inherited or following.enclosing()
    return names - {"title", "name", "module_name", "caller_module_name"} - set(metaparameters())


def _is_setting(name: str) -> bool:
    from puppet_typesys.builtins.settings import is_setting  # Few programs read settings.

    return is_setting(name)
