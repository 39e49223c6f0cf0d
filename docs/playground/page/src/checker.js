// Questions to the worker, and their answers.
export class Checker {
  #worker = new Worker("worker.js");
  #waiting = new Map();
  #next = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    };
  }

  /** Loads Python and the checker. */
  start(files) {
    return this.#send("start", files);
  }

  /** Replaces all files. */
  open(files) {
    return this.#send("open", files);
  }

  /** The answer to a question of `session.py`. */
  ask(name, ...given) {
    return this.#send("ask", [name, ...given]);
  }

  #send(action, given) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, action, given });
    });
  }
}
