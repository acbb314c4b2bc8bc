// How soon a trace that is dropped on the page is seen and ready, and what frames cost meanwhile: as people have it, with all
// frames drawn, WebAssembly optimised and as many workers as the page wants, and beside it without drawing. Several pages are
// measured by turns: node bench/opening.mjs URL[,URL ...] TRACE [ROUNDS]
import {execFileSync} from 'node:child_process';
import {launch, TracePage} from '../tests/browser/page.mjs';

// Nobody drops a trace before the page has loaded. In milliseconds.
const LOADED = 1500;

// Keeps what each frame took by the clock, and when a trace was dropped.
function watchFrames() {
  window.frames = [];
  addEventListener('drop', () => { window.droppedAt = performance.now(); }, true);
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => request((now) => {
    const begin = performance.now();
    draw(now);
    window.frames.push({begin, ms: performance.now() - begin});
  });
}

// Opens the page anew, drops the trace, and returns times in ms: firstPixels, ready, frames, and the worst and the middle frame
// of those until it was ready.
async function opened(browser, url, trace, drawn) {
  const page = await TracePage.open(browser, url, {drawn, before: watchFrames, asIs: true});
  await page.page.waitForTimeout(LOADED);
  await page.drop([trace]);
  await page.page.waitForTimeout(LOADED);
  const {times} = await page.waitFor('ready', 600000);
  const costs = await page.page.evaluate((ready) => window.frames
    .filter(({begin}) => begin >= window.droppedAt && begin <= window.droppedAt + ready).map(({ms}) => ms), times.ready);
  costs.sort((x, y) => x - y);
  await page.context.close();
  return {firstPixels: times.firstPixels, ready: times.ready, frames: costs.length, worst: costs.at(-1) ?? 0,
    middle: costs[costs.length >> 1] ?? 0};
}

// Opens the trace `rounds` times on each page by turns, and returns, by page, the best times and the worst frames of the rounds.
async function openings(urls, trace, {rounds = 5, drawn = true} = {}) {
  execFileSync('find', [trace, '-type', 'f', '-exec', 'cat', '{}', '+'], {stdio: ['ignore', 'ignore', 'inherit']});
  const runs = urls.map(() => []);
  const browser = await launch({asPeopleHaveIt: true});
  for (let round = 0; round < rounds; ++round) {
    for (const [number, url] of urls.entries()) runs[number].push(await opened(browser, url, trace, drawn));
  }
  await browser.close();
  return runs;
}

const sorted = (runs, what) => runs.map((run) => run[what]).sort((x, y) => x - y);
const told = (runs, what) => {
  const all = sorted(runs, what);
  return `${all[0].toFixed(0)} (${all[all.length >> 1].toFixed(0)})`;
};

// Prints a line of a table for each page: of each figure the least, and in brackets the one in the middle.
async function printOpenings(pages, file, count) {
  console.log('| page | drawn | first pixels ms | ready ms | frames | worst frame ms | middle frame ms |\n|---|---|---|---|---|---|---|');
  for (const drawn of [true, false]) {
    const runs = await openings(pages, file, {rounds: count, drawn});
    for (const [number, url] of pages.entries()) {
      const of = (what) => told(runs[number], what);
      console.log(`| ${url} | ${drawn ? 'yes' : 'no'} | ${of('firstPixels')} | ${of('ready')} | ${of('frames')} | ` +
        `${of('worst')} | ${of('middle')} |`);
    }
  }
}

// Several pages are given with commas between them.
const [urls, trace, rounds = '5'] = process.argv.slice(2);
await printOpenings(urls.split(','), trace, Number(rounds));
