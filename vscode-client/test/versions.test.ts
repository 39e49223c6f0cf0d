import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOlder, incompatibility } from '../src/versions';

void test('a server is older when its first or second number is lower', () => {
  const older = ['0.1.9', '0.2.0', '0.10.0', '1.0.0', '0.2.0rc1', ''].map((version) => isOlder(version, '0.2.1'));
  assert.deepEqual(older, [true, false, false, false, false, true]);
});

void test('an incompatible server is reported', () => {
  assert.equal(incompatibility('/s', { name: 'puppet-language-server', version: '0.2.0' }, '0.2.0'), undefined);
  assert.match(incompatibility('/s', { name: 'puppet-language-server', version: '0.1.0' }, '0.2.0') ?? '', /has version 0\.1\.0, which is older/);
  assert.match(incompatibility('/s', { name: 'gopls', version: '9' }, '0.2.0') ?? '', /its name is gopls/);
  assert.match(incompatibility('/s', undefined, '0.2.0') ?? '', /is not a Puppet language server\./);
});
