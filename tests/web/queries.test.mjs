// web/queries.js: a query is answered when the core has computed it.
import assert from 'node:assert/strict';
import test from 'node:test';
import {load} from './support.mjs';

const {Queries} = await load('queries.js');

// A core that answers a query at the n-th time of asking; `asked`: what it was asked, in order. Until all that is asked
// for is answered, one frame is drawn after the other.
function core(delays) {
  const seen = {asked: [], frames: 0, opened: 1};
  const left = {...delays};
  const queries = new Queries({
    ask(kind, args) {
      seen.asked.push([kind, ...args].join(' '));
      if (!(kind in left)) return 'null';
      if (left[kind]-- > 0) return '';
      left[kind] = delays[kind];
      return JSON.stringify({kind, args});
    },
    opened: () => seen.opened,
    changed: () => draw(),
  });
  function draw() {
    setImmediate(() => {
      ++seen.frames;
      queries.wake();
      setImmediate(() => { if (queries.waiting.length > 0) draw(); });
    });
  }
  return {queries, seen};
}

test('what is known is answered at once', async () => {
  const {queries, seen} = core({panel: 0});
  assert.deepEqual(queries.now('panel'), {kind: 'panel', args: []});
  assert.deepEqual(await queries.answer('panel', ['1']), {kind: 'panel', args: ['1']});
  assert.equal(seen.asked.length, 2);
});

test('a kind that is not known is null', async () => {
  const {queries} = core({});
  assert.equal(await queries.answer('weather'), null);
  assert.equal(queries.now('weather'), null);
});

test('what is computed is waited for, and asked for once more after each frame', async () => {
  const {queries, seen} = core({functions: 3});
  assert.equal(queries.now('functions'), undefined);
  assert.deepEqual(await queries.answer('functions'), {kind: 'functions', args: []});
  assert.equal(seen.asked.length, 4);
  assert.equal(seen.frames, 2);
});

test('queries of one kind are answered one after another', async () => {
  const {queries, seen} = core({functions: 2, panel: 0});
  const answers = await Promise.all([queries.answer('functions', ['1']), queries.answer('functions', ['2']),
    queries.answer('panel')]);
  assert.deepEqual(answers.map(({args}) => args), [['1'], ['2'], []]);
  assert.deepEqual(seen.asked.filter((one) => one.startsWith('functions')),
    ['functions 1', 'functions 1', 'functions 1', 'functions 2', 'functions 2', 'functions 2']);
});

test('another trace ends the waiting, and not that of the next query', async () => {
  const {queries, seen} = core({functions: 100});
  const lost = queries.answer('functions');
  const next = queries.answer('functions', ['next']);
  await new Promise((done) => setImmediate(done));
  ++seen.opened;
  await assert.rejects(lost, /another trace was opened/);
  assert.deepEqual((await next).args, ['next']);
});
