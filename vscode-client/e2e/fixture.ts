// A small control repository.

export const MANIFESTS = 'site-modules/shop/manifests';

/** The content of a metadata.json. */
const ABOUT = { author: 'example', license: 'Apache-2.0', summary: 'A part of a shop', source: 'https://example.org', dependencies: [] };

export const CONTROL: Record<string, string> = {
  '.vscode/settings.json': '{}',
  'environment.conf': 'modulepath = site-modules:modules:$basemodulepath\n',
  'hiera.yaml': 'version: 5\nhierarchy:\n  - name: Common\n    paths:\n      - common.yaml\n      - wrong.yaml\n',
  'data/common.yaml': '---\nshop::port: 8080\nshop::owners:\n  - anna\n',
  Puppetfile: "forge 'https://forgeapi.example.org'\n\nmod 'puppetlabs-stdlib', '9.4.1'\nmod 'shop-tools',\n  git: 'https://git.example.org/tools.git',\n  tag: '1.0.0'\n",
  'facts.yaml': 'os:\n  family: Debian\n  name: Debian\nnetworking:\n  hostname: till\n  fqdn: till.example.org\n',
  'modules/stdlib/metadata.json': JSON.stringify({ ...ABOUT, name: 'puppetlabs-stdlib', version: '9.4.1' }),
  'site-modules/shop/metadata.json': JSON.stringify(
    { ...ABOUT, name: 'example-shop', version: '1.0.0' },
    undefined,
    2,
  ),
  'site-modules/shop/manifests/init.pp': `# The shop, whole.
#
# @param port  where it listens
# @param owners  who may change it
class shop (
  Integer[1, 65535] $port,
  Array[String] $owners = [],
) {
  package { 'shop': ensure => installed }
  -> file { '/etc/shop.conf':
    ensure  => file,
    content => "port=\${port}",
  }
  ~> service { 'shop':
    ensure => running,
    enable => true,
  }
  $owners.each |$owner| {
    shop::page { $owner: path => "/srv/\${owner}" }
  }
  if $facts['os']['family'] == 'Debian' {
    include shop::extra
  }
}
`,
  'site-modules/shop/manifests/page.pp': `# One page.
#
# @param path  where it lies
define shop::page (String[1] $path) {
  file { $path: ensure => directory }
}
`,
  'site-modules/shop/manifests/extra.pp': `# What only some nodes have.
class shop::extra {
  notify { 'extra': }
}
`,
};
