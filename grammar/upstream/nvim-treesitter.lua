  puppet = {
    install_info = {
      location = 'grammar',
      revision = 'REVISION',
      url = 'https://github.com/puppet-check/puppet-check',
    },
    maintainers = { 'MAINTAINER' },
    tier = 2,
  },
