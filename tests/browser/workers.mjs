// However many workers decode: what the page says and draws is the same.
import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, PICTURES, sample, withWorkers} from './support.mjs';

const COUNTS = [1, 3, 8];
// What the browser shows may be a frame behind what the page has drawn.
const LATE = 5000; // ms
// Edges of some letters can be shaded differently: twelve pixels were seen to be, by 26 of 255. Probably that is by where
// letters lie in their texture, in the order in which they are first drawn, which is that of the workers' answers. A mark that
// is missing differs by more.
const SHADED = 100; // pixels
const FAINT = 48;

// What two openings of one trace may differ in.
function lasting({workers, memory, frame, times, opened, version, ...state}) {
  return state;
}

// Without the footer, which tells how long frames take.
const shot = (page) => page.page.screenshot({clip: {x: 0, y: 0, width: 1280, height: 696}});

// One that stays.
async function stillShot(page) {
  for (let last = await shot(page); ;) {
    await page.page.waitForTimeout(200);
    const next = await shot(page);
    if (next.equals(last)) return next;
    last = next;
  }
}

// In more than the edges of letters. The page's browser reads the pictures.
async function differ(page, one, other) {
  if (one.equals(other)) return false;
  return page.page.evaluate(async ([pictures, faint, most]) => {
    const [a, b] = await Promise.all(pictures.map(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    }));
    if (a.width !== b.width || a.height !== b.height) return true;
    const shaded = new Set();
    for (let i = 0; i < a.data.length; ++i) {
      const by = Math.abs(a.data[i] - b.data[i]);
      if (by > faint) return true;
      if (by > 0) shaded.add(i >> 2);
    }
    return shaded.size > most;
  }, [[one, other].map((picture) => picture.toString('base64')), FAINT, SHADED]);
}

async function assertSamePicture(page, expected, what) {
  let picture = null;
  for (const end = Date.now() + LATE; Date.now() < end; await page.page.waitForTimeout(100)) {
    picture = await shot(page);
    if (!await differ(page, picture, expected)) return;
  }
  await mkdir(PICTURES, {recursive: true});
  const name = (kind) => `${PICTURES}/${what.replace(/\W+/g, '-')}-${kind}.png`;
  await writeFile(name('expected'), expected);
  await writeFile(name('actual'), picture);
  assert.fail(`${what} is another one: ${name('expected')} and ${name('actual')}`);
}

// What the page says by so many workers; its picture is compared with `picture`, or where there is none yet, taken.
async function seenBy(context, count, trace, picture) {
  let seen = null;
  await withPage({...context, url: withWorkers(context.url, count)}, {drawn: true}, async (page) => {
    await openByDrop(page, trace);
    assert.equal((await page.state()).workers, count);
    const query = (kind) => page.page.evaluate((asked) => window.tracepane.query(asked), kind);
    await page.until(async () => await query('functions') !== null, 20000, 'the functions');
    await page.settle();
    if (picture) await assertSamePicture(page, picture, `picture by ${count} workers`);
    seen = {
      said: {
        tracks: await page.tracks(),
        state: lasting(await page.state()),
        warnings: await query('warnings'),
        functions: await query('functions'),
      },
      picture: picture ?? await stillShot(page),
    };
  });
  return seen;
}

async function sameByAll(context, trace) {
  const [first, ...others] = COUNTS;
  const expected = await seenBy(context, first, trace);
  for (const count of others) {
    const {said} = await seenBy(context, count, trace, expected.picture);
    for (const key of Object.keys(said)) assert.deepEqual(said[key], expected.said[key], `${key} by ${count} workers`);
  }
}

export const tests = {
  'workers: calls are the same by 1, 3 and 8': (context) => sameByAll(context, sample('family')),
  'workers: a kernel trace is the same by 1, 3 and 8': (context) => sameByAll(context, dataPath('tracecmd/threads.dat')),
};
