// What leads from place to place: who woke whom, the worst latencies, warnings; fields as counters.
import assert from 'node:assert/strict';

// The worst wakeup whose waker is known, with the state that it ended in selected.
async function wokenRun(world) {
  const {hand, facts} = world;
  const worst = facts.scheduling().worst.find(
    ({wakerTid, tid, context}) => wakerTid > 0 && wakerTid !== tid && context === '');
  assert.ok(worst, 'a thread that another has woken');
  const margin = Math.max(200, worst.ran - worst.woken);
  await hand.set('set-visible', worst.woken - margin, worst.ran + margin);
  const state = (await hand.tracks()).find(({kind, tid}) => kind === 'state' && tid === worst.tid);
  assert.ok(await hand.set('select', state.id, 0, worst.ran));
  const links = await hand.query('links', [], (list) => list !== null && list.some(({label}) => label === 'woken by'));
  return {worst, link: links.find(({label}) => label === 'woken by')};
}

async function trackOf({hand}, id) {
  return (await hand.tracks()).find((track) => track.id === id);
}

async function worstOpen(world) {
  const {hand, facts} = world;
  await hand.set('tab', 'scheduling');
  await hand.query('scheduling');
  await hand.quiet();
  return facts.scheduling().worst;
}

const atWorst = async ({hand}, worst) => {
  // Whoever was woken while it still ran waits since it left the CPU.
  const listed = ({selection}) => selection?.name === 'runnable' && worst.some(({woken, ran}) =>
    String(ran) === selection.end && Number(selection.begin) >= woken);
  await hand.untilState(listed, 'a latency that the command line lists');
};

async function warned({hand, facts}) {
  await hand.set('tab', 'info');
  const told = await hand.query('warnings');
  assert.deepEqual(told.slice().sort(), facts.info.warnings.slice().sort());
  return {told, before: (await hand.ask('warning'))?.number ?? 0};
}

const nextWarning = async ({hand}, {told, before}) => {
  const wanted = before % told.length + 1;
  const {file, offset} = await hand.query('warning', [], (one) => one?.number === wanted);
  assert.ok(told[wanted - 1].startsWith(`${file}: offset ${offset}`), told[wanted - 1]);
};

// An event with a number in it, and how often it is there.
function numericField({facts}) {
  for (const {name, args} of facts.events()) {
    const field = /(?:^|[ ,])([a-z_]\w*) ?= ?\d+(?=$|[ ,])/.exec(args ?? '')?.[1];
    if (!field) continue;
    const holds = new RegExp(`(?:^|[ ,])${field} ?= ?\\d+(?=$|[ ,])`);
    const samples = facts.events().filter((one) => one.name === name && holds.test(one.args ?? '')).length;
    return {name, field, samples};
  }
  return assert.fail('an event with a number');
}

const noPlots = ({hand}) => hand.set('unplot-durations');

// The function with the most calls, as the command line counts them.
const busiest = ({facts}) => facts.functions().reduce((most, one) => (one.calls > most.calls ? one : most));

const plotted = (world, fits = () => true) =>
  world.hand.query('durations', [], (list) => list?.length > 0 && list.every(({plots}) => plots.every(({done}) => done)) &&
    fits(list));

async function countedOnce(world, {calls}) {
  const [track] = await plotted(world);
  assert.equal(track.plots[0].calls, calls);
  await noPlots(world);
}

async function withPlot(world) {
  await noPlots(world);
  await world.hand.set('plot-durations', busiest(world).name);
  await plotted(world);
  await world.hand.quiet();
}

export const rows = [
  {
    does: 'follow-in',
    on: 'flows',
    ready: wokenRun,
    done: async (world, {worst, link}) => {
      const {selection} = await world.hand.untilState((state) => state.selection?.track === link.track, 'the waker');
      assert.equal((await trackOf(world, selection.track)).tid, worst.wakerTid);
      assert.ok(Number(selection.begin) <= worst.woken && Number(selection.end) >= worst.woken, 'at its time');
    },
  },
  {
    does: 'follow-out',
    on: 'flows',
    ready: async (world) => {
      const {worst} = await wokenRun(world);
      // The record that wakes, on the track of who does.
      const events = (await world.hand.tracks()).find(({kind, tid}) => kind === 'events' && tid === worst.wakerTid);
      await world.hand.set('set-visible', worst.woken - 3000, worst.woken + 3000);
      assert.ok(await world.hand.set('select', events.id, 0, worst.woken), 'the record that wakes');
      await world.hand.query('links', [], (list) => list !== null && list.some(({label}) => label === 'wakes'));
      return worst;
    },
    done: async (world, {tid}) => {
      const states = new Set((await world.hand.tracks()).filter((one) => one.kind === 'state' && one.tid === tid)
        .map(({id}) => id));
      await world.hand.untilState(({selection}) => states.has(selection?.track), 'the woken');
    },
  },
  {does: 'latency', on: 'scheduler', ready: worstOpen, done: atWorst},
  {does: 'next-listed', on: 'scheduler', ready: worstOpen, done: atWorst},
  {does: 'warning', on: 'damage', ready: warned, done: nextWarning},
  {
    does: 'next-loss',
    on: 'losses',
    ready: ({facts}) => facts.events().filter(({kind}) => kind === 'lost').map(({ts}) => ts),
    done: ({hand}, times) => hand.untilState(({visible: [begin, end], notice}) => / lost/.test(notice) &&
      times.some((ts) => Number(begin) <= ts && ts <= Number(end)), 'the place of a loss'),
  },
  {
    does: 'plot',
    on: 'fields',
    ready: async (world) => {
      await world.hand.set('unplot');
      return numericField(world);
    },
    words: ({name, field}) => `${name} ${field}`,
    absent: async ({hand}, title) => {
      await hand.palette(title, 'nothing such');
      await hand.untilState(({notice}) => notice.includes('nothing to plot'), 'a word about it');
      await hand.set('unplot');
    },
    done: async ({hand}, {name, field, samples}) => {
      const [plot] = await hand.query('plots', [], (list) => list?.length > 0);
      assert.equal(plot.name, `${name}.${field}`);
      assert.equal(plot.samples, samples);
    },
  },
  {
    does: 'unplot',
    on: 'fields',
    ready: async (world) => {
      const {name, field} = numericField(world);
      await world.hand.set('plot', name, field);
      await world.hand.query('plots', [], (list) => list?.length > 0);
      await world.hand.quiet();
    },
    done: ({hand}) => hand.query('plots', [], (list) => list?.length === 0),
  },
  ...['plot-lay', 'plot-lift'].map((does) => ({
    does,
    on: 'fields',
    ready: async (world) => {
      const {hand} = world;
      await hand.set('unplot');
      const {name, field} = numericField(world);
      await hand.set('plot', name, field);
      await hand.set('plot', name, field, 'name');
      const plots = await hand.query('plots', [], (list) => list?.length === 2);
      if (does === 'plot-lift') await hand.set('plot-lay');
      return plots.flatMap(({tracks}) => tracks);
    },
    absent: async ({hand}, title) => {
      await hand.palette(title);
      await hand.set('unplot');
    },
    done: async ({hand}, both) => {
      const own = does === 'plot-lay' ? both.length - 1 : both.length;
      await hand.until(async () => (await hand.tracks()).filter(({id}) => both.includes(id)).length === own, 'the tracks');
      await hand.set('plot-lift');
      await hand.set('unplot');
    },
  })),
  ...['plot-durations', 'plot-durations-onto'].map((does) => ({
    does,
    ready: async (world) => {
      await noPlots(world);
      const function_ = busiest(world);
      await world.hand.set('function', function_.name);
      await world.hand.quiet();
      return function_;
    },
    done: countedOnce,
    told: {words: ({name}) => name, done: countedOnce},
  })),
  {
    does: 'plot-slices',
    ready: async (world) => {
      await noPlots(world);
      await world.hand.set('tab', 'slices');
      await world.hand.set('slices-kind', 'calls');
      await world.hand.set('slices-filter', '');
      return world.hand.query('slices', [], (answer) => answer?.done && answer.kind === 'calls' && answer.filter === '');
    },
    done: async (world, {listed}) => {
      const [track] = await plotted(world);
      assert.equal(track.plots[0].calls, listed.count);
      assert.equal(track.plots[0].unknown, listed.unknown);
      await noPlots(world);
    },
  },
  ...['log', 'linear'].map((scale) => ({
    does: `durations-scale ${scale}`,
    ready: async (world) => {
      await withPlot(world);
      await world.hand.set('durations-scale', scale === 'log' ? 'linear' : 'log');
    },
    done: async (world) => {
      await plotted(world, ([track]) => track.scale === scale);
      await noPlots(world);
    },
  })),
  {
    does: 'unplot-durations',
    ready: withPlot,
    done: ({hand}) => hand.query('durations', [], (list) => list?.length === 0),
  },
  ...['none', 'keep'].map((value) => ({
    does: `indexes ${value}`,
    ready: ({hand}) => hand.set('indexes', value === 'keep' ? 'none' : 'keep'),
    done: async ({hand}) => assert.equal((await hand.state()).settings.indexes, value),
  })),
  ...['full', 'brief'].map((value) => ({
    does: `signatures ${value}`,
    ready: ({hand}) => hand.set('signatures', value === 'brief' ? 'full' : 'brief'),
    done: async ({hand}) => assert.equal((await hand.state()).settings.signatures, value),
  })),
];
