// Runs the checker beside the page: Pyodide, the archive of the checker, and the questions of the page one after the other.
importScripts("pyodide/pyodide.js");

let python;
let last = Promise.resolve();

async function start(files) {
  const [made, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location).href }),
    fetch("checker.zip").then((response) => {
      if (!response.ok) throw new Error(`checker.zip: ${response.status}`);
      return response.arrayBuffer();
    }),
  ]);
  python = made;
  python.unpackArchive(archive, "zip", { extractDir: "/checker" });
  python.runPython("import sys; sys.path.insert(0, '/checker'); import browser; browser.prepare(); from session import Session, answer");
  open(files);
}

function open(files) {
  python.globals.set("given", JSON.stringify(files));
  python.runPython("import json; session = Session('/project', json.loads(given))");
}

function ask(question) {
  const answer = python.globals.get("answer");
  const session = python.globals.get("session");
  try {
    return JSON.parse(answer(session, JSON.stringify(question)));
  } finally {
    answer.destroy();
    session.destroy();
  }
}

const ACTIONS = { start, open, ask };

self.onmessage = ({ data: { id, action, given } }) => {
  last = last.then(async () => {
    try {
      self.postMessage({ id, answer: await ACTIONS[action](given) });
    } catch (error) {
      self.postMessage({ id, error: String(error) });
    }
  });
};
