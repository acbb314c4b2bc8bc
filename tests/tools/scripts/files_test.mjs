// web/files.js: many files take time by their number, and not by its square.
import assert from 'node:assert/strict';
import test from 'node:test';
import {load} from './support.mjs';

const {nameOf, numbered, openedAgain, sameDrop, fromDrop} = await load('files.js');
const MANY = 150000;  // a square of these would be minutes
const MOST = 30000;    // ms

function folder(name, count) {
  const files = Array.from({length: count}, (_, i) => ({path: `${name}/${count - i}.dat`, file: {size: i}}));
  return files.map((one) => ({...one, again: async () => folder(name, count)}));
}

test('a folder of very many files is listed, numbered, named and opened again', async () => {
  const began = performance.now();
  const one = numbered([], folder('run.data', MANY));
  const both = numbered(one, folder('run.data', MANY));
  assert.equal(both.length, 2 * MANY);
  assert.equal(both[0].drop, 0);
  assert.equal(both[MANY].drop, 1);
  assert.equal(both[MANY].path, `run.data (2)/${MANY}.dat`);
  assert.equal(nameOf(both), 'run.data + run.data (2)');
  assert.equal(sameDrop(one, folder('run.data', MANY)), 0);
  assert.equal((await openedAgain(both, null)).length, 2 * MANY);

  // As a browser lists a folder: a hundred entries at a time.
  let left = MANY;
  const part = () => Array.from({length: Math.min(100, left)}, () => {
    const name = `${left--}.dat`;
    return {name, isDirectory: false, file: (done) => done({size: 1})};
  });
  const entry = {name: 'listed.data', isDirectory: true, createReader: () => ({readEntries: (done) => done(part())})};
  const transfer = {items: [{kind: 'file', webkitGetAsEntry: () => entry}], files: []};
  assert.equal((await fromDrop(transfer)).length, MANY);
  const took = performance.now() - began;
  assert.ok(took < MOST, `it took ${took} ms`);
});

// An entry of a drop; `wrong`: why it can't be read.
function entryOf(name, {wrong, inside} = {}) {
  const act = (value) => (done, failed) => (wrong ? failed(new DOMException(wrong, 'NotReadableError')) : done(value));
  if (!inside) return {name, isDirectory: false, file: act(new File(['bytes'], name))};
  const parts = [inside, []];
  return {name, isDirectory: true, createReader: () => ({readEntries: (...how) => act(parts.shift())(...how)})};
}

const dropped = (...entries) =>
  fromDrop({items: entries.map((entry) => ({kind: 'file', webkitGetAsEntry: () => entry})), files: []});

test('what can not be read of a drop is told of, and the rest is read', async () => {
  const found = await dropped(entryOf('run.data', {inside: [
    entryOf('1.dat'), entryOf('2.dat', {wrong: 'permission denied'}), entryOf('more', {wrong: 'no such folder', inside: []}),
  ]}));
  assert.deepEqual(found.map(({path, file, unreadable}) => [path, file.size, unreadable]), [
    ['run.data/1.dat', 5, undefined], ['run.data/2.dat', 0, 'permission denied'], ['run.data/more', 0, 'no such folder']]);
  await assert.rejects(dropped(entryOf('1.dat', {wrong: 'permission denied'})), /1\.dat: permission denied/);
});
