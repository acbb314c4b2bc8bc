// The page that is one file, opened from where it lies: node tests/packages/one_file.mjs PAGE. Prints as tests/browser/run.mjs
// does.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {opensInFirefox, withFirefox} from '../browser/firefox.mjs';
import {launch, openByDrop, withPage} from '../browser/page.mjs';
import {assertSameTrace, dataPath, infoOf, ROOT, sample, withFolder} from '../browser/support.mjs';
import {runAll} from './support.mjs';

const HTML = path.resolve(process.argv[2]);
const url = pathToFileURL(HTML).href;
const COUNT = 'SELECT count(*) FROM slice';

// A copy of the page with a trace in it.
async function withInner(trace, view, use) {
  await withFolder(async (folder) => {
    const out = path.join(folder, 'report.html');
    execFileSync('python3', ['-m', 'tools.packagers.inner_trace', HTML, trace, '-o', out, '--view', view], {cwd: ROOT});
    await use(pathToFileURL(out).href);
  });
}

const inChromium = (use, at = url) => async ({browser}) => withPage({browser, url: at}, {}, use);

const tests = {
  'Chromium: a folder and a file that are dropped': inChromium(async (page) => {
    await openByDrop(page, sample('kitchen'));
    await openByDrop(page, dataPath('tracecmd/v7-zstd.dat'));
    assert.equal(await page.page.evaluate(() => window.origin), 'null');
  }),
  'Chromium: a trace that is dropped beside another, and opened again': inChromium(async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.dropToOpen([sample('family')], {x: 200});
    assert.equal((await page.waitFor('ready')).traces.length, 2);
    await page.command('open-again');
    await page.settle();
    assert.equal((await page.waitFor('ready')).traces.length, 2);
  }),
  'Chromium: a folder that is chosen': inChromium(async (page) => {
    const {opened} = await page.state();
    await page.page.locator('#directory').setInputFiles(sample('family'));
    await page.until(async () => (await page.state()).opened > opened, 20000, 'the folder');
    assertSameTrace(await page.waitFor('ready'), infoOf(sample('family')));
  }),
  'Chromium: questions in SQL, and the samples': inChromium(async (page) => {
    await page.page.evaluate(() => window.tracepane.openSample(1));
    const state = await page.waitFor('ready');
    assertSameTrace(state, infoOf(sample(state.name)));
    const {rows, error} = await page.page.evaluate((text) => window.tracepane.query('sql', {text}), COUNT);
    assert.equal(error, null);
    assert.ok(rows[0][0] > 0);
    // The module of SQL is unpacked only now.
    assert.equal(await page.page.evaluate(() => document.querySelector('[data-part="sql-core.wasm"]').textContent), '');
  }),
  'Chromium: its policy lets it talk to nobody': inChromium(async (page) => {
    const blocked = await page.page.evaluate(async () => {
      try {
        await fetch('http://127.0.0.1:9/');
        return 'fetched';
      } catch (error) {
        return error.name;
      }
    });
    assert.equal(blocked, 'TypeError');
    assert.ok(page.errors.some((text) => /Content Security Policy/.test(text)), page.errors.join());
    page.errors.length = 0;
    page.foreign.length = 0;
  }),
  'Chromium: a trace inside is opened at its view': async ({browser}) => {
    let view = '';
    let wanted = null;
    await withPage({browser, url}, {}, async (page) => {
      await openByDrop(page, sample('family'));
      await page.command('tab', 'functions');
      await page.command('zoom-in');
      await page.settle();
      await page.until(async () => (view = await page.page.evaluate(() => location.hash.slice(1))).includes('tab='), 5000, 'the link');
      wanted = await page.state();
    });
    await withInner(sample('family'), view, (at) => withPage({browser, url: at}, {}, async (page) => {
      assertSameTrace(await page.waitFor('ready'), infoOf(sample('family')));
      await page.settle();
      const {panel, visible} = await page.state();
      assert.equal(panel, 'functions');
      visible.forEach((time, i) => assert.ok(Math.abs(Number(BigInt(time) - BigInt(wanted.visible[i]))) <= 2, `${visible}`));
      await page.command('open-again');
      await page.settle();
      assertSameTrace(await page.waitFor('ready'), infoOf(sample('family')));
    }));
  },
  'Firefox: files that are chosen, SQL, a sample': () => withFirefox(url, async (page, {opened}) => {
    await opensInFirefox(page, opened);
    const {rows, error} = await page.evaluate((text) => window.tracepane.query('sql', {text}), COUNT);
    assert.equal(error, null);
    assert.ok(rows[0][0] > 0);
    await page.evaluate(() => window.tracepane.openSample(1));
    const state = await opened();
    assert.equal(state.counts.records, infoOf(sample(state.name)).counts.records);
  }),
  'Firefox: a trace inside': () => withInner(dataPath('tracecmd/v7-zlib.dat'), '', (at) => withFirefox(at, async (page, {opened}) => {
    assertSameTrace(await opened(), infoOf(dataPath('tracecmd/v7-zlib.dat')));
  })),
};

const browser = await launch();
await runAll(tests, {browser});
await browser?.close();
