// web/served.js: what workers read of files that are handed out by ranges.
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import {textOf} from './support.mjs';

const WHOLE = new Uint8Array(100).map((_, i) => i);

// The script with a server of one file; `tag`: of the file that is there now.
async function script(tag = '"1"') {
  const asked = [];
  function answer({Range, 'If-Match': wanted}) {
    asked.push(Range);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(Range).map(Number);
    return wanted === tag ? {status: 206, bytes: WHOLE.slice(first, last + 1)} : {status: 412, bytes: new Uint8Array()};
  }
  class XMLHttpRequest {
    #headers = {};
    open(method, url, async) { assert.deepEqual([method, url, async], ['GET', 'files/0', false]); }
    setRequestHeader(name, value) { this.#headers[name] = value; }
    send() {
      const {status, bytes} = answer(this.#headers);
      Object.assign(this, {status, response: bytes.buffer});
    }
  }
  const scope = {
    XMLHttpRequest, ReadableStream, Held: class { constructor(bytes) { this.bytes = bytes; } },
    FileReaderSync: class { readAsArrayBuffer(blob) { return `read ${blob}`; } },
    fetch: async (url, {headers, mode, cache}) => {
      assert.deepEqual([url, mode, cache], ['files/0', 'same-origin', 'no-store']);
      const {status, bytes} = answer(headers);
      return new Response(bytes, {status});
    },
  };
  return {...vm.runInNewContext(`${await textOf('served.js')}\n({fileFor, readNow})`, scope), asked};
}

const told = {url: 'files/0', tag: '"1"', size: 100};

test('what a worker is told is a file, its bytes, or where it is served', async () => {
  const {fileFor} = await script();
  assert.equal(fileFor({file: 'a file'}), 'a file');
  assert.equal(fileFor({bytes: 'bytes'}).bytes, 'bytes');
  assert.equal(fileFor({served: told}).size, 100);
});

test('parts are read by ranges, at once or later, and as messages copy them', async () => {
  const {fileFor, readNow, asked} = await script();
  const part = fileFor({served: told}).slice(10, 30);
  assert.deepEqual([...new Uint8Array(readNow(part.slice(5, 8)))], [15, 16, 17]);
  assert.deepEqual([...new Uint8Array(await part.slice(18).arrayBuffer())], [28, 29]);
  const copied = fileFor({served: structuredClone({...part})});
  assert.deepEqual([...new Uint8Array(readNow(copied.slice(0, 2)))], [10, 11]);
  assert.deepEqual(asked, ['bytes=15-17', 'bytes=28-29', 'bytes=10-11']);
  assert.equal(readNow('blob'), 'read blob');
});

test('beyond the end there is nothing, and nothing is asked for', async () => {
  const {fileFor, asked} = await script();
  const file = fileFor({served: told});
  assert.deepEqual([file.slice(90, 200).size, file.slice(200, 300).size, file.slice(5, 2).size], [10, 0, 0]);
  assert.equal((await file.slice(100).arrayBuffer()).byteLength, 0);
  assert.deepEqual(asked, []);
});

test('a stream has the bytes in their order', async () => {
  const {fileFor} = await script();
  const parts = [];
  for await (const part of fileFor({served: told}).slice(40, 45).stream()) parts.push(...part);
  assert.deepEqual(parts, [40, 41, 42, 43, 44]);
});

test('a file that is another one by now is not read', async () => {
  const {fileFor, readNow} = await script('"2"');
  const file = fileFor({served: told});
  assert.throws(() => readNow(file), {name: 'ChangedError'});
  await assert.rejects(file.arrayBuffer(), {name: 'ChangedError'});
  await assert.rejects(file.stream().getReader().read(), {name: 'ChangedError'});
});
