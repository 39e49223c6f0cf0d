# Installs and runs the beacon agent.
#
# @param ensure  whether it is there
class beacon (
  Enum['present', 'absent'] $ensure = 'present',
  Stdlib::Absolutepath      $root   = '/opt/beacon',
  Optional[String[1]]       $token  = undef,
  Hash[String, Hash]        $probes = {},
) inherits beacon::params {
  $version = $facts['beacon'] ? {
    undef   => '2.1',
    default => $facts['beacon']['version'],
  }

  package { 'beacon-agent':
    ensure => $ensure ? { 'present' => $version, default => 'absent' },
  }
  -> file {
    default:
      owner => 'root',
      mode  => '0644',
      ;
    $root:
      ensure => directory,
      ;
    "${root}/agent.conf":
      content => epp('beacon/agent.conf.epp', { 'token' => $token, 'root' => $root }),
  }
  ~> service { 'beacon':
    ensure => $ensure == 'present',
  }

  $probes.each |String $name, Hash $options| {
    beacon::probe { $name:
      * => { 'interval' => 30 } + $options,
    }
  }

  if $ensure == 'absent' and $root !~ /^\/opt/ {
    fail("refusing to remove ${root}")
  } elsif $token {
    notify { "token of ${token.length} characters": }
  } else {
    include beacon::anonymous
  }
}
