# Manages the service.
#
# @api private
class chrony::service {
  $running = $chrony::ensure ? {
    'running' => true,
    default   => false,
  }

  service { 'chrony':
    ensure  => $running,
    enabled => $running,
  }

  if $running {
    notice("chrony asks ${chrony::servers.length} servers")
  }
}
