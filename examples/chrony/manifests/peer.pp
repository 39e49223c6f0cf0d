# Adds a peer: a server that synchronizes with this node as well.
#
# @param address
#   Name or address of the peer.
# @param key
#   Number of the key that both use.
define chrony::peer (
  Chrony::Server $address = $title,
  Optional[Integer[1]] $key = undef,
) {
  file { "/etc/chrony/sources.d/${title}.sources":
    ensure  => file,
    content => @("END"/L),
      peer ${address} \
      ${if $key { "key ${key}" }}
      | END
  }
}
