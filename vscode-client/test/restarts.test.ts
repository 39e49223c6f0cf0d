import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnough } from '../src/install';
import { Restarts } from '../src/restarts';

void test('each end waits longer, and five within three minutes are too many', () => {
  const restarts = new Restarts();
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => restarts.next(second * 1000)), [500, 1000, 2000, 4000, undefined]);
});

void test('ends of long ago do not count', () => {
  const restarts = new Restarts();
  for (const minute of [0, 4, 8, 12, 16, 20]) assert.equal(restarts.next(minute * 60_000), 500);
});

void test('who asks for a start begins anew', () => {
  const restarts = new Restarts();
  restarts.next(0);
  restarts.forget();
  assert.equal(restarts.next(1), 500);
});

void test('which Python will do', () => {
  assert.deepEqual(['3.11.0', '3.12.1', '4.0.0', '3.10.9', '2.7.18', 'x'].map(isEnough), [true, true, true, false, false, false]);
});
