// The panels, each with the figures of the command line; the table of events; the search.
import assert from 'node:assert/strict';
import {byCall} from '../support.mjs';
import {neighbours} from './picks.mjs';

const byName = (list) => list.slice().sort((a, b) => (a.name < b.name ? -1 : 1));

// The function that is called the most, by the command line.
export function busiest({facts}) {
  return facts.functions().reduce((a, b) => (b.calls > a.calls ? b : a)).name;
}

const CHECKS = {
  selection: async ({hand}) => {
    const {selection} = await hand.state();
    const [table] = await hand.mirrored(([first]) => first?.title === 'Selection' && first.rows.length > 4);
    assert.equal(table.rows.find(([what]) => what === 'Name')[1], selection.name);
  },
  flame: async ({hand, facts}) => {
    const flame = await hand.query('flame');
    assert.deepEqual(flame.stacks.slice().sort(), facts.stacks().slice().sort());
  },
  sandwich: async ({hand}, before) => assert.equal((await hand.state()).function, before.name),
  functions: async ({hand, facts}) => {
    const rows = await hand.query('functions');
    assert.deepEqual(byName(rows), byName(facts.functions()));
    for (const {name, calls, open, unbegun, total, self, min, median, p90, p99, max} of rows) {
      const grows = [0, min, median, p90, p99, max, total];
      assert.deepEqual(grows.slice().sort((a, b) => a - b), grows, name);
      assert.ok(self <= total && self >= 0 && calls + open + unbegun > 0, name);
    }
    const most = facts.functions().reduce((a, b) => (b.self > a.self ? b : a));
    const [table] = await hand.mirrored(([first]) => first?.rows[0][0] === 'Function');
    assert.equal(table.rows[1][0], most.name, 'the one with the most self time comes first');
  },
  info: async ({hand, facts}) => {
    const found = await hand.query('info');
    for (const key of ['format', 'version', 'clock', 'counts', 'range', 'streams', 'metadata'])
      assert.deepEqual(found[key], facts.info[key], key);
    await hand.mirrored(([first]) => first?.title === 'About the trace');
  },
  scheduling: async ({hand, facts}) => {
    const answer = await hand.query('scheduling');
    assert.deepEqual(answer, facts.scheduling());
    // Nobody is in one state or another longer than there is time.
    for (const {name, running, runnable, sleeping, uninterruptible, other} of answer.threads) {
      assert.ok(running + runnable + sleeping + uninterruptible + other <= answer.window, `${name} ${running}`);
    }
    for (const {cpu, busy} of answer.cpus) assert.ok(busy <= answer.window, `CPU ${cpu}: ${busy}`);
    if (answer.threads.length > 0) await hand.mirrored(([first]) => first?.title === 'Scheduling of threads');
  },
  // What it says is compared in tests/unit and in tests/oracle.
  why: async () => {},
  compare: async () => {},
  events: async (world) => {
    await sameRows(world, world.facts.events());
    await world.hand.mirrored(([first]) => first?.title.startsWith('Events'));
  },
};

const panel = (name) => ({
  does: `tab ${name}`,
  ready: async (world) => {
    const [slice] = neighbours(world.facts);
    await world.select(slice);
    await world.hand.set('function', busiest(world));
    await world.hand.set('tab', name === 'info' ? 'events' : 'info');
    await world.hand.set('toggle-drawer');
    assert.equal((await world.hand.state()).panel, null);
    return {name: busiest(world)};
  },
  done: async (world, before) => {
    assert.equal((await world.hand.state()).panel, name);
    await CHECKS[name](world, before);
  },
});

const answered = ({done}) => (answer) => answer !== null && answer.done && (!done || done(answer));

// The table's rows are those of the command line: at its beginning, in the middle and at its end.
export async function sameRows({hand}, expected) {
  const some = 40;
  for (const first of [0, Math.floor(expected.length / 2), Math.max(0, expected.length - some)]) {
    const answer = await hand.query('events', [first, some], answered({done: ({total}) => total === expected.length}));
    assert.deepEqual(answer.rows, expected.slice(first, first + some), `rows from ${first}`);
  }
}

async function cursorAt({hand}, row) {
  await hand.query('events', [0, 0], (answer) => answer !== null && answer.cursor === row);
}

const onEvents = async ({hand}) => {
  await hand.set('tab', 'events');
  await hand.query('events', [0, 1], answered({}));
};

// The search's words: a part of a name that some records have and others have not.
// A slice's name is not always that of an event: "page fault" comes of kernel.page_fault_entry.
function wordsOf(facts) {
  const words = neighbours(facts)[0].name.slice(0, 12);
  return hitsFor(facts, words).length > 0 ? words : words.replaceAll(' ', '_');
}

const hitsOf = (facts) => hitsFor(facts, wordsOf(facts));

function hitsFor(facts, text) {
  const words = text.toLowerCase();
  // The name of a system call of which the record has but the number.
  const calls = new Set(facts.events('--filter', `syscall ~ "*${words}*"`).map((row) => JSON.stringify(row)));
  return byCall(facts.events(), (row) => [row.name, row.args, row.comm].some((part) =>
    part?.toLowerCase().includes(words)) || calls.has(JSON.stringify(row)));
}

async function search({hand, facts}) {
  await hand.press('Ctrl+F');
  await hand.keyboard.type(wordsOf(facts));
  const found = await hand.query('search', [], (answer) => answer?.done && answer.text === wordsOf(facts));
  assert.equal(found.count, hitsOf(facts).length);
  // The keyboard is the timeline's again.
  await hand.click(600, 710);
}

const found = (holds) => async ({hand}) => hand.query('search', [], (answer) => answer !== null && holds(answer));

const middleOf = ({facts}) => {
  const [begin, end] = facts.info.range.map(Number);
  return Math.floor((begin + end) / 2);
};

// Rows take turns among the formats by position: a new one stands at the end of all, so that others keep their turns.
export const further = ['why', 'compare'].map(panel);

export const rows = [
  ...['flame', 'sandwich', 'functions', 'info', 'scheduling', 'events', 'selection'].map(panel),
  {
    does: 'toggle-drawer',
    ready: async ({hand}) => {
      await hand.set('tab', 'info');
      return (await hand.state()).panel;
    },
    done: async ({hand}) => {
      assert.equal((await hand.state()).panel, null);
      await hand.press('Q');
      assert.equal((await hand.state()).panel, 'info');
    },
  },
  {
    does: 'function',
    ready: async (world) => ({name: busiest(world)}),
    words: ({name}) => name,
    done: async ({hand}, {name}) => assert.equal((await hand.state()).function, name),
  },
  {
    does: 'events-filter',
    ready: async (world) => {
      await onEvents(world);
      return `name == "${neighbours(world.facts)[0].name}"`;
    },
    words: (filter) => filter,
    done: async (world, filter) => sameRows(world, world.facts.events('--filter', filter)),
  },
  {
    does: 'events-span view',
    ready: async (world) => {
      await onEvents(world);
      const [a, , c] = neighbours(world.facts);
      await world.hand.set('set-visible', a.begin, c.end);
    },
    done: async (world) => {
      const [from, to] = (await world.hand.state()).visible.map(Number);
      await sameRows(world, world.facts.events().filter(({ts}) => ts >= from && ts <= to));
    },
  },
  {
    does: 'events-span marked',
    ready: async (world) => {
      await onEvents(world);
      await world.hand.drag([500, 87], [700, 87]);
    },
    done: async (world) => {
      const {begin, end} = (await world.hand.state()).markedRange;
      await sameRows(world, world.facts.events('--from', begin, '--to', end));
    },
  },
  {
    does: 'events-span whole',
    ready: async (world) => {
      await onEvents(world);
      await world.hand.set('events-span', 'view');
    },
    done: (world) => sameRows(world, world.facts.events()),
  },
  {
    does: 'events-row',
    ready: onEvents,
    words: () => '17',
    done: (world) => cursorAt(world, 16),
  },
  {
    does: 'events-time',
    ready: async (world) => {
      await onEvents(world);
      return middleOf(world);
    },
    words: String,
    done: (world, time) => cursorAt(world, world.facts.events().findIndex(({ts}) => ts >= time)),
  },
  {
    does: 'events-times',
    ready: async (world) => {
      await onEvents(world);
      await world.hand.set('events-row', '1');
      const [table] = await world.hand.mirrored(([first]) => first?.rows[1]?.[0] === '1');
      return table.rows[1];
    },
    done: async ({hand}, before) => {
      await hand.mirrored(([first]) => first?.rows[1] && String(first.rows[1]) !== String(before));
      await hand.set('events-times');
      await hand.mirrored(([first]) => String(first?.rows[1]) === String(before));
    },
  },
  {
    does: 'events-column',
    on: 'fields',
    ready: async (world) => {
      await onEvents(world);
      const field = world.facts.events().map(({args}) => /(\w+) ?= ?/.exec(args ?? '')?.[1]).find((one) => one);
      assert.ok(field, 'a field with a name');
      return field;
    },
    words: (field) => field,
    absent: async (world, title) => {
      // A record may have any field: it is a column, and nothing is in it.
      await onEvents(world);
      await world.hand.palette(title, 'such');
      const [{rows: [head, ...cells]}] = await world.hand.mirrored(([first]) => first?.rows[0].includes('such'));
      assert.ok(cells.length > 0 && cells.every((row) => row[head.indexOf('such')] === ''));
      await world.hand.set('events-column', 'such');
    },
    done: async ({hand}, field) => {
      await hand.mirrored(([first]) => first?.rows[0].includes(field));
      await hand.set('events-column', field);
      await hand.mirrored(([first]) => first && !first.rows[0].includes(field));
    },
  },
  {
    does: 'events-copy',
    ready: async (world) => {
      await onEvents(world);
      await world.hand.set('events-row', '3');
      await cursorAt(world, 2);
    },
    done: async ({hand, facts}) => {
      let copied = '';
      const {name} = facts.events()[2];
      await hand.until(async () => (copied = await hand.clipboard()).split('\t')[0] === '3', 'the row', () => copied);
      assert.ok(copied.includes(name), copied);
    },
  },
  {
    does: 'events-first',
    ready: async (world) => {
      await onEvents(world);
      await world.hand.set('events-row', '9');
    },
    done: (world) => cursorAt(world, 0),
  },
  {does: 'events-last', ready: onEvents, done: (world) => cursorAt(world, world.facts.events().length - 1)},
  {
    does: 'copy-details',
    ready: async (world) => {
      const [slice] = neighbours(world.facts);
      await world.select(slice);
      await world.hand.query('description');
      return slice;
    },
    done: async ({hand}, {name}) => {
      let copied = '';
      await hand.until(async () => (copied = await hand.clipboard()).includes(name), 'the details', () => copied);
      assert.ok(copied.split('\n').length > 3, copied);
    },
  },
  {
    does: 'find',
    ready: ({facts}) => wordsOf(facts),
    told: {
      words: (words) => words,
      done: async ({hand, facts}, words) => {
        const answer = await hand.query('search', [], (one) => one?.done && one.text === words);
        assert.equal(answer.count, hitsOf(facts).length);
      },
    },
    done: async (world) => {
      const {hand, facts} = world;
      await hand.keyboard.type(wordsOf(facts));
      const answer = await hand.query('search', [], (one) => one?.done && one.text === wordsOf(facts));
      assert.equal(answer.count, hitsOf(facts).length);
      // Enter and Shift+Enter step through the hits.
      await hand.press('Enter');
      await found(({current}) => current === 1)(world);
      await hand.press('Enter');
      await found(({current}) => current === Math.min(2, answer.count))(world);
      await hand.press('Shift+Enter');
      await found(({current}) => current === 1)(world);
      await hand.press('Esc');
      assert.equal(await hand.ask('search'), null);
    },
  },
  {does: 'search-next', ready: search, done: found(({current}) => current === 1)},
  {does: 'search-previous', ready: search, done: found(({current, count}) => current === count)},
  {
    does: 'events-hits',
    ready: async (world) => {
      await onEvents(world);
      await search(world);
    },
    done: (world) => sameRows(world, hitsOf(world.facts)),
  },
];
