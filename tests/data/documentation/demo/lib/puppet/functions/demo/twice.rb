# Has two parameters of one name
Puppet::Functions.create_function(:'demo::twice') do
  # @return [String] The text
  dispatch :twice do
    param 'String', :text
    param 'Integer', :text
    param 'Boolean', :last
  end

  def twice(text, other, last); end
end
