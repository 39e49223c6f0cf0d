# Copyright notice, which is not a part of the documentation.

# @summary Manages the demo service
#
# The class installs the package, writes the configuration
# and starts the service.
#
#   * a list
#     with an indented line
#
# @example The usual way
#   include demo
#
# @example
#   class { 'demo':
#     port    => 8080,
#
#     options => { 'a' => 1 },
#   }
#
# @see https://example.com/demo the manual
# @note Restarts the service.
# @todo Support more platforms
# @since 1.1.0
# @author Someone <someone@example.com>
#
# @param port
#   The port to listen on.
#
#   A second paragraph.
# @param [Hash] options  Options of the service.
# @option options [Integer] :a The first
# @option options :b The second
# @param mode How it runs.
# @enum mode fast Without checks
# @enum mode safe
#   With all checks
# @param gone A parameter that does not exist.
class demo (
  Integer[1, 65535] $port = 80,
  Hash $options = {},
  Enum['fast', 'safe'] $mode = $facts['os']['family'] ? {
    'Debian' => 'fast',
    default  => 'safe',
  },
  $undocumented = undef,
  Struct[{
    'name' => String,
  }] $structure = {
    'name' => 'x',
  },
) inherits demo::params {
  contain demo::service
}
