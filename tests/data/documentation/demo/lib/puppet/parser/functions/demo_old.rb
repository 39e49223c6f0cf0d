module Puppet::Parser::Functions
  newfunction(:demo_old, type: :rvalue, doc: <<-DOC
    Returns an old thing.

    @param [String] name The name
    @param value
      The value
    @return a thing
  DOC
  ) do |args|
    args
  end
end
