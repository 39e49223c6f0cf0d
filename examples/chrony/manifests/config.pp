# Manages the configuration files.
#
# @api private
class chrony::config {
  $lines = $chrony::servers.map |Chrony::Server $server| {
    chrony::server_line($server, $chrony::options)
  }

  file { '/etc/chrony/chrony.conf':
    ensure  => file,
    mode    => '0644',
    content => epp('chrony/chrony.conf.epp', { 'servers' => $lines, 'allow' => $chrony::allow }),
  }

  $keys = "C:\keys\${facts['networking']['hostname']}"
  file { '/etc/chrony/keys.d':
    ensure => directory,
  }
}
