# @api private
class demo::params {
}
