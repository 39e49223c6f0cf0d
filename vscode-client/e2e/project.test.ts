// Features for a whole project: Hiera data, metadata, modules, facts, catalogs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { CONTROL, MANIFESTS } from './fixture';
import { together } from './seen';

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
  await bench.see('.suggest-widget.visible .monaco-list-row', 'shop::owners');
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

seen('modules are listed, including missing ones', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('View: Show Puppet');
  await bench.see('.pane .monaco-list-row', /stdlib.*9\.4\.1/);
  await bench.see('.pane .monaco-list-row', /tools.*missing/);
  await bench.see('.pane .monaco-list-row', /shop.*1\.0\.0/);
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

seen('the status is shown', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Puppet: Show Language Server Status');
  await bench.see('.view-lines', /"modulepath"/);
});
