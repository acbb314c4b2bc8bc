// Names that a page, a spreadsheet or a terminal could take for something else.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {answered} from './calls.mjs';
import {withPage} from './page.mjs';
import {exportedBytes, ROOT, stacksOf, withFolder} from './support.mjs';

// All but line breaks.
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const HIDDEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;
const SHOWN = ['esc\\x1b]0;owned\\x07\\x1b[31m', 'nul\\x00behind', 'cr\\x0dover', 'bidi\\u202egnp.exe', 'c1\\u009b31m',
  '<script>alert(1)</script>'];

async function withHostile(use) {
  await withFolder(async (folder) => {
    const trace = path.join(folder, 'dir\x1b[31m\u202e');
    execFileSync('python3', ['tests/tools/hostile_trace.py', trace], {cwd: ROOT});
    await use(trace);
  });
}

export const tests = {
  'hostile names: the page shows, saves and copies them as the command line prints them': (context) => withHostile(
    (trace) => withPage(context, {}, async (page) => {
      await page.dropToOpen([trace]);
      await page.waitFor('ready');
      await page.command('tab', 'functions');
      const said = () => page.page.evaluate(() => ['status', 'panel'].map((id) => document.getElementById(id).textContent));
      await page.until(async () => (await said()).join().includes('worker 7'), 20000, 'the table of functions');
      const [status, panel] = await said();
      assert.doesNotMatch(status, HIDDEN);
      assert.doesNotMatch(panel, HIDDEN);
      for (const name of SHOWN) assert.ok(panel.includes(name), `${name} is not in ${panel}`);
      assert.equal(await page.page.evaluate(() => document.querySelectorAll('#panel script').length), 0);
      assert.equal(await page.page.title(), 'dir\\x1b[31m\\u202e \u2014 Tracepane');

      const saved = async (format) => {
        const [download] = await Promise.all([page.page.waitForEvent('download'), page.command('export', format)]);
        return readFile(await download.path());
      };
      assert.deepEqual(await saved('csv'), exportedBytes(trace, 'csv'));
      assert.ok((await saved('folded')).toString().includes('main;<[T: 3] as Iterator>::next 50\n'));
      // The table of functions asks for its own calls, and a session has one answer at a time.
      await page.command('tab', 'selection');
      assert.deepEqual((await answered(page, 'callTree')).sort(), stacksOf(trace).sort());

      // What is copied: the third row is the call of the first of these names.
      await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.command('tab', 'events');
      await page.settle();
      await page.command('events-row', 3);
      await page.settle();
      await page.command('events-copy');
      await page.settle();
      const copied = await page.page.evaluate(() => navigator.clipboard.readText());
      assert.ok(copied.split('\t').includes(SHOWN[0]), copied);
      assert.doesNotMatch(copied.replaceAll('\t', ''), HIDDEN);
    })),
};
