// What a person sees in manifests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { CONTROL, MANIFESTS } from './fixture';
import { together } from './seen';
import { until, type Workbench } from './workbench';

const seen = together(() => ({ files: CONTROL }));

/** A new manifest of the module with one class. */
async function manifest(bench: Workbench, name: string, body: string, at = '1:1'): Promise<string> {
  const file = `${MANIFESTS}/${name}.pp`;
  await bench.openNew(file, `class shop::${name} {\n${body}}\n`, at);
  return file;
}

seen('findings are underlined and listed', async (bench) => {
  await manifest(bench, 'findings', "  file { '/a': ensur => file }\n  service { 'b': enable => 'perhaps' }\n");
  await bench.see('.squiggly-error');
  await bench.command('Problems: Focus on Problems View');
  await bench.see('.markers-panel .monaco-list-row', /no parameter named 'ensur'/);
  await bench.see('.markers-panel .monaco-list-row', /'perhaps' is not a valid value of enable/);
});

seen('findings disappear with their cause', async (bench) => {
  const file = await manifest(bench, 'going', "  file { '/a': ensur => file }\n", '2:21');
  await bench.see('.squiggly-error');
  await bench.type('e');
  await until('the typo is fixed', async () => (await bench.saved(file)).includes('ensure => file'));
  await bench.gone('.squiggly-error');
});

seen('hovering over an attribute shows its values', async (bench) => {
  await manifest(bench, 'hover', "  file { '/a': ensure => directory }\n", '2:17');
  await bench.command('Show or Focus Hover');
  await bench.see('.monaco-hover:not(.hidden)', /Whether the path exists/);
});

seen('hovering over a class shows its documentation', async (bench) => {
  await manifest(bench, 'about', '  include shop\n', '2:13');
  await bench.command('Show or Focus Hover');
  await bench.see('.monaco-hover:not(.hidden)', /The shop, whole/);
});

seen('attributes are completed', async (bench) => {
  const file = await manifest(bench, 'completion', "  service { 'a':\n    ena\n  }\n", '3:8');
  await bench.press('Control+Space');
  await bench.suggested('enable');
  await bench.picture('completion-open');
  await bench.press('Enter');
  await bench.see('.view-line', /enable\s=>/);
  await bench.press('Escape', 'Escape');
  await until('it is written', async () => /^ {4}enable => /m.test(await bench.saved(file)));
});

seen('classes of other files are completed', async (bench) => {
  const file = await manifest(bench, 'including', '  include shop::ext\n', '2:20');
  await bench.press('Control+Space');
  await bench.suggested('shop::extra');
  await bench.picture('class-completion-open');
  await bench.press('Enter');
  await until('it is written', async () => (await bench.saved(file)).includes('include shop::extra\n'));
});

seen('calls show their signature', async (bench) => {
  await manifest(bench, 'signature', '  $a = 1\n', '2:9');
  await bench.type('\n$b = split(');
  await bench.see('.parameter-hints-widget.visible', /split\(/);
  await bench.type("'a,b', ',");
  await bench.see('.parameter-hints-widget.visible .parameter.active', /pattern/);
});

seen('a class leads to its definition', async (bench) => {
  await manifest(bench, 'definition', '  include shop::extra\n', '2:18');
  await bench.press('F12');
  await bench.see('.tab.active', 'extra.pp');
  await bench.status('Ln 2');
});

seen('references are found in other files', async (bench) => {
  await manifest(bench, 'references', '  include shop::extra\n', '2:18');
  await bench.press('Shift+F12');
  await bench.see('.peekview-widget .ref-tree', /init\.pp/);
});

seen('renaming a variable changes every use', async (bench) => {
  const file = await manifest(bench, 'rename', '  $first = 1\n  notice($first)\n', '2:5');
  await bench.rename('second');
  await until('the name is another', async () => (await bench.saved(file)).includes('$second = 1\n  notice($second)'));
});

seen('renaming a class changes other files', async (bench) => {
  await manifest(bench, 'worker', '');
  const file = await manifest(bench, 'employer', '  include shop::worker\n', '2:18');
  await bench.rename('shop::helper');
  await until('its use is another', async () => (await bench.saved(file)).includes('include shop::helper'));
  await bench.press('Control+k', 's');
  await until('its definition is another', () => {
    const names = ['worker', 'helper'].map((name) => path.join(bench.folder, MANIFESTS, `${name}.pp`));
    return names.some((name) => read(name).includes('class shop::helper {'));
  });
});

seen('a quick fix corrects a typo', async (bench) => {
  const file = await manifest(bench, 'quick', "  file { '/a': ensur => file }\n", '2:18');
  await bench.see('.squiggly-error');
  await bench.press('Control+.');
  await bench.see('.action-widget .monaco-list-row', /ensure/);
  await bench.picture('quick-fix-open');
  await bench.press('Enter');
  await until('the typo is fixed', async () => (await bench.saved(file)).includes('ensure => file'));
});

seen('Fix All applies all safe fixes', async (bench) => {
  const file = await manifest(bench, 'all', '  notice($osfamily)\n  notice($hostname)\n');
  await bench.see('.squiggly-warning, .squiggly-error, .squiggly-info');
  // In the first moments of an editor, VS Code may ignore the response of the server.
  await until('all is fixed', async () => {
    await bench.command('Fix All');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return (await bench.saved(file)).includes("notice($facts['os']['family'])\n  notice($facts['networking']['hostname'])");
  });
});

seen('Go to Symbol lists the definitions', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.press('Control+Shift+o');
  await bench.see('.quick-input-list .monaco-list-row', /\/etc\/shop\.conf/);
  await bench.see('.quick-input-list .monaco-list-row', /\$port/);
});

seen('the outline shows the contents of a class', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.command('Explorer: Focus on Outline View');
  await bench.see('.outline-tree .monaco-list-row', 'shop');
  await bench.press('ArrowDown', 'ArrowRight');
  await bench.see('.outline-tree .monaco-list-row', /\/etc\/shop\.conf/);
  await bench.picture('outline-open');
  await bench.page.locator('.pane-header', { hasText: 'Outline' }).click();
});

seen('symbols of the workspace are found', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.press('Control+t');
  await bench.page.locator('.quick-input-widget input[type=text]').fill('#page');
  await bench.see('.quick-input-list .monaco-list-row', /shop::page/);
});

seen('blocks are folded', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`);
  await bench.see('.codelens-decoration');
  await bench.go('10:1');
  await bench.press('Control+Shift+[');
  await bench.see('.view-lines .inline-folded');
  await bench.picture('folded');
  assert.equal(await bench.page.locator('.view-line', { hasText: 'content' }).count(), 0);
  await bench.command('Unfold All');
});

seen('tokens are coloured by meaning', async (bench) => {
  await bench.open(`${MANIFESTS}/init.pp`, '11:8');
  await bench.command('Developer: Inspect Editor Tokens and Scopes');
  await bench.see('.token-inspect-widget', /semantic token typeproperty/);
});

seen('hints show inferred types', async (bench) => {
  await manifest(bench, 'hints', "  $found = split('a,b', ',')\n  notice($found)\n");
  await bench.see('.view-line', /\$found:\sTuple\[String,\sString\]/);
});

seen('arrows are aligned while typing', async (bench) => {
  const file = await manifest(bench, 'arrows', "  file { '/a':\n    ensure => file,\n    source \n  }\n", '4:12');
  await bench.type('=>');
  await until('the arrows are aligned', async () => /ensure => file,\n {4}source =>/.test(await bench.saved(file)));
  await bench.go('4:14');
  await bench.type(" '/b',\ncontent =>");
  await until('the arrows are aligned', async () => /ensure {2}=> file,\n {4}source {2}=> '\/b',\n {4}content =>/.test(await bench.saved(file)));
});

seen('typing in a variable name changes only that place', async (bench) => {
  const file = await manifest(bench, 'linked', '  $first = 1\n  [1].each |$each| { notice($each) }\n', '3:18');
  await bench.type('s');
  await until('one has changed', async () => (await bench.saved(file)).includes('|$eachs| { notice($each)'));
});

for (const delay of [60, 150, 300]) {
  seen(`code typed with ${String(delay)} ms between keys is as meant`, async (bench) => {
    bench.set({ 'editor.codeActionsOnSave': { 'source.fixAll': 'explicit' }, 'editor.formatOnSave': true });
    await bench.open(`${MANIFESTS}/page.pp`);
    await bench.see('.codelens-decoration');
    const file = `${MANIFESTS}/t${String(delay)}.pp`;
    await bench.openNew(file, '', '1:1');
    await bench.type(`class shop::t${String(delay)} {\nfile { '/a':\nensure => file,\nmode => '1',`, delay);
    await bench.press('ArrowDown', 'End', 'Enter');
    await bench.type('$os = $osfamily\n', delay);
    // All is fixed and formatted while the next line is typed.
    await bench.press('Control+s');
    await bench.type('include shop\nnotice($os)', delay);
    bench.set({});
    await until('it is saved', async () => (await bench.saved(file)).includes('notice($os)'));
    assert.equal(await bench.saved(file), TYPED.replace('NAME', `t${String(delay)}`));
  });
}

const TYPED = `class shop::NAME {
  file { '/a':
    ensure => file,
    mode   => '1',
  }
  $os = $facts['os']['family']
  include shop
  notice($os)
}
`;

seen('the completion of an attribute is not covered', async (bench) => {
  await manifest(bench, 'covered', "  file { '/a':\n    ensure => file\n  }\n", '3:19');
  await bench.type(',\nmo');
  await bench.suggested('mode');
  await bench.picture('completion-not-covered');
  assert.equal(await bench.page.locator('.parameter-hints-widget.visible').count(), 0);
  await bench.press('Escape');
  await bench.type('de => ');
  await bench.press('Control+Shift+Space');
  await bench.see('.parameter-hints-widget.visible .parameter.active', 'mode');
  assert.ok(((await (await bench.see('.parameter-hints-widget.visible .signature')).boundingBox())?.height ?? 999) < 100);
});

seen('brackets of templates have their pairs', async (bench) => {
  const lines = ['<% if $on { -%>', '<%= $on %> :-) (<%= [1][0] %>)', '<% } else { -%>', 'off :-(', '<% } -%>'];
  await bench.openNew('site-modules/shop/templates/brackets.epp', `<%- | Boolean $on | -%>\n${lines.join('\n')}\n`, '2:5');
  await bench.see('.view-line [class*=bracket-highlighting-0]');
  await bench.gone('.view-line .unexpected-closing-bracket'); // They are marked until the grammar is loaded.
});

seen('regions are folded', async (bench) => {
  await manifest(bench, 'regions', '  # region Users\n  $one = 1\n  $two = 2\n  # endregion\n  notice($one + $two)\n');
  await bench.see('.codelens-decoration');
  await bench.command('Fold All Regions');
  await bench.see('.view-lines .inline-folded');
  assert.equal(await bench.page.locator('.view-line', { hasText: '$two = 2' }).count(), 0);
  assert.equal(await bench.page.locator('.view-line', { hasText: 'notice' }).count(), 1);
});

seen('templates are checked and completed', async (bench) => {
  await bench.openNew('site-modules/shop/templates/page.epp', '<%- | String $title | -%>\n<h1><%= $titel %></h1>\n<p><%= $ti %></p>\n', '3:11');
  await bench.see('.squiggly-error, .squiggly-warning');
  await bench.press('Control+Space');
  await bench.suggested('title');
});

seen('the selection is evaluated', async (bench) => {
  await manifest(bench, 'evaluate', '  [1, 2, 3].map |$x| { $x * 2 }\n', '2:3');
  await bench.command('Puppet: Evaluate Selection');
  await bench.see('.panel .view-lines', /\[2,\s4,\s6\]/);
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf-8');
  } catch {
    return '';
  }
}
