// What a person sees in the workbench. Each test opens files of its own, and leaves a picture behind.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { CONTROL } from './fixture';
import { findTools, until, Workbench } from './workbench';

const tools = findTools();
const skip = typeof tools === 'string' ? tools : false;
const MANIFESTS = 'site-modules/shop/manifests';
/** The longest time from opening a file to its first squiggle, in milliseconds, when the server runs. */
const SOON = Number(process.env.SQUIGGLE_MS ?? 1500);
let bench: Workbench;

before(async () => {
  if (typeof tools !== 'string') bench = await Workbench.start(tools, CONTROL);
});

after(async () => {
  if (typeof tools !== 'string') await bench.end();
});

/** A test that begins without open editors and leaves a picture. */
function seen(name: string, run: () => Promise<void>): void {
  const file = name.replace(/[^a-z0-9]+/gi, '-');
  void test(name, { skip, timeout: 60_000 }, async () => {
    await bench.clear();
    try {
      await run();
      await bench.picture(file);
    } catch (error) {
      await bench.picture(`failed-${file}`);
      throw error;
    }
  });
}

/** A new manifest of the module with one class. */
async function manifest(name: string, body: string, at = '1:1'): Promise<string> {
  const file = `${MANIFESTS}/${name}.pp`;
  await bench.openNew(file, `class shop::${name} {\n${body}}\n`, at);
  return file;
}

seen('findings are squiggled and listed', async () => {
  await manifest('findings', "  file { '/a': ensur => file }\n  service { 'b': enable => 'perhaps' }\n");
  await bench.see('.squiggly-error');
  await bench.command('Problems: Focus on Problems View');
  await bench.see('.markers-panel .monaco-list-row', /no parameter named 'ensur'/);
});

seen('the first squiggle comes soon', async () => {
  await manifest('soon', "  file { '/a': ensur => file }\n");
  await bench.see('.squiggly-error');
  await bench.clear();
  await bench.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  const file = `${MANIFESTS}/sooner.pp`;
  const milliseconds = await bench.timeOfOpening(file, "class shop::sooner {\n  file { '/a': ensur => file }\n}\n", '.squiggly-error');
  console.log(`from opening a file to its first squiggle: ${milliseconds.toFixed(0)} ms`);
  assert.ok(milliseconds <= SOON, `${milliseconds.toFixed(0)} ms`);
});

seen('hovering tells what a resource takes', async () => {
  await manifest('hover', "  file { '/a': ensure => directory }\n", '2:17');
  await bench.command('Show or Focus Hover');
  await bench.see('.monaco-hover:not(.hidden)', /ensure/);
});

seen('attributes are completed', async () => {
  const file = await manifest('completion', "  service { 'a':\n    ena\n  }\n", '3:8');
  await bench.press('Control+Space');
  await bench.see('.suggest-widget.visible .monaco-list-row', 'enable');
  await bench.picture('completion-open');
  await bench.press('Enter');
  await bench.see('.view-line', /enable\s=>/);
  await bench.press('Escape', 'Escape');
  await until('it is written', async () => /^ {4}enable => /m.test(await bench.saved(file)));
});

seen('calls show their signature', async () => {
  await manifest('signature', '  $a = 1\n', '2:9');
  await bench.type('\n$b = split(');
  await bench.see('.parameter-hints-widget.visible', /split\(/);
});

seen('a class leads to its definition', async () => {
  await manifest('definition', '  include shop::extra\n', '2:18');
  await bench.press('F12');
  await bench.see('.tab.active', 'extra.pp');
  await bench.status('Ln 2');
});

seen('references are found in other files', async () => {
  await manifest('references', '  include shop::extra\n', '2:18');
  await bench.press('Shift+F12');
  await bench.see('.peekview-widget .ref-tree', /init\.pp/);
});

seen('renaming changes every use', async () => {
  const file = await manifest('rename', '  $first = 1\n  notice($first)\n', '2:5');
  await bench.press('F2');
  const box = await bench.see('.rename-box input, input.rename-input');
  await box.fill('second');
  await bench.press('Enter');
  await until('the name is another', async () => (await bench.saved(file)).includes('$second = 1\n  notice($second)'));
});

seen('a quick fix mends a slip', async () => {
  const file = await manifest('quick', "  file { '/a': ensur => file }\n", '2:18');
  await bench.see('.squiggly-error');
  await bench.press('Control+.');
  await bench.see('.action-widget .monaco-list-row', /ensure/);
  await bench.picture('quick-fix-open');
  await bench.press('Enter');
  await until('the slip is mended', async () => (await bench.saved(file)).includes('ensure => file'));
});

seen('all is fixed at once', async () => {
  const file = await manifest('all', "  notice($osfamily)\n  notice($hostname)\n");
  await bench.see('.squiggly-warning, .squiggly-error, .squiggly-info');
  await bench.command('Fix All');
  await until('all is fixed', async () => (await bench.saved(file)).includes("notice($facts['os']['family'])\n  notice($facts['networking']['hostname'])"));
});

seen('the outline has the definitions', async () => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.press('Control+Shift+o');
  await bench.see('.quick-input-list .monaco-list-row', /shop/);
  await bench.see('.quick-input-list .monaco-list-row', /\/etc\/shop\.conf/);
});

seen('blocks are folded', async () => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.see('.codelens-decoration');
  await bench.command('Fold All');
  await bench.see('.view-lines .inline-folded');
  await bench.picture('folded');
  await bench.command('Unfold All');
});

seen('the colours are by meaning', async () => {
  await bench.open(`${MANIFESTS}/init.pp`, '11:8');
  await bench.command('Developer: Inspect Editor Tokens and Scopes');
  await bench.see('.token-inspect-widget', /semantic token type/);
});

seen('hints tell inferred types', async () => {
  await manifest('hints', "  $found = split('a,b', ',')\n  notice($found)\n");
  await bench.see('.view-line', /\$found:\sTuple\[String,\sString\]/);
});

seen('arrows align themselves', async () => {
  const file = await manifest('arrows', "  file { '/a':\n    ensure => file,\n    source \n  }\n", '4:12');
  await bench.type('=>');
  await until('the arrows are aligned', async () => /ensure => file,\n {4}source =>/.test(await bench.saved(file)));
  await bench.open(file, '4:14');
  await bench.type(" '/b',\ncontent =>");
  await until('the arrows are aligned', async () => /ensure {2}=> file,\n {4}source {2}=> '\/b',\n {4}content =>/.test(await bench.saved(file)));
});

seen('a local variable is edited in all places', async () => {
  const file = await manifest('linked', '  $first = 1\n  [1].each |$each| { notice($each) }\n', '3:18');
  await bench.see('.linked-editing-decoration');
  await bench.type('s');
  await until('both have changed', async () => (await bench.saved(file)).includes('|$eachs| { notice($eachs)'));
});

seen('data tells the parameter of its key', async () => {
  await bench.open('data/common.yaml', '2:8');
  await bench.command('Show or Focus Hover');
  await bench.see('.monaco-hover:not(.hidden)', /Integer\[1, 65535\]/);
});

seen('keys of data are completed', async () => {
  await bench.openNew('data/more.yaml', '---\nshop::\n', '2:7');
  await bench.press('Control+Space');
  await bench.see('.suggest-widget.visible .monaco-list-row', 'shop::owners');
});

seen('metadata is checked', async () => {
  const wrong = JSON.stringify({ name: 'example-till', version: '1.0', author: 'a', license: 'MIT', summary: '', source: '', dependencies: [] });
  await bench.openNew('site-modules/till/metadata.json', wrong);
  await bench.see('.squiggly-error, .squiggly-warning');
});

seen('a Puppetfile is checked', async () => {
  await bench.openNew('other/Puppetfile', "mod 'puppetlabs-stdlib', '9.4.1'\nmod 'puppetlabs-stdlib', '9.5.0'\n");
  await bench.see('.squiggly-error, .squiggly-warning');
});

seen('the catalog of a class is drawn', async () => {
  await bench.open(`${MANIFESTS}/init.pp`, '5:8');
  await bench.command('Puppet: Preview the catalog');
  await bench.see('.quick-input-list .monaco-list-row', 'shop');
  await bench.press('Enter');
  const page = await bench.webview('#graph canvas');
  await page.locator('#summary', { hasText: /resources/ }).waitFor();
  await bench.press('Control+b');
  await bench.picture('catalog-graph');
  await page.locator('#show').click();
  await page.locator('#table tbody tr', { hasText: /^File.*ensure => 'file'/s }).waitFor();
  await page.locator('#table tbody tr', { hasText: /^File.*ensure => 'file'/s }).locator('a').click();
  await bench.status('Ln 10');
  await bench.press('Control+b');
});

seen('modules and facts are shown', async () => {
  bench.set({ 'puppetCheck.facts': path.join(bench.folder, 'facts.yaml') });
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('View: Show Puppet');
  await bench.see('.pane .monaco-list-row', 'shop');
  await bench.see('.pane .monaco-list-row', 'networking');
  await bench.picture('views');
  bench.set({});
  await bench.command('View: Show Explorer');
});

seen('a new class is made', async () => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Puppet: New class');
  await bench.page.locator('.quick-input-widget input[type=text]').fill('shop::till::drawer');
  await bench.press('Enter');
  await bench.see('.tab.active', 'drawer.pp');
  assert.match(readFileSync(path.join(bench.folder, MANIFESTS, 'till', 'drawer.pp'), 'utf-8'), /^class shop::till::drawer/m);
});

seen('the selection is evaluated', async () => {
  await manifest('evaluate', '  [1, 2, 3].map |$x| { $x * 2 }\n', '2:3');
  await bench.command('Puppet: Evaluate the selection');
  await bench.see('.output-view .view-lines, .panel .view-lines', /\[2,\s4,\s6\]/);
});

seen('the status is shown', async () => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command("Puppet: Show the language server's status");
  await bench.see('.view-lines', /"modulepath"/);
});

seen('a server that was killed is started again', async () => {
  const file = await manifest('killed', '  $a = 1\n', '2:9');
  await bench.see('.codelens-decoration');
  const [first] = bench.servers();
  assert.ok(first !== undefined);
  process.kill(first, 'SIGKILL');
  await until('another server runs', () => bench.servers().some((each) => each !== first));
  await bench.type("\nfile { '/a': ensur => file }");
  await bench.see('.squiggly-error');
  assert.ok(existsSync(path.join(bench.folder, file)));
});

seen('a server that is not there is told', async () => {
  bench.set({ 'puppetCheck.server.path': '/nowhere/puppet-language-server' });
  await bench.see('.notification-toast', /\/nowhere\/puppet-language-server/);
  await bench.picture('not-found');
  bench.set({});
  await until('the server runs again', () => bench.servers().length > 0);
});

seen('a folder without Puppet does not wake the extension', async () => {
  const folder = path.join(bench.folder, '..', 'plain');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'notes.md'), '# Notes\n');
  await bench.visit(folder);
  await bench.open(path.join('..', 'plain', 'notes.md'));
  await bench.command('Developer: Show Running Extensions');
  await bench.see('.runtime-extensions-editor .monaco-list-row', /Markdown/);
  assert.equal(await bench.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'puppet' }).count(), 0);
});
