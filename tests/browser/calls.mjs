// Functions, flame graph and sandwich: by real keys and clicks, and against the command line.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {directCallsOf, functionsOf, PICTURES, recorded, sample, stacksOf} from './support.mjs';

// Asks until it is computed.
export async function answered(page, kind, ...args) {
  let answer = null;
  await page.until(async () => {
    answer = await page.page.evaluate(([name, list]) => window.tracepane.query(name, list), [kind, args]);
    return answer !== null;
  }, 20000, kind);
  return answer;
}

// Functions of equal total are in any order.
const byName = (rows) => rows.slice().sort((a, b) => (a.name < b.name ? -1 : 1));

function sameAsTheCommandLine(trace) {
  return (context) => withPage(context, {}, async (page) => {
    const found = trace();
    await openByDrop(page, found);
    assert.deepEqual(byName(await answered(page, 'functions')), byName(functionsOf(found)));
    assert.deepEqual((await answered(page, 'callTree')).sort(), stacksOf(found).sort());
  });
}

export const tests = {
  'calls: the command line says the same, uftrace': sameAsTheCommandLine(() => sample('kitchen')),
  'calls: the command line says the same, several processes': sameAsTheCommandLine(() => sample('family')),
  'calls: the command line says the same, 64 threads':
    sameAsTheCommandLine(() => recorded('uftrace/threads64/uftrace.data')),
  'calls: the command line says the same, xray': sameAsTheCommandLine(() => recorded('xray/fdr-recurse/log.xray')),
  'calls: the command line says the same, kernel functions':
    sameAsTheCommandLine(() => recorded('tracecmd/synth-fgraph/trace.dat')),

  'flame graph: keys, zoom by a click, back, upside down': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, recorded('uftrace/cxx/uftrace.data'));
    await page.page.keyboard.press('2');
    await page.settle();
    const whole = await page.picture(PICTURES, 'flame');
    // The second row: what main calls the longest.
    await page.page.mouse.click(200, 515);
    await page.settle();
    await page.page.mouse.move(640, 300);
    await page.settle();
    const zoomed = await page.picture(PICTURES, 'flame-zoomed');
    assert.notDeepEqual(zoomed, whole, 'a click does not zoom');
    await page.page.keyboard.press('Backspace');
    await page.command('flame-invert');
    await page.command('find', 'string');
    await page.settle();
    await page.picture(PICTURES, 'flame-inverted-search');
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(500);
    assert.equal((await page.state()).frame.count, before, 'frames are drawn while nothing changes');
  }),

  'sandwich: recursive calls, as the command line has them': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('uftrace/fib-plain/uftrace.data');
    await openByDrop(page, trace);
    assert.ok(await page.command('function', 'fib'));
    await page.command('tab', 'sandwich');
    assert.deepEqual(await answered(page, 'sandwich'), {...directCallsOf(trace, 'fib'), weight: 'total', counter: ''});
  }),

  'sandwich and histogram: dark and light, at both pixel ratios': async (context) => {
    for (const theme of ['dark', 'light']) {
      for (const scale of [1, 2]) {
        await withPage(context, {theme, scale}, async (page) => {
          await openByDrop(page, recorded('uftrace/threads64/uftrace.data'));
          assert.ok(await page.command('function', 'nap'));
          for (const tab of ['flame', 'sandwich', 'functions']) {
            await page.command('tab', tab);
            await page.settle();
            const picture = await page.picture(PICTURES, `${tab}-${theme}-${scale}`);
            assert.ok(picture.length > 15000, 'the picture is empty');
          }
        });
      }
    }
  },
};
