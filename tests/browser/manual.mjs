// Where somebody begins who has no trace at hand: the samples of the landing page, and the manual.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {infoOf, recorded, ROOT, sample} from './support.mjs';

const SAMPLES = JSON.parse(await readFile(path.join(ROOT, 'assets/samples/samples.json'), 'utf8'));
// As paths for the command line.
const traceOf = ({files, beside, archive}) => {
  if (!archive) return [path.join(ROOT, files)];
  const format = path.basename(archive, '.tar.xz');
  return [files, beside].filter(Boolean).map((one) => recorded(`${format}/${one}`));
};
const SIZES = [[1280, 720], [1920, 1080], [390, 844], [700, 480], [844, 390]];

// Waits for the window that the page opens.
const opened = (page, go) => Promise.all([page.context.waitForEvent('page', {timeout: 20000}), go()]).then(([other]) => other);

export const tests = {
  'samples: each opens by its card': async (context) => {
    for (const one of SAMPLES) {
      await withPage(context, {}, async (page) => {
        await new Hand(page).control(one.title);
        const state = await page.waitFor('ready');
        assert.equal(state.counts.records, infoOf(...traceOf(one)).counts.records, one.title);
        assert.equal(state.counts.warnings, 0, one.title);
      });
    }
  },

  'landing: all samples have room in windows of every size': async (context) => {
    for (const [width, height] of SIZES) {
      await withPage(context, {width, height}, async (page) => {
        await page.settle();
        const controls = await page.page.evaluate(() => window.tracepane.query('controls'));
        const cards = controls.filter(({label}) => SAMPLES.some(({title}) => title === label));
        assert.equal(cards.length, SAMPLES.length);
        for (const {label, x, y} of [...cards, controls.find((one) => one.label === 'Open the manual')]) {
          assert.ok(x > 0 && x < width && y > 0 && y < height - 20, `${label} at ${x}, ${y} of ${width}, ${height}`);
        }
      });
    }
  },

  'manual: the list of keys leads to it, and it is searched without leaving its host': (context) => withPage(context, {},
    async (page) => {
      await openByDrop(page, sample('kitchen'));
      const hand = new Hand(page);
      await page.page.keyboard.press('?');
      const manual = await opened(page, () => hand.control('Open the manual'));
      const asked = [];
      const errors = [];
      manual.on('request', (request) => asked.push(new URL(request.url())));
      manual.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await manual.waitForLoadState();
      assert.equal(new URL(manual.url()).pathname, new URL('help/index.html', page.page.url()).pathname);
      assert.equal(await manual.evaluate(() => window.opener), null);
      await manual.keyboard.press('/');
      await manual.keyboard.type('wakeup latency');
      const first = manual.locator('#found a').first();
      const leads = new URL(await first.getAttribute('href'), manual.url()).href;
      await manual.keyboard.press('Enter');
      await manual.waitForURL(leads);
      assert.match(await manual.locator('main').innerText(), /latenc/i);
      // Not every page has pictures, and which one is found first depends on their words.
      await manual.locator('a[href="guide.html"]').first().click();
      await manual.waitForURL(new URL('guide.html', manual.url()).href);
      assert.ok(await manual.locator('main img').first().evaluate((one) => one.complete || one.loading === 'lazy'));
      assert.ok(asked.every(({host}) => host === new URL(page.page.url()).host), String(asked));
      assert.deepEqual(errors, []);
      assert.equal((await page.state()).phase, 'ready', 'the trace stays open');
    }),
};
