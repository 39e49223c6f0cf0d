// What the playground shows first: a module with the faults that people make.
export const EXAMPLE = {
  "manifests/init.pp": `# @summary Installs a web server
#
# @param port
#   The port on which it listens
# @param docroot
#   The folder that it serves
# @param ensure
#   Whether it runs
class webserver (
  Integer[1, 65535]       $port    = '80',
  Stdlib::Absolutepath    $docroot = '/var/www/html',
  Enum['running', 'stopped'] $ensure = 'running',
) {
  package { 'nginx':
    ensure => installed,
  }

  file { '/etc/nginx/conf.d/site.conf':
    ensure  => file,
    contnet => epp('webserver/site.conf.epp', { 'port' => $port, 'docroot' => $docrot }),
    require => Package['nginx'],
    notify  => Service['nginx'],
  }

  service { 'nginx':
    ensure => $ensure,
    enable => 'ture',
  }
}
`,
  "templates/site.conf.epp": `<%- | Integer $port, String $docroot | -%>
server {
  listen <%= $port %>;
  root <%= $docroot %>;
  server_name <%= $server_name %>;
}
`,
  "metadata.json": `{
  "name": "example-webserver",
  "version": "1.0.0",
  "author": "example",
  "license": "Apache-2.0",
  "summary": "A web server",
  "source": "https://example.com/webserver",
  "dependencies": [
    { "name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0" }
  ]
}
`,
};
