// Takes the screenshots of the README: npm run pictures.

import * as path from 'node:path';
import { CONTROL, MANIFESTS } from './fixture';
import { findTools, ROOT } from './tools';
import { until, Workbench } from './workbench';

/** A part of the window, in pixels. */
interface Part {
  width: number;
  height: number;
  x?: number;
  y?: number;
}

const EDITOR = `# The front of the shop.
#
# @param hosts  where it answers
class shop::front (
  Array[String] $hosts,
) {
  file { '/etc/front.conf':
    ensur  => file,
    mode   => 644,
    notify => Service['shop'],
  }
  service { 'front':
    ensure => running,
  }
}
`;

async function main(): Promise<void> {
  const tools = findTools();
  if (typeof tools === 'string') throw new Error(tools);
  const settings = { 'puppetCheck.server.path': tools.server, 'window.commandCenter': false, 'workbench.activityBar.location': 'hidden' };
  const bench = await Workbench.start(tools, { files: CONTROL, settings });
  const take = async (name: string, part: Part): Promise<void> => {
    const clip = { x: 0, y: 35, ...part };
    await bench.page.screenshot({ path: path.join(ROOT, 'media', `${name}.png`), clip });
  };
  try {
    await bench.openNew(`${MANIFESTS}/front.pp`, EDITOR, '8:7');
    await bench.press('Control+b');
    await bench.see('.squiggly-error');
    await bench.press('Control+.');
    await bench.see('.action-widget .monaco-list-row', /ensure/);
    await take('findings', { width: 760, height: 330 });
    await bench.press('Escape');
    await bench.go('13:23');
    await bench.type('\nen');
    await bench.see('.suggest-widget.visible .monaco-list-row', 'enable');
    await take('completion', { width: 760, height: 360 });
    await bench.clear();
    await bench.page.setViewportSize({ width: 1100, height: 480 });
    await bench.open(`${MANIFESTS}/init.pp`, '5:8');
    await bench.command('Puppet: Preview Catalog');
    await bench.see('.quick-input-list .monaco-list-row', 'shop');
    await bench.press('Enter');
    const page = await bench.webview('#graph canvas');
    await page.locator('#summary', { hasText: /resources/ }).waitFor();
    await take('catalog', { width: 1100, height: 420 });
    await page.locator('#show').click();
    await page.locator('#table tbody tr').first().waitFor();
    await take('catalog-table', { x: 550, width: 550, height: 420 });
    await bench.clear();
    bench.set({ 'puppetCheck.facts': path.join(bench.folder, 'facts.yaml') });
    await bench.open(`${MANIFESTS}/init.pp`);
    await bench.command('View: Show Puppet');
    await bench.see('.pane .monaco-list-row', 'networking');
    await until('the module is there', async () => (await bench.page.locator('.pane .monaco-list-row', { hasText: 'stdlib' }).count()) > 0);
    await take('views', { width: 560, height: 420 });
  } finally {
    await bench.end();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
