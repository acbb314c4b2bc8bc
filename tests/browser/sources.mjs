// The panel of sources: a folder that is dropped while it misses a file, keys, and pictures in all themes.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {PICTURES, ROOT, sample} from './support.mjs';

const SOURCES = path.join(ROOT, 'assets/samples/src');
const table = (hand, fits) => hand.mirrored(([first]) => first?.title.startsWith('Source') && fits(first.rows));

async function opened(context, options, use) {
  await withPage(context, options, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await use(new Hand(page), page);
  });
}

export const tests = {
  'sources: a folder that is dropped while a file is missing is no trace': (context) => opened(context, {}, async (hand, page) => {
    const before = await hand.state();
    await hand.set('source', 'kitchen::cook');
    const [{rows: [, [,,,, missing]]}] = await table(hand, ([, row]) => row?.[4].includes('not at hand'));
    assert.match(missing, /^assets\/samples\/src\/kitchen\.cpp is not at hand/);
    await page.picture(PICTURES, 'source-missing');
    await page.drop([SOURCES]);
    const [{title, rows}] = await table(hand, (all) => all.some(([line, calls]) => line === '55' && calls !== ''));
    assert.equal(title, 'Source: assets/samples/src/kitchen.cpp:55');
    const cook = rows.find(([line]) => line === '55');
    assert.equal(cook[4], 'void cook() {');
    assert.equal(cook[1], '3');
    const state = await hand.state();
    assert.deepEqual([state.opened, state.phase], [before.opened, 'ready']);
    // With the file at hand, a drop is a trace again.
    await page.dropToOpen([sample('family')], {shift: true});
    await page.waitFor('ready');
  }),

  'sources: long lines and bytes that are no text': (context) => opened(context, {}, async (hand, page) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
    try {
      const file = path.join(folder, 'kitchen.cpp');
      await writeFile(file, Buffer.concat([Buffer.from([0x61, 0xff, 0x0a]), Buffer.alloc(100 << 20, 'x')]));
      await hand.set('source', 'kitchen::cook');
      await table(hand, ([, row]) => row?.[4].includes('not at hand'));
      await page.drop([folder]);
      const [{rows}] = await table(hand, (all) => all.length > 2);
      assert.equal(rows[1][4], 'a\\xff');
      assert.equal(rows[2][4], `${'x'.repeat(2000)}\u2026`);
      await page.picture(PICTURES, 'source-long');
    } finally {
      await rm(folder, {recursive: true});
    }
  }),

  'sources: dark, light and of high contrast, at both pixel ratios': async (context) => {
    for (const [theme, scale] of [['dark', 1], ['light', 2], ['contrast', 2]]) {
      await opened(context, {theme: theme === 'light' ? 'light' : 'dark', scale}, async (hand, page) => {
        if (theme === 'contrast') await hand.set('theme', 'contrast');
        await hand.set('source', 'kitchen::simmer');
        await table(hand, ([, row]) => row?.[4].includes('not at hand'));
        await page.drop([SOURCES]);
        await table(hand, (all) => all.length > 20);
        const picture = await page.picture(PICTURES, `source-${theme}-${scale}`);
        assert.ok(picture.length > 15000, 'the picture is empty');
      });
    }
  },
};
