// What the scheduler did: by real keys and clicks, and against the command line.
import assert from 'node:assert/strict';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, eventsOf, latenciesOf, PICTURES, recorded, sample, schedulingOf, slicesOf} from './support.mjs';

async function query(page, ...args) {
  let answer = null;
  await page.until(async () => {
    answer = await page.page.evaluate((list) => window.tracepane.query('scheduling', list), args);
    return answer !== null;
  }, 20000, 'the answer of the scheduler');
  return answer;
}

const kernel = () => recorded('tracecmd/v7-none-sched/trace.dat');

function sameAsTheCommandLine(trace) {
  return (context) => withPage(context, {}, async (page) => {
    const found = trace();
    await openByDrop(page, found);
    assert.deepEqual(await query(page), schedulingOf(found));
    const {range} = await page.state();
    const third = (BigInt(range[1]) - BigInt(range[0])) / 3n;
    const [from, to] = [String(BigInt(range[0]) + third), String(BigInt(range[1]) - third)];
    assert.deepEqual(await query(page, from, to), schedulingOf(found, '--from', from, '--to', to));
  });
}

// Who used a CPU within a range, by the switches and interrupts that the trace's text has: the time of each, without the
// interrupts amid it, and the priorities of each thread.
const fieldsOf = (args) => Object.fromEntries([...args.matchAll(/(\w+)=([^\s\]]+)/g)].map(([, name, value]) =>
  [name, /^-?\d+$/.test(value) ? Number(value) : value]));

function usersOf(trace, cpu, from, to) {
  const found = new Map();
  const stack = [];
  let since = from;
  const spend = (until) => {
    const [begin, end] = [Math.max(since, from), Math.min(until, to)];
    if (stack.length > 0 && end > begin) {
      const one = found.get(stack.at(-1)) ?? {time: 0, priorities: new Set()};
      found.set(stack.at(-1), {...one, time: one.time + end - begin});
    }
    since = Math.max(since, Math.min(until, to));
  };
  const turns = [];
  for (const {ts, cpu: on, name, args} of eventsOf(trace)) {
    if (on !== cpu) continue;
    const fields = fieldsOf(args ?? '');
    if (/^(irq_handler|softirq)_(entry|exit)$|^sched_switch$/.test(name)) spend(ts);
    if (name.endsWith('_entry')) stack.push(fields.name ? `hardirq ${fields.name}` : `softirq ${fields.action}`);
    if (name.endsWith('_exit')) stack.pop();
    if (name !== 'sched_switch') continue;
    stack.length = 0;
    if (turns.length > 0) Object.assign(turns.at(-1), {until: ts, last: fields.prev_prio});
    const who = String(fields.next_pid);
    turns.push({who, since: ts, first: fields.next_prio, until: Infinity});
    if (fields.next_pid !== 0) stack.push(who);
  }
  spend(to);
  for (const {who, since: begin, until, first, last} of turns)
    if (found.has(who) && begin < to && until > from)
      for (const priority of [first, last]) if (priority !== undefined) found.get(who).priorities.add(priority);
  return found;
}

export const tests = {
  'scheduling: the command line says the same, trace-cmd': sameAsTheCommandLine(kernel),
  'scheduling: the command line says the same, LTTng':
    sameAsTheCommandLine(() => dataPath('lttng/busy/data')),
  'scheduling: the command line says the same, uftrace': sameAsTheCommandLine(() => sample('kitchen')),
  'scheduling: the command line says the same, xray':
    sameAsTheCommandLine(() => recorded('xray/fdr-threads/log.xray')),

  'scheduling: the time in a state leads to its states': (context) => withPage(context, {}, async (page) => {
    const trace = kernel();
    await openByDrop(page, trace);
    await page.page.keyboard.press('6');
    await page.settle();
    const [{tid}] = (await query(page)).threads;
    // The figure of Running, of the first thread.
    await page.page.mouse.move(290, 513);
    await page.settle();
    await page.page.mouse.click(290, 513);
    let answer = null;
    await page.until(async () => {
      answer = await page.page.evaluate(() => window.tracepane.query('slices', [0, 100]));
      return answer?.done && answer.kind === 'states' && answer.filter === `tid == ${tid} && name == running`;
    }, 10000, 'the states');
    const filter = `tid == ${tid} && name == running`;
    const expected = slicesOf(trace, '--kind', 'states', '--filter', filter);
    assert.deepEqual(answer.listed, expected.listed);
    assert.ok(expected.listed.count > 0);
  }),

  'scheduling: from one bad latency to the next': (context) => withPage(context, {}, async (page) => {
    const trace = kernel();
    await openByDrop(page, trace);
    const {worst} = schedulingOf(trace);
    await page.page.keyboard.press('6');
    await page.settle();
    // The first of the list below the histogram.
    await page.page.mouse.click(760, 625);
    await page.settle();
    let {selection} = await page.state();
    assert.equal(selection?.name, 'runnable');
    assert.equal(selection.begin, String(worst[0].woken));
    assert.equal(selection.end, String(worst[0].ran));
    await page.page.mouse.move(640, 300);
    await page.page.keyboard.press('Enter');
    await page.settle();
    ({selection} = await page.state());
    assert.equal(selection.begin, String(worst[1].woken));
    await page.picture(PICTURES, 'scheduling-worst');
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(500);
    assert.equal((await page.state()).frame.count, before, 'frames are drawn while nothing changes');
  }),

  'scheduling: a length of the bars, and a thread, lead to their latencies': (context) => withPage(context, {},
    async (page) => {
      const trace = kernel();
      await openByDrop(page, trace);
      const {worst, latency, threads} = schedulingOf(trace);
      await page.page.keyboard.press('6');
      await page.settle();
      const listed = async () => {
        let answer = null;
        await page.until(async () => {
          answer = await page.page.evaluate(() => window.tracepane.query('latencies'));
          return answer !== null;
        }, 10000, 'the latencies');
        return answer;
      };
      assert.deepEqual(await listed(), {of: 'the worst', count: latency.count, listed: worst});
      // The right third of the bars.
      await page.page.mouse.move(880, 545);
      await page.page.mouse.down();
      await page.page.mouse.move(966, 545, {steps: 5});
      await page.page.mouse.up();
      await page.settle();
      const long = await listed();
      assert.ok(long.count > 1 && long.count <= 100, String(long.count));
      assert.deepEqual(long.listed, worst.slice(0, long.count));
      assert.ok(worst[long.count] === undefined || worst[long.count].latency < long.listed.at(-1).latency);
      await page.picture(PICTURES, 'scheduling-latencies');
      // All of them again.
      await page.page.keyboard.press('Escape');
      await page.command('latencies');
      assert.equal((await listed()).of, 'the worst');
      const waited = threads.find(({latencyMax}) => latencyMax > 0);
      assert.ok(waited);
    }),

  'scheduling: how long softirqs were pending, and the longest of each': (context) => withPage(context, {}, async (page) => {
    const hand = new Hand(page);
    const trace = recorded('tracecmd/v7-zstd-gcc/trace.dat');
    await openByDrop(page, trace);
    assert.ok(await page.command('softirqs'));
    const tables = await hand.mirrored((all) => all.some(({title, rows}) => title.startsWith('Softirqs pending') && rows.length > 1));
    const {rows: [, ...rows]} = tables.find(({title}) => title.startsWith('Softirqs pending'));
    const expected = latenciesOf(trace).rows.filter(({kind}) => kind === 'softirqPending');
    assert.deepEqual(rows.map(([name, count, , , , , unknown]) => [name, count, unknown]),
      expected.map(({name, count, unknown}) => [name, String(count), String(unknown)]));
    await page.settle();
    await page.picture(PICTURES, 'scheduling-softirqs');
    // A click on a row selects what the CPU did when the longest of them ended.
    const [first] = expected;
    await page.page.mouse.move(760, 525);
    await page.settle();
    await page.page.mouse.click(760, 525);
    await hand.untilState(({selection}) => selection !== null &&
      BigInt(selection.begin) === BigInt(first.maxAt.time) + BigInt(first.max), 'the entry of the handler');
  }),

  'scheduling: from the worst wait to who used the CPU, in three actions': (context) => withPage(context, {},
    async (page) => {
      const trace = kernel();
      await openByDrop(page, trace);
      const [{woken, ran, tid}] = schedulingOf(trace).worst;
      await page.page.keyboard.press('6');
      await page.settle();
      await page.page.keyboard.press('Enter');
      await page.settle();
      await page.page.keyboard.press('U');
      await page.settle();
      const {marked} = await page.state();
      assert.deepEqual(marked.map(Number), [woken, ran]);
      let users = null;
      await page.until(async () => {
        const tables = await page.page.evaluate(() => window.tracepane.query('panel'));
        users = tables?.find(({title}) => title.startsWith('Who used'));
        return users?.rows.length > 0;
      }, 10000, 'who used the CPU');
      await page.picture(PICTURES, 'scheduling-meanwhile');
      const next = eventsOf(trace).find(({ts, name, args}) => ts === ran && name === 'sched_switch' &&
        fieldsOf(args).next_pid === tid);
      const expected = usersOf(trace, next.cpu, woken, ran);
      // Enter goes on in the list of waits, which stays.
      const listed = await page.page.evaluate(() => window.tracepane.query('latencies'));
      assert.deepEqual(listed.listed, schedulingOf(trace).worst);
      const rows = users.rows.filter(([, , who]) => !/^(idle|not recorded)/.test(who));
      assert.equal(users.title, `Who used CPU ${next.cpu}`);
      assert.equal(rows.length, expected.size);
      for (const [share, , who, priorities] of rows) {
        const {time, priorities: known} = expected.get(/^(irq|softirq) /.test(who) ? who : who.split(' ').at(-1));
        assert.equal(share.replace(/[()]/g, ''), `${(100 * time / (ran - woken)).toFixed(1)} %`, who);
        assert.equal(priorities, [...known].sort((a, b) => a - b).join(', '), who);
      }
      await page.page.keyboard.press('Enter');
      await page.settle();
      const second = schedulingOf(trace).worst[1];
      const {selection, marked: after} = await page.state();
      assert.deepEqual([selection.begin, selection.end, after], [String(second.woken), String(second.ran), null]);
    }),

  'scheduling: a CPU leads to who used it, and a thread there to its turns': (context) => withPage(context, {},
    async (page) => {
      const trace = kernel();
      await openByDrop(page, trace);
      await page.page.keyboard.press('6');
      await page.settle();
      // CPU 0.
      await page.page.mouse.click(1150, 514);
      let users = null;
      await page.until(async () => {
        const tables = await page.page.evaluate(() => window.tracepane.query('panel'));
        users = tables?.find(({title}) => title === 'Who used CPU 0');
        return users?.rows.length > 0;
      }, 10000, 'who used the CPU');
      await page.settle();
      const tid = Number(users.rows[1][2].split(' ').at(-1));
      await page.page.mouse.click(1100, 531);
      let answer = null;
      await page.until(async () => {
        answer = await page.page.evaluate(() => window.tracepane.query('slices', [0, 100]));
        return answer?.done && answer.kind === 'states';
      }, 10000, 'the turns');
      assert.equal(answer.filter, `tid == ${tid} && name == running && cpu == 0`);
      const turns = eventsOf(trace).filter(({cpu, name, args}) => cpu === 0 && name === 'sched_switch' &&
        fieldsOf(args).next_pid === tid);
      assert.deepEqual(answer.slices.map(({ts}) => Number(ts)).sort((a, b) => a - b), turns.map(({ts}) => ts));
    }),

  'scheduling: follows a marked range, and finds threads by name': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, kernel());
    await page.page.keyboard.press('6');
    await page.settle();
    const whole = await page.picture(PICTURES, 'scheduling');
    await page.page.keyboard.down('Shift');
    await page.page.mouse.move(500, 300);
    await page.page.mouse.down();
    await page.page.mouse.move(800, 300, {steps: 5});
    await page.page.mouse.up();
    await page.page.keyboard.up('Shift');
    await page.settle();
    const part = await page.picture(PICTURES, 'scheduling-range');
    assert.notDeepEqual(part, whole);
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('sched-pipe');
    await page.page.keyboard.press('Tab');
    await page.settle();
    await page.picture(PICTURES, 'scheduling-search');
  }),

  'scheduling: dark and light, at both pixel ratios, with and without the kernel': async (context) => {
    for (const theme of ['dark', 'light']) {
      for (const scale of [1, 2]) {
        await withPage(context, {theme, scale}, async (page) => {
          await openByDrop(page, scale === 1 ? kernel() : sample('kitchen'));
          await page.command('tab', 'scheduling');
          await page.settle();
          const picture = await page.picture(PICTURES, `scheduling-${theme}-${scale}`);
          assert.ok(picture.length > 15000, 'the picture is empty');
        });
      }
    }
  },
};
