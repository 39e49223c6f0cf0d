# frozen_string_literal: true
# The values of Hiera keys and the explanations of the reference: JSON lines in and out, one process for one environment and node.
#
#   ruby explain.rb ENVIRONMENT_PATH ENVIRONMENT FACTS_FILE NODE < keys
#
#   in : {"key": key, "merge": strategy or null}
#   out: {"key": key, "value": ..., "explanation": text} or {"key": key, "missing": true, ...} or {"key": key, "error": message}
require 'json'
require 'puppet'
require 'puppet/application/lookup'

path, environment, facts, node = ARGV
ARGV.clear
Puppet.initialize_settings(['--environmentpath', path, '--environment', environment, '--vardir', Dir.mktmpdir, '--confdir', Dir.mktmpdir])
Puppet[:log_level] = 'crit'
app = Puppet::Application::Lookup.new(Puppet::Util::CommandLine.new('lookup', []))
app.options[:node] = node
app.options[:fact_file] = facts
loader = Puppet.lookup(:environments)
Puppet.override(current_environment: loader.get!(environment.to_sym)) do
  app.generate_scope do |scope|
    $stdin.each_line do |line|
      job = JSON.parse(line)
      answer = { 'key' => job['key'] }
      invocation = Puppet::Pops::Lookup::Invocation.new(scope, {}, {}, Puppet::Pops::Lookup::Explainer.new(false, false))
      begin
        merge = job['merge'] && { 'strategy' => job['merge'] }
        value = Puppet::Pops::Lookup.lookup([job['key']], nil, '__missing__', true, merge, invocation)
        value == '__missing__' ? answer['missing'] = true : answer['value'] = value
      rescue StandardError => e
        answer['error'] = e.message
      end
      answer['explanation'] = invocation.explainer.explain
      puts JSON.generate(answer)
      $stdout.flush
    end
  end
end
