"""The definitions and functions of a project, as the evaluation of a whole catalog uses them."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.bridges.ruby_code import RubyCode, RubyFunction, called_alone, function_of, interpreted, may_declare, ruby_function
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.loader import FUNCTION, TYPE, TypedName
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.data_files import FORMATS, loading
from puppet_typesys.node_catalogs.declaring import DECLARING, ensure_packages
from puppet_typesys.node_catalogs.library import IncludedDefinitions, Includes, Library
from puppet_typesys.node_catalogs.node_query_functions import FOLDER, PARAMETERS, asking
from puppet_typesys.node_catalogs.queries import PUPPETDB_QUERY, querying
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.unknown import Unknown, contains_unknown

PACKAGES, CALLED_BEFORE, CALLED_SINCE = "ensure_packages", "ensure_resource", "defined_with_params"
"""A function of stdlib, and what it calls in releases before 8.3 and since."""
DEPRECATION = "deprecation"
DEPRECATED = lazy_pattern(rf"""call_function\(\s*'{DEPRECATION}',\s*'([^'\n]+)',\s*'([^'\n]+)'\s*\)""")
"""The call of the function that says, always in the same words, that another one is deprecated, whatever the settings are."""


class NodeDefinitions(IncludedDefinitions):
    """Functions in Ruby are interpreted; those of modules that are not installed have an unknown result."""

    def __init__(self, library: Library, program: Includes, causes: Causes) -> None:
        super().__init__(library, program)
        self.causes = causes
        self.code = RubyCode(library, causes, replaced=frozenset(DECLARING))
        self._functions: dict[str, BuiltinFunction | None] = {}
        self._types: dict[str, NativeType] = {}
        """The resource types that were found, none of which had the name of a define."""
        self._loaded_aliases: set[str] = set()

    def class_named(self, name: str) -> Definition | None:
        return self.included_class(name)

    def resource_type(self, name: str) -> Definition | NativeType | None:
        known = self._types.get(name)
        if known is not None and name not in self.program.catalog.defines:
            return known
        found = super().resource_type(name)
        if isinstance(found, NativeType):
            self._types[name] = found
        return None if isinstance(found, ExternalDefinition) else found

    def alias(self, name: str) -> Type | None:
        """The alias of a name. Raises an EvaluationError if the reference refuses to load its file."""
        if name not in self._loaded_aliases:
            for source in self.library.sources(TypedName(TYPE, name)):
                for error in source.errors:
                    self.program.sources.setdefault(source.path, source)
                    raise error.raised_in(source.text)
            self._loaded_aliases.add(name)
        return super().alias(name)

    def function(self, name: str) -> BuiltinFunction | None:
        if name not in self._functions:
            self._functions[name] = self._function(name)
        return self._functions[name]

    def _function(self, name: str) -> BuiltinFunction | None:
        found = self.library.ruby(name)
        if found is None and name == PUPPETDB_QUERY and self.library.queries is not None:
            return querying(self.library.queries)
        if name in PARAMETERS and self.library.queries is not None and self._is_of_queries(name, found):
            return asking(name, self.library.queries)
        if found is None:
            # What the functions of stdlib do is known without its files.
            return function_of(name, DECLARING.get(name, _unknown)) if self.library.is_absent(TypedName(FUNCTION, name)) else None
        if name in DECLARING:
            own = _of_an_earlier_release(name, found, self.code) or self._deprecated(name, found)
            return own or function_of(name, DECLARING[name])
        if name in FORMATS:
            return function_of(name, loading(name, self.library))
        return ruby_function(name, found, self.code)

    def _deprecated(self, name: str, found: RubyFunction) -> BuiltinFunction | None:
        """The function of a release of stdlib before 9.3 that first says that it is deprecated, which some settings make an error."""
        said, saying = DEPRECATED.search(found.text), self.library.ruby(DEPRECATION)
        if said is None or saying is None:
            return None
        say = interpreted(DEPRECATION, saying, self.code)

        def run(call: Invocation, *given: object) -> object:
            say(call, *said.groups(), None)
            return DECLARING[name](call, *given)

        return function_of(name, run)

    def _is_of_queries(self, name: str, found: RubyFunction | None) -> bool:
        """Whether a function is that of the module whose functions ask PuppetDB, which may not be installed."""
        return self.library.is_absent(TypedName(FUNCTION, name)) if found is None else FOLDER in found.path.replace("\\", "/")

    def computing(self, name: str) -> frozenset[str] | None:
        """The functions in Ruby that compute what one of them returns, itself included, if that depends on its arguments alone."""
        computing, waiting = {name}, [name]
        while waiting:
            each = waiting.pop()
            found = None if each in DECLARING or each in FORMATS or each in PARAMETERS else self.library.ruby(each)
            called = None if found is None else called_alone(found.text)
            if called is None:
                return None
            waiting += called - computing
            computing |= called
        return frozenset(computing)

    def is_pure(self, name: str) -> bool:
        """Whether a function written in Ruby certainly declares no resources."""
        found = self.library.ruby(name)
        return found is not None and name not in DECLARING and not may_declare(found.text, self.library, lambda each: False)


def _of_an_earlier_release(name: str, found: RubyFunction, code: RubyCode) -> BuiltinFunction | None:
    """The function for packages of stdlib before 8.3, whose releases differ in what they declare; None for any other function.

    Where something unknown decides, it does what that of later releases does.
    """
    if name != PACKAGES or CALLED_BEFORE not in found.text or CALLED_SINCE in found.text:
        return None
    own = interpreted(name, found, code)

    def run(call: Invocation, *given: object) -> object:
        is_unsure = any(map(contains_unknown, given)) or call.evaluator.compiler.catalog.may_have_more("package")
        return ensure_packages(call, *given) if is_unsure else own(call, *given)

    return function_of(name, run)


def _unknown(call: Invocation, *arguments: object) -> object:
    """The result of a function of a module that is not installed, which may declare resources."""
    call.evaluator.compiler.catalog.mark_partial()
    return Unknown(model.ANY)
