// A page of the bundle in headless Chromium, and what tests do with it.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {chromium} from 'playwright-core';
import {assertSameTrace, infoOf, withWorkers} from './support.mjs';

const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// Without a graphics processor, Chromium draws by SwiftShader, which takes about twice the time of Mesa's llvmpipe. Firefox
// draws by that, so it is there where Firefox is tested.
// V8 compiles the WebAssembly of each page quickly, and does not optimise it afterwards: that takes a fifth of a test's
// processor time. Firefox, and the unit tests under Node, optimise.
const UNOPTIMISED = '--js-flags=--liftoff-only';
const MESA = ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'];

async function drawsByMesa(browser) {
  const page = await browser.newPage();
  const renderer = await page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl2');
    const info = gl?.getExtension('WEBGL_debug_renderer_info');
    return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  });
  await page.close();
  return renderer.includes('llvmpipe');
}

// `asPeopleHaveIt`: the browser optimises WebAssembly.
export async function launch({asPeopleHaveIt = false} = {}) {
  const executablePath = PROGRAMS.find((path) => existsSync(path));
  if (!executablePath) return null;
  // The sandbox does not run as root, which is what continuous integration runs as.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const start = (more, env) => chromium.launch({
    executablePath, args: [...args, ...(asPeopleHaveIt ? [] : [UNOPTIMISED]), ...more], headless: true, env: {...process.env, ...env},
  });
  const quick = await start(MESA, {EGL_PLATFORM: 'surfaceless'});
  if (await drawsByMesa(quick)) return quick;
  await quick.close();
  return start([]);
}

// The page composes all of its frames, but WebGL draws them only while window.framesDrawn is true: without a graphics processor,
// to fill the triangles, and to show the canvas again each time, takes three quarters of a test's processor time.
function drawOnlyIfWanted() {
  window.framesDrawn = false;
  const context = WebGL2RenderingContext.prototype;
  for (const name of ['drawElements', 'clear']) {
    const draw = context[name];
    context[name] = function drawIfWanted(...args) {
      if (window.framesDrawn) draw.apply(this, args);
    };
  }
}

export class TracePage {
  // `drawn`: whether all frames are drawn, for tests that take screenshots themselves; else only those of drawing() and
  // picture(). `before` runs in the page before its own scripts. `asIs`: the page decides how many workers there are.
  static async open(browser, url, {scale = 1, theme = 'dark', width = 1280, height = 720, drawn = false, before = null, asIs = false} = {}) {
    const context = await browser.newContext({
      viewport: {width, height}, deviceScaleFactor: scale, colorScheme: theme,
    });
    const made = new TracePage();
    made.context = context;
    made.page = await context.newPage();
    made.drawn = drawn;
    if (!drawn) await made.page.addInitScript(drawOnlyIfWanted);
    if (before) await made.page.addInitScript(before);
    // Nobody is there to choose a place: files come as downloads.
    await made.page.addInitScript(() => { delete window.showSaveFilePicker; });
    // Playwright catches choosers from the first listener on, which takes effect some time after it is added.
    made.page.on('filechooser', () => {});
    made.foreign = [];
    made.errors = [];
    const own = new URL(url).host;
    made.page.on('request', (request) => {
      const target = new URL(request.url());
      if (target.protocol.startsWith('http') && target.host !== own) made.foreign.push(request.url());
    });
    made.page.on('pageerror', (error) => made.errors.push(error.stack ?? error.message));
    made.page.on('console', (message) => {
      if (message.type() === 'error') made.errors.push(message.text());
    });
    made.answer = await made.page.goto(asIs ? url : withWorkers(url));
    await made.until(() => made.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
    return made;
  }

  // Waits until `holds()` is true, `timeout` ms at most; `what` is for the error. Playwright's own waitForFunction()
  // evaluates text in the page, which the page's policy forbids.
  async until(holds, timeout, what) {
    const end = Date.now() + timeout;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`waited ${timeout} ms in vain for ${what}: ${this.errors.join('; ')}`);
      await this.page.waitForTimeout(25);
    }
  }

  // Drops files on the page by events of the browser, as a person does. With `shift`, they are opened instead of what is
  // open, not beside it.
  async drop(paths, {shift = false, x = 640} = {}) {
    const session = await this.context.newCDPSession(this.page);
    const data = {items: [], files: paths, dragOperationsMask: 1};
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await session.send('Input.dispatchDragEvent', {type, x, y: 300, data, modifiers: shift ? 8 : 0});
    }
    await session.detach();
  }

  // Drops files, and waits until the page has begun to open them: it lists folders first.
  async dropToOpen(paths, options) {
    const {opened} = await this.state();
    await this.drop(paths, options);
    await this.until(async () => (await this.state()).opened > opened, 20000, 'the page to take what was dropped');
  }

  state() {
    return this.page.evaluate(() => window.tracepane.state());
  }

  tracks() {
    return this.page.evaluate(() => window.tracepane.tracks());
  }

  command(id, ...args) {
    return this.page.evaluate(([name, list]) => window.tracepane.command(name, list), [id, args]);
  }

  async waitFor(phase, timeout = 60000) {
    let state = null;
    await this.until(async () => (state = await this.state()).phase === phase, timeout, `phase ${phase}`);
    return state;
  }

  // Waits until no answer is awaited and no frame is drawn any more. A busy machine draws seldom, so a frame that is due
  // counts as drawn.
  async settle() {
    let count = -1;
    for (let quiet = 0; quiet < 3;) {
      await this.page.waitForTimeout(100);
      const {frame, waiting} = await this.state();
      quiet = frame.count === count && !frame.due && !waiting ? quiet + 1 : 0;
      count = frame.count;
    }
  }

  // As settle(), but quicker: looks in each frame of the browser, after the page has drawn what was due.
  quiet() {
    return this.page.evaluate(async () => {
      let count = -1;
      for (let same = 0, rounds = 0; same < 2 && rounds < 500; ++rounds) {
        await new Promise((next) => { requestAnimationFrame(next); });
        const {frame, waiting} = window.tracepane.state();
        same = frame.count === count && !waiting ? same + 1 : 0;
        count = frame.count;
      }
    });
  }

  // Calls `use` with what the page shows drawn.
  async drawing(use) {
    if (this.drawn) return use();
    await this.page.evaluate(() => {
      window.framesDrawn = true;
      window.tracepane?.command('');  // makes the page draw a frame
    });
    if (await this.page.evaluate(() => window.tracepane !== undefined)) await this.quiet();
    const result = await use();
    await this.page.evaluate(() => { window.framesDrawn = false; });
    return result;
  }

  async picture(folder, name) {
    await mkdir(folder, {recursive: true});
    return this.drawing(() => this.page.screenshot({path: `${folder}/${name}.png`}));
  }

  close() {
    return this.context.close();
  }
}

export async function withPage(context, options, use) {
  const page = await TracePage.open(context.browser, context.url, options);
  try {
    await use(page);
    assert.deepEqual(page.foreign, [], 'requests for another host');
    assert.deepEqual(page.errors, [], 'errors on the console');
  } finally {
    await page.close();
  }
}

export async function openByDrop(page, trace) {
  // With Shift, so that it replaces what may be open.
  await page.dropToOpen([trace], {shift: true});
  const state = await page.waitFor('ready');
  assertSameTrace(state, infoOf(trace));
  assert.ok(state.times.firstPixels === null || state.times.firstPixels > 0);
  await page.settle();
  return page.state();
}
