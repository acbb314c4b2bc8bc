// What a selected record is, fields as counters, and the trace as a whole: by keys and clicks, against the command line.
import assert from 'node:assert/strict';
import {openSync, readSync} from 'node:fs';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, eventsOf, infoOf, PICTURES, recorded, sample} from './support.mjs';

const kernel = () => recorded('tracecmd/v7-none-sched/trace.dat');

async function answer(page, kind, holds = (found) => found !== null) {
  let found = null;
  await page.until(async () => {
    found = await page.page.evaluate((what) => window.tracepane.query(what), kind);
    return holds(found);
  }, 20000, `the answer to ${kind}`);
  return found;
}

// The bytes of a dump as the panel has it, 16 a line.
function undump(text) {
  return Buffer.from(text.split('\n').map((line) => line.slice(5, 53).replaceAll(' ', '')).join(''), 'hex');
}

async function selectRun(page, trace) {
  const {tid, ts} = eventsOf(trace).filter(({name}) => name === 'sched_switch')
    .map(({args, ts: at}) => ({tid: Number(/next_pid=(\d+)/.exec(args)[1]), ts: at})).find((one) => one.tid > 0);
  const state = (await page.tracks()).find((one) => one.kind === 'state' && one.tid === tid);
  await page.command('set-visible', String(ts - 20000), String(ts + 100000));
  await page.settle();
  assert.ok(await page.command('select', String(state.id), '0', String(ts + 1)));
  await page.settle();
  assert.equal((await page.state()).selection.begin, String(ts));
}

export const tests = {
  'details: a record, its fields and its bytes': (context) => withPage(context, {}, async (page) => {
    const trace = kernel();
    await openByDrop(page, trace);
    await selectRun(page, trace);
    const rows = await answer(page, 'description');
    assert.equal(rows.event, 'sched_switch');
    const [, offset, size] = /offset (\d+), (\d+) bytes/.exec(rows['recorded in']);
    const shown = undump(rows.bytes);
    assert.equal(shown.length, Math.min(256, Number(size)));
    const inFile = Buffer.alloc(shown.length);
    readSync(openSync(trace, 'r'), inFile, 0, shown.length, Number(offset));
    assert.deepEqual(shown, inFile);
    const fields = await answer(page, 'fields');
    assert.ok(fields.some(({event, field}) => event === 'sched_switch' && field === 'prev_prio'));
    const links = await answer(page, 'links');
    assert.ok(links.some(({label}) => label === 'prev_pid' || label === 'next_pid'), 'threads that it mentions');
    await page.picture(PICTURES, 'details');
  }),

  'details: callers are one click away': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const deep = (await page.tracks()).filter(({kind}) => kind === 'thread').sort((a, b) => b.height - a.height)[0];
    const {range} = await page.state();
    const [begin, end] = range.map(BigInt);
    let selected = null;
    for (let step = 1n; step < 100n && !selected; ++step) {
      await page.command('select', String(deep.id), '2', String(begin + (end - begin) * step / 100n));
      await page.settle();
      const {selection} = await page.state();
      if (selection?.depth === 2 && selection.count === 1) selected = selection;
    }
    assert.ok(selected, 'a call within calls');
    const around = await answer(page, 'around');
    assert.equal(around.callers.length, 2);
    await page.page.keyboard.press('1');
    await page.settle();
    await page.picture(PICTURES, 'details-callers');
    // The row "Called by" is where the panel says that it is.
    const {x, y} = around.callers[0];
    await page.page.mouse.click(x, y);
    await page.settle();
    const {selection} = await page.state();
    assert.equal(selection.depth, 1);
    assert.equal(selection.name, around.callers[0].name);
  }),

  'details: a field becomes a column of the events, and goes': (context) => withPage(context, {}, async (page) => {
    const hand = new Hand(page);
    const trace = dataPath('tracecmd/threads.dat');
    await openByDrop(page, trace);
    await selectRun(page, trace);
    await hand.press('1');
    const {x, y} = (await answer(page, 'fields')).find(({field}) => field === 'next_pid');
    // The words of the field are at the left of what plots it.
    await hand.click(x - 24, y, {button: 'right'});
    await hand.control('Show as a column of the events');
    await hand.press('7');
    // The table goes to the record of the selection once it is told where that is.
    await page.settle();
    const [{rows: [head, ...cells]}] = await hand.mirrored(([table]) => table?.rows[0].at(-1) === 'next_pid' &&
      table.rows.length > 1);
    const values = cells.map((row) => row[head.indexOf('next_pid')]);
    const all = eventsOf(trace);
    assert.deepEqual(values, cells.map(([number]) => /next_pid=(\d+)/.exec(all[number - 1].args)?.[1] ?? ''));
    const row = values.findIndex((value) => value !== '');
    const cell = [1240, 526 + 20 * row];
    await hand.click(...cell, {button: 'right'});
    await hand.control(`Only args.next_pid == ${values[row]}`);
    const expected = eventsOf(trace, '--filter', `args.next_pid == ${values[row]}`);
    const found = await hand.query('events', [0, 100], (one) => one?.done && one.total === expected.length);
    assert.deepEqual(found.rows, expected.slice(0, 100));
    await hand.click(cell[0], 526, {button: 'right'});
    await hand.control('Remove the column next_pid');
    await hand.mirrored(([table]) => table && !table.rows[0].includes('next_pid'));
  }),

  'plots: a click selects a value, which leads to its records': (context) => withPage(context, {}, async (page) => {
    const hand = new Hand(page);
    const trace = kernel();
    await openByDrop(page, trace);
    const switches = eventsOf(trace).filter(({name}) => name === 'sched_switch');
    const prioOf = ({args}) => /next_prio=(\d+)/.exec(args)[1];
    const [prio, ts] = switches.flatMap((one, i) => (i > 0 && one.ts - switches[i - 1].ts > 2000
      ? [[prioOf(switches[i - 1]), switches[i - 1].ts]] : []))[0];
    for (const field of ['prev_prio', 'next_prio']) assert.ok(await page.command('plot', 'sched_switch', field));
    await answer(page, 'plots', (found) => found?.length === 2);
    const select = async (name, how = {}) => {
      await page.command('set-visible', String(ts - 1000), String(ts + 1000));
      await page.settle();
      const {top, height} = (await page.tracks()).find((track) => track.name.startsWith(name));
      // The value holds from the middle of the window on.
      await hand.click(236 + (1280 - 236 - 12) * 0.7, top + height / 2, how);
      await page.settle();
      return (await page.state()).selection;
    };
    assert.equal((await select('sched_switch.next_prio')).begin, String(ts));
    await page.command('plot-lay');
    await page.settle();
    const {begin, text} = await select('sched_switch.prev_prio');
    assert.equal(begin, String(ts), text);
    await page.command('plot-lift');
    await page.settle();
    await select('sched_switch.next_prio', {button: 'right'});
    await hand.control(`Records with next_prio = ${prio}`);
    const filter = `sched_switch: next_prio == ${prio}`;
    const expected = eventsOf(trace, '--filter', filter);
    const found = await hand.query('events', [0, 1000], (one) => one?.done && one.total === expected.length);
    assert.deepEqual(found.rows, expected.slice(0, 1000));
  }),

  'plots: a field as a counter, as the events have it': (context) => withPage(context, {}, async (page) => {
    const trace = kernel();
    await openByDrop(page, trace);
    await selectRun(page, trace);
    await page.page.keyboard.press('1');
    await page.settle();
    const fields = await answer(page, 'fields');
    const {event, field, x, y} = fields.find((one) => one.field === 'prev_prio');
    await page.page.mouse.click(x, y);
    const [plot] = await answer(page, 'plots', (found) => found?.length > 0);
    await page.settle();
    assert.equal(plot.name, `${event}.${field}`);
    const values = eventsOf(trace).filter(({name}) => name === 'sched_switch');
    assert.equal(plot.samples, values.length);
    const track = (await page.tracks()).find(({name}) => name === 'sched_switch.prev_prio');
    assert.ok(track.drawn > 0, 'the plot is drawn');
    await page.picture(PICTURES, 'plot');
    assert.ok(await page.command('unplot', 'sched_switch', 'prev_prio'));
    await page.settle();
    assert.ok(!(await page.tracks()).some(({name}) => name === 'sched_switch.prev_prio'));
  }),

  'info: the command line says the same': async (context) => {
    for (const trace of [kernel(), recorded('tracecmd/lost-overwrite/trace.dat'), sample('kitchen')]) {
      await withPage(context, {}, async (page) => {
        await openByDrop(page, trace);
        await page.page.keyboard.press('5');
        await page.settle();
        const found = await answer(page, 'info');
        const expected = infoOf(trace);
        for (const key of ['format', 'version', 'clock', 'counts', 'range', 'streams', 'metadata'])
          assert.deepEqual(found[key], expected[key], key);
        // Tracks and warnings come in the order in which workers found them.
        const named = (list) => list.map(({track, ...rest}) => JSON.stringify(rest)).sort();
        for (const key of ['tasks', 'losses']) assert.deepEqual(named(found[key]), named(expected[key]), key);
        assert.deepEqual(found.warnings.slice().sort(), expected.warnings.slice().sort());
        await page.picture(PICTURES, `info-${trace.split('/').at(-2)}`);
      });
    }
  },
};
