// What the selected slice leads to: its menu, its calls, its statistics; and the times on the axis.
import assert from 'node:assert/strict';
import {neighbours} from './picks.mjs';

const selected = async (world) => {
  const [slice] = neighbours(world.facts);
  await world.select(slice);
  return slice;
};

// The calls of a function whose duration is known, as the command line counts them.
const callsOf = ({facts}, name) => facts.functions().find((one) => one.name === name)?.calls;

// The name of a call that is selected, and of which the command line has statistics.
async function calledSlice(world) {
  const counted = new Set(world.facts.functions().filter(({calls}) => calls > 0).map(({name}) => name));
  const slice = world.facts.slices.find(({name, begin, end}) => counted.has(name) && end > begin);
  assert.ok(slice, 'a call with a duration');
  await world.select(slice);
  return slice.name;
}

const listed = async (world, name) => {
  const {hand} = world;
  const wanted = callsOf(world, name);
  await hand.query('slices', [0, 40], (answer) => answer?.done && answer.listed.count === wanted);
  assert.equal((await hand.state()).panel, 'slices');
};

const byName = (does, done) => ({
  does,
  ready: calledSlice,
  told: {words: (name) => name, done},
  done,
});

const showsFunction = (panel) => async ({hand}, name) => {
  const state = await hand.untilState((one) => one.panel === panel, panel);
  assert.equal(state.function, name);
};

export const rows = [
  {
    does: 'slice-menu',
    ready: selected,
    done: async ({hand}, slice) => {
      await hand.until(async () => (await hand.ask('controls')).some(({label}) => label === 'Copy name, times, stack'),
        'the menu');
      await hand.press('Esc');
      assert.equal((await hand.state()).selection.name, slice.name);
    },
  },
  {
    does: 'mark-selection',
    ready: selected,
    done: async ({hand}, {begin, end}) => {
      const {markedRange} = await hand.state();
      assert.deepEqual([markedRange.begin, markedRange.end, markedRange.tracks], [begin, end, []].map((one) =>
        (Array.isArray(one) ? one : String(one))));
    },
  },
  byName('calls', listed),
  byName('statistics', showsFunction('functions')),
  byName('sandwich', showsFunction('sandwich')),
  {
    does: 'search-selected',
    ready: selected,
    // The page shows no more of a name than tells it apart.
    done: ({hand}, {name}) => hand.query('search', [], (one) => one?.text.length > 0 && name.includes(one.text)),
  },
  ...['trace', 'clock', 'wall'].map((value) => ({
    does: `times ${value}`,
    ready: ({hand}) => hand.set('times', value === 'trace' ? 'clock' : 'trace'),
    done: async ({hand}) => assert.equal((await hand.state()).settings.times, value),
  })),
];
