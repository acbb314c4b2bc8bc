// web/workers.js: how many workers there are, in which order they hear of things, and who answers what.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load, quiet} from './support.mjs';

let made = [];
class FakeWorker {
  constructor() {
    made.push(this);
    this.got = [];
    this.moved = [];
  }
  postMessage(data, moved) {
    this.got.push(data);
    this.moved.push(moved);
  }
  terminate() { this.ended = true; }
  answer(data) { this.onmessage?.({data}); }
}
globals({Worker: FakeWorker});

// Loaded anew each time: the module keeps workers for the next trace.
async function page({cores} = {}) {
  made = [];
  globals({navigator: {hardwareConcurrency: cores}});
  const {Workers, prepare} = await load('workers.js');
  const seen = {received: [], broken: []};
  const begin = (files, wanted) =>
    new Workers(files, 'how', {wanted, memory: 512}, {
      receive: (worker, bytes) => seen.received.push([worker, bytes]),
      broken: (why) => seen.broken.push(why),
      find: () => false,
    });
  return {begin, prepare, seen};
}

const inFolder = [{path: 'run/1.dat', file: {size: 1}, drop: 0}];
const types = (worker) => worker.got.map(({type}) => type);

test('somebody may ask for 1 to 16 workers, as a number or as a word', async () => {
  const {begin} = await page({cores: 4});
  for (const [wanted, count] of [[1, 1], ['3', 3], [16, 16], ['1000', 16]]) assert.equal(begin(inFolder, wanted).count, count);
});

test('what is no such number leaves it to the machine', async () => {
  const {begin} = await page({cores: 4});
  for (const wanted of [undefined, null, '', 0, '0', -2, 2.5, 'many', NaN, Infinity]) {
    assert.equal(begin(inFolder, wanted).count, 3, String(wanted));
  }
});

test('the machine leaves a core to the page, has one worker at least and eight at most', async () => {
  for (const [cores, count] of [[1, 1], [2, 1], [9, 8], [64, 8], [undefined, 1]]) {
    const {begin} = await page({cores});
    assert.equal(begin(inFolder).count, count, `${cores} cores`);
  }
});

test('workers that were prepared are taken before others are made', async () => {
  const {begin, prepare} = await page({cores: 8});
  prepare(2);
  prepare(2);
  assert.equal(made.length, 2);
  const {workers} = begin(inFolder, 3);
  assert.equal(made.length, 3);
  assert.deepEqual(new Set(workers), new Set(made));
});

test('a prepared worker that fails to load is not taken', async () => {
  const {begin, prepare, seen} = await page({cores: 8});
  prepare(2);
  const [failed] = made;
  failed.onerror({message: 'no network', preventDefault() {}});
  const {workers} = begin(inFolder, 2);
  assert.ok(!workers.includes(failed));
  assert.deepEqual(seen.broken, []);
});

test('each worker gets all files and its share of the work', async () => {
  const {begin} = await page();
  begin([...inFolder, {path: 'run/2.dat', file: {size: 0}, drop: 0, unreadable: 'no permission'}], 2);
  made.forEach((worker, share) => {
    const [{type, files, notes, share: told, shares, options}] = worker.got;
    assert.deepEqual([type, told, shares, options], ['open', share, 2, 'how']);
    assert.deepEqual(files, inFolder);
    assert.deepEqual(notes.map(({file, found}) => [file, found]), [['run/2.dat', 'no permission']]);
  });
});

test('a worker alone unpacks what it opens by itself', async () => {
  const {begin} = await page();
  begin([{path: 'run.zip', file: {size: 1}}], 1);
  assert.deepEqual(types(made[0]), ['open']);
});

test('what is posted while something is unpacked comes after the opening, in its order', async () => {
  const {begin} = await page();
  const workers = begin([{path: 'run.dat', file: {size: 1}}], 2);
  workers.post(0, new Uint8Array([1]));
  workers.post(1, new Uint8Array([2]));
  workers.lookForChanges();
  made[0].answer({unpacked: null});
  await quiet();
  assert.deepEqual(types(made[0]), ['unpack', 'open', 'request', 'look']);
  assert.deepEqual(types(made[1]), ['open', 'request']);
});

test('bytes for a worker are moved to it, not copied', async () => {
  const {begin} = await page();
  const bytes = new Uint8Array([1, 2]);
  begin(inFolder, 2).post(1, bytes);
  assert.deepEqual(made[1].got.at(-1), {type: 'request', bytes});
  assert.equal(made[1].moved.at(-1)[0], bytes.buffer);
  assert.deepEqual(types(made[0]), ['open']);
});

test('what workers say is told with who said it, and how much memory each takes', async () => {
  const {begin, seen} = await page();
  const workers = begin(inFolder, 2);
  made[1].answer({messages: ['a', 'b'], heapBytes: 30});
  made[0].answer({messages: ['c'], heapBytes: 20});
  assert.deepEqual(seen.received, [[1, 'a'], [1, 'b'], [0, 'c']]);
  assert.deepEqual(workers.heapBytes, [20, 30]);
});

test('files belong to the trace once all workers have answered', async () => {
  const {begin} = await page();
  const workers = begin(inFolder, 2);
  let answer;
  workers.add([{path: 'program', file: {size: 5}, again: () => []}]).then((told) => { answer = told; });
  const {id, files} = made[0].got.at(-1);
  assert.deepEqual(files, [{path: 'program', file: {size: 5}}], 'functions can not be posted');
  made[0].answer({id, added: true});
  await quiet();
  assert.equal(answer, undefined);
  made[1].answer({id: id + 1, added: true});
  await quiet();
  assert.equal(answer, undefined, 'that was another question');
  made[1].answer({id, added: true});
  await quiet();
  assert.equal(answer, true);
});

test('whoever waits for an answer of workers that end gets none, and nobody belongs to those that have ended', async () => {
  const {begin} = await page();
  const workers = begin(inFolder, 2);
  const waiting = workers.add(inFolder);
  workers.end();
  assert.equal(await waiting, null);
  assert.equal(await workers.add(inFolder), false);
  assert.ok(made.every(({ended}) => ended));
  workers.post(0, new Uint8Array(1));
});

test('what ends while it is unpacked opens nothing later', async () => {
  const {begin} = await page();
  const workers = begin([{path: 'run.zip', file: {size: 1}}], 2);
  const {onmessage} = made[0];
  workers.end();
  onmessage({data: {unpacked: {files: inFolder, notes: []}}});
  await quiet();
  assert.equal(made.length, 2);
  assert.deepEqual(made.flatMap(types), ['unpack']);
});

test('a worker that breaks down says why, or at least that it did', async () => {
  const {begin, seen} = await page();
  begin(inFolder, 2);
  made[0].answer({broken: 'out of memory'});
  made[1].onerror({message: 'unreachable', preventDefault() {}});
  made[1].onerror({});
  assert.deepEqual(seen.broken, ['out of memory', 'unreachable', 'it stopped']);
});
