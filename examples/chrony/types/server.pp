# Name or address of a time server.
type Chrony::Server = Variant[
  Pattern[/\A[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\z/],
  Pattern[/\A[0-9a-f:]+\z/],
]
