node default {
  include beacon
}

node 'db1.example.org', /^web\d+\.example\.org$/ {
  $ports = [80, 443]
  class { 'beacon':
    probes => {
      'http' => { 'targets' => $ports.map |$p| { "http://localhost:${p}" } },
      'ssh'  => { 'interval' => 3 * 20 },
    },
  }
  realize(Package['curl'], User['beacon'])
  File <| title == '/etc/motd' |> -> Service['beacon']
}

File { owner => 'root', group => 'root' }
Package['curl'] { ensure => latest }
@user { ['beacon', 'watch']: ensure => present }
$x = if $facts['os']['family'] == 'Debian' { 'apt' } else { 'yum' }
$y = -(1 + 2) * 3 % 4 << 2
[$a, $b] = [1, 2]
