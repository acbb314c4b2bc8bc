// Reports that the command line writes, opened from where they lie: node tests/packages/reports.mjs PAGE. Prints as
// tests/browser/run.mjs does.
import assert from 'node:assert/strict';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {withFirefox} from '../browser/firefox.mjs';
import {launch, openByDrop, withPage} from '../browser/page.mjs';
import {dataPath, eventsOf, infoOf, recorded, reportOf, sample, withFolder} from '../browser/support.mjs';
import {runAll} from './support.mjs';

const HTML = path.resolve(process.argv[2]);
const url = pathToFileURL(HTML).href;
const NOTE = 'what is "slow" & why';

// Of each format. LTTng lists its descriptions of events as records, and all cuts have all of them.
const TRACES = {
  'uftrace': [sample('kitchen')],
  'trace-cmd 6': [recorded('tracecmd/v6-instances/trace.dat')],
  'trace-cmd 7': [recorded('tracecmd/v7-zstd-gcc/trace.dat')],
  'LTTng 2': [dataPath('lttng/2.6-le/data')],
  'LTTng 0.8': [dataPath('lttng/0.8/data')],
  'XRay with its program': [recorded('xray/fdr-threads/log.xray'), recorded('xray/fdr-threads/binary')],
  'XRay, basic': [dataPath('xray/basic-v3.xray')],
};

// The middle half of a trace.
function middleOf(traces) {
  const [begin, end] = infoOf(...traces).range.map(BigInt);
  const quarter = (end - begin) / 4n;
  return {begin, from: begin + quarter, to: end - quarter};
}

const describes = ({stream = ''}) => /^(metadata|facilities)_/.test(stream);

// The rows of a page's table that are in a range.
async function rowsOf(page, {from, to}) {
  let rows = [];
  await page.until(async () => {
    const {total, done} = await page.page.evaluate(() => window.tracepane.query('events'));
    if (!done) return false;
    rows = [];
    while (rows.length < total) {
      const got = await page.page.evaluate((at) => window.tracepane.query('events', [at, 4096]), rows.length);
      if (got.rows.length === 0) return false;
      rows.push(...got.rows);
    }
    return true;
  }, 30000, 'the rows');
  return rows.filter((row) => BigInt(row.ts) >= from && BigInt(row.ts) <= to);
}

// What is selected in the middle of the range, its link, and what the page shows of it.
async function lookAt(browser, traces, {from, to}) {
  let looked = null;
  await withPage({browser, url}, {}, async (page) => {
    await openByDrop(page, traces[0]);
    for (const beside of traces.slice(1)) {
      await page.drop([beside]);
      await page.settle();
    }
    const eighth = (to - from) / 8n;
    await page.command('set-visible', String(from + eighth), String(to - eighth));
    await page.command('tab', 'events');
    await page.settle();
    let view = '';
    await page.until(async () => (view = await page.page.evaluate(() => location.hash)).includes('tab='), 5000, 'the link');
    looked = {view, shown: (await page.state()).visible};
  });
  return looked;
}

function opensAtItsView(traces) {
  return ({browser}) => withFolder(async (folder) => {
    const range = middleOf(traces);
    const {view, shown} = await lookAt(browser, traces, range);
    const out = path.join(folder, 'report.html');
    reportOf(HTML, out, traces, '--from', range.from, '--to', range.to, '--view', `https://example.org/${view}`, '--note', NOTE);
    await withPage({browser, url: pathToFileURL(out).href}, {}, async (page) => {
      await page.page.context().setOffline(true);
      await page.waitFor('ready');
      await page.settle();
      const {markers, panel, visible, name, range: there} = await page.state();
      assert.ok(name, 'it has a name');
      assert.equal(panel, 'events');
      // The records of the cut may begin later, and end earlier, than what was shown.
      const [first, last] = there.map(BigInt);
      const expectedView = shown.map(BigInt).map((time) => (time < first ? first : time > last ? last : time));
      visible.forEach((time, i) => assert.ok(Math.abs(Number(BigInt(time) - expectedView[i])) <= 2, `${visible} in place of ${shown}`));
      assert.deepEqual(markers.map(({begin, end, note}) => [begin, end, note]), [[String(range.from), String(range.to), NOTE]]);
      assert.ok((await page.tracks()).some((track) => track.drawn > 0), 'nothing is drawn');
      // As the command line has them of the whole.
      const expected = eventsOf(traces, '--from', range.from, '--to', range.to).filter((row) => !describes(row));
      const rows = (await rowsOf(page, range)).filter((row) => !describes(row));
      assert.ok(rows.length > 0);
      assert.equal(rows.length, expected.length);
      assert.deepEqual(rows.map(({ts, name: what, kind}) => [String(ts), what, kind]),
        expected.map(({ts, name: what, kind}) => [String(ts), what, kind]));
      await page.command('open-again');
      await page.settle();
      assert.equal((await page.waitFor('ready')).phase, 'ready');
    });
  });
}

const tests = {
  ...Object.fromEntries(Object.entries(TRACES).map(([name, traces]) => [`Chromium: ${name}`, opensAtItsView(traces)])),
  'Firefox: a report': () => withFolder(async (folder) => {
    const {from, to, begin} = middleOf([sample('kitchen')]);
    const out = path.join(folder, 'report.html');
    reportOf(HTML, out, [sample('kitchen')], '--from', from, '--to', to, '--view', `view=${from - begin + 1000n},${to - begin - 1000n}`,
      '--note', NOTE);
    await withFirefox(pathToFileURL(out).href, async (page, {opened}) => {
      assert.equal((await opened()).phase, 'ready');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const {counts, visible, markers} = await page.evaluate(() => window.tracepane.state());
      // And the ends of calls that reach over an edge of the range.
      assert.ok(counts.records >= eventsOf(sample('kitchen'), '--from', from, '--to', to).length);
      assert.ok(BigInt(visible[0]) >= from && BigInt(visible[1]) <= to, `${visible}`);
      assert.equal(markers[0].note, NOTE);
    });
  }),
};

const browser = await launch();
await runAll(tests, {browser});
await browser?.close();
