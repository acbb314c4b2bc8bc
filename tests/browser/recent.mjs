// What was opened before, on the page without a trace.
import assert from 'node:assert/strict';
import {withPage} from './page.mjs';
import {PICTURES, sample} from './support.mjs';

async function reload(page, url) {
  await page.page.goto(url);
  await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 20000, 'the page to start');
  await page.settle();
}

export const tests = {
  'recent: samples and addresses are offered again, until they are to be forgotten': (context) => withPage(context, {}, async (page) => {
    const {url} = context;
    assert.equal(await page.command('open-recent', '1'), false, 'nothing was opened yet');
    await page.page.evaluate(() => window.tracepane.openSample(1));
    const {name} = await page.waitFor('ready');
    // A trace of the page's own host.
    await page.page.route('**/runs/today.dat', (route) => route.fulfill({status: 200, body: 'no trace'}));
    await reload(page, `${url}?trace=runs/today.dat&workers=1`);
    await page.until(async () => (await page.state()).phase === 'failed', 10000, 'it to be read');
    await reload(page, url);
    await page.picture(PICTURES, 'landing-recent');
    assert.equal(await page.command('open-recent', '3'), false, 'there are two');
    await Promise.all([page.page.waitForURL(/\?trace=runs%2Ftoday.dat$/), page.command('open-recent', '1')]);
    await reload(page, url);
    assert.equal(await page.command('open-recent', '2'), true);
    assert.equal((await page.waitFor('ready')).name, name);
    await reload(page, url);
    assert.equal(await page.command('clear-recent'), true);
    assert.equal(await page.command('open-recent', '1'), false);
    await reload(page, url);
    assert.equal(await page.command('clear-recent'), false, 'nor in a later visit');
    page.errors.length = 0;
  }),

  'recent: what was dropped is offered again, where the browser gives handles': (context) => withPage(context, {}, async (page) => {
    const {url} = context;
    await page.dropToOpen([sample('kitchen')], {shift: true});
    const {name, counts} = await page.waitFor('ready');
    const noted = () => page.page.evaluate(() => localStorage.getItem('tracepane recent') !== null);
    await page.until(noted, 5000, 'it to be noted');
    await reload(page, url);
    assert.equal(await page.command('open-recent', '1'), true);
    const again = await page.waitFor('ready');
    assert.equal(again.name, name);
    assert.deepEqual(again.counts, counts);
    await reload(page, url);
    assert.equal(await page.command('clear-recent'), true);
    const keys = () => page.page.evaluate(() => new Promise((resolve) => {
      indexedDB.open('tracepane', 1).onsuccess = ({target: {result}}) => {
        result.transaction('dropped').objectStore('dropped').getAllKeys().onsuccess = (event) => resolve(event.target.result);
      };
    }));
    await page.until(async () => (await keys()).length === 0, 5000, 'the handles to be forgotten');
  }),
};
