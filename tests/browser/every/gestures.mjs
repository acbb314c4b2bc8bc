// What the list of keys says that a pointer does, by real mouse events; and by fingers.
import assert from 'node:assert/strict';
import {neighbours} from './picks.mjs';
import {AXIS, LABELS, near} from './world.mjs';

const ROW = 18;

// The middle of a slice on the screen, which is not selected.
async function placeOf(world, slice = null) {
  const three = neighbours(world.facts);
  const wanted = slice ?? three[1];
  const id = await world.select(wanted, three[0].begin, three[2].end);
  await world.hand.set('clear');
  await world.hand.set('reveal', id);
  const {top} = (await world.hand.tracks()).find((track) => track.id === id);
  return {slice: wanted, id, x: await world.xOf((wanted.begin + wanted.end) / 2), y: top + wanted.depth * ROW + ROW / 2};
}

// Between two rows that nothing lies on; far enough from the edges to be dragged in.
async function anywhere(world) {
  const [begin, end] = world.facts.info.range.map(BigInt);
  await world.hand.set('set-visible', begin + (end - begin) / 4n, end - (end - begin) / 4n);
  return world.hand.state();
}

async function inHalf(world) {
  const before = await anywhere(world);
  const {pixel} = await world.timeAt(700);
  return {before, pixel};
}

const lengthOf = ({visible: [begin, end]}) => Number(BigInt(end) - BigInt(begin));

// By title, in the words of the list.
export const GESTURES = {
  move: async (world) => {
    const {hand} = world;
    const {before, pixel} = await inHalf(world);
    await hand.drag([700, 300], [600, 300]);
    near((await hand.state()).visible[0], Number(before.visible[0]) + 100 * pixel, pixel * 2, 'it follows the pointer');
  },
  'scroll; with Shift move sideways': async (world) => {
    const {hand} = world;
    const {before} = await inHalf(world);
    const places = async () => (await hand.tracks()).filter(({hidden}) => !hidden).map(({top}) => top);
    const first = await places();
    const all = await hand.tracks();
    const height = Math.max(...all.map((track) => track.y + track.height));
    await hand.wheel(700, 200, 240);
    if (height > 500) assert.ok((await places())[0] < first[0], 'the tracks scroll');
    assert.deepEqual((await hand.state()).visible, before.visible);
    await hand.wheel(700, 200, -240);
    assert.deepEqual(await places(), first);
    await hand.wheel(700, 200, 240, ['Shift']);
    const after = await hand.state();
    assert.notEqual(after.visible[0], before.visible[0]);
    near(lengthOf(after), lengthOf(before), 2, 'the length stays');
  },
  'zoom at the pointer': async (world) => {
    const {hand} = world;
    const {before, pixel} = await inHalf(world);
    const {time} = await world.timeAt(500);
    await hand.wheel(500, 300, -240, ['Control']);
    assert.ok(lengthOf(await hand.state()) < lengthOf(before) * 0.9);
    near((await world.timeAt(500)).time, time, pixel * 1.5 + 1, 'what is under the pointer stays there');
  },
  'select a slice': async (world) => {
    const {slice, x, y} = await placeOf(world);
    await world.hand.click(x, y);
    await world.selected(slice);
  },
  'zoom to a slice': async (world) => {
    const {slice, x, y} = await placeOf(world);
    await world.hand.move(x, y);
    await world.page.page.mouse.dblclick(x, y);
    await world.hand.quiet();
    const {visible} = await world.hand.state();
    near(visible[0], slice.begin, 6, 'the beginning');
    near(visible[1], slice.end, 6, 'the end');
  },
  'menu of a slice, state or event': async (world) => {
    const {hand} = world;
    const {slice, x, y} = await placeOf(world);
    await hand.click(x, y, {button: 'right'});
    await world.selected(slice);
    await hand.control('Mark as range');
    const {markedRange, selection} = await hand.state();
    assert.deepEqual([markedRange.begin, markedRange.end].map(Number), [slice.begin, slice.end]);
    assert.equal(selection.name, slice.name, 'it stays selected');
  },
  'measure and mark a range on tracks': async (world) => {
    const {id, y} = await placeOf(world);
    const {pixel} = await world.timeAt(700);
    const from = (await world.timeAt(500)).time;
    await world.hand.drag([500, y], [800, y + 2], ['Shift']);
    const {markedRange} = await world.hand.state();
    near(markedRange.begin, from, pixel * 2 + 1, 'the beginning');
    const {length} = await world.hand.tracks();
    assert.ok(markedRange.tracks.includes(id) || length < 6, 'on the track that it was dragged over');
  },
  'mark a range on all tracks': async (world) => {
    await anywhere(world);
    const {time, pixel} = await world.timeAt(500);
    await world.hand.drag([500, AXIS], [800, AXIS]);
    const {markedRange} = await world.hand.state();
    assert.deepEqual(markedRange.tracks, []);
    near(markedRange.begin, time, pixel * 2 + 1, 'the beginning');
    near(markedRange.end, time + 300 * pixel, pixel * 2 + 1, 'the end');
    // The statistics are those of the command line for it.
    const byName = (rows) => rows.slice().sort((a, b) => (a.name < b.name ? -1 : 1));
    const {begin, end} = markedRange;
    assert.deepEqual(byName(await world.hand.query('functions', [begin, end])),
      byName(world.facts.functions('--from', begin, '--to', end)));
  },
  'flame graph: focus, sandwich': async (world) => {
    const {hand} = world;
    await hand.set('tab', 'flame');
    await hand.query('flame');
    await hand.click(120, 497, {button: 'right'});
    await hand.control('Only calls of this function');
    const flame = await hand.query('flame', [], (one) => one !== null && one.focus !== null);
    assert.deepEqual(flame.stacks.slice().sort(), world.facts.stacks('--focus', flame.focus).slice().sort());
    await hand.set('flame-unfocus');
  },
  'height of the rows': async (world) => {
    const {hand} = world;
    await hand.set('row-height', '17');
    await hand.wheel(700, 250, -120, ['Control', 'Shift']);
    assert.equal((await hand.state()).rowHeight, 24);
    await hand.wheel(700, 250, 120, ['Control', 'Shift']);
    assert.equal((await hand.state()).rowHeight, 17);
  },
  'pin, hide, move, sort': async (world) => {
    const {hand} = world;
    const {id} = await placeOf(world);
    const {top} = (await hand.tracks()).find((track) => track.id === id);
    await hand.click(60, top + 8, {button: 'right'});
    await hand.click(100, top + 26);
    assert.equal((await hand.tracks()).find((track) => track.id === id).pinned, true);
    await hand.set('unpin', id);
  },
  'move, remove the marker': async (world) => {
    const {hand} = world;
    await anywhere(world);
    await hand.move(500, 300);
    await hand.press('M');
    await hand.drag([503, AXIS], [703, AXIS]);
    const {time, pixel} = await world.timeAt(700);
    const {markers: [marker]} = await hand.state();
    near(marker.time, time, pixel * 5 + 1, 'it follows the pointer');
    await hand.click(703, AXIS, {button: 'right'});
    const {markers} = await hand.state();
    if (markers.length > 0) await hand.click(720, AXIS + 20);
    assert.deepEqual((await hand.state()).markers, []);
  },
};

async function withTouch(world, use) {
  const session = await world.page.context.newCDPSession(world.page.page);
  await session.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
  try {
    await use((type, ...points) => session.send('Input.dispatchTouchEvent', {type,
      touchPoints: points.map(([x, y], id) => ({x, y, id}))}));
  } finally {
    await session.send('Emulation.setTouchEmulationEnabled', {enabled: false});
    await session.detach();
  }
}

export const TOUCHES = {
  'a tap selects': async (world) => {
    const {slice, x, y} = await placeOf(world);
    await withTouch(world, async (touch) => {
      await touch('touchStart', [x, y]);
      await touch('touchEnd');
      await world.selected(slice);
    });
  },
  'a finger moves': async (world) => {
    const {before, pixel} = await inHalf(world);
    await withTouch(world, async (touch) => {
      await touch('touchStart', [600, 300]);
      for (let x = 620; x <= 700; x += 20) await touch('touchMove', [x, 300]);
      await touch('touchEnd');
      await world.hand.quiet();
    });
    // What a tap may move is not moved by.
    near((await world.hand.state()).visible[0], Number(before.visible[0]) - 100 * pixel, 25 * pixel, 'the view');
  },
  'two fingers zoom': async (world) => {
    const {before} = await inHalf(world);
    const {time} = await world.timeAt(650);
    await withTouch(world, async (touch) => {
      await touch('touchStart', [600, 300], [700, 300]);
      await touch('touchMove', [550, 300], [750, 300]);
      await touch('touchEnd');
      await world.hand.quiet();
    });
    const after = await world.hand.state();
    near(lengthOf(after), lengthOf(before) / 2, lengthOf(before) / 50, 'the fingers part twice as far');
    near((await world.timeAt(650)).time, time, (await world.timeAt(650)).pixel * 4, 'what is between them stays');
  },
  'a finger that rests asks': async (world) => {
    const {slice, x, y} = await placeOf(world);
    const shot = () => world.page.drawing(() => world.page.page.screenshot());
    const before = await shot();
    await withTouch(world, async (touch) => {
      await touch('touchStart', [x, y]);
      await world.page.page.waitForTimeout(600);
      await world.hand.quiet();
      assert.notDeepEqual(await shot(), before, 'nothing explains what lies there');
      await touch('touchEnd');
      await world.hand.quiet();
      assert.equal((await world.hand.state()).selection.name, slice.name, 'lifted, it opens the menu');
      await world.hand.until(async () => (await world.hand.ask('controls')).some(({label}) => label === 'Copy name, times, stack'),
        'the menu of the slice');
      await world.hand.press('Esc');
    });
  },
};

// The overview, the head of the list of tracks, a heading: what one sees without being told.
export const SEEN = {
  'a drag in the overview goes there': async (world) => {
    await anywhere(world);
    await world.hand.drag([600, 60], [700, 60]);
    const [begin, end] = world.facts.info.range.map(Number);
    const [from, to] = (await world.hand.state()).visible.map(Number);
    near((from + to) / 2, begin + (end - begin) * (700 - LABELS) / (1280 - LABELS - 12), (end - begin) / 200, 'the middle');
  },
  'a heading folds what belongs to it': async (world) => {
    const {hand} = world;
    const head = (await hand.tracks()).find(({kind}) => kind === 'process' || kind === 'group');
    await hand.set('reveal', head.id);
    const place = async () => {
      const {top, height} = (await hand.tracks()).find(({id}) => id === head.id);
      return [120, top + height / 2];
    };
    await hand.click(...await place());
    assert.equal((await hand.tracks()).find(({id}) => id === head.id).collapsed, true);
    await hand.click(...await place());
    assert.equal((await hand.tracks()).find(({id}) => id === head.id).collapsed, false);
  },
};
