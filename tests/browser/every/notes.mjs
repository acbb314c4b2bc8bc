// Notes: written by hand, in the way of each input, and saved as a file. Then what is typed into the filter of a list.
import assert from 'node:assert/strict';

async function marked({hand}) {
  await hand.move(640, 300);
  await hand.press('M');
  const {markers} = await hand.state();
  assert.equal(markers.length, 1);
  return markers[0];
}

const noted = async ({hand}, text) => {
  const {markers} = await hand.untilState((state) => state.markers[0]?.note === text, text);
  assert.equal(markers.length, 1);
};

export const rows = [
  {
    does: 'note',
    asksOnward: true,
    ready: marked,
    // It asks what the note says.
    done: async (world) => {
      await world.hand.keyboard.type('by hand');
      await world.hand.press('Enter');
      await noted(world, 'by hand');
    },
  },
  {
    does: 'note-text',
    ready: marked,
    words: () => 'why so late; here, 100 %',
    done: (world) => noted(world, 'why so late; here, 100 %'),
  },
  {
    does: 'notes-save',
    ready: async (world) => {
      const marker = await marked(world);
      await world.hand.set('note-text', 'to pass on');
      return marker;
    },
    downloads: true,
    done: async (world, {time}, way, {name, bytes}) => {
      assert.match(name, /-notes\.json$/);
      const {tracepane, version, notes} = JSON.parse(bytes.toString());
      assert.deepEqual([tracepane, version, notes], ['notes', 1, [{time: Number(time), note: 'to pass on'}]]);
    },
  },
  {
    does: 'list-filter',
    ready: async ({hand}) => {
      await hand.set('tab', 'info');
    },
    done: async ({hand}) => {
      // What is typed now is the filter's.
      await hand.keyboard.type('dur > 1us');
      await hand.press('Enter');
      await hand.query('slices', [], (answer) => answer?.done && answer.filter === 'dur > 1us');
      assert.equal((await hand.state()).panel, 'slices');
      await hand.set('slices-filter', '');
    },
  },
  {
    does: 'latencies',
    on: 'scheduler',
    ready: async ({hand, facts}) => {
      const {worst, latency} = facts.scheduling();
      await hand.set('tab', 'scheduling');
      await hand.query('scheduling');
      await hand.quiet();
      // Others that are as long as the last of the list may not be on it.
      const whole = worst.length === latency.count;
      return worst.filter((one) => whole || one.latency > worst.at(-1).latency);
    },
    words: (listed) => `${listed.at(-1).latency} ${listed[0].latency}`,
    done: async ({hand}, listed) => {
      const found = await hand.query('latencies', [], (answer) => answer?.of !== 'the worst' && answer !== null);
      assert.equal(found.count, listed.length);
      assert.deepEqual(found.listed, listed);
    },
  },
  {
    does: 'cpu-meanwhile',
    on: 'scheduler',
    ready: async ({hand, facts}) => {
      const [worst] = facts.scheduling().worst;
      await hand.set('tab', 'scheduling');
      await hand.query('scheduling');
      await hand.quiet();
      assert.ok(await hand.set('latency', '1'));
      await hand.untilState(({selection}) => selection?.end === String(worst.ran), 'the worst wait');
      return worst;
    },
    done: async ({hand}, {ran}) => {
      const {marked} = await hand.untilState((state) => state.marked?.[1] === String(ran), 'the marked wait');
      const tables = await hand.query('panel', [], (list) => list?.some(({title}) => title.startsWith('Who used CPU')));
      const users = tables.find(({title}) => title.startsWith('Who used CPU'));
      assert.ok(Number(marked[0]) < ran && users !== undefined);
    },
  },
];
