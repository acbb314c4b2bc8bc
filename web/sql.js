// Questions in SQL. A worker of their own answers them, one after the other; it is started for the first one. This file is
// loaded then, too.
import {workerOf} from './parts.js';

export class Questions {
  #worker = null;
  #opened = null;   // what the worker was told to open
  #waiting = [];    // {id, bytes, given}; the worker answers the first one

  // `receive(bytes)` gets what belongs to a question, `failed(id, why)` is told that one is not answered any more.
  // `index(take)` is eachBlock() of the trace that is open; it returns false if its index is not complete.
  constructor(receive, failed, index) {
    this.receive = receive;
    this.failed = failed;
    this.index = index;
  }

  // `bytes`: a SqlRequest (core/session/sql/sql_messages.h) of the number `id`. `given`: what the decode workers have
  // opened (Workers.given); where it is not what it was for the last question, the trace is opened anew.
  ask(id, bytes, given) {
    this.#waiting.push({id, bytes, given});
    if (this.#waiting.length === 1) this.#next();
  }

  // A worker that computes can't be told to stop, so it is ended, and the next question opens the trace once more.
  stop(id) {
    const at = this.#waiting.findIndex((one) => one.id === id);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    if (at > 0) return;
    this.#drop();
    this.#next();
  }

  // Another trace is opened: nobody waits for the answers any more.
  end() {
    this.#waiting = [];
    this.#drop();
  }

  #drop() {
    if (this.#worker) {
      this.#worker.onmessage = this.#worker.onerror = null;
      this.#worker.terminate();
    }
    this.#worker = this.#opened = null;
  }

  #next() {
    if (this.#waiting.length === 0) return;
    const asked = this.#waiting[0];
    const ask = () => {
      // It may have been stopped meanwhile.
      if (this.#waiting[0] === asked) this.#worker.postMessage({type: 'ask', bytes: asked.bytes});
    };
    const handed = this.#opened === asked.given ? false : this.#open(asked.given);
    if (handed) handed.then(ask);
    else ask();
  }

  // Returns false, or a promise of when the worker has been handed the index, so that it is not made once more. Without
  // all of it, the worker makes its own.
  #open(given) {
    this.#drop();
    const worker = this.#made();
    this.#worker = worker;
    this.#opened = given;
    worker.postMessage({type: 'open', ...given});
    return this.index(async (block) => {
      if (this.#worker !== worker) return false;
      worker.postMessage({type: 'index', block}, [block.buffer]);
      return true;
    });
  }

  #made() {
    const worker = workerOf('sql_worker.js', 'sql-core.wasm');
    worker.onmessage = ({data}) => {
      if (data.bytes) this.receive(data.bytes);
      if (data.broken) this.#broken(data.broken);
      if (data.answered) this.#answered();
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#broken(event.message || 'it stopped');
    };
    return worker;
  }

  #answered() {
    this.#waiting.shift();
    this.#next();
  }

  // The question may be what broke it, so it is not asked again.
  #broken(why) {
    this.#drop();
    const asked = this.#waiting.shift();
    if (asked) this.failed(asked.id, `the worker for SQL broke down: ${why}`);
    this.#next();
  }
}
