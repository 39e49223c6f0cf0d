"""A control repository with one class and data for its nodes, for tests that change a little of it."""

FILES = {
    "environment.conf": "modulepath = site\n",
    "hiera.yaml": """\
version: 5
hierarchy:
  - {name: node, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: common, path: common.yaml}
""",
    "data/common.yaml": "m::port: 1\nother: 2\n",
    "manifests/site.pp": "include m\n",
    "site/m/manifests/init.pp": "class m ($port) { notify { \"${port} ${facts['role']}\": } }\n",
}
SLOW = {"site/m/manifests/init.pp": "class m ($port) { Integer[1, 600].each |$n| { notify { \"${n} ${port} ${facts['role']}\": } } }\n"}
"""The same class with a catalog that takes a while."""
