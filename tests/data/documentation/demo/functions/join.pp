# Joins words.
#
# @param words The words
# @param separator
#   What is between them
# @return [String] the joined words
# @raise ArgumentError when there are none
# @example
#   demo::join(['a', 'b'])
function demo::join(Array[String] $words, String $separator = ', ', *$rest) >> String {
  join($words, $separator)
}
function demo::nothing() {
}
