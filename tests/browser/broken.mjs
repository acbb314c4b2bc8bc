// What breaks: a worker while traces are open, a file that can't be read, a place that can't be written. It is told, the
// page goes on, and what is known stays.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {openByDrop, TracePage, withPage} from './page.mjs';
import {relay} from './relay.mjs';
import {dataPath, exportedBytes, infoOf, sample} from './support.mjs';

const KERNEL = dataPath('tracecmd/threads.dat');

// Ends every worker when it is told to, and those that are to open a file of a name with "threads" in it.
const BREAKS = `
;{
  new BroadcastChannel('break').onmessage = () => { throw new Error('a test broke it'); };
  const own = onmessage;
  onmessage = (event) => {
    const {type, files = []} = event.data;
    if (type === 'open' && files.some(({path}) => path.includes('threads'))) throw new Error('a test broke it');
    own(event);
  };
}`;

async function withBreakable(context, use) {
  const server = await relay(context.url,
    (path, body) => (path.startsWith('/worker.js') ? Buffer.concat([body, Buffer.from(BREAKS)]) : body));
  const page = await TracePage.open(context.browser, server.url);
  try {
    await use(page);
  } finally {
    await page.close();
    await server.close();
  }
}

const breakWorkers = (page) => page.page.evaluate(() => {
  const channel = new BroadcastChannel('break');
  channel.postMessage(0);
  channel.close();
});

async function noticed(page, words) {
  await page.until(async () => words.test((await page.state()).notice), 20000, String(words));
}

export const tests = {
  'broken: a worker that ends while a trace is open: it is read once more, and looks as before': (context) =>
    withBreakable(context, async (page) => {
      const first = await openByDrop(page, sample('kitchen'));
      await page.page.mouse.move(600, 152);
      await page.settle();
      await page.page.mouse.click(600, 152);
      await page.page.keyboard.press('m');
      await page.page.keyboard.press('f');
      await page.settle();
      const before = await page.state();
      assert.ok(before.selection);
      await breakWorkers(page);
      await page.until(async () => (await page.state()).opened > before.opened, 20000, 'the trace to be read again');
      await noticed(page, /read once more: a decode worker broke down \(.*a test broke it\)/);
      await page.waitFor('ready');
      await page.settle();
      const after = await page.state();
      assert.deepEqual(after.counts, first.counts);
      for (const end of [0, 1]) assert.ok(Math.abs(Number(BigInt(after.visible[end]) - BigInt(before.visible[end]))) <= 2);
      assert.deepEqual(after.selection, before.selection);
      assert.deepEqual(after.markers.map(({time}) => time), before.markers.map(({time}) => time));

      // Once: what breaks again would break for ever. The page itself stays usable.
      await breakWorkers(page);
      const failed = await page.waitFor('failed');
      assert.match(failed.error, /A decode worker broke down \(.*a test broke it\)\. The page still works/);
      await openByDrop(page, sample('family'));
    }),

  'broken: a worker that ends of what is dropped: that is told, and what was open stays': (context) =>
    withBreakable(context, async (page) => {
      // With nothing open, it is told where the trace would be.
      await page.dropToOpen([KERNEL]);
      assert.match((await page.waitFor('failed')).error, /broke down \(.*a test broke it\)/);

      const first = await openByDrop(page, sample('kitchen'));
      await page.page.keyboard.press('f');
      await page.settle();
      await page.drop([KERNEL]);
      await noticed(page, /Not laid beside this trace: a decode worker broke down/);
      const after = await page.waitFor('ready');
      assert.deepEqual(after.counts, first.counts);
      assert.equal(after.name, first.name);
    }),

  'broken: a file that can not be read is told of, and the rest is read': (context) => withPage(context, {},
    async (page) => {
      // As the browser says it of a file that it may not read.
      await page.page.evaluate(() => {
        window.unread = (name) => name === '4415.dat';
        const seen = (entry) => ({
          name: entry.name,
          isDirectory: entry.isDirectory,
          createReader: () => {
            const reader = entry.createReader();
            return {readEntries: (done, failed) => reader.readEntries((part) => done(part.map(seen)), failed)};
          },
          file: (done, failed) => {
            if (window.unread(entry.name)) failed(new DOMException('no permission for it', 'NotReadableError'));
            else entry.file(done, failed);
          },
        });
        const own = DataTransferItem.prototype.webkitGetAsEntry;
        DataTransferItem.prototype.webkitGetAsEntry = function() { return seen(own.call(this)); };
      });
      await page.dropToOpen([sample('kitchen')]);
      const state = await page.waitFor('ready');
      const warnings = await page.page.evaluate(() => window.tracepane.query('warnings'));
      assert.ok(warnings.some((text) => /4415\.dat: .*can be read.*no permission for it/.test(text)), warnings.join('\n'));
      assert.ok(state.counts.records > 0 && state.counts.records < infoOf(sample('kitchen')).counts.records);

      // Where none can be read, there is no trace, and the one that is open stays.
      await page.page.evaluate(() => { window.unread = () => true; });
      await page.drop([sample('family')]);
      await noticed(page, /can't be read: .*no permission for it/);
      assert.equal((await page.state()).phase, 'ready');
      await page.drop([sample('family')], {shift: true});
      assert.match((await page.waitFor('failed')).error, /can't be read: .*no permission for it/);
    }),

  'broken: a place that can not be written is told of, and nothing is kept of it': (context) => withPage(context, {},
    async (page) => {
      await openByDrop(page, sample('kitchen'));
      // A place that the person has chosen; `wrong`: what fails there.
      const choose = (wrong) => page.page.evaluate((step) => {
        window.saved = {parts: [], closed: 0, aborted: 0};
        const act = (name, done) => async (...args) => {
          if (name === step) throw new DOMException('the disk is full', 'QuotaExceededError');
          return done(...args);
        };
        const stream = {
          write: act('write', async (blob) => { window.saved.parts.push(await blob.text()); }),
          close: act('close', () => { ++window.saved.closed; }),
          abort: async () => { ++window.saved.aborted; },
        };
        window.showSaveFilePicker = async () => ({createWritable: async () => stream});
      }, wrong);
      const seen = () => page.page.evaluate(() => window.saved);
      for (const wrong of ['write', 'close']) {
        await choose(wrong);
        assert.ok(await page.command('export', 'csv'));
        await noticed(page, /\.csv could not be written: the disk is full/);
        await page.until(async () => (await seen()).aborted === 1, 5000, `the file to be given up: ${wrong} ${JSON.stringify(await seen())}`);
        assert.equal((await seen()).closed, 0);
        await page.settle();
      }
      // The next one is whole.
      await choose('');
      assert.ok(await page.command('export', 'csv'));
      await page.until(async () => (await seen()).closed === 1, 20000, 'the file to be written');
      assert.equal((await seen()).parts.join(''), exportedBytes(sample('kitchen'), 'csv').toString());
      await page.page.evaluate(() => { delete window.showSaveFilePicker; });
      const [download] = await Promise.all([page.page.waitForEvent('download'), page.command('export', 'csv')]);
      assert.deepEqual(await readFile(await download.path()), exportedBytes(sample('kitchen'), 'csv'));
    }),
};
