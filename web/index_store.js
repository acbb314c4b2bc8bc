// A worker that keeps indexes of traces in the origin's private file system, a file each, so that a trace is opened again
// without being read. Several tabs may use the folder at once; any of its files may be damaged or vanish at any time.
//
// A file is a mark, then one gzip member, whose checksum is over all of it: the size of each block as 32 bits, little
// endian, then its bytes. One that is cut is not whole, so that nothing has to be renamed when it is finished.
'use strict';

const FOLDER = 'indexes';
const MARK = new TextEncoder().encode('tpindex1\n');
const MOST = 2 ** 30;           // bytes of all files together
const MOST_FILES = 512;         // of a trace: each is looked at
const PIECES = 8;               // of each file, at even distances, the first and the last bytes among them
const PIECE = 4096;             // bytes
const MOST_BLOCK = 2 ** 30;     // bytes
const AHEAD = 4;                // blocks that the page is sent before it has taken the first of them

let writing = null;  // the file that is being written: {name, access, packer, pumped, bytes, failed}
let sending = null;  // the blocks that are being sent to the page

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, {create: true});
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const hash = async (bytes) => hex(await crypto.subtle.digest('SHA-256', bytes));

// What stands for one file: its name, size, time, and a checksum of some of its bytes.
async function fileKey({path, drop = 0, file}) {
  const last = Math.max(0, file.size - PIECE);
  const places = new Set(Array.from({length: PIECES}, (_, i) => Math.floor(last / (PIECES - 1) * i)));
  const pieces = await Promise.all([...places].map((at) => file.slice(at, at + PIECE).arrayBuffer()));
  return [path, drop, file.size, file.lastModified, await hash(await new Blob(pieces).arrayBuffer())];
}

// Returns the name under which the index of a trace is kept; null if the time of a file is not known, or there are too
// many.
async function nameOf({build, files, notes, options}) {
  if (files.length > MOST_FILES || !files.every(({file}) => file instanceof File && file.lastModified > 0)) return null;
  const keys = await Promise.all(files.map(fileKey));
  return hash(new TextEncoder().encode(JSON.stringify([build, options, notes, keys])));
}

// Puts blocks together from what is unpacked.
class Blocks {
  #parts = [];
  #have = 0;
  #size = -1;  // of the block; -1: not known yet

  // Returns whether nothing of a block has come.
  get between() {
    return this.#have === 0 && this.#size < 0;
  }

  // Returns the blocks that these bytes complete.
  add(bytes) {
    const blocks = [];
    this.#parts.push(bytes);
    this.#have += bytes.length;
    for (;;) {
      if (this.#size < 0 && this.#have >= 4) {
        const head = this.#take(4);
        this.#size = new DataView(head.buffer).getUint32(0, true);
        if (this.#size === 0 || this.#size > MOST_BLOCK) throw new Error('no block has this size');
      }
      if (this.#size < 0 || this.#have < this.#size) return blocks;
      blocks.push(this.#take(this.#size));
      this.#size = -1;
    }
  }

  #take(size) {
    const out = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      const part = this.#parts[0];
      const count = Math.min(part.length, size - filled);
      out.set(part.subarray(0, count), filled);
      filled += count;
      if (count === part.length) this.#parts.shift();
      else this.#parts[0] = part.subarray(count);
    }
    this.#have -= size;
    return out;
  }
}

// Blocks that are sent to the page, which answers for each whether it took it.
class Sending {
  #ahead = 0;
  #wake = () => {};
  refused = false;

  send(id, block) {
    ++this.#ahead;
    postMessage({id, block}, [block.buffer]);
  }
  taken(ok) {
    this.refused ||= !ok;
    --this.#ahead;
    this.#wake();
  }
  // Resolves when at most `most` blocks are on their way, or one was refused.
  async room(most) {
    while (this.#ahead > most && !this.refused) await new Promise((resolve) => (this.#wake = resolve));
  }
}

// A file whose time of the last change says when it was used last.
async function touch(handle) {
  const access = await handle.createSyncAccessHandle();
  access.write(MARK.subarray(0, 1), {at: 0});
  access.close();
}

// Sends the blocks of a file to the page. Returns whether all of it was there, and the page took all.
async function sendBlocks(handle, id) {
  const file = await handle.getFile();
  const mark = new Uint8Array(await file.slice(0, MARK.length).arrayBuffer());
  if (file.size > MOST || mark.length < MARK.length || !mark.every((byte, i) => byte === MARK[i])) return false;
  sending = new Sending();
  const blocks = new Blocks();
  const reader = file.slice(MARK.length).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    for (const block of blocks.add(value)) {
      sending.send(id, block);
      await sending.room(AHEAD);
      if (sending.refused) return false;
    }
  }
  await sending.room(0);
  return blocks.between && !sending.refused;
}

async function find(trace) {
  const name = await nameOf(trace);
  if (name === null) return {name, whole: false};
  const all = await folder();
  let handle;
  try {
    handle = await all.getFileHandle(name);
  } catch {
    return {name, whole: false};
  }
  let whole = false;
  try {
    whole = await sendBlocks(handle, trace.id);
  } catch {
    // It is damaged, or another tab writes it.
  }
  try {
    if (whole) await touch(handle);
    else await all.removeEntry(name);
  } catch {
    // Another tab has it.
  }
  return {name, whole};
}

// Removes what was not used for longest until the rest is no more than is kept.
async function removeOldest(all) {
  const files = [];
  for await (const handle of all.values()) {
    const {size, lastModified} = await handle.getFile();
    files.push({name: handle.name, size, lastModified});
  }
  files.sort((a, b) => b.lastModified - a.lastModified);
  let sum = 0;
  for (const {name, size} of files) {
    sum += size;
    if (sum > MOST) await all.removeEntry(name).catch(() => {});
  }
}

async function drop() {
  const file = writing;
  writing = null;
  if (!file) return;
  await file.packer.abort().catch(() => {});
  await file.pumped.catch(() => {});
  file.access.close();
  await (await folder()).removeEntry(file.name).catch(() => {});
}

async function begin(name) {
  await drop();
  const access = await (await (await folder()).getFileHandle(name, {create: true})).createSyncAccessHandle();
  access.truncate(0);
  access.write(MARK, {at: 0});
  const packing = new CompressionStream('gzip');
  const file = {name, access, packer: packing.writable.getWriter(), bytes: MARK.length};
  file.pumped = (async () => {
    const reader = packing.readable.getReader();
    for (let part; !(part = await reader.read()).done;) {
      if (file.bytes + part.value.length > MOST) throw new Error('it is too large');
      if (access.write(part.value, {at: file.bytes}) < part.value.length) throw new Error('the disk is full');
      file.bytes += part.value.length;
    }
  })();
  file.pumped.catch((error) => (file.failed = error));
  writing = file;
}

async function put(block) {
  if (!writing) throw new Error('nothing is written');
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, block.length, true);
  writing.packer.write(size).catch(() => {});
  // Waits for the packer only, which takes no more than it can hold.
  await Promise.race([writing.packer.write(block), writing.pumped]);
  if (writing.failed) throw writing.failed;
}

async function finish() {
  const file = writing;
  await file.packer.close();
  await file.pumped;
  file.access.flush();
  file.access.close();
  writing = null;
  await removeOldest(await folder());
}

async function clear() {
  await drop();
  await (await navigator.storage.getDirectory()).removeEntry(FOLDER, {recursive: true}).catch(() => {});
}

async function answer({type, id, name, block, ...trace}) {
  if (type === 'find') return find({id, ...trace});
  if (type === 'begin') await begin(name);
  if (type === 'put') await put(block);
  if (type === 'finish') await finish();
  if (type === 'drop') await drop();
  if (type === 'clear') await clear();
  return {};
}

// One after the other. What fails answers with `failed`: there is no such file system in a private window, for example.
let before = Promise.resolve();
onmessage = ({data}) => {
  if (data.type === 'taken') {
    sending?.taken(data.ok);
    return;
  }
  before = before.then(() => answer(data)).catch(async (error) => {
    await drop().catch(() => {});
    return {failed: String(error?.message ?? error)};
  }).then((reply) => postMessage({id: data.id, reply}));
};
