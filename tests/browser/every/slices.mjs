// The list of slices: filtered, sorted, grouped, of each kind, walked through, copied and saved.
import assert from 'node:assert/strict';
import {slicesOf} from '../support.mjs';

const FILTER = 'dur > 0';

const answered = (world, fits = () => true) =>
  world.hand.query('slices', [0, 40], (answer) => answer?.done && fits(answer));

// All calls, the longest first.
async function listed(world) {
  const {hand} = world;
  await hand.set('tab', 'slices');
  await hand.set('slices-kind', 'calls');
  await hand.set('slices-filter', '');
  await hand.set('slices-sort', 'dur');
  await hand.set('slices-by');
  return answered(world, ({kind, filter, sort, by}) => kind === 'calls' && filter === '' && sort === 'dur' && by === '');
}

const expected = ({facts}, ...options) => slicesOf(facts.files[0], ...options, ...facts.files.slice(1));

const cursorAt = (row) => async ({hand}, {rows}) => {
  const wanted = row < 0 ? rows + row : row;
  await hand.untilState(({slices}) => slices?.cursor === wanted, `row ${wanted}`);
};

export const rows = [
  {
    does: 'tab slices',
    ready: async ({hand}) => {
      await hand.set('tab', 'info');
      await hand.set('toggle-drawer');
    },
    done: async ({hand}) => assert.equal((await hand.state()).panel, 'slices'),
  },
  {
    does: 'slices-filter',
    ready: listed,
    words: () => FILTER,
    done: async (world) => {
      const answer = await answered(world, ({filter}) => filter === FILTER);
      assert.deepEqual(answer.listed, expected(world, '--filter', FILTER).listed);
    },
  },
  {
    does: 'slices-sort',
    ready: listed,
    words: () => 'ts',
    done: async (world) => {
      const {slices} = await answered(world, ({sort}) => sort === 'ts');
      const times = slices.map(({ts}) => BigInt(ts));
      assert.ok(times.every((time, at) => at === 0 || time >= times[at - 1]), times.join(' '));
    },
  },
  {
    does: 'slices-by',
    ready: listed,
    words: () => 'name',
    done: async (world) => {
      const answer = await answered(world, ({by}) => by === 'name');
      assert.equal(answer.groups.reduce((sum, {count}) => sum + count, 0), answer.listed.count);
    },
  },
  {
    does: 'slices-groups-sort',
    ready: async (world) => {
      await listed(world);
      await world.hand.set('slices-by', 'name');
      return answered(world, ({by}) => by === 'name');
    },
    words: () => 'p99 asc',
    done: ({hand}) => hand.untilState(({slices}) => slices?.groupsSort === 'p99' && slices.groupsAscending, 'the order'),
  },
  ...['threads', 'cpus', 'async', 'states', 'syscalls'].map((kind) => ({
    does: `slices-kind ${kind}`,
    ready: listed,
    done: async (world) => {
      const answer = await answered(world, (one) => one.kind === kind);
      assert.deepEqual(answer.listed, expected(world, '--kind', kind).listed);
    },
  })),
  {
    does: 'slices-row',
    ready: listed,
    words: () => '1',
    done: ({hand}, {slices}) => hand.untilState(({selection}) => selection?.begin === String(slices[0].ts), 'the slice'),
  },
  {
    does: 'slices-copy',
    ready: async (world) => {
      const answer = await listed(world);
      await world.hand.set('slices-first');
      return answer;
    },
    done: async ({hand}, {slices}) => {
      let copied = '';
      await hand.until(async () => (copied = await hand.clipboard()).split('\n').some((line) =>
        line.split('\t').includes(slices[0].name)), 'the row', () => copied);
    },
  },
  {does: 'slices-first', ready: listed, done: cursorAt(0)},
  {does: 'slices-last', ready: listed, done: cursorAt(-1)},
  {
    does: 'export-slices',
    downloads: true,
    ready: listed,
    done: (world, answer, way, {name, bytes}) => {
      assert.ok(name.endsWith('-slices.csv'), name);
      assert.equal(bytes.toString().trim().split('\n').length, answer.rows + 1);
    },
  },
];
