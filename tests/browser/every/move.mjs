// Moving the view, and walking from slice to slice.
import assert from 'node:assert/strict';
import {neighbours, nest, sameName} from './picks.mjs';
import {near} from './world.mjs';

// Half of everything, away from the edges.
async function inside({hand, facts}) {
  const [begin, end] = facts.info.range.map(BigInt);
  const quarter = (end - begin) / 4n;
  await hand.set('set-visible', begin + quarter, end - quarter);
  return hand.state();
}

function moved(direction) {
  return async ({hand}, before) => {
    const [from, to] = before.visible.map(Number);
    const [begin, end] = (await hand.state()).visible.map(Number);
    assert.ok(direction * (begin - from) > 0, `${begin} after ${from}`);
    near(end - begin, to - from, 2, 'the length stays');
  };
}

function zoomed(direction) {
  return async (world, before, way) => {
    const [from, to] = before.visible.map(Number);
    const [begin, end] = (await world.hand.state()).visible.map(Number);
    assert.ok(direction * ((to - from) - (end - begin)) > 0, 'the length changes');
    // By a key at the pointer, which is in the middle of nothing; else in the middle.
    const share = ['palette', 'button'].includes(way) ? 0.5 : before.share;
    near(begin + (end - begin) * share, from + (to - from) * share, (to - from) / 500, 'what it is anchored at');
  };
}

async function zoomReady(world) {
  const state = await inside(world);
  await world.hand.move(500, 300);
  // The ruler's edge is twelve pixels before the window's.
  return {...state, share: (500 - 236) / (1280 - 236)};
}

// What was looked at before, and what then: more than a second apart, which is what one step of the history is.
async function history(world) {
  const {hand} = world;
  await hand.set('show-all');
  await hand.page.page.waitForTimeout(1010);
  const whole = (await hand.state()).visible;
  return {whole, there: (await inside(world)).visible};
}

async function sameView(hand, expected) {
  const {visible} = await hand.state();
  const slack = (Number(expected[1]) - Number(expected[0])) / 1e6 + 2;
  visible.forEach((time, i) => near(time, expected[i], slack, 'the view'));
}

const onSame = (from, to) => ({
  on: 'main',
  ready: async (world) => {
    const group = sameName(world.facts);
    await world.select(group[from]);
    return group;
  },
  done: (world, group) => world.selected(group[to]),
});

const onRow = (from, to) => ({
  on: 'main',
  ready: async (world) => {
    const three = neighbours(world.facts);
    await world.select(three[from], three[0].begin, three[2].end);
    return three;
  },
  done: (world, three) => world.selected(three[to]),
});

const inNest = (from, to) => ({
  on: 'nested',
  ready: async (world) => {
    const outer = nest(world.facts);
    await world.select(from(outer), outer.begin, outer.end);
    return outer;
  },
  done: (world, outer) => world.selected(to(outer)),
});

const longest = ({within}) => within.reduce((a, b) => (b.end - b.begin > a.end - a.begin ? b : a));

export const rows = [
  {does: 'zoom-in', ready: zoomReady, done: zoomed(1)},
  {does: 'zoom-out', ready: zoomReady, done: zoomed(-1)},
  {does: 'pan-left', ready: inside, done: moved(-1)},
  {does: 'pan-right', ready: inside, done: moved(1)},
  {
    does: 'fit',
    ready: async (world) => {
      const [slice] = neighbours(world.facts);
      await world.select(slice);
      await world.hand.set('show-all');
      return slice;
    },
    done: async ({hand}, {begin, end}) => {
      const margin = Math.max(1, Math.floor((end - begin) / 20));
      const [from, to] = (await hand.state()).visible;
      near(from, begin - margin, 2, 'the beginning');
      near(to, end + margin, 2, 'the end');
    },
  },
  {
    does: 'show-all',
    ready: inside,
    done: ({hand, facts}) => sameView(hand, facts.info.range),
  },
  {does: 'back', ready: history, done: ({hand}, {whole}) => sameView(hand, whole)},
  {
    does: 'forward',
    ready: async (world) => {
      const views = await history(world);
      await world.hand.press('Alt+←');
      await sameView(world.hand, views.whole);
      return views;
    },
    done: ({hand}, {there}) => sameView(hand, there),
  },
  {
    does: 'set-visible',
    ready: ({facts}) => {
      const [begin, end] = facts.info.range.map(BigInt);
      return [begin + (end - begin) / 3n, end - (end - begin) / 3n].map(String);
    },
    words: (span) => span.join(' '),
    done: ({hand}, span) => sameView(hand, span),
  },
  {does: 'next', ...onRow(1, 2)},
  {does: 'previous', ...onRow(1, 0)},
  {does: 'next-same', ...onSame(1, 2)},
  {does: 'previous-same', ...onSame(2, 1)},
  {does: 'parent', ...inNest(({within}) => within[1], (outer) => outer)},
  {does: 'child', ...inNest((outer) => outer, ({within}) => within[0])},
  {does: 'longest-child', ...inNest((outer) => outer, longest)},
  {
    does: 'clear',
    ready: async (world) => {
      const [slice] = neighbours(world.facts);
      await world.select(slice);
      await world.hand.drag([400, 87], [500, 87]);
      assert.ok((await world.hand.state()).markedRange);
    },
    done: async ({hand}) => {
      const {selection, markedRange} = await hand.state();
      assert.deepEqual([selection, markedRange], [null, null]);
    },
  },
];
