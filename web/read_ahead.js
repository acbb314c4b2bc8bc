// Reads files ahead of whoever takes their bytes, for web/worker.js.
/* exported Ahead */
'use strict';

// Small enough to be decoded out of the processor's cache.
const PIECE = 1 << 19;

// The bytes of a blob in their order, read ahead of whoever takes them: much faster than single reads, of which a long
// one waits half way until the worker has time for it. What can't be read ends it.
class Stream {
  static SPARE = 8; // buffers
  #reader;
  #own = true; // buffers; else the browser brings its own
  #parts = [];
  #spare = [];
  #have = 0;
  #goal = 0;
  #running = false;
  #ended = false;
  #waiting = [];
  failure = null; // why there is no more, where that is not the end

  constructor(blob) {
    const source = blob.stream();
    try {
      this.#reader = source.getReader({mode: 'byob'});
    } catch {
      this.#reader = source.getReader();
      this.#own = false;
    }
  }

  // Nothing more will come.
  get over() {
    return this.#ended && this.#have === 0;
  }

  // Reads on until `ahead` bytes are here; resolves once `bytes` are, or as many as there are.
  gather(bytes, ahead = bytes) {
    this.#goal = ahead;
    this.#read();
    if (this.#ended || this.#have >= bytes) return Promise.resolve();
    return new Promise((resolve) => { this.#waiting.push({bytes, resolve}); });
  }

  // Hands what is here, up to `length`, to put(part, its place from the first on); returns how much that is.
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
    this.#tell();
  }

  async #read() {
    if (this.#running) return;
    this.#running = true;
    while (!this.#ended && this.#have < this.#goal) {
      const part = await this.#next();
      if (part) this.#parts.push(part);
      else this.#ended = true;
      this.#have += part?.length ?? 0;
      this.#tell();
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

  #tell() {
    const there = ({bytes}) => this.#ended || this.#have >= bytes;
    for (const {resolve} of this.#waiting.filter(there)) resolve();
    this.#waiting = this.#waiting.filter((one) => !there(one));
  }

  #free(part) {
    if (this.#own && this.#spare.length < Stream.SPARE) this.#spare.push(part.buffer);
  }
}

// What a job that goes through files will read next comes in while it counts: two pieces of each run of reads.
class Ahead {
  static LEAST = 1 << 18;  // shorter reads belong to no run
  static MOST = 32;        // runs at once
  static STALE = 128;      // reads after which nobody goes on with a run
  #runs = new Map();       // by file and offset of what they have next
  #ends = new Set();       // files and offsets where reads have ended
  #reads = 0;
  #fileOf;
  wanted = false;

  // `fileOf(number)`: a blob.
  constructor(fileOf) {
    this.#fileOf = fileOf;
  }

  // As Stream.take(), of what has come of the place.
  take(number, offset, length, put) {
    const key = `${number} ${offset}`;
    const run = this.#runs.get(key);
    if (!run) return 0;
    const filled = run.stream.take(length, put);
    this.#runs.delete(key);
    // What it had not would have to be read twice.
    if (filled === length && !run.stream.over) this.#runs.set(`${number} ${offset + filled}`, run);
    else run.stream.stop();
    return filled;
  }

  // After a read: what follows on it, where that followed on another.
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

  // Where more take turns than there is room for, none loses its place to another: streams cost much to begin.
  #room() {
    if (this.#runs.size < Ahead.MOST) return true;
    const [[key, oldest]] = this.#runs;
    if (this.#reads - oldest.read < Ahead.STALE) return false;
    oldest.stream.stop();
    return this.#runs.delete(key);
  }

  // Until what is read next is there.
  here() {
    return Promise.all([...this.#runs.values()].map((run) => run.here));
  }

  clear() {
    for (const {stream} of this.#runs.values()) stream.stop();
    this.#runs.clear();
    this.#ends.clear();
  }
}
