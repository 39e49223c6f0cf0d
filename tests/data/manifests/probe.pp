define beacon::probe (
  Integer[1] $interval = 60,
  Array[Pattern[/\A[a-z]+:\/\//]] $targets = [],
) {
  case $interval {
    1, 2, 3: { warning('very often') }
    Integer[4, 59]: {
      notice("often: ${interval}")
    }
    default: { }
  }

  $lines = $targets.map |$i, $target| { "${i}: ${target[0, 8]}" }
  file { "/etc/beacon/${title}":
    ensure  => file,
    content => @("END"/L),
      interval = ${interval}
      targets = ${lines.join(' ')} \
        # end
      | END
    require => [Package['beacon-agent'], File['/etc/beacon']],
  }

  unless empty($targets) {
    @@beacon::watch { "${facts['fqdn']}-${title}": tag => ['beacon', $title] }
    Beacon::Watch <<| tag == 'beacon' and title != $title |>> {
      noop => true,
    }
  }
}
