"""What the arguments of functions name: the one table of it, for Puppet code and templates alike.

An argument that is only a value has no role. Arguments are counted with the receiver before the dot, so `'key'.lookup` and
`lookup('key')` are the same.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from puppet_grammar.named import NamedTuple
from puppet_grammar.table import Table


class Role(StrEnum):
    """What an argument names."""

    CLASS = "class"
    """A class, or several."""
    RESOURCE_TYPE = "resource type"
    """A resource type; `@` and `@@` before it declare virtual and exported resources."""
    ATTRIBUTES = "attributes"
    """A hash of attributes of a resource."""
    ATTRIBUTE = "attribute"
    """An attribute of the resource that the first argument refers to."""
    RESOURCES = "resources"
    """A hash from titles to attributes."""
    TITLE = "title"
    DEFINITION = "definition"
    """A class, resource type, data type or function, or a variable after `$`."""
    FUNCTION = "function"
    TASK = "task"
    PLAN = "plan"
    VARIABLE = "variable"
    """A variable, with a path into its value: `facts.os.family`."""
    FACT = "fact"
    """A fact, with a path into its value: `os.family`."""
    PATH = "path"
    """A path into the value of the first argument: `os.family`."""
    STEP = "step"
    """One step of a path into the value of the first argument."""
    HIERA_KEY = "Hiera key"
    MERGE = "merge strategy"
    TEMPLATE = "template"
    """An ERB or EPP template, `module/file`."""
    PARAMETERS = "parameters"
    """A hash of parameters of a template, task or plan."""
    FILE = "file"
    """A file of a module, `module/file`."""
    TEXT_OF_TEMPLATE = "text of a template"
    MESSAGE = "message"
    """A text for people."""


class Arguments(NamedTuple):
    """The roles of the arguments of a function."""

    roles: tuple[Role | None, ...]
    rest: Role | None = None
    """The role of the arguments after those."""

    def of(self, index: int) -> Role | None:
        """The role of an argument, counted from 0."""
        return self.roles[index] if index < len(self.roles) else self.rest


def _each(role: Role) -> Arguments:
    return Arguments((), role)


ARGUMENTS: Table[str, Arguments] = Table("the roles of arguments")
"""By name of the function; of those of modules with and without the name of the module."""
for _names, _roles in (
    ("include contain require", _each(Role.CLASS)),
    ("create_resources", Arguments((Role.RESOURCE_TYPE, Role.RESOURCES, Role.ATTRIBUTES))),
    ("ensure_resource stdlib::ensure_resource", Arguments((Role.RESOURCE_TYPE, Role.TITLE, Role.ATTRIBUTES))),
    ("ensure_resources stdlib::ensure_resources", Arguments((Role.RESOURCE_TYPE, Role.RESOURCES, Role.ATTRIBUTES))),
    ("defined_with_params stdlib::defined_with_params", Arguments((Role.RESOURCE_TYPE, Role.ATTRIBUTES))),
    ("getparam stdlib::getparam", Arguments((None, Role.ATTRIBUTE))),
    ("defined", _each(Role.DEFINITION)),
    ("call Deferred", Arguments((Role.FUNCTION,))),
    ("run_task run_task_with", Arguments((Role.TASK, None, None, Role.PARAMETERS))),
    ("run_plan", Arguments((Role.PLAN, None, Role.PARAMETERS))),
    ("getvar stdlib::getvar", Arguments((Role.VARIABLE,))),
    ("fact stdlib::fact", Arguments((Role.FACT,))),
    ("get", Arguments((None, Role.PATH))),
    ("dig", Arguments((None,), Role.STEP)),
    ("lookup", Arguments((Role.HIERA_KEY, None, Role.MERGE))),
    ("hiera hiera_array hiera_hash hiera_include", Arguments((Role.HIERA_KEY,))),
    ("template", _each(Role.TEMPLATE)),
    ("epp stdlib::deferrable_epp deferrable_epp", Arguments((Role.TEMPLATE, Role.PARAMETERS))),
    ("file", _each(Role.FILE)),
    ("find_file find_template module_file", _each(Role.FILE)),
    ("inline_template", _each(Role.TEXT_OF_TEMPLATE)),
    ("inline_epp", Arguments((Role.TEXT_OF_TEMPLATE, Role.PARAMETERS))),
    ("fail err error warning notice info debug crit alert emerg", _each(Role.MESSAGE)),
):
    for _name in _names.split():
        ARGUMENTS[_name] = _roles


def role_of(function: str, index: int) -> Role | None:
    """What an argument of a function names, counted from 0; None if it is only a value, or if that is not known."""
    found = ARGUMENTS.entries.get(function)
    return None if found is None else found.of(index)


@cache
def functions_with(*roles: Role) -> frozenset[str]:
    """The functions of which an argument has one of some roles."""
    return frozenset(name for name, each in ARGUMENTS.items() if each.rest in roles or not set(roles).isdisjoint(each.roles))
