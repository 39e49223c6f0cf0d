// A whole workbench in a headless browser: code-server with the packaged extension, driven by keys as a person does.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import * as path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Frame, type Locator, type Page } from 'playwright-core';

const ROOT = path.resolve(__dirname, '..', '..');
/** How long anything may take, in milliseconds. */
const WAIT = Number(process.env.WAIT_MS ?? 20_000);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const SETTINGS = {
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'extensions.autoCheckUpdates': false,
  'editor.minimap.enabled': false,
  'files.simpleDialog.enable': true,
};

/** What the tests need besides npm's packages; the environment says where it is. */
export interface Tools {
  /** The entry of code-server. */
  codeServer: string;
  browser: string;
  /** The program `puppet-language-server`. */
  server: string;
  extension: string;
}

/** The tools, or in words which one is missing. */
export function findTools(): Tools | string {
  const codeServer = process.env.CODE_SERVER ?? path.join(homedir(), '.cache', 'puppet-check-e2e', 'node_modules', 'code-server');
  const entry = path.join(codeServer, 'out', 'node', 'entry.js');
  if (!existsSync(entry)) return `code-server is not in ${codeServer}; e2e/install.sh installs it, CODE_SERVER names its folder`;
  const browser = process.env.CHROMIUM ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome');
  if (browser === undefined) return 'there is no chromium on the search path; CHROMIUM names the program';
  const server = process.env.PUPPET_LANGUAGE_SERVER ?? onPath('puppet-language-server');
  if (server === undefined) return 'there is no puppet-language-server on the search path; PUPPET_LANGUAGE_SERVER names the program';
  const extension = readdirSync(ROOT).find((name) => name.endsWith('.vsix'));
  if (extension === undefined) return 'the extension is not packaged; npm run package makes it';
  return { codeServer: entry, browser, server, extension: path.join(ROOT, extension) };
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** A workbench with one folder open. */
export class Workbench {
  private constructor(
    readonly page: Page,
    /** The folder that is open. */
    readonly folder: string,
    private readonly tools: Tools,
    private readonly temporary: string,
    private readonly process: ChildProcess,
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    private readonly address: string,
  ) {}

  /** Starts everything; `files` are the contents of the folder. */
  static async start(tools: Tools, files: Record<string, string>): Promise<Workbench> {
    const temporary = mkdtempSync(path.join(tmpdir(), 'puppet-check-e2e-'));
    const folder = path.join(temporary, 'work');
    for (const [name, text] of Object.entries(files)) write(path.join(folder, name), text);
    write(path.join(temporary, 'user', 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, 'puppetCheck.server.path': tools.server }));
    const given = ['--user-data-dir', path.join(temporary, 'user'), '--extensions-dir', path.join(temporary, 'extensions')];
    const env = { ...process.env, HOME: temporary, XDG_CACHE_HOME: path.join(temporary, 'cache') };
    execFileSync(process.execPath, [tools.codeServer, ...given, '--install-extension', tools.extension], { env, stdio: 'pipe' });
    const address = `http://127.0.0.1:${String(await freePort())}`;
    const options = ['--auth', 'none', '--bind-addr', new URL(address).host, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
    const running = spawn(process.execPath, [tools.codeServer, ...given, ...options], { env, stdio: 'ignore' });
    const browser = await chromium.launch({ executablePath: tools.browser, headless: true, args: FLAGS });
    const context = await browser.newContext({ viewport: { width: 1200, height: 760 } });
    const page = await context.newPage();
    await until('code-server answers', async () => (await fetch(`${address}/healthz`).catch(() => undefined))?.ok === true);
    const made = new Workbench(page, folder, tools, temporary, running, browser, context, address);
    await made.visit(folder);
    return made;
  }

  /** Opens a folder in place of the one that is open. */
  async visit(folder: string): Promise<void> {
    await this.page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}`);
    await this.see('.monaco-workbench .part.editor');
  }

  async end(): Promise<void> {
    await this.context.close();
    await this.browser.close();
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  /** The settings of the folder, which are taken at once. */
  set(settings: Record<string, unknown>): void {
    write(path.join(this.folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  }

  /** Writes a file of the folder and opens it. */
  async openNew(name: string, text: string, at = '1:1'): Promise<void> {
    write(path.join(this.folder, name), text);
    await this.open(name, at);
  }

  /** Opens a file, with the cursor at `line:column`. */
  async open(name: string, at = '1:1'): Promise<void> {
    await this.press('Control+p');
    const box = this.page.locator('.quick-input-widget input[type=text]');
    await box.fill(path.join(this.folder, name));
    await this.see('.quick-input-list .monaco-list-row.focused', path.basename(name));
    await this.press('Enter');
    await this.page.locator('.tab.active', { hasText: path.basename(name) }).first().waitFor({ timeout: WAIT });
    await this.go(at);
  }

  /** Moves the cursor to `line:column`. */
  async go(at: string): Promise<void> {
    await this.press('Control+g');
    await this.page.locator('.quick-input-widget input[type=text]').fill(`:${at}`);
    await this.see('.quick-input-list .monaco-list-row.focused', /Go to line/);
    await this.press('Enter');
    const [line, column] = at.split(':');
    await this.status(`Ln ${String(line)}, Col ${String(column)}`);
  }

  /** Waits for a text in the status bar. */
  async status(text: string): Promise<void> {
    await this.page.locator('.statusbar-item', { hasText: text }).first().waitFor({ timeout: WAIT });
  }

  /** The milliseconds from opening a new file to something that is seen for it, as the page itself measures them. */
  async timeOfOpening(name: string, text: string, selector: string): Promise<number> {
    write(path.join(this.folder, name), text);
    await this.press('Control+p');
    await this.page.locator('.quick-input-widget input[type=text]').fill(path.join(this.folder, name));
    await this.see('.quick-input-list .monaco-list-row.focused', path.basename(name));
    await this.page.evaluate(`window.appeared = new Promise((resolve) => {
      let pressed;
      window.addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true, once: true });
      const watch = () => {
        if (pressed !== undefined && document.querySelector(${JSON.stringify(selector)}) !== null) resolve(performance.now() - pressed);
        else requestAnimationFrame(watch);
      };
      watch();
    }); undefined`);
    await this.press('Enter');
    return this.page.evaluate('window.appeared');
  }

  /** Runs a command of the palette by its title. */
  async command(title: string): Promise<void> {
    await this.press('F1');
    const box = this.page.locator('.quick-input-widget input[type=text]');
    await box.fill(`>${title}`);
    await (await this.see('.quick-input-list .monaco-list-row', title)).click();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types as a person does, so that what happens on typing happens. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 15 });
  }

  /** Waits until something with this class, and with this text, is seen. */
  async see(selector: string, text?: string | RegExp): Promise<Locator> {
    const found = this.page.locator(selector, text === undefined ? {} : { hasText: text }).first();
    await found.waitFor({ timeout: WAIT });
    return found;
  }

  /** Saves all and tells what a file says then. */
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

  /** Keeps a picture of what is seen now. */
  async picture(name: string): Promise<void> {
    const folder = process.env.PICTURES ?? path.join(ROOT, 'out', 'pictures');
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`) });
  }

  /** Closes all editors and what floats above them. */
  async clear(): Promise<void> {
    await this.press('Escape', 'Escape', 'Control+k', 's', 'Control+k', 'Control+w');
    await until('all is closed', async () => (await this.page.locator('.tab').count()) === 0);
    if (await this.page.locator('.part.panel').isVisible()) await this.press('Control+j');
  }

  /** The processes of the language server. */
  servers(): number[] {
    const program = path.basename(this.tools.server);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => isBelow(pid, this.process.pid ?? 0) && commandOf(pid).some((word) => path.basename(word) === program));
  }
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf-8').split('\0');
  } catch {
    return [];
  }
}

function isBelow(pid: number, ancestor: number): boolean {
  for (let each = pid; each > 1; each = parentOf(each)) if (each === ancestor) return true;
  return false;
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf-8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Waits until something holds, asked anew every 20 ms. */
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
