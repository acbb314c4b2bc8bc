// What the command line says of a trace, each asked once and only where somebody wants it.
import {eventsOf, exportedBytes, exportedTable, functionsOf, infoOf, reportedInside, schedulingOf, stacksOf} from '../support.mjs';

const MADE_UP = 2 ** 30;  // thread numbers of what is no thread, in Chrome JSON

class Stacks {
  constructor() {
    this.open = new Map();
    this.slices = [];
  }

  begin(pid, tid, name, begin) {
    const stack = this.#of(tid);
    const slice = {pid, tid, name, begin, end: null, depth: stack.length, parent: stack.at(-1) ?? null, within: []};
    slice.parent?.within.push(slice);
    stack.push(slice);
    this.slices.push(slice);
  }

  end(tid, end, name = null) {
    const stack = this.#of(tid);
    if (name !== null && stack.at(-1)?.name !== name) return;
    if (stack.length > 0) stack.pop().end = end;
  }

  #of(tid) {
    return this.open.get(tid) ?? this.open.set(tid, []).get(tid);
  }
}

// Slices as the export to Chrome JSON has them: those of threads.
function slicesOf(events) {
  const stacks = new Stacks();
  for (const {ph, pid, tid, ts, name} of events) {
    if (tid >= MADE_UP) continue;
    const time = Math.round(ts * 1000);
    if (ph === 'B') stacks.begin(pid, tid, name, time);
    if (ph === 'E') stacks.end(tid, time);
  }
  return stacks.slices;
}

// Of records in the trace's own unit of time, which Chrome's is not.
function callsOf(events) {
  const stacks = new Stacks();
  for (const {kind, pid, tid, ts, name} of events) {
    if (kind === 'entry') stacks.begin(pid, tid, name, ts);
    if (kind === 'exit') stacks.end(tid, ts, name);
  }
  return stacks.slices;
}

export class Facts {
  constructor(files) {
    this.files = files;
    this.known = new Map();
  }

  #once(key, make) {
    if (!this.known.has(key)) this.known.set(key, make());
    return this.known.get(key);
  }

  get info() {
    return this.#once('info', () => infoOf(...this.files));
  }

  events(...options) {
    return this.#once(`events ${options}`, () => eventsOf(this.files[0], ...options, ...this.files.slice(1)));
  }

  functions(...options) {
    return this.#once(`functions ${options}`, () => functionsOf(...options, ...this.files));
  }

  stacks(...options) {
    return this.#once(`stacks ${options}`, () => stacksOf(this.files[0], ...options, ...this.files.slice(1)));
  }

  scheduling(...options) {
    return this.#once(`sched ${options}`, () => schedulingOf(this.files[0], ...options, ...this.files.slice(1)));
  }

  exported(format, ...options) {
    return exportedBytes(this.files[0], format, ...options, ...this.files.slice(1));
  }

  exportedTable(table, ...options) {
    return exportedTable(this.files[0], table, ...options, ...this.files.slice(1));
  }

  report(...options) {
    return reportedInside(this.files, ...options);
  }

  // Those of threads, with what lies within each.
  get slices() {
    return this.#once('slices', () => (this.info.format === 'xray' ? callsOf(this.events())
      : slicesOf(JSON.parse(this.exported('chrome')).traceEvents)));
  }

  // By thread and depth, in the order of time.
  get rows() {
    return this.#once('rows', () => {
      const rows = new Map();
      for (const slice of this.slices) {
        const key = `${slice.tid} ${slice.depth}`;
        (rows.get(key) ?? rows.set(key, []).get(key)).push(slice);
      }
      return [...rows.values()];
    });
  }
}
