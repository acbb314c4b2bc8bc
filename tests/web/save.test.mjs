// web/save.js: files that can't be written say so, and are given up whole.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load, quiet} from './support.mjs';

const {Saver} = await load('save.js');

// A browser that lets the person choose a place; `wrong`: what happens there, by the name of the step.
function chosen(wrong) {
  const seen = {cancelled: 0, failed: [], written: [], closed: 0, aborted: 0, downloads: 0};
  const step = (name, act) => async (...args) => {
    if (wrong[name]) throw new DOMException('no room', wrong[name]);
    return act(...args);
  };
  const stream = {
    write: step('write', async (blob) => { seen.written.push(await blob.text()); }),
    close: step('close', () => { ++seen.closed; }),
    abort: async () => { ++seen.aborted; },
  };
  const createWritable = step('createWritable', () => stream);
  globals({
    window: {showSaveFilePicker: step('choose', () => ({createWritable}))},
    document: {createElement: () => ({click() { ++seen.downloads; }})},
    setTimeout: (act, ms) => (ms < 1000 ? setImmediate(act) : 0),
  });
  const saver = new Saver(() => { ++seen.cancelled; }, (name, why) => seen.failed.push([name, why]));
  return {saver, seen};
}

async function saved(wrong) {
  const {saver, seen} = chosen(wrong);
  saver.begin('a.csv');
  await quiet();
  for (const part of ['one', 'two']) {
    saver.put(Buffer.from(part));
    await quiet();
  }
  saver.end(true);
  await quiet();
  return seen;
}

test('all goes well', async () => {
  const seen = await saved({});
  assert.deepEqual(seen, {cancelled: 0, failed: [], written: ['one', 'two'], closed: 1, aborted: 0, downloads: 0});
});

test('what can not be written is told once, and given up', async () => {
  for (const [step, error] of [['write', 'QuotaExceededError'], ['close', 'QuotaExceededError'],
    ['createWritable', 'NotAllowedError'], ['createWritable', 'NoModificationAllowedError']]) {
    const seen = await saved({[step]: error});
    assert.deepEqual(seen.failed, [['a.csv', 'no room']], step);
    assert.equal(seen.closed + seen.downloads + seen.cancelled, 0, step);
    assert.equal(seen.aborted, step === 'createWritable' ? 0 : 1, step);
  }
});

test('nobody wants it any more', async () => {
  const seen = await saved({choose: 'AbortError'});
  assert.equal(seen.cancelled, 1);
  assert.deepEqual(seen.failed, []);
  assert.equal(seen.downloads, 0);
});

test('where the browser does not ask, it is a download', async () => {
  const seen = await saved({choose: 'SecurityError'});
  assert.deepEqual([seen.downloads, seen.failed.length, seen.cancelled], [1, 0, 0]);
});

// A person who takes their time with the choice of a place; `answer`: ends it.
function undecided() {
  const seen = {written: [], closed: 0, aborted: 0, cancelled: 0, downloads: []};
  let answer;
  const choice = new Promise((resolve, reject) => { answer = {choose: resolve, cancel: reject}; });
  const stream = {
    write: async (blob) => { seen.written.push(await blob.text()); }, close: async () => { ++seen.closed; },
    abort: async () => { ++seen.aborted; },
  };
  globals({window: {showSaveFilePicker: () => choice}});
  const saver = new Saver(() => { ++seen.cancelled; }, assert.fail);
  return {saver, seen, choose: () => answer.choose({createWritable: async () => stream}),
    cancel: () => answer.cancel(new DOMException('', 'AbortError'))};
}

test('what comes before a place is chosen is written there, in its order, though it has ended by then', async () => {
  const {saver, seen, choose} = undecided();
  saver.begin('a.csv');
  for (const part of ['one', 'two', 'three']) saver.put(Buffer.from(part));
  saver.end(true);
  choose();
  await quiet();
  assert.deepEqual([seen.written, seen.closed], [['one', 'two', 'three'], 1]);
});

test('a file that is not whole is not kept', async () => {
  const {saver, seen, choose} = undecided();
  saver.begin('a.csv');
  choose();
  await quiet();
  saver.put(Buffer.from('one'));
  saver.end(false);
  await quiet();
  assert.deepEqual([seen.closed, seen.aborted], [0, 1]);
  saver.put(Buffer.from('late'));
  saver.end(true);
});

test('a choice that is cancelled when its file has ended does not cancel the next one', async () => {
  const {saver, seen, cancel} = undecided();
  saver.begin('a.csv');
  saver.end(true);
  saver.begin('b.csv');
  cancel();
  await quiet();
  assert.equal(seen.cancelled, 1, 'of the two, only b.csv is still under way');
});

test('a browser without such places gets a download of all parts', async () => {
  const links = [];
  globals({
    window: {}, setTimeout: (act, ms) => (ms < 1000 ? setImmediate(act) : 0),
    document: {createElement: () => ({click() { links.push(this); }})},
  });
  const {createObjectURL} = URL;
  let blob;
  URL.createObjectURL = (made) => {
    blob = made;
    return createObjectURL(made);
  };
  const saver = new Saver(assert.fail, assert.fail);
  saver.whole('picture.png', new Blob(['bytes']));
  saver.begin('a.csv');
  saver.put(Buffer.from('one'));
  saver.put(Buffer.from('two'));
  saver.end(true);
  await quiet();
  URL.createObjectURL = createObjectURL;
  assert.deepEqual(links.map(({download}) => download), ['picture.png', 'a.csv']);
  assert.equal(await blob.text(), 'onetwo');
});
