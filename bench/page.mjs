// A trace dropped on the page: how soon it is seen and ready, what the tab takes, what frames cost.
import {execFileSync, execSync} from 'node:child_process';
import {launch, TracePage} from '../tests/browser/page.mjs';

const [url, trace] = process.argv.slice(2);
// What has not been read for a while comes at a third of the speed the first time, whoever reads it.
execFileSync('find', [trace, '-type', 'f', '-exec', 'cat', '{}', '+'], {stdio: ['ignore', 'ignore', 'inherit']});
const browser = await launch();
const page = await TracePage.open(browser, url);

function residentMb() {
  const listing = execSync('ps -eo rss,args', {encoding: 'utf8'}).split('\n');
  const own = listing.filter((line) => line.includes('--type=renderer'));
  return own.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024;
}

const empty = residentMb();
let most = 0;
// Nobody drops a trace before the page has loaded.
await page.page.waitForTimeout(1000);
await page.drop([trace]);
let state;
do {
  await page.page.waitForTimeout(50);
  state = await page.state();
  most = Math.max(most, residentMb());
} while (!['ready', 'failed'].includes(state.phase));
await page.settle();

const seconds = state.times.ready / 1000;

// What asks the whole trace, from the key until all of it is there.
const jobs = [];
const asked = async (kind) => page.page.evaluate((name) => window.tracepane.query(name), kind);
async function job(name, begin, done) {
  const from = performance.now();
  await begin();
  await page.until(done, 600000, name);
  const took = (performance.now() - from) / 1000;
  jobs.push(`${name} ${took.toFixed(2)} s (${(took / seconds).toFixed(2)} of the index)`);
}
await job('statistics', () => asked('functions'), async () => !(await page.state()).waiting && (await asked('functions')) !== null);
await job('flame graph', () => page.page.keyboard.press('2'),
  async () => !(await page.state()).waiting && (await asked('flame')) !== null);
await page.page.keyboard.press('1');
await page.settle();

// The CPU time that the page's thread spends in each frame, by the browser's own account: other programs do not count.
await browser.startTracing(page.page, {categories: ['devtools.timeline']});
const {keyboard, mouse} = page.page;
async function step(name, act) {
  await page.page.evaluate((mark) => console.timeStamp(mark), name);
  await act();
  await page.page.waitForTimeout(40);
}
const times = async (count, name, act) => {
  for (let i = 0; i < count; ++i) await step(name, () => act(i));
};
await mouse.move(700, 200);
await times(60, 'zoom', () => keyboard.press('w'));
await times(20, 'pan', () => keyboard.press('d'));
await times(20, 'hover', (i) => mouse.move(400 + 20 * i, 150 + 10 * i));
await times(10, 'scroll', (i) => mouse.wheel(0, i < 5 ? 300 : -300));
await step('whole', () => keyboard.press('0'));
await step('select', () => mouse.click(700, 150));
await step('events', () => keyboard.press('7'));
await mouse.move(600, 600);
await times(10, 'rows', () => mouse.wheel(0, 2000));
await step('palette', () => keyboard.press('Control+Shift+P'));
await times(6, 'typing', (i) => keyboard.press('export'[i]));
await keyboard.press('Escape');
for (const key of '123456') await step(`panel ${key}`, () => keyboard.press(key));
await page.settle();
const {traceEvents} = JSON.parse((await browser.stopTracing()).toString());
traceEvents.sort((x, y) => x.ts - y.ts);
const frames = [];
let doing = '';
for (const {name, ph, tdur = 0, args} of traceEvents) {
  if (name === 'TimeStamp') doing = args.data.message;
  if (name === 'FireAnimationFrame' && ph === 'X') frames.push({doing, ms: tdur / 1000});
}
const slowest = frames.slice().sort((x, y) => y.ms - x.ms).slice(0, 3);
const middle = frames.map(({ms}) => ms).sort((x, y) => x - y)[frames.length >> 1];
await page.settle();
most = Math.max(most, residentMb());
const before = (await page.state()).frame.count;
await page.page.waitForTimeout(1000);
const after = await page.state();
// Asking how far it is would draw each time.
const search = (words) => job(`search by ${words.includes('=~') ? 'filter' : 'name'}`, () => page.command('search', words), async () => {
  if ((await page.state()).waiting) return false;
  const {text, done} = (await asked('search')) ?? {};
  return text === words && done;
});
await search('no such name');
await search('name =~ "no such name"');
console.log(`${state.phase}: ${state.counts.records} records, ${state.workers} worker(s)
first pixels ${state.times.firstPixels?.toFixed(0)} ms, ready ${seconds.toFixed(2)} s, ` +
  `${(state.counts.records / seconds / 1e6).toFixed(1)} M records/s
index ${(after.memory.indexBytes / 1e6).toFixed(0)} MB (${(after.memory.indexBytes / state.counts.records).toFixed(2)} B a record), ` +
  `cache ${(after.memory.cacheBytes / 1e6).toFixed(0)} MB
renderer processes: ${empty.toFixed(0)} MB empty, ${most.toFixed(0)} MB at most
frame, CPU time: the longest of ${frames.length} ${slowest.map(({doing: what, ms}) => `${ms.toFixed(1)} ms (${what})`).join(', ')}, ` +
  `the one in the middle ${middle.toFixed(1)} ms; idle: ${after.frame.count - before} frames in a second
${jobs.join(', ')}`);
await browser.close();
