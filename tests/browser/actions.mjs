// What can be done, and how it is found: the palette, the list of keys.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, eventsOf, exportedBytes, infoOf, PICTURES, recorded, sample, schedulingOf} from './support.mjs';

export function query(page, kind, ...args) {
  return page.page.evaluate(([name, list]) => window.tracepane.query(name, list), [kind, args]);
}

// What the page saves when something is done.
async function downloaded(page, act) {
  const [download] = await Promise.all([page.page.waitForEvent('download'), act()]);
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
}

async function visible(page) {
  return (await page.state()).visible;
}

export const tests = {
  'palette: found by letters, done by Enter, the last one first': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {keyboard} = page.page;
    await keyboard.press('Control+Shift+P');
    await page.settle();
    assert.ok((await query(page, 'palette')).rows.length > 15);
    // Faster than frames are drawn.
    await keyboard.type('flame graph: up');
    await page.settle();
    await page.picture(PICTURES, 'palette');
    const found = await query(page, 'palette');
    assert.equal(found.text, 'flame graph: up');
    assert.equal(found.rows[0], 'Flame graph: upside down, functions and who called them');
    await keyboard.press('Enter');
    await page.settle();
    assert.equal(await query(page, 'palette'), null);
    await keyboard.press('>');
    await page.settle();
    assert.equal((await query(page, 'palette')).rows[0], 'Flame graph: upside down, functions and who called them');
    assert.equal((await query(page, 'palette')).text, '');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    await page.settle();
    assert.equal((await query(page, 'palette')).current, 1);
    await keyboard.press('Escape');
    await page.settle();
    assert.equal(await query(page, 'palette'), null);
  }),

  'palette: takes what is pasted, after a field was emptied by Ctrl+A as well': (context) => withPage(context, {},
    async (page) => {
      await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openByDrop(page, sample('kitchen'));
      const {keyboard} = page.page;
      await keyboard.press('/');
      await page.settle();
      await keyboard.type('abc');
      await keyboard.press('Control+a');
      await keyboard.press('Control+x');
      await page.settle();
      assert.equal(await page.page.evaluate(() => navigator.clipboard.readText()), 'abc');
      await keyboard.press('Escape');
      await page.settle();
      await keyboard.press('>');
      await page.settle();
      await keyboard.press('Control+v');
      await page.settle();
      assert.equal((await query(page, 'palette')).text, 'abc');
    }),

  'palette: asks for what an action needs': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {keyboard} = page.page;
    const {range} = await page.state();
    const middle = (BigInt(range[0]) + BigInt(range[1])) / 2n;
    await keyboard.press('>');
    await keyboard.type('span of time');
    await keyboard.press('Enter');
    await page.settle();
    assert.match((await query(page, 'palette')).asks, /time/);
    await keyboard.type('no such time');
    await keyboard.press('Enter');
    await page.settle();
    assert.notEqual(await query(page, 'palette'), null);
    await page.picture(PICTURES, 'palette-refuses');
    await keyboard.press('Control+Backspace');
    await keyboard.type(`${middle} ${middle + 20000n}`);
    await keyboard.press('Enter');
    await page.settle();
    assert.equal(await query(page, 'palette'), null);
    const [begin, end] = await visible(page);
    assert.ok(BigInt(begin) - middle < 2n && BigInt(end) - middle - 20000n < 3n, `${begin} ${end}`);
  }),

  'keys: what is listed is what they do': (context) => withPage(context, {}, async (page) => {
    const actions = await query(page, 'actions');
    assert.equal(actions.find(({id}) => id === 'fit').applies, false, 'nothing is open');
    await openByDrop(page, sample('kitchen'));
    const {keyboard} = page.page;
    await keyboard.press('Shift+?');
    await page.settle();
    await page.picture(PICTURES, 'keys');
    await page.page.mouse.click(10, 300);
    await page.settle();
    const whole = await visible(page);
    await keyboard.press('w');
    await page.settle();
    assert.notDeepEqual(await visible(page), whole);
    await keyboard.press('0');
    await page.settle();
    assert.deepEqual(await visible(page), whole);
    const before = (await page.state()).frame.count;
    await page.page.waitForTimeout(500);
    assert.equal((await page.state()).frame.count, before, 'frames are drawn while nothing changes');
  }),

  'keys: Esc closes their list, whatever has the keyboard below it': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    await page.command('tab', ['events']);
    await page.settle();
    const {keyboard, mouse} = page.page;
    // The table of events has the keyboard from here on.
    await mouse.click(600, 600);
    await keyboard.press('F1');
    await page.settle();
    assert.equal((await page.state()).overlay, 'keys');
    await keyboard.press('Escape');
    await page.settle();
    assert.equal((await page.state()).overlay, null);
  }),

  'settings: chosen by keys, and kept': (context) => withPage(context, {theme: 'light'}, async (page) => {
    const {keyboard} = page.page;
    await keyboard.press('Control+,');
    await page.settle();
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await page.settle();
    await page.picture(PICTURES, 'settings');
    await keyboard.press('Escape');
    await page.settle();
    const {theme, palette} = (await page.state()).settings;
    assert.deepEqual([theme, palette], ['dark', 'colour-blind']);
    await page.page.reload();
    await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
    assert.equal((await page.state()).settings.palette, 'colour-blind');
    await openByDrop(page, sample('kitchen'));
    await page.picture(PICTURES, 'settings-kept');
  }),

  'where a trace was left: remembered, and nothing of the trace with it': (context) => withPage(context, {},
    async (page) => {
      await openByDrop(page, sample('kitchen'));
      assert.equal(await page.command('last-view'), false);
      const {range} = await page.state();
      await page.command('set-visible', String(BigInt(range[0]) + 1000n), String(BigInt(range[0]) + 5000n));
      await page.settle();
      await page.page.waitForTimeout(700);
      const kept = await page.page.evaluate(() => localStorage.getItem('tracepane'));
      assert.match(kept, /view=1000,5000/);
      assert.doesNotMatch(kept, /data|kitchen|uftrace/);
      await page.page.evaluate(() => history.replaceState(null, '', location.pathname));
      await page.page.reload();
      await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
      await openByDrop(page, sample('kitchen'));
      assert.ok(await page.command('last-view'));
      await page.settle();
      assert.equal((await page.state()).visible[0], String(BigInt(range[0]) + 1000n));
    }),

  'reduced motion: moves are at once': (context) => withPage(context, {}, async (page) => {
    await page.page.emulateMedia({reducedMotion: 'reduce'});
    await openByDrop(page, sample('kitchen'));
    const before = (await page.state()).frame.count;
    await page.page.keyboard.press('f');
    await page.settle();
    assert.ok((await page.state()).frame.count - before < 10, 'frames of a movement');
  }),

  'export: the bytes of the command line': (context) => withPage(context, {}, async (page) => {
    const traces = [sample('kitchen'), dataPath('tracecmd/threads.dat')];
    for (const trace of traces) {
      await openByDrop(page, trace);
      for (const format of ['chrome', 'perfetto', 'speedscope', 'folded', 'csv']) {
        const {name, bytes} = await downloaded(page, () => page.command('export', format));
        assert.ok(name.startsWith((await page.state()).name), name);
        assert.deepEqual(bytes, exportedBytes(trace, format), `${trace} as ${format}`);
      }
    }
    // Of the marked range.
    const {range} = await page.state();
    await page.page.evaluate(() => { location.hash = '#range=100000,900000'; });
    await page.settle();
    assert.equal((await page.state()).marked[0], String(BigInt(range[0]) + 100000n));
    const marked = (await page.state()).marked;
    const {bytes} = await downloaded(page, () => page.command('export-range', 'chrome'));
    assert.deepEqual(bytes, exportedBytes(traces[1], 'chrome', '--from', marked[0], '--to', marked[1]));
  }),

  'export: cancelled': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, recorded('uftrace/threads64/uftrace.data'));
    // In one go: the export may have ended before a second message from here arrives.
    const taken = await page.page.evaluate(() => [['export', 'chrome'], ['export', 'chrome'], ['cancel-export']]
      .map(([name, ...args]) => window.tracepane.command(name, args)));
    assert.deepEqual(taken, [true, false, true], 'one at a time, and cancelled');
    await page.settle();
    assert.equal(await page.command('cancel-export'), false);
    assert.equal((await page.state()).phase, 'ready');
  }),

  'pictures: the timeline as SVG, the window as PNG': (context) => withPage(context, {drawn: true}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const svg = await downloaded(page, () => page.command('picture', 'svg'));
    assert.match(svg.name, /\.svg$/);
    const words = svg.bytes.toString();
    assert.match(words, /^<svg [^]*<\/svg>\n$/);
    for (const name of ['kitchen::cook', 'std::thread::join', 'pid 4411']) assert.ok(words.includes(`>${name}<`), name);
    assert.ok((words.match(/M[\d.]+ [\d.]+H/g) ?? []).length > 100, 'slices are rectangles');
    const png = await downloaded(page, () => page.command('picture', 'png'));
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    assert.ok(png.bytes.length > 20000, 'something is on it');
  }),

  'screen readers: status, the open panel as a table, actions as buttons': (context) => withPage(context, {},
    async (page) => {
      await openByDrop(page, sample('kitchen'));
      const status = () => page.page.evaluate(() => document.getElementById('status').textContent);
      await page.until(async () => (await status()).includes('1825 records'), 3000, 'the status');
      await page.page.mouse.move(600, 152);
      await page.settle();
      await page.page.mouse.click(600, 152);
      await page.settle();
      const {selection} = await page.state();
      await page.until(async () => (await status()).includes(selection.name), 3000, 'the selection');
      await page.page.keyboard.press('4');
      const table = () => page.page.evaluate(() => [...document.querySelectorAll('#panel tr')].map((row) =>
        [...row.cells].map((cell) => cell.textContent)));
      await page.until(async () => (await table())[0]?.[0] === 'Function', 5000, 'the table');
      const [head, ...rows] = await table();
      assert.equal(head[0], 'Function');
      assert.ok(rows.length <= 50);
      assert.ok(rows.some(([name]) => name === 'kitchen::cook'));
      await page.page.evaluate(() => [...document.querySelectorAll('#actions button')]
        .find((one) => one.textContent === 'Panels: About the trace').click());
      await page.until(async () => (await table())[0]?.[0] === 'What', 3000, 'the panel to change');
      const before = (await page.state()).frame.count;
      await page.page.waitForTimeout(1500);
      assert.equal((await page.state()).frame.count, before, 'the mirror draws frames');
    }),

  'screen readers: events and scheduling as tables': (context) => withPage(context, {}, async (page) => {
    const trace = recorded('tracecmd/v7-none-sched/trace.dat');
    await openByDrop(page, trace);
    const tables = () => page.page.evaluate(() => [...document.querySelectorAll('#panel table')].map((table) => ({
      title: table.caption.textContent,
      rows: [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    })));
    await page.page.keyboard.press('7');
    let shown = [];
    await page.until(async () => (shown = await tables())[0]?.title.startsWith('Events'), 5000, 'the events');
    const events = eventsOf(trace);
    const [head, ...rows] = shown[0].rows;
    assert.ok(rows.length >= 5 && rows.length < 50, 'the rows on the screen');
    rows.forEach((row, i) => assert.equal(row[head.indexOf('Name')], events[i].name));
    await page.page.keyboard.press('6');
    await page.until(async () => (shown = await tables()).length === 4, 10000, 'what the scheduler did');
    const {threads} = schedulingOf(trace);
    const [titles, ...first] = shown[0].rows;
    assert.equal(titles[0], 'Thread');
    assert.ok(first.length > 3 && first.length <= threads.length);
    const names = threads.map(({name, tid}) => `${name} ${tid}`);
    first.forEach(([name]) => assert.ok(names.includes(name), name));
    assert.deepEqual(shown.map(({title}) => title),
      ['Scheduling of threads', 'Wakeup latencies: the worst', 'CPUs', 'Who woke whom']);
  }),

  'screen readers: asked just when another trace takes the place': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, recorded('uftrace/threads64/uftrace.data'));
    const threads = (await page.tracks()).filter(({kind}) => kind === 'thread');
    const [begin, end] = (await page.state()).range.map(BigInt);
    for (let step = 1n; step < 50n; ++step) {
      if (await page.command('select', String(threads.at(-1).id), '0', String(begin + (end - begin) * step / 50n))) break;
    }
    await page.settle();
    assert.ok((await page.state()).selection.track > 20, 'on a track that the other trace does not have');
    // Between two frames: nothing has been drawn of the other trace yet.
    const [state, tracks, panels] = await page.page.evaluate(async () => {
      const {files} = (await (await fetch('samples/manifest.json')).json()).find(({name}) => name === 'family');
      const given = await Promise.all(files.map(async (name) => ({path: `family/${name}`,
        file: new File([await (await fetch(`samples/family/${name}`)).blob()], name)})));
      window.tracepane.open(given);
      return Promise.all([window.tracepane.state(), window.tracepane.tracks(), window.tracepane.query('panel')]);
    });
    assert.equal(state.selection, null);
    assert.deepEqual([tracks, panels], [[], []]);
    assert.equal((await page.waitFor('ready')).counts.records, infoOf(sample('family')).counts.records);
  }),

  'touch: a tap selects, a finger moves, two zoom': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const session = await page.context.newCDPSession(page.page);
    await session.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
    const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {type,
      touchPoints: points.map(([x, y], id) => ({x, y, id}))});
    await touch('touchStart', [600, 152]);
    await touch('touchEnd');
    await page.settle();
    assert.ok((await page.state()).selection, 'a tap selects');
    const length = ([begin, end]) => Number(BigInt(end) - BigInt(begin));
    const whole = (await page.state()).visible;
    await touch('touchStart', [600, 300], [700, 300]);
    await touch('touchMove', [500, 300], [800, 300]);
    await touch('touchEnd');
    await page.settle();
    const pinched = (await page.state()).visible;
    assert.ok(length(pinched) < length(whole) * 0.5, `${whole} ${pinched}`);
    await touch('touchStart', [600, 300]);
    for (let x = 620; x <= 760; x += 20) await touch('touchMove', [x, 300]);
    await touch('touchEnd');
    await page.settle();
    const moved = (await page.state()).visible;
    assert.ok(BigInt(moved[0]) < BigInt(pinched[0]), `${pinched} ${moved}`);
    await touch('touchStart', [600, 152]);
    await page.page.waitForTimeout(900);
    await page.picture(PICTURES, 'touch-rest');
    await touch('touchEnd');
    await page.settle();
  }),

  'touch: a tap on a field brings the keyboard, which may change its words': (context) => withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const session = await page.context.newCDPSession(page.page);
    await session.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
    const tap = async (x, y) => {
      await session.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x, y}]});
      await session.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
    };
    const focused = () => page.page.evaluate(() => document.activeElement.id);
    const written = (words) => page.page.evaluate((text) => {
      const field = document.getElementById('typing');
      field.value = text;
      field.dispatchEvent(new InputEvent('input'));
    }, words);
    const searched = async (words) => page.until(async () => (await page.page.evaluate(
      () => window.tracepane.query('search')))?.text === words, 5000, words);
    assert.equal(await focused(), 'canvas');
    await tap(680, 22);
    assert.equal(await focused(), 'typing');
    await page.page.keyboard.insertText('simer');
    await searched('simer');
    await written(' simmer');
    await searched('simmer');
    // A keyboard's Backspace, until there is nothing more.
    await written(' si');
    await searched('si');
    await page.page.keyboard.press('Backspace');
    await page.page.keyboard.type('imm');
    await searched('simm');
    await page.page.keyboard.press('Enter');
    await page.settle();
    assert.equal(await focused(), 'typing');
    await tap(600, 152);
    await page.settle();
    assert.equal(await focused(), 'canvas');
  }),

  'embedded: answers by messages, where it was asked to': (context) => withPage(context, {}, async (page) => {
    // The page's own policy lets it hold no frame.
    await page.page.route('**/parent.html', (route) => route.fulfill({contentType: 'text/html', body: '<link rel=icon href=data:,><p>'}));
    await page.page.goto(new URL('parent.html', context.url).href);
    const ask = (src) => page.page.evaluate(async (address) => {
      const frame = Object.assign(document.createElement('iframe'), {src: address});
      document.body.append(frame);
      const send = (message) => new Promise((answered) => {
        const listen = ({data}) => {
          if (data.tracepane !== 'answer' || data.id !== message.id) return;
          removeEventListener('message', listen);
          answered(data);
        };
        addEventListener('message', listen);
        setTimeout(() => answered(null), 500);
        frame.contentWindow.postMessage(message, '*');
      });
      for (let tries = 0; tries < 12; ++tries) {
        const answer = await send({tracepane: 'state', id: tries});
        if (!answer) continue;
        return [answer.value.phase, await send({tracepane: 'nothing', id: 'x'}),
          await send({tracepane: 'command', args: ['help'], id: 'y'})];
      }
      return null;
    }, src);
    const [phase, refused, done] = await ask('/?embedded=1');
    assert.equal(phase, 'empty');
    assert.match(refused.error, /nothing/);
    assert.equal(done.value, true);
    assert.equal(await ask('/'), null, 'it answers though nobody asked for it');
  }),
};
