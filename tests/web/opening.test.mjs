// web/opening.js and web/workers.js: what becomes of drops, and of workers that break down while something is open.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load, quiet} from './support.mjs';

const made = [];  // workers that have been begun and not ended

class FakeWorker {
  constructor() {
    made.push(this);
    this.got = [];
  }
  // Nothing is packed, unless a test says so.
  postMessage(data) {
    this.got.push(data);
    if (data.type === 'unpack') this.answer({unpacked: FakeWorker.unpacked});
  }
  static unpacked = null;
  terminate() { made.splice(made.indexOf(this), 1); }
  // As a script does that throws.
  fail(message) { this.onerror({message, preventDefault() {}}); }
  answer(data) { this.onmessage({data}); }
}
globals({Worker: FakeWorker});
const {Opening} = await load('opening.js');

// The page around it, whose session does what it is told to.
function page() {
  made.length = 0;
  const seen = {phase: 'empty', error: '', begun: [], told: [], refused: [], received: [], chosen: [], first: ''};
  const opening = new Opening({
    begin(what) {
      seen.phase = 'opening';
      seen.begun.push(what);
    },
    receive(worker, bytes) {
      seen.received.push(worker);
      seen.phase = bytes.phase;
      if (bytes.phase === 'failed') seen.error = bytes.error;
    },
    fail(words) {
      seen.phase = 'failed';
      seen.error = words;
    },
    tell: (words) => seen.told.push(words),
    refuse: (words) => seen.refused.push(words),
    phase: () => seen.phase,
    error: () => seen.error,
    name: () => 'the trace',
    settings: () => ({wanted: 2, memory: 2 ** 29}),
    choose: (...how) => seen.chosen.push(how),
    // As core/session/drop.h has it.
    mostAdded: () => 16,
    findIndex: () => false,
    takesNotes: async (files) => files[0]?.path === 'notes.json' && seen.told.push('notes') > 0,
    ways(how) {
      const only = how.match(/(?:^| )only (.*)$/)?.[1] ?? '';
      const more = how.replace(/(^| )only .*$/, '$1').replace(/keep \d+ |last-is-trace /g, '');
      return {only, open: only || seen.first, more, beside: `last-is-trace ${more}`};
    },
  });
  // What a message of a worker makes of the session.
  const comeTo = (phase, more = {}) => made[0].answer({messages: [{phase, ...more}]});
  return {opening, seen, comeTo};
}

const file = (path) => ({path, file: {size: 10}});
const pathsOf = ({files}) => files.map(({path}) => path);
const openedPaths = () => pathsOf(made[0].got.find(({type}) => type === 'open'));

test('a worker that breaks while a trace is opened: it is told, and all workers end', () => {
  for (const phase of ['opening', 'indexing']) {
    const {opening, seen, comeTo} = page();
    opening.open([file('a/1.dat')]);
    comeTo(phase);
    made[1].fail('out of memory');
    assert.equal(seen.phase, 'failed');
    assert.match(seen.error, /A decode worker broke down \(out of memory\)\. The page still works/);
    assert.equal(made.length, 0);
    assert.equal(opening.isOpen(), false);
    // The next drop is opened as any.
    opening.open([file('b/1.dat')]);
    comeTo('ready');
    assert.ok(opening.isOpen());
    assert.deepEqual(openedPaths(), ['b/1.dat']);
  }
});

test('a worker that breaks while a trace is open: it is read once more, once', () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a/1.dat')], {how: 'offset 1 2 '});
  comeTo('ready');
  made[1].answer({broken: 'it stopped'});
  assert.equal(seen.phase, 'opening');
  assert.deepEqual(seen.begun.map(({name, how, again}) => [name, how, again]),
    [['a', 'offset 1 2 ', false], ['a', 'offset 1 2 ', true]]);
  assert.deepEqual(seen.told, ['What is open is read once more: a decode worker broke down (it stopped)']);
  assert.equal(made.length, 2, 'those before have ended');
  comeTo('ready');
  made[0].fail('it stopped');
  assert.equal(seen.phase, 'failed');
  assert.match(seen.error, /broke down \(it stopped\)/);
  assert.equal(made.length, 0);
});

test('a worker that breaks of what is laid beside: what was open comes back', async () => {
  for (const phase of ['opening', 'indexing']) {
    const {opening, seen, comeTo} = page();
    opening.open([file('a/1.dat')]);
    comeTo('ready');
    opening.add([file('b.dat')]);
    await quiet();
    assert.deepEqual(openedPaths(), ['a/1.dat', 'b.dat']);
    comeTo(phase);
    made[0].fail('unreachable');
    assert.deepEqual(openedPaths(), ['a/1.dat']);
    assert.equal(made.length, 2);
    assert.equal(seen.begun.at(-1).again, true);
    assert.equal(seen.refused.at(-1), 'Not laid beside this trace: a decode worker broke down (unreachable)');
    comeTo('ready');
    assert.ok(opening.isOpen());
    // That was not read because of a worker, which may break down once as any.
    made[0].fail('unreachable');
    assert.equal(seen.phase, 'opening');
  }
});

test('what is laid beside and can not be opened: what was open comes back', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a/1.dat')]);
  comeTo('ready');
  opening.add([file('b.dat')]);
  comeTo('failed', {error: 'this is a picture'});
  assert.deepEqual(openedPaths(), ['a/1.dat']);
  assert.equal(seen.refused.at(-1), 'Not laid beside this trace: this is a picture');
  comeTo('ready');
  opening.add([file('c.dat')]);
  comeTo('ready');
  // What failed later has nothing to do with what was laid beside.
  comeTo('failed', {error: 'a worker sent names that make no sense'});
  await quiet();
  assert.deepEqual(openedPaths(), ['a/1.dat', 'c.dat']);
});

test('a worker that breaks of a file that may belong to the trace: that file does not take its place', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a.xray')]);
  comeTo('ready');
  const dropped = opening.openOrTell([file('program')], false);
  await quiet();
  assert.deepEqual(pathsOf(made[0].got.find(({type}) => type === 'add')), ['program']);
  made[1].fail('unreachable');
  await dropped;
  await quiet();
  assert.deepEqual(openedPaths(), ['a.xray']);
  assert.equal(seen.phase, 'opening');
  assert.match(seen.refused.at(-1), /^program is not added: /);
});

test('a worker that breaks when nobody waits for it: nothing is told', () => {
  for (const [phase, error] of [['empty', ''], ['failed', 'this is a picture']]) {
    const {opening, seen, comeTo} = page();
    opening.open([file('a/1.dat')]);
    comeTo(phase, {error});
    made[0].fail('unreachable');
    assert.deepEqual([seen.phase, seen.error, seen.told.length, seen.begun.length, made.length], [phase, error, 0, 1, 0]);
  }
});

test('a file that belongs to the trace, and one that does not', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a.xray')]);
  comeTo('ready');
  const drop = async (path, belongs) => {
    const dropped = opening.openOrTell([file(path)], true);
    await quiet();
    for (const worker of [...made]) worker.answer({id: worker.got.at(-1).id, added: belongs});
    await dropped;
  };
  await drop('program', true);
  assert.equal(seen.told.at(-1), 'program is added to the trace');
  assert.equal(seen.begun.length, 1);
  await drop('other.dat', false);
  await quiet();
  assert.deepEqual(openedPaths(), ['a.xray', 'program', 'other.dat']);
});

test('what can not lie beside the trace does not interrupt it', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a.xray')]);
  comeTo('indexing');
  const dropped = opening.openOrTell([file('notes.txt')], true);
  await quiet();
  const [{id}] = made[0].got.slice(-1);
  made[0].answer({id, added: false, why: 'notes.txt: looks like text'});
  made[1].answer({id, added: false, why: ''});
  await dropped;
  assert.equal(seen.begun.length, 1);
  assert.equal(seen.phase, 'indexing');
  assert.equal(seen.refused.at(-1), 'Not laid beside this trace: notes.txt: looks like text');
  // With Shift, it was to take the trace's place.
  const instead = opening.openOrTell([file('notes.txt')]);
  await quiet();
  for (const worker of [...made]) worker.answer({id: worker.got.at(-1).id, added: false, why: 'looks like text'});
  await instead;
  await quiet();
  assert.deepEqual(openedPaths(), ['notes.txt']);
});

test('what is packed is unpacked by one worker, which ends, and opened by all', async () => {
  const {opening} = page();
  const note = {file: 'run.zip', offset: 4, expected: 'a', found: 'b'};
  FakeWorker.unpacked = {files: [{path: 'run.zip/1.dat', bytes: new Uint8Array(3)}], notes: [note]};
  opening.open([file('run.zip'), {...file('c.dat'), unreadable: 'no permission'}]);
  FakeWorker.unpacked = null;
  const unpacker = made[0];
  opening.workers.lookForChanges();
  await quiet();
  assert.deepEqual(unpacker.got.map(({type}) => type), ['unpack']);
  assert.deepEqual(pathsOf(unpacker.got[0]), ['run.zip']);
  assert.equal(made.length, 2);
  assert.ok(!made.includes(unpacker));
  const unread = {file: 'c.dat', offset: -1, expected: 'something that can be read', found: 'no permission'};
  const [second, first] = made;  // in whose place a new one has come
  [first, second].forEach((worker, share) => {
    const [open] = worker.got;
    assert.deepEqual([open.type, open.share, open.shares, open.notes], ['open', share, 2, [unread, note]]);
    assert.deepEqual(pathsOf(open), ['run.zip/1.dat']);
  });
  assert.deepEqual(first.got.map(({type}) => type), ['open', 'look'], 'what was early comes after');
});

test('what the workers of before still say is not heard', () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a/1.dat')]);
  const before = made[0];
  const {onmessage} = before;
  opening.open([file('b/1.dat')]);
  comeTo('ready');
  assert.equal(before.onmessage, null);
  onmessage({data: {messages: [{phase: 'failed', error: 'late'}], broken: 'late'}});
  assert.equal(seen.phase, 'ready');
  assert.equal(made.length, 2);
});

test('a drop without files is told where a trace would be, and does no harm to one that is open', async () => {
  const {opening, seen, comeTo} = page();
  await opening.openOrTell([]);
  assert.deepEqual([seen.phase, seen.error], ['failed', 'There is no file in what was dropped.']);
  opening.open([file('a/1.dat')]);
  comeTo('ready');
  await opening.openOrTell([], true);
  assert.equal(seen.phase, 'ready');
  assert.equal(seen.refused.at(-1), 'There is no file in what was dropped.');
});

test('a drop that can not be read is told beside what is open, or in the place of it', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a/1.dat')]);
  comeTo('ready');
  await opening.openOrTell(Promise.reject(new Error('permission denied')), true);
  assert.deepEqual([seen.phase, seen.refused.at(-1)], ['ready', "What was dropped can't be read: permission denied"]);
  await opening.openOrTell(Promise.reject(new Error('permission denied')));
  assert.deepEqual([seen.phase, seen.error], ['failed', "What was dropped can't be read: permission denied"]);
  assert.equal(made.length, 0);
});

test('that a trace lies beside another is told when it does, and not of one that does not', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a.dat')]);
  comeTo('ready');
  opening.add([file('b.dat')]);
  assert.deepEqual(seen.told, []);
  comeTo('indexing');
  assert.match(seen.told.at(-1), /^What was dropped lies beside what was open/);
  comeTo('ready');
  assert.equal(seen.told.length, 1);
  opening.add([file('c.dat')]);
  comeTo('failed', {error: 'is no trace'});
  assert.equal(seen.told.length, 1);
  assert.equal(seen.refused.at(-1), 'Not laid beside this trace: is no trace');
});

test('a drop takes the place of a sample, which nothing is laid beside unless that is asked for', async () => {
  const {opening, comeTo} = page();
  assert.equal(opening.takesBeside(), false);
  await opening.openOrTell([file('sample/1.dat')], false, {sample: true});
  comeTo('ready');
  assert.deepEqual([opening.isOpen(), opening.takesBeside()], [true, false]);
  opening.reopen('shift 1');
  comeTo('ready');
  assert.equal(opening.takesBeside(), false);
  opening.add([file('b.dat')]);
  comeTo('ready');
  assert.equal(opening.takesBeside(), true);
});

test('what can not be opened does not take the place of a sample', async () => {
  const {opening, seen, comeTo} = page();
  const drop = async (path) => {
    const dropped = opening.openOrTell([file(path)], true);
    await quiet();
    const [{id}] = made[0].got.slice(-1);
    made[0].answer({id, added: false, why: ''});
    made[1].answer({id, added: false, why: ''});
    await dropped;
    assert.deepEqual(openedPaths(), [path]);
  };
  await opening.openOrTell([file('sample/1.dat')], false, {sample: true});
  comeTo('ready');
  await drop('notes.txt');
  comeTo('failed', {error: 'notes.txt: looks like text'});
  assert.deepEqual(openedPaths(), ['sample/1.dat']);
  assert.equal(seen.refused.at(-1), 'Not opened: notes.txt: looks like text');
  comeTo('ready');
  assert.equal(opening.takesBeside(), false);
  // A trace does take it.
  await drop('b.dat');
  comeTo('ready');
  assert.equal(opening.takesBeside(), true);
});

test('what is not a drop is called what it is', async () => {
  const {opening, seen} = page();
  await opening.openOrTell(Promise.reject(new Error('404')), false, {what: 'The trace of this address'});
  assert.equal(seen.error, "The trace of this address can't be read: 404");
});

test('what takes the place of all does not wait for a drop that is still listed, which comes to nothing', async () => {
  const {opening, seen} = page();
  let listed;
  const slow = opening.openOrTell(new Promise((resolve) => { listed = resolve; }), true);
  await opening.openOrTell([file('b.dat')]);
  assert.deepEqual(openedPaths(), ['b.dat']);
  listed([file('a.dat')]);
  await slow;
  assert.deepEqual([openedPaths(), seen.begun.length], [['b.dat'], 1]);
});

test('a drop whose workers end for a later one is neither opened nor told of', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a.xray')]);
  comeTo('ready');
  const asked = opening.openOrTell([file('b.dat')]);
  await quiet();
  await opening.openOrTell(Array.from({length: 20}, (_, i) => file(`c/${i}.dat`)));
  await asked;
  await quiet();
  assert.equal(openedPaths()[0], 'c/0.dat');
  assert.deepEqual([seen.told, seen.begun.length], [[], 2]);
});

test('the same files once more beside what is open are read again, not laid beside themselves', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a/1.dat')]);
  comeTo('ready');
  opening.add([file('a/1.dat')]);
  assert.deepEqual([openedPaths(), seen.begun.at(-1).again, seen.told],
    [['a/1.dat'], true, ['a was open already: it is read once more, as it is now']]);
  // Of another size they are another trace.
  comeTo('ready');
  opening.add([{path: 'a/1.dat', file: {size: 11}}]);
  await quiet();
  assert.deepEqual(openedPaths(), ['a/1.dat', 'a (2)/1.dat']);
});

test('of several traces, what is laid beside the chosen one leaves the others behind', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('all/a/1.dat'), file('all/b/1.dat')]);
  comeTo('ready');
  opening.reopen('keep 2 only all/b/');
  assert.deepEqual([seen.begun.at(-1).name, seen.begun.at(-1).again], ['all/b', false]);
  comeTo('ready');
  opening.add([file('c.dat')]);
  await quiet();
  assert.deepEqual([openedPaths(), seen.begun.at(-1).how], [['all/b/1.dat', 'c.dat'], 'last-is-trace ']);
});

test('of several traces of which none was chosen, what is laid beside the open one leaves the others out, and says so', async () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('a.data/1.dat'), file('b.data/1.dat')]);
  seen.first = 'b.data/';
  comeTo('ready');
  opening.add([file('c.data/1.dat')]);
  seen.first = '';
  await quiet();
  assert.deepEqual([openedPaths(), seen.begun.at(-1).name], [['b.data/1.dat', 'c.data/1.dat'], 'b.data + c.data']);
  comeTo('indexing');
  assert.match(seen.told.at(-1), /^What was dropped lies beside what was open; the other traces .* which were not open, are left out$/);
  comeTo('ready');
  // What was left out may be laid beside them, by its own name.
  opening.add([file('a.data/1.dat')]);
  await quiet();
  assert.deepEqual(openedPaths(), ['b.data/1.dat', 'c.data/1.dat', 'a.data/1.dat']);
  comeTo('indexing');
  assert.match(seen.told.at(-1), /a drop on the right half/);
});

test('the same view stays where a trace is opened in another way, and not where another one is chosen', () => {
  const {opening, seen, comeTo} = page();
  opening.open([file('all/a/1.dat'), file('all/b/1.dat')]);
  for (const [how, again] of [['offset 1 5 ', true], ['only all/a/', false], ['offset 1 7 only all/a/', true], ['', false]]) {
    comeTo('ready');
    opening.reopen(how);
    assert.equal(seen.begun.at(-1).again, again, how);
  }
});

test('what was chosen by hand is asked for once more: a folder by folders, a file by files', async () => {
  for (const [path, id] of [['run/1.dat', 'directory'], ['trace.dat', 'files']]) {
    const {opening, seen, comeTo} = page();
    opening.open([file(path)]);
    comeTo('ready');
    await opening.openAgain();
    assert.deepEqual(seen.chosen, [[id, 'again']]);
    await opening.openAgain([{path, file: {size: 99}}]);
    assert.deepEqual([seen.begun.at(-1).bytes, seen.begun.at(-1).again], [99, true]);
  }
});
