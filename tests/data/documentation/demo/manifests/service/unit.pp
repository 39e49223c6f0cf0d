# Declares a unit. @summary is not a tag here.
#@param ensure
#  Whether it is there.
# @deprecated Use systemd::unit
define demo::service::unit(Enum['present', 'absent'] $ensure = present, Optional[String] $content = undef) {
}
class demo::undocumented { }
