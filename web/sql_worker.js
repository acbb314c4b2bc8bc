// The worker that answers questions in SQL (web/sql.js). It reads the files for itself, and computes until an answer is
// complete: to stop it is to end it.
/* global wasmHere, TracepaneSql, Held, fileFor, lossOf, readNow, withText */
'use strict';

importScripts('sql-core.js', 'read_ahead.js', 'served.js', 'core_memory.js');

let core = null;
let files = [];

function readFile(number, offset, at, length) {
  if (files[number] instanceof Held) {
    const part = files[number].bytes.subarray(offset, offset + length);
    core.HEAPU8.set(part, at);
    return part.length;
  }
  const wanted = files[number].slice(offset, offset + length);
  if (wanted.size === 0) return 0;
  try {
    const data = readNow(wanted);
    core.HEAPU8.set(new Uint8Array(data), at);
    if (data.byteLength < wanted.size) core._tps_lost(number, lossOf(null));
    return data.byteLength;
  } catch (error) {
    core._tps_lost(number, lossOf(error));
    return 0;
  }
}

const loaded = wasmHere().then((wasm) => TracepaneSql({readFile, send: (bytes) => postMessage({bytes}, [bytes.buffer]), ...wasm}));
loaded.catch(() => {});

async function open({files: given, notes, options}) {
  core = await loaded;
  core._tps_init();
  files = given.map(fileFor);
  given.forEach(({path, drop = 0}, number) =>
    withText(core, path, (at) => core._tps_add_file(at, number, files[number].size, drop)));
  for (const {file, offset, expected, found} of notes) {
    withText(core, file, (path) => withText(core, expected, (wanted) => withText(core, found, (got) =>
      core._tps_note(path, offset, wanted, got))));
  }
  withText(core, options, (at) => core._tps_open(at));
}

function takeIndex({block}) {
  const at = core._malloc(block.length) >>> 0;
  core.HEAPU8.set(block, at);
  core._tps_take_index(at, block.length);
  core._free(at);
}

// Reports the files that have changed since they were opened: no part of such a file can be read any more. Without
// this, a change in a part that the question does not need would go unnoticed.
async function lookForChanges() {
  await Promise.all(files.map(async (file, number) => {
    if (file.size === 0 || file instanceof Held) return;
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch (error) {
      core._tps_lost(number, lossOf(error));
    }
  }));
}

async function ask({bytes}) {
  await lookForChanges();
  const at = core._malloc(bytes.length) >>> 0;
  core.HEAPU8.set(bytes, at);
  core._tps_ask(at, bytes.length);
  core._free(at);
  postMessage({answered: true});
}

// While nobody asks, it reads ahead, so that questions about a range of time do not have to.
let due = 0;  // messages that were not dealt with
let ahead = 0;

function readAhead() {
  ahead = 0;
  if (due === 0 && core._tps_prepare(0.02)) ahead = setTimeout(readAhead);
}

let last = Promise.resolve();
onmessage = ({data}) => {
  ++due;
  last = last.then(() => (data.type === 'open' ? open(data) : data.type === 'index' ? takeIndex(data) : ask(data)))
    .catch((error) => postMessage({broken: String(error?.message ?? error)}))
    .then(() => {
      if (--due === 0 && core && ahead === 0) ahead = setTimeout(readAhead);
    });
};
