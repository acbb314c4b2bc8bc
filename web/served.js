// A file that the page's own host hands out by ranges, in the place of a File, for the workers: no more of it is fetched
// than is read.
/* global Held */
/* exported fileFor, readNow */
'use strict';

class Served {
  // What web/inner_trace.js tells of the file. `size` bytes from `from` on; the host's tag says which file it was.
  constructor({url, tag, size, from = 0}) {
    Object.assign(this, {url, tag, size, from});
  }

  slice(begin, end = this.size) {
    const at = Math.min(begin, this.size);
    return new Served({...this, from: this.from + at, size: Math.max(0, Math.min(end, this.size) - at)});
  }

  // Headers of a request for these bytes, if the file is still the same.
  #headers() {
    return {Range: `bytes=${this.from}-${this.from + this.size - 1}`, 'If-Match': this.tag};
  }

  static #check(status) {
    if (status === 206) return;
    throw Object.assign(new Error(`the server answers ${status}`), {name: status === 412 ? 'ChangedError' : 'NotFoundError'});
  }

  async #answer() {
    const answer = await fetch(this.url, {headers: this.#headers(), mode: 'same-origin', cache: 'no-store'});
    Served.#check(answer.status);
    return answer;
  }

  async arrayBuffer() {
    return this.size === 0 ? new ArrayBuffer(0) : (await this.#answer()).arrayBuffer();
  }

  stream() {
    let reader = null;
    return new ReadableStream({
      pull: async (controller) => {
        reader ??= (await this.#answer()).body.getReader();
        const {done, value} = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => reader?.cancel(),
    });
  }

  // Returns the bytes at once, as FileReaderSync does.
  read() {
    const request = new XMLHttpRequest();
    request.open('GET', this.url, false);
    request.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(this.#headers())) request.setRequestHeader(name, value);
    request.send();
    Served.#check(request.status);
    return request.response;
  }
}

// Returns what a worker reads a file by, of what it was told (web/workers.js): a File, its bytes, or where it is served.
function fileFor({file, bytes, served}) {
  return served ? new Served(served) : file ?? new Held(bytes);
}

const fileReader = new FileReaderSync();

// Returns the bytes of a Blob, or of a part of a Served, at once.
function readNow(part) {
  return part instanceof Served ? part.read() : fileReader.readAsArrayBuffer(part);
}
