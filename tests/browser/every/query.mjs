// Questions in SQL: asked, run again, stopped, their rows gone to, copied and saved.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {queryOf} from '../support.mjs';

// Of each slice that lasts, the first ones in time; in any of the formats.
const TEXT = 'SELECT ts, dur, name, track_id, depth FROM slice WHERE dur > 0 ORDER BY ts, track_id, depth LIMIT 40';
const ENDLESS = 'SELECT count(*) FROM slice AS a, slice AS b, slice AS c, slice AS d';

const rowsOf = ({facts}) => queryOf(facts.files, TEXT);

async function shown({hand}) {
  let table = null;
  await hand.until(async () => (table = (await hand.ask('panel'))[0])?.rows.length > 0, 'rows', () => table);
  return table;
}

const asked = async (world) => {
  await world.hand.set('sql', TEXT);
  await shown(world);
};

async function sameRows(world) {
  const {head, rows} = await shown(world);
  const expected = rowsOf(world);
  assert.deepEqual(head, Object.keys(expected[0]));
  const names = head.indexOf('name');
  assert.deepEqual(rows.map((row) => row[names]), expected.map(({name}) => name));
}

const COUNTER = 'SELECT ts, dur AS value FROM slice WHERE dur > 0 ORDER BY ts LIMIT 40';

async function withoutTracks(world) {
  await asked(world);
  await world.hand.set('sql-tracks-close');
}

async function withTrack(world) {
  await withoutTracks(world);
  await world.hand.set('sql-track');
}

const tracksAre = ({hand}, fits) =>
  hand.untilState(({queryTracks}) => fits(queryTracks), 'the tracks of queries');

// What another program reads in the file.
async function rowsOfParquet(bytes) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  try {
    const file = path.join(folder, 'rows.parquet');
    await writeFile(file, bytes);
    const rows = (await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`)).getRowObjects();
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) =>
      [name, typeof value === 'bigint' ? Number(value) : value])));
  } finally {
    connection.closeSync();
    await rm(folder, {recursive: true, force: true});
  }
}

const saved = (suffix) => ({
  does: `sql-export ${suffix}`,
  downloads: true,
  ready: asked,
  done: async (world, before, way, {name, bytes}) => {
    assert.ok(name.endsWith(`-query.${suffix}`), name);
    const expected = rowsOf(world);
    if (suffix === 'parquet') {
      assert.deepEqual(await rowsOfParquet(bytes), expected);
      return;
    }
    if (suffix === 'json') assert.deepEqual(JSON.parse(bytes.toString()), expected);
    else assert.equal(bytes.toString().trim().split('\n').length, expected.length + 1);
  },
});

export const rows = [
  {
    does: 'tab query',
    ready: async ({hand}) => {
      await hand.set('tab', 'info');
      await hand.set('toggle-drawer');
    },
    done: async ({hand}) => {
      assert.equal((await hand.state()).panel, 'query');
      // The editor may have the keyboard now.
      await hand.press('Esc');
    },
  },
  {does: 'sql', words: () => TEXT, done: sameRows},
  {
    does: 'sql-edit',
    done: async ({hand}) => {
      await hand.keyboard.press('Control+A');
      await hand.keyboard.type('SELECT 7 AS seven');
      await hand.press('Ctrl+Enter');
      await hand.until(async () => (await hand.ask('panel'))[0]?.rows[0]?.[0] === '7', 'what was typed is asked');
      await hand.keyboard.press('Escape');
    },
  },
  {
    does: 'sql-run',
    ready: async (world) => {
      await asked(world);
      await world.hand.set('tab', 'info');
    },
    done: sameRows,
  },
  {
    does: 'sql-stop',
    ready: async ({hand}) => {
      await hand.set('sql', ENDLESS);
    },
    done: async ({hand}) => {
      assert.equal(await hand.page.command('sql-stop'), false, 'nothing is to be stopped any more');
      assert.equal((await hand.state()).panel, 'query');
    },
  },
  {
    does: 'sql-row',
    ready: asked,
    words: () => '3',
    done: async (world) => {
      const {ts, name} = rowsOf(world)[2];
      const {selection} = await world.hand.untilState((state) => state.selection !== null, 'the selection');
      assert.equal(Number(selection.begin), ts);
      assert.equal(selection.name, name);
    },
  },
  {
    does: 'sql-chart',
    ready: asked,
    done: async (world) => {
      // The chart has a menu for each of its columns.
      await world.hand.until(async () => (await world.hand.ask('controls')).some(({label}) => label.startsWith('down: ')), 'the chart');
    },
  },
  {
    does: 'sql-copy',
    ready: asked,
    done: async (world) => {
      const head = Object.keys(rowsOf(world)[0]).join('\t');
      let copied = '';
      await world.hand.until(async () => (copied = await world.hand.clipboard()).startsWith(head), 'the rows', () => copied);
      assert.equal(copied.trim().split('\n').length, rowsOf(world).length + 1);
    },
  },
  {
    does: 'sql-track',
    ready: withoutTracks,
    done: (world) => tracksAre(world, ([one]) => one?.kind === 'slices' && one.rows === rowsOf(world).length),
  },
  {
    does: 'sql-counter',
    ready: async (world) => {
      await withoutTracks(world);
      await world.hand.set('sql', COUNTER);
      await shown(world);
    },
    done: (world) => tracksAre(world, ([one]) => one?.kind === 'counter' && one.rows > 0),
  },
  {
    does: 'sql-track-name',
    ready: withTrack,
    words: () => '1 the first calls',
    done: (world) => tracksAre(world, ([one]) => one.name === 'the first calls'),
  },
  {
    does: 'sql-track-edit',
    ready: async (world) => {
      await withTrack(world);
      await world.hand.set('sql', 'SELECT 1 AS other');
    },
    words: () => '1',
    done: async (world) => {
      await world.hand.set('sql-run');
      await sameRows(world);
    },
  },
  {
    does: 'sql-track-close',
    ready: withTrack,
    words: () => '1',
    done: (world) => tracksAre(world, (tracks) => tracks.length === 0),
  },
  {
    does: 'sql-tracks-close',
    ready: withTrack,
    done: (world) => tracksAre(world, (tracks) => tracks.length === 0),
  },
  saved('csv'),
  saved('json'),
  saved('parquet'),
  {
    does: 'sql-examples',
    done: async ({hand}) => {
      await hand.until(async () => (await hand.ask('controls')).some(({label}) => label === 'The longest slices'), 'the examples');
      await hand.press('Esc');
    },
  },
  {
    does: 'sql-history',
    ready: asked,
    done: async ({hand}) => {
      const first = TEXT.slice(0, 30);
      await hand.until(async () => (await hand.ask('controls')).some(({label}) => label.startsWith(first)), 'the history');
      await hand.press('Esc');
    },
  },
  {
    does: 'sql-sort',
    ready: asked,
    words: () => 'dur desc',
    done: async (world) => {
      const expected = rowsOf(world).map(({dur}) => dur).sort((a, b) => b - a);
      let found = [];
      await world.hand.until(async () => {
        const {head, rows} = await shown(world);
        found = rows.map((row) => Number(row[head.indexOf('dur')]));
        return found.length > 0 && found.every((dur, i) => dur === expected[i]);
      }, 'the longest first', () => found);
    },
  },
];
