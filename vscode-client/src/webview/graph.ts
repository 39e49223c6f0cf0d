// Converts a catalog to nodes and edges of a graph. Independent of the browser.

import type { Preview, Resource } from './messages';

export interface Element {
  data: Record<string, string>;
  classes: string;
}

/** The reference to a resource, as edges contain it. */
export function reference(resource: Resource): string {
  return `${resource.type}[${resource.title ?? '?'}]`;
}

/** The elements of the graph: resources, the classes and defined types that contain them, and their relationships. */
export function elements(catalog: Preview): Element[] {
  const known = new Map(catalog.resources.map((resource) => [reference(resource), resource]));
  const cyclic = new Set(catalog.cycles.flat());
  const nodes = [...known].map(([id, resource]) => ({ data: { id, label: id }, classes: classesOf(resource, cyclic.has(id)) }));
  const inside = catalog.containment.filter((edge) => known.has(edge.source) && known.has(edge.target));
  const related = catalog.edges.filter((edge) => known.has(edge.source) && known.has(edge.target));
  const contained = inside.map(({ source, target }) => ({ data: { id: `${source} > ${target}`, source, target }, classes: 'contains' }));
  const ordered = related.map(({ source, target, parameter }) => {
    const notifies = parameter === 'notify' || parameter === 'subscribe';
    return { data: { id: `${source} -> ${target}`, source, target }, classes: notifies ? 'notifies' : 'before' };
  });
  return [...nodes, ...contained, ...ordered];
}

function classesOf(resource: Resource, isCyclic: boolean): string {
  const found = [resource.type === 'Class' ? 'class' : 'resource'];
  if (resource.possible) found.push('possible');
  if (resource.title === null) found.push('unknown');
  if (resource.virtual || resource.exported) found.push('virtual');
  if (isCyclic) found.push('cyclic');
  return found.join(' ');
}

/** The text of a value; an unknown value is shown with its type. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first?.[0] === 'unknown') return `unknown value of type ${String(first[1])}`;
    return `{${entries.map(([key, each]) => `${key} => ${shown(each)}`).join(', ')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  return value === null ? 'undef' : typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
