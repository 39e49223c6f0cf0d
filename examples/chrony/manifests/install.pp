# Installs the package.
#
# @api private
class chrony::install {
  assert_private()

  package { 'chrony':
    ensure => installed
    before => File['/etc/chrony/chrony.conf'],
  }

  # Only one daemon may set the clock.
  service { 'systemd-timesyncd':
    ensure => stoped,
    enable => false,
  }
}
