// Indexes that the page keeps: a trace that was open before is not read again, and what is damaged is not used.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {assertSameTrace, functionsOf, infoOf, recorded, sample} from './support.mjs';

const TRACE = sample('kitchen');

async function reload(page, url) {
  await page.page.goto(url);
  await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 20000, 'the page to start');
  await page.settle();
}

// Opens the trace on a fresh page, and waits until its index is kept.
async function openAnew(page, url, trace = TRACE) {
  await reload(page, url);
  const state = await openByDrop(page, trace);
  await page.until(async () => !(await page.state()).index.keeping, 10000, 'the index to be kept');
  return state;
}

const functionsIn = (page) => page.page.evaluate(() => window.tracepane.query('functions'));

// The files that are kept, as arrays of bytes; `change` may change one, and returns it.
function keptFiles(page, at = -1, cut = false) {
  return page.page.evaluate(async ([where, short]) => {
    const root = await navigator.storage.getDirectory();
    const files = [];
    let folder;
    try {
      folder = await root.getDirectoryHandle('indexes');
    } catch {
      return files;
    }
    for await (const handle of folder.values()) {
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      if (where >= 0) {
        bytes[where] ^= 0xff;
        const out = await handle.createWritable();
        await out.write(short ? bytes.subarray(0, where) : bytes);
        await out.close();
      }
      files.push(bytes.length);
    }
    return files;
  }, [at, cut]);
}

const all = (url) => `${url}${url.includes('?') ? '&' : '?'}indexes=all`;

export const tests = {
  'kept: a trace that was open before begins with its index': (context) => withPage(context, {}, async (page) => {
    const url = all(page.page.url());
    const first = await openAnew(page, url);
    assert.equal(first.index.kept, false);
    const functions = await functionsIn(page);
    const again = await openAnew(page, url);
    assert.equal(again.index.kept, true);
    assertSameTrace(again, infoOf(TRACE));
    assert.deepEqual(await functionsIn(page), functions);
    // Another number of workers has the same index.
    const single = await openAnew(page, `${url}&workers=1`);
    assert.equal(single.index.kept, true);
    assert.deepEqual(await functionsIn(page), functions);
    assert.equal(await page.command('indexes', 'none'), true);
    await page.until(async () => (await keptFiles(page)).length === 0, 5000, 'it to be removed');
  }),

  'kept: small traces are not, without being asked for': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, TRACE);
    assert.deepEqual(await keptFiles(page), []);
  }),

  'kept: what is damaged is not used': (context) => withPage(context, {}, async (page) => {
    const url = all(page.page.url());
    await openAnew(page, url);
    const [size] = await keptFiles(page);
    assert.ok(size > 1000);
    const functions = await functionsIn(page);
    for (let at = 0; at < size; at += Math.floor(size / 6)) {
      await keptFiles(page, at, at % 2 === 1);
      await openAnew(page, url);
      // Bits of the head of the packed part say nothing.
      assert.deepEqual(await functionsIn(page), functions, `byte ${at}`);
    }
    const whole = await openAnew(page, url);
    assert.equal(whole.index.kept, true);
  }),

  'kept: files that are added to a trace are read with all of it': (context) => withPage(context, {}, async (page) => {
    const url = all(page.page.url());
    const log = recorded('xray/fdr-cpp/log.xray'), program = recorded('xray/fdr-cpp/binary');
    await openAnew(page, url, log);
    assert.equal((await openAnew(page, url, log)).index.kept, true);
    const {opened} = await page.state();
    await page.drop([program]);
    await page.until(async () => (await page.state()).opened > opened, 10000, 'the page to open it again');
    assertSameTrace(await page.waitFor('ready'), infoOf(log, program));
    assert.deepEqual((await functionsIn(page)).map(({name}) => name), functionsOf(log, program).map(({name}) => name));
  }),
};
