# A comment above the type.
Puppet::Type.newtype(:demo_setting) do
  @doc = <<-'DOC'
    Manages a setting.

    @example A setting
      demo_setting { 'a':
        value => 1,
      }
    @option value [String] unused Not shown
  DOC

  ensurable

  feature :reloadable, 'Can reload
    the service'

  newparam(:name, namevar: true) do
    desc 'The name of the setting'
    isnamevar
  end

  newparam(:section) do
    desc "The section, #{Time} with code"
    defaultto 'main'
  end

  newparam(:show, boolean: true, parent: Puppet::Parameter::Boolean, required_features: :reloadable) do
    desc <<-EOT
      Whether to show it, in a text that is long enough that it has to be wrapped because a line of it is longer than one hundred and twenty characters are.

        indented
    EOT
    defaultto true
  end

  newproperty(:value) do
    desc %q{The value}
    newvalues(:one, 'two', /\A\d+\z/)
    newvalue(:three) { }
    aliasvalue :first, :one
    defaultto { 'computed' }
  end

  newcheck(:onlyif) do
    desc 'A check'
  end

  newproperty :bare do
  end
end
