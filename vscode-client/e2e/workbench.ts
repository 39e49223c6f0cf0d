// A workbench in a headless browser: code-server with the packaged extension, operated with the keyboard.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Frame, type Locator, type Page } from 'playwright-core';
import { processesBelow } from './processes';
import { ROOT, type Tools } from './tools';

/** The time limit of each step, in milliseconds. */
const WAIT = Number(process.env.WAIT_MS ?? 20_000);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];
const PROGRAM = 'puppet-language-server';

const SETTINGS = {
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'extensions.autoCheckUpdates': false,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'files.simpleDialog.enable': true,
};

/** The initial state of a workbench. */
export interface Beginning {
  /** The files of the folder and their contents. */
  files: Record<string, string>;
  /** The settings of the user; by default the path of the server found by `tools.ts`. */
  settings?: Record<string, unknown>;
  /** Other settings of the user, in addition to those of every workbench. */
  userSettings?: Record<string, unknown>;
  /** PATH for the extension; by default that of the tests. */
  searchPath?: string;
  /** Whether the folder is opened in restricted mode, as untrusted ones are. */
  restricted?: boolean;
}

/** A workbench with one folder open. */
export class Workbench {
  private constructor(
    readonly page: Page,
    /** The folder that is open. */
    readonly folder: string,
    /** The temporary folder with all files of the workbench, which is also the home directory of the user. */
    readonly temporary: string,
    private readonly process: ChildProcess,
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    private readonly address: string,
  ) {}

  /** Starts everything. */
  static async start(tools: Tools, { files, settings, userSettings, searchPath, restricted = false }: Beginning): Promise<Workbench> {
    const browser = await chromium.launch({ executablePath: tools.browser, headless: true, args: FLAGS });
    const temporary = mkdtempSync(path.join(tmpdir(), 'puppet-check-e2e-'));
    const folder = path.join(temporary, 'work');
    for (const [name, text] of Object.entries(files)) write(path.join(folder, name), text);
    write(path.join(temporary, 'user', 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, ...userSettings, 'security.workspace.trust.enabled': restricted }));
    // The server's path belongs to a machine: among the settings of a user it may or may not count for a remote one.
    write(path.join(temporary, 'user', 'Machine', 'settings.json'), JSON.stringify(settings ?? { 'puppetCheck.server.path': tools.server }));
    const given = ['--user-data-dir', path.join(temporary, 'user'), '--extensions-dir', path.join(temporary, 'extensions')];
    const env = { ...process.env, HOME: temporary, XDG_CACHE_HOME: path.join(temporary, 'cache'), PATH: searchPath ?? process.env.PATH, SHELL: '/bin/true' };
    execFileSync(process.execPath, [tools.codeServer, ...given, '--install-extension', tools.extension], { env, stdio: 'pipe' });
    const address = `http://127.0.0.1:${String(await freePort())}`;
    const options = ['--auth', 'none', '--bind-addr', new URL(address).host, '--disable-telemetry', '--disable-update-check', ...(restricted ? [] : ['--disable-workspace-trust'])];
    const running = spawn(process.execPath, [tools.codeServer, ...given, ...options], { env, stdio: 'ignore' });
    const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await until('code-server answers', async () => (await fetch(`${address}/healthz`).catch(() => undefined))?.ok === true);
    const made = new Workbench(page, folder, temporary, running, browser, context, address);
    await made.visit(folder);
    return made;
  }

  /** Open another folder, optionally with one of its files; the extension host is restarted. */
  async visit(folder: string, file?: string): Promise<void> {
    const { host } = new URL(this.address);
    const opened = file === undefined ? '[]' : JSON.stringify([['openFile', `vscode-remote://${host}${path.join(folder, file)}`]]);
    await this.page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(opened)}`);
    await this.see('.monaco-workbench .part.editor');
    if (file !== undefined) await this.see('.tab.active', path.basename(file));
    if (file !== undefined) await this.see('.statusbar-item', /Ln \d+/);
  }

  async end(): Promise<void> {
    await this.context.close();
    await this.browser.close();
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  /** Change the settings of the folder, which take effect immediately. */
  set(settings: Record<string, unknown>): void {
    write(path.join(this.folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  }

  /** Writes a file of the folder. */
  write(name: string, text: string): void {
    write(path.join(this.folder, name), text);
  }

  /** Writes a file of the folder and opens it. */
  async openNew(name: string, text: string, at = '1:1'): Promise<void> {
    this.write(name, text);
    await this.open(name, at);
  }

  /** Opens a file, with the cursor at `line:column`. */
  async open(name: string, at = '1:1'): Promise<void> {
    await this.choose('Control+p', path.join(this.folder, name), path.basename(name));
    await this.page.locator('.tab.active', { hasText: path.basename(name) }).first().waitFor({ timeout: WAIT });
    await this.go(at);
  }

  /** Moves the cursor to `line:column`. */
  async go(at: string): Promise<void> {
    await this.choose('Control+g', `:${at}`, /Go to line/);
    const [line, column] = at.split(':');
    await this.status(`Ln ${String(line)}, Col ${String(column)}`);
  }

  /** Waits for a text in the status bar. */
  async status(text: string): Promise<void> {
    await this.page.locator('.statusbar-item', { hasText: text }).first().waitFor({ timeout: WAIT });
  }

  /** Runs a command of the palette by its title. */
  async command(title: string): Promise<void> {
    await this.choose('F1', `>${title}`, title);
  }

  /** Opens the quick input with a key, fills it in, and accepts the row that has a text and the focus. */
  private async choose(key: string, input: string, row: string | RegExp): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    const focused = widget.locator('.quick-input-list .monaco-list-row.focused', { hasText: row });
    // An editor that gets the focus late closes the quick input, which is then opened once more.
    await until(`${input} is chosen`, async () => {
      await this.press(key);
      try {
        await widget.locator('input[type=text]').fill(input, { timeout: WAIT / 8 });
        // The rows move while the list is filtered, so that a click could accept another one.
        await focused.first().waitFor({ timeout: WAIT / 4 });
        return true;
      } catch {
        await this.press('Escape');
        return false;
      }
    });
    await this.press('Enter');
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Type with the speed of a user, so that features that react to typing take part. */
  async type(text: string, delay = 15): Promise<void> {
    await this.page.keyboard.type(text, { delay });
  }

  /** Wait until an element with this selector, and with this text, is visible. */
  async see(selector: string, text?: string | RegExp): Promise<Locator> {
    const found = this.page.locator(selector, text === undefined ? {} : { hasText: text }).first();
    await found.waitFor({ timeout: WAIT });
    return found;
  }

  /** Ask for completion until a row with this text is listed: an editor that is busy may lose a key. */
  async suggested(text: string): Promise<Locator> {
    const row = this.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: text }).first();
    await until(`${text} is suggested`, async () => {
      try {
        await row.waitFor({ timeout: WAIT / 4 });
        return true;
      } catch {
        await this.press('Escape', 'Control+Space');
        return false;
      }
    });
    return row;
  }

  /** Wait until no element with this selector is visible. */
  async gone(selector: string): Promise<void> {
    await until(`no ${selector} is seen`, async () => (await this.page.locator(selector).count()) === 0);
  }

  /** Rename the symbol at the cursor. */
  async rename(name: string): Promise<void> {
    await this.press('F2');
    await (await this.see('.rename-box input, input.rename-input')).fill(name);
    await this.press('Enter');
  }

  /** Save all files and return the contents of one. */
  async saved(name: string): Promise<string> {
    await this.press('Control+s');
    await this.page.locator('.tab.active.dirty').waitFor({ state: 'detached', timeout: WAIT });
    return readFileSync(path.join(this.folder, name), 'utf-8');
  }

  /** The frame of a webview that has an element. */
  async webview(selector: string): Promise<Frame> {
    const found: Frame[] = [];
    await until(`a webview with ${selector}`, async () => {
      for (const frame of this.page.frames()) if ((await frame.locator(selector).count().catch(() => 0)) > 0) found.push(frame);
      return found.length > 0;
    });
    return found[0] ?? this.page.mainFrame();
  }

  /** Take a screenshot. */
  async picture(name: string): Promise<void> {
    const folder = process.env.PICTURES ?? path.join(ROOT, 'out', 'pictures');
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`) });
  }

  /** Close all editors, widgets and notifications. */
  async clear(): Promise<void> {
    await this.press('Escape', 'Escape', 'Control+k', 's', 'Control+k', 'Control+w');
    await until('no message is seen', async () => {
      const isSeen = (await this.page.locator('.notification-toast').count()) > 0;
      if (isSeen) await this.press('Escape');
      return !isSeen;
    });
    await until('all is closed', async () => (await this.page.locator('.tab').count()) === 0);
    if (await this.page.locator('.part.panel').isVisible()) await this.press('Control+j');
  }

  /** The processes of the language server. */
  servers(): number[] {
    return processesBelow(this.process.pid ?? 0, PROGRAM);
  }

  /** The log of the last extension host. */
  hostLog(): string {
    const logs = path.join(this.temporary, 'user', 'logs');
    const folders = readdirSync(logs, { recursive: true, encoding: 'utf-8' }).filter((name) => name.endsWith('remoteexthost.log'));
    return folders.map((name) => readFileSync(path.join(logs, name), 'utf-8')).sort((a, b) => a.localeCompare(b)).at(-1) ?? '';
  }
}

/** Wait until a condition holds, tested every 20 ms. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${String(WAIT / 1000)} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
