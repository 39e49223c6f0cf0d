// Takes the icon, the card of the site, and the pictures and animations of the README, the walkthrough and the site, in dark and light:
// npm run pictures. With the word `card`, the icon and the card alone.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { chromium } from 'playwright-core';
import { CONTROL, MANIFESTS } from './fixture';
import { animate, decode, encode, type Frame } from './png';
import { findTools, ROOT, type Tools } from './tools';
import { until, Workbench } from './workbench';

/** A part of the window, in pixels. */
interface Part {
  width: number;
  height: number;
  x?: number;
  y?: number;
}

/** The suffixes of files, and the themes of their pictures. */
const THEMES = { '': 'Default Dark Modern', '-light': 'Default Light Modern' };
/** What is seen of the window: its own title and tools are above. */
const TOP = 35;
const FRONT = `${MANIFESTS}/front.pp`;
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
const ORDERED = `# The cache of the shop.
class shop::cache {
  package { 'varnish':
    ensure => installed,
  }
  user { 'cache':
    ensure => present,
  }
  file { '/etc/varnish/default.vcl':
    content => 'vcl 4.1;',
    owner   => 'cache',
    notify  => Service['varnish'],
  }
  service { 'varnish':
    ensure => running,
  }
}
`;
const DEBUGGED = `# The lift of the shop.
#
# @param floors  where it stops
class shop::lift (
  Array[String] $floors = ['ground', 'first'],
) {
  $package = $facts['os']['family'] ? {
    'Debian' => 'lift-daemon',
    default  => 'lift',
  }
  package { $package:
    ensure => installed,
  }
  $floors.each |$index, $floor| {
    file { "/etc/lift/\${floor}.conf":
      content => "number = \${index}",
    }
  }
}
`;

/** A workbench of which pictures are taken. */
class Studio {
  constructor(
    readonly bench: Workbench,
    private readonly suffix: string,
  ) {}

  /** Save a part of the window as a picture. */
  async take(name: string, part: Part): Promise<void> {
    writeFileSync(path.join(ROOT, 'media', `${name}${this.suffix}.png`), encode(decode(await this.shot(part))));
  }

  /** Save an animation of a part of the window; `play` calls `frame` after each step, with the time for which it is shown. */
  async film(name: string, part: Part, play: (frame: (milliseconds: number) => Promise<void>) => Promise<void>): Promise<void> {
    const frames: Frame[] = [];
    await play(async (milliseconds) => {
      frames.push({ image: decode(await this.shot(part)), milliseconds });
    });
    writeFileSync(path.join(ROOT, 'media', `${name}${this.suffix}.png`), animate(frames));
    // Single frames are for those who look at them.
    mkdirSync(path.join(ROOT, 'out', 'pictures'), { recursive: true });
    frames.forEach(({ image }, at) => {
      writeFileSync(path.join(ROOT, 'out', 'pictures', `${name}${this.suffix}-${String(at).padStart(2, '0')}.png`), encode(image));
    });
  }

  private async shot(part: Part): Promise<Buffer> {
    // The pointer may show a tooltip.
    await this.bench.page.mouse.move(1, 1);
    return this.bench.page.screenshot({ clip: { x: 0, y: TOP, ...part } });
  }
}

async function pictures(tools: Tools, suffix: string, theme: string): Promise<void> {
  const plain = { 'window.commandCenter': false, 'workbench.activityBar.location': 'hidden', 'window.title': '${rootName}', 'editor.stickyScroll.enabled': false };
  const settings = { 'puppetCheck.server.path': tools.server, ...plain };
  const bench = await Workbench.start(tools, { files: CONTROL, settings, userSettings: { 'workbench.colorTheme': theme } });
  const studio = new Studio(bench, suffix);
  try {
    for (const scene of [writing, findings, catalog, order, views, debugging]) await scene(studio);
  } catch (error) {
    await bench.picture('failed-pictures');
    throw error;
  } finally {
    await bench.end();
  }
}

/** A typo is found while it is typed, and fixed; then an attribute is completed. */
async function writing(studio: Studio): Promise<void> {
  const { bench } = studio;
  await bench.openNew(`${MANIFESTS}/till.pp`, EDITOR.replaceAll('front', 'till').replace('    ensur  => file,\n', '').replace('644', "'0644'"), '7:27');
  await bench.press('Control+b');
  await bench.see('.codelens-decoration');
  await studio.film('writing', { width: 760, height: 360 }, async (frame) => {
    await frame(1200);
    for (const key of ['Enter', 'e', 'n', 's', 'u', 'r', 'Space', '=', '>', 'Space', 'f', 'i', 'l', 'e', ',']) {
      await bench.press(key);
      await bench.press('Escape');
      await frame(110);
    }
    await bench.see('.squiggly-error');
    await frame(1200);
    await bench.go('8:7');
    await bench.press('Control+.');
    await bench.see('.action-widget .monaco-list-row', /ensure/);
    await frame(1600);
    await bench.press('Enter');
    await bench.gone('.squiggly-error');
    await frame(1400);
    await bench.go('13:23');
    await bench.type('\nen');
    await bench.suggested('enable');
    await frame(1600);
    await bench.press('Enter');
    await bench.see('.view-line', /enable\s=>/);
    await frame(2200);
  });
  await bench.clear();
  await bench.press('Control+b');
}

async function findings(studio: Studio): Promise<void> {
  const { bench } = studio;
  await bench.openNew(FRONT, EDITOR, '8:7');
  await bench.press('Control+b');
  await bench.see('.squiggly-error');
  await bench.see('.codelens-decoration', /references/);
  await bench.press('Control+.');
  await bench.see('.action-widget .monaco-list-row', /ensure/);
  await studio.take('findings', { width: 760, height: 330 });
  await bench.press('Escape');
  await bench.go('13:23');
  await bench.type('\nen');
  await bench.suggested('enable');
  await studio.take('completion', { width: 760, height: 360 });
  await bench.clear();
  await bench.press('Control+b');
}

async function catalog(studio: Studio): Promise<void> {
  const { bench } = studio;
  await bench.page.setViewportSize({ width: 1100, height: 480 });
  await bench.open(`${MANIFESTS}/init.pp`, '5:8');
  await bench.press('Control+b');
  await bench.command('Puppet: Preview Catalog');
  await bench.see('.quick-input-list .monaco-list-row', 'shop');
  await bench.press('Enter');
  const page = await bench.webview('#graph canvas');
  await page.locator('#summary', { hasText: /resources/ }).waitFor();
  await studio.take('catalog', { width: 1100, height: 420 });
  await page.locator('#show').click();
  await page.locator('#table tbody tr').first().waitFor();
  await studio.take('catalog-table', { x: 550, width: 550, height: 420 });
  await bench.clear();
  await bench.press('Control+b');
}

/** What orders resources, and what two of them lack, with the facts of a node. */
async function order(studio: Studio): Promise<void> {
  const { bench } = studio;
  await bench.page.setViewportSize({ width: 1100, height: 480 });
  bench.set({ 'puppetCheck.facts': path.join(bench.folder, 'facts.yaml') });
  await bench.openNew(`${MANIFESTS}/cache.pp`, ORDERED, '2:8');
  await bench.press('Control+b');
  await bench.see('.codelens-decoration');
  await bench.command('Puppet: Preview Catalog');
  await bench.see('.quick-input-list .monaco-list-row', 'shop::cache');
  await bench.press('Enter');
  const page = await bench.webview('#graph canvas');
  await page.locator('#summary', { hasText: /resources/ }).waitFor();
  await bench.command('Notifications: Clear All Notifications');
  await studio.take('catalog-order', { width: 1100, height: 420 });
  await bench.clear();
  await bench.press('Control+b');
}

async function views(studio: Studio): Promise<void> {
  const { bench } = studio;
  await bench.page.setViewportSize({ width: 1100, height: 560 });
  bench.set({ 'puppetCheck.facts': path.join(bench.folder, 'facts.yaml') });
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('View: Show Puppet');
  await bench.see('.pane .monaco-list-row', 'networking');
  await until('the module is there', async () => (await bench.page.locator('.pane .monaco-list-row', { hasText: 'stdlib' }).count()) > 0);
  await studio.take('views', { width: 299, height: 500 });
  await bench.clear();
}

/** The class of a module is debugged: F5, a step, and on to the next pause. */
async function debugging(studio: Studio): Promise<void> {
  const { bench } = studio;
  const part = { y: 0, width: 960, height: 500 };
  bench.set({});
  await bench.page.setViewportSize({ width: 960, height: 680 });
  await bench.openNew(`${MANIFESTS}/lift.pp`, DEBUGGED, '11:3');
  await bench.see('.codelens-decoration');
  await bench.command('View: Show Run and Debug');
  await bench.open(`${MANIFESTS}/lift.pp`, '11:3');
  await bench.press('F9');
  await bench.see('.codicon-debug-breakpoint');
  await studio.film('debugging', part, async (frame) => {
    await frame(1200);
    await bench.press('F5');
    await bench.see('.quick-input-list .monaco-list-row', 'Debian 12');
    await bench.type('Debian');
    await frame(1500);
    await bench.press('Enter');
    await bench.see('.debug-variables .monaco-list-row', /\$package\s*=\s*'lift-daemon'/);
    await frame(2000);
    await studio.take('debugger', part);
    await bench.press('F10');
    await bench.see('.debug-call-stack .monaco-list-row', /lift\.pp\s*14:3/);
    await frame(1200);
    await bench.press('F11');
    await bench.see('.debug-variables .monaco-list-row', /\$floor\s*=\s*'ground'/);
    await frame(2200);
    await bench.press('F5');
    await bench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await bench.see('.repl .monaco-list-row', /ground/);
    await frame(2200);
  });
  await bench.clear();
}

/** The icon of the extension, which cannot be an SVG, and the card that other sites show of a link to the documentation. */
async function drawings(tools: Tools): Promise<void> {
  const browser = await chromium.launch({ executablePath: tools.browser, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  const icon = readFileSync(path.join(ROOT, 'media', 'icon.svg'), 'utf-8');
  await page.setContent(`<style>body { margin: 0 }</style>${icon}`);
  await page.screenshot({ path: path.join(ROOT, 'media', 'icon.png'), omitBackground: true });
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.setContent(readFileSync(path.join(ROOT, '..', 'docs', 'website', 'card.html'), 'utf-8').replace('<!-- icon -->', icon));
  writeFileSync(path.join(ROOT, 'media', 'card.png'), encode(decode(await page.screenshot())));
  await browser.close();
}

async function main(): Promise<void> {
  const tools = findTools();
  if (typeof tools === 'string') throw new Error(tools);
  await drawings(tools);
  if (process.argv.includes('card')) return;
  for (const [suffix, theme] of Object.entries(THEMES)) await pictures(tools, suffix, theme);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
