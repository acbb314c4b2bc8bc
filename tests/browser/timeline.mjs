// The timeline: stepping by name, the list of tracks, markers, ranges, colours; by real keys and the mouse.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {eventsOf, PICTURES, recorded, sample} from './support.mjs';

const LABELS = 236;
const AXIS = 87;  // the middle of the axis

// Of the buttons beside a label.
const TOOL = {pin: 167, up: 185, down: 203, hide: 221};

function opened(trace, use, options = {}) {
  return (context) => withPage(context, options, async (page) => {
    await openByDrop(page, trace());
    await use(page, trace());
  });
}

async function press(page, ...keys) {
  for (const key of keys) await page.page.keyboard.press(key);
  await page.settle();
  return page.state();
}

async function drag(page, from, to, steps = 5) {
  await page.page.mouse.move(...from);
  await page.settle();
  await page.page.mouse.down();
  await page.page.mouse.move(...to, {steps});
  await page.settle();
  await page.page.mouse.up();
  await page.settle();
  return page.state();
}

async function query(page, kind, ...args) {
  let answer = null;
  await page.until(async () => {
    answer = await page.page.evaluate(([name, list]) => window.tracepane.query(name, list), [kind, args]);
    return answer !== null;
  }, 20000, kind);
  return answer;
}

async function trackOf(page, kind, number = 0) {
  return (await page.tracks()).filter((track) => track.kind === kind && !track.hidden)[number];
}

// The time under a place, as the ruler has it.
async function timeAt(page, x) {
  const [begin, end] = (await page.state()).visible.map(Number);
  return begin + (end - begin) * (x - LABELS) / (1280 - LABELS - 12);
}

async function useTool(page, track, tool) {
  await page.page.mouse.move(60, track.top + 8);
  await page.settle();
  await page.page.mouse.move(TOOL[tool], track.top + 11);
  await page.settle();
  await page.page.mouse.click(TOOL[tool], track.top + 11);
  await page.settle();
}

// Calls of a thread as the command line tells them.
function callsOf(trace, tid) {
  const calls = [];
  const open = [];
  for (const event of eventsOf(trace)) {
    if (event.tid !== tid) continue;
    if (event.kind === 'entry') {
      open[event.depth] = {name: event.name, begin: event.ts, depth: event.depth};
      calls.push(open[event.depth]);
    } else if (event.kind === 'exit' && open[event.depth]) {
      open[event.depth].end = event.ts;
    }
  }
  return calls;
}

export const tests = {
  'timeline: . and , go through all calls of one name, l to the longest within': opened(() => sample('kitchen'),
    async (page, trace) => {
      const thread = await trackOf(page, 'thread');
      const calls = callsOf(trace, thread.tid);
      const counts = new Map();
      for (const {name} of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
      const [name] = [...counts].filter(([, count]) => count >= 4 && count < 40).sort((a, b) => b[1] - a[1])[0];
      const begins = calls.filter((call) => call.name === name).map(({begin}) => begin);
      const first = calls.find((call) => call.name === name);
      await page.command('set-visible', String(first.begin - 100), String(first.begin + 2000));
      await page.settle();
      assert.ok(await page.command('select', String(thread.id), String(first.depth), String(first.begin)));
      await page.settle();
      for (const begin of begins.slice(1, 6)) {
        assert.equal((await press(page, '.')).selection.begin, String(begin));
        assert.equal((await page.state()).selection.name, name);
      }
      const back = begins.slice(0, Math.min(begins.length, 6)).reverse().slice(1);
      for (const begin of back) assert.equal((await press(page, ',')).selection.begin, String(begin));

      const main = calls.find((call) => call.depth === 0 && call.end > call.begin);
      const within = calls.filter(({begin, end, depth}) => depth === 1 && begin >= main.begin && end <= main.end);
      const longest = within.reduce((a, b) => (b.end - b.begin > a.end - a.begin ? b : a));
      await page.command('show-all');
      await page.settle();
      await page.command('select', String(thread.id), '0', String(main.begin + 1));
      const {selection} = await press(page, 'l');
      assert.equal(selection.begin, String(longest.begin));
      assert.equal(selection.end, String(longest.end));
    }),

  'timeline: ] goes to whom a wakeup wakes, [ back to who woke it': opened(
    () => recorded('tracecmd/v7-none-sched/trace.dat'), async (page, trace) => {
      // One that a thread does itself: an interrupt would be a place of its own.
      const waking = eventsOf(trace).find(({name, args, flags}) => name === 'sched_waking' && /pid=[1-9]/.test(args) &&
        flags[2] === '.');
      const woken = Number(/(?:^| )pid=(\d+)/.exec(waking.args)[1]);
      await page.command('set-visible', String(waking.ts - 5000), String(waking.ts + 50000));
      await page.settle();
      const events = (await page.tracks()).find(({kind, tid}) => kind === 'events' && tid === waking.tid);
      assert.ok(events, 'the events of who wakes');
      assert.ok(await page.command('select', String(events.id), '0', String(waking.ts)));
      await page.settle();
      assert.deepEqual((await query(page, 'links')).map(({label}) => label), ['wakes']);
      const {selection} = await press(page, ']');
      const track = (await page.tracks()).find(({id}) => id === selection.track);
      assert.equal(track.tid, woken);
      assert.equal(track.kind, 'state');
    }),

  'timeline: tracks are filtered, pinned, hidden, moved and sorted': opened(() => sample('family'), async (page) => {
    const all = await page.tracks();
    const thread = all.filter(({kind}) => kind === 'thread').at(-1);
    await page.page.keyboard.press('t');
    await page.settle();
    await page.page.keyboard.type(thread.detail);
    await page.settle();
    assert.equal((await page.state()).trackFilter, thread.detail);
    const found = (await page.tracks()).filter(({kind}) => kind === 'thread');
    assert.ok(found.some(({id}) => id === thread.id) && found.length < all.filter(({kind}) => kind === 'thread').length);
    await page.picture(PICTURES, 'tracks-filter');
    await page.page.keyboard.press('Escape');
    await page.settle();
    assert.equal((await page.tracks()).length, all.length);

    const first = await trackOf(page, 'thread');
    await useTool(page, first, 'pin');
    const pinned = (await page.tracks()).filter((track) => track.pinned);
    assert.ok(pinned.length > 0 && pinned.every(({id, parent}) => id === first.id || parent === first.id));
    await page.picture(PICTURES, 'tracks-pinned');
    const next = (await page.tracks()).find(({kind, pinned: up}) => kind === 'thread' && !up);
    await useTool(page, next, 'hide');
    assert.deepEqual((await page.tracks()).filter(({hidden}) => hidden).map(({id}) => id), [next.id]);
    await page.page.mouse.click(110, 61);
    await page.settle();
    assert.equal((await page.tracks()).filter(({hidden}) => hidden).length, 0);
    await useTool(page, pinned[0], 'pin');
    assert.equal((await page.tracks()).filter((track) => track.pinned).length, 0);

    const processes = async () => (await page.tracks()).filter(({kind}) => kind === 'process');
    const before = await processes();
    await useTool(page, before[0], 'down');
    const after = await processes();
    assert.deepEqual(after.slice(0, 2).map(({id}) => id), [before[1].id, before[0].id]);
    await page.page.mouse.click(60, after[0].top + 11, {button: 'right'});
    await page.settle();
    await page.picture(PICTURES, 'tracks-menu');
    await page.page.keyboard.press('Escape');
    await page.settle();
    const closed = await page.picture(PICTURES, 'tracks-sort');
    await page.page.mouse.click(40, 61);
    await page.settle();
    assert.notDeepEqual(await page.picture(PICTURES, 'tracks-sort'), closed, 'no menu opens');
    await page.page.keyboard.press('Escape');
    await page.settle();
    assert.ok(await page.command('pin', String(after[0].id)));
    await page.settle();
    assert.equal((await processes()).find(({pinned: up}) => up).id, after[0].id);
    assert.ok(await page.command('unpin', String(after[0].id)));
    assert.equal(await page.command('pin', '100000'), false);
    assert.ok(await page.command('sort', 'pid'));
    await page.settle();
    const pids = (await processes()).map(({pid}) => pid);
    assert.deepEqual(pids, pids.slice().sort((a, b) => a - b));
  }),

  'timeline: headings stay in sight and can be clicked on': opened(() => sample('family'), async (page) => {
    const process = await trackOf(page, 'process');
    await page.page.mouse.move(600, 200);
    await page.page.mouse.wheel(0, 120);
    await page.settle();
    assert.ok((await trackOf(page, 'process')).top < 100, 'it has scrolled away');
    await page.picture(PICTURES, 'tracks-sticky');
    await page.page.mouse.click(120, 110);
    await page.settle();
    assert.equal((await page.tracks()).find(({id}) => id === process.id).collapsed, true);
  }, {height: 480}),

  'timeline: markers are set, moved, compared and removed': opened(() => sample('kitchen'), async (page) => {
    await page.page.mouse.move(500, 300);
    await page.settle();
    const expected = await timeAt(page, 500);
    const one = (await press(page, 'm')).markers;
    assert.equal(one.length, 1);
    assert.ok(Math.abs(Number(one[0].time) - expected) < 2 + (await timeAt(page, 501)) - expected);
    await page.page.mouse.move(900, 300);
    const two = (await press(page, 'm')).markers;
    assert.deepEqual(two.map(({number, selected}) => [number, selected]), [[1, false], [2, true]]);
    await page.page.mouse.move(1000, 300);
    await page.settle();
    await page.picture(PICTURES, 'markers');
    // With Alt, since it would snap to the edge of a slice.
    await page.page.keyboard.down('Alt');
    const moved = (await drag(page, [504, AXIS], [700, AXIS])).markers;
    await page.page.keyboard.up('Alt');
    const time = await timeAt(page, 700);
    assert.ok(Math.abs(Number(moved[0].time) - time) < 2 + (await timeAt(page, 701)) - time);
    assert.equal(moved[0].selected, true);
    const left = (await press(page, 'Delete')).markers;
    assert.deepEqual(left.map(({number}) => number), [2]);

    const thread = await trackOf(page, 'thread');
    const [begin, end] = (await page.state()).range.map(BigInt);
    assert.ok(await page.command('select', String(thread.id), '0', String((begin + end) / 2n)));
    await page.settle();
    const {selection} = await page.state();
    const {markers} = await press(page, 'Shift+M');
    assert.deepEqual(markers.at(-1), {number: 3, begin: selection.begin, end: selection.end, note: ''});
    assert.ok(await page.command('marker', selection.begin));
    assert.equal((await page.state()).markers.find(({selected}) => selected).time, selection.begin);
    await page.settle();
    await page.picture(PICTURES, 'markers-kept');
  }),

  'timeline: a range on some tracks or on all, and the statistics follow it': opened(() => sample('kitchen'),
    async (page) => {
      const thread = await trackOf(page, 'thread', 1);
      const other = await trackOf(page, 'thread', 2);
      await page.page.keyboard.down('Shift');
      const {markedRange} = await drag(page, [400, thread.top + 3], [800, thread.top + 12]);
      await page.page.keyboard.up('Shift');
      assert.ok(markedRange.tracks.includes(thread.id) && !markedRange.tracks.includes(other.id));
      await page.page.keyboard.press('4');
      await page.settle();
      await page.picture(PICTURES, 'range-tracks');
      await page.page.keyboard.press('1');
      await page.settle();
      const {begin, end} = markedRange;
      const own = await query(page, 'functions', begin, end, ...markedRange.tracks.map(String));
      const sum = (rows) => rows.reduce((total, {self}) => total + self, 0);
      let parts = 0;
      for (const {id} of (await page.tracks()).filter(({kind}) => kind === 'thread')) {
        const figures = sum(await query(page, 'functions', begin, end, String(id)));
        if (id === thread.id) assert.equal(sum(own), figures);
        parts += figures;
      }
      assert.equal(parts, sum(await query(page, 'functions', begin, end)));

      const edge = (await drag(page, [800, thread.top + 200], [900, thread.top + 200])).markedRange;
      assert.equal(edge.begin, begin);
      assert.ok(Number(edge.end) > Number(end));
      assert.deepEqual(edge.tracks, markedRange.tracks);
      const onAxis = (await drag(page, [350, AXIS], [450, AXIS])).markedRange;
      assert.deepEqual(onAxis.tracks, []);
      assert.ok(Math.abs(Number(onAxis.begin) - await timeAt(page, 350)) < (Number(onAxis.end) - Number(onAxis.begin)) / 50);
      assert.equal((await press(page, 'Escape')).markedRange, null);
    }),

  'timeline: counters tell their value under the pointer': opened(() => recorded('uftrace/read-triggers/uftrace.data'),
    async (page) => {
      await page.command('toggle-drawer');
      await page.settle();
      const counter = await trackOf(page, 'counter', 3);
      assert.equal(counter.height, 36);
      const before = await page.picture(PICTURES, 'counters');
      await page.page.mouse.move(800, counter.top + 20);
      await page.settle();
      assert.notDeepEqual(await page.picture(PICTURES, 'counters-value'), before);
    }, {theme: 'light'}),

  'timeline: colours by thread, duration and state; heights by the wheel': async (context) => {
    for (const theme of ['dark', 'light']) {
      await withPage(context, {theme, scale: theme === 'dark' ? 1 : 2}, async (page) => {
        await openByDrop(page, recorded('uftrace/sched/uftrace.data'));
        await page.picture(PICTURES, `hatched-${theme}`);
        for (const by of ['thread', 'duration', 'state', 'name']) {
          assert.ok(await page.command('colour-by', by));
          await page.settle();
          assert.equal((await page.state()).colourBy, by);
          await page.picture(PICTURES, `colour-${by}-${theme}`);
        }
        assert.equal(await page.command('colour-by', 'mood'), false);
        const {height} = await trackOf(page, 'thread');
        await page.page.mouse.move(600, 250);
        await page.page.keyboard.down('Control');
        await page.page.keyboard.down('Shift');
        await page.page.mouse.wheel(0, -120);
        await page.settle();
        assert.equal((await page.state()).rowHeight, 24);
        await page.page.mouse.wheel(0, 120);
        await page.settle();
        await page.page.mouse.wheel(0, 120);
        await page.settle();
        await page.page.keyboard.up('Shift');
        await page.page.keyboard.up('Control');
        assert.equal((await page.state()).rowHeight, 9);
        assert.ok((await trackOf(page, 'thread')).height < height);
        await page.picture(PICTURES, `rows-low-${theme}`);
      });
    }
  },
};
