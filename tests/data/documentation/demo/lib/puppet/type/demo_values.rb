Puppet::Type.newtype(:demo_values) do
  @doc = 'Values that are computed'

  newparam(:name) do
    desc 'Its name'
  end

  newproperty(:level) do
    desc 'Its level'
    newvalues('none', *LEVELS.keys, 'all')
  end
end
