// What a person does with the page, done in Chromium by real input and real drops.
import assert from 'node:assert/strict';
import {link, mkdtemp, open, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {assertSameTrace, infoOf, PICTURES, recorded, ROOT, sample} from './support.mjs';

// A uftrace directory without symbols, large enough that nobody indexes it in the blink of an eye.
// All threads share one file's records.
const THREADS = [7, 8, 9, 10, 11, 12];
const THREAD_RECORDS = 24e6;
async function largeTrace() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
  await writeFile(path.join(folder, 'task.txt'),
    'SESS timestamp=0.000000001 pid=7 sid=0000000000000001 exename="/bin/large"\n' +
    THREADS.map((tid) => `TASK timestamp=0.000000002 tid=${tid} pid=7\n`).join(''));
  const perPiece = 1e6;
  const data = await open(path.join(folder, '7.dat'), 'w');
  const piece = new BigUint64Array(2 * perPiece);
  for (let done = 0; done < THREAD_RECORDS; done += perPiece) {
    for (let i = 0; i < perPiece; ++i) {
      // Pairs of entry and exit, of functions by turns: time, then address, depth 0, magic 5, type.
      const at = done + i;
      piece[2 * i] = BigInt(1000 + at * 50);
      piece[2 * i + 1] = BigInt(0x400000 + ((at >> 1) % 50) * 16) * 65536n + BigInt((5 << 3) | (at & 1));
    }
    await data.write(new Uint8Array(piece.buffer));
  }
  await data.close();
  for (const tid of THREADS.slice(1)) await link(path.join(folder, '7.dat'), path.join(folder, `${tid}.dat`));
  return folder;
}

function dropTest(trace) {
  return (context) => withPage(context, {}, async (page) => {
    const found = trace();
    await openByDrop(page, found);
    const tracks = await page.tracks();
    assert.ok(tracks.some((track) => track.drawn > 0), 'nothing is drawn');
    await page.picture(PICTURES, found.split(path.sep).slice(-3).join('-').replace(/[^\w-]+/g, '-'));
  });
}

export const tests = {
  'landing: says what to drop': (context) => withPage(context, {}, async (page) => {
    assert.match(page.answer.headers()['content-security-policy'], /connect-src 'self'/);
    assert.equal((await page.state()).phase, 'empty');
    await page.settle();
    await page.picture(PICTURES, 'landing');
    assert.match(await page.page.textContent('#status'), /No trace is open/);
  }),

  'idle: nothing is drawn while nothing changes': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(1000);
    assert.equal((await page.state()).frame.count, before);
  }),

  'drop: a directory': dropTest(() => sample('kitchen')),
  'drop: a directory of several processes': dropTest(() => sample('family')),
  'drop: uftrace threads12': dropTest(() => recorded('uftrace/threads12/uftrace.data')),
  'drop: uftrace cxx': dropTest(() => recorded('uftrace/cxx/uftrace.data')),
  'drop: uftrace forkexec': dropTest(() => recorded('uftrace/forkexec/uftrace.data')),
  'drop: trace.dat, uncompressed': dropTest(() => recorded('tracecmd/v7-none-sched/trace.dat')),
  'drop: trace.dat, zstd': dropTest(() => recorded('tracecmd/v7-zstd-gcc/trace.dat')),

  'drop: the files of a directory, several at once': (context) => withPage(context, {}, async (page) => {
    const folder = sample('family');
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.dbg') || name === 'family.dbg');
    await page.drop(names.map((name) => path.join(folder, name)));
    const state = await page.waitFor('ready');
    assert.equal(state.counts.records, infoOf(folder).counts.records);
  }),

  'drop: of a folder of several recordings, each is offered': (context) => withPage(context, {}, async (page) => {
    await page.drop([path.join(ROOT, 'assets/samples')]);
    const first = await page.waitFor('ready');
    const other = ['family', 'kitchen'].find((name) => infoOf(sample(name)).counts.records !== first.counts.records);
    // The list has opened by itself.
    await new Hand(page).control(`${other}/data`);
    await page.until(async () => (await page.state()).name === `samples/${other}/data`, 10000, 'the other');
    await page.waitFor('ready');
    assertSameTrace(await page.state(), infoOf(sample(other)));
    assert.ok(!await page.command('open-sibling', 'samples/none/'));
  }),

  'buttons: a directory is chosen': (context) => withPage(context, {}, async (page) => {
    await page.page.setInputFiles('#directory', sample('kitchen'));
    const state = await page.waitFor('ready');
    assertSameTrace(state, infoOf(sample('kitchen')));
  }),

  'wrong file: says what it is and what is accepted': (context) => withPage(context, {}, async (page) => {
    await page.drop([path.join(ROOT, 'LICENSE')]);
    const state = await page.waitFor('failed');
    assert.match(state.error, /LICENSE/);
    assert.match(state.error, /uftrace data directories/);
    assert.match(state.error, /trace-cmd/);
    await page.settle();
    await page.picture(PICTURES, 'failed');
    await openByDrop(page, sample('kitchen'));
  }),

  'keys: zoom, pan, fit, all, drawer': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const width = (state) => BigInt(state.visible[1]) - BigInt(state.visible[0]);
    const whole = await page.state();
    await page.page.mouse.move(760, 200);
    await page.page.keyboard.press('w');
    await page.settle();
    const nearer = await page.state();
    assert.ok(width(nearer) < width(whole));
    await page.page.keyboard.press('d');
    await page.settle();
    const moved = await page.state();
    assert.ok(BigInt(moved.visible[0]) > BigInt(nearer.visible[0]));
    await page.page.keyboard.press('0');
    await page.settle();
    assert.deepEqual((await page.state()).visible, whole.visible);
    await page.page.keyboard.down('Control');
    await page.page.mouse.wheel(0, -240);
    await page.page.keyboard.up('Control');
    await page.settle();
    assert.ok(width(await page.state()) < width(whole));
    await page.page.keyboard.press('0');
    await page.settle();
    await page.page.keyboard.down('w');
    // As long as it takes: another test draws beside this one.
    let held = await page.state();
    for (let tries = 0; tries < 50 && width(held) >= width(whole) / 2n; ++tries) {
      await page.page.waitForTimeout(100);
      held = await page.state();
    }
    await page.page.keyboard.up('w');
    assert.ok(width(held) < width(whole) / 2n, 'a held key does not move the picture');
    // The drawer grows by its upper edge, as far as there is room.
    const hand = new Hand(page);
    const tab = async () => (await hand.ask('controls')).find(({label}) => label === 'Events').y;
    const before = await tab();
    await hand.drag([640, before - 18], [640, before - 118]);
    assert.equal(await tab(), before - 100);
    await page.page.keyboard.press('q');
    await page.settle();
    await page.picture(PICTURES, 'drawer-closed');
  }),

  'click: selects a slice and tells its arguments': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('family'));
    const thread = (await page.tracks()).find((track) => track.kind === 'thread');
    await page.page.mouse.move(400, 105 + thread.y + 8);
    await page.settle();
    await page.page.mouse.click(400, 105 + thread.y + 8);
    await page.settle();
    const {selection} = await page.state();
    assert.equal(selection?.name, 'main');
    const description = await page.page.evaluate(() => window.tracepane.query('description'));
    assert.match(description.arguments, /^1, 0x/);
    await page.picture(PICTURES, 'selection');
    await page.command('child');
    await page.settle();
    assert.notEqual((await page.state()).selection.name, 'main');
    await page.command('fit');
    await page.settle();
    const state = await page.state();
    assert.ok(BigInt(state.visible[0]) <= BigInt(state.selection.begin));
    await page.command('clear');
    assert.equal((await page.state()).selection, null);
  }),

  'large: progress while indexing, and Cancel keeps what is there': (context) => withPage(context, {}, async (page) => {
    const folder = await largeTrace();
    try {
      await page.drop([folder]);
      const state = await page.waitFor('indexing');
      assert.ok(state.progress >= 0 && state.progress < 1);
      await page.until(async () => (await page.state()).times.firstPixels !== null, 10000, 'the first pixels');
      await page.command('cancel');
      const stopped = await page.waitFor('ready');
      const {records} = stopped.counts;
      assert.ok(records > 0 && records < THREADS.length * THREAD_RECORDS, `${records} records`);
      await page.settle();
      assert.ok((await page.tracks()).some((track) => track.drawn > 0));
      // A picture takes its time: on a busy machine all may be indexed meanwhile.
      await page.drop([folder], {shift: true});
      await page.waitFor('indexing');
      await page.picture(PICTURES, 'indexing');
      await page.command('cancel');
      await page.waitFor('ready');
    } finally {
      await rm(folder, {recursive: true});
    }
  }),

  'groups: collapse and expand': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('family'));
    const before = (await page.tracks()).length;
    await page.command('collapse-all');
    await page.settle();
    const tracks = await page.tracks();
    assert.ok(tracks.length < before && tracks.every((track) => track.collapsed));
    await page.command('expand-all');
    await page.settle();
    assert.equal((await page.tracks()).length, before);
  }),

  'look: dark and light, at both pixel ratios': async (context) => {
    for (const theme of ['dark', 'light']) {
      for (const scale of [1, 2]) {
        await withPage(context, {theme, scale}, async (page) => {
          await page.settle();
          const landing = await page.picture(PICTURES, `landing-${theme}-${scale}`);
          await openByDrop(page, sample('kitchen'));
          const ready = await page.picture(PICTURES, `kitchen-${theme}-${scale}`);
          // A canvas without a picture compresses to next to nothing.
          assert.ok(landing.length > 8000 && ready.length > 15000, 'the picture is empty');
        });
      }
    }
  },
};
