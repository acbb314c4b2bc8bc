// Warnings lead to the place that they speak of: by a click, and by the keyboard.
import assert from 'node:assert/strict';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {eventsOf, PICTURES, recorded} from './support.mjs';

async function placed(page, number) {
  let warning = null;
  await page.until(async () => {
    warning = await page.page.evaluate(() => window.tracepane.query('warning'));
    return warning !== null && warning.number === number && warning.place !== null;
  }, 10000, 'the place of the warning');
  await page.settle();
  return warning;
}

export const tests = {
  'warnings: to their place by a click and by Enter': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('uftrace/garbage-tail/uftrace.data');
    await openByDrop(page, trace);
    const [text] = await page.page.evaluate(() => window.tracepane.query('warnings'));
    await page.page.keyboard.press('5');
    await page.settle();
    await page.page.keyboard.press('Enter');
    const warning = await placed(page, 1);
    assert.ok(text.startsWith(`${warning.file}: offset ${warning.offset}: `));
    const {selection} = await page.state();
    assert.equal(selection.track, warning.place.track);
    assert.ok(BigInt(selection.begin) <= BigInt(warning.place.time) && BigInt(selection.end) >= BigInt(warning.place.time));
    await page.picture(PICTURES, 'warning');
    // The same row again, below that of the loss, closes it; and opens it.
    await page.page.mouse.click(1000, 528);
    await page.settle();
    assert.equal(await page.page.evaluate(() => window.tracepane.query('warning')), null);
    await page.page.keyboard.press('Escape');
    await page.page.mouse.click(1000, 528);
    assert.deepEqual(await placed(page, 1), warning);
    assert.equal((await page.state()).selection.track, warning.place.track);
  }),

  'losses: the header counts them, and leads from place to place': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('tracecmd/lost-overwrite');
    const lost = eventsOf(trace).filter(({kind}) => kind === 'lost');
    const sum = lost.reduce((all, {count}) => all + Math.max(0, count ?? 0), 0);
    await openByDrop(page, trace);
    const badge = `${sum.toLocaleString('en').replaceAll(',', ' ')} lost`;
    for (const {ts} of [...lost, lost[0]]) {
      await new Hand(page).control(badge);
      await page.settle();
      const {visible: [begin, end], notice} = await page.state();
      assert.ok(Number(begin) <= ts && ts <= Number(end), `${ts} in ${begin} to ${end}`);
      assert.match(notice, /records? lost$/);
    }
    await page.picture(PICTURES, 'losses');
  }),
};
