// A decode worker: feeds the files to the core, and answers requests in between. Only workers read the files.
/* global wasmHere, TracepaneWorker, PIECE, Stream, Ahead, FirstReads, Held, Served, fileFor, lossOf, readNow, withText, withNumbers */
'use strict';

importScripts('worker-core.js', 'first_reads.js', 'read_ahead.js', 'served.js', 'core_memory.js');

// Bytes. Shorter runs are read at once, because a stream costs more to start than it saves.
const STREAMED = 8 << 20;
// How often the page hears of a job's progress, in milliseconds. Each message makes it draw, which takes CPU time from
// the job if there is no graphics processor. The longer the job has taken, the longer the interval.
const OFTEN = 100;
const SELDOM = 500;

let core = null;
let opened = false;
let files = [];
let pieceAt = 0;
const requests = [];
const runs = new Map();  // by channel
let running = false;

// Tells the core that a file has changed; the browser does not read it any more then. `error`: as for lossOf().
function lost(number, error) {
  core._tpw_lost(number, lossOf(error));
}

const ahead = new Ahead((number) => files[number]);
const firstReads = new FirstReads();

// For Stream.take(): copies to `at` in the core's memory.
function into(at) {
  return (part, from) => core.HEAPU8.set(part, at + from);
}

function readFile(number, offset, at, length) {
  if (files[number] instanceof Held) {
    const part = files[number].bytes.subarray(offset, offset + length);
    core.HEAPU8.set(part, at);
    return part.length;
  }
  const known = firstReads.bytes(number, offset, length);
  if (known) {
    core.HEAPU8.set(known, at);
    return known.length;
  }
  try {
    let filled = ahead.take(number, offset, length, into(at));
    if (filled < length) {
      const rest = files[number].slice(offset + filled, offset + length);
      if (rest.size > 0) {
        const data = readNow(rest);
        core.HEAPU8.set(new Uint8Array(data), at + filled);
        if (filled === 0) firstReads.keep(number, offset, new Uint8Array(data), files[number].size);
        filled += data.byteLength;
        if (data.byteLength < rest.size) lost(number, null);
      }
    }
    ahead.fetch(number, offset, filled);
    return filled;
  } catch (error) {
    lost(number, error);
    return 0;
  }
}

// Checks whether each file can still be read as it was: reading any part of it fails otherwise.
async function lookForChanges() {
  await loaded;
  for (let number = 0; number < files.length; ++number) {
    if (files[number].size === 0 || files[number] instanceof Held) continue;
    try {
      await files[number].slice(0, 1).arrayBuffer();
    } catch (error) {
      lost(number, error);
    }
  }
  core._tpw_look();
  send();
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

// Adds files to the open trace; the answer says whether they belong to it or, if not, why they can't lie beside it.
function addFiles({id, files: given}) {
  for (const {path, file} of given) {
    const number = files.push(file) - 1;
    withText(core, path, (at) => core._tpw_add_later(at, number, file.size));
  }
  const added = core._tpw_take_later() === 1;
  const why = core.UTF8ToString(core._tpw_refusal());
  send();
  postMessage({added, why, id});
}

function answerRequests() {
  // Requests may change what is read next.
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

// Lets messages in. A timer would wait for four milliseconds.
const channel = new MessageChannel();
let wake = null;
channel.port1.onmessage = () => wake();
function breathe() {
  return new Promise((resolve) => {
    wake = resolve;
    channel.port2.postMessage(0);
  });
}

// A long run of bytes that is indexed. The next ones are read while the last ones are decoded.
class Run {
  #stream;
  #number;

  constructor(number, offset, length) {
    this.offset = offset;
    this.end = offset + length;
    this.#number = number;
    this.#stream = new Stream(files[number].slice(offset, offset + length));
  }

  // Fills the piece in the core's memory with up to `size` bytes; returns how many there were.
  async fill(size) {
    await this.#stream.gather(size);
    const filled = this.#stream.take(size, into(pieceAt));
    this.offset += filled;
    if (filled < size && this.offset < this.end && this.#stream.over) lost(this.#number, this.#stream.failure);
    this.#stream.gather(PIECE);
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
  const made = new Run(file, offset, run);
  runs.set(channel, made);
  return made;
}

function nextWant() {
  const [state, channel, offset, size, run, file] = withNumbers(core, 5, (at) => core._tpw_want(at));
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
      got = await runOf(want).fill(Math.min(want.size, PIECE));
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
    broken(error);
  }
  running = false;
  ahead.wanted = false;
  ahead.clear();
}

// Loading begins before there is a trace.
const loaded = wasmHere().then((wasm) => TracepaneWorker({readFile, ...wasm})).then((made) => {
  made._tpw_init();
  return made;
});
loaded.catch(() => {});

async function begin() {
  core = await loaded;
  pieceAt ||= core._malloc(PIECE) >>> 0;
}

function take(given) {
  files = given.map(fileFor);
  given.forEach(({path, drop = 0}, number) =>
    withText(core, path, (at) => core._tpw_add_file(at, number, files[number].size, drop)));
}

// Unpacked files up to this size are copied to each worker, since reading a blob takes a millisecond each time.
const COPIED = 1 << 20;
const MOST_COPIED = 32 << 20; // bytes of all copies

function unpackedBytes(which, size) {
  const at = core._malloc(size) >>> 0;
  const bytes = core.HEAPU8.slice(at, at + (core._tpw_unpacked_bytes(which, 0, at, size) >>> 0));
  core._free(at);
  return bytes;
}

// Copies an unpacked file out of the core's memory.
function unpackedBlob(which, size) {
  const parts = [];
  for (let offset = 0; offset < size;) {
    const got = core._tpw_unpacked_bytes(which, offset, pieceAt, PIECE) >>> 0;
    if (got === 0) break;
    // The browser may keep blobs on disk.
    parts.push(new Blob([core.HEAPU8.slice(pieceAt, pieceAt + got)]));
    offset += got;
  }
  return new Blob(parts);
}

function unpackedNote(which) {
  const texts = [0, 1, 2].map((part) => withNumbers(core, 1, (at) => core._tpw_unpacked_note(which, part, at)));
  if (texts[0][0] === 0) return null;
  const [file, expected, found] = texts.map(([text]) => core.UTF8ToString(text));
  return {file, offset: texts[0][1], expected, found};
}

// Unpacks archives for all workers; the answer is null if there are none.
async function unpack({files: given}) {
  await begin();
  take(given);
  const state = core._tpw_unpack();
  if (state === 2) return send();
  if (state === 0) return postMessage({unpacked: null});
  const entries = [];
  let copied = 0;
  for (let which = 0; ; ++which) {
    const [path, drop, number, offset, size] = withNumbers(core, 4, (at) => core._tpw_unpacked_file(which, at));
    if (path === 0) break;
    const entry = {path: core.UTF8ToString(path), drop};
    entries.push(entry);
    if (number >= 0) {
      const whole = files[number];
      entry[whole instanceof Served ? 'served' : 'file'] = size === whole.size ? whole : whole.slice(offset, offset + size);
    } else if (size <= COPIED && copied + size <= MOST_COPIED) {
      copied += size;
      entry.bytes = unpackedBytes(which, size);
    } else {
      entry.file = unpackedBlob(which, size);
    }
  }
  const notes = [];
  for (let note; (note = unpackedNote(notes.length)) !== null;) notes.push(note);
  return postMessage({unpacked: {files: entries, notes}});
}

async function open({files: given, notes, share, shares, options, memory, kept}) {
  await begin();
  take(given);
  for (const {file, offset, expected, found} of notes) {
    withText(core, file, (path) => withText(core, expected, (wanted) => withText(core, found, (got) =>
      core._tpw_note(path, offset, wanted, got))));
  }
  await firstReads.begin(files);
  core._tpw_keep_within(memory);
  withText(core, options, (at) => core._tpw_open(share, shares, at, kept ? 1 : 0));
  firstReads.end();
  opened = true;
  send();
  await run();
}

const broken = (error) => postMessage({broken: String(error?.message ?? error)});

onmessage = ({data}) => {
  if (data.type === 'open') {
    open(data).catch(broken);
  } else if (data.type === 'unpack') {
    unpack(data).catch(broken);
  } else if (data.type === 'look') {
    lookForChanges().catch(() => {});
  } else {
    requests.push(data);
    if (opened && !running) run();
  }
};
