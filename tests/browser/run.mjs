// The browser tests: node tests/browser/run.mjs URL. Prints "ok", "not ok" or "skip", a name and seconds for each, and at
// the end the ten that took longest.
import {availableParallelism} from 'node:os';
import {tests as chromiumTests} from './chromium.mjs';
import {tests as actionTests} from './actions.mjs';
import {tests as archiveTests} from './archives.mjs';
import {tests as brokenTests} from './broken.mjs';
import {tests as callsTests} from './calls.mjs';
import {tests as changedTests} from './changed.mjs';
import {tests as everyTests} from './every_action.mjs';
import {tests as eventsTests} from './events.mjs';
import {tests as detailsTests} from './details.mjs';
import {tests as embeddingTests} from './embedding.mjs';
import {tests as exportTests} from './exports.mjs';
import {tests as flameTests} from './flame.mjs';
import {tests as hostileTests} from './hostile.mjs';
import {tests as jointTests} from './joint.mjs';
import {tests as keptTests} from './kept.mjs';
import {tests as kernelTests} from './kernel.mjs';
import {tests as glyphTests} from './glyphs.mjs';
import {tests as linkTests} from './links.mjs';
import {tests as firefoxTests} from './firefox.mjs';
import {tests as offlineTests} from './offline.mjs';
import {tests as manualTests} from './manual.mjs';
import {launch} from './page.mjs';
import {tests as queryTrackTests} from './query_tracks.mjs';
import {tests as scaleTests} from './scale.mjs';
import {tests as schedulingTests} from './scheduling.mjs';
import {tests as slicesTests} from './slices.mjs';
import {tests as sourceTests} from './sources.mjs';
import {tests as sqlTests} from './sql.mjs';
import {tests as reachTests} from './reach.mjs';
import {tests as recentTests} from './recent.mjs';
import {tests as reportTests} from './reports.mjs';
import {Skip} from './support.mjs';
import {tests as timelineTests} from './timeline.mjs';
import {tests as typingTests} from './typing.mjs';
import {tests as warningTests} from './warnings.mjs';
import {tests as windowTests} from './windows.mjs';
import {tests as workerTests} from './workers.mjs';
import {tests as xrayTests} from './xray.mjs';

const url = process.argv[2];
const only = process.argv[3];
if (!url) {
  console.error('usage: node tests/browser/run.mjs URL [PART OF A NAME]');
  process.exit(2);
}

let failed = false;
const took = [];
const SLOWEST = 10;
// The longest first, so that no lane waits for the other's last one.
const all = {
  ...everyTests, ...chromiumTests, ...callsTests, ...eventsTests, ...kernelTests, ...timelineTests, ...schedulingTests, ...detailsTests,
  ...xrayTests, ...exportTests, ...actionTests, ...glyphTests, ...linkTests, ...flameTests, ...warningTests, ...jointTests, ...keptTests,
  ...windowTests, ...workerTests, ...brokenTests, ...embeddingTests, ...hostileTests, ...manualTests, ...changedTests, ...archiveTests,
  ...queryTrackTests, ...reachTests, ...recentTests, ...reportTests, ...scaleTests, ...slicesTests, ...sourceTests, ...sqlTests, ...typingTests, ...offlineTests, ...firefoxTests,
};

async function run(name, test, context) {
  if (only && !name.includes(only)) return;
  const begun = performance.now();
  const seconds = () => `(${((performance.now() - begun) / 1000).toFixed(1)} s)`;
  try {
    if (!context.browser && !(name in firefoxTests)) throw new Skip('there is no Chromium');
    await test(context);
    console.log(`ok ${name} ${seconds()}`);
  } catch (error) {
    if (error instanceof Skip) {
      console.log(`skip ${name}: ${error.message}`);
    } else {
      failed = true;
      console.log(`not ok ${name} ${seconds()}: ${String(error.stack ?? error).split('\n').slice(0, Number(process.env.TP_LINES ?? 20)).join(' | ')}`);
    }
  }
  took.push([performance.now() - begun, name]);
}

// Mostly they wait, for pictures that one thread draws and for the page to be at rest: with two at a time, two cores are idle for
// half of the time. Each has a browser of its own.
const left = Object.entries(all);
async function lane() {
  const browser = await launch();
  for (let next; (next = left.shift());) await run(...next, {browser, url});
  await browser?.close();
}
await Promise.all(Array.from({length: Math.min(availableParallelism() + 1, 6)}, lane));
took.sort(([a], [b]) => b - a);
console.log('the slowest:');
for (const [time, name] of took.slice(0, SLOWEST)) console.log(`${(time / 1000).toFixed(1).padStart(7)} s ${name}`);
process.exit(failed ? 1 : 0);
