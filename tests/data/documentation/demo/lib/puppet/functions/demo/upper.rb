# frozen_string_literal: true

# @summary
#   Makes a text upper case
#
# More about it.
Puppet::Functions.create_function(:'demo::upper') do
  # @param text The text
  # @param count [Integer] How often
  # @return The text in upper case
  # @example
  #   demo::upper('a')
  dispatch :upper do
    param 'String', :text
    optional_param 'Integer', :count
    return_type 'String'
  end

  def upper(text, count = 1)
    text.upcase
  end
end
