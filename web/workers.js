// The decode workers of one trace: all get the same files, and each indexes its share.
import {numbered} from './files.js';
import {ServedFile} from './inner_trace.js';
import {workerOf} from './parts.js';

const MOST = 8; // unless the user wants more
const MOST_WANTED = 16;

// `wanted`: the number that the user has chosen. If it is not a whole number from 1 on, it depends on the machine.
function howMany(wanted) {
  const count = Number(wanted);
  if (Number.isInteger(count) && count >= 1) return Math.min(MOST_WANTED, count);
  return Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
}

// Workers that are loaded and wait for a trace: loading takes as long as the first look at a trace.
let spare = [];

function made() {
  return workerOf('worker.js', 'worker-core.wasm');
}

// Starts workers for the trace that is opened next.
export function prepare(wanted) {
  while (spare.length < howMany(wanted)) {
    const worker = made();
    // A worker that fails is dropped. The one that is started in its place reports the error.
    worker.onerror = (event) => {
      event.preventDefault?.();
      spare = spare.filter((one) => one !== worker);
    };
    spare.push(worker);
  }
}

// A file that could not be read, as a warning of the trace (core/io/status.h).
function unread({path, unreadable}) {
  return {file: path, offset: -1, expected: 'something that can be read', found: unreadable};
}

// What a worker is told of a file: messages copy Files, but not what takes their place.
function told({path, file, drop}) {
  return file instanceof ServedFile ? {path, served: file.told, drop} : {path, file, drop};
}

function addedTo(given, {path, file}) {
  return {...given, files: numbered(given.files, [{path, file}])};
}

export class Workers {
  // `receive(worker, bytes)` is called for each message, `broken(text)` when a worker can't go on.
  // `options`: JoinOptions::text(), which says which of several traces to open and how they are joined
  // (core/joint/join_options.h). `wanted`: number of workers, as for howMany(). `memory`:
  // bytes that the index may take.
  // `find({files, notes, options, memory})` returns false, or a promise of whether the page has got the index of these files.
  constructor(files, options, {wanted, memory}, {receive, broken, find}) {
    this.count = howMany(wanted);
    this.receive = receive;
    this.broken = broken;
    this.find = find;
    this.memory = memory;
    this.kept = false;      // whether the page has the index
    this.asked = new Map(); // by request: its resolve function, and how many answers are missing
    this.requests = 0;
    this.early = [];        // messages to workers until they have been told to open the trace; then null
    this.unpacked = null;   // resolves to what the first worker has unpacked
    this.heapBytes = new Array(this.count).fill(0);
    this.workers = Array.from({length: this.count}, (_, share) => this.#made(share));
    // Resolves to what all workers have opened, {files, notes, options}; another object when files were added.
    this.given = this.#open(files, options);
  }

  post(worker, bytes) {
    this.#send(worker, {type: 'request', bytes}, [bytes.buffer]);
  }

  #made(share) {
    const worker = spare.pop() ?? made();
    worker.onmessage = ({data}) => {
      if (data.heapBytes) this.heapBytes[share] = data.heapBytes;
      if (data.unpacked !== undefined) this.unpacked(data.unpacked);
      if (data.broken) this.broken(data.broken);
      if (data.id !== undefined) this.#answered(data);
      for (const bytes of data.messages ?? []) this.receive(share, bytes);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.broken(event.message || 'it stopped');
    };
    return worker;
  }

  async #open(files, options) {
    let given = files.filter(({unreadable}) => !unreadable).map(told);
    let notes = files.filter(({unreadable}) => unreadable).map(unread);
    // Files in folders are no archives (core/io/archive.h). A single worker unpacks for itself.
    if (this.count > 1 && given.some(({path}) => !path.includes('/'))) {
      const unpacked = await this.#unpack(given);
      if (this.workers.length === 0) return null;
      if (unpacked) {
        given = unpacked.files;
        notes = [...notes, ...unpacked.notes];
        // Its memory is full of what it has unpacked.
        this.#end(this.workers[0]);
        this.workers[0] = this.#made(0);
      }
    }
    const found = this.find({files: given, notes, options, memory: this.memory});
    if (found) {
      this.kept = await found;
      if (this.workers.length === 0) return null;
    }
    this.workers.forEach((worker, share) =>
      worker.postMessage({type: 'open', files: given, notes, share, shares: this.count, options, memory: this.memory, kept: this.kept}));
    const early = this.early;
    this.early = null;
    for (const [worker, message, moved] of early) this.#send(worker, message, moved);
    return {files: given, notes, options};
  }

  #unpack(files) {
    return new Promise((resolve) => {
      this.unpacked = resolve;
      this.workers[0].postMessage({type: 'unpack', files});
    });
  }

  #send(worker, message, moved = []) {
    if (this.early) this.early.push([worker, message, moved]);
    else this.workers[worker]?.postMessage(message, moved);
  }

  // Asks a worker whether the files can still be read as they were.
  lookForChanges() {
    this.#send(0, {type: 'look'});
  }

  // Resolves to true if the files belong to the open trace, which has them then; to false or, if they can't lie beside
  // it either, to the reason; to null if the workers ended before they answered.
  add(files) {
    if (this.workers.length === 0) return Promise.resolve(false);
    const id = ++this.requests;
    return new Promise((answer) => {
      this.asked.set(id, {answer, files, left: this.workers.length});
      const given = files.map(({path, file}) => ({path, file}));
      for (let i = 0; i < this.workers.length; ++i) this.#send(i, {type: 'add', id, files: given});
    });
  }

  #answered({id, added, why}) {
    const asked = this.asked.get(id);
    if (!asked) return;
    asked.why ||= why;
    if (--asked.left > 0) return;
    this.asked.delete(id);
    // Each as a drop of its own: they do not make a trace together.
    if (added) this.given = this.given.then((before) => asked.files.reduce(addedTo, before));
    asked.answer(added || asked.why || false);
  }

  end() {
    for (const {answer} of this.asked.values()) answer(null);
    this.asked.clear();
    for (const worker of this.workers) this.#end(worker);
    this.workers = [];
  }

  #end(worker) {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
  }
}
