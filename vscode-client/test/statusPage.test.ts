import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusPage, type State } from '../src/statusPage';

const state: State = {
  version: '1.2.3',
  folders: [{ folder: '/srv/<b>', isEnvironment: true, modulepath: ['/srv/modules'], modules: ['apache', 'stdlib'], missing: ['ntp'], settings: null, diagnostics: 'workspace' }],
  files: 12,
  unknown: [{ file: '/srv/Puppetfile', message: 'ntp is not installed' }],
  cache: { path: '/cache', bytes: 2048 },
  problems: ['unknown setting `a`'],
  running: ['checking all files'],
};

void test('the page has the state of the server', () => {
  const page = statusPage(state, '/bin/server', '');
  for (const each of ['1.2.3', '/bin/server', 'checking all files', '<code>ntp</code>', 'control repository', '/cache</code>, 2 KB', 'unknown setting <code>a</code>']) assert.ok(page.includes(each), each);
});

void test('names cannot add elements to the page', () => {
  const page = statusPage({ ...state, problems: ['<script>'] }, '<i>', '');
  assert.ok(!page.includes('<b>') && !page.includes('<script>') && !page.includes('<i>'));
});

void test('without a server the page says why', () => {
  assert.match(statusPage(undefined, '/bin/server', 'it exited'), /it exited/);
});
