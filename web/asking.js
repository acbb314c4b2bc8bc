// Questions in SQL, from the page's side: what answers them is loaded when somebody first asks.
import {bring} from './parts.js';

export class Asking {
  #loaded = null;
  #early = new Set(); // ids of questions that wait for it

  // `given()`: a promise of what the decode workers have opened (Workers.given); `index`, `receive` and `failed` as for
  // Questions in web/sql.js.
  constructor({given, index, receive, failed}) {
    this.given = given;
    this.index = index;
    this.receive = receive;
    this.failed = failed;
  }

  async ask(id, bytes) {
    this.#early.add(id);
    try {
      this.#loaded ??= Promise.all([import('./sql.js'), bring('sql_worker.js', 'sql-core.wasm')])
        .then(([{Questions}]) => new Questions(this.receive, this.failed, this.index));
      const [questions, given] = await Promise.all([this.#loaded, this.given()]);
      // It may have been stopped, or another trace may be open.
      if (this.#early.delete(id) && given) questions.ask(id, bytes, given);
    } catch (error) {
      this.#loaded = null;
      this.failed(id, `what answers could not be loaded: ${error.message}`);
    }
  }

  stop(id) {
    if (!this.#early.delete(id)) this.#loaded?.then((questions) => questions.stop(id), () => {});
  }

  // Another trace is opened: nobody waits for the answers any more.
  end() {
    this.#early.clear();
    this.#loaded?.then((questions) => questions.end(), () => {});
  }
}
