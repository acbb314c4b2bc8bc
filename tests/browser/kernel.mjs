// Kernel traces on the page: threads and their states, functions, markers and counters.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, eventsOf, functionsOf, PICTURES, recorded} from './support.mjs';

function dropped(name, use, options = {}) {
  return (context) => withPage(context, options, async (page) => {
    const trace = name.startsWith('lttng') ? dataPath(name) : recorded(`tracecmd/${name}/trace.dat`);
    await openByDrop(page, trace);
    await use(page, await page.tracks(), trace);
    await page.picture(PICTURES, `trace-${name.replaceAll('/', '-')}`);
  });
}

async function answer(page, kind) {
  let found = null;
  const ask = async () => {
    found = await page.page.evaluate((what) => window.tracepane.query(what), kind);
    return found !== null;
  };
  await page.until(ask, 10000, `the answer to ${kind}`);
  return found;
}

function track(tracks, kind, parent) {
  const found = tracks.find((one) => one.kind === kind && (parent === undefined || one.parent === parent));
  assert.ok(found, `a track of kind ${kind}`);
  return found;
}

// Scrolls through the tracks of a kind until one of those in sight has enough on it.
async function drawnTrack(page, kind, least) {
  const poor = new Set();
  for (const {id} of (await page.tracks()).filter((one) => one.kind === kind)) {
    if (poor.has(id)) continue;
    await page.command('reveal', String(id));
    await page.quiet();
    const drawn = (await page.tracks()).filter((one) => one.kind === kind && one.drawn > 0);
    const found = drawn.find((one) => one.drawn >= least);
    if (found) return found;
    for (const one of drawn) poor.add(one.id);
  }
  return assert.fail(`no ${kind} track with ${least} marks`);
}

// A thread that another has woken, not an interrupt, and that then got a CPU from another, as the events tell.
function wokenRun(trace) {
  const waking = new Map();
  for (const {ts, name, args, flags} of eventsOf(trace)) {
    const pid = Number(/(?:^| )(?:next_)?pid=(\d+)/.exec(args ?? '')?.[1]);
    if (name === 'sched_waking' && flags[2] === '.') {
      waking.set(pid, ts);
    } else if (name === 'sched_switch' && waking.has(pid)) {
      if (!args.includes('prev_pid=0 ')) return {pid, begin: ts, woken: waking.get(pid)};
      waking.delete(pid);
    }
  }
  return assert.fail('nobody was woken');
}

// Selects some call of a thread that stands alone. Not every format tells in a row which thread it is of.
async function selectCall(page, trace, {id, tid}) {
  const times = eventsOf(trace).filter((row) => /sys_enter|syscall_entry/.test(row.name) && (row.tid ?? tid) === tid)
    .map(({ts}) => ts);
  for (const time of times.slice(times.length / 2)) {
    await page.command('set-visible', String(time - 500000), String(time + 500000));
    await page.quiet();
    if (!(await page.command('select', String(id), '0', String(time)))) continue;
    const {selection} = await page.state();
    if (selection.count === 1 && selection.name !== 'page fault') {
      await page.settle();
      return selection;
    }
  }
  return null;
}

export const tests = {
  'sched: a thread is woken and runs, and the waker is one step away': dropped('v7-none-sched', async (page, tracks,
    trace) => {
    assert.ok(tracks.filter(({kind}) => kind === 'state').length > 20);
    assert.ok(track(tracks, 'cpu').drawn > 0);
    const {pid, begin, woken} = wokenRun(trace);
    const state = tracks.find(({kind, tid}) => kind === 'state' && tid === pid);
    await page.command('set-visible', String(woken - 20000), String(begin + 40000));
    await page.settle();
    assert.ok(await page.command('select', String(state.id), '0', String(begin + 1)));
    await page.settle();
    const {selection} = await page.state();
    assert.equal(selection.name, 'running');
    assert.equal(selection.begin, String(begin));
    const [link] = await answer(page, 'links');
    assert.equal(link.label, 'woken by');
    assert.equal(link.time, String(woken));
    await page.picture(PICTURES, 'trace-woken');
    await page.page.keyboard.press('[');
    await page.settle();
    assert.equal((await page.state()).selection.track, link.track);
  }),

  'function_graph: calls are nested and add up': dropped('synth-fgraph', async (page, tracks, trace) => {
    await drawnTrack(page, 'thread', 3);
    const rows = await answer(page, 'functions');
    const expected = functionsOf(trace);
    assert.ok(expected.length > 10);
    assert.deepEqual(rows.map(({name, calls, total}) => ({name, calls, total})).slice(0, 10),
      expected.map(({name, calls, total}) => ({name, calls, total})).slice(0, 10));
  }),

  'markers: slices, pairs and counters': dropped('v7-markers', async (page, tracks, trace) => {
    assert.equal((await drawnTrack(page, 'counter', 10)).name, 'queue');
    await drawnTrack(page, 'thread', 3);
    assert.ok(functionsOf(trace).some(({name}) => name === 'frame 7'));
  }),

  'LTTng: CPUs, processes, a system call': dropped('lttng/busy/data', async (page, tracks, trace) => {
    assert.equal((await page.state()).format, 'lttng');
    assert.ok(tracks.filter(({kind}) => kind === 'cpu').every(({drawn}) => drawn > 10), 'CPUs are drawn');
    const states = (all) => all.filter(({kind}) => kind === 'state').length;
    assert.ok(states(tracks) > 20 && states(tracks) < 60, 'processes that ran have states');
    await page.command('idle-threads');
    await page.settle();
    assert.ok(states(await page.tracks()) > 100, 'processes have states');
    const selection = await selectCall(page, trace, await drawnTrack(page, 'thread', 50));
    assert.ok(selection, 'a system call');
    assert.match((await answer(page, 'description')).event, /^kernel\.syscall_entry/);
  }, {theme: 'light', scale: 2}),

  'system calls: a selected call shows its arguments and what it returned': dropped('v6-sched-syscalls', async (page, tracks,
    trace) => {
    const thread = await drawnTrack(page, 'thread', 3);
    assert.ok(await selectCall(page, trace, thread), 'a system call');
    const rows = await answer(page, 'description');
    assert.match(rows.event, /^sys_enter/);
  }),
};
