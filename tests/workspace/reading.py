"""How the tests of this folder read Ruby."""

from __future__ import annotations

from textwrap import dedent

from puppet_check.workspace.ruby.literals import value
from puppet_check.workspace.ruby.read import read_ruby
from puppet_check.workspace.ruby.values import UNKNOWN, Budget, Scope, Value, is_known
from puppet_typesys.loader import Attribute, Definition
from puppet_typesys.ruby.syntax import heredocs, parse


def read(path: str, code: str) -> tuple[Definition, ...]:
    """What a file defines."""
    return read_ruby(path, dedent(code).encode())


def read_type(code: str) -> Definition:
    """The resource type of a file that defines one."""
    (found,) = read("lib/puppet/type/thing.rb", code)
    return found


def type_with(body: str) -> Definition:
    """The resource type with this body."""
    return read_type(f"Puppet::Type.newtype(:thing) do\n{dedent(body)}\nend\n")


def attribute_with(body: str, options: str = "") -> Attribute:
    """The property of a type, with this body."""
    made = type_with(f"newproperty(:size{options}) do\n{dedent(body)}\nend").attribute("size")
    assert made is not None
    return made


def function(code: str, path: str = "lib/puppet/functions/f.rb") -> Definition:
    """The function of a file."""
    (found,) = read(path, code)
    return found


def names(definition: Definition) -> list[str]:
    """The names of a type's attributes."""
    return [each.name for each in definition.attributes]


def constant(code: str) -> Value:
    """What readers of definitions know of the value of an expression; UNKNOWN if it has unknown parts."""
    root = parse(f"{code}\n".encode()).root_node
    first, *others = [each for each in root.named_children if each.type != "heredoc_body"]
    found = UNKNOWN if others else value(first, Scope({}, heredocs(root), Budget()))
    return found if is_known(found) else UNKNOWN
