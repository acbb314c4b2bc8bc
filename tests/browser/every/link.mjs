// A link to a view, copied from one page and opened in another, where the same trace is dropped.
import assert from 'node:assert/strict';
import {neighbours} from './picks.mjs';
import {near, World} from './world.mjs';
import {filesOf} from './samples.mjs';

const byPlace = (a, b) => a.y - b.y;

// What is seen, by names and times: numbers of tracks are those of one opening.
async function seen({hand}) {
  const state = await hand.state();
  const tracks = await hand.tracks();
  const nameOf = (id) => {
    // What is hidden or folded has no row.
    const {kind, tid, pid, name} = tracks.find((track) => track.id === id) ?? {};
    return {kind, tid, pid, name};
  };
  const {selection, markedRange, markers, trackFilter, trackSort, colourBy, rowHeight, panel} = state;
  return {
    trackFilter, trackSort, colourBy, rowHeight, panel,
    selection: {...selection, track: nameOf(selection.track)},
    markedRange: {...markedRange, tracks: markedRange.tracks.map(nameOf)},
    markers: markers.map(({time, begin, end}) => ({time, begin, end})),
    tracks: tracks.sort(byPlace).map(({id, pinned, hidden, collapsed}) => ({...nameOf(id), pinned, hidden, collapsed})),
  };
}

// Something of everything that a link holds.
async function arrange(world) {
  const {hand, facts} = world;
  const three = neighbours(facts);
  const id = await world.select(three[1], three[0].begin, three[2].end);
  const threads = (await hand.tracks()).filter(({kind}) => kind === 'thread');
  await hand.set('pin', id);
  const other = threads.find((one) => one.id !== id);
  if (other) await hand.set('hide', other.id);
  await hand.set('colour-by', 'thread');
  await hand.set('marker', three[1].begin);
  const {top} = (await hand.tracks()).find((track) => track.id === id);
  await hand.drag([500, top + 4], [800, top + 6], ['Shift']);
  await hand.set('tab', 'events');
  await hand.set('events-filter', `name == ${JSON.stringify(three[1].name)}`);
  await hand.set('events-span', 'marked');
  return hand.query('events', [0, 20], (answer) => answer?.done);
}

// `open(url, use)` gives `use` a new page, which remembers nothing of earlier visits.
export async function linkRestores(world, open) {
  await world.open(filesOf(world.format, 'main').files);
  const events = await arrange(world);
  const before = await seen(world);
  const {visible} = await world.hand.state();
  await world.page.page.evaluate(() => navigator.clipboard.writeText(''));
  await world.hand.press('Ctrl+Shift+C');
  let link = '';
  await world.hand.until(async () => (link = await world.hand.clipboard()).includes('#view='), 'the link', () => link);
  await open(link, async (page) => {
    const fresh = new World(page, world.format);
    await fresh.open(world.facts.files);
    await fresh.hand.untilState(({selection, panel}) => selection !== null && panel === 'events', 'the view');
    await fresh.hand.quiet();
    assert.deepEqual(await seen(fresh), before);
    (await fresh.hand.state()).visible.forEach((time, i) => near(time, visible[i], 2, 'the view'));
    const answer = await fresh.hand.query('events', [0, 20], (one) => one?.done && one.total === events.total);
    assert.deepEqual(answer.rows, events.rows);
  });
}
