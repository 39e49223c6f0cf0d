# Does one of several things.
# @raise KeyError if nothing is found
Puppet::Functions.create_function(:'demo::several', Puppet::Functions::InternalFunction) do
  # For a text.
  # @param text The text
  # @return [String] A text
  dispatch :of_text do
    param 'String', :text
    repeated_param 'Variant[String, Integer]', :others
    block_param 'Callable[String]', :block
  end

  # @param number
  #   The number
  #
  # @option number [String] unused An option
  dispatch :of_number do
    required_param 'Integer', :number
    optional_block_param
  end

  def of_text(text, *others)
  end
end
