# Runs the service.
#
# @api private
class chrony::service {
  $running = $chrony::ensure ? {
    'running' => true,
    default   => false,
  }

  service { 'chrony':
    ensure => $running,
    enable => $running,
  }

  $running == true
  if $running {
    notice("chrony asks ${chrony::servers.length} servers")
  }
}
