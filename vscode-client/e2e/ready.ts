// Checks whether a workbench can be started on this machine, before its tests run.

import { findTools } from './tools';
import { Workbench } from './workbench';

async function main(): Promise<void> {
  const tools = findTools();
  if (typeof tools === 'string') throw new Error(tools);
  const bench = await Workbench.start(tools, { files: { 'notes.md': '# Notes\n' } });
  await bench.end();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
