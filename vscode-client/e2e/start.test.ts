// Start-up: the time to the first finding, and folders that do not activate the extension.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { largeModule } from './fixture';
import { together } from './seen';
import { ROOT } from './tools';
import type { Workbench } from './workbench';

/**
* The maximum time from the start of the extension host to the first squiggle of an open file, in milliseconds, on a busy machine:
* docs/performance.md has the figures of an idle one.
 */
const SOON = Number(process.env.SQUIGGLE_MS ?? 10_000);
const RUNS = Number(process.env.SQUIGGLE_RUNS ?? 3);

const seen = together(() => ({ files: {} }));

seen('the first squiggle appears soon after the extension host has started', async (bench) => {
  const examples = path.join(bench.folder, 'examples');
  cpSync(path.join(ROOT, '..', 'examples'), examples, { recursive: true });
  await assertSoon(bench, examples, 'chrony/manifests/config.pp', 'the examples');
});

seen('the first squiggle of a module of 60 files appears soon after it was opened', async (bench) => {
  const module = path.join(bench.folder, 'warehouse');
  for (const [name, text] of Object.entries(largeModule(60))) {
    mkdirSync(path.dirname(path.join(module, name)), { recursive: true });
    writeFileSync(path.join(module, name), text);
  }
  await assertSoon(bench, module, 'manifests/part7.pp', 'a module of 60 files');
});

seen('a folder without Puppet does not activate the extension', async (bench) => {
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

async function assertSoon(bench: Workbench, folder: string, file: string, title: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timeToFinding(bench, folder, file));
  times.sort((a, b) => a - b);
  const [least = NaN, median = NaN, most = NaN] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(`${title}: from the start of the extension host to the first squiggle, ${String(RUNS)} runs: at least ${String(least)} ms, median ${String(median)} ms, at most ${String(most)} ms`);
  // Other load on the machine only adds to the time.
  assert.ok(least <= SOON, `${String(least)} ms`);
}

/** Milliseconds from the start of the extension host to the first squiggle, in a fresh page with a file open. */
async function timeToFinding(bench: Workbench, folder: string, file: string): Promise<number> {
  await bench.visit(folder, file);
  await bench.see('.squiggly-error, .squiggly-warning');
  const now = Date.now();
  const [, started] = /^(\S+ \S+) \[info\] Extension host with pid \d+ started/m.exec(bench.hostLog()) ?? [];
  assert.ok(started !== undefined, 'no start of the extension host in its log');
  return now - Date.parse(started);
}
