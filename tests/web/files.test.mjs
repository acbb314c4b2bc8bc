// web/files.js: what is dropped, chosen or fetched, under which names it lies beside other things, and what it is called.
import assert from 'node:assert/strict';
import test from 'node:test';
import {documentWith, globals, load} from './support.mjs';

globals({document: documentWith(), location: {protocol: 'https:'}});
const {nameOf, numbered, openedAgain, sameDrop, fromDrop, fromList, fromUrl} = await load('files.js');
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

const file = (path, size = 1) => ({path, file: {size}});
const pathsOf = (files) => files.map(({path}) => path);

test('files that are chosen lie where their folder says, else by their name', () => {
  assert.deepEqual(pathsOf(fromList([{name: '1.dat', webkitRelativePath: 'run/1.dat'}, {name: 'trace.dat', webkitRelativePath: ''}])),
    ['run/1.dat', 'trace.dat']);
});

test('a browser that lists no folders gives the plain files of a drop, and text is no file', async () => {
  const files = [{name: 'trace.dat', webkitRelativePath: ''}];
  assert.deepEqual(pathsOf(await fromDrop({items: [{kind: 'file'}], files})), ['trace.dat']);
  assert.deepEqual(pathsOf(await fromDrop({items: [{kind: 'file', webkitGetAsEntry: () => null}], files})), ['trace.dat']);
  assert.deepEqual(await fromDrop({items: [{kind: 'string', webkitGetAsEntry: assert.fail}], files: []}), []);
});

test('a drop is emptied after its event: all of it is asked for before', async () => {
  const transfer = {items: [{kind: 'file', webkitGetAsEntry: () => entryOf('trace.dat')}], files: []};
  const found = fromDrop(transfer);
  transfer.items.length = 0;
  assert.deepEqual(pathsOf(await found), ['trace.dat']);
});

test('opened as a file, the page reads what is dropped by handles', async () => {
  const fileHandle = (name, fails) => ({kind: 'file', name, async getFile() {
    if (fails) throw new Error('no permission');
    return new File(['bytes'], name);
  }});
  const names = ['1.dat'];
  const folder = {kind: 'directory', name: 'run', async *values() {
    yield* names.map((name) => fileHandle(name));
    yield fileHandle('closed', true);
  }};
  const items = [folder, fileHandle('log')].map((handle) => ({kind: 'file', getAsFileSystemHandle: async () => handle}));
  globals({location: {protocol: 'file:'}});
  try {
    const found = await fromDrop({items: [{kind: 'string'}, ...items], files: []});
    assert.deepEqual(pathsOf(found), ['run/1.dat', 'run/closed', 'log']);
    assert.deepEqual(found.map(({unreadable}) => unreadable), [undefined, 'no permission', undefined]);
    names.push('2.dat');
    assert.deepEqual(pathsOf(await found[0].again()), ['run/1.dat', 'run/2.dat', 'run/closed', 'log']);
  } finally {
    globals({location: {protocol: 'https:'}});
  }
});

test('a folder that is listed again has what lies in it by then', async () => {
  let names = ['1.dat'];
  const entry = {name: 'run', isDirectory: true, createReader: () => {
    const parts = [names.map((name) => entryOf(name)), []];
    return {readEntries: (done) => done(parts.shift())};
  }};
  const [{again}] = await dropped(entry);
  names = ['1.dat', '2.dat'];
  assert.deepEqual(pathsOf(await again()), ['run/1.dat', 'run/2.dat']);
});

test('files of the own host: several lie in the folder that they come from, one lies by itself', async () => {
  const asked = [];
  globals({fetch: async (url, {mode}) => {
    asked.push([url.href, mode]);
    return new Response('bytes');
  }});
  const found = await fromUrl('https://trace.example.org/samples/kitchen/', ['info', 'sub/1.dat']);
  assert.deepEqual(pathsOf(found), ['kitchen/info', 'kitchen/sub/1.dat']);
  assert.deepEqual(found.map((one) => [one.file.name, one.file.size]), [['info', 5], ['1.dat', 5]]);
  assert.deepEqual(asked[1], ['https://trace.example.org/samples/kitchen/sub/1.dat', 'same-origin']);
  assert.deepEqual(pathsOf(await fromUrl('https://trace.example.org/', ['trace.dat'])), ['trace.dat']);
});

test('what the server does not have is no empty trace', async () => {
  globals({fetch: async () => new Response('not here', {status: 404})});
  await assert.rejects(fromUrl('https://trace.example.org/', ['trace.dat']), /trace\.dat: the server answers 404/);
});

test('the whole is called by its few outermost names, else by how many files it has', () => {
  assert.equal(nameOf([]), '');
  assert.equal(nameOf([file('run/a'), file('run/sub/b')]), 'run');
  assert.equal(nameOf([file('a.xray'), file('b.xray'), file('c.xray')]), 'a.xray + b.xray + c.xray');
  assert.equal(nameOf(['a', 'b', 'c', 'd'].map((name) => file(name))), '4 files');
});

test('a name that is taken is numbered before the ending of a file and behind the name of a folder', () => {
  const before = numbered([], [file('trace.dat'), file('log'), file('v1.2/info')]);
  assert.deepEqual(pathsOf(before), ['trace.dat', 'log', 'v1.2/info']);
  assert.deepEqual(pathsOf(numbered(before, [file('trace.dat'), file('log'), file('v1.2/info')]).slice(3)),
    ['trace (2).dat', 'log (2)', 'v1.2 (2)/info']);
  assert.deepEqual(pathsOf(numbered(before, [file('other.dat')]).slice(3)), ['other.dat']);
  const dated = numbered([], [file('run.2026.dat')]);
  assert.deepEqual(pathsOf(numbered(dated, [file('run.2026.dat')]).slice(1)), ['run.2026 (2).dat']);
  // A file of that name came along.
  const named = numbered([], [file('trace.dat'), file('trace (2).dat')]);
  assert.deepEqual(pathsOf(numbered(named, [file('trace.dat')]).slice(2)), ['trace (3).dat']);
});

test('the same drop once more is known by its names and sizes, though it was numbered', () => {
  const first = numbered([], [file('run/a', 1), file('run/b', 2)]);
  const both = numbered(first, [file('run/a', 3)]);
  assert.equal(sameDrop(both, [file('run/b', 2), file('run/a', 1)]), 0);
  assert.equal(sameDrop(both, [file('run/a', 3)]), 1);
  assert.equal(sameDrop(both, [file('run/a', 4)]), null);
  assert.equal(sameDrop(both, [file('run/a', 1)]), null, 'a part of a drop is another one');
});

test('what only the person can bring again is asked for, and takes the place of its drop', async () => {
  const listed = {...file('b.dat'), again: async () => [file('b.dat', 20)]};
  const both = numbered(numbered([], [file('a.dat')]), [listed]);
  assert.equal(await openedAgain(both, null), null);
  const fresh = await openedAgain(both, [file('a.dat', 10)]);
  assert.deepEqual(fresh.map((one) => [one.path, one.drop, one.file.size]), [['a.dat', 0, 10], ['b.dat', 1, 20]]);
});

test('drops that are opened again keep their numbers, those of drops that are gone included', async () => {
  const again = async () => [file('run.dat')];
  const all = [0, 1, 2].reduce((before) => numbered(before, [{...file('run.dat'), again}]), []);
  const left = all.filter(({drop}) => drop !== 1);
  // In the order of the drops, wherever their files stand in the list.
  const fresh = await openedAgain(left.reverse(), null);
  assert.deepEqual(fresh.map(({path, drop}) => [path, drop]), [['run.dat', 0], ['run (3).dat', 2]]);
});
