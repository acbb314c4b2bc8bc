// Each item of each menu, chosen with the mouse: it does what the action does that has a key or a name.
import assert from 'node:assert/strict';
import {busiest, sameRows} from './panels.mjs';
import {neighbours} from './picks.mjs';

const FRAME = [120, 497]; // the first frame of the flame graph
const NAME = [560, 526]; // of the first event
const TITLE = [560, 504];
const THREADS = [28, 494]; // the title of the threads in Scheduling
const WORST = [780, 624]; // the first of the worst wakeups
const FIRST_COLUMN = [590, 449]; // in the menu of columns, which has no room below the title

const trackNow = async ({hand}, id) => (await hand.tracks()).find((track) => track.id === id);

// The label of a thread that has something on it, and another beside it.
async function labelOf(world) {
  const {hand} = world;
  const [slice] = neighbours(world.facts);
  const id = await world.select(slice);
  await hand.set('reveal', id);
  const track = await trackNow(world, id);
  return {id, track, place: [60, track.top + 8]};
}

async function trackMenu(world, label) {
  const found = await labelOf(world);
  await world.hand.click(...found.place, {button: 'right'});
  await world.hand.control(label);
  return found;
}

const sortItem = (open, label, value) => async (world) => {
  const {hand} = world;
  await hand.set('sort', value === 'name' ? 'pid' : 'name');
  await open(world);
  await hand.control(label);
  assert.equal((await hand.state()).trackSort, value);
  const byMouse = (await hand.tracks()).map(({id}) => id);
  await hand.set('sort', value === 'name' ? 'pid' : 'name');
  await hand.set('sort', value);
  assert.deepEqual((await hand.tracks()).map(({id}) => id), byMouse);
};

const SORTS = [['As recorded', 'recorded'], ['By name', 'name'], ['By process and thread number', 'pid'],
  ['By activity, most records first', 'activity']];
const bySortChip = ({hand}) => hand.control(/^(as recorded|by (name|pid|activity))$/);
const byTrackMenu = async (world) => world.hand.click(...(await labelOf(world)).place, {button: 'right'});

async function flameOpen({hand}) {
  await hand.set('tab', 'flame');
  const flame = await hand.query('flame');
  const wrong = {inverted: 'flame-invert', collapseRecursion: 'flame-recursion', byThread: 'flame-threads',
    byTime: 'flame-order', upwards: 'flame-direction'};
  for (const [key, id] of Object.entries(wrong)) if (flame[key]) await hand.set(id);
  await hand.set('flame-unfocus');
  await hand.set('flame-back');
  await hand.set('flame-weight', 'total');
  return hand.query('flame', [], (one) => one !== null && one.weight === 'total' && !one.inverted && one.focus === null);
}

const sameStacks = (flame, facts, options) =>
  assert.deepEqual(flame.stacks.slice().sort(), facts.stacks(...options).slice().sort(), options.join(' '));

// `before`: what it is until then. `chip`: opens the menu, where it lies in one.
const flameChoice = (chip, label, [key, value], options = null, before = []) => async (world) => {
  const {hand, facts} = world;
  await flameOpen(world);
  for (const words of before) await hand.set(...words);
  if (chip) await hand.control(chip);
  await hand.control(label);
  const flame = await hand.query('flame', [], (one) => one !== null && one[key] === value);
  if (options) sameStacks(flame, facts, options);
  await hand.press('Esc');
  await flameOpen(world);
};

const frameItem = (label, done) => async (world) => {
  const {hand} = world;
  await flameOpen(world);
  await hand.click(...FRAME, {button: 'right'});
  await hand.control(label);
  await done(world);
  await hand.press('Esc');
  await hand.set('search', '');
  await flameOpen(world);
};

async function eventsOpen(world) {
  await world.hand.set('tab', 'events');
  await world.hand.set('events-row', '1');
  await sameRows(world, world.facts.events());
  await world.hand.quiet();
}

const cellItem = (label, expected) => async (world) => {
  await eventsOpen(world);
  await world.hand.click(...NAME, {button: 'right'});
  await world.hand.control(label);
  const first = world.facts.events()[0].name;
  await sameRows(world, world.facts.events().filter(({name}) => expected(name, first)));
};

// With the order of the themes, so that each is another one than before.
const settingChip = (label, key, value, before) => async ({hand}) => {
  const [id] = {theme: ['theme'], palette: ['colours'], states: ['state-colours']}[key];
  await hand.set(id, before);
  await hand.press('Ctrl+,');
  await hand.control(label);
  assert.equal((await hand.state()).settings[key], value);
  await hand.press('Esc');
  await hand.set('theme', 'system');
  await hand.set('colours', 'standard');
  await hand.set('state-colours', 'standard');
};

export const MENUS = {
  ...Object.fromEntries(SORTS.map(([label, value]) => [`sort chip: ${label}`, sortItem(bySortChip, label, value)])),
  ...Object.fromEntries(SORTS.map(([label, value]) => [`menu of a track: ${label}`, sortItem(byTrackMenu, label, value)])),
  'menu of a track: Pin at the top, Unpin': async (world) => {
    const {id} = await trackMenu(world, 'Pin at the top');
    assert.equal((await trackNow(world, id)).pinned, true);
    await trackMenu(world, 'Unpin');
    assert.equal((await trackNow(world, id)).pinned, false);
  },
  'menu of a track: Hide, Show hidden': async (world) => {
    const {id} = await trackMenu(world, 'Hide');
    assert.equal((await trackNow(world, id)).hidden, true);
    const other = (await world.hand.tracks()).find(({kind, top, hidden}) => !hidden && kind !== 'events' && top > 100);
    await world.hand.click(60, other.top + 8, {button: 'right'});
    await world.hand.control('Show 1 hidden');
    assert.equal((await trackNow(world, id)).hidden, false);
  },
  'menu of a track: Move up, Move down': async (world) => {
    const order = async () => (await world.hand.tracks()).filter(({hidden}) => !hidden).map(({id}) => id);
    const asRecorded = await order();
    const {id} = await trackMenu(world, 'Move down');
    const byMouse = await order();
    await world.hand.set('sort', 'recorded');
    await world.hand.set('move-down', id);
    assert.deepEqual(await order(), byMouse);
    await world.hand.set('sort', 'recorded');
    await trackMenu(world, 'Move up');
    const up = await order();
    await world.hand.set('sort', 'recorded');
    assert.deepEqual(await order(), asRecorded);
    await world.hand.set('move-up', id);
    assert.deepEqual(await order(), up);
  },
  'flame graph: Bottom-up': flameChoice(null, 'Bottom-up', ['inverted', true], ['--inverted', '--by', 'total']),
  'flame graph: Top-down': flameChoice(null, 'Top-down', ['inverted', false], [], [['flame-invert']]),
  'flame graph: In order of time': flameChoice(null, 'In order of time', ['byTime', true]),
  'flame graph: Left heavy': flameChoice(null, 'Left heavy', ['byTime', false], null, [['flame-order']]),
  'flame graph: Self time': flameChoice('Total time     ', 'Self time: without callees', ['weight', 'self'], ['--by', 'self']),
  'flame graph: Number of calls': flameChoice('Total time     ', 'Number of calls', ['weight', 'calls'], ['--by', 'calls']),
  'flame graph: Total time': flameChoice('Calls     ', 'Total time, with callees', ['weight', 'total'], [],
    [['flame-weight', 'calls']]),
  'flame graph: Callees above': flameChoice('View     ', 'Callees above (flames)', ['upwards', true]),
  'flame graph: Callees below': flameChoice('View     ', 'Callees below (icicles)', ['upwards', false], null,
    [['flame-direction']]),
  'flame graph: Per thread': flameChoice('View     ', 'Per thread', ['byThread', true], ['--per-thread']),
  'flame graph: Threads merged': flameChoice('View     ', 'Threads merged', ['byThread', false], [], [['flame-threads']]),
  'flame graph: Collapse recursion': flameChoice('View     ', 'Collapse recursion', ['collapseRecursion', true],
    ['--collapse-recursion']),
  'a frame: Zoom in': frameItem('Zoom in', ({hand}) => hand.query('flame', [], (one) => one !== null && one.zoomed !== null)),
  'a frame: Only calls of this function, All functions again': frameItem('Only calls of this function', async ({hand, facts}) => {
    const flame = await hand.query('flame', [], (one) => one !== null && one.focus !== null);
    sameStacks(flame, facts, ['--focus', flame.focus]);
    await hand.click(...FRAME, {button: 'right'});
    await hand.control('All functions again');
    await hand.query('flame', [], (one) => one !== null && one.focus === null);
  }),
  'a frame: Callers and callees': frameItem('Callers and callees (sandwich)', async ({hand}) => {
    const {panel, function: name} = await hand.state();
    assert.ok(panel === 'sandwich' && name, name);
  }),
  'a frame: Search for it': frameItem('Search for it', ({hand}) => hand.query('search', [], (one) => one?.text.length > 0)),
  'a frame: Collapse recursion': frameItem('Collapse recursion', async ({hand, facts}) => sameStacks(
    await hand.query('flame', [], (one) => one !== null && one.collapseRecursion), facts, ['--collapse-recursion'])),
  'a cell: Only': cellItem(/^Only name == /, (name, first) => name === first),
  'a cell: Without': cellItem(/^Without name == /, (name, first) => name !== first),
  'a cell: Copy the chosen rows': async (world) => {
    const {hand, facts} = world;
    await eventsOpen(world);
    await hand.click(...NAME, {button: 'right'});
    await hand.control('Copy the chosen rows');
    let copied = '';
    await hand.until(async () => (copied = await hand.clipboard()).split('\t')[0] === '1', 'the row', () => copied);
    assert.ok(copied.includes(facts.events()[0].name), copied);
  },
  'a cell: Drop the filter': async (world) => {
    await eventsOpen(world);
    const filter = `name == ${JSON.stringify(world.facts.events()[0].name)}`;
    await world.hand.set('events-filter', filter);
    await sameRows(world, world.facts.events('--filter', filter));
    await world.hand.click(...NAME, {button: 'right'});
    await world.hand.control('Drop the filter');
    await sameRows(world, world.facts.events());
  },
  'the titles: a column goes and comes': async (world) => {
    const {hand} = world;
    await eventsOpen(world);
    const has = (title) => ([first]) => first?.rows[0].includes(title);
    await hand.mirrored(has('#'));
    for (const there of [false, true]) {
      await hand.click(...TITLE, {button: 'right'});
      // ImGui's own menu of columns: the first of them, behind what sizes them.
      await hand.click(...FIRST_COLUMN);
      await hand.press('Esc');
      await hand.mirrored((tables) => has('#')(tables) === there);
    }
  },
  'events: In view, Marked range, Whole trace': async (world) => {
    const {hand, facts} = world;
    await eventsOpen(world);
    const [a, , c] = neighbours(facts);
    await hand.set('set-visible', a.begin, c.end);
    await hand.control('In view');
    const [from, to] = (await hand.state()).visible.map(Number);
    await sameRows(world, facts.events().filter(({ts}) => ts >= from && ts <= to));
    await hand.drag([500, 87], [700, 87]);
    await hand.control('Marked range');
    const {begin, end} = (await hand.state()).markedRange;
    await sameRows(world, facts.events('--from', begin, '--to', end));
    await hand.control('Whole trace');
    await sameRows(world, facts.events());
  },
  'events: Since start, As recorded': async (world) => {
    const {hand} = world;
    await eventsOpen(world);
    const [table] = await hand.mirrored(([first]) => first?.rows[1]?.[0] === '1');
    const before = String(table.rows[1]);
    await hand.control('Since start');
    await hand.mirrored(([first]) => first?.rows[1] && String(first.rows[1]) !== before);
    await hand.control('As recorded');
    await hand.mirrored(([first]) => String(first?.rows[1]) === before);
  },
  'events: Search hits': async (world) => {
    const {hand, facts} = world;
    await eventsOpen(world);
    const {name} = facts.events()[0];
    await hand.set('search', `name == ${JSON.stringify(name)}`);
    await hand.query('search', [], (one) => one?.done);
    await hand.control('Search hits');
    await sameRows(world, facts.events().filter((row) => row.name === name));
    await hand.set('search', '');
  },
  'events: Columns': async (world) => {
    const {hand, facts} = world;
    await eventsOpen(world);
    const [first] = facts.events();
    const at = facts.events().findIndex(({args}) => /^\w+ ?= ?/.test(args ?? ''));
    if (at < 0) return hand.control(/^Columns/);
    await hand.set('events-row', String(at + 1));
    await hand.quiet();
    const field = /^(\w+) ?= ?/.exec(facts.events()[at].args)[1];
    await hand.control(/^Columns/);
    await hand.control(field);
    await hand.mirrored(([table]) => table?.rows[0].at(-1) === field);
    await hand.control(/^Columns/);
    await hand.control(field);
    await hand.mirrored(([table]) => table && table.rows[0].at(-1) !== field);
    return assert.ok(first);
  },
  'settings: Theme': settingChip('Light', 'theme', 'light', 'dark'),
  'settings: Colours': settingChip('Safe for colour blindness', 'palette', 'colour-blind', 'standard'),
  'settings: Thread states': settingChip('As in LTTV', 'states', 'lttv', 'standard'),
  'header: the gear, the question mark': async ({hand}) => {
    await hand.control('?');
    assert.equal((await hand.state()).overlay, 'keys');
    await hand.press('Esc');
    await hand.control('settings');
    assert.equal((await hand.state()).overlay, 'settings');
    await hand.press('Esc');
    assert.equal((await hand.state()).overlay, null);
  },
  'drawer: a tab': async (world) => {
    const {hand} = world;
    await hand.set('tab', 'info');
    await hand.set('function', busiest(world));
    for (const [label, tab] of [['Functions', 'functions'], ['Events', 'events'], ['Scheduling', 'scheduling'],
      ['Flame graph', 'flame'], ['Sandwich', 'sandwich'], ['Selection', 'selection'], ['Info', 'info']]) {
      await hand.control(label);
      assert.equal((await hand.state()).panel, tab);
    }
  },
  // Nothing was drawn with the pointer there before.
  'the titles: a press that comes with the movement there sorts': async (world) => {
    const {hand, facts} = world;
    // Elsewhere, the titles lie below a line that says what is not known.
    if (!(facts.scheduling().worst?.length > 0)) return;
    await hand.set('tab', 'scheduling');
    await hand.query('scheduling');
    await hand.quiet();
    const [before] = await hand.mirrored(([table]) => table?.title === 'Scheduling of threads');
    await hand.mouse.move(700, 200);
    await hand.quiet();
    await hand.mouse.click(...THREADS);
    const named = ([table]) => table.rows.slice(1).map(([name]) => name.toLowerCase());
    const sorted = await hand.mirrored((tables) => String(named(tables)) !== String(named([before])));
    assert.ok(named(sorted)[0] <= named(sorted)[1], String(named(sorted)));
  },
  'a worst wakeup: Why, Who used the CPU': async (world) => {
    const {hand, facts} = world;
    if (!(facts.scheduling().worst?.length > 0)) return;
    for (const [item, tab] of [['Why: what held the thread up', 'why'], ['Who used the CPU meanwhile', 'scheduling']]) {
      await hand.set('tab', 'scheduling');
      await hand.query('scheduling');
      await hand.quiet();
      await hand.click(...WORST, {button: 'right'});
      await hand.control(item);
      const {ran} = facts.scheduling().worst[0];
      await hand.untilState(({panel, selection, marked}) => panel === tab && selection?.end === String(ran) &&
        (marked !== null) === (tab === 'scheduling'), item);
    }
  },
};
