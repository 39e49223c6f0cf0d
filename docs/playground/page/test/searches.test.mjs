// Asks the search of the built site, as a reader does: SITE names the folder that `python -m docs.website` has written, CHROMIUM the program.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

/** What people search for, and the pages of which one has to come first. */
const SEARCHES = {
  "install": ["installation"],
  "exit code": ["pipelines", "manual", "command-line"],
  "windows": ["installation"],
  "wrong type": ["rules/type-mismatch", "types", "faq", "rules/wrong-value"],
  "suppress": ["suppressing"],
  "ignore a finding": ["suppressing"],
  "pre-commit": ["pipelines", "manual"],
  "github actions": ["pipelines", "start/ci"],
  "gitlab": ["pipelines", "start/ci"],
  "vs code": ["editors"],
  "neovim": ["editors"],
  "settings": ["configuration"],
  "puppet-lint": ["puppet-lint"],
  "formatter": ["style"],
  "upgrade": ["upgrading"],
  "debugger": ["debugger"],
  "unused code": ["unused"],
  "catalog diff": ["catalogs", "large-fleets"],
  "rspec": ["testing"],
  "mcp": ["programs"],
};
const ENOUGH = 18;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };
const folder = process.env.SITE;
let server;
let browser;

before(async () => {
  server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    try {
      const data = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("most searches put the right page first", { skip: folder === undefined && "SITE names no site" }, async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const wrong = [];
  for (const [words, pages] of Object.entries(SEARCHES)) {
    await page.locator(".md-search__input").fill("");
    await page.locator(".md-search__input").pressSequentially(words);
    const found = new URL(await settled(page), page.url()).pathname.replace(/^\/|\/$/g, "");
    console.log(`${pages.includes(found) ? "right" : "WRONG"}  ${words}: ${found}`);
    if (!pages.includes(found)) wrong.push(`${words}: ${found}`);
  }
  assert.ok(Object.keys(SEARCHES).length - wrong.length >= ENOUGH, wrong.join("\n"));
});

/** The first result, once the list is the same for a second: it is drawn again after each key. */
async function settled(page) {
  const first = page.locator(".md-search-result__item a.md-search-result__link").first();
  for (let last, same = 0; ; ) {
    const now = await first.getAttribute("href", { timeout: 10_000 });
    same = now === last ? same + 1 : 0;
    if (same === 10) return now ?? "";
    last = now;
    await page.waitForTimeout(100);
  }
}
