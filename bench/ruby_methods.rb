# Prints the names of the methods that classes have in the reference's runtime: `typesys/puppet_typesys/ruby/methods.json`.
#
#     reference ruby bench/ruby_methods.rb > typesys/puppet_typesys/ruby/methods.json
#
# Those of Object are only listed for Object.
%w[puppet puppet/parser/templatewrapper json set ipaddr digest base64 uri yaml shellwords cgi erb zlib openssl].each { |name| require name }

CLASSES = %w[
  String Symbol Integer Float NilClass TrueClass FalseClass Array Hash Range Regexp MatchData Proc Set Time Class Module Exception IPAddr URI::Generic
  URI::HTTP Puppet::Pops::Types::PSensitiveType::Sensitive Puppet::Pops::Types::PAnyType Puppet::Resource Puppet::Parser::Scope SemanticPuppet::Version
  Puppet::Pops::Time::Timestamp Puppet::Pops::Time::Timespan Puppet::Pops::Types::PBinaryType::Binary Random Enumerator Object NoMethodError KeyError
].freeze
common = Object.public_instance_methods
found = CLASSES.to_h do |name|
  methods = Object.const_get(name).public_instance_methods
  [name, (name == 'Object' ? methods : methods - common).sort.join(' ')]
end
function = Puppet::Functions::InternalFunction.instance_methods | Puppet::Functions::Function.instance_methods
found['Puppet::Functions::Function'] = (function - common).sort.join(' ')
found['Object private'] = Object.private_instance_methods.sort.join(' ')
template = Puppet::Parser::TemplateWrapper
found['Puppet::Parser::TemplateWrapper'] = (template.public_instance_methods + template.private_instance_methods - common - Object.private_instance_methods).sort.join(' ')
puts JSON.pretty_generate(found, indent: ' ')
