"""The entries of data types in Ruby: `Puppet::DataTypes.create_type('X') do interface <<-PUPPET ... end`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.documentation.docstring import parse_docstring
from puppet_check.documentation.entries import DataType
from puppet_check.documentation.ruby_source import RubySource, line_of


def data_types(source: RubySource) -> Iterator[DataType]:
    """The data types of a file."""
    for call in source.calls():
        if call.name == "create_type" and call.receiver == "Puppet::DataTypes" and call.arguments:
            name = source.string(call.arguments[0])
            if name is not None:
                yield DataType(name, source.path, line_of(call.node), parse_docstring(source.comment_above(call.node)))
