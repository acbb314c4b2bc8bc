// The trace as a whole: exports, pictures, links; other traces beside it and in its place.
import assert from 'node:assert/strict';
import {insideOf} from '../support.mjs';
import {neighbours} from './picks.mjs';

const TABLES = ['slices', 'thread_state', 'events'];
const FORMATS = ['chrome', 'perfetto', 'speedscope', 'folded', 'csv'];

// What a CSV file calls the columns of the table of events.
const CSV = {'#': '', Time: 'ts', CPU: 'cpu', Thread: 'comm,tid', Kind: 'kind', Name: 'name', Arguments: 'args',
  Stream: 'stream', Buffer: 'buffer', Depth: 'depth', Address: 'addr', TSC: 'tsc', Id: 'id', Trace: 'trace', Flags: 'flags'};

const saved = (options) => async ({hand, facts}, before, way, download) => {
  const {name, bytes} = download;
  const [format, ...more] = await options(hand, before);
  assert.ok(name.startsWith((await hand.state()).name), name);
  assert.ok(bytes.length > 40, 'something is in it');
  assert.deepEqual(bytes, facts.exported(format, ...more), format);
};

// The same files as in the report of the command line.
async function holds({hand, facts}, {name, bytes}, [from, to]) {
  assert.equal(name, `${(await hand.state()).name}.html`);
  const {view, files} = insideOf(bytes);
  assert.equal(view.get('since'), facts.info.range[0]);
  const [first, last] = facts.info.range.map(BigInt);
  const within = (time) => (BigInt(time) < first ? first : BigInt(time) > last ? last : BigInt(time));
  const expected = facts.report('--from', within(from), '--to', within(to)).files;
  assert.deepEqual([...files.keys()], [...expected.keys()]);
  for (const [path, data] of files) assert.ok(data.equals(expected.get(path)), path);
}

const mark = async ({hand}) => {
  await hand.drag([500, 87], [800, 87]);
  assert.ok((await hand.state()).markedRange);
};

export const rows = [
  ...FORMATS.map((format) => ({does: `export ${format}`, downloads: true, done: saved(() => [format])})),
  ...FORMATS.map((format) => ({
    does: `export-range ${format}`,
    downloads: true,
    ready: mark,
    done: saved(async (hand) => {
      const {begin, end} = (await hand.state()).markedRange;
      return [format, '--from', begin, '--to', end];
    }),
  })),
  ...TABLES.map((table) => ({
    does: `export-parquet ${table}`,
    downloads: true,
    done: ({facts}, before, way, {name, bytes}) => {
      assert.ok(name.endsWith(`-${table}.parquet`), name);
      assert.deepEqual(bytes, facts.exportedTable(table));
    },
  })),
  ...TABLES.map((table) => ({
    does: `export-range-parquet ${table}`,
    downloads: true,
    ready: mark,
    done: async ({hand, facts}, before, way, {bytes}) => {
      const {begin, end} = (await hand.state()).markedRange;
      assert.deepEqual(bytes, facts.exportedTable(table, '--from', begin, '--to', end));
    },
  })),
  {
    does: 'export-report',
    downloads: true,
    ready: ({hand}) => hand.set('zoom-in'),
    done: async (world, before, way, download) => {
      const {visible: [from, to]} = await world.hand.state();
      await holds(world, download, [from, to]);
    },
  },
  {
    does: 'export-range-report',
    downloads: true,
    ready: mark,
    done: async (world, before, way, download) => {
      const {begin, end} = (await world.hand.state()).markedRange;
      await holds(world, download, [begin, end]);
    },
  },
  ...['chrome', 'perfetto', 'speedscope'].map((format) => ({
    does: `export-track ${format}`,
    downloads: true,
    ready: async (world) => {
      const [slice] = neighbours(world.facts);
      await world.select(slice);
      return slice;
    },
    done: async (world, {name, tid}, way, {bytes}) => {
      assert.ok(bytes.includes(Buffer.from(JSON.stringify(name).slice(1, -1))), `${name} is in it`);
      assert.deepEqual(bytes, world.facts.exported(format, '--track', `thread:${tid}`), format);
    },
  })),
  {
    does: 'export-table',
    downloads: true,
    // Some columns, some rows, some of the time.
    ready: async ({hand, facts}) => {
      await hand.set('tab', 'events');
      await mark({hand});
      await hand.set('events-span', 'marked');
      const {name} = facts.events()[Math.floor(facts.events().length / 2)];
      const field = facts.events().map(({args}) => /(\w+) ?= ?/.exec(args ?? '')?.[1]).find((one) => one) ?? 'such';
      await hand.set('events-column', field);
      const filter = `name == ${JSON.stringify(name)}`;
      await hand.set('events-filter', filter);
      await hand.query('events', [0, 0], (answer) => answer?.done);
      const [{rows: [titles]}] = await hand.mirrored(([first]) => first?.rows[0].includes(field));
      return {field, filter, titles, range: (await hand.state()).markedRange};
    },
    done: async ({hand, facts}, {field, filter, titles, range}, way, {name, bytes}) => {
      await hand.set('events-column', field);
      assert.match(name, /\.csv$/);
      const columns = titles.map((title) => CSV[title] ?? `args.${title}`).filter((key) => key !== '').join(',');
      assert.equal(bytes.toString().split('\n')[0], columns);
      assert.deepEqual(bytes, facts.exported('csv', '--columns', columns, '--filter', filter, '--from', range.begin,
        '--to', range.end));
    },
  },
  {
    does: 'picture svg',
    downloads: true,
    // Read as what it is: names of threads are written there, and there are boxes.
    done: async ({hand}, before, way, {name, bytes}) => {
      assert.match(name, /\.svg$/);
      // Somewhere else: the page's policy lets no style in.
      const blank = await hand.page.context.newPage();
      const {root, texts, boxes} = await blank.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return {root: parsed.documentElement.nodeName, boxes: parsed.querySelectorAll('rect, path, polygon').length,
          texts: [...parsed.querySelectorAll('text')].map((one) => one.textContent)};
      }, bytes.toString());
      await blank.close();
      assert.equal(root, 'svg');
      assert.ok(boxes > 20, `${boxes} boxes`);
      const threads = (await hand.tracks()).filter(({kind, hidden}) => kind === 'thread' && !hidden);
      assert.ok(threads.some((one) => texts.includes(one.name)), `names of threads: ${texts.slice(0, 20)}`);
    },
  },
  {
    does: 'picture png',
    downloads: true,
    done: async (world, before, way, {name, bytes}) => {
      assert.match(name, /\.png$/);
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
      // Its width and height, by its own head. That something is on it, a test of its own says: here, nothing is drawn.
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1280, 720]);
    },
  },
  {
    does: 'picture panel-svg',
    downloads: true,
    ready: ({hand}) => hand.set('tab', 'info'),
    // The words of the panel, and none of the timeline.
    done: async ({facts}, before, way, {name, bytes}) => {
      assert.match(name, /\.svg$/);
      const text = bytes.toString();
      assert.match(text, /^<svg [^]*<\/svg>\n$/);
      assert.ok(text.includes(`>${facts.info.format}`), 'the format');
      assert.ok(!text.includes('>Selection<') && !text.includes('>0 ms<'), 'the panel alone');
    },
  },
  {
    does: 'picture panel-png',
    downloads: true,
    ready: ({hand}) => hand.set('tab', 'info'),
    done: async (world, before, way, {name, bytes}) => {
      assert.match(name, /\.png$/);
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
      assert.equal(bytes.readUInt32BE(16), 1280);
      const height = bytes.readUInt32BE(20);
      assert.ok(height > 100 && height < 400, `${height} pixels high`);
    },
  },
  {
    does: 'copy-link',
    ready: async (world) => {
      const three = neighbours(world.facts);
      await world.select(three[1], three[0].begin, three[2].end);
      await world.hand.set('tab', 'functions');
      return world.hand.state();
    },
    done: async (world, before) => {
      const {hand} = world;
      let link = '';
      await hand.until(async () => (link = await hand.clipboard()).includes('#view='), 'the link', () => link);
      assert.ok(link.startsWith(await hand.page.page.evaluate(() => location.origin)), link);
      // Whoever opens it sees the same of the same trace.
      await world.fresh();
      await hand.set('tab', 'info');
      // The page's own address follows at its own pace; a link that it has already would be none.
      const address = () => hand.page.page.evaluate(() => location.hash);
      await hand.until(async () => !link.endsWith(await address()), 'the address to follow', address);
      await hand.page.page.evaluate((hash) => { location.hash = hash; }, link.slice(link.indexOf('#')));
      await world.selected({...before.selection, depth: before.selection.depth});
      const after = await hand.state();
      assert.equal(after.panel, 'functions');
      after.visible.forEach((time, i) => assert.ok(Math.abs(Number(time) - Number(before.visible[i])) <= 2, time));
    },
  },
];
