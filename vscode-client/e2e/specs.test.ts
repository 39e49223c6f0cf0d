// Specs in the Testing view.

import assert from 'node:assert/strict';
import { together } from './seen';

const SPEC = 'spec/classes/web_spec.rb';
const seen = together(() => ({
  userSettings: { 'testing.automaticallyOpenPeekView': 'failureInVisibleDocument', 'testing.automaticallyOpenTestResults': 'neverOpen' },
  files: {
    'metadata.json': JSON.stringify({
      name: 'example-web',
      version: '1.0.0',
      author: 'example',
      license: 'Apache-2.0',
      summary: 'A web server',
      source: 'https://example.org',
      dependencies: [],
      operatingsystem_support: [{ operatingsystem: 'Debian', operatingsystemrelease: ['12'] }],
    }),
    'manifests/init.pp': `# A web server.
#
# @param port  where it listens
class web (Integer $port = 80) {
  package { 'httpd': ensure => installed }
  file { '/etc/web.conf':
    ensure  => file,
    content => "port=\${port}\\nowner=web\\n",
  }
  service { 'httpd': ensure => running }
}
`,
    'spec/spec_helper.rb': "require 'puppetlabs_spec_helper/module_spec_helper'\nrequire 'rspec-puppet-facts'\ninclude RspecPuppetFacts\n",
    'spec/functions/other_spec.rb': "require 'spec_helper'\n\ndescribe 'other' do\n  it { is_expected.to run }\nend\n",
    [SPEC]: `require 'spec_helper'

describe 'web' do
  on_supported_os.each do |os, os_facts|
    context "on #{os}" do
      let(:facts) { os_facts }

      it { is_expected.to compile.with_all_deps }
      it('has a port') { is_expected.to contain_file('/etc/web.conf').with_content("port=81\\nowner=web\\n") }
      it('uses a helper') { some_helper(1) }
    end
  end
end
`,
  },
}));
const ROW = '.test-explorer .monaco-list-row';
const PASSED = '.codicon-testing-passed-icon';
const FAILED = '.codicon-testing-failed-icon';
const ERRORED = '.codicon-testing-error-icon';

seen('a spec runs in the Testing view, and shows what failed and why', async (bench) => {
  await bench.open(SPEC, '9:1');
  await bench.command('Testing: Focus on Test Explorer View');
  await bench.see(ROW, 'other_spec.rb');
  await bench.open(SPEC, '9:10');
  await bench.see('.testing-run-glyph');
  assert.equal(await bench.page.locator('.codelens-decoration').count(), 0);
  await bench.command('Test: Run Test at Cursor');
  await bench.see('.test-output-peek .monaco-diff-editor', /port=80/);
  await bench.see('.test-output-peek', /init\.pp/);
  await bench.picture('specs-failure');
  await bench.press('Escape');
  await bench.command('Test: Run Tests in Current File');
  await (await bench.see(ROW, 'web_spec.rb')).click();
  for (let depth = 0; depth < 5; depth++) await bench.press('ArrowRight');
  await bench.see(`${ROW}:has(${PASSED})`, 'compile.with_all_deps');
  await bench.see(`${ROW}:has(${FAILED})`, 'has a port');
  await bench.see(`${ROW}:has(${ERRORED})`, 'uses a helper');
  await bench.see('.squiggly-error');
  await bench.press('Escape');
});

seen('the resources that no example looks at are marked in the manifest', async (bench) => {
  await bench.open(SPEC, '3:1');
  await bench.see('.testing-run-glyph');
  await bench.command('Test: Run Tests with Coverage in Current File');
  await bench.open('manifests/init.pp', '5:1');
  await bench.command('Test: Toggle Inline Coverage');
  await bench.see('.coverage-deco-gutter.coverage-deco-hit');
  await bench.see('.coverage-deco-gutter.coverage-deco-miss');
});

seen('an example is debugged with its parameters', async (bench) => {
  await bench.open(SPEC, '8:10');
  await bench.see('.testing-run-glyph');
  await bench.command('Test: Debug Test at Cursor');
  await bench.see('.debug-toolbar');
  await bench.see('.tab.active', 'manifest of the example');
  await bench.see('.view-lines', /include.web/);
  await bench.press('Shift+F5');
  await bench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});
