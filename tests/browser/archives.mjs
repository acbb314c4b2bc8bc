// What people drop that is packed: it is unpacked once for all workers, and looks as it does by itself.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, infoOf, ROOT, sample, withFolder} from './support.mjs';

const KITCHEN = sample('kitchen');
const KERNEL = dataPath('tracecmd/threads.dat');

export async function withPacked(name, args, use) {
  await withFolder(async (folder) => {
    const packed = path.join(folder, name);
    execFileSync('python3', [path.join(ROOT, 'tests/browser/pack.py'), ...args, packed]);
    await use(packed);
  });
}

async function asByItself(context, name, trace) {
  await withPacked(name, ['one', trace], (packed) => withPage(context, {}, async (page) => {
    const {counts} = await openByDrop(page, packed);
    assert.deepEqual(counts, infoOf(trace).counts);
    const query = (kind) => page.page.evaluate((asked) => window.tracepane.query(asked), kind);
    const functions = async () => {
      let seen = null;
      await page.until(async () => (seen = await query('functions')) !== null, 20000, 'the functions');
      return seen;
    };
    const seen = [await page.tracks(), await query('warnings'), await functions()];
    await openByDrop(page, trace);
    assert.deepEqual(seen, [await page.tracks(), await query('warnings'), await functions()]);
  }));
}

export const tests = {
  'archives: a folder in a zip': (context) => asByItself(context, 'run.zip', KITCHEN),

  'archives: a folder in a zip that is not compressed': (context) => asByItself(context, 'stored.zip', KITCHEN),

  'archives: a folder in a tar': (context) => asByItself(context, 'run.tar', KITCHEN),

  'archives: a folder in a compressed tar': (context) => asByItself(context, 'run.tar.gz', KITCHEN),

  'archives: a file that is compressed': (context) => asByItself(context, 'trace.dat.gz', KERNEL),

  'archives: an archive is unpacked once, and no worker keeps what it does not read': (context) =>
    withPacked('run.tar.gz', ['beside', KITCHEN, String(70 << 20)], (packed) => withPage(context, {}, async (page) => {
      const {memory, workers} = await openByDrop(page, KITCHEN);
      assert.ok(workers > 1);
      const after = await openByDrop(page, packed);
      assert.ok(after.memory.heapBytes - memory.heapBytes < 30 << 20, `${after.memory.heapBytes} for ${memory.heapBytes}`);
    })),

};
