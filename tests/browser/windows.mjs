// Small windows and fingers: everything is within reach.
import assert from 'node:assert/strict';
import {query} from './actions.mjs';
import {openByDrop, withPage} from './page.mjs';
import {PICTURES, sample} from './support.mjs';

const PHONE = {width: 400, height: 700};
const TABS = ['Selection', 'Flame graph', 'Sandwich', 'Functions', 'Info', 'Scheduling', 'Events'];

async function resized(page, size) {
  await page.page.setViewportSize(size);
  await page.settle();
}

async function finger(page) {
  const session = await page.context.newCDPSession(page.page);
  await session.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {type,
    touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  return {
    async drag(x, from, to) {
      await touch('touchStart', [x, from]);
      for (let i = 1; i <= 10; ++i) await touch('touchMove', [x, from + (to - from) * i / 10]);
      await touch('touchEnd');
      await page.settle();
    },
    async tap(x, y) {
      await touch('touchStart', [x, y]);
      await touch('touchEnd');
      await page.settle();
    },
  };
}

export const tests = {
  'phone: every panel is a tap away, and tracks have most of the width': (context) => withPage(context, {},
    async (page) => {
      await openByDrop(page, sample('kitchen'));
      await resized(page, PHONE);
      const {tap} = await finger(page);
      for (const label of TABS) {
        const tab = async () => (await query(page, 'controls')).find((one) => one.label === label);
        const {x, y} = await tab();
        assert.ok(x > 0 && x < PHONE.width - 8, `${label} at ${x}`);
        await tap(x, y);
        await page.until(async () => (await tab())?.on, 10000, label);
        await page.picture(PICTURES, `phone-${label.toLowerCase().replace(' ', '-')}`);
      }
      const {top} = (await page.tracks()).find(({kind}) => kind === 'thread');
      await tap(180, top + 8);
      assert.equal((await page.state()).selection?.name, 'main');
    }),

  'touch: a finger scrolls the list of records, and chooses none': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.command('tab', ['events']);
    await page.settle();
    const {drag, tap} = await finger(page);
    const cursor = async () => (await query(page, 'events')).cursor;
    await tap(500, 600);
    const before = await cursor();
    await drag(500, 680, 540);
    assert.equal(await cursor(), before);
    await tap(500, 600);
    assert.equal(await cursor(), before + 7, 'rows of 20 under a finger that moved by 140');
  }),

  'touch: a finger scrolls the list of keys': (context) => withPage(context, {drawn: true}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await resized(page, PHONE);
    const {drag} = await finger(page);
    await page.command('help');
    await page.settle();
    const shot = () => page.page.screenshot();
    const before = await shot();
    await drag(200, 600, 300);
    assert.ok(!before.equals(await shot()), 'it has moved');
    assert.equal((await page.state()).overlay, 'keys');
  }),
};
