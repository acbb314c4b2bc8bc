// web/parts.js, web/inside.js and web/inner_trace.js: the page's own files and its trace, beside the page or inside it.
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import {gzipSync} from 'node:zlib';
import {documentWith, elementOf, globals, load, textOf as scriptText} from './support.mjs';

const WORDS = 'the bytes of a file\n'.repeat(100);
const packed = (dataset, bytes, size = bytes.length) =>
  elementOf({...dataset, size: String(size), packed: 'gzip'}, gzipSync(bytes));
const textOf = async (blob) => (await blob).text();

// Loaded anew each time: what was unpacked is kept.
async function page(inside = [], container = null) {
  globals({document: documentWith(inside, container)});
  return {...await load('parts.js'), ...await load('inner_trace.js')};
}

test('beside the page, files are fetched from its own host', async () => {
  const asked = [];
  globals({fetch: async (url, {mode}) => {
    asked.push([url.href, mode]);
    return new Response('font');
  }});
  const made = [];
  globals({Worker: class { constructor(...given) { made.push(given); } }});
  const {fileOf, bring, wasmOf, workerOf} = await page();
  assert.equal(await textOf(fileOf('fonts/a.otf')), 'font');
  assert.deepEqual(asked, [['https://trace.example.org/fonts/a.otf', 'same-origin']]);
  await bring('worker.js', 'core.wasm');
  workerOf('worker.js', 'core.wasm');
  assert.match(made[0][0].href, /^file:.*\/worker\.js$/, 'beside the script that asks');
  assert.equal(made[0].length, 1);
  assert.deepEqual(await wasmOf('app.wasm'), {});
  globals({fetch: async () => new Response('not here', {status: 404})});
  await assert.rejects(fileOf('fonts/a.otf'), /a\.otf: the server answers 404/);
});

test('inside the page, files are unpacked once, and nothing is fetched', async () => {
  globals({fetch: () => assert.fail('it fetches')});
  const element = packed({part: 'app.wasm'}, WORDS);
  const {fileOf, wasmOf} = await page([element, elementOf({part: 'plain.json', size: '2'}, '{}')]);
  const blob = await fileOf('app.wasm');
  assert.equal(await blob.text(), WORDS);
  assert.equal(blob.type, 'application/wasm');
  assert.equal(element.textContent, '', 'its text takes memory');
  assert.equal(await fileOf('app.wasm'), blob);
  assert.equal(await textOf(fileOf('plain.json')), '{}');
  assert.deepEqual(Buffer.from((await wasmOf('app.wasm')).wasmBinary).toString(), WORDS);
});

test('a worker from inside gets its WebAssembly as the first message', async () => {
  const made = [];
  globals({Worker: class {
    constructor(...given) { made.push(given); }
    postMessage(blob) { made.push(blob); }
  }});
  const {bring, workerOf} = await page([packed({part: 'worker.js'}, 'x'), packed({part: 'core.wasm'}, 'bytes')]);
  await bring('worker.js', 'core.wasm');
  workerOf('worker.js', 'core.wasm');
  const [[script, {name}], wasm] = made;
  assert.match(script, /^blob:/);
  assert.equal(name, 'inside');
  assert.equal(await wasm.text(), 'bytes');
});

test('a worker waits for its WebAssembly only where the page is one file', async () => {
  const heard = [];
  const scope = {name: '', addEventListener: (...given) => heard.push(given), Uint8Array, Promise};
  scope.self = scope;
  const wasmHere = vm.runInNewContext(`${await scriptText('core_memory.js')}\nwasmHere`, scope);
  assert.deepEqual({...await wasmHere()}, {});
  scope.name = 'inside';
  const waiting = wasmHere();
  const [[what, hear, {once}]] = heard;
  let stopped = 0;
  hear({data: new Blob(['bytes']), stopImmediatePropagation: () => { ++stopped; }});
  assert.deepEqual([what, once, stopped], ['message', true, 1]);
  assert.equal(Buffer.from((await waiting).wasmBinary).toString(), 'bytes');
});

test('more or fewer bytes than an element says are an error, and too many are not unpacked', async () => {
  const {fileOf} = await page([packed({part: 'more'}, WORDS, 5), packed({part: 'fewer'}, WORDS, 1e9),
    packed({part: 'none'}, WORDS, NaN), packed({part: 'huge'}, Buffer.alloc(64 << 20), 100)]);
  for (const path of ['more', 'fewer', 'none', 'huge']) await assert.rejects(fileOf(path), /damaged/, path);
});

test('what is not gzip, or no base64, is an error', async () => {
  const wrong = {...packed({part: 'letters'}, WORDS), textContent: 'no base64!'};
  const {fileOf} = await page([elementOf({part: 'gzip', size: '5', packed: 'gzip'}, 'plain'), wrong]);
  await assert.rejects(fileOf('gzip'));
  await assert.rejects(fileOf('letters'));
});

test('a browser that can not unpack says so', async () => {
  const before = globalThis.DecompressionStream;
  const {fileOf} = await page([packed({part: 'app.wasm'}, WORDS)]);
  globals({DecompressionStream: undefined});
  try {
    await assert.rejects(fileOf('app.wasm'), /this browser is too old/);
  } finally {
    globals({DecompressionStream: before});
  }
});

function containerOf(elements, links = [], view = undefined) {
  const found = {script: elements, 'link[data-trace-file]': links};
  return {dataset: {view}, querySelectorAll: (what) => found[what], querySelector: (what) => found[what][0] ?? null};
}

test('a page without a trace has none', async () => {
  assert.equal((await page()).innerTrace(), null);
  assert.equal((await page([], containerOf([]))).innerTrace(), null);
});

test('a trace inside the page: files with their paths, cut ones whole, and the view', async () => {
  const elements = [packed({traceFile: 'run/info'}, 'info'), packed({traceFile: 'run/1.dat'}, WORDS),
    elementOf({traceFile: 'run/1.dat', size: '4'}, 'more')];
  const inner = (await page([], containerOf(elements, [], 'v=1&x=2'))).innerTrace();
  assert.equal(inner.view, 'v=1&x=2');
  const files = await inner.files();
  assert.deepEqual(files.map(({path, file}) => [path, file.name, file.size]),
    [['run/info', 'info', 4], ['run/1.dat', '1.dat', WORDS.length + 4]]);
  assert.equal(await files[1].file.text(), `${WORDS}more`);
  // As opening it again does.
  assert.deepEqual((await files[0].again()).map(({path}) => path), ['run/info', 'run/1.dat']);
});

test('of several traces inside, each is a drop of its own', async () => {
  const elements = [packed({traceFile: 'a.dat', drop: '0'}, 'a'), packed({traceFile: 'b/info', drop: '1'}, 'b')];
  const files = await (await page([], containerOf(elements))).innerTrace().files();
  assert.deepEqual(files.map(({path, drop}) => [path, drop]), [['a.dat', 0], ['b/info', 1]]);
  assert.deepEqual((await files[1].again()).map(({path}) => path), ['b/info']);
});

test('of a trace that the server hands out, small files are fetched, large ones are read there', async () => {
  const asked = [];
  const sizes = {'https://trace.example.org/files/0': 5, 'https://trace.example.org/files/1': 5 << 20};
  globals({fetch: async (url, {mode, method = 'GET'}) => {
    asked.push([method, url, mode]);
    if (url.endsWith('2')) return new Response('', {status: 404});
    return new Response(method === 'HEAD' ? null : 'bytes', {headers: {'Content-Length': sizes[url], ETag: '"7"', 'Accept-Ranges': 'bytes'}});
  }});
  const links = [0, 1].map((number) => ({dataset: {traceFile: `run/${number}.dat`}, href: `https://trace.example.org/files/${number}`}));
  const files = await (await page([], containerOf([], links))).innerTrace().files();
  assert.deepEqual(files.map(({path, file, drop}) => [path, file.size, drop]), [['run/0.dat', 5, 0], ['run/1.dat', 5 << 20, 0]]);
  assert.equal(await files[0].file.text(), 'bytes');
  assert.deepEqual(files[1].file.told, {url: links[1].href, size: 5 << 20, tag: '"7"'});
  assert.deepEqual(asked.map(([method, url]) => `${method} ${url.at(-1)}`).sort(), ['GET 0', 'HEAD 0', 'HEAD 1']);
  assert.ok(asked.every(([, , mode]) => mode === 'same-origin'));
  const gone = (await page([], containerOf([], [{dataset: {traceFile: 'a'}, href: 'https://trace.example.org/files/2'}]))).innerTrace();
  await assert.rejects(gone.files(), /a: the server answers 404/);
});
