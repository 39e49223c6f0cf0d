"""Imports the modules that most checks need: before a client waits for a check, or before processes are forked that all need them."""

from __future__ import annotations

from importlib import import_module

from puppet_check.config import Configuration
from puppet_check.document import Document, shown
from puppet_check.rules.run import load_all
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import parse

PROGRAM = """
class preload (String $label = 'motd') {
  include stdlib
  file { '/etc/motd': ensure => file, mode => '0644', content => epp('preload/motd.epp') }
  if 'motd' =~ /^m/ { notice(sprintf('%s', $label)) }
  unless $facts['os']['family'] in ['Debian'] and $label =~ Pattern[/\\A[a-z]+\\z/] { include preload::motd }
  $labels = [$label, *lookup('preload', Array[String], 'unique', [])].filter |$each| { $each != undef }
  $labels.each |Integer $index, String $each| { preload::entry { $each: order => $index + 1, require => File['/etc/motd'] } }
  case $facts['kernel'] { 'Linux': { $path = "/etc/${label}" } default: { fail("no ${label}") } }
  create_resources('file', { $path => { ensure => absent } } + {}, { owner => 'root' })
  Package<| title == $label |> -> Service['motd'] ~> Exec['motd']
}

define preload::entry (Variant[Integer[0], Enum['first']] $order, Optional[Hash[String, Struct[{ mode => String }]]] $options = undef) {
  $mode = $options ? { undef => '0644', default => $options.dig($title, 'mode') }
  concat::fragment { $title:
    target  => '/etc/motd',
    content => template('preload/entry.erb'),
    order   => sprintf('%02d', $order),
    mode    => $mode,
  }
}

function preload::quoted(String $text) >> String { regsubst($text, '"', '\\"', 'G') }

type Preload::Mode = Pattern[/\\A0?[0-7]{3}\\z/]
"""
FUNCTION = b"""
Puppet::Functions.create_function(:preload) do
  dispatch(:preload) { param 'String', :name }
  def preload(name) = <<~END
    #{name}
  END
end
"""
MODULES = ("puppet_typesys.bridges.folding", "puppet_typesys.ruby.machine", "puppet_check.rules.erb.check", "puppet_check.suppressions")
"""What checks of many files need, and few checks of a single one."""


def preload() -> None:
    """Check a program that uses most parts of the language, and discard the result."""
    from puppet_check.workspace.ruby.read import read_ruby  # the import is what takes the time

    load_all()
    read_ruby("lib/puppet/functions/preload.rb", FUNCTION)
    shown(Document("/manifests/preload.pp", parse(PROGRAM), Workspace(Configuration())))


def preload_all() -> None:
    """The same, with what only some files need."""
    preload()
    for each in MODULES:
        import_module(each)
