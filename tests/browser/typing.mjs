// What is typed faster than frames are drawn goes where it belongs.
import assert from 'node:assert/strict';
import {openByDrop, withPage} from './page.mjs';
import {sample} from './support.mjs';

const CODES = {'/': 'Slash', '>': 'Period', Enter: 'Enter', Escape: 'Escape', Backspace: 'Backspace'};

// All of it between two frames, as a quick hand does on a slow machine: `keys` are characters and names of keys; what
// is in `held` is held.
async function burst(page, keys, held = {}) {
  const events = keys.map((key) => ({key, code: CODES[key] ?? `Key${key.toUpperCase()}`, bubbles: true, cancelable: true,
    ...(keys.indexOf(key) === 0 ? held : {})}));
  await page.page.evaluate((list) => {
    const canvas = document.getElementById('canvas');
    canvas.focus();
    // Rolled: the next key goes down before the last one is up.
    list.forEach((event, i) => {
      canvas.dispatchEvent(new KeyboardEvent('keydown', event));
      if (i > 0) canvas.dispatchEvent(new KeyboardEvent('keyup', list[i - 1]));
    });
    canvas.dispatchEvent(new KeyboardEvent('keyup', list.at(-1)));
  }, events);
  await page.settle();
}

const query = (page, kind) => page.page.evaluate((name) => window.tracepane.query(name), kind);

// W, A, S and D move the view, Q closes the drawer, M sets a marker, 0 shows all: as keys.
async function assertUntouched(page, before) {
  const {visible, panel, markers} = await page.state();
  assert.deepEqual([visible, panel, markers], [before.visible, before.panel, before.markers]);
}

async function withOpen(context, use) {
  await withPage(context, {}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const {range} = await page.state();
    await page.command('set-visible', String(BigInt(range[0]) + 100000n), String(BigInt(range[0]) + 900000n));
    await page.settle();
    await use(page, await page.state());
  });
}

export const tests = {
  'typing: after / all of it is searched for': (context) => withOpen(context, async (page, before) => {
    await burst(page, ['/', ...'swamdq']);
    assert.equal((await query(page, 'search'))?.text, 'swamdq');
    await assertUntouched(page, before);
    await page.page.keyboard.press('Escape');
    await page.settle();
    await burst(page, ['/', ...'simm', 'Backspace', ...'mer', 'Enter']);
    const found = await query(page, 'search');
    assert.deepEqual([found.text, found.current], ['simmer', 1]);
  }),

  'typing: after Ctrl+F, too': (context) => withOpen(context, async (page, before) => {
    await burst(page, [...'fwasd'], {ctrlKey: true});
    assert.equal((await query(page, 'search'))?.text, 'wasd');
    await assertUntouched(page, before);
  }),

  'typing: after T the tracks are filtered': (context) => withOpen(context, async (page, before) => {
    await burst(page, [...'tmaqd']);
    assert.equal((await page.state()).trackFilter, 'maqd');
    await assertUntouched(page, before);
  }),

  'typing: in the palette, and in the field that it opens': (context) => withOpen(context, async (page, before) => {
    await burst(page, ['>', ...'swadm']);
    assert.equal((await query(page, 'palette')).text, 'swadm');
    await assertUntouched(page, before);
    await page.page.keyboard.press('Escape');
    await page.settle();
    await burst(page, ['>', ...'snta', 'Enter', ...'wasdq']);
    assert.equal(await query(page, 'palette'), null);
    assert.equal((await query(page, 'search'))?.text, 'wasdq');
    await assertUntouched(page, before);
  }),

  'typing: what is pasted': (context) => withOpen(context, async (page, before) => {
    await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (words) => {
      await page.page.evaluate((text) => navigator.clipboard.writeText(text), words);
      await page.page.keyboard.press('Control+V');
      await page.settle();
    };
    await paste('swad/>');
    await assertUntouched(page, before);
    assert.equal(await query(page, 'search'), null);
    await page.page.keyboard.press('Control+F');
    await paste('simmer now');
    assert.equal((await query(page, 'search'))?.text, 'simmer now');
    await page.page.keyboard.press('Control+Shift+P');
    await paste('fit');
    assert.equal((await query(page, 'palette'))?.text, 'fit');
  }),

  'typing: what an input method composes': (context) => withOpen(context, async (page, before) => {
    const session = await page.context.newCDPSession(page.page);
    const compose = (text) => session.send('Input.imeSetComposition', {text, selectionStart: text.length, selectionEnd: text.length});
    const told = (kind, text) => page.until(async () => ((await query(page, kind))?.text ?? '') === text, 5000, text);
    const field = () => page.page.evaluate(() => {
      const {id} = document.activeElement;
      const {left, top} = document.getElementById('typing').getBoundingClientRect();
      return [id, left, top];
    });
    await page.page.keyboard.press('Control+Shift+P');
    await page.settle();
    // What is composed is seen, and changed, before it is done.
    await compose('に');
    await told('palette', 'に');
    await compose('にほん');
    await told('palette', 'にほん');
    const [focused, left, top] = await field();
    assert.equal(focused, 'typing');
    assert.ok(left > 330 && top > 72 && top < 120, `what it offers is beside the field: ${left}, ${top}`);
    await page.page.keyboard.insertText('日本');
    await told('palette', '日本');
    await page.page.keyboard.press('Backspace');
    await told('palette', '日');
    await page.page.keyboard.press('Escape');
    await page.settle();
    assert.equal((await field())[0], 'canvas');
    await page.page.keyboard.press('Control+F');
    await page.settle();
    await page.page.keyboard.insertText('é\u{1f600}');
    await told('search', 'é\u{1f600}');
    await page.page.keyboard.press('Control+A');
    await page.page.keyboard.type('simmer');
    await told('search', 'simmer');
    // With Ctrl, keys change the field of the canvas, not the hidden one.
    await page.page.keyboard.press('Control+Backspace');
    await told('search', '');
    await assertUntouched(page, before);
  }),

  'typing: a bracket is a character, wherever the keyboard has it': (context) => withOpen(context, async (page) => {
    const stroke = async (key, code, held = {}) => {
      await page.page.evaluate(([one, at, how]) => {
        const event = {key: one, code: at, bubbles: true, cancelable: true, ...how};
        const canvas = document.getElementById('canvas');
        canvas.focus();
        for (const name of ['keydown', 'keyup']) canvas.dispatchEvent(new KeyboardEvent(name, event));
      }, [key, code, held]);
      await page.settle();
      return (await page.state()).panel;
    };
    const [from] = (await page.state()).range;
    const {id} = (await page.tracks()).find(({kind}) => kind === 'thread');
    assert.ok(await page.command('select', String(id), '0', String(BigInt(from) + 500000n)));
    await page.command('tab', 'selection');
    await page.settle();
    const before = (await page.state()).panel;
    // A German keyboard has umlauts and signs where an English one has brackets, and brackets with AltGr. Windows tells
    // that as Ctrl and Alt.
    assert.equal(await stroke('*', 'BracketRight', {shiftKey: true}), before);
    assert.equal(await stroke('Ü', 'BracketLeft', {shiftKey: true}), before);
    assert.equal(await stroke('[', 'Digit8', {modifierAltGraph: true}), before, 'AltGr+8 is not the eighth panel');
    assert.equal(await stroke('}', 'Digit0', {modifierAltGraph: true, ctrlKey: true, altKey: true}), 'why');
  }),

  'typing: a field that is not there keeps nothing back': (context) => withPage(context, {width: 700}, async (page) => {
    await openByDrop(page, sample('kitchen'));
    const before = (await page.state()).visible;
    await burst(page, ['/', 'd']);
    const state = await page.state();
    const searched = (await query(page, 'search'))?.text === 'd';
    assert.notEqual(searched, String(state.visible) !== String(before), 'the key is for one or the other');
  }),

  'keys: Tab goes through the page, leaves it at its end, and comes in again': (context) => withOpen(context, async (page) => {
    const press = async (key) => {
      await page.page.keyboard.press(key);
      await page.settle();
      return (await page.state()).focus;
    };
    const walk = async (key) => {
      const seen = [];
      for (let at = await press(key); at !== '' && seen.length < 100; at = await press(key)) seen.push(at);
      return seen;
    };
    const tabs = await walk('Tab');
    for (const name of ['Selection', 'Flame graph', 'Query']) assert.ok(tabs.includes(name), `${name}: ${tabs}`);
    // From outside it begins with the header.
    await page.page.evaluate(() => document.getElementById('canvas').blur());
    const all = await walk('Tab');
    for (const name of ['Search', 'Views', 'settings', 'Filter tracks', 'Timeline', 'Info']) assert.ok(all.includes(name), `${name}: ${all}`);
    assert.ok(all.indexOf('Search') < all.indexOf('Timeline') && all.indexOf('Timeline') < all.indexOf('Info'), `${all}`);
    await page.page.evaluate(() => document.getElementById('canvas').focus());
    await walk('Tab');
    await page.page.evaluate(() => document.getElementById('canvas').focus());
    for (let i = 0; i < 100 && await press('Tab') !== 'Info'; ++i);
    await press('Enter');
    assert.equal((await page.state()).panel, 'info');
    assert.equal(await press('Escape'), '');
    assert.match(await press('Tab'), /Selection/);
  }),
};
