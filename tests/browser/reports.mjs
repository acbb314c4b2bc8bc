// Reports that the page writes, opened from where they lie.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {openByDrop, withPage} from './page.mjs';
import {eventsOf, infoOf, insideOf, PICTURES, recorded, reportedInside, sample, withFolder} from './support.mjs';

async function saved(page, file, ...command) {
  const [download] = await Promise.all([page.page.waitForEvent('download'), page.command(...command)]);
  await download.saveAs(file);
  await page.until(async () => (await page.state()).exporting === false, 20000, 'the end of the export');
  return (await page.state()).notice;
}

async function rowsWithin(page, from, to) {
  const all = await page.page.evaluate(() => window.tracepane.query('events', [0, 4096]));
  return all.rows.filter(({ts}) => BigInt(ts) >= from && BigInt(ts) <= to);
}

// Names of the link, which are the same in a report but for what says which trace it is of.
const linkOf = async (page) => {
  const link = new URLSearchParams(await page.page.evaluate(() => location.hash.slice(1)));
  link.delete('of');
  return link;
};

const opens = (find) => (context) => withFolder(async (folder) => {
  const trace = find();
  const [begin, end] = infoOf(trace).range.map(BigInt);
  const quarter = (end - begin) / 4n;
  const [from, to] = [begin + quarter, end - quarter];
  const file = path.join(folder, 'report.html');
  const again = path.join(folder, 'again.html');
  await withPage(context, {}, async (page) => {
    await openByDrop(page, trace);
    await page.page.evaluate((link) => { location.hash = link; },
      `#range=${quarter},${to - begin}&view=${quarter},${to - begin}&marks=${quarter + 1000n}&marknotes=it%2520is%2520late&tab=events`);
    await page.settle();
    const said = await saved(page, file, 'export-range-report');
    assert.match(said, /Exported .* to .*\.html: \d+ records/);
  });
  const native = reportedInside([trace], '--from', from, '--to', to).files;
  const {view, files} = insideOf(await readFile(file));
  assert.equal(view.get('since'), String(begin));
  assert.deepEqual([...files].map(([name, bytes]) => [name, bytes.length]), [...native].map(([name, bytes]) => [name, bytes.length]));
  for (const [name, bytes] of files) assert.ok(bytes.equals(native.get(name)), `${name}: as the command line cuts it`);

  const look = async (at, next) => withPage({...context, url: pathToFileURL(at).href}, {}, async (page) => {
    await page.page.context().setOffline(true);
    await page.waitFor('ready');
    await page.settle();
    const {markers, panel, visible, markedRange} = await page.state();
    assert.equal(panel, 'events');
    assert.deepEqual([markedRange.begin, markedRange.end], [String(from), String(to)]);
    assert.deepEqual(markers.map(({time, note}) => [time, note]), [[String(from + 1000n), 'it is late']]);
    // From edge to edge, also where nothing was recorded at first.
    const expected = [from, to];
    visible.forEach((time, i) => assert.ok(Math.abs(Number(BigInt(time) - expected[i])) <= 2, `${visible} in place of ${expected}`));
    const told = eventsOf(trace, '--from', from, '--to', to);
    assert.deepEqual((await rowsWithin(page, from, to)).map(({ts}) => String(ts)), told.map(({ts}) => String(ts)));
    // A time reads the same as in the whole: the first row in the range, since the beginning of that.
    let link = null;
    await page.until(async () => (link = await linkOf(page)).get('since') === String(begin), 5000, 'the link to say when the whole begins');
    assert.equal(link.get('marks'), String(quarter + 1000n));
    await page.picture(PICTURES, `report-${path.basename(trace)}`);
    if (next) await saved(page, next, 'export-range-report');
  });
  await look(file, again);
  // The report of a report is made of itself.
  await look(again, null);
});

export const tests = {
  'reports: a uftrace recording, with the times of the whole': opens(() => sample('kitchen')),
  'reports: a trace.dat': opens(() => recorded('tracecmd/v7-none-sched/trace.dat')),

  'reports: what is missing is told': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.page.evaluate(() => {
      const real = window.fetch;
      window.fetch = (url, ...more) => (String(url).endsWith('one-file.html') ? Promise.resolve(new Response('', {status: 404}))
        : real(url, ...more));
    });
    await page.command('export-report');
    await page.until(async () => /^Nothing was exported: .*could not be had/.test((await page.state()).notice), 5000, 'a word about it');
    assert.equal((await page.state()).exporting, false);
    page.errors.length = 0;
  }),
};
