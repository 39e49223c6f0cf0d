'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const { serverCommand } = require('../src/server');

const nothing = () => false;

test('a path that the user gave wins', () => {
  assert.equal(serverCommand({ path: '/opt/server' }, ['/w'], 'linux', () => true), '/opt/server');
});

test('the virtual environment of the workspace comes next', () => {
  const there = (file) => file === '/w/venv/bin/puppet-language-server';
  assert.equal(serverCommand({}, ['/v', '/w'], 'linux', there), '/w/venv/bin/puppet-language-server');
});

test('.venv is preferred to venv', () => {
  assert.equal(serverCommand({}, ['/w'], 'darwin', () => true), '/w/.venv/bin/puppet-language-server');
});

test('on Windows it has another name', () => {
  assert.equal(serverCommand({}, ['C:\\w'], 'win32', () => true), 'C:\\w\\.venv\\Scripts\\puppet-language-server.exe');
});

test('otherwise the search path decides', () => {
  assert.equal(serverCommand({ path: '' }, ['/w'], 'linux', nothing), 'puppet-language-server');
  assert.equal(serverCommand({}, [], 'linux', nothing), 'puppet-language-server');
});
