// Traces beside each other and in each other's place: choosers, drops, headings.
import assert from 'node:assert/strict';
import {readdir, stat} from 'node:fs/promises';
import path from 'node:path';
import {filesOf} from './samples.mjs';
import {assertSameTrace, infoOf} from '../support.mjs';

async function untilTraces(world, count, holds = () => true) {
  const state = await world.hand.untilState(({phase, traces}) => phase === 'ready' && traces.length === count &&
    holds(traces), `${count} traces`);
  await world.hand.quiet();
  return state;
}

// Whatever a chooser of files can be given for a trace: directories are for the other chooser.
async function asFiles([first, ...more]) {
  if (!(await stat(first)).isDirectory()) return [first, ...more];
  return (await readdir(first)).map((name) => path.join(first, name));
}

const both = (world) => [...world.facts.files, ...filesOf(world.format, 'second').files];

async function openBoth(world) {
  const {traces} = await world.hand.state();
  if (traces.length === 2) return;
  await world.page.dropToOpen(filesOf(world.format, 'second').files);
  await untilTraces(world, 2);
}

// Nothing is open but the main one.
async function openMain(world) {
  const {files} = filesOf(world.format, 'main');
  await world.page.dropToOpen(files, {shift: true});
  const {counts} = infoOf(...files);
  await world.hand.untilState((state) => state.phase === 'ready' && state.traces.length === 0 &&
    state.counts.records === counts.records, 'the main trace');
  await world.hand.quiet();
}

// Chooses from the menu at the heading of a trace.
async function chooseAt({hand}, {heading}, label) {
  await hand.set('reveal', heading);
  const {top} = (await hand.tracks()).find(({id}) => id === heading);
  await hand.click(60, top + 8, {button: 'right'});
  await hand.control(label);
}

// The heading of the only one is a track as well.
const assertOnly = ({counts}, expected) => assert.deepEqual(counts, {...expected, tracks: expected.tracks + 1});

const shiftOf = async ({hand}) => (await hand.state()).traces[1].shift;

// Where they come to lie is compared in tests/unit.
async function callsAligned(world) {
  await world.hand.untilState(({phase, notice}) => phase === 'ready' &&
    /first calls of|is not called in|lie on each other/.test(notice), 'whether both call it');
  await world.hand.set('trace.reset-alignment');
  await untilTraces(world, 2, (traces) => traces[1].shift === '0');
}

async function openUnstretched(world) {
  await openBoth(world);
  await world.hand.set('trace.reset-stretch');
  await untilTraces(world, 2, (traces) => traces[1].stretch === null);
}

const untilStretched = (world) => untilTraces(world, 2, (traces) => traces[1].stretch !== null);

// By how much is compared in tests/unit.
const callsStretched = (world) => world.hand.untilState(({phase, notice}) => phase === 'ready' &&
  /is stretched|lie on each other|not called from/.test(notice), 'whether both call it');

export const rows = [
  {
    does: 'open-files',
    chooses: true,
    ready: async (world) => asFiles(filesOf(world.format, 'second').files),
    done: async (world, files) => {
      const expected = infoOf(...filesOf(world.format, 'second').files);
      const state = await world.hand.untilState(({phase, counts}) => phase === 'ready' &&
        counts.records === expected.counts.records, `${files.length} files`);
      assert.deepEqual(state.counts, expected.counts);
      await openMain(world);
    },
  },
  {
    does: 'open-directory',
    chooses: true,
    ready: async (world) => {
      const [second] = filesOf(world.format, 'second').files;
      // Of the formats whose traces are files, the directory that one lies in may hold others as well.
      return (await stat(second)).isDirectory() ? second : path.dirname(second);
    },
    done: async (world) => {
      const expected = infoOf(...filesOf(world.format, 'main').files);
      await world.hand.untilState(({phase, counts}) => phase === 'ready' && counts.records !== expected.counts.records,
        'another trace');
      await openMain(world);
    },
  },
  {
    does: 'add-files',
    chooses: true,
    ready: async (world) => {
      await openMain(world);
      return asFiles(filesOf(world.format, 'second').files);
    },
    done: async (world) => assertSameTrace(await untilTraces(world, 2), infoOf(...both(world))),
  },
  {
    does: 'add-directory',
    chooses: true,
    ready: async (world) => {
      await openMain(world);
      const {files: [second]} = filesOf(world.format, 'second');
      return (await stat(second)).isDirectory() ? second : path.dirname(second);
    },
    done: async (world) => {
      await world.hand.untilState(({phase, traces}) => phase === 'ready' && traces.length >= 2, 'traces');
      // Which ones depends on what else lies in the directory.
      await openMain(world);
    },
  },
  {
    does: 'trace.shift',
    ready: async (world) => {
      await openMain(world);
      await openBoth(world);
      return world.hand.state();
    },
    words: () => '2 -1.5 ms',
    done: async (world) => {
      const state = await untilTraces(world, 2, (traces) => traces[1].shift !== '0');
      const info = infoOf('--offset', '2:-1.5ms', ...both(world));
      assert.deepEqual(state.range, info.range);
      assert.equal(state.traces[1].shift, '-1500000');
    },
  },
  {
    does: 'trace.reset-alignment',
    ready: async (world) => {
      await openBoth(world);
      await world.hand.set('trace.shift', '2', '3 ms');
      await untilTraces(world, 2, (traces) => traces[1].shift !== '0');
    },
    done: async (world) => {
      await untilTraces(world, 2, (traces) => traces[1].shift === '0');
      assert.equal(await shiftOf(world), '0');
    },
  },
  {
    does: 'trace.align-markers',
    ready: async (world) => {
      await openBoth(world);
      const {range: [begin]} = await world.hand.state();
      await world.hand.set('clear-markers');
      for (const distance of [700n, 200n]) await world.hand.set('marker', String(BigInt(begin) + distance));
    },
    // The one that was set last comes to lie on the other.
    done: async (world) => {
      await untilTraces(world, 2, (traces) => traces[1].shift === '500');
      await world.hand.set('trace.reset-alignment');
      await untilTraces(world, 2, (traces) => traces[1].shift === '0');
    },
  },
  {
    does: 'trace.align-calls',
    ready: async (world) => {
      await openBoth(world);
      await world.hand.set('function', world.facts.slices[0].name);
      return world.facts.slices[0].name;
    },
    told: {words: (name) => name, done: callsAligned},
    done: callsAligned,
  },
  {
    does: 'trace.align-beginnings',
    ready: async (world) => {
      await openBoth(world);
      await world.hand.set('trace.shift', '2', '3 ms');
      await untilTraces(world, 2, (traces) => traces[1].shift !== '0');
      return (await world.hand.state()).range;
    },
    // Whichever of them began first, they begin together.
    done: async (world, before) => {
      await world.hand.untilState(({phase, range, traces}) => phase === 'ready' && traces.length === 2 &&
        Number(range[1]) - Number(range[0]) < Number(before[1]) - Number(before[0]), 'less time in all');
      await world.hand.set('trace.reset-alignment');
      await untilTraces(world, 2, (traces) => traces[1].shift === '0');
    },
  },
  {
    does: 'trace.stretch',
    ready: openUnstretched,
    done: async (world) => {
      const {range} = await world.hand.state();
      await untilStretched(world);
      await world.hand.set('show-all');
      // The records keep their times, and what is drawn has those of the first trace.
      const [begin, end] = infoOf(...world.facts.files).range.map(BigInt);
      // XRay counts in cycles of two machines, which are nanoseconds on a common axis.
      const isFirst = ({visible: [from, to]}) => (world.format === 'xray'
        ? from === range[0] && BigInt(to) < BigInt(range[1])
        : Math.abs(Number(BigInt(from) - begin)) <= 1 && Math.abs(Number(BigInt(to) - end)) <= 1);
      const state = await world.hand.untilState(isFirst, 'the first trace in view');
      assert.deepEqual(state.range, range);
    },
  },
  {
    does: 'trace.stretch-calls',
    ready: async (world) => {
      await openUnstretched(world);
      await world.hand.set('function', world.facts.slices[0].name);
      return world.facts.slices[0].name;
    },
    told: {words: (name) => name, done: callsStretched},
    done: callsStretched,
  },
  {
    does: 'compare recordings',
    ready: openBoth,
    done: async ({hand}) => {
      await hand.mirrored(([, sides]) => sides?.title === 'Compared' && sides.rows.length >= 2);
      const [, {rows: [[, a], [, b]]}] = await hand.ask('panel');
      assert.notEqual(a, b);
    },
  },
  {
    does: 'trace.stretch-compared',
    ready: async (world) => {
      await openUnstretched(world);
      await world.hand.set('tab', 'compare');
      await world.hand.quiet();
    },
    done: async (world) => {
      await untilStretched(world);
      await world.hand.control('Stretch B over A');
      await untilTraces(world, 2, (traces) => traces[1].stretch === null);
    },
  },
  {
    does: 'trace.reset-stretch',
    ready: async (world) => {
      await openUnstretched(world);
      await world.hand.set('trace.stretch');
      await untilStretched(world);
    },
    done: (world) => untilTraces(world, 2, (traces) => traces[1].stretch === null),
  },
  {
    does: 'trace.alone',
    ready: openBoth,
    done: async (world) => {
      const state = await untilTraces(world, 1);
      assert.equal(state.counts.records, infoOf(...filesOf(world.format, 'second').files).counts.records);
      await world.hand.set('trace.all');
      await untilTraces(world, 2);
    },
  },
  {
    does: 'trace.all',
    ready: async (world) => {
      await openBoth(world);
      await world.hand.set('trace.alone');
      await untilTraces(world, 1);
    },
    done: (world) => untilTraces(world, 2),
  },
  {
    does: 'trace.close',
    ready: openBoth,
    words: () => '2',
    done: async (world) => {
      const state = await untilTraces(world, 1);
      assert.equal(state.counts.records, world.facts.info.counts.records);
      await world.hand.set('trace.all');
      await untilTraces(world, 2);
    },
  },
];

export const GESTURE = {
  'shift that trace in time': async (world) => {
    const {hand} = world;
    await openBoth(world);
    const {traces: [, second], range} = await hand.state();
    await hand.set('set-visible', range[0], String(BigInt(range[0]) + 1000000n));
    await hand.set('reveal', second.heading);
    const {top, height} = (await hand.tracks()).find(({id}) => id === second.heading);
    await hand.drag([700, top + height / 2], [800, top + height / 2], ['Alt']);
    await untilTraces(world, 2, (traces) => traces[1].shift !== '0');
    await hand.set('trace.reset-alignment');
    await untilTraces(world, 2, (traces) => traces[1].shift === '0');
  },
};

export const MENU = {
  'menu of a heading: Shift this trace in time, Reset alignment': async (world) => {
    const {hand} = world;
    await openBoth(world);
    const {traces: [, second], range} = await hand.state();
    await chooseAt(world, second, 'Shift this trace in time\u2026');
    await hand.keyboard.type('-1.5 ms');
    await hand.press('Enter');
    const state = await untilTraces(world, 2, (traces) => traces[1].shift === '-1500000');
    assertSameTrace(state, infoOf('--offset', '2:-1.5ms', ...both(world)));
    await chooseAt(world, state.traces[1], 'Reset alignment');
    assert.deepEqual((await untilTraces(world, 2, (traces) => traces[1].shift === '0')).range, range);
  },
  'menu of a heading: Open this trace alone, Show all traces again': async (world) => {
    await openBoth(world);
    const {traces: [first, second]} = await world.hand.state();
    await chooseAt(world, second, 'Open this trace alone');
    const alone = await untilTraces(world, 1, ([{name}]) => name === second.name);
    assertOnly(alone, infoOf(...filesOf(world.format, 'second').files).counts);
    await chooseAt(world, alone.traces[0], 'Show all traces again');
    const {traces} = await untilTraces(world, 2);
    assert.deepEqual(traces.map(({name}) => name), [first.name, second.name]);
  },
  'menu of a heading: Take this trace away': async (world) => {
    await openBoth(world);
    const {traces: [first, second]} = await world.hand.state();
    await chooseAt(world, second, 'Take this trace away');
    const left = await untilTraces(world, 1);
    assert.equal(left.traces[0].name, first.name);
    assertOnly(left, world.facts.info.counts);
    await world.hand.set('trace.all');
    await untilTraces(world, 2);
  },
  'menu of a heading: Stretch to the length of the first trace, Do not stretch': async (world) => {
    await openUnstretched(world);
    const {traces: [, second]} = await world.hand.state();
    await chooseAt(world, second, 'Stretch to the length of the first trace');
    const state = await untilStretched(world);
    await chooseAt(world, state.traces[1], 'Do not stretch');
    await untilTraces(world, 2, (traces) => traces[1].stretch === null);
  },
};
