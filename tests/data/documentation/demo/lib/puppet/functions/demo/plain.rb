Puppet::Functions.create_function('demo::plain') do
  # @param one The first
  def plain(one, two = nil, three = :default, *rest, &block)
  end
end
