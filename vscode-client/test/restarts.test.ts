import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSupported } from '../src/install';
import { Restarts } from '../src/restarts';

void test('the delay doubles with each exit, and the fifth within three minutes is the last', () => {
  const restarts = new Restarts();
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => restarts.next(second * 1000)), [500, 1000, 2000, 4000, undefined]);
});

void test('old exits do not count', () => {
  const restarts = new Restarts();
  for (const minute of [0, 4, 8, 12, 16, 20]) assert.equal(restarts.next(minute * 60_000), 500);
});

void test('a restart on request resets the delay', () => {
  const restarts = new Restarts();
  restarts.next(0);
  restarts.reset();
  assert.equal(restarts.next(1), 500);
});

void test('supported versions of Python', () => {
  assert.deepEqual(['3.11.0', '3.12.1', '4.0.0', '3.10.9', '2.7.18', 'x'].map(isSupported), [true, true, true, false, false, false]);
});
