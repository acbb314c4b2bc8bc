// What can be done, and how it is found: the palette, the list of keys.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, exportedBytes, PICTURES, recorded, sample} from './support.mjs';

export function query(page, kind, ...args) {
  return page.page.evaluate(([name, list]) => window.tracepane.query(name, list), [kind, args]);
}

// What the page saves when something is done.
async function downloaded(page, act) {
  const [download] = await Promise.all([page.page.waitForEvent('download'), act()]);
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
}

async function visible(page) {
  return (await page.state()).visible;
}

export const tests = {
  'palette: found by letters, done by Enter, the last one first': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {keyboard} = page.page;
    await keyboard.press('Control+Shift+P');
    await page.settle();
    assert.ok((await query(page, 'palette')).rows.length > 15);
    // Faster than frames are drawn.
    await keyboard.type('flame graph: up');
    await page.settle();
    await page.picture(PICTURES, 'palette');
    const found = await query(page, 'palette');
    assert.equal(found.text, 'flame graph: up');
    assert.equal(found.rows[0], 'Flame graph: upside down');
    await keyboard.press('Enter');
    await page.settle();
    assert.equal(await query(page, 'palette'), null);
    await keyboard.press('>');
    await page.settle();
    assert.equal((await query(page, 'palette')).rows[0], 'Flame graph: upside down');
    assert.equal((await query(page, 'palette')).text, '');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    await page.settle();
    assert.equal((await query(page, 'palette')).current, 1);
    await keyboard.press('Escape');
    await page.settle();
    assert.equal(await query(page, 'palette'), null);
  }),

  'palette: asks for what an action needs': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {keyboard} = page.page;
    const {range} = await page.state();
    const middle = (BigInt(range[0]) + BigInt(range[1])) / 2n;
    await keyboard.press('>');
    await keyboard.type('span of time');
    await keyboard.press('Enter');
    await page.settle();
    assert.match((await query(page, 'palette')).asks, /time/);
    await keyboard.type('no such time');
    await keyboard.press('Enter');
    await page.settle();
    assert.notEqual(await query(page, 'palette'), null);
    await page.picture(PICTURES, 'palette-refuses');
    await keyboard.press('Control+Backspace');
    await keyboard.type(`${middle} ${middle + 20000n}`);
    await keyboard.press('Enter');
    await page.settle();
    assert.equal(await query(page, 'palette'), null);
    const [begin, end] = await visible(page);
    assert.ok(BigInt(begin) - middle < 2n && BigInt(end) - middle - 20000n < 3n, `${begin} ${end}`);
  }),

  'keys: what is listed is what they do': (context) => withPage(context, {}, async (page) => {
    const actions = await query(page, 'actions');
    assert.equal(actions.find(({id}) => id === 'fit').applies, false, 'nothing is open');
    await openByDrop(page, sample('kitchen'));
    const {keyboard} = page.page;
    await keyboard.press('Shift+?');
    await page.settle();
    await page.picture(PICTURES, 'keys');
    await page.page.mouse.click(10, 300);
    await page.settle();
    const whole = await visible(page);
    await keyboard.press('w');
    await page.settle();
    assert.notDeepEqual(await visible(page), whole);
    await keyboard.press('0');
    await page.settle();
    assert.deepEqual(await visible(page), whole);
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(500);
    assert.equal((await page.state()).frame.count, before, 'frames are drawn while nothing changes');
  }),

  'settings: chosen by keys, and kept': (context) => withPage(context, {theme: 'light'}, async (page) => {
    const {keyboard} = page.page;
    await keyboard.press('Control+,');
    await page.settle();
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await page.settle();
    await page.picture(PICTURES, 'settings');
    await keyboard.press('Escape');
    await page.settle();
    const {theme, palette} = (await page.state()).settings;
    assert.deepEqual([theme, palette], ['dark', 'colour-blind']);
    await page.page.reload();
    await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
    assert.equal((await page.state()).settings.palette, 'colour-blind');
    await openByDrop(page, sample('kitchen'));
    await page.picture(PICTURES, 'settings-kept');
  }),

  'where a trace was left: remembered, and nothing of the trace with it': (context) => withPage(context, {},
    async (page) => {
      await openByDrop(page, sample('kitchen'));
      assert.equal(await page.command('last-view'), false);
      const {range} = await page.state();
      await page.command('set-visible', String(BigInt(range[0]) + 1000n), String(BigInt(range[0]) + 5000n));
      await page.settle();
      await page.page.waitForTimeout(700);
      const kept = await page.page.evaluate(() => localStorage.getItem('tracepane'));
      assert.match(kept, /view=1000,5000/);
      assert.doesNotMatch(kept, /data|kitchen|uftrace/);
      await page.page.evaluate(() => history.replaceState(null, '', location.pathname));
      await page.page.reload();
      await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
      await openByDrop(page, sample('kitchen'));
      assert.ok(await page.command('last-view'));
      await page.settle();
      assert.equal((await page.state()).visible[0], String(BigInt(range[0]) + 1000n));
    }),

  'reduced motion: moves are at once': (context) => withPage(context, {}, async (page) => {
    await page.page.emulateMedia({reducedMotion: 'reduce'});
    await openByDrop(page, sample('kitchen'));
    const before = (await page.state()).frame.count;
    await page.page.keyboard.press('f');
    await page.settle();
    assert.ok((await page.state()).frame.count - before < 10, 'frames of a movement');
  }),

  'export: the bytes of the command line': (context) => withPage(context, {}, async (page) => {
    const traces = [sample('kitchen'), dataPath('tracecmd/threads.dat')];
    for (const trace of traces) {
      await openByDrop(page, trace);
      for (const format of ['chrome', 'perfetto', 'speedscope', 'folded', 'csv']) {
        const {name, bytes} = await downloaded(page, () => page.command('export', format));
        assert.ok(name.startsWith((await page.state()).name), name);
        assert.deepEqual(bytes, exportedBytes(trace, format), `${trace} as ${format}`);
      }
    }
    // Of the marked range.
    const {range} = await page.state();
    const [from, to] = [BigInt(range[0]) + 100000n, BigInt(range[0]) + 900000n];
    await page.command('set-visible', String(from), String(to));
    await page.settle();
    const {mouse, keyboard} = page.page;
    await keyboard.down('Shift');
    await mouse.move(500, 300);
    await mouse.down();
    await mouse.move(900, 300, {steps: 4});
    await mouse.up();
    await keyboard.up('Shift');
    await page.settle();
    const marked = (await page.state()).marked;
    const {bytes} = await downloaded(page, () => page.command('export-range', 'chrome'));
    assert.deepEqual(bytes, exportedBytes(traces[1], 'chrome', '--from', marked[0], '--to', marked[1]));
  }),

  'export: cancelled': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, recorded('uftrace/threads64/uftrace.data'));
    assert.ok(await page.command('export', 'chrome'));
    assert.equal(await page.command('export', 'chrome'), false, 'one at a time');
    assert.ok(await page.command('cancel-export'));
    await page.settle();
    assert.equal(await page.command('cancel-export'), false);
    assert.equal((await page.state()).phase, 'ready');
  }),
};
