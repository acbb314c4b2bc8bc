// The core of Tracepane under Node: index.d.ts describes it.
import {Worker} from 'node:worker_threads';
import {filesOfAll} from './lib/files.mjs';
import {textOf} from './lib/text.mjs';
import {reply, request, Stage} from './lib/wire.mjs';

export class Trace {
  #files;
  #options;
  #worker = null;
  #last = Promise.resolve();
  #asked = 0;
  #closed = false;

  constructor(files, options) {
    this.#files = files;
    this.#options = options;
  }

  get files() {
    return this.#files.map(({path, size}) => ({path, size}));
  }

  async query(text, {limit = 0, signal} = {}) {
    const {columns, rows, cut, remark} = await this.#next({text, rowLimit: limit}, {signal});
    return {columns, rows, cut, remark};
  }

  async text(text, {format = 'csv', ...more} = {}) {
    return textOf(await this.query(text, more), format);
  }

  async parquet(table, {from, to, signal} = {}) {
    const {rows} = await this.#next({parquet: true, table, from, to}, {signal, raw: true});
    return Buffer.concat(rows.map(([bytes]) => bytes));
  }

  async info() {
    const {rows} = await this.query('SELECT name, coalesce(int_value, str_value) FROM metadata');
    const all = new Map();
    for (const [name, value] of rows) all.set(name, [...all.get(name) ?? [], value]);
    return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
  }

  async close() {
    this.#closed = true;
    await this.#last;
    this.#worker?.postMessage({end: true});
    this.#worker = null;
  }

  // One question after the other.
  #next(asked, how) {
    const answer = this.#last.then(() => this.#ask(asked, how));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #ask(asked, {signal, raw = false}) {
    if (this.#closed) throw new Error('the trace is closed');
    signal?.throwIfAborted();
    this.#worker ??= new Worker(new URL('lib/worker.mjs', import.meta.url), {workerData: {files: this.#files, options: this.#options}});
    const worker = this.#worker;
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      const result = {columns: [], rows: [], cut: false, remark: ''};
      const over = (settle, value) => {
        worker.off('message', take).off('error', broken).off('exit', ended);
        signal?.removeEventListener('abort', stop);
        worker.unref();
        settle(value);
      };
      const drop = (error) => {
        worker.terminate();
        if (this.#worker === worker) this.#worker = null;
        over(reject, error);
      };
      const broken = (error) => drop(new Error(`the core broke down: ${error.message}`));
      const ended = () => drop(new Error('the core ended'));
      const stop = () => drop(signal.reason);
      const take = ({bytes}) => {
        const got = reply(bytes, raw);
        if (got.id !== id) return undefined;
        if (result.columns.length === 0) result.columns = got.columns;
        for (const row of got.rows) result.rows.push(row);
        if (got.stage < Stage.Done) return undefined;
        if (got.stage === Stage.Failed) return over(reject, new Error(got.error));
        return over(resolve, {...result, cut: got.stage === Stage.Cut, remark: got.remark});
      };
      worker.ref();
      worker.on('message', take).on('error', broken).on('exit', ended);
      signal?.addEventListener('abort', stop);
      worker.postMessage({bytes: request({id, ...asked})});
    });
  }
}

export async function open(traces) {
  const files = filesOfAll([traces].flat());
  if (files.length === 0) throw new Error('there is no file of a trace');
  const trace = new Trace(files, '');
  try {
    await trace.query('SELECT 1 FROM metadata LIMIT 1');
  } catch (error) {
    await trace.close();
    throw error;
  }
  return trace;
}
