// The critical path, walked: from part to part, as the command line has them.
import assert from 'node:assert/strict';
import {pathOf} from '../support.mjs';

// The worst wakeup's wait, selected, with the tab Why open on it.
async function whyOpen(world) {
  const {hand, facts} = world;
  const [worst] = facts.scheduling().worst;
  const margin = Math.max(200, worst.ran - worst.woken);
  await hand.set('set-visible', worst.woken - margin, worst.ran + margin);
  const {id} = (await hand.tracks()).find(({kind, tid}) => kind === 'state' && tid === worst.tid);
  assert.ok(await hand.set('select', id, 0, worst.ran - 1));
  await hand.set('tab', 'why');
  await hand.mirrored((tables) => tables.some(({title}) => title === 'The longest parts'));
  const {begin, end} = (await hand.state()).selection;
  return pathOf(worst.tid, begin, end, ...facts.files);
}

const atPart = (part) => async ({hand}, path) => {
  const {tid, begin, end} = path.at(part);
  const tracks = await hand.tracks();
  await hand.untilState(({selection}) => selection !== null && tracks.find(({id}) => id === selection.track)?.tid === tid &&
    Number(selection.begin) <= begin && Number(selection.end) >= end, `the part from ${begin} to ${end} of ${tid}`);
};

export const rows = [
  {does: 'path-next', on: 'scheduler', ready: whyOpen, done: atPart(0)},
  {does: 'path-previous', on: 'scheduler', ready: whyOpen, done: atPart(-1)},
  {
    does: 'why-chains',
    on: 'scheduler',
    ready: whyOpen,
    // Screen readers have both.
    done: ({hand}) => hand.mirrored((tables) => tables.some(({title}) => title === 'Wakeup chains')),
    // Of threads that nobody woke, there is one chain.
    absent: async ({hand}, title) => {
      await hand.palette(title);
      await hand.untilState(({panel}) => panel === 'why', 'the tab');
    },
  },
  {
    does: 'softirqs',
    on: 'softirqs',
    done: ({hand}) => hand.mirrored((tables) => tables.some(({title, rows}) => title.startsWith('Softirqs pending') && rows.length > 1)),
    absent: async ({hand}, title) => {
      await hand.palette(title);
      await hand.untilState(({notice}) => notice === 'The trace does not tell when softirqs were raised.', 'why not');
    },
  },
];
