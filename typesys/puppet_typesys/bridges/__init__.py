"""What leads from Puppet code into Ruby and back: functions, ERB templates and data types in Ruby, and the hosts of their programs."""
