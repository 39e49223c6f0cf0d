// The catalog preview: a webview with a graph and a table of the resources that the server's evaluation declares.

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Server } from './client';
import { here } from './views';
import type { FromPage, Preview, ToPage } from './webview/messages';

/** The kinds of nodes in the graph. */
const LEGEND = [
  ['class', 'class, click to expand'],
  ['', 'resource'],
  ['possible', 'possible'],
  ['unknown', 'unknown title'],
  ['virtual', 'virtual'],
  ['cyclic', 'in a cycle'],
] as const;

interface Subject {
  kind: 'class' | 'define' | 'node';
  name: string;
  isHere: boolean;
}

/** Ask for a class, defined type or node, and show its catalog beside the editor. */
export async function preview(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const uri = here();
  if (uri === undefined) return;
  const subjects = await server.ask<Subject[]>('puppetCheck/subjects', { uri: uri.toString() });
  if (subjects === undefined) return;
  const rows = subjects.map((subject) => ({ label: subject.name, description: subject.isHere ? `${subject.kind} in this file` : subject.kind, subject }));
  const title = 'Preview Catalog';
  const chosen = await vscode.window.showQuickPick(rows, { title, matchOnDescription: true });
  if (chosen !== undefined) new Page(context, server, uri, chosen.subject);
}

/** A panel with the catalog of one class, defined type or node. */
class Page {
  private readonly panel: vscode.WebviewPanel;
  private facts: string | undefined;

  constructor(
    context: vscode.ExtensionContext,
    private readonly server: Server,
    private readonly uri: vscode.Uri,
    private readonly subject: Subject,
  ) {
    const out = vscode.Uri.joinPath(context.extensionUri, 'out');
    const title = `${subject.kind} ${subject.name}`;
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [out] };
    this.panel = vscode.window.createWebviewPanel('puppetCheck.preview', title, vscode.ViewColumn.Beside, options);
    this.panel.webview.onDidReceiveMessage((message: FromPage) => this.receive(message));
    this.panel.webview.html = page(this.panel.webview, out);
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
      case 'refresh':
        await this.load();
        break;
      case 'facts':
        await this.choose();
        break;
      case 'open':
      case 'show':
        await this.open(message.path, message.line, message.kind === 'show');
    }
  }

  private async choose(): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({ title: 'Facts of a Node', filters: { Facts: ['json', 'yaml', 'yml'] } });
    if (chosen?.[0] === undefined) return;
    this.facts = chosen[0].fsPath;
    await this.load();
  }

  /** Open a declaration beside the preview, which may keep the focus. */
  private async open(path: string, line: number, preserveFocus: boolean): Promise<void> {
    const document = await vscode.workspace.openTextDocument(path);
    const selection = new vscode.Range(line - 1, 0, line - 1, 0);
    const viewColumn = this.panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
    await vscode.window.showTextDocument(document, { viewColumn, selection, preserveFocus });
  }

  private async load(): Promise<void> {
    const { kind, name } = this.subject;
    const params = { uri: this.uri.toString(), kind, name, facts: this.facts ?? null };
    const catalog = await this.server.ask<Preview>('puppetCheck/preview', params);
    if (catalog === undefined) return;
    const message: ToPage = { title: `${kind} ${name}`, facts: this.facts ?? null, catalog };
    await this.panel.webview.postMessage(message);
  }
}

function page(webview: vscode.Webview, out: vscode.Uri): string {
  const nonce = randomBytes(16).toString('hex');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(out, 'preview.js')).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(out, 'preview.css')).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'; img-src ${webview.cspSource} data:">
<link rel="stylesheet" href="${style}">
</head>
<body>
<header>
  <h1 id="title"></h1><span id="summary"></span>
  <div id="tools">
    <input id="filter" type="search" placeholder="Filter" aria-label="Filter">
    <button id="expand">Expand All</button><button id="collapse">Collapse All</button><button id="show">Table</button>
    <button id="facts">Facts…</button><button id="refresh">Refresh</button>
  </div>
</header>
<div id="uncertain" hidden></div>
<ul id="problems"></ul>
<main>
  <div id="view">
    <div id="graph"></div>
    <table id="table" hidden><thead><tr><th>Resource</th><th>Parameters</th><th>Location</th></tr></thead><tbody id="rows"></tbody></table>
  </div>
  <aside id="details" hidden></aside>
</main>
<footer id="legend">${LEGEND.map(([kind, text]) => `<span><i class="${kind}"></i>${text}</span>`).join('')}
  <span><b>⟶</b>before</span><span><b class="notifies">⟶</b>notifies</span><span><b>┄┄</b>contains</span>
  <span><b>┈▸</b>automatically before</span><span><b class="unmet">┄▸</b>needed, but in no order</span></footer>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
