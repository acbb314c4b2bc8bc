// How fast the page indexes a trace, against a worker that does nothing but read its files.
import {readdir, stat} from 'node:fs/promises';
import path from 'node:path';
import {launch, TracePage} from '../tests/browser/page.mjs';

const [url, trace] = process.argv.slice(2);
const ROUNDS = 3;

const directory = (await stat(trace)).isDirectory();
const files = directory ? (await readdir(trace)).map((name) => path.join(trace, name)) : [trace];
const bytes = (await Promise.all(files.map((file) => stat(file)))).reduce((sum, {size}) => sum + size, 0);

// Runs in the worker.
const LOOP = `onmessage = async ({data}) => {
  const from = performance.now();
  let bytes = 0;
  for (const file of data) {
    const reader = file.stream().getReader({mode: 'byob'});
    for (let buffer = new ArrayBuffer(1 << 19);;) {
      const {done, value} = await reader.read(new Uint8Array(buffer));
      if (done) break;
      bytes += value.byteLength;
      buffer = value.buffer;
    }
  }
  postMessage(bytes / (performance.now() - from) / 1e3);
};`;

// On a page of its own: ours starts no worker that is not its own.
async function bare(browser) {
  const page = await browser.newPage();
  await page.setContent('<input type="file" multiple>');
  await page.setInputFiles('input', files);
  const speed = await page.evaluate((loop) => new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob([loop])));
    worker.onmessage = ({data}) => resolve(data);
    worker.postMessage([...document.querySelector('input').files]);
  }), LOOP);
  await page.close();
  return speed;
}

async function indexed(browser) {
  const page = await TracePage.open(browser, url);
  await page.page.waitForTimeout(1000);
  await page.drop([trace]);
  const state = await page.waitFor('ready');
  await page.close();
  return bytes / state.times.ready / 1e3;
}

const best = {bare: 0, indexed: 0};
for (let round = 0; round < ROUNDS; ++round) {
  const browser = await launch();
  best.bare = Math.max(best.bare, await bare(browser));
  best.indexed = Math.max(best.indexed, await indexed(browser));
  await browser.close();
}
console.log(`bare loop ${best.bare.toFixed(0)} MB/s, index ${best.indexed.toFixed(0)} MB/s, ` +
  `${(100 * best.indexed / best.bare).toFixed(0)} %`);
