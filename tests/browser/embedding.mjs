// Pages of other origins that hold this one in a frame, or opened it as a window: who learns what.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {TracePage} from './page.mjs';
import {relay, serve} from './relay.mjs';
import {dataPath, infoOf, sample} from './support.mjs';

const APART = /does not talk to the page around it/;
const MESSAGES = [
  {tracepane: 'state'}, {tracepane: 'tracks'}, {tracepane: 'query', args: ['functions', []]},
  {tracepane: 'query', args: ['warnings', []]}, {tracepane: 'command', args: ['help', []]},
  {tracepane: 'open', files: []}, {tracepane: 'nothing'},
];

// Pages of an origin that is not the page's: they hold what is behind ?frame= in a frame, and can be asked to send.
function foreign() {
  return serve((request, answer) => {
    answer.writeHead(200, {'content-type': 'text/html'});
    answer.end(`<!doctype html><link rel=icon href=data:,><body style="margin:0"><script>
      const address = new URLSearchParams(location.search).get('frame');
      if (address) {
        document.body.innerHTML = '<iframe style="border:0;width:1200px;height:680px"></iframe>';
        document.querySelector('iframe').src = address;
      }
      window.heard = [];
      addEventListener('message', ({data}) => window.heard.push(data));
      window.told = (message) => {
        const target = window.popup ?? document.querySelector('iframe').contentWindow;
        target.postMessage({id: 'asked', ...message}, '*');
      };
    </script>`);
  });
}

// `list`: whom embed.json has, asked for when it is read; the page's server has no policy, as most have none.
async function withOrigins(context, use) {
  const parent = await foreign();
  const other = await foreign();
  const origin = new URL(parent.url).origin;
  const list = [];
  const bare = await relay(context.url,
    (path, body) => (path === '/embed.json' ? Buffer.from(JSON.stringify({origins: list})) : body),
    ['content-security-policy', 'cross-origin-opener-policy']);
  const pages = await context.browser.newContext({viewport: {width: 1280, height: 720}});
  try {
    const page = await pages.newPage();
    await use({page, pages, list, origin, parent: parent.url, other: other.url, bare: bare.url});
  } finally {
    await pages.close();
    for (const server of [parent, other, bare]) await server.close();
  }
}

async function until(page, holds, what) {
  const end = Date.now() + 30000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await page.waitForTimeout(25);
  }
}

const framed = (outer, inner) => `${outer}?frame=${encodeURIComponent(inner)}`;

async function started(page, frameOf) {
  await until(page, async () => {
    const frame = frameOf();
    return Boolean(frame) && frame.evaluate(() => window.tracepane !== undefined).catch(() => false);
  }, 'the page to start');
  return frameOf();
}

// The frame of the page itself within what has been gone to.
const inner = (page, url) => started(page, () => page.frames().find((frame) => frame.url().startsWith(url)));

async function heardBy(page, messages = MESSAGES) {
  for (const [id, message] of messages.entries()) await page.evaluate((one) => window.told(one), {...message, id});
  await page.waitForTimeout(400);
  return page.evaluate(() => window.heard);
}

// A person drops a trace on it.
async function drop(page, frame, trace) {
  const session = await page.context().newCDPSession(page);
  const data = {items: [], files: [trace], dragOperationsMask: 1};
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', {type, x: 600, y: 300, data, modifiers: 0});
  await session.detach();
  let state = null;
  await until(page, async () => (state = await frame.evaluate(() => window.tracepane.state())).phase === 'ready', 'the trace');
  assert.deepEqual(state.counts, infoOf(trace).counts);
}

const noticeOf = (frame) => frame.evaluate(() => window.tracepane.state().notice);

export const tests = {
  'embedding: in a frame of nobody who is listed, the page works by itself and tells nothing': (context) => withOrigins(
    context, async ({page, parent, bare, list, other}) => {
      list.push(new URL(other).origin, 'null', '*', 'https://*');
      await page.goto(framed(parent, `${bare}?embedded=1`));
      const frame = await inner(page, bare);
      await until(page, async () => APART.test(await noticeOf(frame)), 'the page to say so');
      await drop(page, frame, sample('kitchen'));
      assert.deepEqual(await heardBy(page), []);
    }),

  'embedding: a page of a listed origin is answered, where it asked to be': (context) => withOrigins(
    context, async ({page, parent, bare, list, origin}) => {
      list.push(origin);
      await page.goto(framed(parent, `${bare}?embedded=1`));
      const frame = await inner(page, bare);
      assert.equal(await noticeOf(frame), '');
      const bytes = [...readFileSync(dataPath('tracecmd/threads.dat'))];
      await until(page, async () => (await heardBy(page, [{tracepane: 'state'}])).length > 0, 'an answer');
      await page.evaluate((list) => window.told({tracepane: 'open',
        files: [new File([new Uint8Array(list)], 'threads.dat')]}), bytes);
      await until(page, async () => (await heardBy(page, [{tracepane: 'state'}]))
        .some(({value}) => value?.phase === 'ready'), 'the trace');
      await page.evaluate(() => { window.heard = []; });
      // What the workers are asked for is answered when they have done it.
      const heard = (await heardBy(page)).sort((a, b) => a.id - b.id);
      assert.deepEqual(heard.map(({id}) => id), [...MESSAGES.keys()]);
      assert.ok(heard.every((answer) => answer.tracepane === 'answer'));
      assert.equal(heard[0].value.counts.records, infoOf(dataPath('tracecmd/threads.dat')).counts.records);
      assert.ok(heard[1].value.length > 0);
      assert.equal(heard[4].value, true);
      assert.match(heard[6].error, /nothing/);

      await page.goto(framed(parent, bare));
      await until(page, async () => APART.test(await noticeOf(await inner(page, bare))), 'the page to say so');
      assert.deepEqual(await heardBy(page), [], 'nobody asked for answers');
    }),

  'embedding: who is around a listed page has to be listed, too': (context) => withOrigins(
    context, async ({page, parent, other, bare, list, origin}) => {
      list.push(origin);
      await page.goto(framed(other, framed(parent, `${bare}?embedded=1`)));
      const frame = await inner(page, bare);
      await until(page, async () => APART.test(await noticeOf(frame)), 'the page to say so');
      const between = page.frames().find((one) => one.url().startsWith(parent));
      assert.deepEqual(await heardBy(between), []);
      // Nor whoever is not the parent at all.
      await page.evaluate(() => document.querySelector('iframe').contentWindow[0].postMessage({tracepane: 'state', id: 1}, '*'));
      assert.deepEqual(await heardBy(page, []), []);
    }),

  'embedding: who opened the page as a window learns nothing, listed or not': (context) => withOrigins(
    context, async ({page, pages, parent, bare, list, origin}) => {
      list.push(origin);
      await page.goto(parent);
      const opened = pages.waitForEvent('page');
      await page.evaluate((address) => { window.popup = window.open(address); }, `${bare}?embedded=1`);
      const popup = await opened;
      await started(popup, () => popup.mainFrame());
      await drop(popup, popup.mainFrame(), sample('kitchen'));
      assert.deepEqual(await heardBy(page), []);
    }),

  'embedding: the server shows the page in no foreign frame, and cuts it off from who opened it': (context) => withOrigins(
    context, async ({page, pages, parent}) => {
      await page.goto(framed(parent, `${context.url}?embedded=1`));
      await page.waitForTimeout(500);
      assert.ok(!page.frames().some((frame) => frame.url().startsWith(context.url)), 'it is in the frame');
      const opened = pages.waitForEvent('page');
      await page.evaluate((address) => { window.popup = window.open(address); }, `${context.url}?embedded=1`);
      const popup = await opened;
      await started(popup, () => popup.mainFrame());
      assert.equal(await popup.evaluate(() => window.opener), null);
      assert.equal(await page.evaluate(() => window.popup.closed), true);
    }),

  'embedding: nothing is fetched from elsewhere, though no policy forbids it': (context) => withOrigins(
    context, async ({bare}) => {
      const page = await TracePage.open(context.browser, bare);
      const elsewhere = await serve((request, answer) => {
        answer.writeHead(200, {'access-control-allow-origin': '*'});
        answer.end('a secret');
      });
      try {
        await page.page.evaluate((url) => window.tracepane.open(url), `${elsewhere.url}trace.dat`);
        assert.match((await page.state()).error, /can't be read/);
      } finally {
        await page.close();
        await elsewhere.close();
      }
    }),
};
