# Synchronizes the system clock with chrony.
#
# @param servers
#   The servers to ask for the time.
# @param options
#   Options of every `server` line.
# @param allow
#   Networks that may use this node as a time server.
# @param ensure
#   Whether chrony is installed and running.
class chrony (
  Array[Chrony::Server, 1] $servers,
  Hash[String[1], Variant[Boolean, Integer]] $options = { 'iburst' => true },
  Array[String[1]] $allow = [],
  Enum['running', 'stopped', 'absent'] $ensure = 'running',
) {
  case $ensure {
    'absent': {
      package { 'chrony':
        ensure => purged,
      }
    }
    default: {
      contain chrony::install
      contain chrony::config
      contain chrony::service

      Class['chrony::install'] -> Class['chrony::config'] ~> Class['chrony::service']
    }
  }
}
