// Tests that share a workbench, take a screenshot each, and are repeated when they fail.

import { after, before, test, type TestContext } from 'node:test';
import { findTools } from './tools';
import { Workbench, type Beginning } from './workbench';

/** The time limit of a test, in milliseconds. */
const LIMIT = 60_000;
/** How often a test is tried; once, to look at a failure. */
const ATTEMPTS = process.env.ONCE === undefined ? 3 : 1;
const tools = findTools();

/** Declares a test: what the user sees, and the steps to it. */
export type Seen = (name: string, run: (bench: Workbench) => Promise<void>) => void;

/** Tests in one workbench. Each begins without open editors; one that fails is repeated in a fresh page. */
export function together(begin: (server: string) => Beginning): Seen {
  if (typeof tools === 'string') return (name) => void test(name, { skip: tools });
  let bench: Workbench;
  before(async () => {
    bench = await Workbench.start(tools, begin(tools.server));
  });
  after(() => bench.end());
  return (name, run) => {
    const picture = name.replace(/[^a-z0-9]+/gi, '-');
    void test(name, { timeout: ATTEMPTS * LIMIT }, async (context: TestContext) => {
      for (let attempt = 1; ; attempt++) {
        try {
          if (attempt > 1) await bench.visit(bench.folder);
          await bench.clear();
          await run(bench);
          await bench.picture(picture);
          return;
        } catch (error) {
          await bench.picture(`failed-${picture}`);
          if (attempt === ATTEMPTS) throw error;
          context.diagnostic(`tried once more, because: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    });
  };
}
