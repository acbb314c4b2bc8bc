// The flame graph's choices by real keys and clicks, each compared with what `tracepane stacks` prints.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {functionsOf, PICTURES, recorded, sample, stacksOf} from './support.mjs';

// What the panel shows, once it holds; the pointer's tip is no part of it.
async function shown(page, holds = () => true) {
  let flame = null;
  await page.until(async () => {
    flame = await page.page.evaluate(() => window.tracepane.query('flame'));
    return flame !== null && holds(flame);
  }, 20000, 'the flame graph');
  return flame;
}

async function open(page, trace) {
  await openByDrop(page, trace);
  await page.page.keyboard.press('2');
  await shown(page);
  await page.settle();
}

function sameStacks(flame, trace, ...options) {
  assert.deepEqual(flame.stacks.slice().sort(), stacksOf(trace, ...options).sort(), options.join(' '));
}

const sumOf = (lines) => lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);

export const tests = {
  'flame graph: weights, directions, recursion, threads against the command line': (context) =>
    withPage(context, {}, async (page) => {
      const trace = recorded('uftrace/threads64/uftrace.data');
      await open(page, trace);
      let flame = await shown(page);
      sameStacks(flame, trace);
      assert.equal(flame.whole, sumOf(stacksOf(trace)));
      assert.deepEqual(flame.totals.slice().sort(), stacksOf(trace, '--by', 'total').sort());
      assert.equal(flame.untold, 0);
      // Chips: bottom-up, by self time; and back.
      await page.page.mouse.click(111, 474);
      sameStacks(await shown(page, ({inverted}) => inverted), trace, '--inverted');
      await page.command('flame-weight', 'total');
      sameStacks(await shown(page, ({weight}) => weight === 'total'), trace, '--inverted', '--by', 'total');
      await page.command('flame-weight', 'calls');
      sameStacks(await shown(page, ({weight}) => weight === 'calls'), trace, '--inverted', '--by', 'calls');
      await page.page.mouse.click(44, 474);
      flame = await shown(page, ({inverted}) => !inverted);
      sameStacks(flame, trace, '--by', 'calls');
      assert.equal(flame.whole, sumOf(stacksOf(trace, '--by', 'calls')));
      await page.command('flame-weight', 'self');
      await page.command('flame-threads');
      flame = await shown(page, ({byThread}) => byThread);
      sameStacks(flame, trace, '--per-thread');
      await page.command('flame-direction');
      await page.command('flame-order');
      await page.settle();
      await page.picture(PICTURES, 'flame-per-thread-upwards');
      await page.command('flame-invert');
      sameStacks(await shown(page, ({inverted}) => inverted), trace, '--per-thread', '--inverted');
    }),

  'flame graph: recursion and one function, by the menus': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await open(page, trace);
    const {mouse} = page.page;
    // The menu of views: its last item.
    await mouse.click(418, 474);
    await page.settle();
    await page.picture(PICTURES, 'flame-menu');
    await page.page.keyboard.press('Escape');
    await page.settle();
    assert.ok(await page.command('flame-recursion'));
    let flame = await shown(page, ({collapseRecursion}) => collapseRecursion);
    sameStacks(flame, trace, '--collapse-recursion');
    // The right button on the first frame: only its function.
    await mouse.move(120, 497);
    await page.settle();
    await mouse.click(120, 497, {button: 'right'});
    await page.settle();
    await page.picture(PICTURES, 'flame-frame-menu');
    const only = (await page.page.evaluate(() => window.tracepane.query('controls')))
      .find(({label}) => label === 'Only calls of this function');
    await mouse.click(only.x, only.y);
    flame = await shown(page, ({focus}) => focus !== null);
    sameStacks(flame, trace, '--collapse-recursion', '--focus', flame.focus);
    await page.command('flame-recursion');
    sameStacks(await shown(page, (one) => !one.collapseRecursion), trace, '--focus', flame.focus);
    const link = await page.page.evaluate(() => location.hash);
    assert.ok(!link.includes(flame.focus), 'the name of a function is in the link');
    await page.command('flame-unfocus');
    sameStacks(await shown(page, ({focus}) => focus === null), trace);
  }),

  'flame graph: what matches the search is told once': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('uftrace/threads64/uftrace.data');
    await open(page, trace);
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('worker');
    const [worker] = functionsOf(trace).filter(({name}) => name.startsWith('worker('));
    // What is half typed matches more.
    const flame = await shown(page, ({found}) => found !== null && found.weight === worker.total);
    assert.ok(flame.found.frames >= 1);
  }),

  'flame graph: growth of counters': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('uftrace/read-triggers/uftrace.data');
    await open(page, trace);
    const {counters} = await shown(page);
    assert.ok(counters.includes('vmrss, KB'));
    assert.ok(await page.command('flame-weight', 'counter', 'vmrss, KB'));
    const flame = await shown(page, ({counter}) => counter !== '');
    sameStacks(flame, trace, '--counter', 'vmrss, KB');
    assert.ok(flame.whole > 0);
    assert.equal(await page.command('flame-weight', 'counter', 'nothing'), false);
    // By the menu: the counters stand below the three weights.
    await page.command('flame-weight', 'total');
    await shown(page, ({counter}) => counter === '');
    await page.page.mouse.click(350, 474);
    await page.settle();
    await page.picture(PICTURES, 'flame-weights');
  }),

  'functions: time on and off the CPU against the command line': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('uftrace/sched/uftrace.data');
    await open(page, trace);
    await page.page.keyboard.press('4');
    for (const word of ['running', 'runnable', 'blocked', 'disk', 'off-cpu']) {
      await page.command('flame-weight', word);
      let answer = null;
      await page.until(async () => {
        answer = await page.page.evaluate(() => window.tracepane.query('functionTimes'));
        return answer?.weight === word;
      }, 20000, word);
      assert.deepEqual(answer.functions, functionsOf('--by', word, trace), word);
      assert.equal(answer.all, sumOf(stacksOf(trace, '--by', word)), word);
    }
    await page.settle();
    await page.picture(PICTURES, 'function-times');
    // By the menu in the panel's head, whose first item is how long calls took.
    await page.command('flame-weight', 'total');
    await page.settle();
    assert.equal(await page.page.evaluate(() => window.tracepane.query('functionTimes')), null);
  }),

  'flame graph: a range on some tracks': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('uftrace/threads64/uftrace.data');
    await open(page, trace);
    const {mouse, keyboard} = page.page;
    await mouse.move(300, 225);
    await keyboard.down('Shift');
    await mouse.down();
    await mouse.move(500, 300, {steps: 4});
    await mouse.move(700, 345, {steps: 4});
    await mouse.up();
    await keyboard.up('Shift');
    await page.settle();
    const {markedRange} = await page.state();
    const tids = new Set((await page.tracks()).filter(({id}) => markedRange.tracks.includes(id)).map(({tid}) => tid));
    assert.ok(tids.size >= 2, 'the range is on some threads');
    const all = sumOf(stacksOf(trace));
    const flame = await shown(page, ({whole}) => whole > 0 && whole < all);
    sameStacks(flame, trace, '--from', markedRange.begin, '--to', markedRange.end, '--tid', [...tids].join(','));
    await page.command('flame-invert');
    sameStacks(await shown(page, ({inverted}) => inverted), trace, '--from', markedRange.begin, '--to', markedRange.end,
      '--tid', [...tids].join(','), '--inverted');
  }),
};
