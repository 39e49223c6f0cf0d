"""The classes and modules of the core, and the class of each value."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from puppet_typesys.ruby.objects import (
    Hash,
    MatchData,
    Module,
    NativeProc,
    Object,
    Proc,
    Raised,
    Range,
    String,
    Symbol,
)
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.types.model import Type
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import Default
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue

_TREE = """
BasicObject
Object < BasicObject
Module < Object
Class < Module
Kernel Comparable Enumerable
String Symbol NilClass TrueClass FalseClass Array Hash Range Regexp MatchData Proc Set Time Random Struct Numeric Exception < Object
Integer Float < Numeric
ScriptError NoMemoryError SecurityError SignalException SystemExit SystemStackError StandardError < Exception
LoadError NotImplementedError SyntaxError < ScriptError
ArgumentError EncodingError FiberError IOError IndexError LocalJumpError NameError RangeError RegexpError RuntimeError ThreadError TypeError
  ZeroDivisionError SystemCallError < StandardError
UncaughtThrowError < ArgumentError
EOFError < IOError
Puppet::ErrorOfFunction < StandardError
KeyError StopIteration < IndexError
NoMethodError < NameError
FloatDomainError < RangeError
FrozenError < RuntimeError
SocketError Timeout::Error < StandardError
Errno::ENOENT Errno::EACCES < SystemCallError
Enumerator Method Binding IO Encoding Data Rational Complex Thread Mutex ObjectSpace GC Process Signal Marshal Dir < Object
File < IO
Math JSON YAML Psych Base64 Digest Shellwords CGI ERB URI Zlib OpenSSL SecureRandom Puppet FileUtils Open3 Etc Facter
  Gem PSON Timeout Benchmark
  Hiera Hocon Augeas StringIO Tempfile Pathname Date DateTime OpenStruct Logger Socket Net Resolv Rexml Bundler Rake ENV
  ARGV Object < Object
JSON::JSONError < StandardError
JSON::ParserError JSON::GeneratorError < JSON::JSONError
JSON::NestingError < JSON::ParserError
Psych::Exception < RuntimeError
Psych::SyntaxError Psych::DisallowedClass Psych::BadAlias < Psych::Exception
YAML::SyntaxError < Psych::SyntaxError
ERB::Util CGI::Util URI::Generic URI::FTP IPAddr IPAddr::Addresses Gem::Version Digest::Base < Object
Puppet::LookupContext < Object
URI::Error < StandardError
URI::HTTP < URI::Generic
URI::HTTPS < URI::HTTP
URI::LDAP URI::WS < URI::Generic
URI::LDAPS < URI::LDAP
URI::WSS < URI::WS
URI::InvalidURIError URI::InvalidComponentError URI::BadURIError < URI::Error
Digest::MD5 Digest::SHA1 Digest::SHA256 Digest::SHA384 Digest::SHA512 < Digest::Base
IPAddr::Error < ArgumentError
IPAddr::InvalidAddressError IPAddr::AddressFamilyError IPAddr::InvalidPrefixError < IPAddr::Error
OpenSSL::Digest OpenSSL::HMAC OpenSSL::KDF OpenSSL::PKCS5 < Object
Puppet::Error < RuntimeError
Puppet::DevError Puppet::PreformattedError Puppet::ResourceError Puppet::ParseErrorWithIssue Puppet::ParseError < Puppet::Error
Puppet::ExecutionFailure < Puppet::Error
Puppet::Functions Puppet::Functions::Function Puppet::Functions::DispatcherBuilder Puppet::Functions::LocalTypes Puppet::Parser
  Puppet::Parser::Functions Puppet::Parser::Scope Puppet::Parser::TemplateWrapper Puppet::Util Puppet::Util::Package Puppet::Util::Errors
  Puppet::Pops Puppet::Pops::Types Puppet::Pops::Types::PAnyType Puppet::Pops::Types::TypeCalculator Puppet::Pops::Types::TypeParser
  Puppet::Pops::Types::TypeFactory Puppet::Pops::Types::PSensitiveType Puppet::Pops::Types::PSensitiveType::Sensitive
  Puppet::Pops::Types::Iterable Puppet::Pops::Types::PuppetObject
  Puppet::Pops::Types::StringConverter Puppet::Pops::Serialization Puppet::Pops::Serialization::ToDataConverter Puppet::Pops::Time
  Puppet::Pops::Time::Timestamp Puppet::Pops::Time::Timespan Puppet::Pops::Types::PBinaryType Puppet::Pops::Types::PBinaryType::Binary
  Puppet::Resource Puppet::Util::Json Puppet::Module Puppet::Parser::Files Puppet::Parser::Compiler Puppet::Node::Environment PuppetX
  Puppet::Type Puppet::Parameter Puppet::Pops::Functions Puppet::Pops::Functions::Dispatcher Puppet::Pops::Loaders Puppet::Pops::Loader
  Puppet::Pops::Loader::Function Puppet::Pops::Types::TypeMismatchDescriber
  Puppet::DataTypes Puppet::DataTypes::TypeBuilder Puppet::Parser::Resource Puppet::Resource::Type Puppet::Node
  Puppet::Parser::Scope::Variables Puppet::FileSystem
  Puppet::Settings Puppet::Pops::Evaluator Puppet::Pops::PuppetStack SemanticPuppet
  SemanticPuppet::Version SemanticPuppet::VersionRange < Object
Puppet::Util::Json::ParseError < StandardError
SemanticPuppet::Version::ValidationFailure < ArgumentError
Puppet::Functions::InternalFunction < Puppet::Functions::Function
"""
MODULES = frozenset(
    "Kernel Comparable Enumerable Math JSON YAML Psych Base64 Shellwords ERB::Util URI Zlib OpenSSL "
    "Puppet Puppet::DataTypes Puppet::Functions Puppet::Parser "
    "Puppet::Parser::Functions Puppet::Util Puppet::Util::Package Puppet::Pops Puppet::Pops::Types FileUtils SecureRandom".split()
)
"""Modules that are not classes."""


def _made() -> dict[str, Module]:
    made: dict[str, Module] = {}
    for line in _TREE.replace("\n  ", " ").strip().splitlines():
        names, _, above = line.partition(" < ")
        for name in names.split():
            if name not in made:
                made[name] = Module(name, made[above] if above and name not in MODULES else None, name not in MODULES)
    return made


CLASSES = _made()
"""The classes and modules by their full names. Threads share them; programs cannot change them."""
HIDDEN = frozenset(
    "Enumerator Method Binding IO Data Rational Complex Thread Mutex ObjectSpace GC Process Signal Marshal Dir FileUtils Open3 Etc Facter "
    "PSON Timeout Benchmark Hiera Hocon Augeas StringIO Tempfile Pathname Date DateTime OpenStruct Logger "
    "Socket Net Resolv Rexml Bundler Rake "
    "ARGV".split()
)
"""Names that exist and that programs may mention in `rescue` or `is_a?`, but not use."""

_OF: dict[type, str] = {
    type(None): "NilClass",
    int: "Integer",
    float: "Float",
    String: "String",
    Symbol: "Symbol",
    list: "Array",
    Hash: "Hash",
    Range: "Range",
    Regexp: "Regexp",
    MatchData: "MatchData",
    Proc: "Proc",
    NativeProc: "Proc",
    Sensitive: "Puppet::Pops::Types::PSensitiveType::Sensitive",
    SemVer: "SemanticPuppet::Version",
    SemVerRange: "SemanticPuppet::VersionRange",
    Timestamp: "Puppet::Pops::Time::Timestamp",
    Timespan: "Puppet::Pops::Time::Timespan",
    Binary: "Puppet::Pops::Types::PBinaryType::Binary",
    Default: "Symbol",
}


def name_of_class(value: object) -> str:
    """The name of the class of a value; raises UnknownValue if the value is unknown."""
    known = _OF.get(value.__class__)
    if known is not None:
        return known
    if value is True:
        return "TrueClass"
    if value is False:
        return "FalseClass"
    if isinstance(value, Object):
        return value.kind.name
    if isinstance(value, Module):
        return "Class" if value.is_class else "Module"
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(value, Type):
        raise Unsupported("class of", "a Puppet type")
    raise Unsupported("class of", value.__class__.__name__)


def class_of(value: object) -> Module:
    """The class of a value."""
    return value.kind if isinstance(value, Object) else CLASSES[name_of_class(value)]


INCLUDED = {
    "String": ("Comparable",),
    "Symbol": ("Comparable",),
    "Numeric": ("Comparable",),
    "Time": ("Comparable",),
    "IPAddr": ("Comparable",),
    "Array": ("Enumerable",),
    "Hash": ("Enumerable",),
    "Range": ("Enumerable",),
    "Set": ("Enumerable",),
    "Object": ("Kernel",),
}
"""The modules that classes of the core include."""


def is_kind_of(value: object, module: Module) -> bool:
    """Whether a value is an instance of a class, or of one that includes a module."""
    if isinstance(value, Type):
        if module.name in ("Object", "BasicObject", "Kernel", "Puppet::Pops::Types::PAnyType"):
            return True
        if module.name.startswith("Puppet::Pops::Types::"):
            raise Unsupported("class of", "a Puppet type")
        return False
    return any(each is module or module.name in INCLUDED.get(each.name, ()) for each in class_of(value).ancestors())


def error(name: str, message: str) -> Raised:
    """An exception of a class of the core."""
    return Raised(Object(CLASSES[name], message))


def refuse(name: str, message: str) -> NoReturn:
    """Raise an exception of a class of the core."""
    raise error(name, message)


def described(value: object) -> str:
    """A value in messages about conversions: `nil`, `true`, or the name of its class."""
    if value is None:
        return "nil"
    if value is True or value is False:
        return "true" if value else "false"
    return name_of_class(value)


def string_of(value: object) -> str:
    """The text of a String argument; raises TypeError for other values."""
    if isinstance(value, String):
        if value.binary and not value.text.isascii():
            raise Unsupported("text of", "a binary String")
        return value.text
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(value, Object) and (value.kind.name == "Pathname" or any("to_str" in each.methods for each in value.kind.ancestors())):
        raise Unsupported("conversion of", value.kind.name)
    refuse("TypeError", f"no implicit conversion of {described(value)} into String")


def integer_of(value: object) -> int:
    """An Integer argument; a Float is truncated. Raises TypeError for other values."""
    if value.__class__ is int:
        assert isinstance(value, int)
        return value
    if isinstance(value, float):
        if value != value or abs(value) == float("inf"):
            refuse("FloatDomainError", "NaN" if value != value else "Infinity" if value > 0 else "-Infinity")
        return int(value)
    if isinstance(value, Unknown):
        raise UnknownValue
    if value is None:
        refuse("TypeError", "no implicit conversion from nil to integer")
    refuse("TypeError", f"no implicit conversion of {described(value)} into Integer")


def count_of(value: object, message: str) -> int:
    """The Integer argument of a method that gives several elements; raises ArgumentError with a message if it is negative."""
    count = integer_of(value)
    if count < 0:
        refuse("ArgumentError", message)
    return count


def array_of(value: object) -> list[object]:
    """An Array argument; raises TypeError for other values."""
    if isinstance(value, list):
        return value
    if isinstance(value, Unknown):
        raise UnknownValue
    refuse("TypeError", f"no implicit conversion of {described(value)} into Array")


def hash_of(value: object) -> Hash:
    """A Hash argument; raises TypeError for other values."""
    if isinstance(value, Hash):
        return value
    if isinstance(value, Unknown):
        raise UnknownValue
    refuse("TypeError", f"no implicit conversion of {described(value)} into Hash")


Texts = dict[str, Callable[[Object], str]]
