// The panel of slices: by keys and clicks, and against the command line.
import assert from 'node:assert/strict';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {PICTURES, queryOf, recorded, sample, slicesOf, whyOf} from './support.mjs';

async function listed(page, fits = () => true, args = [0, 100]) {
  let answer = null;
  await page.until(async () => {
    answer = await page.page.evaluate((list) => window.tracepane.query('slices', list), args);
    return answer !== null && answer.done && fits(answer);
  }, 20000, 'the slices');
  return answer;
}

async function plotted(page) {
  let answer = null;
  await page.until(async () => {
    answer = await page.page.evaluate(() => window.tracepane.query('durations'));
    return answer.length > 0 && answer.every(({plots}) => plots.every(({done}) => done));
  }, 20000, 'the plots');
  return answer;
}

// As the page names functions, which is not always as the command line does.
const figures = ({ts, dur, self, args, retval, depth}) => ({ts, dur, self, args, retval, depth});

function sameAsTheCommandLine(trace, filters) {
  return (context) => withPage(context, {}, async (page) => {
    const here = trace();
    await openByDrop(page, here);
    await page.page.keyboard.press('9');
    for (const filter of ['', ...filters]) {
      assert.ok(await page.command('slices-filter', filter));
      const answer = await listed(page, (one) => one.filter === filter);
      const expected = slicesOf(here, '--filter', filter);
      assert.deepEqual(answer.slices.map(figures), expected.slices.map(figures), filter);
      assert.deepEqual(answer.listed, expected.listed, filter);
      assert.deepEqual(answer.all, expected.all, filter);
    }
    await page.settle();
    await page.picture(PICTURES, `slices-${(await page.state()).format}`);
  });
}

export const tests = {
  'slices: the command line says the same, uftrace':
    sameAsTheCommandLine(() => sample('kitchen'), ['dur > 20us', 'name == kitchen::* && caller == kitchen::cook']),
  'slices: the command line says the same, arguments':
    sameAsTheCommandLine(() => recorded('uftrace/args-auto/uftrace.data'), ['arg1 == 42', 'f_str: dur > 1us']),
  'slices: the command line says the same, system calls':
    sameAsTheCommandLine(() => recorded('tracecmd/v6-sched-syscalls/trace.dat'), ['dur > 1ms && name == p*']),
  'slices: a system call says why it took its time': (context) => withPage(context, {}, async (page) => {
    const hand = new Hand(page);
    const trace = recorded('tracecmd/v6-sched-syscalls/trace.dat');
    await openByDrop(page, trace);
    await page.page.keyboard.press('9');
    assert.ok(await page.command('slices-kind', 'syscalls'));
    const {slices} = await listed(page, ({kind}) => kind === 'syscalls');
    const told = (tables) => tables[0]?.rows[0].includes('Why') && tables[0].rows.every((row) => row.at(-1) !== '\u2026');
    const [{rows: [head, ...rows]}] = await hand.mirrored(told);
    const why = head.indexOf('Why');
    for (const [i, {tid, ts, dur}] of slices.slice(0, 12).entries()) {
      // "52.1 ms = 50.1 ms sleeping until ... + 2.01 ms running. 168 events were lost meanwhile", of which the list has the three
      // longest.
      const [, shares] = whyOf(tid, ts, ts + dur, trace).replace(/\. [^.]* lost meanwhile$/, '').split(' = ');
      const most = shares.split(' + ').slice(0, 3).join(', ');
      assert.ok(rows[i][why].startsWith(most), `${rows[i][why]} and ${most}`);
    }
    await page.settle();
    await page.picture(PICTURES, 'slices-why');
  }),
  'slices: keys walk through the list and select on the timeline': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.page.keyboard.press('9');
    const {slices} = await listed(page);
    for (const key of ['Home', 'ArrowDown', 'Enter']) await page.page.keyboard.press(key);
    await page.until(async () => (await page.state()).selection !== null, 5000, 'the selection');
    const {selection, panel} = await page.state();
    assert.equal(panel, 'slices');
    // The list has the whole declaration of a function.
    assert.equal(selection.begin, String(slices[1].ts));
    assert.equal(selection.depth, slices[1].depth);
    assert.equal(Number(BigInt(selection.end) - BigInt(selection.begin)), slices[1].dur);
  }),
  'slices: the menu of a row, by mouse and keys, is about that row': (context) => withPage(context, {}, async (page) => {
    const hand = new Hand(page);
    const trace = recorded('tracecmd/v6-sched-syscalls/trace.dat');
    await openByDrop(page, trace);
    await page.page.keyboard.press('9');
    const {slices} = await listed(page);
    await page.settle();
    const [, , third] = slices;
    // The rows begin below the field, the chips and the titles.
    await hand.click(400, 550 + 21 * 2, {button: 'right'});
    await hand.control(`Only ${third.name}`);
    const named = await listed(page, ({filter}) => filter === `name == "${third.name}"`);
    assert.deepEqual(named.slices.map(figures), slicesOf(trace, '--filter', `name == ${third.name}`).slices.map(figures).slice(0, 100));
    // By keys, of the row at the cursor.
    for (const key of ['Shift+T', 'Enter', 'Home', 'ArrowDown', 'Shift+F10']) {
      await page.page.keyboard.press(key);
      await page.settle();
    }
    await hand.control('Show it on the timeline');
    await page.until(async () => (await page.state()).selection?.begin === String(named.slices[1].ts), 5000, 'the row');
    // A title sorts, by names as well.
    await page.command('slices-filter', '');
    await listed(page, ({filter}) => filter === '');
    await page.settle();
    await hand.control('Name');
    const sorted = await listed(page, ({sort}) => sort === 'name');
    const names = sorted.slices.map(({name}) => name);
    assert.deepEqual(names, [...names].sort());
    const everything = queryOf(trace, 'SELECT min(name) AS name FROM thread_slice');
    assert.equal(names[0], everything[0].name);
  }),
  'slices: system calls by themselves, as the command line has them': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('tracecmd/v6-sched-syscalls/trace.dat');
    await openByDrop(page, trace);
    await page.page.keyboard.press('9');
    await listed(page);
    await page.settle();
    await new Hand(page).control('System calls');
    const answer = await listed(page, ({kind}) => kind === 'syscalls');
    const expected = slicesOf(trace, '--kind', 'syscalls');
    assert.deepEqual(answer.listed, expected.listed);
    assert.deepEqual(answer.slices.map(figures), expected.slices.map(figures));
    assert.ok(answer.listed.count > 100);
  }),
  'slices: durations as points, two on one scale, kept in a link': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    await page.page.keyboard.press('9');
    assert.ok(await page.command('slices-filter', 'dur > 1us'));
    const {slices, listed: sums} = await listed(page, ({filter}) => filter === 'dur > 1us');
    assert.ok(await page.command('plot-slices'));
    let [track] = await plotted(page);
    assert.equal(track.plots[0].calls, sums.count);
    assert.equal(track.plots[0].greatest, slices[0].dur);
    assert.equal(track.plots[0].greatestAt, String(slices[0].ts));
    assert.ok(await page.command('plot-durations-onto', 'kitchen::simmer'));
    await plotted(page);
    await page.settle();
    assert.ok((await page.tracks()).find(({id}) => id === track.track).drawn > 0, 'points are drawn');
    await page.picture(PICTURES, 'durations');
    const before = await plotted(page);
    assert.equal(before[0].plots.length, 2);
    let link = '';
    await page.until(async () => {
      link = await page.page.evaluate(() => location.hash);
      return link.split('durs=').length === 3;
    }, 5000, 'both in the link');
    assert.ok(await page.command('unplot-durations'));
    assert.deepEqual(await page.page.evaluate(() => window.tracepane.query('durations')), []);
    await page.until(() => page.page.evaluate(() => !location.hash.includes('durs=')), 5000, 'the link without them');
    await page.page.evaluate((fragment) => { location.hash = fragment; }, link);
    [track] = await plotted(page);
    assert.deepEqual(track.plots, before[0].plots);
  }),
  'slices: groups add up, and a link keeps what is listed': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.command('slices-filter', 'dur > 1us');
    await page.command('slices-by', 'name');
    const answer = await listed(page, (one) => one.by === 'name' && one.filter === 'dur > 1us');
    const count = answer.groups.reduce((sum, group) => sum + group.count, 0);
    assert.equal(count, answer.listed.count);
    assert.equal((await page.state()).slices.count, count);
  }),

  'slices: durations take the place of the list in a narrow window': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.page.setViewportSize({width: 760, height: 720});
    const hand = new Hand(page);
    const bars = async (name) => {
      await page.page.mouse.move(40, 690);
      await page.picture(PICTURES, name);
      // Over the middle of all bars.
      await page.page.mouse.move(200, 600);
      await page.page.mouse.down();
      await page.page.mouse.move(500, 600, {steps: 5});
      await page.page.mouse.up();
    };
    await page.page.keyboard.press('9');
    const {listed: {count}} = await listed(page);
    await hand.control('Durations');
    await bars('slices-760-durations');
    const part = await listed(page, ({filter}) => filter !== '');
    assert.match(part.filter, /^dur >= .* && dur <= /);
    assert.ok(part.listed.count > 0 && part.listed.count < count);
    const [{name}] = (await page.page.evaluate(() => window.tracepane.query('functions')))
      .sort((a, b) => b.calls - a.calls);
    await page.command('statistics', name);
    await page.settle();
    await hand.control('Durations');
    await bars('functions-760-durations');
    const calls = await listed(page, ({filter}) => /^name == .* && dur >= /.test(filter));
    assert.ok(calls.listed.count > 0);
  }),
};
