// A report opened from where it lies: how soon its tracks are drawn, and what that takes of the processors.
import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {launch} from '../tests/browser/page.mjs';

const file = path.resolve(process.argv[2]);
const RUNS = 5;

// Seconds of the processors that this process's children have taken, with theirs.
function cpuSeconds() {
  const told = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
      told.set(Number(pid), {parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12])});
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid) => pid === process.pid || (told.has(pid) && isOurs(told.get(pid).parent));
  let ticks = 0;
  for (const [pid, one] of told) if (pid !== process.pid && isOurs(pid)) ticks += one.ticks;
  return ticks / 100;
}

// Runs in the page: notes when things are so, in ms since the navigation.
function watch() {
  window.seen = {};
  const note = (name, holds) => {
    if (!(name in window.seen) && holds()) window.seen[name] = performance.now();
  };
  const timer = setInterval(() => {
    if (!window.tracepane) return;
    note('started', () => true);
    note('drawn', () => window.tracepane.tracks().some((track) => track.drawn > 0));
    note('ready', () => window.tracepane.state().phase === 'ready');
    if (window.seen.drawn && window.seen.ready) clearInterval(timer);
  }, 10);
}

const browser = await launch();
const rows = [];
for (let i = 0; i < RUNS; ++i) {
  const context = await browser.newContext({viewport: {width: 1280, height: 720}});
  const page = await context.newPage();
  await page.addInitScript(watch);
  const before = cpuSeconds();
  await page.goto(pathToFileURL(file).href);
  let seen = {};
  while (!(seen.drawn && seen.ready)) {
    await page.waitForTimeout(50);
    seen = await page.evaluate(() => window.seen);
  }
  const cpu = cpuSeconds() - before;
  const {counts} = await page.evaluate(() => window.tracepane.state());
  rows.push({...seen, cpu, records: counts.records});
  await context.close();
}
await browser.close();

rows.sort((one, other) => one.drawn - other.drawn);
const text = (key, unit) => rows.map((row) => (row[key] / unit).toFixed(2)).join(', ');
console.log(`${path.basename(file)}: ${statSync(file).size} bytes, ${rows[0].records} records`);
console.log(`the page has started after ${text('started', 1000)} s`);
console.log(`tracks are drawn after     ${text('drawn', 1000)} s`);
console.log(`all is indexed after       ${text('ready', 1000)} s`);
console.log(`of the processors          ${text('cpu', 1)} s`);
