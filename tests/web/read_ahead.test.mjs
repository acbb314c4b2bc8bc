// web/read_ahead.js: streams give the same bytes as reads of the file, and say where they end and why.
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import {textOf} from './support.mjs';

const {PIECE, Stream, Ahead} = vm.runInThisContext(`${await textOf('read_ahead.js')}; ({PIECE, Stream, Ahead})`);

const bytesOf = (size) => Uint8Array.from({length: size}, (_, i) => (i * 31 + (i >> 8) * 7) % 251);
const same = (found, wanted) => assert.equal(Buffer.compare(found, wanted), 0);

// What take() of a stream or of what is read ahead hands out.
function taken(length, take) {
  const out = new Uint8Array(length);
  const filled = take(length, (part, from) => out.set(part, from));
  return out.subarray(0, filled);
}

// A file that gives its bytes in parts, and then ends, or fails with `error`.
function inParts(parts, error = null) {
  const queue = [...parts];
  return {
    stream: () => ({
      getReader(how) {
        if (how) throw new TypeError('this browser has no readers that take buffers');
        return {
          async read() {
            if (queue.length > 0) return {value: queue.shift()};
            if (error) throw error;
            return {done: true};
          },
          cancel: async () => { queue.length = 0; },
        };
      },
    }),
  };
}

test('all bytes come in their order, however they are taken', async () => {
  const wanted = bytesOf(3 * PIECE + 1234);
  for (const length of [100_000, PIECE, PIECE + 1, 2_000_000]) {
    const stream = new Stream(new Blob([wanted]));
    const found = [];
    while (!stream.over) {
      assert.ok(found.length < 100, 'it comes to an end');
      await stream.gather(length);
      found.push(taken(length, (...how) => stream.take(...how)));
    }
    same(Buffer.concat(found), wanted);
    assert.equal(stream.failure, null);
  }
});

test('bytes that were handed out stay as they were while more is read', async () => {
  const wanted = bytesOf(12 * PIECE);
  const stream = new Stream(new Blob([wanted]));
  const found = Buffer.alloc(wanted.length);
  for (let at = 0; at < wanted.length; at += PIECE) {
    await stream.gather(PIECE, 4 * PIECE);
    stream.take(PIECE, (part, from) => found.set(part, at + from));
  }
  same(found, wanted);
});

test('a stream is over only once its last bytes were taken', async () => {
  const stream = new Stream(new Blob([bytesOf(10)]));
  await stream.gather(100);
  assert.equal(stream.over, false);
  assert.equal(taken(6, (...how) => stream.take(...how)).length, 6);
  assert.equal(stream.over, false);
  assert.equal(taken(100, (...how) => stream.take(...how)).length, 4);
  assert.equal(stream.over, true);
  assert.equal(taken(1, (...how) => stream.take(...how)).length, 0);
});

test('an empty file is over, and nobody waits for it', async () => {
  const stream = new Stream(new Blob([]));
  await stream.gather(1);
  assert.ok(stream.over);
});

test('browsers whose readers bring their own buffers do as well', async () => {
  const wanted = bytesOf(1000);
  const stream = new Stream(inParts([wanted.slice(0, 7), wanted.slice(7, 800), wanted.slice(800)]));
  await stream.gather(1000);
  same(taken(1000, (...how) => stream.take(...how)), wanted);
});

test('a file that can not be read any more gives what came before, and says why it ends', async () => {
  const error = new DOMException('it has changed', 'NotReadableError');
  const stream = new Stream(inParts([bytesOf(5)], error));
  await stream.gather(100);
  assert.equal(stream.over, false);
  assert.equal(taken(100, (...how) => stream.take(...how)).length, 5);
  assert.ok(stream.over);
  assert.equal(stream.failure, error);
});

test('whoever waits for a stream that is stopped waits no longer', async () => {
  const stream = new Stream({stream: () => ({getReader: () => ({read: () => new Promise(() => {}), cancel: async () => {}})})});
  const waiting = stream.gather(1);
  stream.stop();
  await waiting;
  assert.ok(stream.over);
});

// Reads of files as web/worker.js does them: from what was read ahead, else from the file. `reads`: from the file.
function reader(...sizes) {
  const wanted = bytesOf(Math.max(...sizes));
  const files = sizes.map((size) => new Blob([wanted.subarray(0, size)]));
  const ahead = new Ahead((number) => files[number]);
  ahead.wanted = true;
  const seen = {reads: 0, ahead};
  seen.read = async (offset, length, number = 0) => {
    await ahead.here();
    const end = Math.min(sizes[number], offset + length);
    const found = taken(end - offset, (...how) => ahead.take(number, offset, ...how));
    if (found.length < end - offset) ++seen.reads;
    same(found, wanted.subarray(offset, offset + found.length));
    ahead.fetch(number, offset, end - offset);
    return found.length;
  };
  return seen;
}

const RUN = Ahead.LEAST;

test('of reads that follow on each other, all but the first two are there before they are asked for', async () => {
  const file = reader(20 * RUN);
  for (let at = 0; at < 20; ++at) await file.read(at * RUN, RUN);
  assert.equal(file.reads, 2);
});

test('reads here and there, and short ones, begin nothing', async () => {
  const file = reader(20 * RUN);
  for (const at of [0, 5, 2, 9, 7]) assert.equal(await file.read(at * RUN, RUN), 0);
  for (let at = 0; at < 5; ++at) assert.equal(await file.read(at * 1000, 1000), 0);
  assert.equal(file.reads, 10);
});

test('where nobody wants it, nothing is read ahead', async () => {
  const file = reader(20 * RUN);
  file.ahead.wanted = false;
  for (let at = 0; at < 5; ++at) await file.read(at * RUN, RUN);
  assert.equal(file.reads, 5);
});

test('runs in several files, and several in one, do not get into each other', async () => {
  const file = reader(20 * RUN, 20 * RUN);
  for (let at = 0; at < 6; ++at) {
    await file.read(at * RUN, RUN, 0);
    await file.read(at * RUN, RUN, 1);
    await file.read((at + 10) * RUN, RUN, 0);
  }
  assert.equal(file.reads, 6);
});

test('a run ends with its file, and is not taken for what comes after', async () => {
  const file = reader(3 * RUN);
  for (const at of [0, 1]) await file.read(at * RUN, RUN);
  assert.equal(await file.read(2 * RUN, RUN), RUN);
  assert.equal(taken(RUN, (...how) => file.ahead.take(0, 3 * RUN, ...how)).length, 0);
  assert.equal(await file.read(2 * RUN, RUN), 0, 'it has been handed out once');
});

test('what is dropped is read from the file again', async () => {
  const file = reader(20 * RUN);
  for (let at = 0; at < 4; ++at) await file.read(at * RUN, RUN);
  file.ahead.clear();
  assert.equal(await file.read(4 * RUN, RUN), 0);
});

test('more runs than there is room for leave those that are read in peace, and take the place of those that are not', async () => {
  const many = Ahead.MOST + 1;
  const file = reader((Ahead.STALE + 8) * RUN, ...new Array(Ahead.MOST).fill(8 * RUN));
  for (let number = 0; number < many; ++number) for (const at of [0, 1]) await file.read(at * RUN, RUN, number);
  assert.equal(await file.read(2 * RUN, RUN, 0), RUN, 'the first kept its place');
  assert.equal(await file.read(2 * RUN, RUN, many - 1), 0, 'the last got none');
  // The second is not read for so long that its place is free.
  for (let at = 3; at < 3 + Ahead.STALE; ++at) await file.read(at * RUN, RUN, 0);
  for (const at of [3, 4]) await file.read(at * RUN, RUN, many - 1);
  assert.equal(await file.read(5 * RUN, RUN, many - 1), RUN);
  assert.equal(await file.read(2 * RUN, RUN, 1), 0);
});
