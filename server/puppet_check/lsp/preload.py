"""Imports the modules that the first check needs, on the checking thread before a client waits for a check."""

from __future__ import annotations

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.document import Document, shown
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import parse

PROGRAM = """
class preload (String $name = 'motd') {
  include stdlib
  file { '/etc/motd': ensure => file, mode => '0644', content => epp('preload/motd.epp') }
  if 'motd' =~ /^m/ { notice(sprintf('%s', $name)) }
}
"""
FUNCTION = b"""
Puppet::Functions.create_function(:preload) do
  dispatch(:preload) { param 'String', :name }
  def preload(name) = <<~END
    #{name}
  END
end
"""


def preload(_: Analysis) -> None:
    """Check a program that uses most parts of the language, and discard the result."""
    from puppet_check.workspace.ruby.read import read_ruby  # the import is what takes the time

    read_ruby("lib/puppet/functions/preload.rb", FUNCTION)
    shown(Document("/manifests/preload.pp", parse(PROGRAM), Workspace(Configuration())))
