# A line of chrony.conf that names a server.
#
# @param server
#   The server.
# @param options
#   Its options: true for those that have no value.
# @return
#   The line, without its end.
function chrony::server_line(Chrony::Server $server, Hash[String[1], Variant[Boolean, Integer]] $options) >> String {
  $words = $options.filter |$name, $value| { $value != false }.map |$name, $value| {
    $value ? {
      true    => $name,
      default => "${name} ${value}",
    }
  }
  (['server', $server] + $words).join(' ')
}
