'use strict';
// Starts the language server and hands it to the editor. All that is known of Puppet is in the server.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { serverCommand } = require('./server');

/** @type {import('vscode-languageclient/node').LanguageClient | undefined} */
let client;

/** Makes a client of the server that the settings name now. */
function newClient() {
  const settings = vscode.workspace.getConfiguration('puppet-check.server');
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const command = serverCommand({ path: settings.get('path') }, folders);
  const server = { command, args: settings.get('arguments') ?? [] };
  const documentSelector = ['puppet', 'epp'].map((language) => ({ scheme: 'file', language }));
  return new LanguageClient('puppet-check', 'puppet-check', server, { documentSelector });
}

async function start() {
  client = newClient();
  try {
    await client.start();
  } catch (error) {
    const install = 'pip install puppet-check';
    vscode.window.showErrorMessage(`puppet-language-server does not start: ${error}. Install it with "${install}", or set puppet-check.server.path.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

/** @param {import('vscode').ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('puppet-check.restart', async () => {
      await stop();
      await start();
    }),
    vscode.commands.registerCommand('puppet-check.showOutput', () => client?.outputChannel.show()),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
