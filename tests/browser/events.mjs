// The event table and the search: by real keys and clicks, and against the command line.
import assert from 'node:assert/strict';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {byCall, dataPath, eventsOf, PICTURES, recorded, ROOT, sample} from './support.mjs';

async function ask(page, kind, args, fits) {
  let answer = null;
  await page.until(async () => {
    answer = await page.page.evaluate(([name, list]) => window.tracepane.query(name, list), [kind, args]);
    return answer !== null && fits(answer);
  }, 20000, `${kind} ${args}`);
  return answer;
}

const rows = (page, first, count) => ask(page, 'events', [first, count], (answer) => answer.done);
const found = (page) => ask(page, 'search', [], (answer) => answer.done);

async function assertRows(page, expected) {
  const {total} = await rows(page, 0, 0);
  assert.equal(total, expected.length);
  const step = 1500;
  // The beginning page by page, then places all over, then the end.
  const firsts = [0, step, 2 * step];
  for (let at = 3 * step; at < total; at += Math.max(step, Math.floor(total / 5))) firsts.push(at);
  firsts.push(Math.max(0, total - step));
  for (const first of firsts) {
    const want = expected.slice(first, first + step);
    const answer = await rows(page, first, step);
    assert.deepEqual(answer.rows, want, `rows from ${first}`);
  }
}

function sameAsTheCommandLine(trace, filters, words) {
  return (context) => withPage(context, {}, async (page) => {
    const here = trace();
    await openByDrop(page, here);
    await page.page.keyboard.press('7');
    const all = eventsOf(here);
    await assertRows(page, all);
    for (const filter of filters) {
      assert.ok(await page.command('events-filter', filter));
      await assertRows(page, eventsOf(here, '--filter', filter));
    }
    await page.command('events-filter', '');
    const small = words.toLowerCase();
    const holds = ({name, args, comm}) => [name, args, comm].some((text) => text?.toLowerCase().includes(small));
    await page.command('search', words);
    const hits = byCall(all, holds);
    const search = await found(page);
    assert.equal(search.count, hits.length);
    assert.equal(search.text, words);
    if (hits.length > 0) {
      await page.command('search-next');
      await ask(page, 'search', [], (answer) => answer.current !== null);
      await assertRows(page, hits);
    }
    await page.settle();
    await page.picture(PICTURES, `events-${(await page.state()).format}`);
  });
}

// Where the rows of the table are at 1280 x 720, and how high each is.
const ROWS = {x: 600, y: 526, height: 20};

const click = (page, row, options) => page.page.mouse.click(ROWS.x, ROWS.y + row * ROWS.height, options);

export const tests = {
  'events: the command line says the same, uftrace':
    sameAsTheCommandLine(() => sample('kitchen'), ['dur > 20us', 'name == kitchen::* && kind == exit'], 'SIMMER'),
  'events: the command line says the same, 64 threads':
    sameAsTheCommandLine(() => recorded('uftrace/threads64/uftrace.data'), ['dur > 1ms || kind == lost'], 'nap'),
  'events: the command line says the same, trace-cmd':
    sameAsTheCommandLine(() => recorded('tracecmd/v7-zlib-syscalls/trace.dat'),
      ['sched_switch: prev_state == 1', 'cpu == 1 && !(name == sched_*)'], 'kworker'),
  'events: the command line says the same, lttng':
    sameAsTheCommandLine(() => dataPath('lttng/busy/data'), ['kernel.sched_schedule && cpu == 1'], 'bash'),
  'events: the command line says the same, xray':
    sameAsTheCommandLine(() => recorded('xray/fdr-recurse/log.xray'), ['kind == exit && dur > 1us'], '1'),

  'events: keys and clicks': (context) => withPage(context, {}, async (page) => {
    await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    const all = eventsOf(trace);
    await page.page.keyboard.press('7');
    await page.settle();
    await click(page, 0);
    await page.settle();
    assert.equal((await rows(page, 0, 0)).cursor, 0);
    // The arrows are the table's now.
    for (const [key, cursor] of [['ArrowDown', 1], ['End', all.length - 1], ['ArrowUp', all.length - 2], ['Home', 0]]) {
      await page.page.keyboard.press(key);
      await page.settle();
      assert.equal((await rows(page, 0, 0)).cursor, cursor, key);
    }
    await page.page.keyboard.press('PageDown');
    await page.settle();
    const paged = (await rows(page, 0, 0)).cursor;
    assert.ok(paged > 3 && paged < 20, `a page is ${paged} rows`);

    // Enter shows the row on the timeline.
    const entry = all.findIndex(({name, kind}) => name === 'kitchen::simmer' && kind === 'entry');
    await page.command('events-row', entry + 1);
    await page.page.keyboard.press('Enter');
    await page.settle();
    const {selection} = await page.state();
    assert.equal(selection.name, 'kitchen::simmer');
    assert.equal(selection.begin, String(all[entry].ts));
    assert.equal(selection.count, 1);

    // Copied rows are text with tabs.
    await page.page.keyboard.down('Shift');
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.up('Shift');
    await page.page.keyboard.press('Control+c');
    await page.settle();
    const copied = (await page.page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
    assert.equal(copied.length, 2);
    copied.forEach((line, i) => {
      const cells = line.split('\t');
      assert.equal(cells[0], String(entry + i + 1));
      assert.ok(cells.includes(all[entry + i].name), line);
    });

    // A selection on the timeline takes the table with it.
    await page.page.keyboard.press('Escape');
    const exit = all.findIndex(({name, kind}) => name === 'main' && kind === 'entry');
    const {tid, ts} = all[exit];
    const thread = (await page.tracks()).find((one) => one.kind === 'thread' && one.tid === tid);
    await page.command('select', thread.id, 0, ts);
    await page.command('tab', 'events');
    await page.settle();
    assert.equal((await rows(page, 0, 0)).cursor, exit);

    // The wheel scrolls, and then nothing is drawn any more.
    await page.page.mouse.move(ROWS.x, ROWS.y);
    await page.page.mouse.wheel(0, 2400);
    await page.settle();
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(400);
    assert.equal((await page.state()).frame.count, before, 'frames are drawn while nothing changes');
  }),

  'events: whoever opens the table with something selected sees rows': (context) => withPage(context, {drawn: true}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    const {tid, ts, depth} = eventsOf(trace).find(({name, kind}) => name === 'kitchen::chop' && kind === 'entry');
    const thread = (await page.tracks()).find((one) => one.kind === 'thread' && one.tid === tid);
    await page.command('select', thread.id, depth, ts);
    await page.settle();
    await page.page.keyboard.press('7');
    await page.settle();
    // Nothing moves from here on: what is not there now does not come.
    await page.page.waitForTimeout(800);
    const shown = await page.page.evaluate(() => document.querySelectorAll('#panel tbody tr').length);
    assert.ok(shown >= 8, `${shown} rows`);
    // Below the filter, whose caret blinks.
    const drawn = () => page.page.screenshot({clip: {x: 0, y: ROWS.y - 10, width: 1280, height: 174}});
    const before = await drawn();
    // Which has another frame drawn.
    await page.page.mouse.move(700, 40);
    await page.settle();
    assert.deepEqual(await drawn(), before, 'rows are drawn when they come');
  }),

  'events: what is cut is told in full': (context) => withPage(context, {drawn: true}, async (page) => {
    await openByDrop(page, recorded('tracecmd/v6-sched-syscalls/trace.dat'));
    await page.command('tab', 'events');
    await page.command('events-filter', 'name == sched_switch');
    await rows(page, 0, 1);
    const pictureAt = async (x) => {
      await page.page.mouse.move(x, ROWS.y + 2 * ROWS.height);
      await page.settle();
      // Without the footer, whose figures are those of each frame.
      return page.page.screenshot({clip: {x: 0, y: 100, width: 1280, height: 590}});
    };
    const none = await pictureAt(560);
    assert.deepEqual(await pictureAt(540), none, 'a name that fits needs no word about it');
    assert.notDeepEqual(await pictureAt(900), none, 'arguments that do not fit');
  }),

  'events: what is in view, and in the marked range': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    await page.command('tab', 'events');
    const [begin] = (await page.state()).range.map(BigInt);
    const from = begin + 100000n, to = begin + 200000n;
    await page.command('set-visible', String(from), String(to));
    await page.settle();
    assert.ok(await page.command('events-span', 'view'));
    await page.settle();
    const [first, last] = (await page.state()).visible.map(Number);
    const expected = eventsOf(trace).filter(({ts}) => ts >= first && ts <= last);
    assert.deepEqual((await rows(page, 0, 4000)).rows, expected);
    assert.ok(await page.command('events-filter', 'kind == exit'));
    assert.deepEqual((await rows(page, 0, 4000)).rows, expected.filter(({kind}) => kind === 'exit'));
  }),

  'events: a field that no record has is named': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, `${ROOT}/tests/data/tracecmd/v7-none.dat`);
    await page.page.keyboard.press('7');
    await page.command('events-filter', 'next_pidd == 1 || cpu == 4095');
    const answer = await rows(page, 0, 10);
    assert.deepEqual([answer.total, answer.unknownFields], [0, ['next_pidd']]);
    await page.command('search', 'next_pidd == 1');
    assert.deepEqual((await found(page)).unknownFields, ['next_pidd']);
    await page.settle();
    await page.picture(PICTURES, 'events-unknown-field');
    await page.command('events-filter', 'next_pid == 1 || cpu >= 0');
    assert.deepEqual((await rows(page, 0, 10)).unknownFields, []);
  }),

  'events: a filter that makes no sense says where': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.command('tab', 'events');
    await page.page.mouse.click(150, 476);
    await page.page.keyboard.type('dur > && x');
    await page.settle();
    assert.match((await rows(page, 0, 0)).error, /^column 7: /);
    await page.picture(PICTURES, 'events-wrong-filter');
  }),

  'events: a cell narrows the table': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    const all = eventsOf(trace);
    await page.command('tab', 'events');
    await page.settle();
    // On the name of the first row.
    const at = {x: 560, y: ROWS.y};
    await page.page.mouse.click(at.x, at.y, {button: 'right'});
    await page.settle();
    await page.picture(PICTURES, 'events-menu');
    await page.page.mouse.click(at.x + 40, at.y + 18);
    await page.settle();
    await assertRows(page, all.filter(({name}) => name === all[0].name));
  }),

  'events: a field of the format has a column, the next time as well': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('tracecmd/v7-none-sched/trace.dat');
    const cells = (page) => page.page.evaluate(() => [...document.querySelectorAll('#panel tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent)));
    await openByDrop(page, trace);
    await page.page.keyboard.press('7');
    await page.settle();
    // The menu of columns: its first field is behind the words above.
    await page.page.mouse.click(590, 476);
    await page.settle();
    await page.picture(PICTURES, 'events-columns-menu');
    await new Hand(page).control('comm');
    await page.page.keyboard.press('Escape');
    await page.settle();
    assert.ok(await page.command('events-column', 'next_pid'));
    await page.settle();
    await page.picture(PICTURES, 'events-columns');
    await page.until(async () => (await cells(page))[0]?.includes('next_pid'), 5000, 'the column');
    const [head, ...rows] = await cells(page);
    assert.ok(head.length >= 8, `one column by the menu, one by its name: ${head}`);
    const at = head.indexOf('next_pid');
    const all = eventsOf(trace);
    rows.forEach((row, i) => {
      const pid = /next_pid=(\d+)/.exec(all[i].args)?.[1] ?? '';
      assert.equal(row[at], pid, `row ${i}`);
    });
    assert.ok(rows.some((row) => row[at] !== ''));
    const {settings, format} = await page.state();
    assert.deepEqual(settings.columns[format], head.slice(-2));
    // And the next time.
    await page.page.reload();
    await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
    await openByDrop(page, trace);
    await page.page.keyboard.press('7');
    await page.until(async () => (await cells(page))[0]?.includes('next_pid'), 5000, 'the column to be kept');
  }),

  'search: typed, stepped through, cleared': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    const records = eventsOf(trace, '--filter', 'name == *simmer*');
    const hits = byCall(records, () => true);
    await page.page.keyboard.press('/');
    await page.settle();
    await page.page.keyboard.type('Simmer');
    await page.page.keyboard.press('Enter');
    let search = await ask(page, 'search', [], (answer) => answer.done && answer.current !== null);
    assert.equal(search.count, hits.length);
    assert.equal(search.current, 1);
    await page.settle();
    assert.equal((await page.state()).selection.begin, String(hits[0].ts));
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('Shift+Enter');
    search = await ask(page, 'search', [], (answer) => answer.current === 2);
    await page.settle();
    await page.picture(PICTURES, 'search');
    await page.page.keyboard.press('Escape');
    await page.settle();
    assert.equal(await page.page.evaluate(() => window.tracepane.query('search')), null);
    // An expression is one.
    await page.command('search', 'name == *simmer* && kind == entry');
    search = await found(page);
    assert.equal(search.kind, 'filter');
    assert.equal(search.count, records.filter(({kind}) => kind === 'entry').length);
  }),

  'search: a trace that is opened amid it is another trace': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, dataPath('lttng/busy/data'));
    await page.command('tab', 'events');
    await page.command('search', 'e');
    await page.command('events-filter', 'cpu == 0');
    await page.drop([sample('family')], {shift: true});
    await page.until(async () => (await page.state()).format === 'uftrace', 20000, 'the other trace');
    await page.waitFor('ready');
    await page.settle();
    await assertRows(page, eventsOf(sample('family')));
  }),
};
