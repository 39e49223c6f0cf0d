# Runs programs, one per line of JSON, and prints what each gives: what `bench/ruby_core.py` compares.
#
#     reference ruby bench/ruby_core.rb < PROGRAMS > ANSWERS
%w[puppet json set shellwords timeout].each { |name| require name }

# Puppet is loaded, since its libraries change methods of the core.
module Alone
  def self.run(program)
    Timeout.timeout(2) { { 'value' => Object.new.instance_eval(program) } }
  rescue StandardError, ScriptError, SystemStackError, NoMemoryError => error
    { 'failed' => error.class.name }
  end
end

$stderr = File.open(File::NULL, 'w')
$stdin.each_line do |line|
  answer = Alone.run(JSON.parse(line))
  text = answer['value']
  answer = { 'failed' => 'encoding' } if text.is_a?(String) && !text.dup.force_encoding('UTF-8').valid_encoding?
  $stdout.puts(JSON.generate(answer))
end
