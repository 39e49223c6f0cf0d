"""Functions, facts and data types written in Ruby are read without being executed."""

from __future__ import annotations

import pytest

from puppet_typesys.loader import Signature
from tests.workspace.reading import function, read


def signature(body: str) -> Signature:
    """The only signature of a function with this `dispatch`."""
    found = function(
        f"Puppet::Functions.create_function(:f) do\n  dispatch :f do\n{body}\n  end\n  def f(*args)\n    found(args)\n  end\nend\n"
    )
    assert not found.is_open
    (only,) = found.signatures
    return only


def written(found: Signature) -> str:
    """A signature in short: `?` optional, `*` any number, `+` at least one."""
    marks = ["*" if each.captures_rest else "" if each.is_required else "?" for each in found.parameters]
    if found.at_least_once:
        marks[-1] = "+"
    parts = [f"{each.type or 'Any'} {each.name}{mark}" for each, mark in zip(found.parameters, marks, strict=True)]
    block = [f"&{found.block}{'?' if found.block_optional else ''}"] if found.block else []
    return ", ".join(parts + block) + (f" -> {found.returns}" if found.returns else "")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("param 'String', :a\noptional_param 'Integer', :b", "String a, Integer b?"),
        ("required_param 'String', :a\nrepeated_param 'Any', :rest", "String a, Any rest*"),
        ("optional_repeated_param 'String', :a", "String a*"),
        ("required_repeated_param 'String', :a", "String a+"),
        ("block_param", "&Callable"),
        ("block_param :b", "&Callable"),
        ("required_block_param 'Callable[1]', :b", "&Callable[1]"),
        ("optional_block_param 'Callable[1]', :b", "&Callable[1]?"),
        ("param 'String', :a\nreturn_type 'Integer'", "String a -> Integer"),
        ("scope_param\nparam 'String', :a", "String a"),
        ("param computed, :a", "Any a"),
        ("param 'Variant[String,\n  Integer]', :a", "Variant[String, Integer] a"),
        ("", ""),
    ],
)
def test_dispatch(body: str, expected: str) -> None:
    assert written(signature(body)) == expected


def test_several_signatures_without_those_that_only_explain_errors() -> None:
    found = function(
        """
        Puppet::Functions.create_function(:'mine::f') do
          dispatch(:one) { param 'String', :a }
          dispatch :two do
            param 'Integer', :a
          end
          argument_mismatch :no do
            param 'Float', :a
          end
        end
        """
    )
    assert found.name == "mine::f"
    assert [written(each) for each in found.signatures] == ["String a", "Integer a"]


def test_local_types_are_written_out() -> None:
    found = function(
        """
        Puppet::Functions.create_function(:f) do
          local_types do
            type 'Word = String[1]'
            type 'Words = Array[Word]'
            type 'Tree = Variant[Word, Array[Tree]]'
          end
          dispatch :f do
            param 'Words', :a
            param "Enum['Word', Words]", :b
            param 'Mine::Word', :c
            param 'Tree', :d
          end
        end
        """
    )
    assert [each.type for each in found.signatures[0].parameters] == [
        "Array[String[1]]",
        "Enum['Word', Array[String[1]]]",
        "Mine::Word",
        None,
    ]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [("a, b", "Any a, Any b"), ("a, b = 1, *c", "Any a, Any b?, Any c*"), ("a = 1, b, &block", "Any b, Any a?"), ("", "")],
)
def test_without_dispatch_the_method_is_the_signature(parameters: str, expected: str) -> None:
    found = function(
        f"Puppet::Functions.create_function(:'m::f') do\n  def f({parameters})\n    found\n  end\nend", "lib/puppet/functions/m/f.rb"
    )
    assert not found.is_open
    assert [written(each) for each in found.signatures] == [expected]


@pytest.mark.parametrize(
    "body",
    [
        "init_dispatch",
        "def other(a)\nend",
        "def f(a:)\nend",
        "dispatch :f do\n  param 'String', :a if old?\nend",
        "dispatch :f do\n  own_params\nend",
        "KINDS.each { |kind| dispatch(:f) { param kind, :a } }",
        "dispatch(:f) { param 'String', :a } unless old?",
        "extend Own::Dispatching\ndef f(a)\nend",
        "dispatch :f do\n  param 'String', :a",
    ],
)
def test_signatures_that_are_not_understood_leave_a_function_open(body: str) -> None:
    assert function(f"Puppet::Functions.create_function(:f) do\n{body}\nend").is_open


def test_another_base_without_dispatch_leaves_a_function_open() -> None:
    assert function("Puppet::Functions.create_function(:f, Own::Base) do\n  def f(a)\n  end\nend").is_open


def test_documentation_of_functions() -> None:
    found = function(
        """
        # Not about it.

        # @summary Says it.
        #
        # At length.
        # @deprecated Use g.
        # @example Call it
        #   f(1)
        Puppet::Functions.create_function(:f) do
          # @param a The first,
          #   and so on.
          # @param [String] b The second.
          # @return [String] It.
          dispatch :f do
            param 'String', :a
            param 'String', :b
          end
        end
        """
    )
    assert (found.doc, found.deprecated) == ("Says it.\n\nAt length.", "Use g.")
    assert [each.doc for each in found.signatures[0].parameters] == ["The first,\nand so on.", "The second."]


@pytest.mark.parametrize(
    ("comment", "deprecated"),
    [("@summary DEPRECATED.  Use g.", "Use g."), ("**Deprecated:** use g.", "use g."), ("Deprecated things are listed.", None)],
)
def test_a_text_may_begin_with_the_deprecation(comment: str, deprecated: str | None) -> None:
    assert function(f"# {comment}\nPuppet::Functions.create_function(:f) do\n  def f\n  end\nend").deprecated == deprecated


@pytest.mark.parametrize("comment", ["frozen_string_literal: true", "Copyright 2020 by its authors"])
def test_other_comments_are_not_documentation(comment: str) -> None:
    assert function(f"# {comment}\nPuppet::Functions.create_function(:f) do\n  def f\n  end\nend").doc == ""


def test_a_private_function() -> None:
    assert function("# @api private\nPuppet::Functions.create_function(:f) do\n  def f\n  end\nend").is_private


@pytest.mark.parametrize(
    ("method", "forwards"),
    [
        ("def g(*args)\ncall_function('deprecation', 'f')\ncall_function('mine::f', *args)\nend", "mine::f"),
        ("def g(scope, *args)\nscope.call_function('mine::f', args)\nend", "mine::f"),
        ("def g(*args)\ncall_function('mine::f', args)\nend", None),
        ("def g(*args)\ncall_function('mine::f', 1, *args)\nend", None),
        ("def g(*args)\nargs.pop\ncall_function('mine::f', *args)\nend", None),
        ("def g(*args)\ncall_function('mine::f', *args) if args\nend", None),
    ],
)
def test_a_function_that_forwards_its_arguments(method: str, forwards: str | None) -> None:
    code = f"Puppet::Functions.create_function(:f) do\ndispatch :g do\nrepeated_param 'Any', :args\nend\n{method}\nend"
    assert function(code).forwards == forwards


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        ("raise(ParseError, 'wrong') if args.size != 1", "Any args"),
        ("raise ParseError, 'wrong' if args.length < 2", "Any args, Any args, Any args*"),
        ("if args.size > 2 then\nraise ParseError, 'wrong'\nend", "Any args?, Any args?"),
        ("args = [1]\nraise ParseError, 'wrong' if args.size != 1", "Any args*"),
        ("warn 'wrong' if args.size != 1", "Any args*"),
    ],
)
def test_a_method_that_counts_its_arguments(guard: str, expected: str) -> None:
    (found,) = function(f"Puppet::Functions.create_function(:f) do\ndef f(*args)\n{guard}\nargs.first\nend\nend").signatures
    assert written(found) == expected


OLD = "lib/puppet/parser/functions/f.rb"


@pytest.mark.parametrize(
    ("code", "arity", "is_statement"),
    [
        ("Puppet::Parser::Functions.newfunction(:f, :type => :rvalue, :arity => -2) { |args| }", -2, False),
        ("module Puppet::Parser::Functions\n  newfunction(:f, type: :rvalue, arity: 1, doc: 'x') do |args|\n  end\nend", 1, False),
        ("module Puppet::Parser\n  module Functions\n    newfunction :f do |args|\n    end\n  end\nend", -1, True),
    ],
)
def test_old_functions(code: str, arity: int, is_statement: bool) -> None:
    found = function(code, OLD)
    assert (found.name, found.arity, found.is_statement, found.is_open) == ("f", arity, is_statement, False)


def test_documentation_of_old_functions() -> None:
    code = "Puppet::Parser::Functions.newfunction(:f, :type => :rvalue, :doc => <<-EOT\n  Says it.\n\n    f(1)\n  EOT\n) do |args|\nend\n"
    assert function(code, OLD).doc == "Says it.\n\n  f(1)"


def test_old_functions_with_computed_options_are_open() -> None:
    assert function("Puppet::Parser::Functions.newfunction(:f, options) { |args| }", OLD).is_open
    assert function("Puppet::Parser::Functions.newfunction(:f, :arity => many) { |args| }", OLD).is_open


def test_the_path_gives_at_least_the_name_of_the_function() -> None:
    found = function("load_it", "lib/puppet/functions/mine/f.rb")
    assert (found.name, found.is_open) == ("mine::f", True)


def test_facts() -> None:
    code = """
    # How big it is.
    Facter.add(:size) do
      setcode { 1 }
    end
    Facter.add('colour', :type => :aggregate) { }
    if linux?
      %w[a b].each { |part| Facter.add("part_#{part}") { setcode { part } } }
    end
    parts.each do |part|
      Facter.add("other_#{part}") { }
      Facter.add(:parts) { }
    end
    Facter::Util.add(:x)
    """
    found = read("lib/facter/size.rb", code)
    assert [(each.kind, each.name, each.doc) for each in found] == [
        ("fact", "size", "How big it is."),
        ("fact", "colour", ""),
        ("fact", "part_a", ""),
        ("fact", "part_b", ""),
        ("fact", "parts", ""),
    ]


def test_data_types() -> None:
    code = """
    Puppet::DataTypes.create_type('Mine::Point') do
      interface <<-PUPPET
        attributes => { x => Integer, y => Integer }
        PUPPET
      implementation do
        def sum
        end
      end
    end
    """
    (point,) = read("lib/puppet/datatypes/mine/point.rb", code)
    assert (point.kind, point.name, point.is_open) == ("type", "Mine::Point", False)
    assert point.text == "Object[{name => 'Mine::Point', attributes => { x => Integer, y => Integer }}]"


def test_a_data_type_with_a_computed_interface_is_open() -> None:
    (point,) = read("lib/puppet/datatypes/point.rb", "Puppet::DataTypes.create_type('Point') { interface text }")
    assert point.is_open


@pytest.mark.parametrize("path", ["lib/puppet_x/mine.rb", "lib/puppet/util/mine.rb", "lib/puppet/type/thing.txt"])
def test_other_files_define_nothing(path: str) -> None:
    assert read(path, "Puppet::Type.newtype(:thing) { }") == ()


def test_a_function_with_its_own_call_may_be_called_otherwise_than_it_declares() -> None:
    declared = "Puppet::Functions.create_function(:f) do\n  dispatch :f do\n    param 'Any', :scope\n    param 'Type', :t\n  end\n"
    assert not function(f"{declared}  def f(scope, t)\n  end\nend\n").is_open
    assert function(f"{declared}  def call(scope, *args)\n    super(scope, scope, *args)\n  end\n  def f(scope, t)\n  end\nend\n").is_open
