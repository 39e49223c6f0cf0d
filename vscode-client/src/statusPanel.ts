// Shows the state of the server on a page.

import * as vscode from 'vscode';
import type { Server } from './client';
import { statusPage, type State } from './statusPage';

const STYLE = `
body { line-height: 1.5; max-width: 60em; }
h1 { font-size: 1.5em; font-weight: 600; } h2 { font-size: 1.15em; font-weight: 600; margin-top: 1.6em; overflow-wrap: anywhere; }
th { text-align: left; vertical-align: top; font-weight: normal; padding: 2px 24px 2px 0; white-space: nowrap; opacity: 0.8; } td { overflow-wrap: anywhere; }
`;
let panel: vscode.WebviewPanel | undefined;

/** Show the page, or bring it up to date if it is shown. */
export async function showStatus(server: Server): Promise<void> {
  if (panel === undefined) {
    panel = vscode.window.createWebviewPanel('puppetCheck.status', 'Puppet Status', vscode.ViewColumn.Active, { enableCommandUris: true });
    panel.onDidDispose(() => (panel = undefined));
  } else {
    panel.reveal();
  }
  await refreshStatus(server);
}

/** Bring the page up to date if it is shown. */
export async function refreshStatus(server: Server): Promise<void> {
  if (panel === undefined) return;
  const shown = panel;
  const state = await server.look<State>('puppetCheck/status', {});
  const body = statusPage(state, server.command, server.status.text);
  const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>${STYLE}</style></head>
<body>${body}</body></html>`;
  // Every new text makes a new page, which loses the place that was scrolled to.
  if (shown === panel && shown.webview.html !== html) shown.webview.html = html;
}
