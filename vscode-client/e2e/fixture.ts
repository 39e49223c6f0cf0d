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

/** A module with a class in each of its files, which includes the next one; that of `part7` has a fault. */
export function largeModule(files: number): Record<string, string> {
  const name = (at: number): string => (at === 0 ? 'warehouse' : `warehouse::part${String(at)}`);
  const body = (at: number): string => `# The part ${String(at)} of the warehouse.
#
# @param port  where it listens
# @param owners  who may change it
# @param options  what is written to its configuration
class ${name(at)} (
  Integer[1, 65535] $port = ${String(8000 + at)},
  Array[String[1]] $owners = [],
  Hash[String, Variant[String, Integer]] $options = {},
) {
  $folder = $facts['os']['family'] ? {
    'Debian' => '/etc/default',
    default  => '/etc/sysconfig',
  }
  $lines = $options.map |$key, $value| { "\${key}=\${value}" }
  package { 'part${String(at)}':
    ensure => installed,
  }
  -> file { "\${folder}/part${String(at)}":
    ensure  => file,
    content => join($lines + "port=\${port}", "\\n"),
    mode    => '0640',
  }
  ~> service { 'part${String(at)}':
    ensure => running,
    ${at === 7 ? 'enabel' : 'enable'} => true,
  }
  $owners.each |$owner| {
    file { "/srv/part${String(at)}/\${owner}":
      ensure => directory,
      owner  => $owner,
    }
  }
${at + 1 < files - 1 ? `  include ${name(at + 1)}\n` : ''}}
`;
  const manifests = Array.from({ length: files - 1 }, (_, at) => [at === 0 ? 'manifests/init.pp' : `manifests/part${String(at)}.pp`, body(at)] as const);
  return { ...Object.fromEntries(manifests), 'metadata.json': JSON.stringify({ ...ABOUT, name: 'example-warehouse', version: '1.0.0' }) };
}
