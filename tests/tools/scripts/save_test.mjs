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
