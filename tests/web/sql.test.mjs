// web/sql.js and web/asking.js: one question after the other, in a worker that is ended where it can't be told to stop.
import assert from 'node:assert/strict';
import test from 'node:test';
import {documentWith, globals, load, quiet} from './support.mjs';

const made = [];  // workers that have been begun and not ended

class FakeWorker {
  constructor() {
    made.push(this);
    this.got = [];
  }
  postMessage(data) { this.got.push(data); }
  terminate() { made.splice(made.indexOf(this), 1); }
  fail(message) { this.onerror({message, preventDefault() {}}); }
  answer(data) { this.onmessage({data}); }
  asked() { return this.got.filter(({type}) => type === 'ask').map(({bytes}) => bytes); }
}
globals({Worker: FakeWorker, document: documentWith()});
const {Questions} = await load('sql.js');
const {Asking} = await load('asking.js');

const GIVEN = {files: ['a file'], notes: [], options: ''};

function questions() {
  made.length = 0;
  const seen = {received: [], failed: []};
  const asked = new Questions((bytes) => seen.received.push(bytes), (id, why) => seen.failed.push([id, why]), () => false);
  return {asked, seen};
}

test('the trace is opened once, and questions are answered one after the other', () => {
  const {asked, seen} = questions();
  asked.ask(1, 'one', GIVEN);
  asked.ask(2, 'two', GIVEN);
  assert.equal(made.length, 1);
  assert.deepEqual(made[0].got, [{type: 'open', ...GIVEN}, {type: 'ask', bytes: 'one'}]);
  made[0].answer({bytes: 'a reply'});
  made[0].answer({answered: true});
  assert.deepEqual(made[0].asked(), ['one', 'two']);
  assert.deepEqual(seen, {received: ['a reply'], failed: []});
});

test('to stop what is computed ends the worker; what waits is asked of another one', () => {
  const {asked, seen} = questions();
  asked.ask(1, 'one', GIVEN);
  asked.ask(2, 'two', GIVEN);
  asked.ask(3, 'three', GIVEN);
  const [first] = made;
  asked.stop(2);
  assert.deepEqual(made, [first], 'nobody has begun with it');
  asked.stop(1);
  assert.equal(made.length, 1);
  assert.notEqual(made[0], first);
  assert.deepEqual(made[0].asked(), ['three']);
  asked.stop(1);
  asked.stop(3);
  assert.deepEqual([made, seen.failed], [[], []], 'whoever stops it knows');
});

test('what was opened otherwise is opened anew', () => {
  const {asked} = questions();
  asked.ask(1, 'one', GIVEN);
  made[0].answer({answered: true});
  const [first] = made;
  asked.ask(2, 'two', {...GIVEN, files: ['a file', 'a program']});
  assert.equal(made.length, 1);
  assert.notEqual(made[0], first);
  asked.end();
  assert.deepEqual(made, []);
});

test('a worker that breaks down fails its question, and not the next', () => {
  const {asked, seen} = questions();
  asked.ask(1, 'one', GIVEN);
  asked.ask(2, 'two', GIVEN);
  made[0].answer({broken: 'no memory'});
  assert.deepEqual(seen.failed, [[1, 'the worker for SQL broke down: no memory']]);
  assert.deepEqual(made[0].asked(), ['two']);
  made[0].fail('unreachable');
  assert.equal(seen.failed.length, 2);
  assert.deepEqual(made, []);
});

test('what is stopped, or asked of another trace, before anything is loaded is not asked', async () => {
  made.length = 0;
  const failed = [];
  const asking = new Asking({given: async () => GIVEN, index: () => false, receive() {}, failed: (id) => failed.push(id)});
  const first = asking.ask(1, 'one');
  asking.stop(1);
  const second = asking.ask(2, 'two');
  asking.end();
  await Promise.all([first, second]);
  assert.deepEqual(made, []);
  await asking.ask(3, 'three');
  assert.deepEqual(made[0]?.asked(), ['three']);
  asking.stop(3);
  await quiet();
  assert.deepEqual([made, failed], [[], []]);
});

test('what can not be loaded is told, and tried again', async () => {
  const failed = [];
  let given = async () => { throw new Error('no network'); };
  const asking = new Asking({given: () => given(), index: () => false, receive() {}, failed: (...what) => failed.push(what)});
  await asking.ask(1, 'one');
  assert.deepEqual(failed, [[1, 'what answers could not be loaded: no network']]);
  given = async () => GIVEN;
  made.length = 0;
  await asking.ask(2, 'two');
  assert.deepEqual(made[0].asked(), ['two']);
});
