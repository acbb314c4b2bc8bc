// A decode worker: pumps the files through the core, and answers requests in between. It alone reads the files.
/* global importScripts, TracepaneWorker, FileReaderSync */
'use strict';

importScripts('worker-core.js');

// Small enough to be decoded out of the processor's cache.
const PIECE = 1 << 19;
// Shorter runs are read at once: a stream costs more to start than it saves.
const STREAMED = 8 << 20;
// How often the page hears of a job's progress, in milliseconds: each time, it draws.
const TELL = 200;

let core = null;
let files = [];
let pieceAt = 0;
const requests = [];
const runs = new Map();  // by channel
let running = false;

const reader = new FileReaderSync();

// What a job that goes through a file will read next is fetched while it counts: two pieces, as two at once come twice
// as fast as one after the other.
class Ahead {
  static LEAST = 1 << 18;  // shorter reads belong to no run
  static MOST = 32;        // pieces
  #pieces = new Map();  // by file and offset
  wanted = false;

  take(number, offset, length) {
    const key = `${number} ${offset}`;
    const piece = this.#pieces.get(key);
    this.#pieces.delete(key);
    return piece?.data?.byteLength >= length ? piece.data : null;
  }

  fetch(number, offset, length) {
    if (!this.wanted || length < Ahead.LEAST) return;
    this.#piece(number, offset, length, true);
    this.#piece(number, offset + length, length, false);
  }

  #piece(number, offset, length, next) {
    const key = `${number} ${offset}`;
    let piece = this.#pieces.get(key);
    if (!piece) {
      if (this.#pieces.size >= Ahead.MOST || offset >= files[number].size) return;
      piece = {data: null};
      const bytes = files[number].slice(offset, offset + length).arrayBuffer();
      // What can't be read now is asked for once more when it is wanted.
      piece.here = bytes.then((data) => { piece.data = data; }, () => {});
      this.#pieces.set(key, piece);
    }
    piece.next = next;
  }

  // Until what is read next is there.
  here() {
    return Promise.all([...this.#pieces.values()].filter(({next}) => next).map((piece) => piece.here));
  }

  clear() {
    this.#pieces.clear();
  }
}
const ahead = new Ahead();

function readFile(number, offset, at, length) {
  try {
    const fetched = ahead.take(number, offset, length);
    const data = fetched ?? reader.readAsArrayBuffer(files[number].slice(offset, offset + length));
    ahead.fetch(number, offset + length, length);
    core.HEAPU8.set(new Uint8Array(data, 0, Math.min(length, data.byteLength)), at);
    return Math.min(length, data.byteLength);
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
  #reader;
  #buffer = new ArrayBuffer(PIECE);  // null: the browser brings its own
  #coming;
  #rest = null;

  constructor(file, offset, length) {
    this.offset = offset;
    this.end = offset + length;
    const source = file.slice(offset, offset + length).stream();
    try {
      this.#reader = source.getReader({mode: 'byob'});
    } catch {
      this.#reader = source.getReader();
      this.#buffer = null;
    }
    this.#read();
  }

  #read() {
    this.#coming = this.#reader.read(...(this.#buffer ? [new Uint8Array(this.#buffer)] : []));
    // Whoever waits for it hears of it.
    this.#coming.catch(() => {});
  }

  // Fills the piece in the core's memory, up to `size`; returns how many bytes there were.
  async fill(size) {
    let filled = 0;
    while (filled < size) {
      if (this.#rest === null) {
        const {value} = await this.#coming;
        if (!value?.length) break;
        if (this.#buffer) this.#buffer = value.buffer;
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
    this.#reader.cancel().catch(() => {});
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
    for (let told = performance.now(); core._tpw_step();) {
      if (performance.now() - told > TELL) {
        send();
        told = performance.now();
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
