"""What a first check would have to load, loaded on the checking thread before a client waits for one."""

from __future__ import annotations

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.document import Document, shown
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import parse

PROGRAM = """
class warm (String $name = 'motd') {
  include stdlib
  file { '/etc/motd': ensure => file, mode => '0644', content => epp('warm/motd.epp') }
  if 'motd' =~ /^m/ { notice(sprintf('%s', $name)) }
}
"""
FUNCTION = b"""
Puppet::Functions.create_function(:warm) do
  dispatch(:warm) { param 'String', :name }
  def warm(name) = <<~END
    #{name}
  END
end
"""


def warm(_: Analysis) -> None:
    """Check what uses most parts of the language; what is found is forgotten."""
    from puppet_check.workspace.ruby.read import read_ruby

    read_ruby("lib/puppet/functions/warm.rb", FUNCTION)
    shown(Document("/manifests/warm.pp", parse(PROGRAM), Workspace(Configuration())))
