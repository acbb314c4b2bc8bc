// A trace dropped on the page: how soon it is seen and ready, what the tab takes, what frames cost while zooming in.
import {execSync} from 'node:child_process';
import {launch, TracePage} from '../tests/browser/page.mjs';

const [url, trace] = process.argv.slice(2);
const browser = await launch();
const page = await TracePage.open(browser, url);

function residentMb() {
  const listing = execSync('ps -eo rss,args', {encoding: 'utf8'}).split('\n');
  const own = listing.filter((line) => line.includes('--type=renderer'));
  return own.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024;
}

const empty = residentMb();
let most = 0;
await page.drop([trace]);
let state;
do {
  await page.page.waitForTimeout(50);
  state = await page.state();
  most = Math.max(most, residentMb());
} while (!['ready', 'failed'].includes(state.phase));
await page.settle();

let worst = 0;
await page.page.mouse.move(700, 200);
for (let i = 0; i < 80; ++i) {
  await page.page.keyboard.press(i < 60 ? 'w' : 'd');
  await page.page.waitForTimeout(40);
  worst = Math.max(worst, (await page.state()).frame.cpuMs);
}
await page.settle();
most = Math.max(most, residentMb());
const before = (await page.state()).frame.count;
await page.page.waitForTimeout(1000);
const after = await page.state();
const seconds = state.times.ready / 1000;

// What asks the whole trace, from the key until all of it is there.
async function job(name, begin, done) {
  const from = performance.now();
  await begin();
  await page.until(done, 600000, name);
  const took = (performance.now() - from) / 1000;
  return `${name} ${took.toFixed(2)} s (${(took / seconds).toFixed(2)} of the index)`;
}
const asked = async (kind) => page.page.evaluate((name) => window.tracepane.query(name), kind);
const rare = 'name =~ "no such name"';
const jobs = [
  await job('statistics', () => asked('functions'), async () => (await asked('functions')) !== null),
  await job('flame graph', () => page.page.keyboard.press('2'), async () => (await asked('flame')) !== null),
  await job('search by name', () => page.command('search', 'no such name'), async () => (await asked('search'))?.done === true),
  await job('search by filter', () => page.command('search', rare), async () => (await asked('search'))?.done === true),
];
console.log(`${state.phase}: ${state.counts.records} records, ${state.workers} worker(s)
first pixels ${state.times.firstPixels?.toFixed(0)} ms, ready ${seconds.toFixed(2)} s, ` +
  `${(state.counts.records / seconds / 1e6).toFixed(1)} M records/s
index ${(after.memory.indexBytes / 1e6).toFixed(0)} MB (${(after.memory.indexBytes / state.counts.records).toFixed(2)} B a record), ` +
  `cache ${(after.memory.cacheBytes / 1e6).toFixed(0)} MB
renderer processes: ${empty.toFixed(0)} MB empty, ${most.toFixed(0)} MB at most
frame: worst CPU time ${worst.toFixed(1)} ms over 80 steps of zoom and pan; idle: ${after.frame.count - before} frames in a second
${jobs.join(', ')}`);
await browser.close();
