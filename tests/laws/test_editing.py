"""Renames and actions that are applied without asking change nothing but what they say: the findings stay the same, up to names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from puppet_check.analysis import Analysis
from puppet_check.workspace.kinds import is_checked
from tests.cli.command import write
from tests.support.actions import outcome, requested
from tests.support.renames import Environment, plain, symbols

CLASS = """# A server.
# @param port The port.
# @param sites The sites.
class web (
  Web::Port $port,
  Hash $sites = { 'a' => { 'root' => '/a' } },
  $unused = $osfamily,
) inherits web::params {
  $mode = pick($mode, 'fast')
  $text = template('web/main.erb')
  create_resources('web::site', $sites, { 'owner' => $owner })
  web::site { 'b': * => { root => '/b' }, owner => getvar('web::params::owner') }
  web::site { 'c': root => web::root('c', $port), ownr => $nope }
  file { '/x': ensure => file, content => epp('web/main.epp', { 'port' => $port }) }
  contain 'web::service'
  notify { "${text} ${mode}": require => Web::Site['b'], before => Class['web::service'] }
  [1, 2].each |$number, $other| { notice("${number}", $nope) }
}
"""
FILES = {
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
    "data/common.yaml": "web::port: 80\nweb::service::level: \"%{lookup('web::port')}\"\nweb::services::x: 1\n",
    "modules/web/metadata.json": '{"name": "me-web", "version": "1.0", "dependencies": []}',
    "modules/web/manifests/init.pp": CLASS,
    "modules/web/manifests/params.pp": "class web::params {\n  $mode = 'slow'\n  $owner = 'root'\n}\n",
    "modules/web/manifests/service.pp": (
        "class web::service (Integer $level = 1) {\n  $here = $level + 1\n  notice($web::port, $here, $facts[osfamily])\n"
        "  if $web::params::owner =~ String { notice(\"${level}\") }\n  inline_template('<%= @here %>')\n}\n"
    ),
    "modules/web/manifests/site.pp": (
        "define web::site (String $root, String $owner = 'x', $spare = 1) {\n"
        "  $path = web::root($root, 1)\n  file { $path: owner => $owner }\n}\n"
    ),
    "modules/web/functions/root.pp": 'function web::root(String $name, Web::Port $port) >> String {\n  $made = "/${name}"\n  $made\n}\n',
    "modules/web/types/port.pp": "type Web::Port = Integer[1, 65535]\n",
    "modules/web/types/ports.pp": "type Web::Ports = Array[Web::Port]\n",
    "modules/web/templates/main.erb": "<%= @port %> <%= scope['web::params::owner'] %> <%= @mode %>\n",
    "modules/web/templates/main.epp": "<%- | Integer $port, $more = 1 | -%>\n<%= $port %>\n<%= $nope %>\n",
    "modules/web/lib/puppet/functions/web/ruby.rb": (
        "Puppet::Functions.create_function(:'web::ruby') do\n  dispatch :r do\n    param 'Optional[Web::Port]', :a\n  end\n"
        "  def r(a)\n    call_function('web::root', 'a', a)\n  end\nend\n"
    ),
}


def findings(folder: Path) -> Counter[tuple[str, str, str]]:
    analysis = Analysis()
    paths = (str(each) for each in sorted(folder.rglob("*")) if each.is_file() and is_checked(str(each)))
    return Counter((plain(path), each.code, plain(each.message)) for path in paths for each in analysis.check(path).diagnostics)


def test_renames_leave_the_findings_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    before = findings(tmp_path)
    environment = Environment(tmp_path)
    renamed, refused = Counter[str](), dict[str, str]()
    for kind, path, name in symbols(tmp_path, Random(1)):
        result = environment.rename(path, name, kind)
        if result.refusal is not None:
            refused[f"{kind} {name}"] = result.refusal
            continue
        renamed[kind] += 1
        assert findings(tmp_path) == before, f"after the rename of {kind} {name} in {path}"
    assert sum(renamed.values()) >= 20
    assert set(refused) == {"variable of class mode", "parameter of define root", "class web", "resource c"}, refused


def test_actions_remove_one_finding(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    analysis = Analysis()
    tried = Counter[str]()
    for name in FILES:
        path = str(tmp_path / name)
        if not is_checked(path):
            continue
        before = analysis.check(path)
        for request in requested(path, before, analysis):
            reason = outcome(path, before, request, analysis)
            tried[request.kind] += 1
            assert reason is None, f"{request.action.title} in {name}: {reason}"
            if path in analysis.paths():
                analysis.close(path)
    assert tried["suppress"] > 8
    assert tried["preferred fix"] > 0
    assert tried["fix all"] > 0
