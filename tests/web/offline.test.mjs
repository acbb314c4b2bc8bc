// web/offline.js: the service worker keeps whole copies only, and serves them only where no one else answers.
import assert from 'node:assert/strict';
import {webcrypto} from 'node:crypto';
import test from 'node:test';
import vm from 'node:vm';
import {quiet, textOf} from './support.mjs';

const SCOPE = 'https://trace.example.org/page/';
const PAGE = {'index.html': 'the page', 'main.js': 'the script'};

async function sha256(text) {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}

// The worker in a browser with `caches`; `network`: what the server has, null where it is out of reach.
async function worker({caches = new Map(), network = PAGE, files = PAGE} = {}) {
  const hashes = {};
  for (const [path, text] of Object.entries(files)) hashes[path] = await sha256(text);
  // As cmake/bundle.cmake fills it in.
  const script = (await textOf('offline.js')).replace('const FILES = {};', `const FILES = ${JSON.stringify(hashes)};`);
  const hear = {};
  const seen = {caches, network};
  const open = async (name) => {
    if (!caches.has(name)) caches.set(name, new Map());
    const kept = caches.get(name);
    return {put: async (path, answer) => kept.set(path, await answer.text()), match: async (path) => kept.get(path)};
  };
  const fetched = async (path) => {
    if (!seen.network) throw new TypeError('no network');
    const text = seen.network[path.url ?? path];
    return new Response(text ?? 'not found', {status: text === undefined ? 404 : 200});
  };
  const scope = {
    registration: {scope: SCOPE}, crypto: webcrypto, fetch: fetched, skipWaiting() {}, clients: {claim: async () => {}},
    caches: {open, keys: async () => [...caches.keys()], delete: async (name) => caches.delete(name)},
    addEventListener: (name, handler) => { hear[name] = handler; }, TextEncoder, URL,
  };
  vm.runInNewContext(script, scope);
  for (const name of ['install', 'activate']) {
    seen[name] = () => new Promise((done, failed) => { hear[name]({waitUntil: (work) => work.then(done, failed)}); });
  }
  // Undefined where the browser is left to do what it would do without it.
  seen.answer = (url, {method = 'GET', range = false} = {}) => {
    let answer;
    const request = {url, method, headers: new Headers(range ? {Range: 'bytes=0-9'} : {})};
    hear.fetch({request, respondWith: (work) => { answer = work; }});
    return answer;
  };
  return seen;
}

test('a copy holds all files of the page', async () => {
  const seen = await worker();
  await seen.install();
  assert.deepEqual([...seen.caches.values()].map((kept) => Object.fromEntries(kept)), [PAGE]);
});

test('files of two versions, or a missing one, make no copy', async () => {
  for (const network of [{...PAGE, 'main.js': 'another script'}, {'index.html': PAGE['index.html']}, null]) {
    const seen = await worker({network});
    await assert.rejects(seen.install());
    assert.equal(seen.caches.size, 0);
  }
});

test('a new copy takes the place of its own old ones, not of those of another page', async () => {
  const others = `tracepane ${SCOPE}other/ 0123`;
  const seen = await worker({caches: new Map([[`tracepane ${SCOPE} 0123456789abcdef`, new Map()], [others, new Map()],
    ['something else', new Map()]])});
  await seen.install();
  await seen.activate();
  assert.equal(seen.caches.size, 3);
  assert.ok(seen.caches.has(others) && seen.caches.has('something else'));
});

test('without a network the copy answers, and with one the server', async () => {
  const seen = await worker();
  await seen.install();
  seen.network = {[`${SCOPE}main.js`]: 'a newer script'};
  assert.equal(await (await seen.answer(`${SCOPE}main.js`)).text(), 'a newer script');
  seen.network = null;
  assert.equal(await seen.answer(`${SCOPE}main.js?x=1`), PAGE['main.js']);
  assert.equal(await seen.answer(SCOPE), PAGE['index.html'], 'the folder is its page');
});

test('what is no file of the page is none of its business', async () => {
  const seen = await worker();
  assert.equal(seen.answer(`${SCOPE}samples/kitchen/info`), undefined);
  assert.equal(seen.answer('https://trace.example.org/main.js'), undefined);
  assert.equal(seen.answer('https://other.example.org/page/main.js'), undefined);
  assert.equal(seen.answer(`${SCOPE}main.js`, {method: 'POST'}), undefined);
  assert.equal(seen.answer(`${SCOPE}main.js`, {range: true}), undefined);
  assert.equal(seen.answer(`${SCOPE}toString`), undefined);
});

test('what is only loaded when somebody asks is kept from then on', async () => {
  const pages = {...PAGE, 'sql.js': 'what answers'};
  const seen = await worker({network: {...pages, [`${SCOPE}sql.js`]: 'what answers'}, files: pages});
  await seen.install();
  assert.deepEqual([...seen.caches.values()].map((kept) => Object.fromEntries(kept)), [PAGE]);
  assert.equal(await (await seen.answer(`${SCOPE}sql.js`)).text(), 'what answers');
  for (let tries = 0; tries < 200 && ![...seen.caches.values()].some((kept) => kept.has('sql.js')); ++tries) await quiet();
  assert.deepEqual([...seen.caches.values()].map((kept) => Object.fromEntries(kept)), [pages]);
  seen.network = null;
  assert.equal(await seen.answer(`${SCOPE}sql.js`), 'what answers');
});

test('pages of the manual are kept when they are read, of whatever version', async () => {
  const guide = `${SCOPE}help/guide.html`;
  const seen = await worker({network: {...PAGE, [guide]: 'how to record'}});
  await seen.install();
  assert.deepEqual([...seen.caches.values()].map((kept) => Object.fromEntries(kept)), [PAGE]);
  assert.equal(await (await seen.answer(guide)).text(), 'how to record');
  assert.equal((await seen.answer(`${SCOPE}help/none.html`)).status, 404);
  await quiet();
  seen.network = null;
  assert.equal(await seen.answer(guide), 'how to record');
  await assert.rejects(seen.answer(`${SCOPE}help/none.html`));
});

test('of another version, it is passed on and not kept', async () => {
  const seen = await worker({network: {...PAGE, [`${SCOPE}sql.js`]: 'newer'}, files: {...PAGE, 'sql.js': 'what answers'}});
  await seen.install();
  assert.equal(await (await seen.answer(`${SCOPE}sql.js`)).text(), 'newer');
  await quiet();
  assert.deepEqual([...seen.caches.values()].map((kept) => Object.fromEntries(kept)), [PAGE]);
});
