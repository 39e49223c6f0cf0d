// Features for a whole project: Hiera data, metadata, modules, facts, catalogs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { CONTROL, MANIFESTS } from './fixture';
import { together } from './seen';
import { until } from './workbench';

const LARGE = 'site-modules/large/manifests';
const seen = together(() => ({ files: CONTROL }));

seen('hovering over a key of Hiera data shows the parameter', async (bench) => {
  await bench.open('data/common.yaml', '2:8');
  await bench.see('.breadcrumbs-control', /shop::port/);
  await bench.command('Show or Focus Hover');
  await bench.see('.monaco-hover:not(.hidden)', /Integer\[1, 65535\]/);
});

seen('keys of Hiera data are completed', async (bench) => {
  await bench.openNew('data/more.yaml', '---\nshop::\n', '2:7');
  await bench.press('Control+Space');
  await bench.suggested('shop::owners');
});

seen('wrong Hiera data is underlined', async (bench) => {
  await bench.openNew('data/wrong.yaml', '---\nshop::port: many\n');
  await bench.see('.squiggly-error, .squiggly-warning');
});

seen('a key of Hiera data leads to the parameter', async (bench) => {
  await bench.open('data/common.yaml', '2:8');
  await bench.press('F12');
  await bench.see('.tab.active', 'init.pp');
  await bench.status('Ln 6');
});

seen('metadata.json is checked', async (bench) => {
  const wrong = { name: 'example-till', version: '1.0', author: 'a', license: 'MIT', summary: '', source: '', dependencies: [] };
  await bench.openNew('site-modules/till/metadata.json', JSON.stringify(wrong, undefined, 2));
  await bench.see('.squiggly-error, .squiggly-warning');
  await bench.command('Problems: Focus on Problems View');
  await bench.see('.markers-panel .monaco-list-row', /version/);
});

seen('a module of the Puppetfile leads to its folder', async (bench) => {
  await bench.open('Puppetfile', '3:8');
  await bench.press('F12');
  await bench.see('.tab.active', /metadata\.json|init\.pp/);
});

seen('a Puppetfile is checked', async (bench) => {
  await bench.openNew('other/Puppetfile', "mod 'puppetlabs-stdlib', '9.4.1'\nmod 'puppetlabs-stdlib', '9.5.0'\n");
  await bench.see('.squiggly-error, .squiggly-warning');
});

seen('the catalog of a class is drawn', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`, '5:8');
  await bench.command('Puppet: Preview Catalog');
  await bench.see('.quick-input-list .monaco-list-row', 'shop');
  await bench.press('Enter');
  const page = await bench.webview('#graph canvas');
  await page.locator('#summary', { hasText: '8 resources, 2 of them possible' }).waitFor();
});

seen('the catalog is a table with links to the code', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`, '5:8');
  await bench.command('Puppet: Preview Catalog');
  await bench.see('.quick-input-list .monaco-list-row', 'shop');
  await bench.press('Enter');
  const page = await bench.webview('#graph canvas');
  await page.locator('#show').click();
  const row = page.locator('#table tbody tr', { hasText: "content => 'port=8080'" });
  await row.waitFor();
  await row.locator('a').click();
  await bench.status('Ln 10');
});

seen('in a large catalog, resources are collapsed by class, filtered and described', async (bench) => {
  const names = Array.from({ length: 10 }, (_, at) => `part${String(at)}`);
  for (const name of names) {
    const files = Array.from({ length: 19 }, (_, at) => `  file { '/srv/${name}/${String(at)}': ensure => file, content => "\${facts['networking']['ip']}" }\n`);
    bench.write(`${LARGE}/${name}.pp`, `class large::${name} {\n${files.join('')}}\n`);
  }
  await bench.openNew(`${LARGE}/all.pp`, `class large::all {\n${names.map((name) => `  contain large::${name}\n`).join('')}}\n`, '1:8');
  await bench.command('Puppet: Preview Catalog');
  await bench.see('.quick-input-list .monaco-list-row', 'large::all');
  await bench.press('Enter');
  const page = await bench.webview('#graph canvas');
  await page.locator('#summary', { hasText: /^201 resources$/ }).waitFor();
  await page.locator('#graph[aria-label="11 classes, 0 resources"]').waitFor();
  await bench.picture('catalog-collapsed');
  await page.locator('#expand').click();
  await page.locator('#graph[aria-label="11 classes, 190 resources"]').waitFor();
  await bench.picture('catalog-expanded');
  await page.locator('#filter').fill('/part3/7');
  await page.locator('#graph[aria-label="1 classes, 1 resources"]').waitFor();
  await page.locator('#summary', { hasText: /^1 of 201 resources$/ }).waitFor();
  // The only class that is left is in the middle.
  const box = await page.locator('#graph').boundingBox();
  assert.ok(box !== null);
  await bench.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 6);
  await page.locator('#details', { hasText: /File\[\/srv\/part3\/7\].*part3\.pp:9.*content.*unknown String/s }).waitFor();
  await bench.see('.tab', 'part3.pp');
});

seen('modules are listed without an editor, including missing ones', async (bench) => {
  await bench.command('View: Show Puppet');
  await bench.see('.pane .monaco-list-row', /stdlib.*9\.4\.1/);
  await bench.see('.pane .monaco-list-row', /tools.*missing/);
  await bench.see('.pane .monaco-list-row', /shop.*1\.0\.0/);
});

seen('the modules of the Puppetfile are listed with their versions', async (bench) => {
  await bench.command('View: Show Puppet');
  await bench.see('.pane .monaco-list-row', /puppetlabs-stdlib.*9\.4\.1/);
  await (await bench.see('.pane .monaco-list-row', /shop-tools.*tag 1\.0\.0, not installed/)).click();
  await bench.see('.tab.active', 'Puppetfile');
  await bench.status('Ln 4');
});

seen('facts are only cleared where some are chosen', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.press('F1');
  await bench.page.locator('.quick-input-widget input[type=text]').fill('>Puppet: C');
  await bench.see('.quick-input-list .monaco-list-row', 'Puppet: Choose Facts');
  assert.equal(await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Clear Facts' }).count(), 0);
});

seen('the walkthrough knows what is installed', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Welcome: Open Walkthrough...');
  await bench.page.locator('.quick-input-widget input[type=text]').fill('Get Started with Puppet');
  await (await bench.see('.quick-input-list .monaco-list-row', 'Get Started with Puppet')).click();
  await bench.see('.getting-started-step', 'The language server is installed');
  await bench.see('.getting-started-step .codicon.complete');
});

seen('facts are chosen and listed', async (bench) => {
  bench.set({ 'puppetCheck.facts': path.join(bench.folder, 'facts.yaml') });
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('View: Show Puppet');
  await bench.see('.pane .monaco-list-row', 'networking');
  await bench.picture('views');
  bench.set({});
  await bench.see('.pane', /Code is checked for any node/);
  await bench.command('View: Show Explorer');
});

seen('a missing facts file is reported', async (bench) => {
  bench.set({ 'puppetCheck.facts': '/nowhere/facts.yaml' });
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('View: Show Puppet');
  await bench.see('.notification-toast', /\/nowhere\/facts\.yaml/);
  bench.set({});
  await bench.command('View: Show Explorer');
});

seen('a new class is created', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Puppet: New Class');
  await bench.page.locator('.quick-input-widget input[type=text]').fill('shop::till::drawer');
  await bench.press('Enter');
  await bench.see('.tab.active', 'drawer.pp');
  assert.match(readFileSync(path.join(bench.folder, MANIFESTS, 'till', 'drawer.pp'), 'utf-8'), /^class shop::till::drawer/m);
});

seen('an invalid name for a new class is reported', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Puppet: New Class');
  await bench.page.locator('.quick-input-widget input[type=text]').fill('Shop Till');
  await bench.press('Enter');
  await bench.see('.notification-toast', /is not a valid name for a class/);
});

seen('the status is a page', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Puppet: Show Language Server Status');
  // The page is a new one whenever the state changes.
  for (const row of [/^Missing modules\s*tools$/, /^Activity\s*none$/]) {
    await until(`a row ${String(row)}`, async () => (await (await bench.webview('h1')).locator('tr', { hasText: row }).count().catch(() => 0)) > 0);
  }
});

seen('F5 in a class asks for a system once, and stops at a breakpoint in it', async (bench) => {
  const file = `${MANIFESTS}/front.pp`;
  await bench.openNew(file, "class shop::front (\n  String $name_,\n) {\n  $family = $facts['os']['family']\n  file { '/front':\n    content => $family,\n  }\n}\n", '5:3');
  await bench.see('.codelens-decoration');
  await bench.press('F9');
  await bench.see('.codicon-debug-breakpoint');
  await bench.press('F5');
  await bench.see('.quick-input-list .monaco-list-row', 'Debian 12');
  await bench.picture('debugger-asks');
  await bench.type('Debian 12');
  await bench.press('Enter');
  await bench.see('.debug-variables .monaco-list-row', /\$family\s*=\s*'Debian'/);
  await bench.see('.debug-variables .monaco-list-row', /\$name_\s*=\s*unknown/);
  await bench.see('.debug-call-stack .monaco-list-row', /front\.pp\s*5:3/);
  await bench.picture('debugger-in-a-class');
  await bench.press('F5');
  await bench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  // The answer is remembered.
  await bench.open(file, '6:5');
  await bench.press('F5');
  await bench.see('.debug-call-stack .monaco-list-row', /front\.pp\s*5:3/);
  await bench.press('F5');
  await bench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await bench.go('5:3');
  await bench.press('F9');
  await bench.gone('.codicon-debug-breakpoint');
});

seen('F5 where nothing can run says why', async (bench) => {
  await bench.openNew(`${MANIFESTS}/part.pp`, 'define shop::part {\n  notice($title)\n}\n', '2:3');
  await bench.press('F5');
  await bench.see('.notification-toast', /Nothing to debug: `shop::part` is a defined type; open a class that uses it/);
});

seen('a manifest is debugged', async (bench) => {
  await bench.openNew('debug.pp', '$list = [1, 2]\n$found = $list.map |$each| {\n  $double = $each * 2\n  $double + 1\n}\nnotice($found)\n', '4:3');
  await bench.see('.view-line', /\$double:\sInteger/);
  await bench.press('F9');
  await bench.see('.codicon-debug-breakpoint');
  await bench.press('F5');
  await bench.see('.debug-variables .monaco-list-row', /\$double\s*=\s*2/);
  await bench.see('.debug-variables .monaco-list-row', /\$each\s*=\s*1/);
  await bench.picture('debugger-at-breakpoint');
  await bench.press('F5');
  await bench.see('.debug-variables .monaco-list-row', /\$double\s*=\s*4/);
  await bench.press('F9', 'F10');
  await bench.see('.debug-call-stack .monaco-list-row', /debug\.pp\s*6:1/);
  await bench.picture('debugger-after-a-step');
  await bench.press('F5');
  await bench.see('.repl .monaco-list-row', /\[3, 5\]/);
  await bench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await bench.command('View: Show Explorer');
});
