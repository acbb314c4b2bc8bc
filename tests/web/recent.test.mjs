// web/recent.js: what was opened before, as the page without a trace offers it.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load} from './support.mjs';

const BASE = 'https://trace.example.org/app/';
const SAMPLES = [{name: 'kitchen', title: 'A kitchen'}, {name: 'family', title: 'A family'}];

class Storage {
  #kept = new Map();
  getItem(key) { return this.#kept.get(key) ?? null; }
  setItem(key, words) { this.#kept.set(key, words); }
  removeItem(key) { this.#kept.delete(key); }
}

// `kept`: what an earlier visit, or somebody else, has left there.
async function visited(kept = null) {
  const storage = new Storage();
  if (kept !== null) storage.setItem('tracepane recent', kept);
  const window = {};
  window.parent = window;
  globals({localStorage: storage, window, parent: window, location: {search: '', origin: 'https://trace.example.org'}});
  const {Recent} = await load('recent.js');
  return () => new Recent(BASE);
}

test('the last comes first, each once, and few are kept', async () => {
  const recent = await visited();
  recent().add({sample: 'kitchen'});
  recent().add({search: '?workers=2&trace=runs/a%20b.dat'});
  recent().add({sample: 'kitchen'});
  assert.deepEqual(recent().names(SAMPLES), ['A kitchen', 'a b.dat']);
  assert.deepEqual(recent().list(SAMPLES), [{sample: 'kitchen'}, {search: '?trace=runs%2Fa+b.dat'}]);
  for (let i = 0; i < 20; ++i) recent().add({search: `?trace=${i}.dat&trace=x.dat`});
  assert.equal(recent().names(SAMPLES).length, 6);
  assert.equal(recent().names(SAMPLES)[0], '19.dat + x.dat');
  recent().clear();
  assert.deepEqual(recent().names(SAMPLES), []);
});

test('what can not be opened here is not offered', async () => {
  const kept = [{sample: 'gone'}, {search: '?trace=https://evil.example.org/a.dat'}, {search: '?trace=javascript:alert(1)'}, {search: ''},
    {search: 7}, null, 'words', {search: '?trace=good.dat'}];
  const recent = await visited(JSON.stringify(kept));
  assert.deepEqual(recent().names(SAMPLES), ['good.dat']);
  for (const text of ['{', '7', 'null', '{"a": 1}']) assert.deepEqual((await visited(text))().names(SAMPLES), [], text);
});

test('without storage, nothing is kept and nothing breaks', async () => {
  const recent = await visited();
  Object.defineProperty(globalThis, 'localStorage', {get() { throw new Error('forbidden'); }, configurable: true});
  recent().add({sample: 'kitchen'});
  recent().clear();
  assert.deepEqual(recent().names(SAMPLES), []);
});
