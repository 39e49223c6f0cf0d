#   A class whose comment is indented.
# @api private
# @summary Runs the service
class demo::service {
  service { 'demo': }
}
