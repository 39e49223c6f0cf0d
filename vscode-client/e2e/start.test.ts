// How a workbench begins: how soon the first finding is seen, and what does not wake the extension.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { together } from './seen';
import { ROOT } from './tools';
import type { Workbench } from './workbench';

/**
 * The longest time from the start of the extension host to the first squiggle of an open file, in milliseconds, however busy the machine is:
 * docs/performance.md has the figures of one that does nothing else.
 */
const SOON = Number(process.env.SQUIGGLE_MS ?? 10_000);
const RUNS = Number(process.env.SQUIGGLE_RUNS ?? 3);

const seen = together(() => ({ files: {} }));

seen('the first squiggle comes soon after the extension host is up', async (bench) => {
  const examples = path.join(bench.folder, 'examples');
  cpSync(path.join(ROOT, '..', 'examples'), examples, { recursive: true });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timeToFinding(bench, examples, 'chrony/manifests/config.pp'));
  times.sort((a, b) => a - b);
  const [least = NaN, median = NaN, most = NaN] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(`from the start of the extension host to the first squiggle, ${String(RUNS)} runs: at least ${String(least)} ms, median ${String(median)} ms, at most ${String(most)} ms`);
  // Whatever else the machine does only adds to it.
  assert.ok(least <= SOON, `${String(least)} ms`);
});

seen('a folder without Puppet does not wake the extension', async (bench) => {
  const folder = path.join(bench.temporary, 'plain');
  mkdirSync(folder, { recursive: true });
  for (const name of ['notes.md', 'some.yaml', 'some.ini', 'some.json']) writeFileSync(path.join(folder, name), '');
  await bench.visit(folder, 'notes.md');
  for (const name of ['some.yaml', 'some.ini', 'some.json']) await bench.open(path.join('..', 'plain', name));
  await bench.command('Developer: Show Running Extensions');
  await bench.see('.runtime-extensions-editor .monaco-list-row', /Markdown/);
  assert.equal(await bench.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'puppet' }).count(), 0);
  assert.doesNotMatch(bench.hostLog(), /_doActivateExtension puppet-check/);
  assert.deepEqual(bench.servers(), []);
});

/** The milliseconds from the start of the extension host to the first squiggle, in a page that is loaded anew with a file open. */
async function timeToFinding(bench: Workbench, folder: string, file: string): Promise<number> {
  await bench.visit(folder, file);
  await bench.see('.squiggly-error, .squiggly-warning');
  const now = Date.now();
  const [, started] = /^(\S+ \S+) \[info\] Extension host with pid \d+ started/m.exec(bench.hostLog()) ?? [];
  assert.ok(started !== undefined, 'the log tells when the extension host was started');
  return now - Date.parse(started);
}
