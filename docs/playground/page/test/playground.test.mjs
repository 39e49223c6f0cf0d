// Tries the page in Chromium: PLAYGROUND names the folder that `python -m docs.playground` has written, CHROMIUM the program.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };
const folder = process.env.PLAYGROUND;
let server;
let browser;
let page;
const asked = [];

before(async () => {
  server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    try {
      const data = await readFile(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage();
  page.on("request", (request) => asked.push(request.url()));
  page.setDefaultTimeout(60_000);
  await page.goto(address());
  await page.waitForSelector("body[data-ready]");
});

after(async () => {
  await browser?.close();
  server?.close();
});

const address = () => `http://127.0.0.1:${server.address().port}/`;
const codes = () => page.$$eval("#findings li a", (all) => all.map((each) => each.textContent));

test("the example has its findings", async () => {
  await page.waitForSelector("#findings li");
  assert.deepEqual(await codes(), ["wrong-parameter", "unknown-parameter", "unknown-variable", "wrong-value", "unknown-variable"]);
});

test("fixes remove findings, one after the other", async () => {
  let count = (await codes()).length;
  for (const code of ["unknown-parameter", "wrong-value", "unknown-variable"]) {
    await page.locator("#findings li", { hasText: code }).first().getByRole("button", { name: "Fix" }).click();
    count -= 1;
    await page.waitForFunction((left) => document.querySelectorAll("#findings li").length <= left, count);
  }
  assert.match(await page.locator(".cm-content").innerText(), /content\s*=> epp\(.*\$docroot \}\)/);
});

test("a word is described", async () => {
  await page.locator(".cm-content").getByText("Integer", { exact: true }).first().hover();
  await page.waitForSelector(".hover");
  assert.match(await page.locator(".hover").first().innerText(), /Integer/);
});

test("the catalog of the class follows its text", async () => {
  await page.getByRole("tab", { name: "Catalog" }).click();
  await page.waitForSelector("#resources > *");
  assert.match(await page.locator("#resources").innerText(), /parameter 'port' expects an Integer value/);
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.locator("#findings li", { hasText: "wrong-parameter" }).getByRole("button", { name: "Fix" }).click();
  await page.getByRole("tab", { name: "Catalog" }).click();
  await page.waitForFunction(() => {
    const error = document.querySelector("#resources .error")?.textContent ?? "";
    return document.querySelector("#resources").textContent.includes("Package[nginx]") && !error.includes("'port'");
  });
});

test("a link has the files, and nothing is asked of another host", async () => {
  await page.click("#share");
  await page.waitForFunction(() => location.hash.length > 1);
  const other = await browser.newPage();
  await other.goto(page.url());
  await other.waitForSelector("body[data-ready]");
  assert.equal(await other.locator(".cm-content").innerText(), await page.locator(".cm-content").innerText());
  await other.close();
  assert.deepEqual(asked.filter((each) => !each.startsWith(address())), []);
});
