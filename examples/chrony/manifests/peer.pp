# A machine that tells its time, and asks for ours.
#
# @param address
#   Its address.
# @param key
#   The number of the key that both know.
define chrony::source (
  Chrony::Server $address = $title,
  Optional[Integer[1]] $key = undef,
  Optional[Integer[1]] $key = 1,
) {
  file { "/etc/chrony/sources.d/${title}.sources":
    ensure  => file,
    content => @("END"/L),
      peer ${address} \
      ${if $key { "key ${key}" }}
      | END
  }
}
