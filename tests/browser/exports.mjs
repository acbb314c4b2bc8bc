// What the command line exports, opened by the tool that it is for.
import assert from 'node:assert/strict';
import {createReadStream, existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {createServer} from 'node:http';
import path from 'node:path';
import {exportOf, functionsOf, PICTURES, ROOT, sample, Skip} from './support.mjs';

const RELEASE = path.join(ROOT, 'node_modules/speedscope/dist/release');
const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm'};

// speedscope on a port of its own, as long as `use` takes.
async function withSpeedscope(browser, use) {
  if (!existsSync(RELEASE)) throw new Skip('speedscope is not here: npm ci fetches it');
  const server = createServer((request, response) => {
    const file = path.join(RELEASE, path.basename(new URL(request.url, 'http://x').pathname) || 'index.html');
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream'});
    return createReadStream(file).pipe(response);
  });
  await new Promise((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const context = await browser.newContext({viewport: {width: 1280, height: 720}});
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      dialog.dismiss();
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await use(page);
    assert.deepEqual(complaints, [], 'what speedscope complains of');
  } finally {
    await context.close();
    server.close();
  }
}

function opens(format, profiles) {
  return ({browser}) => withSpeedscope(browser, async (page) => {
    const trace = sample('kitchen');
    const file = exportOf(trace, format);
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText(profiles).first().waitFor({timeout: 20000});
    // Its table of functions, with those of the profile at hand.
    await page.keyboard.press('3');
    await page.getByText('Symbol Name').first().waitFor();
    // The thread shown first is the main one: nothing else calls main, and it is called once.
    const main = functionsOf(trace).find((row) => row.name === 'main');
    const total = `${(main.total / 1000).toFixed(2)}µs`;
    // The rows come a frame or more after the heading of their table.
    const rows = page.waitForFunction((word) => {
      const shown = document.body.innerText;
      return /\bmain\b/.test(shown) && shown.includes(word);
    }, total, {timeout: 20000});
    await rows.catch(async () => assert.fail(`no main of ${total} in: ${await page.locator('body').innerText()}`));
    await mkdir(PICTURES, {recursive: true});
    await page.screenshot({path: `${PICTURES}/speedscope-${format}.png`});
  });
}

export const tests = {
  'export: speedscope opens its own format': opens('speedscope', /kitchen 44\d\d/),
  'export: speedscope opens Chrome JSON': opens('chrome', /kitchen/),
};
