// The flame graph's choices, each compared with what `tracepane stacks` prints.
import assert from 'node:assert/strict';

// As it is at first: top down, by total time, threads merged.
async function plain({hand}) {
  await hand.page.page.evaluate(() => {
    const {command, query} = window.tracepane;
    command('tab', ['flame']);
    command('flame-unfocus');
    command('flame-back');
    return query('flame');
  });
  const flame = await hand.query('flame');
  const wrong = {inverted: 'flame-invert', collapseRecursion: 'flame-recursion', byThread: 'flame-threads',
    byTime: 'flame-order', upwards: 'flame-direction'};
  for (const [key, id] of Object.entries(wrong)) if (flame[key]) await hand.set(id);
  await hand.set('flame-weight', 'total');
  return hand.query('flame', [], (one) => one !== null && one.weight === 'total' && !one.inverted && one.zoomed === null);
}

function sameStacks(flame, facts, options) {
  assert.deepEqual(flame.stacks.slice().sort(), facts.stacks(...options).slice().sort(), options.join(' '));
}

// A choice that changes the figures, or only the picture.
const choice = (does, key, value, options = null, ready = plain) => ({
  does,
  ready,
  done: async ({hand, facts}) => {
    const flame = await hand.query('flame', [], (one) => one !== null && one[key] === value);
    if (options) sameStacks(flame, facts, options);
  },
});

// Called by others, and calling others, the most often.
function inner({facts}) {
  const calls = new Map();
  for (const line of facts.stacks()) {
    const names = line.slice(0, line.lastIndexOf(' ')).split(';');
    for (const name of new Set(names)) calls.set(name, (calls.get(name) ?? 0) + (names.length > 1 ? 2 : 1));
  }
  return [...calls].sort((a, b) => b[1] - a[1])[0][0];
}

export const rows = [
  choice('flame-invert', 'inverted', true, ['--inverted', '--by', 'self']),
  choice('flame-order', 'byTime', true),
  choice('flame-direction', 'upwards', true),
  choice('flame-threads', 'byThread', true, ['--per-thread']),
  choice('flame-recursion', 'collapseRecursion', true, ['--collapse-recursion']),
  choice('flame-weight total', 'weight', 'total', [], async (world) => {
    await plain(world);
    await world.hand.set('flame-weight', 'calls');
  }),
  choice('flame-weight self', 'weight', 'self', ['--by', 'self']),
  choice('flame-weight calls', 'weight', 'calls', ['--by', 'calls']),
  {
    does: 'flame-weight counter',
    on: 'counters',
    ready: async (world) => (await plain(world)).counters[0],
    words: (counter) => counter,
    done: async ({hand, facts}, counter) => {
      const flame = await hand.query('flame', [], (one) => one !== null && one.counter === counter);
      sameStacks(flame, facts, ['--counter', counter]);
      await hand.set('flame-weight', 'total');
    },
  },
  ...['running', 'runnable', 'blocked', 'disk', 'off-cpu'].map((word) => ({
    does: `flame-weight ${word}`,
    on: 'states',
    ready: plain,
    done: async ({hand, facts}) => {
      sameStacks(await hand.query('flame', [], (one) => one !== null && one.weight === word), facts, ['--by', word]);
      await hand.set('flame-weight', 'total');
    },
  })),
  {
    does: 'flame-focus',
    ready: async (world) => {
      await plain(world);
      return inner(world);
    },
    words: (name) => name,
    done: async ({hand, facts}, name) => {
      const flame = await hand.query('flame', [], (one) => one !== null && one.focus === name);
      sameStacks(flame, facts, ['--focus', name]);
    },
  },
  {
    does: 'flame-unfocus',
    ready: async (world) => {
      await plain(world);
      await world.hand.set('flame-focus', inner(world));
      await world.hand.query('flame', [], (one) => one !== null && one.focus !== null);
    },
    done: async ({hand, facts}) => sameStacks(await hand.query('flame', [], (one) => one !== null && one.focus === null),
      facts, []),
  },
  {
    does: 'flame-zoom',
    ready: async (world) => {
      await plain(world);
      return inner(world);
    },
    words: (name) => name,
    done: ({hand}, name) => hand.query('flame', [], (one) => one !== null && one.zoomed === name),
  },
  {
    does: 'flame-back',
    ready: async (world) => {
      await plain(world);
      await world.hand.set('flame-zoom', inner(world));
      await world.hand.query('flame', [], (one) => one !== null && one.zoomed !== null);
      await world.hand.move(700, 300);
    },
    done: ({hand}) => hand.query('flame', [], (one) => one !== null && one.zoomed === null),
  },
];
