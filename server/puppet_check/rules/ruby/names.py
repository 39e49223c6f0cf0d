"""What later versions of Ruby and OpenFact do not have, or are about to remove, by name.

A name is that of a constant (`Fixnum`), of a method of one (`URI.escape`), or of a method of any object (`.untaint`). Sources: the news of
Ruby 3.0, 3.2 and 4.0 and of its library `erb`, the changes of OpenFact 6.0, `lib/puppet/util.rb` of OpenVox 9.
"""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """What happened to a name in a library, and what to write instead, if a name does it."""

    library: str
    since: str
    instead: str = ""


PARSER = "URI::RFC2396_Parser.new"
"""What the removed methods of `URI` delegated to; `URI::DEFAULT_PARSER` is another parser since Ruby 3.4."""
REMOVED = {
    "Bignum": Change("Ruby", "3.2", "Integer"),
    "CGI.new": Change("Ruby", "4.0"),
    "CGI.parse": Change("Ruby", "4.0", "URI.decode_www_form"),
    "CGI.pretty": Change("Ruby", "4.0"),
    "CGI.rfc1123_date": Change("Ruby", "4.0", "Time#httpdate"),
    "CGI::Cookie": Change("Ruby", "4.0"),
    "FileTest.exists?": Change("Ruby", "3.2", "FileTest.exist?"),
    "Fixnum": Change("Ruby", "3.2", "Integer"),
    "URI.decode": Change("Ruby", "3.0", f"{PARSER}.unescape"),
    "URI.encode": Change("Ruby", "3.0", f"{PARSER}.escape"),
    "URI.escape": Change("Ruby", "3.0", f"{PARSER}.escape"),
    "URI.unescape": Change("Ruby", "3.0", f"{PARSER}.unescape"),
    ".taint": Change("Ruby", "3.2"),
    ".tainted?": Change("Ruby", "3.2"),
    ".untaint": Change("Ruby", "3.2"),
}
DEPRECATED = {
    "Dir.exists?": Change("Ruby", "3.2", "Dir.exist?"),
    "Facter::Util::Resolution.exec": Change("OpenFact", "6.0", "Facter::Core::Execution.execute"),
    "Facter::Util::Resolution.which": Change("OpenFact", "6.0", "Facter::Core::Execution.which"),
    "File.exists?": Change("Ruby", "3.2", "File.exist?"),
    "Puppet::Util.clear_environment": Change("OpenVox", "9", "ENV.clear"),
    "Puppet::Util.get_env": Change("OpenVox", "9", "ENV"),
    "Puppet::Util.get_environment": Change("OpenVox", "9", "ENV.to_hash"),
    "Puppet::Util.merge_environment": Change("OpenVox", "9", "ENV.merge!"),
    "Puppet::Util.set_env": Change("OpenVox", "9", "ENV"),
}
"""What Ruby lacks and Puppet still defines, and what warns when it is called."""


def number(version: str) -> tuple[int, ...]:
    """A version as numbers, which compare."""
    return tuple(map(int, version.split(".")))
