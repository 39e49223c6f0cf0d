// What the server says of specs, and what a view of tests makes of it. Independent of the editor, so that it can be tested without one.

export interface Location {
  uri: string;
  range: { start: Position; end: Position };
}

export interface Position {
  line: number;
  character: number;
}

/** A group or an example of a spec file. */
export interface Item extends Location {
  /** As RSpec gives it. */
  id: string;
  label: string;
  /** Whether it looks at a catalog, which can be debugged. */
  hasCatalog: boolean;
  /** Of a group. */
  children?: Item[];
}

export interface Listing {
  items: Item[];
  /** Why these may not be all; empty if they are. */
  problem: string;
  /** The folder of the module; null for a file in none. */
  module: string | null;
}

export interface Result {
  id: string;
  description: string;
  status: 'passed' | 'failed' | 'pending' | 'unknown' | 'unsupported';
  message: string;
  expected: string;
  actual: string;
  seconds: number;
  /** That of the expectation that failed, else that of the example. */
  place: Location;
  /** That of the resource that it is about, in a manifest. */
  declared: Location | null;
}

/** The results of a spec file, which come while others are still running. */
export interface FileResults {
  uri: string;
  results: Result[];
}

/** Something in a manifest that examples cover or do not cover: a `resource` that they look at, or a `branch` that they evaluate. */
export interface CoverageRow {
  kind: string;
  line: number;
  name: string;
  isCovered: boolean;
}

export interface Answer {
  counts: Record<string, number>;
  coverage: Record<string, CoverageRow[]>;
}

/** The specs of one file to run: all of them, or those of some examples and groups. */
export interface Target {
  uri: string;
  ids?: string[];
}

/** How a view of tests shows a result; what has not been decided is an error, never a pass. */
export type Shown = { state: 'passed' } | { state: 'skipped' | 'errored'; text: string } | { state: 'failed'; text: string; difference?: [expected: string, actual: string] };

export function shown(result: Result): Shown {
  switch (result.status) {
    case 'passed':
      return { state: 'passed' };
    case 'pending':
      return { state: 'skipped', text: result.message };
    case 'failed': {
      const text = [result.description, result.message, declaration(result)].filter((each) => each !== '').join('\n\n');
      return result.expected === '' || result.actual === '' ? { state: 'failed', text } : { state: 'failed', text, difference: [lines(result.expected), lines(result.actual)] };
    }
    case 'unknown':
      return { state: 'errored', text: `The verdict is unknown: it depends on ${result.message || 'a value that is not known'}.` };
    default:
      return { state: 'errored', text: `Not supported: ${result.message || 'the example was not run'}. RSpec can run it: bundle exec rspec '${result.id}'` };
  }
}

/** Where the resource of a result is declared; empty if it is about none. */
function declaration({ declared }: Result): string {
  return declared === null ? '' : `declared at ${decodeURIComponent(declared.uri.split('/').slice(-2).join('/'))}:${String(declared.range.start.line + 1)}`;
}

/** A text of Ruby or Puppet with its line feeds, so that a difference shows lines. */
function lines(value: string): string {
  return value.replaceAll('\\n', '\n');
}

/** A group or example as a view of tests knows it. */
export interface Node {
  /** The spec file. */
  uri: string;
  /** The id of RSpec; undefined for a file. */
  id: string | undefined;
  children: Node[];
}

/** What to run for the chosen nodes without the excluded ones: whole files where nothing of them is excluded. */
export function targets(chosen: readonly Node[], excluded: ReadonlySet<Node>): Target[] {
  const found = new Map<string, Target>();
  for (const node of chosen) for (const [uri, id] of wanted(node, excluded)) add(found, uri, id);
  return [...found.values()];
}

function* wanted(node: Node, excluded: ReadonlySet<Node>): Generator<[string, string | undefined]> {
  if (excluded.has(node)) return;
  if (!hasExcluded(node, excluded)) yield [node.uri, node.id];
  else for (const child of node.children) yield* wanted(child, excluded);
}

function hasExcluded(node: Node, excluded: ReadonlySet<Node>): boolean {
  return excluded.size > 0 && node.children.some((child) => excluded.has(child) || hasExcluded(child, excluded));
}

function add(found: Map<string, Target>, uri: string, id: string | undefined): void {
  const known = found.get(uri);
  if (id === undefined) found.set(uri, { uri });
  else if (known === undefined) found.set(uri, { uri, ids: [id] });
  else known.ids?.push(id);
}

/** A line with what can be covered in it. */
export interface CoveredLine {
  isCovered: boolean;
  branches: CoverageRow[];
}

/** What can be covered in a file, by line: a line is covered if one of its resources is or, without any, one of its branches. */
export function coveredLines(rows: readonly CoverageRow[]): Map<number, CoveredLine> {
  const found = new Map<number, CoveredLine>();
  const resources = rows.filter(({ kind }) => kind === 'resource');
  const declared = new Set(resources.map(({ line }) => line));
  for (const row of [...resources, ...rows.filter(({ kind }) => kind !== 'resource')]) {
    const known = found.get(row.line) ?? { isCovered: false, branches: [] };
    const isBranch = row.kind === 'branch';
    known.isCovered ||= row.isCovered && !(isBranch && declared.has(row.line));
    if (isBranch) known.branches.push(row);
    found.set(row.line, known);
  }
  return found;
}
