// A decode worker: pumps the files through the core, and answers requests in between. It alone reads the files.
/* global importScripts, TracepaneWorker, FileReaderSync */
'use strict';

importScripts('worker-core.js');

// Small enough to be decoded out of the processor's cache.
const PIECE = 1 << 19;
// Shorter runs are read at once: a stream costs more to start than it saves.
const STREAMED = 8 << 20;
// How often the page hears of a job's progress, in milliseconds: each time, it draws, which takes from the job where
// there is no graphics processor. The longer it has taken, the less often.
const OFTEN = 100;
const SELDOM = 500;

let core = null;
let files = [];
let pieceAt = 0;
const requests = [];
const runs = new Map();  // by channel
let running = false;

const reader = new FileReaderSync();

// The bytes of a blob, one piece after the other: null at its end.
function streamOf(blob) {
  const source = blob.stream();
  let own = true;  // buffers; else the browser brings its own
  let stream;
  try {
    stream = source.getReader({mode: 'byob'});
  } catch {
    stream = source.getReader();
    own = false;
  }
  return {
    // Into `buffer`, if it is one of those that came before.
    async next(buffer) {
      const {value} = await (own ? stream.read(new Uint8Array(buffer ?? new ArrayBuffer(PIECE))) : stream.read());
      return value?.length > 0 ? value : null;
    },
    stop() {
      stream.cancel().catch(() => {});
    },
  };
}

// What a job that goes through files will read next comes in while it counts, each run by a stream of its own: single
// reads take longer, and a long one waits half way until the worker has time for it.
class Ahead {
  static LEAST = 1 << 18;  // shorter reads belong to no run
  static MOST = 32;        // runs at once
  static STALE = 128;      // reads after which nobody goes on with a run
  #runs = new Map();       // by file and offset of what they have next
  #ends = new Set();       // files and offsets where reads have ended
  #spare = [];             // buffers
  #reads = 0;
  wanted = false;

  // Puts what has come of the place into the core's memory; returns how much that is.
  take(number, offset, at, length) {
    const run = this.#runs.get(`${number} ${offset}`);
    if (!run) return 0;
    let filled = 0;
    while (filled < length && run.parts.length > 0) {
      const part = run.parts[0].subarray(0, length - filled);
      core.HEAPU8.set(part, at + filled);
      filled += part.length;
      if (part.length < run.parts[0].length) run.parts[0] = run.parts[0].subarray(part.length);
      else this.#free(run.parts.shift());
    }
    run.have -= filled;
    this.#runs.delete(`${number} ${offset}`);
    // What it had not would have to be read twice.
    if (filled === length && !(run.ended && run.have === 0)) this.#runs.set(`${number} ${offset + filled}`, run);
    else this.#stop(run);
    return filled;
  }

  // After a read: what follows on it, where that followed on another.
  fetch(number, offset, length) {
    if (!this.wanted || length < Ahead.LEAST) return;
    const end = `${number} ${offset + length}`;
    const follows = this.#ends.delete(`${number} ${offset}`);
    if (this.#ends.size >= 1024) this.#ends.clear();
    this.#ends.add(end);
    if (!follows || offset + length >= files[number].size) return;
    let run = this.#runs.get(end);
    ++this.#reads;
    if (!run && !this.#room()) return;
    if (!run) {
      run = {stream: streamOf(files[number].slice(offset + length)), parts: [], have: 0, running: false, ended: false};
      this.#runs.set(end, run);
    }
    run.length = length;
    run.read = this.#reads;
    this.#pump(run);
  }

  // Where more take turns than there is room for, none loses its place to another: streams cost much to begin.
  #room() {
    if (this.#runs.size < Ahead.MOST) return true;
    const [[key, oldest]] = this.#runs;
    if (this.#reads - oldest.read < Ahead.STALE) return false;
    this.#drop(key);
    return true;
  }

  async #pump(run) {
    if (run.running) return;
    run.running = true;
    try {
      while (!run.ended && run.have < 2 * run.length) {
        const part = await run.stream.next(this.#spare.pop());
        if (part === null) run.ended = true;
        else run.parts.push(part);
        run.have += part?.length ?? 0;
        if (run.have >= run.length) run.here?.();
      }
    } catch {
      // What can't be read now is asked for once more when it is wanted.
      run.ended = true;
    }
    run.running = false;
    run.here?.();
  }

  // Until what is read next is there.
  here() {
    const coming = [...this.#runs.values()].filter(({running, have, length}) => running && have < length);
    return Promise.all(coming.map((run) => new Promise((here) => { run.here = here; })));
  }

  #free(part) {
    if (this.#spare.length < Ahead.MOST) this.#spare.push(part.buffer);
  }

  #stop(run) {
    run.ended = true;
    run.stream.stop();
    run.here?.();
  }

  #drop(key) {
    this.#stop(this.#runs.get(key));
    this.#runs.delete(key);
  }

  clear() {
    for (const key of [...this.#runs.keys()]) this.#drop(key);
    this.#ends.clear();
    this.#spare = [];
  }
}
const ahead = new Ahead();

function readFile(number, offset, at, length) {
  try {
    let filled = ahead.take(number, offset, at, length);
    if (filled < length) {
      const rest = files[number].slice(offset + filled, offset + length);
      if (rest.size > 0) {
        const data = reader.readAsArrayBuffer(rest);
        core.HEAPU8.set(new Uint8Array(data), at + filled);
        filled += data.byteLength;
      }
    }
    ahead.fetch(number, offset, filled);
    return filled;
  } catch {
    return 0;
  }
}

function withText(text, use) {
  const bytes = new TextEncoder().encode(text + '\0');
  const at = core._malloc(bytes.length) >>> 0;
  core.HEAPU8.set(bytes, at);
  use(at);
  core._free(at);
}

function send() {
  const messages = [];
  for (let size; (size = core._tpw_take() >>> 0) > 0;) {
    const at = core._tpw_message() >>> 0;
    messages.push(core.HEAPU8.slice(at, at + size));
  }
  if (messages.length > 0) {
    postMessage({messages, heapBytes: core.HEAPU8.length}, messages.map((bytes) => bytes.buffer));
  }
}

// Files for the open trace: the answer says whether they belong to it.
function addFiles({id, files: given}) {
  for (const {path, file} of given) {
    const number = files.push(file) - 1;
    withText(path, (at) => core._tpw_add_later(at, number, file.size));
  }
  const added = core._tpw_take_later() === 1;
  send();
  postMessage({added, id});
}

function answerRequests() {
  // They may change what is read next.
  if (requests.length > 0) ahead.clear();
  while (requests.length > 0) {
    const request = requests.shift();
    if (request.files) {
      addFiles(request);
      continue;
    }
    const bytes = request.bytes;
    const at = core._malloc(bytes.length) >>> 0;
    core.HEAPU8.set(bytes, at);
    core._tpw_receive(at, bytes.length);
    core._free(at);
    send();
  }
}

// A place where messages get in; a timer would wait four milliseconds.
const channel = new MessageChannel();
let wake = null;
channel.port1.onmessage = () => wake();
function breathe() {
  return new Promise((resolve) => {
    wake = resolve;
    channel.port2.postMessage(0);
  });
}

// One stream of the file system for a long run, which gives its bytes much faster than single reads do. What comes next
// is on its way while what came is decoded.
class Run {
  #stream;
  #buffer = null;
  #coming;
  #rest = null;

  constructor(file, offset, length) {
    this.offset = offset;
    this.end = offset + length;
    this.#stream = streamOf(file.slice(offset, offset + length));
    this.#read();
  }

  #read() {
    this.#coming = this.#stream.next(this.#buffer);
    // Whoever waits for it hears of it.
    this.#coming.catch(() => {});
  }

  // Fills the piece in the core's memory, up to `size`; returns how many bytes there were.
  async fill(size) {
    let filled = 0;
    while (filled < size) {
      if (this.#rest === null) {
        const value = await this.#coming;
        if (value === null) break;
        this.#buffer = value.buffer;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, size - filled);
      core.HEAPU8.set(part, pieceAt + filled);
      filled += part.length;
      if (part.length < this.#rest.length) {
        this.#rest = this.#rest.subarray(part.length);
      } else {
        this.#rest = null;
        this.#read();
      }
    }
    this.offset += filled;
    return filled;
  }

  stop() {
    this.#stream.stop();
  }
}

function runOf({channel, file, offset, run}) {
  const open = runs.get(channel);
  if (open?.offset === offset && offset < open.end) return open;
  open?.stop();
  const made = new Run(files[file], offset, run);
  runs.set(channel, made);
  return made;
}

function nextWant() {
  const at = core._malloc(40) >>> 0;
  const state = core._tpw_want(at);
  const [channel, offset, size, run, file] = new Float64Array(core.HEAPU8.buffer, at, 5);
  core._free(at);
  if (state === 0) return null;
  return {taken: state === 2, channel, offset, size, run, file};
}

async function indexAll() {
  for (let want; (want = nextWant()) !== null;) {
    if (want.taken) {
      send();
      await breathe();
      answerRequests();
      continue;
    }
    let got = 0;
    const streamed = want.run >= STREAMED || runs.get(want.channel)?.offset === want.offset;
    if (streamed) {
      try {
        got = await runOf(want).fill(Math.min(want.size, PIECE));
      } catch {
        got = 0;
      }
    } else {
      got = readFile(want.file, want.offset, pieceAt, Math.min(want.size, PIECE));
    }
    core._tpw_provide(pieceAt, got);
    core._tpw_step_job();
    send();
    if (!streamed) await breathe();
    answerRequests();
  }
  for (const open of runs.values()) open.stop();
  runs.clear();
  send();
}

async function run() {
  if (running) return;
  running = true;
  try {
    await indexAll();
    answerRequests();
    ahead.wanted = true;
    const began = performance.now();
    for (let told = began; core._tpw_step();) {
      const now = performance.now();
      if (now - told > Math.min(SELDOM, Math.max(OFTEN, (now - began) / 2))) {
        send();
        told = now;
      }
      await ahead.here();
      await breathe();
      answerRequests();
    }
    send();
  } catch (error) {
    postMessage({broken: String(error?.message ?? error)});
  }
  running = false;
  ahead.wanted = false;
  ahead.clear();
}

// It is loaded before there is a trace.
const loaded = TracepaneWorker({readFile});
loaded.catch(() => {});

async function open({files: given, share, shares, options}) {
  core = await loaded;
  files = given.map(({file}) => file);
  pieceAt = core._malloc(PIECE) >>> 0;
  given.forEach(({path, file, drop = 0}, number) => withText(path,
    (at) => core._tpw_add_file(at, number, file.size, drop)));
  withText(options, (at) => core._tpw_open(share, shares, at));
  send();
  await run();
}

onmessage = ({data}) => {
  if (data.type === 'open') {
    open(data).catch((error) => postMessage({broken: String(error?.message ?? error)}));
  } else {
    requests.push(data);
    if (core && !running) run();
  }
};
