// The traces that the page's address asks for.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load} from './support.mjs';

const {askedFiles, askedUrls} = await load('asked_traces.js');

const BASE = 'https://trace.example.org/app/';
const asked = (search) => askedUrls(search, BASE).map(String);

test('addresses are relative to the page and on its host', () => {
  assert.deepEqual(asked(''), []);
  assert.deepEqual(asked('?workers=2&trace=../runs/a%20b.dat&trace=/c.zip'),
    ['https://trace.example.org/runs/a%20b.dat', 'https://trace.example.org/c.zip']);
  for (const text of ['https://evil.example.org/a.dat', '//evil.example.org/a', 'http://trace.example.org/a', 'data:,a',
    'javascript:alert(1)', 'blob:https://trace.example.org/1', 'https://trace.example.org:444/a']) {
    assert.throws(() => asked(`?trace=${encodeURIComponent(text)}`), /of its own host only/, text);
  }
  assert.throws(() => asked('?trace=https%3A%2F%2F'), /no address/);
  assert.throws(() => askedUrls('?trace=a.dat', 'file:///home/page.html'), /of its own host only/);
});

test('a large file is read by ranges where the server offers them, and else whole', async () => {
  const MB = 1 << 20;
  const offered = {'Accept-Ranges': 'bytes', ETag: '"7"', 'Content-Length': String(9 * MB)};
  const cases = [[{}, true], [{ETag: 'W/"7"'}, false], [{'Accept-Ranges': 'none'}, false], [{'Content-Encoding': 'gzip'}, false],
    [{'Content-Length': '5'}, false]];
  for (const [other, byRanges] of cases) {
    const got = [];
    const headers = new Headers({...offered, ...other});
    globals({fetch: async (url, {method = 'GET', mode}) => {
      got.push([method, mode]);
      return {ok: true, headers, blob: async () => new Blob(['bytes'])};
    }});
    const files = await askedFiles(askedUrls('?trace=x/a%20b.dat&trace=y/a%20b.dat', BASE));
    assert.deepEqual(files.map(({path, drop}) => [path, drop]), [['a b.dat', 0], ['a b (2).dat', 1]]);
    assert.equal(files[0].file instanceof File, !byRanges, JSON.stringify(other));
    assert.equal(got.filter(([method]) => method === 'GET').length, byRanges ? 0 : 2);
    assert.ok(got.every(([, mode]) => mode === 'same-origin'));
  }
});

test('what the server refuses is told', async () => {
  globals({fetch: async () => ({ok: false, status: 404})});
  await assert.rejects(askedFiles(askedUrls('?trace=a.dat', BASE)), /a.dat: the server answers 404/);
});
