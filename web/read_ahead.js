// What workers read files with: ahead of their consumer, for web/worker.js, and what replaces a file.
/* exported Ahead, Held, lossOf */
'use strict';

// The bytes of an unpacked file in place of a File.
class Held {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
  }
}

// Values of SourceChange::Kind in core/io/byte_source.h.
const CHANGED = 1;
const GONE = 2;
const UNREADABLE = 3;
// How a file has changed that could not be read. `error`: null if it has only become shorter.
function lossOf(error) {
  return error === null || error.name === 'ChangedError' ? CHANGED : error?.name === 'NotFoundError' ? GONE : UNREADABLE;
}

// Bytes of a piece: small enough to be decoded from the processor's cache.
const PIECE = 1 << 19;

// The bytes of a blob in their order, read ahead of the consumer. This is much faster than single reads, of which a
// long one waits half way until the worker has time for it. A read error ends the stream.
class Stream {
  static SPARE = 8; // buffers that are kept for reuse
  #reader;
  #own = true; // reads into buffers of its own; else the browser allocates them
  #parts = [];
  #spare = [];
  #have = 0;
  #goal = 0;
  #running = false;
  #ended = false;
  #waiting = [];
  failure = null; // why the stream ended early; null at the end of the blob

  constructor(blob) {
    const source = blob.stream();
    try {
      this.#reader = source.getReader({mode: 'byob'});
    } catch {
      this.#reader = source.getReader();
      this.#own = false;
    }
  }

  // True if no more bytes will come.
  get over() {
    return this.#ended && this.#have === 0;
  }

  // Reads on until `ahead` bytes are buffered. Resolves when `bytes` are, or when no more will come.
  gather(bytes, ahead = bytes) {
    this.#goal = ahead;
    this.#read();
    if (this.#ended || this.#have >= bytes) return Promise.resolve();
    return new Promise((resolve) => { this.#waiting.push({bytes, resolve}); });
  }

  // Passes at most `length` buffered bytes to put(part, offset), where `offset` counts from the first of them. Returns
  // how many.
  take(length, put) {
    let filled = 0;
    while (filled < length && this.#parts.length > 0) {
      const part = this.#parts[0].subarray(0, length - filled);
      put(part, filled);
      filled += part.length;
      if (part.length < this.#parts[0].length) this.#parts[0] = this.#parts[0].subarray(part.length);
      else this.#free(this.#parts.shift());
    }
    this.#have -= filled;
    return filled;
  }

  stop() {
    this.#ended = true;
    this.#reader.cancel().catch(() => {});
    this.#resolveReads();
  }

  async #read() {
    if (this.#running) return;
    this.#running = true;
    while (!this.#ended && this.#have < this.#goal) {
      const part = await this.#next();
      if (part) this.#parts.push(part);
      else this.#ended = true;
      this.#have += part?.length ?? 0;
      this.#resolveReads();
    }
    this.#running = false;
  }

  async #next() {
    const into = this.#own ? [new Uint8Array(this.#spare.pop() ?? new ArrayBuffer(PIECE))] : [];
    try {
      const {value} = await this.#reader.read(...into);
      return value?.length > 0 ? value : null;
    } catch (error) {
      this.failure = error;
      return null;
    }
  }

  #resolveReads() {
    const there = ({bytes}) => this.#ended || this.#have >= bytes;
    for (const {resolve} of this.#waiting.filter(there)) resolve();
    this.#waiting = this.#waiting.filter((one) => !there(one));
  }

  #free(part) {
    if (this.#own && this.#spare.length < Stream.SPARE) this.#spare.push(part.buffer);
  }
}

// Reads ahead for a job that goes through files: while it works, the bytes for the next two reads of each run arrive. A
// run is a sequence of reads each of which continues the one before.
class Ahead {
  static LEAST = 1 << 18;  // bytes; shorter reads belong to no run
  static MOST = 32;        // runs at once
  static STALE = 128;      // after so many reads a run that did not go on may be dropped
  #runs = new Map();       // by file and offset of their next read
  #ends = new Set();       // files and offsets at which reads have ended
  #reads = 0;
  #fileOf;
  wanted = false;

  // `fileOf(number)` returns a blob.
  constructor(fileOf) {
    this.#fileOf = fileOf;
  }

  // As Stream.take(), for what has been read ahead at this place; returns 0 if there is nothing.
  take(number, offset, length, put) {
    const key = `${number} ${offset}`;
    const run = this.#runs.get(key);
    if (!run) return 0;
    const filled = run.stream.take(length, put);
    this.#runs.delete(key);
    // A run that did not have all of it is dropped: it would read the rest, which the caller reads now, a second time.
    if (filled === length && !run.stream.over) this.#runs.set(`${number} ${offset + filled}`, run);
    else run.stream.stop();
    return filled;
  }

  // Call after a read: reads ahead if it continued an earlier read.
  fetch(number, offset, length) {
    if (!this.wanted || length < Ahead.LEAST) return;
    const end = `${number} ${offset + length}`;
    const follows = this.#ends.delete(`${number} ${offset}`);
    if (this.#ends.size >= 1024) this.#ends.clear();
    this.#ends.add(end);
    if (!follows || offset + length >= this.#fileOf(number).size) return;
    ++this.#reads;
    let run = this.#runs.get(end);
    if (!run && !this.#room()) return;
    if (!run) {
      run = {stream: new Stream(this.#fileOf(number).slice(offset + length))};
      this.#runs.set(end, run);
    }
    run.read = this.#reads;
    run.here = run.stream.gather(length, 2 * length);
  }

  // If more runs alternate than there is room for, they do not displace each other, because a stream is expensive to
  // start.
  #room() {
    if (this.#runs.size < Ahead.MOST) return true;
    const [[key, oldest]] = this.#runs;
    if (this.#reads - oldest.read < Ahead.STALE) return false;
    oldest.stream.stop();
    return this.#runs.delete(key);
  }

  // Resolves when what is to be read next has arrived.
  here() {
    return Promise.all([...this.#runs.values()].map((run) => run.here));
  }

  clear() {
    for (const {stream} of this.#runs.values()) stream.stop();
    this.#runs.clear();
    this.#ends.clear();
  }
}
