// web/page_text.js: the page as one file, put together by the page itself.
import assert from 'node:assert/strict';
import test from 'node:test';
import {gunzipSync} from 'node:zlib';
import {documentWith, globals, load, textOf} from './support.mjs';

const FRAME = '<html><body>\n<div id="parts" data-parts="app.wasm fonts/ab.otf"></div>\n<div id="inner-trace" hidden></div>\n</body></html>';
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

test('the script does not have the place for the trace in it', async () => {
  assert.ok(!(await textOf('page_text.js')).includes('<div id="inner-trace" hidden></div>'));
});

test('what is missing is told', async () => {
  const without = async (path) => (await page({...FILES, [path]: undefined})).pageText();
  await assert.rejects(without('one-file.html'), /reports are made of could not be had \(one-file\.html: the server answers 404\)/);
  await assert.rejects(without('app.wasm'), /app\.wasm: the server answers 404/);
  await assert.rejects((await page({...FILES, 'one-file.html': '<html></html>'})).pageText(), /of another version/);
});
