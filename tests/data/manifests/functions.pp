# Joins the parts of an address.
# @return [String] the address
function beacon::address(
  String $host,
  Variant[Integer, String] $port = 80,
  String *$path,
) >> String {
  $tail = $path.filter |$part| { $part !~ /^\s*$/ }.join('/')
  if $tail.empty { return("${host}:${port}") }
  "${host}:${port}/${tail}"
}

function beacon::sum(Array[Numeric] $numbers) {
  $numbers.reduce(0) |$sum, $each| {
    unless $each =~ Integer { next() }
    $sum + $each
  }
}

type Beacon::Port = Integer[1, 65535]
type Beacon::Options = Struct[{
  host             => String[1],
  Optional['port'] => Beacon::Port,
  labels           => Array[Pattern[/\A\w+\z/], 0, 10],
}]
