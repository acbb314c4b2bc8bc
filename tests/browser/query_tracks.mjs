// Results of queries as tracks of the timeline: made by a button, kept in links, chosen and closed by the mouse.
import assert from 'node:assert/strict';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {PICTURES, queryOf, recorded, sample} from './support.mjs';

const SLICES = 'SELECT ts, dur, name, depth FROM slice WHERE dur > 0 ORDER BY dur DESC, ts LIMIT 60';
const COUNTER = "SELECT ts, depth AS value\nFROM slice WHERE name <> 'a, b & c' ORDER BY ts";
const LABELS = 236;

const tracksOf = async (hand) => (await hand.state()).queryTracks;

// Types a query into the editor, runs it, and presses a button over its rows.
async function askAndPress(hand, text, button) {
  await hand.set('tab', 'query');
  await hand.click(200, 540);
  await hand.keyboard.press('Control+A');
  await hand.keyboard.type(text);
  await hand.press('Ctrl+Enter');
  await hand.until(async () => (await hand.ask('panel'))[0]?.rows.length > 0, 'rows');
  const before = (await tracksOf(hand)).length;
  await hand.control(button);
  await hand.until(async () => (await tracksOf(hand)).length === before + 1, 'the track');
  await hand.quiet();
}

const xOf = async (hand, time) => {
  const [begin, end] = (await hand.state()).visible.map(Number);
  return LABELS + (Number(time) - begin) / (end - begin) * (1280 - LABELS - 12);
};

export const tests = {
  'query tracks: a result is shown as slices, chosen, renamed and closed': (context) => withPage(context, {}, async (page) => {
    const trace = sample('kitchen');
    await openByDrop(page, trace);
    await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const hand = new Hand(page);
    await askAndPress(hand, SLICES, /^(Show as a )?track$/i);
    const expected = queryOf(trace, SLICES);
    const [track] = await tracksOf(hand);
    assert.deepEqual([track.kind, track.name, track.sql, track.rows, track.cut, track.error, track.notes],
      ['slices', 'SELECT ts, dur, name, depth FROM slice WHERE dur …', SLICES, expected.length, false, null, []]);
    assert.ok(track.levels >= 2, 'calls within calls are on levels of their own');
    assert.ok(track.drawn > 0);
    // The longest is on the first level, and its middle is under the pointer.
    const label = (await hand.ask('controls')).find((one) => one.label === `close ${track.name}`);
    const {ts, dur} = expected[0];
    await hand.click(await xOf(hand, ts + dur / 2), label.y + 2);
    const chosen = async () => (await tracksOf(hand))[0].selected;
    await hand.until(async () => (await chosen()) !== null, 'the row');
    await page.picture(PICTURES, 'query-track');
    await hand.set('tab', 'selection');
    assert.equal((await hand.state()).selection, null);
    // Drags and the wheel move the view; the track stays.
    const {visible} = await hand.state();
    await hand.wheel(700, label.y, -300, ['Control']);
    await hand.drag([700, label.y], [600, label.y]);
    assert.notDeepEqual((await hand.state()).visible, visible);
    assert.equal((await tracksOf(hand)).length, 1);
    await hand.set('show-all');
    await hand.press('Esc');
    assert.equal(await chosen(), null);
    // The name, in the menu of the label.
    await hand.control(`track ${track.name}`);
    await hand.control('name of the track');
    await hand.keyboard.press('Control+A');
    await hand.keyboard.type('longest calls');
    await hand.until(async () => (await tracksOf(hand))[0].name === 'longest calls', 'the name');
    // Escape would take it back.
    await hand.keyboard.press('Enter');
    await hand.quiet();
    await hand.control('close longest calls');
    await hand.until(async () => (await tracksOf(hand)).length === 0, 'it to be closed');
  }),

  'query tracks: a link has them, and asks again': async (context) => {
    const trace = recorded('tracecmd/v7-none-sched/trace.dat');
    let link = '';
    let before = null;
    await withPage(context, {}, async (page) => {
      await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openByDrop(page, trace);
      const hand = new Hand(page);
      await askAndPress(hand, SLICES, /^(Show as a )?track$/i);
      await askAndPress(hand, COUNTER, /^(Show as a )?counter$/i);
      await hand.set('sql-track-name', '2', 'depth & more, of calls');
      before = await tracksOf(hand);
      assert.deepEqual(before.map(({kind, rows}) => [kind, rows]),
        [['slices', queryOf(trace, SLICES).length], ['counter', queryOf(trace, COUNTER).length]]);
      await page.picture(PICTURES, 'query-counter');
      await hand.press('Ctrl+Shift+C');
      await hand.until(async () => (link = await hand.clipboard()).includes('sql='), 'the link', () => link);
    });
    await withPage({...context, url: link}, {}, async (page) => {
      await page.drop([trace]);
      await page.waitFor('ready');
      const hand = new Hand(page);
      await hand.until(async () => (await tracksOf(hand)).every(({computed}) => computed), 'the answers');
      await hand.quiet();
      const plain = ({kind, name, sql, rows, levels, error}) => ({kind, name, sql, rows, levels, error});
      const after = await tracksOf(hand);
      assert.deepEqual(after.map(plain), before.map(plain));
      assert.ok(after.every(({drawn}) => drawn > 0));
      assert.equal(await page.command('sql-track-close', '2'), true);
      await hand.until(async () => (await tracksOf(hand)).length === 1, 'it to be closed');
      // Another trace drops them.
      await page.dropToOpen([sample('kitchen')], {shift: true});
      await hand.untilState(({phase, name}) => phase === 'ready' && name !== 'trace.dat', 'the other trace');
      assert.deepEqual(await tracksOf(hand), []);
    });
  },

  'query tracks: of a hostile link': (context) => {
    // Minutes, for Chromium may wait for a worker that computes when it closes the page.
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) ' +
      'SELECT count(*) AS ts, 1 AS dur FROM n';
    const texts = ['DELETE FROM slice', 'SELECT', "ATTACH 'x' AS y", "SELECT 'x' AS ts, 1 AS dur", endless];
    const parts = texts.map((text, i) => `sql=${encodeURIComponent(`slices,number ${i},${text}`)}`);
    return withPage({...context, url: `${context.url}#${parts.join('&')}&sql=%ff&sql=slices,,`}, {}, async (page) => {
      // Without waiting for rest: while the last query computes, frames show its progress.
      await page.drop([sample('kitchen')]);
      await page.waitFor('ready');
      const hand = new Hand(page);
      let tracks = [];
      await hand.until(async () => (tracks = await tracksOf(hand)).filter(({error}) => error !== null).length === 4,
        'the errors', () => tracks.map(({computed, error}) => ({computed, error})));
      assert.equal(tracks.length, texts.length);
      assert.match(tracks[0].error, /may not be modified/);
      assert.equal(tracks[3].error, 'the result has no columns ts and dur with numbers');
      assert.equal(tracks[4].computed, false);
      await page.picture(PICTURES, 'query-tracks-wrong');
      // To close it is to stop it.
      assert.equal(await page.command('sql-track-close', '5'), true);
      assert.deepEqual((await page.page.evaluate(() => window.tracepane.query('sql', {text: 'SELECT 1'}))).rows, [[1]]);
      assert.equal(await page.command('sql-tracks-close'), true);
      await page.settle();
      assert.deepEqual(await tracksOf(hand), []);
    });
  },
};
