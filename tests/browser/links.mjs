// Links to a view, and the way back.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, infoOf, PICTURES, queryOf, recorded, sample} from './support.mjs';

function near(actual, expected, what) {
  actual.forEach((time, i) => {
    const off = BigInt(time) - BigInt(expected[i]);
    assert.ok(off >= -2n && off <= 2n, `${what}: ${actual} instead of ${expected}`);
  });
}

async function fragment(page, holds) {
  let hash = '';
  await page.until(async () => {
    hash = await page.page.evaluate(() => location.hash);
    return holds(hash);
  }, 5000, 'the fragment to be written');
  return hash;
}

// A slice in the middle of the screen.
async function selectSomething(page) {
  await page.page.mouse.move(600, 152);
  await page.settle();
  await page.page.mouse.click(600, 152);
  await page.settle();
  const {selection} = await page.state();
  assert.ok(selection, 'a slice is selected');
  return selection;
}

export const tests = {
  'link: another page shows the same view of the same trace': async (context) => {
    let hash = '';
    let before = null;
    await withPage(context, {}, async (page) => {
      await openByDrop(page, sample('kitchen'));
      await selectSomething(page);
      await page.page.keyboard.press('f');
      await page.settle();
      await page.command('find', 'kitchen & co');
      await page.command('tab', 'functions');
      hash = await fragment(page, (text) => text.includes('tab=functions') && text.includes('find='));
      assert.doesNotMatch(hash, /data|linux|std|schedule/, 'no name of the trace');
      before = await page.state();
    });
    await withPage({...context, url: context.url + hash}, {}, async (page) => {
      await page.drop([sample('kitchen')]);
      await page.waitFor('ready');
      await page.settle();
      const after = await page.state();
      near(after.visible, before.visible, 'visible');
      assert.deepEqual(after.selection, before.selection);
      await page.picture(PICTURES, 'link-opened');
      assert.equal(await fragment(page, (text) => text !== ''), hash);
    });
  },

  'link: pins, hidden tracks, markers, filters and the flame graph go with it': async (context) => {
    const trace = recorded('uftrace/threads64/uftrace.data');
    let hash = '';
    let before = null;
    const seen = async (page) => {
      const {markers, markedRange, trackFilter, colourBy} = await page.state();
      const tracks = (await page.tracks()).map(({name, tid, pinned, hidden, y}) => ({name, tid, pinned, hidden, y}));
      return {markers: markers.map(({time, begin, end}) => ({time, begin, end})), trackFilter, colourBy, tracks,
        range: [markedRange.begin, markedRange.end, markedRange.tracks.length]};
    };
    await withPage(context, {}, async (page) => {
      await openByDrop(page, trace);
      const {mouse, keyboard} = page.page;
      const threads = (await page.tracks()).filter(({kind, tid}) => kind === 'thread' && tid !== undefined);
      await page.command('pin', String(threads[3].id));
      await page.command('hide', String(threads[5].id));
      await page.command('colour-by', 'thread');
      await mouse.move(500, 300);
      await keyboard.press('m');
      await keyboard.down('Shift');
      await mouse.down();
      await mouse.move(700, 350, {steps: 4});
      await mouse.up();
      await keyboard.up('Shift');
      await page.settle();
      await page.command('track-filter', '/wkr-[1-9]/');
      await page.command('events-filter', 'kind == entry && name == "nap"');
      await page.command('events-span', 'marked');
      await page.command('flame-invert');
      await page.command('flame-focus', 'worker');
      await page.command('flame-threads');
      await page.command('tab', 'flame');
      await page.settle();
      hash = await fragment(page, (text) => text.includes('tab=flame') && text.includes('flame=') && text.includes('marks='));
      assert.match(hash, /pin=.*hide=.*marks=.*colour=thread.*tracks=.*filter=.*rows=marked/);
      assert.doesNotMatch(hash, /worker|threads\b/, 'no name that nobody typed there');
      before = await seen(page);
    });
    await withPage({...context, url: context.url + hash}, {}, async (page) => {
      await page.drop([trace]);
      await page.waitFor('ready');
      await page.settle();
      assert.deepEqual(await seen(page), before);
      let flame = null;
      await page.until(async () => (flame = await page.page.evaluate(() => window.tracepane.query('flame'))) !== null,
        10000, 'the flame graph');
      assert.deepEqual([flame.inverted, flame.byThread, flame.focus], [true, true, 'worker(int)']);
      assert.equal(await fragment(page, (text) => text !== ''), hash);
      await page.picture(PICTURES, 'link-with-choices');
    });
  },

  // The queries of docs/fleet.md make these.
  'link: made of the rows of a query': async (context) => {
    const traces = {uftrace: sample('kitchen'), trace_cmd: recorded('tracecmd/v7-none-sched/trace.dat'), lttng: dataPath('lttng/busy/data')};
    const calls = 'SELECT * FROM slice WHERE utid IS NOT NULL AND dur > 0 ORDER BY dur, ts LIMIT 1';
    const waits = "SELECT *, 0 AS depth FROM thread_state WHERE state = 'R' AND pid IS NOT NULL ORDER BY dur DESC, ts LIMIT 1";
    for (const [format, kind, sql] of [['uftrace', 'thread', calls], ['trace_cmd', 'state', waits], ['lttng', 'thread', calls],
      ['lttng', 'state', waits]]) {
      const trace = traces[format];
      const [{start_ts: start}] = queryOf(trace, 'SELECT start_ts FROM trace_bounds');
      const [row] = queryOf(trace, sql);
      const [begin, end] = [row.ts - start, row.end_ts - start];
      const hash = `#view=${Math.max(begin - row.dur, 0)},${end + row.dur + 1}`
        + `&at=${kind},${format === 'uftrace' ? row.pid : ''},${row.tid},,,${row.depth},${begin}`;
      await withPage({...context, url: context.url + hash}, {}, async (page) => {
        await page.drop([trace]);
        await page.waitFor('ready');
        await page.settle();
        const {selection} = await page.state();
        assert.deepEqual([selection?.begin, selection?.end, selection?.depth], [String(row.ts), String(row.end_ts), row.depth], hash);
      });
    }
  },

  'link: what makes no sense does no harm': (context) => withPage({...context,
    url: `${context.url}#view=9,1&at=thread,1,1,,,0,5&tab=nothing&find=%FF%00&range=a,b&x`}, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const state = await page.state();
    assert.equal(state.selection, null);
    near(state.visible, infoOf(sample('kitchen')).range, 'visible');
  }),

  'link: a fragment typed into the open page': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {range} = await page.state();
    await page.page.evaluate(() => { location.hash = '#view=1000,2000'; });
    await page.settle();
    near((await page.state()).visible, [BigInt(range[0]) + 1000n, BigInt(range[0]) + 2000n], 'visible');
  }),

  'history: Alt and the arrows go back and forth': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {keyboard, mouse} = page.page;
    const whole = (await page.state()).visible;
    await page.page.waitForTimeout(1100);
    const selection = await selectSomething(page);
    await page.page.waitForTimeout(1100);
    await keyboard.press('f');
    await page.settle();
    const fitted = (await page.state()).visible;
    await page.page.waitForTimeout(1100);
    for (let i = 0; i < 3; ++i) await keyboard.press('d');
    await page.settle();
    const moved = (await page.state()).visible;
    assert.notDeepEqual(moved, fitted);
    await keyboard.press('Alt+ArrowLeft');
    await page.settle();
    near((await page.state()).visible, fitted, 'back over three moves at once');
    await keyboard.press('Alt+ArrowLeft');
    await page.settle();
    near((await page.state()).visible, whole, 'back to the whole');
    assert.deepEqual((await page.state()).selection, selection);
    await keyboard.press('Alt+ArrowLeft');
    await page.settle();
    assert.equal((await page.state()).selection, null);
    await keyboard.press('Alt+ArrowRight');
    await keyboard.press('Alt+ArrowRight');
    await keyboard.press('Alt+ArrowRight');
    await page.settle();
    near((await page.state()).visible, moved, 'forward to the end');
    await mouse.move(600, 200);
    await page.page.evaluate(() => {
      const canvas = document.getElementById('canvas');
      const at = {button: 3, bubbles: true, cancelable: true, pointerId: 1, clientX: 600, clientY: 200};
      // No pointer is down that could be captured.
      canvas.setPointerCapture = () => {};
      canvas.dispatchEvent(new PointerEvent('pointerdown', at));
      canvas.dispatchEvent(new PointerEvent('pointerup', at));
    });
    await page.settle();
    near((await page.state()).visible, fitted, 'back by the mouse');
  }),
};
