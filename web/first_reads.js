// What is read of files while a trace is opened, for web/worker.js. Each format looks at the same few places to tell
// whether the files are its own, and a read takes a millisecond or more, whatever its length.
/* exported FirstReads */
'use strict';

class FirstReads {
  static HEAD = 1 << 18;  // bytes that are read of each file at once: what the core asks for at least
  static MOST = 1 << 24;  // bytes of all that is kept
  #kept = new Map();      // by the number of a file: runs of its bytes, {offset, bytes, last: whether the file ends there}
  #room = 0;
  #size = 0;

  // Begins to keep what is read, and reads the beginnings of those of `files` that are Blobs, all at once. One that can't be
  // read is left out: who reads it then finds out why.
  async begin(files) {
    this.end();
    this.#room = FirstReads.MOST;
    const wanted = [];
    let size = 0;
    for (const [number, file] of files.entries()) {
      size += Math.min(file.size, FirstReads.HEAD);
      if (size > FirstReads.MOST) break;
      if (file instanceof Blob && file.size > 0) wanted.push([number, file]);
    }
    await Promise.all(wanted.map(async ([number, file]) => {
      try {
        this.keep(number, 0, new Uint8Array(await file.slice(0, FirstReads.HEAD).arrayBuffer()), file.size);
      } catch {
        // As if it had not been asked for.
      }
    }));
  }

  // Keeps bytes that were read of a file of `size` bytes, if there is room.
  keep(number, offset, bytes, size) {
    if (this.#size + bytes.length > this.#room) return;
    this.#size += bytes.length;
    if (!this.#kept.has(number)) this.#kept.set(number, []);
    this.#kept.get(number).push({offset, bytes, last: offset + bytes.length === size});
  }

  // Returns the bytes of a file from `offset` on, `length` or less where the file ends; null if they are not kept.
  bytes(number, offset, length) {
    for (const run of this.#kept.get(number) ?? []) {
      const from = offset - run.offset;
      if (from >= 0 && from <= run.bytes.length && (run.last || from + length <= run.bytes.length)) {
        return run.bytes.subarray(from, from + length);
      }
    }
    return null;
  }

  // Keeps nothing any more: files may change, and later reads are to meet that.
  end() {
    this.#kept.clear();
    this.#size = this.#room = 0;
  }
}
