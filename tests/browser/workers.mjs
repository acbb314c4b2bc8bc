// However many workers decode: what the page says and draws is the same.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, sample, withWorkers} from './support.mjs';

const COUNTS = [1, 3, 8];

// What two openings of one trace may differ in.
function lasting({workers, memory, frame, times, opened, version, ...state}) {
  return state;
}

async function seenBy(context, count, trace) {
  let seen = null;
  await withPage({...context, url: withWorkers(context.url, count)}, {}, async (page) => {
    await openByDrop(page, trace);
    assert.equal((await page.state()).workers, count);
    const query = (kind) => page.page.evaluate((asked) => window.tracepane.query(asked), kind);
    await page.until(async () => await query('functions') !== null, 20000, 'the functions');
    await page.settle();
    // Without the footer, which tells how long frames take.
    const picture = await page.page.screenshot({clip: {x: 0, y: 0, width: 1280, height: 696}});
    seen = {
      tracks: await page.tracks(),
      state: lasting(await page.state()),
      warnings: await query('warnings'),
      functions: await query('functions'),
      picture: picture.toString('base64'),
    };
  });
  return seen;
}

async function sameByAll(context, trace) {
  let expected = null;
  for (const count of COUNTS) {
    const seen = await seenBy(context, count, trace);
    expected ??= seen;
    for (const key of Object.keys(expected)) assert.deepEqual(seen[key], expected[key], `${key} by ${count} workers`);
  }
}

export const tests = {
  'workers: calls are the same by 1, 3 and 8': (context) => sameByAll(context, sample('family')),
  'workers: a kernel trace is the same by 1, 3 and 8': (context) => sameByAll(context, dataPath('tracecmd/threads.dat')),
};
