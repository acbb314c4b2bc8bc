// web/page_text.js: the page as one file, put together by the page itself.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import test from 'node:test';
import {gunzipSync} from 'node:zlib';
import {documentWith, globals, load, textOf} from './support.mjs';

// What makes the frame, and the marks in it: web/page_text.js has to know them again.
const PACKAGER = await readFile(new URL('../../tools/packagers/one_file.py', import.meta.url), 'utf8');
const [, MARK] = /^MARK = '(.*)'$/m.exec(PACKAGER);
const [, BEFORE_PARTS, BEHIND_PARTS] = /^ +return f'\{before\}(.*?)\{.*\}(.*?)\\n\{after\}'/m.exec(PACKAGER);
const FRAME = `<html><body>\n${BEFORE_PARTS}app.wasm fonts/ab.otf${BEHIND_PARTS}\n${MARK}\n</body></html>`;
const FILES = {'one-file.html': FRAME, 'app.wasm': 'module '.repeat(100), 'fonts/ab.otf': ''};

// Node has no FileReader.
class Reader {
  readAsDataURL(blob) {
    blob.arrayBuffer().then((bytes) => {
      this.result = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
      this.onload();
    });
  }
}

async function page(files) {
  globals({
    document: documentWith(), FileReader: Reader,
    fetch: async ({pathname}) => {
      const text = files[decodeURIComponent(pathname.slice(1))];
      return text === undefined ? new Response('', {status: 404}) : new Response(text);
    },
  });
  return load('page_text.js');
}

test('beside the page lies a frame, into which its files are put', async () => {
  const {pageText} = await page(FILES);
  const text = await (await pageText()).text();
  const element = /<script type="application\/octet-stream;base64" data-part="([^"]*)" data-size="(\d+)" data-packed="gzip">([^<]*)<\/script>\n/g;
  const parts = [...text.matchAll(element)].map(([, path, size, packed]) => [path, Number(size), gunzipSync(Buffer.from(packed, 'base64')).toString()]);
  assert.deepEqual(parts, [['app.wasm', 700, FILES['app.wasm']], ['fonts/ab.otf', 0, '']]);
  assert.equal(text.replaceAll(element, ''), FRAME.replace(/<div id="parts".*\n/, ''), 'the rest stays as it is');
});

test('the script knows the place for the trace, and does not have it in itself', async () => {
  const script = await textOf('page_text.js');
  assert.ok(!script.includes(MARK));
  const [, halves] = /^const MARK = \[(.*)\]\.join\(' '\);$/m.exec(script);
  assert.equal(halves.split(', ').map((half) => half.slice(1, -1)).join(' '), MARK);
});

test('what is missing is told', async () => {
  const without = async (path) => (await page({...FILES, [path]: undefined})).pageText();
  await assert.rejects(without('one-file.html'), /reports are made of could not be had \(one-file\.html: the server answers 404\)/);
  await assert.rejects(without('app.wasm'), /app\.wasm: the server answers 404/);
  await assert.rejects((await page({...FILES, 'one-file.html': '<html></html>'})).pageText(), /of another version/);
});
