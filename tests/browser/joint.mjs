// Several traces at once on one axis.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {assertSameTrace, dataPath, eventsOf, infoOf, jointEventsOf, pathOf, PICTURES, recorded, ROOT, sample} from './support.mjs';

const PROGRAM = sample('kitchen');
const KERNEL = dataPath('tracecmd/threads.dat');

async function untilJoined(page, count, holds = () => true) {
  await page.until(async () => {
    const {phase, traces} = await page.state();
    return phase === 'ready' && traces.length === count && holds(traces);
  }, 20000, `${count} traces`);
  await page.settle();
  return page.state();
}

async function openBoth(page) {
  await openByDrop(page, PROGRAM);
  await page.dropToOpen([KERNEL]);
  return untilJoined(page, 2);
}

async function answer(page, kind, ...args) {
  let found = null;
  await page.until(async () => {
    found = await page.page.evaluate(([what, list]) => window.tracepane.query(what, list), [kind, args]);
    return found !== null;
  }, 10000, `the answer to ${kind}`);
  return found;
}

function under(tracks, heading) {
  const own = new Set([heading]);
  for (let size = 0; size !== own.size;) {
    size = own.size;
    for (const {id, parent} of tracks) if (own.has(parent)) own.add(id);
  }
  return tracks.filter(({id}) => own.has(id));
}

// Drags the heading of a trace sideways, as a person does.
async function dragHeading(page, id, by, {picture = ''} = {}) {
  const {mouse, keyboard} = page.page;
  await page.command('reveal', String(id));
  await page.settle();
  const {top, height} = (await page.tracks()).find((track) => track.id === id);
  const y = top + height / 2;
  await mouse.move(700, y);
  await keyboard.down('Alt');
  await mouse.down();
  for (let step = 1; step <= 5; ++step) await mouse.move(700 + (by * step) / 5, y);
  await page.page.waitForTimeout(100);
  if (picture) await page.picture(PICTURES, picture);
  await mouse.up();
  await keyboard.up('Alt');
}

export const tests = {
  'joint: what is no trace leaves the open one as it is': (context) => withPage(context, {}, async (page) => {
    const {range: [begin]} = await openByDrop(page, PROGRAM);
    await page.command('set-visible', [String(BigInt(begin) + 100000n), String(BigInt(begin) + 300000n)]);
    await page.settle();
    const before = await page.state();
    const empty = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
    try {
      for (const [dropped, why] of [[path.join(ROOT, 'README.md'), /README\.md: looks like a text file/],
        [empty, /no file in what was dropped/]]) {
        await page.drop([dropped]);
        await page.until(async () => {
          const {phase, notice} = await page.state();
          return phase === 'ready' && why.test(notice);
        }, 20000, `the trace to be back after ${dropped}`);
        await page.settle();
        const after = await page.state();
        // It stays in view, unlike what the footer says.
        assert.match(after.problem, why);
        for (const what of ['name', 'counts', 'visible', 'traces', 'error']) assert.deepEqual(after[what], before[what], what);
      }
    } finally {
      await rm(empty, {recursive: true});
    }
    // It is as good as before.
    await page.dropToOpen([KERNEL]);
    assert.equal((await untilJoined(page, 2)).name, 'data + threads.dat');
  }),

  'joint: a kernel trace is dropped beside a program': (context) => withPage(context, {}, async (page) => {
    const state = await openBoth(page);
    assertSameTrace(state, infoOf(PROGRAM, KERNEL));
    assert.equal(state.name, 'data + threads.dat');
    assert.deepEqual(state.traces.map(({name, format}) => ({name, format})),
      [{name: 'data', format: 'uftrace'}, {name: 'threads.dat', format: 'trace-cmd'}]);
    assert.match(state.notice, /lies beside what was open/);
    const tracks = await page.tracks();
    const tops = tracks.filter(({parent}) => parent === null);
    assert.deepEqual(tops.map(({name}) => name), ['data', 'threads.dat']);
    for (const {heading} of state.traces) assert.ok(under(tracks, heading).length > 5);
    await page.picture(PICTURES, 'joint');

    // The table has both in one order.
    await page.command('tab', 'events');
    const {rows, total} = await answer(page, 'events', 0, 5000);
    const expected = jointEventsOf(PROGRAM, KERNEL);
    assert.equal(total, expected.length);
    assert.deepEqual(rows.map(({ts, name}) => ({ts: Number(ts), name})), expected.slice(0, rows.length)
      .map(({ts, name}) => ({ts, name})));
    assert.deepEqual([...new Set(expected.map(({trace}) => trace))].sort(), ['data', 'threads.dat']);
    await page.picture(PICTURES, 'joint-events');
  }),

  'joint: traces that share no time are told, and laid on each other': (context) => withPage(context, {}, async (page) => {
    const traces = ['fib-args', 'fib-noargs'].map((name) => recorded(`uftrace/${name}/uftrace.data`));
    await openByDrop(page, traces[0]);
    await page.dropToOpen([traces[1]]);
    const before = await untilJoined(page, 2);
    await page.picture(PICTURES, 'joint-apart');
    await new Hand(page).control('Align beginnings');
    await page.until(async () => {
      const {phase, range} = await page.state();
      return phase === 'ready' && range[1] !== before.range[1];
    }, 20000, 'the traces beside each other');
    await page.settle();
    const lengths = traces.map((trace) => infoOf(trace).range).map(([begin, end]) => Number(end) - Number(begin));
    const {range: [begin, end]} = await page.state();
    assert.equal(begin, before.range[0]);
    assert.equal(Number(end) - Number(begin), Math.max(...lengths));
    await page.picture(PICTURES, 'joint-aligned');
  }),

  // As `uftrace report` has `fib` and `main` of each.
  'joint: functions have the figures of each trace': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, recorded('uftrace/fib-args/uftrace.data'));
    await page.dropToOpen([recorded('uftrace/fib-noargs/uftrace.data')]);
    await untilJoined(page, 2);
    const functions = await answer(page, 'functions');
    const figures = (wanted) => functions.find(({name}) => name === wanted).traces
      .map(({calls, total, self}) => [calls, total, self]);
    assert.deepEqual(figures('fib'), [[67, 9624, 9624], [15, 2944, 2944]]);
    assert.deepEqual(figures('main'), [[1, 380652, 2355], [1, 385048, 2715]]);
    await page.command('tab', 'functions');
    await page.settle();
    await page.picture(PICTURES, 'joint-functions');
  }),

  'joint: links lead within the trace that they are of': (context) => withPage(context, {}, async (page) => {
    const {traces: [, kernel]} = await openBoth(page);
    const alone = eventsOf(KERNEL);
    const first = jointEventsOf(PROGRAM, KERNEL).find(({trace}) => trace === 'threads.dat');
    const moved = first.ts - alone[0].ts;
    const states = under(await page.tracks(), kernel.heading).filter(({kind}) => kind === 'state');
    let link = null;
    for (const {ts, name} of alone) {
      if (name !== 'sched_switch' || link) continue;
      for (const {id} of states) {
        const time = ts + moved;
        await page.command('set-visible', String(time - 1000), String(time + 1000));
        await page.settle();
        if (!(await page.command('select', String(id), '0', String(time)))) continue;
        await page.settle();
        const {selection} = await page.state();
        if (selection?.name !== 'running' || selection.begin !== String(time)) continue;
        const links = await answer(page, 'links');
        link ??= links.find(({label}) => label === 'woken by') ?? null;
      }
    }
    assert.ok(link, 'a thread that was woken');
    const all = await page.tracks();
    const target = all.find(({id}) => id === link.track);
    assert.ok(under(all, kernel.heading).includes(target));
    assert.ok(alone.some(({ts}) => String(ts + moved) === link.time), 'at the time of an event');
  }),

  'joint: a trace is shifted by its heading, and back': (context) => withPage(context, {}, async (page) => {
    const before = await openBoth(page);
    await page.command('set-visible', before.range[0], String(BigInt(before.range[0]) + 1000000n));
    await page.settle();
    const {visible} = await page.state();
    await dragHeading(page, before.traces[1].heading, 200, {picture: 'joint-drag'});
    const after = await untilJoined(page, 2, (traces) => traces[1].shift !== '0');
    // 236 pixels of labels at the left, a scroll bar at the right.
    const expected = Number(BigInt(visible[1]) - BigInt(visible[0])) * (200 / (1280 - 236 - 12));
    const shift = Number(after.traces[1].shift);
    assert.ok(Math.abs(shift - expected) < expected * 0.02, `${shift} instead of ${expected}`);
    assert.deepEqual(after.visible, visible, 'the view stays');
    assert.deepEqual(after.counts, before.counts);
    assertSameTrace(after, infoOf('--offset', `2:${shift}`, PROGRAM, KERNEL));
    await page.picture(PICTURES, 'joint-shifted');
    // Not by Alt, a press folds it.
    assert.ok(await page.command('trace.reset-alignment'));
    assert.deepEqual((await untilJoined(page, 2, (traces) => traces[1].shift === '0')).range, before.range);
    assert.ok(await page.page.evaluate(() => window.tracepane.command('trace.shift', {trace: 2, offset: '-123 us'})));
    await untilJoined(page, 2, (traces) => traces[1].shift === '-123000');
    assert.ok(!await page.command('trace.shift', '9', '1 ms'));
    assert.ok(!await page.command('trace.shift', '2', 'soon'));
  }),

  'joint: what is chosen stays when another trace comes': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, PROGRAM);
    await page.page.mouse.move(600, 152);
    await page.settle();
    await page.page.mouse.click(600, 152);
    await page.settle();
    const {selection} = await page.state();
    assert.ok(selection);
    await page.command('pin', String(selection.track));
    await page.page.evaluate(() => { window.name = 'same page'; });
    await page.drop([KERNEL]);
    const state = await untilJoined(page, 2);
    assert.equal(state.selection.name, selection.name);
    assert.equal(state.selection.begin, selection.begin);
    assert.equal((await page.tracks()).filter(({pinned}) => pinned).length > 0, true);
  }),

  'joint: one is opened alone, taken away, and all are shown again': (context) => withPage(context, {}, async (page) => {
    const both = await openBoth(page);
    assert.ok(await page.command('trace.alone'));
    const alone = await untilJoined(page, 1);
    assert.equal(alone.counts.records, infoOf(KERNEL).counts.records);
    assert.ok(await page.command('trace.all'));
    assert.deepEqual((await untilJoined(page, 2)).counts, both.counts);
    assert.ok(await page.command('trace.close', '2'));
    assert.equal((await untilJoined(page, 1)).counts.records, infoOf(PROGRAM).counts.records);
    // With Shift, in the place of all.
    await page.drop([KERNEL], {shift: true});
    await page.until(async () => (await page.state()).name === 'threads.dat', 20000, 'the other');
    assertSameTrace(await page.waitFor('ready'), infoOf(KERNEL));
  }),

  'joint: drops are opened in their order, whichever is listed first': (context) => withPage(context, {}, async (page) => {
    await page.drop([PROGRAM], {shift: true});
    await page.drop([KERNEL]);
    assert.equal((await untilJoined(page, 2)).counts.records, infoOf(PROGRAM, KERNEL).counts.records);
    // What takes the place of all makes those before it needless.
    await page.drop([PROGRAM]);
    await page.drop([KERNEL], {shift: true});
    await page.until(async () => (await page.state()).name === 'threads.dat', 20000, 'the last');
    assertSameTrace(await page.waitFor('ready'), infoOf(KERNEL));
    await page.settle();
    assert.equal((await page.state()).name, 'threads.dat');
  }),

  'joint: dropped together, by different tools or on demand': (context) => withPage(context, {theme: 'light'},
    async (page) => {
      await page.drop([PROGRAM, KERNEL, dataPath('xray/fdr-v5.xray')]);
      const state = await untilJoined(page, 3);
      assert.deepEqual(state.counts.records, infoOf(PROGRAM, KERNEL, dataPath('xray/fdr-v5.xray')).counts.records);
      await page.picture(PICTURES, 'joint-light');
      await page.drop([path.join(ROOT, 'assets/samples')], {shift: true});
      await page.until(async () => (await page.state()).traces.length === 0, 10000, 'one of the samples');
      await page.waitFor('ready');
      await page.settle();
      await page.picture(PICTURES, 'joint-siblings');
      // The list has opened by itself.
      await new Hand(page).control('Open all together');
      await untilJoined(page, 2);
    }),

  'joint: opened by a script beside what is open': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, PROGRAM);
    await page.page.evaluate(async () => {
      const {files} = (await (await fetch('samples/manifest.json')).json()).find(({name}) => name === 'family');
      const given = await Promise.all(files.map(async (name) => ({path: `family/${name}`,
        file: new File([await (await fetch(`samples/family/${name}`)).blob()], name)})));
      await window.tracepane.open(given, {add: true});
    });
    const {traces} = await untilJoined(page, 2);
    assert.equal(traces[1].alignment, 'same clock: mono');
  }),

  'joint: a wait of the kernel is in the function of its program': (context) => withPage(context, {}, async (page) => {
    const kernel = dataPath('joint/kitchen.dat');
    await page.drop([kernel, PROGRAM]);
    await untilJoined(page, 2);
    const named = pathOf(4413, 0, 2 ** 44, kernel, PROGRAM).filter(({userCall}) => userCall);
    assert.equal(new Set(named.map(({userCall}) => userCall)).size, 2);
    const {id} = (await page.tracks()).find(({kind, tid}) => kind === 'state' && tid === 4413);
    const hand = new Hand(page);
    await hand.set('tab', 'why');
    for (const {begin, end, call, userCall} of named) {
      await hand.set('set-visible', begin - 5000, end + 5000);
      assert.ok(await hand.set('select', id, 0, begin));
      await hand.mirrored((tables) => tables.some(({rows}) =>
        rows.some(([what, value]) => what === 'Why' && value.includes(`in ${call} (in ${userCall})`))));
    }
    await page.picture(PICTURES, 'joint-why');
  }),
};
