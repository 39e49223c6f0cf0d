// What a catalog contains, for its graph and its table: boxes of resources, relationships, and texts. Independent of the browser.

import type { Preview, Resource } from './messages';

/** A class, or the resources outside of all classes; collapsed or with its members. */
export interface Box {
  id: string;
  label: string;
  classes: string;
  isOpen: boolean;
  members: Member[];
}

export interface Member {
  id: string;
  label: string;
  classes: string;
}

/** A line between boxes or members. */
export interface Line {
  source: string;
  target: string;
  classes: string;
}

/** The box of resources outside of all classes. */
export const OUTSIDE = 'outside of classes';
/** The longest text of a title or type that is shown in full. */
const LONGEST = 40;

/** The reference to a resource, as edges contain it. */
export function reference(resource: Resource): string {
  return `${resource.type}[${resource.title ?? '?'}]`;
}

/** The resources of a catalog by reference. Those with unknown titles have the same. */
export function byReference(catalog: Preview): Map<string, Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const each of catalog.resources) found.set(reference(each), [...(found.get(reference(each)) ?? []), each]);
  return found;
}

/** The boxes of the graph; `isWanted` decides which resources are shown, and `isOpen` which boxes show them. */
export function boxes(catalog: Preview, isWanted: (id: string) => boolean, isOpen: (id: string) => boolean): Box[] {
  const cyclic = new Set(catalog.cycles.flat());
  const owner = owners(catalog);
  const found = new Map<string, Box>();
  const known = byReference(catalog);
  for (const [id, all] of known) {
    if (isClass(id)) found.set(id, { id, label: named(id), classes: classesOf(all, cyclic.has(id)), isOpen: isOpen(id), members: [] });
  }
  for (const [id, all] of known) {
    if (isClass(id) || !isWanted(id)) continue;
    const times = all.length > 1 ? ` ×${String(all.length)}` : '';
    const box = found.get(owner(id)) ?? { id: OUTSIDE, label: OUTSIDE, classes: 'outside', isOpen: true, members: [] };
    box.members.push({ id, label: named(id) + times, classes: classesOf(all, cyclic.has(id)) });
    found.set(box.id, box);
  }
  return [...found.values()].filter((each) => each.members.length > 0 || isWanted(each.id)).map(marked);
}

/** A box whose label says whether it is open, or else how many members it has. */
function marked(box: Box): Box {
  if (box.members.length === 0) return { ...box, isOpen: false };
  return { ...box, label: box.isOpen ? `▾ ${box.label}` : `▸ ${box.label} (${String(box.members.length)})` };
}

/** The lines between what is shown: those of members of a collapsed box begin or end at the box. */
export function lines(catalog: Preview, shown: Box[]): Line[] {
  const at = new Map(shown.flatMap((box) => [[box.id, box.id], ...box.members.map((each) => [each.id, box.isOpen ? each.id : box.id])] as [string, string][]));
  const owner = owners(catalog);
  const found = new Map<string, Line>();
  const add = (from: string, to: string, classes: string): void => {
    const [source, target] = [at.get(from), at.get(to)];
    if (source === undefined || target === undefined || source === target) return;
    found.set(`${source} ${target}`, { source, target, classes });
  };
  // What a class contains is inside of its box.
  for (const { source, target } of catalog.containment) if (isClass(target) || owner(target) !== source) add(source, target, 'contains');
  for (const { source, target, parameter } of catalog.edges) add(source, target, parameter === 'notify' || parameter === 'subscribe' ? 'notifies' : 'before');
  for (const { source, target } of catalog.automatic) if (!found.has(`${at.get(source) ?? ''} ${at.get(target) ?? ''}`)) add(source, target, 'automatic');
  for (const { source, target } of catalog.unmet) add(source, target, 'unmet');
  return [...found.values()];
}

/** The class that contains a resource, itself or by a resource of a defined type. */
function owners(catalog: Preview): (id: string) => string {
  const parents = new Map(catalog.containment.map(({ source, target }) => [target, source]));
  return (id) => {
    const seen = new Set([id]);
    let each = parents.get(id);
    while (each !== undefined && !isClass(each) && !seen.has(each)) {
      seen.add(each);
      each = parents.get(each);
    }
    return each ?? OUTSIDE;
  };
}

function isClass(id: string): boolean {
  return id.startsWith('Class[');
}

function classesOf(all: Resource[], isCyclic: boolean): string {
  const found = [all.some((each) => each.type === 'Class') ? 'class' : 'resource'];
  if (all.every((each) => each.possible)) found.push('possible');
  if (all.every((each) => each.title === null)) found.push('unknown');
  if (all.every((each) => each.virtual || each.exported)) found.push('virtual');
  if (isCyclic) found.push('cyclic');
  return found.join(' ');
}

/** A reference, shortened in the middle if it is long: the end of a path says more than its beginning. */
function named(id: string): string {
  return id.length <= LONGEST ? id : `${id.slice(0, LONGEST / 2)}…${id.slice(1 - LONGEST / 2)}`;
}

/** The text of a value; an unknown value is shown with its type, which is shortened if it is long. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first?.[0] === 'unknown') return `unknown ${shortType(String(first[1]))}`;
    return `{${entries.map(([key, each]) => `${key} => ${shown(each)}`).join(', ')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  return value === null ? 'undef' : typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** A type without its parameters if it is long; `Any` says nothing. */
function shortType(type: string): string {
  if (type === 'Any') return 'value';
  return type.length <= LONGEST ? type : `${type.slice(0, type.indexOf('['))}[…]`;
}

/** The resources that may not be declared, or whose titles are unknown, as one line. */
export function uncertain(catalog: Preview): string {
  const found = [...byReference(catalog)].filter(([, all]) => all.every((each) => each.possible || each.title === null));
  return found.map(([id, all]) => (all.length > 1 ? `${id} ×${String(all.length)}` : id)).join(', ');
}
