// Two traces dropped on the page and compared, by function and by stack: how long that takes, beside the index of both,
// and what the renderer takes at most. Seconds of the renderer's processors are meant where other programs run.
import {execSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {launch, TracePage} from '../tests/browser/page.mjs';

const [url, a, b] = process.argv.slice(2);
const TICKS = Number(execSync('getconf CLK_TCK', {encoding: 'utf8'}));

// Whether this program has started the process, or one that did.
function isOurs(pid) {
  for (let at = pid; at > 1;) {
    if (at === process.pid) return true;
    at = Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${at}/status`, 'utf8'))[1]);
  }
  return false;
}

// The processes that draw pages and have their workers: those of this browser, as others may run.
function renderers() {
  const isOne = (pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer') && isOurs(Number(pid));
    } catch {
      return false;  // it has ended
    }
  };
  return readdirSync('/proc').filter(isOne);
}
const sum = (figureOf) => renderers().reduce((all, pid) => all + figureOf(pid), 0);
const mostMb = () => sum((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])) / 1024;
const processorSeconds = () => sum((pid) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').slice(11, 13).map(Number);
  return (user + system) / TICKS;
});

const browser = await launch();
const page = await TracePage.open(browser, url);
await page.page.waitForTimeout(1000);

let index = null;
async function step(name, begin, done) {
  const before = {clock: performance.now(), processor: processorSeconds()};
  await begin();
  await page.until(done, 600000, name);
  const clock = (performance.now() - before.clock) / 1000, processor = processorSeconds() - before.processor;
  index ??= {clock, processor};
  console.log(`${name}: ${clock.toFixed(2)} s by the clock (${(clock / index.clock).toFixed(2)} of the index), ` +
    `${processor.toFixed(2)} s of processors (${(processor / index.processor).toFixed(2)}); ` +
    `renderer processes ${mostMb().toFixed(0)} MB at most until then`);
}
const compared = (by) => step(by, () => page.command('compare', by), async () => {
  if ((await page.state()).waiting) return false;
  const panel = await page.page.evaluate(() => window.tracepane.query('panel'));
  return panel?.[0]?.title.startsWith(by === 'stacks' ? 'Compare: stacks' : 'Compare: self time') ?? false;
});

await page.dropToOpen([a]);
await page.waitFor('ready', 600000);
// Dropped beside the first, the second has both indexed anew.
await step('index of both', () => page.dropToOpen([b]), async () => {
  const {phase} = await page.state();
  if (phase === 'failed') throw new Error(`the page can't open ${a} and ${b}`);
  return phase === 'ready';
});
console.log(`${(await page.state()).counts.records} records`);
await page.settle();
await compared('functions');
await page.settle();
await compared('stacks');
await browser.close();
