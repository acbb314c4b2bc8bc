// The decode workers of one trace: all of them get the same files, and each indexes its share.

const MOST = 8; // unless somebody wants more
const MOST_WANTED = 16;

// `wanted`: how many somebody has asked for; anything but a whole number from 1 on leaves it to the machine.
function howMany(wanted) {
  const count = Number(wanted);
  if (Number.isInteger(count) && count >= 1) return Math.min(MOST_WANTED, count);
  return Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
}

// Workers that have loaded and wait for their trace: loading takes as long as the first look at a trace.
let spare = [];

function made() {
  return new Worker(new URL('worker.js', import.meta.url));
}

// For the trace that is opened next.
export function prepare(wanted) {
  while (spare.length < howMany(wanted)) {
    const worker = made();
    // Whoever needs one makes it anew, and hears what is wrong.
    worker.onerror = (event) => {
      event.preventDefault?.();
      spare = spare.filter((one) => one !== worker);
    };
    spare.push(worker);
  }
}

export class Workers {
  // `receive(worker, bytes)` for each message; `broken(text)` when a worker can't go on.
  // `options`: which of several traces, and how they lie beside each other (core/joint/join_options.h). `wanted`: how
  // many there are to be.
  constructor(files, options, wanted, receive, broken) {
    this.count = howMany(wanted);
    this.asked = new Map(); // by request: who waits for the answers, and how many are still to come
    this.requests = 0;
    this.heapBytes = new Array(this.count).fill(0);
    this.workers = Array.from({length: this.count}, (_, share) => {
      const worker = spare.pop() ?? made();
      worker.onmessage = ({data}) => {
        if (data.heapBytes) this.heapBytes[share] = data.heapBytes;
        if (data.broken) broken(data.broken);
        if (data.id !== undefined) this.#answered(data);
        for (const bytes of data.messages ?? []) receive(share, bytes);
      };
      worker.onerror = (event) => {
        event.preventDefault?.();
        broken(event.message || 'it stopped');
      };
      const given = files.map(({path, file, drop, unreadable}) => ({path, file, drop, unreadable}));
      worker.postMessage({type: 'open', files: given, share, shares: this.count, options});
      return worker;
    });
  }

  post(worker, bytes) {
    this.workers[worker]?.postMessage({type: 'request', bytes}, [bytes.buffer]);
  }

  // Asks whether the files can still be read as they were.
  look() {
    this.workers[0]?.postMessage({type: 'look'});
  }

  // Whether the files belong to the open trace, which then has them; null where the workers came to an end before they said.
  add(files) {
    if (this.workers.length === 0) return Promise.resolve(false);
    const id = ++this.requests;
    return new Promise((answer) => {
      this.asked.set(id, {answer, left: this.workers.length});
      const given = files.map(({path, file}) => ({path, file}));
      for (const worker of this.workers) worker.postMessage({type: 'add', id, files: given});
    });
  }

  #answered({id, added}) {
    const asked = this.asked.get(id);
    if (!asked || --asked.left > 0) return;
    this.asked.delete(id);
    asked.answer(added);
  }

  end() {
    for (const {answer} of this.asked.values()) answer(null);
    this.asked.clear();
    for (const worker of this.workers) {
      worker.onmessage = worker.onerror = null;
      worker.terminate();
    }
    this.workers = [];
  }
}
