// The list of tracks, colours, markers.
import assert from 'node:assert/strict';
import {neighbours} from './picks.mjs';
import {near} from './world.mjs';

const PARENTS = ['process', 'group'];

// A slice of a thread is selected; its track.
async function selectedTrack(world) {
  const [slice] = neighbours(world.facts);
  return world.select(slice);
}

async function trackNow({hand}, id) {
  return (await hand.tracks()).find((track) => track.id === id);
}

const order = (tracks) => tracks.map(({id}) => id);

const setTo = (key, value) => async ({hand}) => assert.equal((await hand.state())[key], value);

const setting = (key, value) => async ({hand}) => assert.equal((await hand.state()).settings[key], value);

function moved(by) {
  return {
    on: 'siblings',
    ready: async (world) => {
      // A thread that has one beside it on that side, and something on it.
      const all = await world.hand.tracks();
      const busy = new Set(world.facts.slices.map(({tid}) => tid));
      const middle = all.find(({id, kind, parent, tid}) => {
        const beside = all.filter((one) => one.parent === parent && one.kind === kind);
        const at = beside.findIndex((one) => one.id === id);
        return kind === 'thread' && busy.has(tid) && (by < 0 ? at > 0 : at < beside.length - 1);
      });
      assert.ok(middle, 'threads beside each other');
      await world.select(world.facts.slices.find(({tid}) => tid === middle.tid));
      return trackNow(world, middle.id);
    },
    // What lies beside it may have no calls, and then no row of its own that could be told of.
    done: async (world, before) => {
      const {y} = await trackNow(world, before.id);
      assert.ok((y - before.y) * by > 0, `${y} after ${before.y}`);
    },
  };
}

function names(tracks) {
  return tracks.filter(({kind, pinned}) => kind === 'process' && !pinned);
}

function sorted(key, number) {
  return {
    ready: async ({hand}) => hand.set('sort', key === 'name' ? 'pid' : 'name'),
    done: async ({hand}) => {
      assert.equal((await hand.state()).trackSort, key);
      if (!number) return;
      const values = names(await hand.tracks()).map(number).filter((one) => one !== undefined);
      assert.deepEqual(values, values.slice().sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    },
  };
}

const colours = (by) => ({
  ready: ({hand}) => hand.set('colour-by', by === 'name' ? 'thread' : 'name'),
  done: setTo('colourBy', by),
});

const heights = (height) => ({
  ready: ({hand}) => hand.set('row-height', height === 17 ? 9 : 17),
  done: setTo('rowHeight', height),
});

export const rows = [
  {
    does: 'collapse-all',
    done: async ({hand}) => {
      const heads = (await hand.tracks()).filter(({kind}) => PARENTS.includes(kind));
      assert.ok(heads.length > 0 && heads.every(({collapsed}) => collapsed));
    },
  },
  {
    does: 'expand-all',
    ready: async ({hand}) => {
      const before = order(await hand.tracks());
      await hand.set('collapse-all');
      assert.ok((await hand.tracks()).length < before.length);
      return before;
    },
    done: async ({hand}, before) => assert.deepEqual(order(await hand.tracks()), before),
  },
  {
    does: 'track-filter',
    ready: async ({hand}) => {
      const threads = (await hand.tracks()).filter(({kind}) => kind === 'thread');
      return String(threads.at(-1).tid);
    },
    done: async ({hand}, tid) => {
      // What is typed now is the filter's.
      await hand.keyboard.type(tid);
      await hand.untilState(({trackFilter}) => trackFilter === tid, 'the filter');
      await hand.quiet();
      const left = (await hand.tracks()).filter(({kind}) => kind === 'thread');
      assert.ok(left.length > 0 && left.every(({name, detail}) => `${name} ${detail}`.includes(tid)), tid);
      await hand.press('Esc');
      await hand.press('Esc');
      assert.equal((await hand.state()).trackFilter, '');
    },
    told: {
      words: (tid) => tid,
      done: async ({hand}, tid) => {
        assert.equal((await hand.state()).trackFilter, tid);
        const left = (await hand.tracks()).filter(({kind}) => kind === 'thread');
        assert.ok(left.length > 0 && left.every(({name, detail}) => `${name} ${detail}`.includes(tid)), tid);
      },
    },
  },
  {
    does: 'pin',
    ready: selectedTrack,
    done: async (world, id) => {
      assert.equal((await trackNow(world, id)).pinned, true);
      await world.hand.set('unpin', id);
    },
  },
  {
    does: 'unpin',
    ready: async (world) => {
      const id = await selectedTrack(world);
      await world.hand.set('pin', id);
      assert.equal((await trackNow(world, id)).pinned, true);
      return id;
    },
    done: async (world, id) => assert.equal((await trackNow(world, id)).pinned, false),
  },
  {
    does: 'hide',
    ready: selectedTrack,
    done: async (world, id) => assert.equal((await trackNow(world, id)).hidden, true),
  },
  {
    does: 'show-hidden',
    ready: async (world) => {
      const id = await selectedTrack(world);
      await world.hand.set('hide', id);
      assert.equal((await trackNow(world, id)).hidden, true);
      return id;
    },
    done: async (world, id) => assert.equal((await trackNow(world, id)).hidden, false),
  },
  {
    does: 'idle-threads',
    // Where few threads are idle, none is folded.
    ready: async ({hand}) => {
      await hand.set('sort', 'activity');
      return (await hand.tracks()).length;
    },
    done: async ({hand}, before) => {
      const open = (await hand.tracks()).length;
      assert.ok(open >= before, `${open} tracks after ${before}`);
      await hand.set('idle-threads');
      assert.equal((await hand.tracks()).length, before);
    },
  },
  {does: 'move-up', ...moved(-1)},
  {does: 'move-down', ...moved(1)},
  {does: 'sort recorded', ...sorted('recorded')},
  {does: 'sort name', ...sorted('name', ({name}) => name.toLowerCase())},
  {does: 'sort pid', ...sorted('pid', ({pid}) => pid)},
  {does: 'sort activity', ...sorted('activity')},
  ...[9, 17, 24].map((height) => ({does: `row-height ${height}`, ...heights(height)})),
  ...['name', 'thread', 'duration', 'state'].map((by) => ({does: `colour-by ${by}`, ...colours(by)})),
  {
    does: 'mark',
    ready: async (world) => {
      await world.hand.move(640, 300);
      return world.timeAt(640);
    },
    done: async ({hand}, {time, pixel}, way) => {
      const {markers} = await hand.state();
      assert.equal(markers.length, 1);
      // The palette and the button leave the pointer where it is.
      near(markers[0].time, time, pixel * 1.5 + 1, way);
    },
  },
  {
    does: 'keep-range',
    ready: async ({hand}) => {
      await hand.drag([400, 87], [600, 87]);
      const {markedRange} = await hand.state();
      assert.ok(markedRange);
      return markedRange;
    },
    done: async ({hand}, {begin, end}) => {
      const {markers} = await hand.state();
      assert.deepEqual(markers.map((one) => [one.begin, one.end]), [[begin, end]]);
    },
  },
  {
    does: 'marker',
    ready: ({facts}) => String((BigInt(facts.info.range[0]) + BigInt(facts.info.range[1])) / 2n),
    words: (time) => time,
    done: async ({hand}, time) => {
      const {markers} = await hand.state();
      assert.deepEqual(markers.map((one) => one.time), [time]);
    },
  },
  {
    does: 'marker-remove',
    ready: async ({hand}) => {
      await hand.move(640, 300);
      await hand.press('M');
      await hand.move(740, 300);
      await hand.press('M');
      const {markers} = await hand.state();
      assert.equal(markers.length, 2);
      return markers;
    },
    done: async ({hand}, [first]) => {
      const {markers} = await hand.state();
      assert.deepEqual(markers.map(({number}) => number), [first.number]);
    },
  },
  {
    does: 'clear-markers',
    ready: async ({hand}) => {
      await hand.move(640, 300);
      await hand.press('M');
      assert.equal((await hand.state()).markers.length, 1);
    },
    done: async ({hand}) => assert.deepEqual((await hand.state()).markers, []),
  },
  ...['dark', 'light', 'contrast', 'system'].map((value) => ({
    does: `theme ${value}`,
    ready: ({hand}) => hand.set('theme', value === 'dark' ? 'light' : 'dark'),
    done: setting('theme', value),
  })),
  ...['colour-blind', 'standard'].map((value) => ({
    does: `colours ${value}`,
    ready: ({hand}) => hand.set('colours', value === 'standard' ? 'colour-blind' : 'standard'),
    done: setting('palette', value),
  })),
  ...['lttv', 'standard'].map((value) => ({
    does: `state-colours ${value}`,
    ready: ({hand}) => hand.set('state-colours', value === 'standard' ? 'lttv' : 'standard'),
    done: setting('states', value),
  })),
  ...['1', '2', '3', '4', '8', '16', 'machine'].map((value) => ({
    does: `workers ${value}`,
    ready: ({hand}) => hand.set('workers', value === 'machine' ? '1' : 'machine'),
    done: setting('workers', value),
  })),
  ...[['settings', 'settings'], ['help', 'keys'], ['palette', 'palette']].map(([does, overlay]) => ({
    does,
    done: async ({hand}) => {
      assert.equal((await hand.state()).overlay, overlay);
      await hand.press('Esc');
      assert.equal((await hand.state()).overlay, null);
    },
  })),
  {
    does: 'manual',
    // In an object, so that nobody waits for the window before it is asked for.
    ready: ({page}) => ({window: page.context.waitForEvent('page', {timeout: 20000})}),
    done: async (world, {window}) => {
      const manual = await window;
      await manual.waitForURL(/\/help\/index\.html$/);
      await manual.close();
    },
  },
];
