// web/embed.js where the browser does not tell which pages are around the parent, as Firefox did for long, and where it does.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load, quiet} from './support.mjs';

const OWN = 'https://trace.example.org';
const PARENT = 'https://ci.example.org';
const {listenToParent} = await load('embed.js');

// The page of OWN in a frame. `origins`: whom embed.json has; `ancestors`: what location.ancestorOrigins is, if anything;
// `parentOrigin`: null where the parent is of another origin, so that the browser lets nobody read it.
async function framed({origins = [], ancestors, parentOrigin = null, search = '?embedded=1', broken = false}) {
  const parent = {
    heard: [],
    postMessage(message, {targetOrigin}) { this.heard.push({message, targetOrigin}); },
    get location() {
      if (parentOrigin === null) throw new DOMException('Blocked', 'SecurityError');
      return {origin: parentOrigin};
    },
  };
  let hear = null;
  globals({
    window: {}, parent,
    location: {search, origin: OWN, ...(ancestors && {ancestorOrigins: ancestors})},
    addEventListener: (name, handler) => { hear = handler; },
    fetch: async () => {
      if (broken) throw new TypeError('no network');
      return {json: async () => ({origins})};
    },
  });
  const said = [];
  const opened = [];
  const door = {
    state: () => ({phase: 'ready'}), tracks: () => [1], command: (...args) => args, query: (...args) => args,
    open: async (...args) => { opened.push(args); },
  };
  await listenToParent(door, (words) => said.push(words));
  return {
    parent, said, opened,
    listens: hear !== null,
    async send(data, {source = parent, origin = PARENT} = {}) {
      await hear({data, source, origin});
      await quiet();
      return parent.heard.splice(0);
    },
  };
}

const APART = /does not talk to the page around it/;
function isApart(page) {
  assert.equal(page.listens, false);
  assert.equal(page.said.length, 1);
  assert.match(page.said[0], APART);
}

test('untold ancestors: a listed parent is answered, and nobody else', async () => {
  const page = await framed({origins: [PARENT]});
  assert.ok(page.listens);
  assert.deepEqual(page.said, []);
  assert.deepEqual(await page.send({tracepane: 'state', id: 7}),
    [{message: {tracepane: 'answer', id: 7, value: {phase: 'ready'}}, targetOrigin: PARENT}]);
  assert.deepEqual(await page.send({tracepane: 'state', id: 8}, {origin: 'https://other.example.org'}), []);
  assert.equal(page.said.length, 1, 'that is told');
  assert.match(page.said[0], APART);
  assert.deepEqual(await page.send({tracepane: 'state', id: 9}, {origin: 'null'}), []);
  assert.deepEqual(await page.send({tracepane: 'state', id: 10}, {source: {postMessage: assert.fail}}), []);
  await page.send({tracepane: 'open', files: ['a'], add: true});
  assert.deepEqual(page.opened, [[['a'], {add: true}]]);
});

test('untold ancestors: where the list has nobody, the page keeps apart', async () => {
  isApart(await framed({}));
  isApart(await framed({broken: true}));
  isApart(await framed({origins: ['*', 'null', 'https://*', `${PARENT}/path`, 7, null]}));
  isApart(await framed({origins: [OWN]}));
  isApart(await framed({origins: [PARENT], search: ''}));
});

test('untold ancestors: a parent of the own origin needs no entry', async () => {
  const page = await framed({parentOrigin: OWN});
  assert.ok(page.listens);
  assert.equal((await page.send({tracepane: 'tracks', id: 1}, {origin: OWN}))[0].targetOrigin, OWN);
  assert.deepEqual(await page.send({tracepane: 'tracks', id: 2}), []);
});

test('told ancestors: all of them have to be listed', async () => {
  assert.ok((await framed({origins: [PARENT], ancestors: [PARENT]})).listens);
  isApart(await framed({origins: [PARENT], ancestors: [PARENT, 'https://outer.example.org']}));
  isApart(await framed({origins: [PARENT], ancestors: ['null']}));
});

test('what can not be done is answered by a sentence', async () => {
  const page = await framed({origins: [PARENT]});
  for (const data of [{tracepane: 'nothing', id: 1}, {tracepane: 'open', files: 'a', id: 1}]) {
    const [{message}] = await page.send(data);
    assert.match(message.error, /there is no/);
  }
  assert.deepEqual(await page.send({tracepane: 'answer', id: 1}), []);
  assert.deepEqual(await page.send('state'), []);
  assert.deepEqual(await page.send(null), []);
});

test('commands and queries come as a word and its list, and what fails is answered by a sentence', async () => {
  const page = await framed({origins: [PARENT]});
  const value = async (data) => (await page.send({id: 1, ...data}))[0].message.value;
  assert.deepEqual(await value({tracepane: 'command', args: ['zoom', [1, 2]]}), ['zoom', [1, 2]]);
  assert.deepEqual(await value({tracepane: 'query', args: ['warnings']}), ['warnings', []]);
  assert.deepEqual(await value({tracepane: 'query'}), ['undefined', []]);
  page.opened.push = () => { throw new Error('there is no file'); };
  assert.deepEqual(await page.send({tracepane: 'open', id: 3, files: []}),
    [{message: {tracepane: 'answer', id: 3, error: 'there is no file'}, targetOrigin: PARENT}]);
});
