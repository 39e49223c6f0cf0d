"""A small control repository to try editors in."""

from __future__ import annotations

import json

METADATA = {
    "name": "example-shop",
    "version": "1.0.0",
    "author": "example",
    "license": "Apache-2.0",
    "summary": "A shop",
    "source": "https://example.org",
    "dependencies": [],
}
INIT = """\
# The shop, whole.
#
# @param port  where it listens
# @param owners  who may change it
class shop (
  Integer[1, 65535] $port,
  Array[String] $owners = [],
) {
  file { '/etc/shop.conf':
    ensure  => file,
    content => epp('shop/shop.conf.epp', { 'port' => $port }),
  }
  $owners.each |$owner| {
    shop::page { $owner: path => "/srv/${owner}" }
  }
  include shop::extra
}
"""
PAGE = """\
# One page.
#
# @param path  where it lies
define shop::page (String[1] $path) {
  file { $path: ensure => directory }
}
"""
EXTRA = """\
# What only some nodes have.
class shop::extra {
  shop::page { 'extra': path => '/srv/extra' }
}
"""
SHOP = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n",
    "data/common.yaml": "---\nshop::port: 8080\n",
    "Puppetfile": "mod 'puppetlabs-stdlib', '9.4.1'\n",
    ".puppet-check.toml": 'external-modules = ["stdlib"]\n',
    "modules/shop/metadata.json": json.dumps(METADATA, indent=2),
    "modules/shop/manifests/init.pp": INIT,
    "modules/shop/manifests/page.pp": PAGE,
    "modules/shop/manifests/extra.pp": EXTRA,
    "modules/shop/manifests/wrong.pp": "class shop::wrong {\n  file { '/etc/a': ensur => file }\n}\n",
    "modules/shop/manifests/old.pp": "class shop::old {\n  $count = 1\n  file { '/etc/old': content => template('shop/old.erb') }\n}\n",
    "modules/shop/tasks/run.json": json.dumps({"description": "Runs", "parameters": {}}, indent=2),
    "modules/shop/tasks/run.sh": "",
    "modules/shop/templates/old.erb": "count=<%= @count %>\n",
    "modules/shop/templates/shop.conf.epp": "<%- | Integer $port | -%>\nport=<%= $port %>\n",
}
"""Files and their texts."""
