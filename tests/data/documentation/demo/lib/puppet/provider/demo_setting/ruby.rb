Puppet::Type.type(:demo_setting).provide(:ruby, parent: Puppet::Provider) do
  desc 'Sets it with Ruby.'
  confine osfamily: :debian, 'kernel' => 'Linux'
  confine true: begin
    true
  end
  defaultfor osfamily: :debian, operatingsystemmajrelease: ['11', '12']
  has_feature :reloadable
  commands apt: 'apt-get', dpkg: '/usr/bin/dpkg'
  optional_commands other: 'other'
end
