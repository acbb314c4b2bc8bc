// The page without a network: its files are kept, and never served in place of newer ones.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {relay} from './relay.mjs';
import {sample} from './support.mjs';

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
