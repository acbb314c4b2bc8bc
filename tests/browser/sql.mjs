// Questions in SQL: the page answers as the command line does, loads what it needs for that when somebody first asks, and
// rows lead to their places.
import assert from 'node:assert/strict';
import {cp, mkdtemp, readFile, rm, truncate} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {relay} from './relay.mjs';
import {dataPath, PICTURES, queryOf, recorded, ROOT, sample} from './support.mjs';

const TRACES = {
  uftrace: () => sample('kitchen'),
  'trace-cmd': () => recorded('tracecmd/v7-none-sched/trace.dat'),
  LTTng: () => dataPath('lttng/busy/data'),
  xray: () => recorded('xray/fdr-threads/log.xray'),
};

const QUERIES = [
  'SELECT name, count(*) AS n, sum(dur) AS time, min(depth) AS outer FROM slice GROUP BY name ORDER BY n DESC, name',
  'SELECT ts, dur, name, track_id, depth, incomplete FROM slice ORDER BY ts, track_id, depth LIMIT 200',
  'SELECT * FROM thread ORDER BY utid',
  'SELECT kind, name, count(*) FROM event GROUP BY kind, name ORDER BY 1, 2',
  'SELECT state, count(*), sum(dur) FROM thread_state GROUP BY state ORDER BY state',
  'SELECT name, calls, total, self FROM function_stats ORDER BY name LIMIT 50',
  'SELECT * FROM stats',
  'SELECT * FROM metadata',
  "SELECT 1, 1.5, NULL, '', 'text with \"quotes\"', 9007199254740993 AS large",
];

const ask = (page, text, limit) => page.page.evaluate((args) => window.tracepane.query('sql', args),
  limit === undefined ? {text} : {text, limit});

// JSON.parse rounds what is beyond 2^53; the page has the digits.
const rounded = (value) => (typeof value === 'string' && /^-?\d{16,}$/.test(value) ? Number(value) : value);

// Engines need not round alike.
function sameValue(found, expected, what) {
  if (typeof expected === 'number' && !Number.isInteger(expected)) {
    assert.ok(Math.abs(found - expected) <= 1e-9 * Math.abs(expected), `${what}: ${found} instead of ${expected}`);
  } else {
    assert.equal(found, expected, what);
  }
}

function sameAsTheCommandLine(trace) {
  return (context) => withPage(context, {}, async (page) => {
    const found = trace();
    await openByDrop(page, found);
    for (const text of QUERIES) {
      const answer = await ask(page, text);
      assert.equal(answer.error, null, text);
      assert.equal(answer.cut, false);
      const expected = queryOf(found, text);
      assert.deepEqual(answer.rows.map((row) => row.map(rounded)), expected.map(Object.values), text);
    }
    const times = await ask(page, 'SELECT ts FROM event ORDER BY ts LIMIT 20');
    const digits = queryOf(found, 'SELECT CAST(ts AS TEXT) AS ts FROM event ORDER BY ts LIMIT 20');
    assert.deepEqual(times.rows.map(([ts]) => String(ts)), digits.map(({ts}) => ts), 'to the last digit');
  });
}

const status = async (hand) => (await hand.ask('panel'))[0]?.title ?? '';

export const tests = {
  ...Object.fromEntries(Object.entries(TRACES).map(([format, trace]) =>
    [`sql: the command line says the same, ${format}`, sameAsTheCommandLine(trace)])),

  'sql: queries with known answers': (context) => withPage(context, {}, async (page) => {
    const queries = JSON.parse(await readFile(dataPath('queries/queries.json'), 'utf8'));
    assert.ok(queries.length >= 60);
    for (const trace of new Set(queries.map((one) => one.trace))) {
      await openByDrop(page, path.join(ROOT, trace));
      const asked = queries.filter((one) => one.trace === trace);
      const answers = await page.page.evaluate((texts) => Promise.all(texts.map((text) => window.tracepane.query('sql', {text}))),
        asked.map((one) => one.sql));
      asked.forEach(({name, rows}, number) => {
        const answer = answers[number];
        assert.deepEqual([answer.error, answer.cut], [null, false], name);
        assert.equal(answer.rows.length, rows.length, name);
        rows.forEach((row, i) => row.forEach((value, column) => sameValue(answer.rows[i][column], value, `${name}, row ${i}`)));
      });
    }
  }),

  'sql: nothing of it is loaded before somebody asks': (context) => withPage(context, {}, async (page) => {
    const asked = [];
    page.context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.page.reload();
    await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
    await openByDrop(page, sample('kitchen'));
    await page.command('tab', 'query');
    await page.settle();
    const late = () => asked.filter((one) => /\/sql/.test(one)).map((one) => one.split('/').pop()).sort();
    assert.deepEqual(late(), []);
    assert.ok(asked.some((one) => one.endsWith('app.wasm')));
    assert.deepEqual((await ask(page, 'SELECT 1')).rows, [[1]]);
    assert.deepEqual(late(), ['sql-core.js', 'sql-core.wasm', 'sql.js', 'sql_worker.js']);
    await ask(page, 'SELECT 2');
    assert.equal(late().length, 4, 'it is loaded once');
  }),

  'sql: in the panel, by keys and clicks': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    const hand = new Hand(page);
    await hand.press('8');
    assert.equal((await page.state()).panel, 'query');
    await page.picture(PICTURES, 'query-empty');
    // Into the editor: what is there is replaced.
    await hand.click(200, 540);
    await hand.keyboard.press('Control+A');
    const text = 'SELECT ts, dur, name, track_id FROM slice WHERE dur > 0 ORDER BY dur DESC, ts';
    await hand.keyboard.type(text);
    await hand.press('Ctrl+Enter');
    await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length > 0, 'rows');
    const expected = queryOf(trace, text);
    const [table] = await hand.ask('panel');
    assert.deepEqual(table.head, ['ts', 'dur', 'name', 'track_id']);
    assert.deepEqual(table.rows, expected.slice(0, 50).map((row) => Object.values(row).map(String)));
    assert.match(table.title, new RegExp(`${expected.length} rows`));
    assert.deepEqual((await page.state()).settings.queries[0], text);
    const head = async (name) => (await hand.ask('controls')).find(({label}) => label === `sort by ${name}`);
    // The second row: the slice is selected, and the panel stays.
    const {x, y} = await head('name');
    await hand.click(x, y + 22 + 18);
    await hand.until(async () => (await page.state()).selection !== null, 'the selection');
    const {selection, panel} = await page.state();
    assert.equal(panel, 'query');
    assert.equal(selection.begin, String(expected[1].ts));
    assert.equal(Number(selection.end) - Number(selection.begin), expected[1].dur);
    assert.equal(selection.name, expected[1].name);
    await hand.press('↓');
    await hand.press('Enter');
    await hand.until(async () => (await page.state()).selection?.begin === String(expected[2].ts), 'the next');
    // By name, and then the other way round.
    await hand.click(x, y);
    const names = async () => (await hand.ask('panel'))[0].rows.map((row) => row[2]);
    const sorted = expected.map(({name}) => name).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    assert.deepEqual(await names(), sorted.slice(0, 50));
    await hand.click(x, y);
    assert.deepEqual(await names(), sorted.slice().reverse().slice(0, 50));
    await page.picture(PICTURES, 'query-rows');
    const csv = (await hand.downloaded(() => hand.set('sql-export', 'csv'))).bytes;
    assert.match(csv.toString(), /^ts,dur,name,track_id\n/);
    assert.equal(csv.toString().trim().split('\n').length, expected.length + 1);
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(500);
    assert.equal((await page.state()).frame.count, before, 'frames are drawn while nothing changes');
  }),

  'sql: the panel by keys alone': (context) => withPage(context, {}, async (page) => {
    await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    const hand = new Hand(page);
    const {visible} = await page.state();
    // The editor has the keyboard: what is typed at once replaces the example, and a digit still opens another panel.
    await hand.press('8');
    await hand.press('7');
    assert.equal((await page.state()).panel, 'events');
    await hand.keyboard.press('8');
    const text = 'SELECT ts, dur, name, track_id FROM slice WHERE dur > 0 ORDER BY dur DESC, ts LIMIT 30';
    await hand.keyboard.type(text);
    await hand.press('Ctrl+Enter');
    await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length === 30, 'rows');
    assert.equal((await page.state()).settings.queries[0], text);
    const expected = queryOf(trace, text);
    await hand.press('Esc');
    await hand.press('↓');
    await hand.press('↓');
    assert.deepEqual((await page.state()).visible, visible, 'the timeline stays');
    await hand.press('Enter');
    await hand.until(async () => (await page.state()).selection?.begin === String(expected[1].ts), 'the second row');
    await hand.palette("Sort the query's result by a column", 'dur asc');
    const durations = async () => (await hand.ask('panel'))[0].rows.map((row) => Number(row[1]));
    assert.deepEqual(await durations(), expected.map(({dur}) => dur).reverse());
    // The first example is chosen by Enter, and can be changed at once.
    await hand.palette('Choose one of the examples of queries');
    await hand.press('Enter');
    await hand.keyboard.type(' LIMIT 3');
    await page.picture(PICTURES, 'query-before');
    await hand.press('Ctrl+Enter');
    await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length === 3, 'the example with a limit');
    await hand.palette('Choose a query of the history');
    await hand.press('↓');
    await hand.press('Enter');
    await hand.press('Ctrl+Enter');
    await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length === 30, 'the query before');
  }),

  'sql: a long line is read and changed': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const hand = new Hand(page);
    const columns = Array.from({length: 40}, (_, i) => `${i} AS column_${i}`).join(', ');
    const text = `SELECT ${columns} FROM thread`;
    assert.ok(text.length > 600);
    await hand.press('8');
    await hand.keyboard.insertText(text);
    await page.settle();
    await page.picture(PICTURES, 'query-long');
    // A line up on the screen and back, and a word in the middle of the text is replaced.
    await hand.press('↑');
    await hand.press('↓');
    await hand.keyboard.type(' LIMIT 1');
    await hand.press('Ctrl+Enter');
    await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length === 1, 'a row');
    assert.equal((await page.state()).settings.queries[0], `${text} LIMIT 1`);
    // The place of an error gets the caret: what is typed there mends it.
    await hand.set('sql-edit');
    await hand.keyboard.press('Control+A');
    await hand.keyboard.insertText(text.replace('20 AS', 'x20 AS'));
    await hand.press('Ctrl+Enter');
    // Questions are answered one after the other.
    assert.equal((await ask(page, text.replace('20 AS', 'x20 AS'))).error.message, 'no such column: x20');
    await page.settle();
    await page.picture(PICTURES, 'query-long-error');
    await hand.keyboard.press('Delete');
    await hand.press('Ctrl+Enter');
    await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length > 0, 'the mended query');
    assert.equal((await page.state()).settings.queries[0], text);
  }),

  'sql: an error is shown at its place': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const hand = new Hand(page);
    const text = "SELECT name,\n  'ä', nobody FROM slice";
    await hand.set('sql', text);
    await hand.until(async () => (await page.page.textContent('#status')) !== null
      && (await ask(page, text)).error !== null, 'the error');
    const {error, rows} = await ask(page, text);
    assert.deepEqual(rows, []);
    assert.equal(error.message, 'no such column: nobody');
    assert.equal(text.slice(error.at, error.at + 6), 'nobody');
    await page.settle();
    await page.picture(PICTURES, 'query-error');
    assert.match((await ask(page, 'DELETE FROM slice')).error.message, /may not be modified/);
    assert.match((await ask(page, 'SELECT 1; SELECT 2')).error.message, /one query at a time/);
    assert.deepEqual((await ask(page, 'SELECT count(*) > 0 FROM slice')).rows, [[1]], 'others are answered');
  }),

  'sql: cut where it is too long, and stopped': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const hand = new Hand(page);
    const cut = await ask(page, 'SELECT ts FROM slice', 7);
    assert.equal(cut.rows.length, 7);
    assert.equal(cut.cut, true);
    // So many rows take for ever.
    const endless = 'SELECT count(*) FROM slice AS a, slice AS b, slice AS c, slice AS d';
    await hand.set('sql', endless);
    await page.until(async () => /Reading/.test(await status(hand)) || true, 5000, 'it to run');
    await page.page.waitForTimeout(300);
    await page.picture(PICTURES, 'query-running');
    assert.equal(await page.command('sql-stop'), true);
    await hand.quiet();
    assert.equal(await page.command('sql-stop'), false, 'it is stopped already');
    await page.picture(PICTURES, 'query-stopped');
    assert.ok((await ask(page, 'SELECT count(*) FROM slice')).rows[0][0] > 0, 'the next question is answered');
    // Another trace ends it, too.
    const failed = page.page.evaluate((text) =>
      window.tracepane.query('sql', {text}).catch((error) => error.message), endless);
    await page.page.waitForTimeout(300);
    await openByDrop(page, sample('family'));
    assert.match(await failed, /another trace was opened/);
    assert.deepEqual((await ask(page, 'SELECT count(DISTINCT pid) > 1 FROM thread')).rows, [[1]]);
  }),

  'sql: files that have changed are told': async (context) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
    const trace = path.join(folder, 'run.data');
    try {
      await cp(sample('kitchen'), trace, {recursive: true});
      await withPage(context, {}, async (page) => {
        await openByDrop(page, trace);
        assert.ok((await ask(page, 'SELECT count(*) FROM slice')).rows[0][0] > 0);
        await truncate(path.join(trace, '4415.dat'), 1000);
        const {error} = await ask(page, 'SELECT count(*) FROM slice');
        assert.match(error?.message ?? '', /4415\.dat/);
        await page.until(async () => (await page.state()).changed.length > 0, 10000, 'the page to say so');
      });
    } finally {
      await rm(folder, {recursive: true, force: true});
    }
  },

  'sql: several traces on one axis': (context) => withPage(context, {}, async (page) => {
    const [first, second] = [sample('kitchen'), recorded('tracecmd/v7-none-sched/trace.dat')];
    await openByDrop(page, first);
    await page.dropToOpen([second]);
    await page.waitFor('ready');
    await page.settle();
    const text = 'SELECT trace, count(*) AS n, min(ts) AS first, max(end_ts) AS last FROM slice GROUP BY trace ORDER BY trace';
    const said = async () => (await ask(page, text)).rows.map((row) => row.map(rounded));
    assert.deepEqual(await said(), queryOf([first, second], text).map(Object.values));
    await page.command('trace.shift', '2', '-1.5 ms');
    await page.waitFor('ready');
    await page.settle();
    assert.deepEqual(await said(), queryOf([first, second], text, '--offset', '2:-1.5ms').map(Object.values));
  }),

  'sql: a copy is kept for when there is no network': async (context) => {
    const server = await relay(context.url);
    let open = true;
    try {
      await withPage({...context, url: server.url}, {}, async (page) => {
        await page.until(() => page.page.evaluate(() => navigator.serviceWorker.controller !== null), 20000, 'the copy');
        await openByDrop(page, sample('kitchen'));
        assert.deepEqual((await ask(page, 'SELECT 1')).rows, [[1]]);
        const held = () => page.page.evaluate(async () => {
          const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return all.flat().filter(({url}) => /\/sql/.test(url)).length;
        });
        await page.until(async () => (await held()) === 4, 20000, 'copies of what answers');
        await server.close();
        open = false;
        await page.page.reload();
        await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
        await openByDrop(page, sample('kitchen'));
        assert.deepEqual((await ask(page, 'SELECT 2')).rows, [[2]]);
      });
    } finally {
      if (open) await server.close();
    }
  },
};
