// Many files in an archive, and more than fits: what is open beside it stays as it is.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {openByDrop, withPage} from './page.mjs';
import {assertSameTrace, infoOf, ROOT, sample} from './support.mjs';

const KITCHEN = sample('kitchen');

async function withPacked(name, args, use) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
  try {
    const packed = path.join(folder, name);
    execFileSync('python3', [path.join(ROOT, 'tests/browser/pack.py'), ...args, packed]);
    await use(packed);
  } finally {
    await rm(folder, {recursive: true});
  }
}

export const tests = {
  'scale: an archive of 1200 tasks, alone and beside what is open': (context) =>
    withPacked('tasks.zip', ['tasks', KITCHEN, '1200'], (zip) => withPage(context, {}, async (page) => {
      await openByDrop(page, zip);
      await openByDrop(page, KITCHEN);
      await page.dropToOpen([zip]);
      await page.until(async () => {
        const {phase, traces} = await page.state();
        return phase === 'ready' && traces.length === 2;
      }, 60000, 'two traces');
      assertSameTrace(await page.state(), infoOf(KITCHEN, zip));
    })),

  'scale: an archive is unpacked once, and no worker keeps what it does not read': (context) =>
    withPacked('run.tar.gz', ['beside', KITCHEN, String(70 << 20)], (packed) => withPage(context, {}, async (page) => {
      const {memory, workers} = await openByDrop(page, KITCHEN);
      assert.ok(workers > 1);
      const after = await openByDrop(page, packed);
      assert.ok(after.memory.heapBytes - memory.heapBytes < 30 << 20, `${after.memory.heapBytes} for ${memory.heapBytes}`);
    })),

  'scale: what unpacks to too much is refused, and the open trace stays': (context) =>
    withPacked('zeros.gz', ['zeros', String(300 << 20)], (bomb) => withPage(context, {}, async (page) => {
      await openByDrop(page, KITCHEN);
      const before = await page.state();
      await page.drop([bomb]);
      await page.until(async () => {
        const {phase, notice} = await page.state();
        return phase === 'ready' && /when unpacked/.test(notice);
      }, 60000, 'the trace to be back');
      await page.settle();
      const after = await page.state();
      for (const what of ['name', 'counts', 'visible', 'traces', 'error']) assert.deepEqual(after[what], before[what], what);
    })),
};
