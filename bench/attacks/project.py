"""A small environment in which every file that the programs read has a place, so that an attack may replace any of them."""

from __future__ import annotations

from bench.attacks.attack import Entry

CLASS = """class m($port = lookup('m::port'), $undeclared = lookup('nowhere')) {
  $f = m::f(1)
  $r = m::ruby(1)
  unknown_function($port)
  file { '/etc/m': content => template('m/t.erb'), source => 'puppet:///modules/m/s' }
  file { '/etc/e': content => epp('m/t.epp', { x => 1 }), require => File['/none'], mode => $facts['m_fact'] }
  m_type { 'a': ensure => present }
  m::d { 'x': p => M::T, q => $facts['os']['family'] }
}
"""
PROJECT: dict[str, Entry] = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/info/exclude": "private\n",
    ".gitignore": "*.bak\n",
    ".gitmodules": '[submodule "x"]\n  path = modules/x\n',
    ".puppet-check.toml": 'ignore = ["unused-variable"]\n',
    "Puppetfile": "mod 'puppetlabs-stdlib', '9.0.0'\n",
    "Puppetfile.lock": "FORGE\n  remote: https://forgeapi.puppet.com\n  specs:\n    puppetlabs-stdlib (9.0.0)\n",
    "data/common.yaml": "m::port: 80\nlookup_options:\n  m::port:\n    convert_to: Integer\n",
    "data/other.json": '{"m::other": 1}\n',
    "environment.conf": "modulepath = modules\nmanifest = manifests\n",
    "facts.yaml": "os:\n  family: Debian\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    paths: [common.yaml, other.json, 'nodes/%{trusted.certname}.yaml']\n",
    "manifests/site.pp": "node default { include m }\n",
    "modules/m/.fixtures.yml": "fixtures:\n  symlinks:\n    m: '#{source_dir}'\n  repositories:\n    stdlib: https://example.com/stdlib\n",
    "modules/m/data/common.yaml": "m::more: 1\n",
    "modules/m/files/s": "text\n",
    "modules/m/functions/f.pp": "function m::f($x) { $x }\n",
    "modules/m/hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "modules/m/lib/facter/m_fact.rb": "Facter.add(:m_fact) { setcode { 'x' } }\n",
    "modules/m/lib/puppet/functions/m/ruby.rb": "Puppet::Functions.create_function(:'m::ruby') do\n"
    "  dispatch(:ruby) { param 'Any', :x }\nend\n",
    "modules/m/lib/puppet/parser/functions/old.rb": "module Puppet::Parser::Functions\n  newfunction(:old) { |a| 1 }\nend\n",
    "modules/m/lib/puppet/provider/m_type/a.rb": "Puppet::Type.type(:m_type).provide(:a) do\nend\n",
    "modules/m/lib/puppet/type/m_type.rb": "Puppet::Type.newtype(:m_type) do\n  ensurable\n  newparam(:name, namevar: true)\nend\n",
    "modules/m/manifests/d.pp": "define m::d($p, $q) { notice($p) }\n",
    "modules/m/manifests/init.pp": CLASS,
    "modules/m/metadata.json": '{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "m", "source": "x",'
    ' "dependencies": [{"name": "puppetlabs/stdlib", "version_requirement": ">= 1.0.0"}]}\n',
    "modules/m/plans/p.pp": "plan m::p($x) { run_task('m::t', $x, y => 1) }\n",
    "modules/m/tasks/t.json": '{"description": "x", "parameters": {"y": {"type": "Integer"}}}\n',
    "modules/m/tasks/t.sh": "echo\n",
    "modules/m/templates/t.epp": "<%- | $x | -%>\n<%= $x %>\n",
    "modules/m/templates/t.erb": "<%= @port %> <%= @unset %>\n",
    "modules/m/types/t.pp": "type M::T = Integer\n",
    "pyproject.toml": '[tool.puppet-check]\nignore = ["unused-variable"]\n',
}


def with_entries(changed: dict[str, Entry]) -> dict[str, Entry]:
    """The environment with other entries in some places; what was below these places is left out."""
    return with_replaced(PROJECT, changed)


def with_replaced(files: dict[str, Entry], changed: dict[str, Entry]) -> dict[str, Entry]:
    """Files with other entries in some places; what was below these places is left out."""
    return {path: each for path, each in files.items() if not any(path.startswith(f"{other}/") for other in changed)} | changed
