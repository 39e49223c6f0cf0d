# A provider with a comment only.
Puppet::Type.type(:demo_setting).provide :windows do
  defaultfor 'os.name' => :windows
end
