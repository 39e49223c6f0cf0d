# Every kind of word that is coloured.
class shop::colours (
  Integer[1, 5] $port = 80,
  Optional[Enum['a', 'b']] $kind = undef,
) inherits shop {
  $x = $port + 0x1F - 2.5e3
  $same = $facts['os'] =~ /^Deb(ian)?$/ and $title != default or !true
  file { "/etc/${x}/${name}":
    ensure  => file,
    mode    => '0644',
    *       => { 'owner' => root, group => 'wheel' },
    content => @("END"/L)
      Port ${port} and ${$x[0]}
      | END
  }
  File['/a'] -> Service <| title == 'b' and enable == true |> ~> Package <<| tag == c |>>
  @user { 'u': uid => 1 }
  class { 'shop::extra': }
  $x.each |Integer $index, $value| { notice($index, split($value, ',')) }
  $found = $kind ? { 'a' => 1, default => 2 }
  if $found in [1, 2] { include shop::extra } elsif !$x { fail('no') } else { contain 'a' }
  unless $x { notify { 'n': } }
  case $kind { 'a': { require shop::page } default: { } }
  realize User['u']
  $x += [shop::twice(1)]
  Exec { path => '/bin' }
}
define shop::one (String *$all) { }
node 'a.example.org', /^b/ { }
node web inherits base { }
type Shop::Port = Integer[1, 65535]
function shop::twice(Numeric $n) >> Numeric { $n * 2 }
plan shop::go { apply('all') { } return 1 }
