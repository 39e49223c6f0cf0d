class outer {
  class inner (
    $a = $outer::b,
    $c = { 'x' => [1, { 'y' => [2, 3] }], 'z' => undef },
  ) {
    define leaf($n) {
      exec { "run ${n}":
        command     => "/bin/echo '${a[0]}' \"quoted\" \$HOME",
        unless      => 'test -e /tmp/x',
        path        => ['/bin', '/usr/bin'],
        refreshonly => true,
        tries       => 0x10 - 010,
        timeout     => 1.5e2,
      }
    }
    outer::inner::leaf { ['a', 'b']: n => 1; 'c': n => 2 }
  }
  contain outer::inner
  $hash = {
    'key'  => lookup('outer::key', String, 'first', 'none'),
    other  => !$x and ($y in ['a', 'b'] or $z),
    'list' => [*$rest, *split('a,b', ',')],
  }
  $text = @(PLAIN)
    no ${interpolation} here
    - PLAIN
  notice $hash['key'], $text
  Exec['run a'] ~> Exec['run b'] <- Exec['run c']
}
