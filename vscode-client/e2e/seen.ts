// Tests that share a workbench, take a screenshot each, and are tried twice.

import { after, before, test, type TestContext } from 'node:test';
import { findTools } from './tools';
import { Workbench, type Beginning } from './workbench';

/** The time limit of a test, in milliseconds. */
const LIMIT = 60_000;
const tools = findTools();

/** Declares a test: what the user sees, and the steps to it. */
export type Seen = (name: string, run: (bench: Workbench) => Promise<void>) => void;

/** Tests in one workbench. Each begins without open editors; one that fails is repeated once in a fresh page. */
export function together(begin: (server: string) => Beginning): Seen {
  if (typeof tools === 'string') return (name) => void test(name, { skip: tools });
  let bench: Workbench;
  before(async () => {
    bench = await Workbench.start(tools, begin(tools.server));
  });
  after(() => bench.end());
  return (name, run) => {
    const picture = name.replace(/[^a-z0-9]+/gi, '-');
    const attempt = async (): Promise<void> => {
      await bench.clear();
      await run(bench);
      await bench.picture(picture);
    };
    void test(name, { timeout: 2 * LIMIT }, async (context: TestContext) => {
      try {
        await attempt();
      } catch (error) {
        await bench.picture(`failed-${picture}`);
        context.diagnostic(`tried once more, because: ${error instanceof Error ? error.message : String(error)}`);
        if (process.env.ONCE !== undefined) throw error;
        await bench.visit(bench.folder);
        await attempt();
      }
    });
  };
}
