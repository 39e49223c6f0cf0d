# Evaluates pairs of snippets, before and after a fix, with the facts of recorded systems, with strict settings.
#
# The first line of the input is {"pairs": [[kind, fact, before, after], ...]}; kinds are "puppet", "erb" and "hiera". Each other line is
# {"system": name, "facts": {...}, "edited": [fact, ...], "sent": whether the facts have legacy ones}. Answers each system with the pairs
# that are harmed: {"system", "count": pairs evaluated, "harm": [[pair number, before, after], ...]}.
require 'json'
require 'puppet'
require 'tmpdir'

folder = Dir.mktmpdir('facts')
at_exit { require 'fileutils'; FileUtils.rm_rf(folder) }
Puppet.initialize_settings(['--confdir', folder, '--vardir', folder, '--logdir', folder, '--rundir', folder, '--codedir', folder])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet[:code] = ''
Puppet::Util::Log.close_all
PARSER = Puppet::Pops::Parser::EvaluatingParser.new

class Interpolated
  include Puppet::Pops::Lookup::Interpolation

  def value(text, scope)
    interpolate(text, Puppet::Pops::Lookup::Invocation.new(scope), true)
  end
end

def answer(kind, code, scope)
  value =
    case kind
    when 'puppet' then PARSER.evaluate(scope, (PARSED[code] ||= PARSER.parse_string(code)))
    when 'erb' then scope.call_function('inline_template', [code])
    when 'hiera' then Interpolated.new.value(code, scope)
    end
  [true, value.class.name, value.inspect]
rescue StandardError => e
  [false, e.class.name, e.message[0, 200]]
end

PARSED = {}
pairs = JSON.parse($stdin.gets)['pairs']
$stdin.each_line do |line|
  job = JSON.parse(line)
  environment = Puppet::Node::Environment.create(:production, [], Puppet::Node::Environment::NO_MANIFEST)
  loaders = Puppet::Pops::Loaders.new(environment)
  harm = []
  count = 0
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment, loaders: loaders) do
    facts = Puppet::Node::Facts.new('node1.example.com', job['facts'])
    node = Puppet::Node.new('node1.example.com', environment: environment, facts: facts)
    node.fact_merge(facts)
    compiler = Puppet::Parser::Compiler.new(node)
    compiler.send(:set_node_parameters)
    scope = compiler.topscope
    Puppet.override(global_scope: scope) do
      pairs.each_with_index do |(kind, fact, before, after), index|
        next if job['edited'].include?(fact)
        count += 1
        old = answer(kind, before, scope)
        new = answer(kind, after, scope)
        differs = old[0] && (!new[0] || (job['sent'] && old != new))
        harm << [index, old, new] if differs
      end
    end
  end
  puts JSON.generate('system' => job['system'], 'count' => count, 'harm' => harm)
end
