// The page: files with an editor, the findings in them, and the catalog of a class.
import { autocompletion } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { StreamLanguage } from "@codemirror/language";
import { puppet } from "@codemirror/legacy-modes/mode/puppet";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { oneDark } from "@codemirror/theme-one-dark";
import { hoverTooltip, keymap } from "@codemirror/view";
import { basicSetup, EditorView } from "codemirror";
import { EditorState, Prec } from "@codemirror/state";
import MarkdownIt from "markdown-it";
import { Checker } from "./checker.js";
import { EXAMPLE } from "./example.js";
import { isPath, packed, unpacked } from "./link.js";

const WAIT = 150; // milliseconds after the last key
const at = (id) => document.getElementById(id);
const markdown = new MarkdownIt({ html: false, linkify: false });
const checker = new Checker();
const dark = matchMedia("(prefers-color-scheme: dark)");
const states = new Map();
let shown = "";
let timer;
let findings = [];

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const view = new EditorView({ parent: at("editor") });

function language(path) {
  if (path.endsWith(".json")) return json();
  if (/\.ya?ml$/.test(path)) return yaml();
  return path.endsWith(".pp") || path.endsWith(".epp") ? StreamLanguage.define(puppet) : [];
}

function stateOf(path, text) {
  return EditorState.create({
    doc: text,
    extensions: [
      basicSetup,
      language(path),
      lintGutter(),
      hoverTooltip((_, position) => tooltip(path, position)),
      autocompletion({ override: [(context) => completions(path, context)] }),
      Prec.high(keymap.of([{ key: "Mod-Shift-f", run: () => (void format(), true) }])),
      EditorView.updateListener.of((update) => update.docChanged && edited(path, update.state)),
      EditorView.contentAttributes.of({ "aria-label": path }),
      dark.matches ? oneDark : [],
    ],
  });
}

async function tooltip(path, position) {
  const found = await checker.ask("hover", path, position);
  if (!found) return null;
  return {
    pos: found.start,
    end: found.end,
    create: () => ({ dom: element("div", { className: "hover", innerHTML: markdown.render(found.text) }) }),
  };
}

async function completions(path, context) {
  const before = context.matchBefore(/[\w:$]+/);
  if (!context.explicit && (before === null || before.from === before.to)) return null;
  const found = await checker.ask("complete", path, context.pos);
  return {
    from: found.start,
    to: found.end,
    options: found.items.map((each, index) => ({
      label: each.label,
      detail: each.detail,
      boost: -index / 10,
      apply: plain(each.insert ?? each.label),
      info: each.about
        ? async () => {
            const text = await checker.ask("describe", path, each.about);
            return text ? element("div", { className: "hover", innerHTML: markdown.render(text) }) : null;
          }
        : undefined,
    })),
  };
}

/** The text of a snippet: its placeholders with what they hold. */
const plain = (snippet) => snippet.replace(/\$\{\d+:([^}]*)\}|\$\{\d+\}|\$\d+/g, (_, text) => text ?? "").replace(/\\([\\$}])/g, "$1");

function edited(path, state) {
  states.set(path, state);
  clearTimeout(timer);
  timer = setTimeout(() => void check(path), WAIT);
}

async function check(path) {
  try {
    if (path !== undefined) await checker.ask("edit", path, states.get(path).doc.toString());
    findings = await checker.ask("findings");
    show();
    await showCatalog();
  } catch (error) {
    status(String(error));
  }
}

function show() {
  const diagnostics = findings
    .filter((each) => each.path === shown && each.end <= view.state.doc.length)
    .map((each) => ({
      from: each.start,
      to: Math.max(each.end, each.start),
      severity: each.severity,
      message: `${each.message} [${each.code}]`,
      actions: each.fixable ? [{ name: "Fix", apply: () => void fix(each) }] : [],
    }));
  view.dispatch(setDiagnostics(view.state, diagnostics));
  states.set(shown, view.state);
  at("findings").replaceChildren(...findings.map(row));
  const counts = ["error", "warning", "info", "hint"].map((name) => [findings.filter((each) => each.severity === name).length, name]);
  const text = counts.filter(([count]) => count).map(([count, name]) => `${count} ${name}${count === 1 || name === "info" ? "" : "s"}`);
  status(text.length ? text.join(", ") : "No problems");
  showFiles();
}

function row(each) {
  const place = element("button", { type: "button", className: "place" }, `${each.path}:${each.line}`);
  place.onclick = () => go(each);
  const parts = [element("span", { className: each.severity }, each.severity), " ", place, " ", element("span", {}, each.message), " "];
  parts.push(element("a", { href: `../rules/${each.code}/`, target: "_blank", rel: "noopener" }, each.code));
  if (each.fixable) {
    const button = element("button", { type: "button" }, "Fix");
    button.onclick = () => void fix(each);
    parts.push(" ", button);
  }
  return element("li", {}, ...parts);
}

function go(finding) {
  open(finding.path);
  view.dispatch({ selection: { anchor: finding.start, head: finding.end }, scrollIntoView: true });
  view.focus();
}

async function fix(finding) {
  const found = await checker.ask("fixes", finding.path, finding.start, finding.end);
  if (!found.length) {
    status("This fix would make a new finding");
    return;
  }
  open(finding.path);
  view.dispatch({ changes: found[0].edits.map((each) => ({ from: each.start, to: each.end, insert: each.text })) });
}

async function format() {
  const before = view.state.doc.toString();
  const after = await checker.ask("formatted", shown);
  if (before !== after && before === view.state.doc.toString()) {
    view.dispatch({ changes: { from: 0, to: before.length, insert: after } });
  }
}

function open(path) {
  if (path === shown) return;
  if (shown) states.set(shown, view.state);
  shown = path;
  view.setState(states.get(path));
  showFiles();
  show();
}

function showFiles() {
  const buttons = [...states.keys()].map((path) => {
    const worst = findings.find((each) => each.path === path && each.severity === "error") ?? findings.find((each) => each.path === path);
    const made = element("button", { type: "button", className: worst?.severity ?? "" }, path);
    if (path === shown) made.setAttribute("aria-current", "true");
    made.onclick = () => open(path);
    return made;
  });
  const more = element("button", { type: "button", title: "Add a file" }, "+");
  more.onclick = () => void add();
  at("files").replaceChildren(...buttons, more);
}

async function add() {
  const path = prompt("The path of the new file, such as manifests/config.pp");
  if (!path) return;
  if (!isPath(path)) {
    status(`${path}: expected a path such as manifests/config.pp, templates/x.epp or data/common.yaml`);
    return;
  }
  if (!states.has(path)) states.set(path, stateOf(path, ""));
  open(path);
  await check(path);
}

async function showCatalog() {
  const names = await checker.ask("classes");
  const select = at("class");
  const chosen = names.includes(select.value) ? select.value : names[0];
  select.replaceChildren(...names.map((each) => element("option", { value: each, selected: each === chosen }, each)));
  if (at("catalog").hidden || chosen === undefined) return;
  const [system, release] = at("system").value.split("|");
  const found = await checker.ask("catalog", chosen, system, release);
  const resources = found.resources.filter((each) => !["Stage", "Class"].includes(each.type));
  const made = resources.map((each) =>
    element(
      "details",
      {},
      element("summary", {}, `${each.type}[${each.title}]`),
      element("pre", {}, JSON.stringify(each.parameters, null, 2)),
    ),
  );
  at("resources").replaceChildren(...(found.error ? [element("p", { className: "error" }, found.error)] : []), ...made);
}

function choose(name) {
  for (const each of ["findings", "catalog"]) {
    at(each).hidden = each !== name;
    at(`tab-${each}`).setAttribute("aria-selected", String(each === name));
  }
  void showCatalog();
}

function status(text) {
  at("status").textContent = text;
}

const texts = () => Object.fromEntries([...states].map(([path, state]) => [path, state.doc.toString()]));

async function share() {
  const address = new URL(location.href);
  address.hash = await packed(texts());
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address.href);
    status("The link is copied");
  } catch {
    status("The link is the address of this page now");
  }
}

function put(files) {
  states.clear();
  shown = "";
  for (const [path, text] of Object.entries(files)) states.set(path, stateOf(path, text));
  open(Object.keys(files)[0]);
}

at("format").onclick = () => void format();
at("share").onclick = () => void share();
at("reset").onclick = async () => {
  history.replaceState(null, "", location.pathname);
  await checker.open(EXAMPLE);
  findings = [];
  put(EXAMPLE);
  await check();
};
at("tab-findings").onclick = () => choose("findings");
at("tab-catalog").onclick = () => choose("catalog");
at("class").onchange = at("system").onchange = () => void showCatalog();

const files = (await unpacked(location.hash.slice(1))) ?? EXAMPLE;
put(files);
status("Loading Python and the checker …");
try {
  await checker.start(files);
  document.body.dataset.ready = "true";
  await check();
} catch (error) {
  status(`The checker could not be loaded: ${error.message}`);
}
