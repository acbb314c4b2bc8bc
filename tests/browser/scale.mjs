// Many files in an archive, and more than fits: what is open beside it stays as it is.
import assert from 'node:assert/strict';
import {withPacked} from './archives.mjs';
import {openByDrop, withPage} from './page.mjs';
import {assertSameTrace, infoOf, sample} from './support.mjs';

const KITCHEN = sample('kitchen');

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
