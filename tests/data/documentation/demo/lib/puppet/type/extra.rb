Puppet::Type.type(:package).newparam(:demo_flag) do
  desc 'A flag that this module adds.'
  newvalues(:yes, :no)
end
