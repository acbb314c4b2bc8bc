// What the scheduler did: by real keys and clicks, and against the command line.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, PICTURES, recorded, sample, schedulingOf, slicesOf} from './support.mjs';

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
    await page.page.mouse.move(332, 513);
    await page.settle();
    await page.page.mouse.click(332, 513);
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
