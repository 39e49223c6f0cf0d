import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxes, lines, OUTSIDE, reference, shown, uncertain } from '../src/webview/graph';
import { places } from '../src/webview/layout';
import type { Edge, Preview, Resource } from '../src/webview/messages';

const resource = (type: string, title: string | null, more: Partial<Resource> = {}): Resource => ({
  type, title, parameters: {}, virtual: false, exported: false, possible: false, path: null, line: null, ...more,
});
const edge = (source: string, target: string): Edge => ({ source, target });

/** Two classes; the second contains an instance of a defined type with a file in it. */
const catalog: Preview = {
  resources: [
    resource('Class', 'A'), resource('File', '/a', { possible: true }), resource('Class', 'A::B'), resource('A::Site', 'one'),
    resource('File', '/b'), resource('Service', null, { possible: true }), resource('Service', null, { possible: true }), resource('Node', 'x'),
  ],
  containment: [edge('Stage[main]', 'Class[A]'), edge('Class[A]', 'File[/a]'), edge('Class[A]', 'Class[A::B]'), edge('Class[A::B]', 'A::Site[one]'), edge('A::Site[one]', 'File[/b]'), edge('Class[A::B]', 'Service[?]')],
  edges: [{ source: 'File[/a]', target: 'File[/b]', parameter: 'notify' }, { source: 'File[/a]', target: 'File[/absent]', parameter: 'before' }],
  automatic: [],
  unmet: [],
  cycles: [],
  partial: false,
  problems: [],
};
const all = (): boolean => true;
const none = (): boolean => false;

void test('resources are in the boxes of their classes', () => {
  const found = boxes(catalog, all, none).map((box) => [box.id, box.members.map((each) => `${each.label} ${each.classes}`)]);
  assert.deepEqual(found, [
    ['Class[A]', ['File[/a] resource possible']],
    ['Class[A::B]', ['A::Site[one] resource', 'File[/b] resource', 'Service[?] ×2 resource possible unknown']],
    [OUTSIDE, ['Node[x] resource']],
  ]);
});

void test('a filter leaves the wanted resources and their classes', () => {
  const found = boxes(catalog, (id) => id.includes('/b'), none).map((box) => [box.id, box.members.map((each) => each.id)]);
  assert.deepEqual(found, [['Class[A::B]', ['File[/b]']]]);
});

void test('lines of collapsed classes begin and end at them', () => {
  const shownLines = (isOpen: (id: string) => boolean): string[] => lines(catalog, boxes(catalog, all, isOpen)).map((each) => `${each.source} ${each.classes} ${each.target}`);
  assert.deepEqual(shownLines(none), ['Class[A] notifies Class[A::B]']);
  assert.deepEqual(shownLines(all), ['Class[A] contains Class[A::B]', 'A::Site[one] contains File[/b]', 'File[/a] notifies File[/b]']);
  assert.deepEqual(shownLines((id) => id === 'Class[A]'), ['Class[A] contains Class[A::B]', 'File[/a] notifies Class[A::B]']);
});

void test('what is needed without an order is a line of its own', () => {
  const more = { ...catalog, edges: [], automatic: [edge('File[/a]', 'A::Site[one]')], unmet: [{ ...edge('File[/a]', 'File[/b]'), why: 'its command uses it' }] };
  const found = lines(more, boxes(more, all, all)).map((each) => `${each.source} ${each.classes} ${each.target}`);
  assert.deepEqual(found.slice(2), ['File[/a] automatic A::Site[one]', 'File[/a] unmet File[/b]']);
});

void test('nothing covers anything else', () => {
  const resources = Array.from({ length: 200 }, (_, at) => resource(at % 20 === 0 ? 'Class' : 'File', `/srv/${String(at)}`));
  const classOf = (at: number): string => reference(resources[at - (at % 20)] ?? resource('Class', ''));
  const containment = resources.map((each, at) => edge(at % 20 === 0 ? 'Stage[main]' : classOf(at), reference(each)));
  const edges = resources.flatMap((each, at) => (at % 20 > 1 && at % 3 === 0 ? [edge(reference(each), reference(resources[at - 1] ?? each))] : []));
  const large = { ...catalog, resources, containment, edges };
  const every = boxes(large, all, all);
  const found = [...places(every, lines(large, every), { width: 500, height: 400 }).values()];
  assert.equal(found.length, 190);
  const covered = found.filter((one, at) => found.some((other, index) => index > at && Math.abs(one.x - other.x) < 60 && Math.abs(one.y - other.y) < 24));
  assert.deepEqual(covered, []);
});

void test('a chain of relationships is arranged in the direction in which its pane shows it largest', () => {
  const names = Array.from({ length: 6 }, (_, at) => `/${String(at)}`);
  const chain: Preview = {
    ...catalog,
    resources: [resource('Class', 'A'), ...names.map((name) => resource('File', name))],
    containment: names.map((name) => edge('Class[A]', `File[${name}]`)),
    edges: names.slice(1).map((name, at) => ({ ...edge(`File[${String(names[at])}]`, `File[${name}]`), parameter: 'before' })),
  };
  const every = boxes(chain, all, all);
  const spread = (width: number, height: number): [number, number] => {
    const found = [...places(every, lines(chain, every), { width, height }).values()];
    const [across, down] = [found.map(({ x }) => x), found.map(({ y }) => y)];
    return [Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down)];
  };
  const [wide, narrow] = [spread(1600, 400), spread(300, 500)];
  assert.ok(wide[0] > wide[1], String(wide));
  assert.ok(narrow[0] < narrow[1], String(narrow));
});

void test('texts of values', () => {
  assert.equal(shown({ unknown: 'String' }), 'unknown String');
  assert.equal(shown({ unknown: 'Any' }), 'unknown value');
  assert.equal(shown({ unknown: 'Variant[Array[Stdlib::Absolutepath], Hash[String, Integer]]' }), 'unknown Variant[…]');
  assert.equal(shown([1, 'a', null, { b: true }]), "[1, 'a', undef, {b => true}]");
  assert.equal(reference(resource('File', '/x')), 'File[/x]');
});

void test('uncertain resources are one line', () => {
  assert.equal(uncertain(catalog), 'File[/a], Service[?] ×2');
});
