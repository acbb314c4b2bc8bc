// Files that are changed or deleted while they are open: it is said, what is known stays, and they are opened again.
// And a canvas whose graphics are taken away.
import assert from 'node:assert/strict';
import {cp, mkdtemp, readFile, rm, truncate, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {PICTURES, infoOf, sample} from './support.mjs';

const TASK = '4415.dat';  // of the sample
const UNREAD = "can't be read any more";

// A trace of one's own, as old as recordings mostly are: the browser compares seconds.
async function withTrace(use) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracepane-'));
  const trace = path.join(folder, 'run.data');
  try {
    await cp(sample('kitchen'), trace, {recursive: true});
    const before = new Date(Date.now() - 3600e3);
    await utimes(path.join(trace, TASK), before, before);
    await use(trace, path.join(trace, TASK));
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

async function comeBack(page) {
  await page.page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

async function told(page) {
  await page.until(async () => (await page.state()).changed.length > 0, 10000, 'what has changed');
  await page.settle();
  return (await page.state()).changed;
}

async function openedAgain(page, act) {
  const {opened} = await page.state();
  await act();
  await page.until(async () => (await page.state()).opened > opened, 10000, 'the page to open it again');
  const state = await page.waitFor('ready');
  await page.settle();
  return state;
}

export const tests = {
  'changed: told when somebody comes back, and opened again': (context) => withTrace((trace, task) =>
    withPage(context, {}, async (page) => {
      const hand = new Hand(page);
      const first = await openByDrop(page, trace);
      assert.deepEqual(first.changed, []);
      await comeBack(page);
      await page.settle();
      assert.deepEqual((await page.state()).changed, []);

      const half = Math.floor((await readFile(task)).length / 32) * 16;
      await truncate(task, half);
      await comeBack(page);
      assert.deepEqual(await told(page), [`run.data/${TASK} has changed since it was opened, or can't be read any more`]);
      const state = await page.state();
      assert.equal(state.counts.records, first.counts.records);
      assert.match(state.notice, /4415\.dat has changed/);
      await page.picture(PICTURES, 'changed-dark');
      await page.command('theme', 'light');
      await page.settle();
      await page.picture(PICTURES, 'changed-light');

      const again = await openedAgain(page, () => hand.control('Open again'));
      assert.deepEqual(again.changed, []);
      assert.ok(again.counts.records < first.counts.records);
      assert.equal(again.counts.records, infoOf(trace).counts.records);

      // By its key as well; a file that has come meanwhile belongs to it.
      await cp(sample('kitchen'), trace, {recursive: true});
      const whole = await openedAgain(page, () => page.page.keyboard.press('Shift+R'));
      assert.equal(whole.counts.records, first.counts.records);
    })),

  'changed: what is deleted keeps its rows, which say so': (context) => withTrace((trace) =>
    withPage(context, {}, async (page) => {
      const first = await openByDrop(page, trace);
      await rm(trace, {recursive: true});
      await page.command('tab', 'events');
      await page.page.evaluate(() => window.tracepane.query('events'));
      assert.match((await told(page))[0], /run\.data\/\S+ is not there any more/);
      const {rows, total} = await page.page.evaluate(async () => (await window.tracepane.query('panel'))
        .map(({rows}) => ({rows, total: rows.length}))[0]);
      assert.ok(total > 0);
      // What was read before is known, what was not says so.
      assert.ok(rows.some((row) => row.some((cell) => cell.includes(UNREAD))));
      assert.equal((await page.state()).counts.records, first.counts.records);
      assert.ok((await page.tracks()).some(({drawn}) => drawn > 0), 'what was drawn is');
      await page.command('tab', 'functions');
      await page.settle();
      await page.picture(PICTURES, 'deleted');
      // It can't be opened again, and what is there stays.
      await page.command('open-again');
      await page.until(async () => /can't be opened again/.test((await page.state()).notice), 10000, 'why not');
      assert.equal((await page.state()).phase, 'ready');
    })),

  'changed: files that were chosen are asked for again': (context) => withTrace((trace, task) =>
    withPage(context, {}, async (page) => {
      await page.page.setInputFiles('#directory', trace);
      const first = await page.waitFor('ready');
      await page.settle();
      const bytes = await readFile(task);
      await writeFile(task, bytes.subarray(0, Math.floor(bytes.length / 32) * 16));
      await comeBack(page);
      await told(page);
      const hand = new Hand(page);
      const chooser = page.page.waitForEvent('filechooser', {timeout: 20000});
      const state = await openedAgain(page, async () => {
        await hand.control('Open again');
        await (await chooser).setFiles(trace);
      });
      assert.ok(state.counts.records < first.counts.records);
      assert.deepEqual(state.changed, []);
    })),

  'graphics: taken away and given back': (context) => withPage(context, {drawn: true}, async (page) => {
    const first = await openByDrop(page, sample('kitchen'));
    const before = await page.page.screenshot();
    const {frame} = await page.state();
    await page.page.evaluate(() => {
      window.lost = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
      window.lost.loseContext();
    });
    const broken = () => page.page.evaluate(() => !document.getElementById('broken').hidden);
    await page.until(broken, 5000, 'the page to say so');
    await page.page.evaluate(() => window.lost.restoreContext());
    await page.until(async () => !(await broken()), 5000, 'the graphics');
    await page.settle();
    const after = await page.state();
    assert.equal(after.phase, 'ready');
    assert.equal(after.opened, first.opened);
    assert.ok(after.frame.count > frame.count);
    // The footer tells how long a frame takes.
    const picture = await page.page.screenshot();
    assert.ok(Math.abs(picture.length - before.length) < before.length / 20, `${picture.length} ${before.length}`);
    await page.picture(PICTURES, 'graphics-restored');
  }),
};
