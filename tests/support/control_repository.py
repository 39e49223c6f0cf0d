"""A small control repository with much of what catalogs can depend on, nodes for it, and seeded changes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.cli.command import write

Files = dict[str, str]
FILES: Files = {
    "environment.conf": "modulepath = site:modules\n",
    "hiera.yaml": """\
version: 5
defaults: {datadir: data, data_hash: yaml_data}
hierarchy:
  - {name: node, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: role, paths: ['role/%{facts.role}.yaml', '%{tier}/%{facts.os.family}.yaml']}
  - {name: group, mapped_paths: [facts.groups, group, 'group/%{group}.yaml']}
  - {name: parts, glob: 'parts/*.yaml'}
  - {name: level, path: '%{zone}/level.yaml'}
  - {name: common, path: common.yaml}
""",
    "data/common.yaml": """\
lookup_options:
  base::users: {merge: deep}
  '^base::list': {merge: unique}
base::port: 22
base::users: {ann: {uid: 1}}
base::list: [a]
base::banner: "on %{facts.os.name} in %{lookup('place')}"
place: here
web::size: 3
other::unused: 1
""",
    "data/role/web.yaml": "base::port: 80\nbase::list: [w]\n",
    "data/role/db.yaml": "base::users: {bob: {uid: 2}}\n",
    "data/test/Debian.yaml": "place: in the test\n",
    "data/nodes/web1.example.com.yaml": "base::port: 8080\n",
    "data/group/admins.yaml": "base::users: {eve: {uid: 7}}\n",
    "data/parts/one.yaml": "web::colour: red\n",
    "data/inner/level.yaml": "web::level: 1\n",
    "manifests/site.pp": r"""
$zone = $facts['tier'] ? { 'prod' => 'outer', default => 'inner' }
File { owner => 'root' }
node 'lone.example.com' { include base }
node /^db(\d+)\./ {
  notify { "database ${1}": }
  include role::db
}
node /^web\d+\.example\.com$/ { include role::web }
node default {
  include "role::${facts['role']}"
}
""",
    "site/role/manifests/web.pp": "class role::web {\n  include base\n  include web\n  include shared::web\n}\n",
    "site/role/manifests/db.pp": """\
class role::db {
  include base
  include shared::db
  $n = $facts.keys.size
  notify { "${n} facts": }
}
""",
    "site/role/manifests/app.pp": """\
class role::app {
  include base
  if $facts['networking']['hostname'] =~ /1$/ { include shared::app }
  base::entry { 'app': text => base::up($facts['os']['name']) }
  if $osfamily == 'RedHat' { package { 'epel': } }
}
""",
    "modules/shared/manifests/web.pp": """\
class shared::web {
  @@host { $facts['networking']['fqdn']: ip => '10.0.0.1', host_aliases => [$facts['tier'], $facts['role']], tag => "in-${facts['tier']}" }
  @@shared::relay { "web-${facts['networking']['hostname']}": text => $facts['os']['family'] }
}
""",
    "modules/shared/manifests/relay.pp": """\
define shared::relay (String $text = 'none') {
  @@notify { "relay ${title}": message => "${text} of ${facts['tier']}" }
}
""",
    "modules/shared/manifests/db.pp": """\
class shared::db {
  Host <<| tag == "in-${facts['tier']}" or (ip == '10.0.0.9' and title != 'x') |>> { target => '/etc/hosts' }
  if $facts['ssl'] == 'yes' { Shared::Relay <<| text == 'RedHat' |>> }
}
""",
    "modules/shared/manifests/app.pp": """\
class shared::app {
  Notify <<| |>>
  @@host { 'app': ip => '10.0.0.9', tag => 'app' }
}
""",
    "modules/base/manifests/init.pp": """\
class base (Base::Port $port, Hash $users = {}, Array[String] $list = [], String $banner = 'none') {
  file { '/etc/base': content => epp('base/base.epp', { port => $port }), mode => '0644' }
  file { '/etc/motd': content => template('base/motd.erb') }
  file { '/etc/plain': source => 'puppet:///modules/base/plain' }
  file { '/etc/banner': content => $banner }
  file { '/etc/list': content => base::shout($list.join(',')) }
  $users.each |$name, $user| { user { $name: * => $user } }
  cron { 'x': minute => fqdn_rand(3), command => 'y' }
}
""",
    "modules/base/manifests/entry.pp": """\
define base::entry (String $text = 'x') {
  file { "/etc/entries/${title}": content => $text }
}
""",
    "modules/base/functions/up.pp": "function base::up(String $text) >> String { $text.upcase }\n",
    "modules/base/lib/puppet/functions/base/shout.rb": """\
require_relative '../../../base/mark'
Puppet::Functions.create_function(:'base::shout') do
  dispatch :shout do
    param 'String', :text
  end
  def shout(text)
    text.upcase + '!'
  end
end
""",
    "modules/base/lib/base/mark.rb": "module Base\n  MARK = '!'\nend\n",
    "modules/base/types/port.pp": "type Base::Port = Integer[1, 65535]\n",
    "modules/base/templates/base.epp": "<%- | Integer $port | -%>\nPort <%= $port %>\nFamily <%= $facts['os']['family'] %>\n",
    "modules/base/templates/motd.erb": "<%= @tier %> machine\n",
    "modules/base/files/plain": "plain\n",
    "modules/web/manifests/init.pp": """\
class web (Integer $size, String $colour = 'none', Integer $level = 0) {
  thing { 'web': size => $size }
  notify { "${colour} ${level} ${facts['networking']['domain']}": }
  if 'ssl' in $facts { notify { 'with ssl': } }
  if defined('extra') { include extra }
  @user { 'virtual': ensure => present, tag => 'web' }
  User <| tag == 'web' |>
}
""",
    "modules/web/hiera.yaml": "version: 5\nhierarchy:\n  - {name: os, path: 'os/%{facts.os.family}.yaml'}\n",
    "modules/web/data/os/RedHat.yaml": "web::colour: green\n",
    "modules/web/lib/puppet/type/thing.rb": """\
Puppet::Type.newtype(:thing) do
  newparam(:name, namevar: true)
  newproperty(:size)
end
""",
}
ADDED: Files = {
    "data/nodes/web2.example.com.yaml": "base::port: 81\n",
    "data/nodes/db1.example.com.yaml": "base::banner: special\n",
    "data/nodes/nobody.example.com.yaml": "base::port: 81\n",
    "data/role/app.yaml": "base::list: [app]\nbase::port: 70\n",
    "data/prod/RedHat.yaml": "place: in production\n",
    "data/parts/two.yaml": "web::colour: blue\nweb::size: 5\n",
    "data/outer/level.yaml": "web::level: 2\n",
    "data/group/users.yaml": "base::list: [grouped]\n",
    "modules/web/data/os/Debian.yaml": "web::level: 9\n",
    "modules/base/data/common.yaml": "base::banner: of the module\n",
    "modules/base/hiera.yaml": "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n",
    "modules/extra/manifests/init.pp": "class extra { notify { 'extra': } }\n",
    "site/base/manifests/init.pp": 'class base ($port = 1) { notify { "other ${port}": } }\n',
    "site/web/manifests/init.pp": "class web { }\n",
    "site/base/metadata.json": '{"name": "x-base", "version": "1.0.0"}\n',
    "modules/base/functions/shout.pp": "function base::shout($text) { $text }\n",
    "modules/base/lib/puppet/functions/base/up.rb": """\
Puppet::Functions.create_function(:'base::up') do
  def up(text)
    text
  end
end
""",
    "modules/base/lib/puppet/parser/functions/fqdn_rand.rb": """\
Puppet::Parser::Functions.newfunction(:fqdn_rand, type: :rvalue) do |a|
  5
end
""",
    "manifests/more.pp": "notify { 'from more': }\n",
    "Puppetfile": "mod 'puppetlabs-stdlib', '9.0.0'\n",
    "metadata.json": '{"name": "x-control", "version": "1.0.0", "dependencies": [{"name": "puppetlabs/stdlib"}]}\n',
    "puppet-check.toml": 'target = "puppet7"\n',
}
EDITS = (
    ("data/common.yaml", "base::port: 22", "base::port: 23"),
    ("data/common.yaml", "place: here", "place: there"),
    ("data/common.yaml", "other::unused: 1", "other::unused: 2"),
    ("data/common.yaml", "{merge: deep}", "{merge: first}"),
    ("data/common.yaml", "'^base::list': {merge: unique}", "'^base::l': {merge: first}"),
    ("data/common.yaml", "web::size: 3", "web::size: '3'"),
    ("data/common.yaml", "base::list: [a]", "base::list: [a, w]"),
    ("data/common.yaml", "place: here", "place: [broken"),
    ("data/role/web.yaml", "80", "90"),
    ("data/role/db.yaml", "bob", "rob"),
    ("data/test/Debian.yaml", "in the test", "%{facts.networking.domain}"),
    ("data/nodes/web1.example.com.yaml", "8080", "99999"),
    ("data/group/admins.yaml", "eve", "adam"),
    ("data/parts/one.yaml", "red", "'%{facts.role}'"),
    ("data/inner/level.yaml", "1", "4"),
    ("hiera.yaml", "nodes/%{trusted.certname}", "nodes/%{facts.networking.fqdn}"),
    ("hiera.yaml", "  - {name: parts, glob: 'parts/*.yaml'}\n", ""),
    ("hiera.yaml", "role/%{facts.role}", "role/%{role}"),
    ("hiera.yaml", "'%{zone}/level", "'%{nothing}/level"),
    ("manifests/site.pp", "'prod' => 'outer'", "'test' => 'outer'"),
    ("manifests/site.pp", "owner => 'root'", "owner => 'toor'"),
    ("manifests/site.pp", "node 'lone.example.com'", "node 'web1.example.com'"),
    ("manifests/site.pp", r"/^db(\d+)\./", r"/^db(\d)/"),
    ("manifests/site.pp", r"^web\d+\.example\.com$", r"^(web1|app)"),
    ("manifests/site.pp", "${facts['role']}", "${trusted['extensions']['role']}"),
    ("site/role/manifests/web.pp", "include web", "include web\n  include nothing"),
    ("site/role/manifests/db.pp", "$facts.keys.size", "$facts['os'].keys.size"),
    ("site/role/manifests/app.pp", "$osfamily", "$facts['os']['family']"),
    ("site/role/manifests/app.pp", "base::entry { 'app'", "base::entry { $trusted['certname']"),
    ("site/role/manifests/app.pp", "class role::app {", "class role::app {\n  if $hostname =~ /1/ { notify { 'one': } }"),
    ("modules/base/manifests/init.pp", "'0644'", "'0600'"),
    ("modules/base/manifests/init.pp", "fqdn_rand(3)", "fqdn_rand(30)"),
    ("modules/base/manifests/init.pp", "minute => fqdn_rand(3)", "minute => $facts['hour']"),
    ("modules/base/manifests/init.pp", "content => $banner", "content => module_directory('base')"),
    ("modules/base/manifests/init.pp", "content => $banner", "content => inspect($facts['os'])"),
    ("modules/base/manifests/init.pp", "class base (", "class base ("),
    ("modules/base/manifests/init.pp", "  cron", "  # a comment\n  cron"),
    ("modules/base/manifests/init.pp", "  cron", "  if $facts == {} { fail('none') }\n  cron"),
    ("modules/base/manifests/init.pp", "  cron", "  if $facts['ssl'] { fail(\"no ${trusted['certname']}\") }\n  cron"),
    ("modules/base/manifests/init.pp", "  cron", "  $os = $facts['os']\n  notify { \"${os['name']} ${base::port}\": }\n  cron"),
    ("modules/base/manifests/init.pp", "  cron", "  notify { lookup('key', { default_value => $facts['tier'] }): }\n  cron"),
    ("modules/base/manifests/init.pp", "  cron", '  unless $something { notify { "${title} ${server_facts}": } }\n  cron'),
    ("modules/base/manifests/init.pp", "'/etc/plain': source", "'/etc/plain': ensure => file, source"),
    ("modules/base/manifests/init.pp", "Hash $users", "Array $users"),
    ("modules/base/manifests/entry.pp", "String $text", "Integer $text"),
    ("modules/base/functions/up.pp", "upcase", "capitalize"),
    ("modules/base/lib/puppet/functions/base/shout.rb", "'!'", "'?'"),
    ("modules/base/lib/puppet/functions/base/shout.rb", "text.upcase + '!'", "text + closure_scope['facts']['role']"),
    ("modules/base/lib/puppet/functions/base/shout.rb", "text.upcase + '!'", "text + __FILE__"),
    ("modules/base/lib/base/mark.rb", "'!'", "'.'"),
    ("modules/base/types/port.pp", "65535", "79"),
    ("modules/base/templates/base.epp", "Port", "The port"),
    ("modules/base/templates/base.epp", "['family']", "['name']"),
    ("modules/base/templates/motd.erb", "@tier", "scope['facts']['networking']['fqdn']"),
    ("modules/base/templates/motd.erb", "@tier", "@hostname"),
    ("modules/base/files/plain", "plain", "changed"),
    ("modules/web/manifests/init.pp", "'ssl' in $facts", "$facts['ssl'] == 'yes'"),
    ("modules/web/manifests/init.pp", "'with ssl'", "\"with ${facts['ssl']}\""),
    ("modules/web/manifests/init.pp", "tag == 'web'", "tag == 'other'"),
    ("modules/web/hiera.yaml", "facts.os.family", "facts.os.name"),
    ("modules/web/data/os/RedHat.yaml", "green", "white"),
    ("modules/web/lib/puppet/type/thing.rb", "newproperty(:size)", "newproperty(:weight)"),
    ("modules/shared/manifests/web.pp", "10.0.0.1", "10.0.0.9"),
    ("modules/shared/manifests/web.pp", "10.0.0.1", "10.0.0.2"),
    ("modules/shared/manifests/web.pp", "tag => \"in-${facts['tier']}\"", "tag => $facts['role']"),
    ("modules/shared/manifests/web.pp", "@@shared::relay", "shared::relay"),
    ("modules/shared/manifests/web.pp", "[$facts['tier'], ", "[$nothing, "),
    ("modules/shared/manifests/web.pp", "@@host {", "if $facts['ssl'] { fail('no') }\n  @@host {"),
    ("modules/shared/manifests/web.pp", "'10.0.0.1'", "String(Sensitive($facts['tier']).unwrap)"),
    ("modules/shared/manifests/relay.pp", "of ${facts['tier']}", "on ${trusted['certname']}"),
    ("modules/shared/manifests/relay.pp", '"relay ${title}"', "'relay'"),
    ("modules/shared/manifests/db.pp", "tag == \"in-${facts['tier']}\"", "tag == 'in-test'"),
    ("modules/shared/manifests/db.pp", "title != 'x'", "title == $trusted['certname']"),
    ("modules/shared/manifests/db.pp", "ip == '10.0.0.9'", "ip == lookup('address', { default_value => unknown_function() })"),
    ("modules/shared/manifests/db.pp", "$facts['ssl'] == 'yes'", "true"),
    ("modules/shared/manifests/db.pp", "'/etc/hosts'", "'/etc/others'"),
    ("modules/shared/manifests/app.pp", "Notify <<| |>>", "Notify <<| message != 'x' |>>"),
    ("modules/shared/manifests/app.pp", "'app': ip", "$trusted['certname']: ip"),
    ("data/role/web.yaml", "80", "'80'"),
    ("environment.conf", "site:modules", "modules:site"),
    ("environment.conf", "site:modules", "site"),
)
BACKEND: Files = {
    "hiera.yaml": """\
version: 5
hierarchy:
  - {name: own, lookup_key: 'base::own', options: {tier: '%{facts.tier}'}}
  - {name: common, path: common.yaml}
""",
    "modules/base/functions/own.pp": """\
function base::own(String $key, Hash $options, Puppet::LookupContext $context) {
  if $key == 'place' { "at ${options['tier']}" } else { $context.not_found }
}
""",
}


OF_FACTS = """\
version: 5
hierarchy:
  - {name: node, paths: ['nodes/%{trusted.certname}.yaml', 'role/%{facts.role}.yaml']}
  - {name: tier, path: '%{facts.tier}/%{facts.os.family}.yaml'}
  - {name: group, mapped_paths: [facts.groups, group, 'group/%{group}.yaml']}
  - {name: common, path: common.yaml}
"""
"""A hierarchy whose paths read nothing but facts and what is trusted, as most do."""


def facts(random: Random, count: int) -> dict[str, str]:
    """The facts of nodes, as files of JSON by name."""
    made: dict[str, str] = {}
    number = 0
    while len(made) < count:
        role = random.choice(("web", "db", "app"))
        name = f"{random.choice((role, role, 'lone'))}{number // 3 or ''}"
        number += 1
        family, system = random.choice((("Debian", "Debian"), ("Debian", "Ubuntu"), ("RedHat", "CentOS")))
        tier = random.choice(("prod", "test"))
        fqdn = f"{name}.example.com"
        values: dict[str, object] = {
            "role": role,
            "tier": tier,
            "os": {"family": family, "name": system, "release": {"major": str(number % 2)}},
            "osfamily": family,
            "hostname": name,
            "groups": random.sample(("admins", "users"), random.randrange(3)),
            "networking": {"fqdn": fqdn, "domain": "example.com", "hostname": name},
            "uptime": random.randrange(10**6),
            "clientcert": fqdn,
        }
        if random.random() < 0.2:
            values["ssl"] = random.choice(("yes", "no"))
        if random.random() < 0.05:
            # A server compiles nothing for a node with this fact.
            values["title"] = "of a fact"
        made[f"{fqdn}.json"] = json.dumps(values)
    return made


def changed(files: Files, random: Random) -> tuple[Files, list[str]]:
    """The files after some changes, and what these are."""
    made, said = dict(files), []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        said.append(random.choice((_edit, _edit, _edit, _edit, _add, _add, _remove, _backend))(made, random))
    return made, said


def _edit(files: Files, random: Random) -> str:
    path, old, new = random.choice(EDITS)
    if path in files:
        files[path] = files[path].replace(old, new)
    return f"{path}: {old} -> {new}"


def _add(files: Files, random: Random) -> str:
    path = random.choice([*ADDED])
    files[path] = ADDED[path]
    return f"add {path}"


def _remove(files: Files, random: Random) -> str:
    path = random.choice([*files])
    del files[path]
    return f"remove {path}"


def _backend(files: Files, random: Random) -> str:
    files.update(BACKEND)
    return "a backend"


def compared(folder: Path, seed: int, count: int, diff: Callable[[Path, Sequence[str]], tuple[int, str]]) -> tuple[str, str, str]:
    """What was changed by a seed, and the answers of a diff of two folders with options for it, reduced and in full."""
    random = Random(seed)
    files = FILES if seed % 2 == 0 else {**FILES, "hiera.yaml": OF_FACTS}
    old = files if random.random() < 0.6 else changed(files, random)[0]
    new, said = changed(old, random)
    write(folder, {**{f"old/{path}": text for path, text in old.items()}, **{f"new/{path}": text for path, text in new.items()}})
    options = ["--setting", "storeconfigs=true"] if random.random() < 0.6 else []
    write(folder, {f"facts/{name}": text for name, text in facts(random, count).items()})
    return "; ".join(said), *(f"{code}\n{out}" for code, out in (diff(folder, options), diff(folder, [*options, "--full"])))
