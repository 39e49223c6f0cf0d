import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elements, reference, shown } from '../src/webview/graph';
import type { Preview, Resource } from '../src/webview/messages';

const resource = (type: string, title: string | null, more: Partial<Resource> = {}): Resource => ({
  type, title, parameters: {}, virtual: false, exported: false, possible: false, path: null, line: null, ...more,
});

const catalog: Preview = {
  resources: [resource('Class', 'A'), resource('File', '/a', { possible: true }), resource('Service', null)],
  containment: [{ source: 'Class[A]', target: 'File[/a]' }, { source: 'Stage[main]', target: 'Class[A]' }],
  edges: [{ source: 'File[/a]', target: 'Class[A]', parameter: 'notify' }],
  cycles: [],
  partial: false,
  problems: [],
};

void test('resources are nodes, and possible and unknown ones have a class', () => {
  const nodes = elements(catalog).filter((each) => each.data.source === undefined);
  const classes = nodes.map((each) => [each.data.id, each.classes]);
  assert.deepEqual(classes, [['Class[A]', 'class'], ['File[/a]', 'resource possible'], ['Service[?]', 'resource unknown']]);
});

void test('edges without both nodes are left out', () => {
  const edges = elements(catalog).filter((each) => each.data.source !== undefined).map((each) => [each.data.source, each.data.target, each.classes]);
  assert.deepEqual(edges, [['Class[A]', 'File[/a]', 'contains'], ['File[/a]', 'Class[A]', 'notifies']]);
});

void test('texts of values', () => {
  assert.equal(shown({ unknown: 'String' }), 'unknown value of type String');
  assert.equal(shown([1, 'a', null, { b: true }]), "[1, 'a', undef, {b => true}]");
  assert.equal(reference(resource('File', '/x')), 'File[/x]');
});
