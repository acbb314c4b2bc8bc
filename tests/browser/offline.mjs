// The page without a network: its files are kept, and never served in place of newer ones.
import assert from 'node:assert/strict';
import http from 'node:http';
import {openByDrop, withPage} from './page.mjs';
import {sample} from './support.mjs';

// A server of its own, which can go away: it hands on what the other one has.
async function relay(upstream, change = (path, body) => body) {
  const server = http.createServer(async (request, answer) => {
    const {['accept-encoding']: _, host, connection, ...headers} = request.headers;
    const got = await fetch(new URL(request.url, upstream), {headers: {...headers, 'accept-encoding': 'identity'}});
    const body = Buffer.from(await got.arrayBuffer());
    const changed = change(request.url, body);
    const kept = [...got.headers].filter(([name]) => !['content-length', 'connection', 'transfer-encoding', 'etag',
      'content-encoding'].includes(name));
    answer.writeHead(got.status, {...Object.fromEntries(kept), 'content-length': changed.length});
    answer.end(changed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function kept(page) {
  await page.until(() => page.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  }), 20000, 'the copy of the page');
}

const started = (page) => page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000,
  'the page to start');

export const tests = {
  'offline: the page starts again when its server is gone, and opens a trace': async (context) => {
    const server = await relay(context.url);
    let open = true;
    try {
      await withPage({...context, url: server.url}, {}, async (page) => {
        await kept(page);
        await server.close();
        open = false;
        await page.page.reload();
        await started(page);
        await openByDrop(page, sample('kitchen'));
      });
    } finally {
      if (open) await server.close();
    }
  },

  'offline: a newer page is served at once': async (context) => {
    let mark = '';
    const server = await relay(context.url, (path, body) =>
      (path.startsWith('/style.css') ? Buffer.concat([body, Buffer.from(mark)]) : body));
    try {
      await withPage({...context, url: server.url}, {}, async (page) => {
        await kept(page);
        mark = '/* newer */';
        await page.page.reload();
        await started(page);
        const style = await page.page.evaluate(async () => (await fetch('style.css', {cache: 'no-cache'})).text());
        assert.ok(style.includes('newer'));
      });
    } finally {
      await server.close();
    }
  },
};
