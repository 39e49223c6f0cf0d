# The relationship graphs of the reference: JSON lines in ({"id", "code"}), JSON lines out.
#
# {"id", "resources": [ref, ...], "edges": [[number, number], ...], "walk": [ref, ...]}: edges between nodes as an agent walks them, where twice the
# number of a resource is its beginning and one more its end; or {"id", "error"}.
require 'json'
require 'puppet'

Puppet.initialize_settings([])
Puppet[:log_level] = 'err'
Puppet::Util::Log.close_all
# Whether programs of providers are installed here does not matter.
Puppet::Type.class_eval { def suitable? = true }
FACTS = { 'os' => { 'name' => 'Debian', 'family' => 'Debian' }, 'kernel' => 'Linux' }.freeze

def catalog_of(code)
  environment = Puppet::Node::Environment.create(:production, [], Puppet::Node::Environment::NO_MANIFEST)
  Puppet[:code] = code
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment,
                  loaders: Puppet::Pops::Loaders.new(environment)) do
    node = Puppet::Node.new('web.example.com', environment: environment, facts: Puppet::Node::Facts.new('web.example.com', FACTS.dup))
    node.merge(FACTS)
    ral = Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_ral
    yield ral, ral.relationship_graph
  end
end

# What a vertex of the graph is: a resource, or one end of a container.
def nodes_of(vertex, numbers)
  return [2 * numbers[vertex.ref], 2 * numbers[vertex.ref] + 1] unless vertex.is_a?(Puppet::Type.type(:whit))
  side, ref = vertex.name.to_s.split('_', 2)
  node = 2 * numbers[ref] + (side == 'completed' ? 1 : 0)
  [node, node]
end

$stdin.each_line do |line|
  job = JSON.parse(line)
  answer = { 'id' => job['id'] }
  begin
    catalog_of(job['code']) do |ral, graph|
      refs = ral.resources.map(&:ref)
      numbers = refs.each_with_index.to_h
      edges = graph.edges.map { |each| [nodes_of(each.source, numbers)[1], nodes_of(each.target, numbers)[0]] }
      edges += refs.each_index.map { |each| [2 * each, 2 * each + 1] }
      answer.update('resources' => refs, 'edges' => edges)
      walk = []
      graph.traverse { |each| walk << each.ref } if graph.find_cycles_in_graph.empty?
      answer['walk'] = walk.grep_v(/^Whit/)
    end
  rescue StandardError, ScriptError => e
    answer['error'] = e.message[0, 300]
  end
  puts JSON.generate(answer)
end
