# Returns a `server` line of chrony.conf.
#
# @param server
#   Name or address of the server.
# @param options
#   Options of the server; true for options without a value.
# @return
#   The line, without a line break.
function chrony::server_line(Chrony::Server $server, Hash[String[1], Variant[Boolean, Integer]] $options) >> String {
  $words = $options.filter |$_name, $value| { $value != false }.map |$name, $value| {
    $value ? {
      true    => $name,
      default => "${name} ${value}",
    }
  }
  (['server', $server] + $words).join(' ')
}
