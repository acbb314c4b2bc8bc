// Sources: the file in which a function was written, and the figures beside its lines.
import assert from 'node:assert/strict';
import path from 'node:path';
import {dataPath, ROOT} from '../support.mjs';

// Where the sources of each sample are.
const FOLDERS = {uftrace: path.join(ROOT, 'assets/samples/src'), xray: dataPath('xray/lines')};

// A call whose details name its source, and what they say.
async function calledInSource(world) {
  const {hand, facts} = world;
  const seen = new Set();
  for (const slice of facts.slices) {
    if (seen.has(slice.name) || !(slice.end > slice.begin)) continue;
    seen.add(slice.name);
    await world.select(slice);
    const {source} = await hand.query('description');
    if (/:\d+$/.test(source ?? '')) return {name: slice.name, source};
  }
  throw new Error('no call has a source');
}

const shown = (fits) => async ({hand}, {source}) => {
  await hand.untilState(({panel}) => panel === 'source', 'the panel');
  return hand.mirrored(([first]) => first?.title === `Source: ${source}` && fits(first.rows));
};

const lineOf = (rows, source) => rows.find(([line]) => line === source.split(':').at(-1));

// The file is there, and the line has the figures of the command line.
async function showsFigures(world, before) {
  const {calls} = world.facts.functions().find(({name}) => name === before.name);
  const [{rows}] = await shown((all) => lineOf(all, before.source)?.[1])(world, before);
  const [, count, , , text] = lineOf(rows, before.source);
  assert.equal(count.replace(/\D/g, ''), String(calls), before.name);
  assert.notEqual(text, '');
}

const says = (words) => async (world, title) => {
  await world.hand.palette(title);
  await world.hand.untilState(({notice}) => notice.includes(words), words);
};

const pick = async (page, act, folder) => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser', {timeout: 20000}), act()]);
  await chooser.setFiles(folder);
};

// Those that the page has, and only the desktop program can do.
export const DESKTOP = ['source-path', 'open-in-editor', 'editor'];

export const rows = [
  {
    does: 'source',
    on: 'sources',
    ready: calledInSource,
    told: {words: ({name}) => name, done: shown(() => true)},
    done: shown(() => true),
    absent: says('Select a call first'),
  },
  {
    does: 'source-folder',
    on: 'sources',
    ready: async (world) => {
      const before = await calledInSource(world);
      await world.hand.set('source');
      return before;
    },
    chooses: ({format}) => FOLDERS[format],
    done: showsFigures,
    absent: async (world, title) => pick(world.page.page, () => world.hand.palette(title), FOLDERS.uftrace),
  },
];
