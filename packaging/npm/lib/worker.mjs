// The core in a thread of its own, which reads the files by ranges from disk. It computes until an answer is complete: to stop
// it is to end it.
import {closeSync, fstatSync, openSync, readFileSync, readSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import vm from 'node:vm';
import {parentPort, workerData} from 'node:worker_threads';

const PAGE = fileURLToPath(new URL('../page/', import.meta.url));
// Values of SourceChange::Kind in core/io/byte_source.h.
const CHANGED = 1;
const UNREADABLE = 3;

// The module was made for a worker of a browser.
globalThis.self = globalThis;
globalThis.location = {href: ''};
vm.runInThisContext(readFileSync(path.join(PAGE, 'sql-core.js'), 'utf8'), {filename: 'sql-core.js'});

const {files, options} = workerData;
const opened = files.map(({file}) => openSync(file, 'r'));
let core = null;

function readFile(number, offset, at, length) {
  const into = core.HEAPU8.subarray(at, at + length);
  let filled = 0;
  try {
    for (let got; filled < length && (got = readSync(opened[number], into, filled, length - filled, offset + filled)) > 0;) filled += got;
    if (filled < Math.min(length, files[number].size - offset)) core._tps_lost(number, CHANGED);
  } catch {
    core._tps_lost(number, UNREADABLE);
  }
  return filled;
}

function withText(text, use) {
  const bytes = new TextEncoder().encode(text + '\0');
  const at = core._malloc(bytes.length) >>> 0;
  core.HEAPU8.set(bytes, at);
  use(at);
  core._free(at);
}

// Files that have changed since they were opened are no longer what the index is of.
function look() {
  files.forEach(({size, changed}, number) => {
    const now = fstatSync(opened[number]);
    if (now.size !== size || now.mtimeMs !== changed) core._tps_lost(number, CHANGED);
  });
}

// eslint-disable-next-line no-undef -- the script above made it
core = await TracepaneSql({
  readFile, wasmBinary: readFileSync(path.join(PAGE, 'sql-core.wasm')),
  send: (bytes) => parentPort.postMessage({bytes}, [bytes.buffer]),
});
core._tps_init();
files.forEach(({path: name, size, drop}, number) => withText(name, (at) => core._tps_add_file(at, number, size, drop)));
withText(options, (at) => core._tps_open(at));

parentPort.on('message', ({bytes, end}) => {
  if (end) {
    opened.forEach(closeSync);
    parentPort.close();
    return;
  }
  look();
  const at = core._malloc(bytes.length) >>> 0;
  core.HEAPU8.set(bytes, at);
  core._tps_ask(at, bytes.length);
  core._free(at);
});
