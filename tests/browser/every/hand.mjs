// What a person does at the page, quickly: keys as the list of keys prints them, the palette, the mouse.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';

const PRINTED = {'←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown', Esc: 'Escape', Menu: 'ContextMenu'};
const BUTTONS = {'mouse back': 'back', 'mouse forward': 'forward'};

export class Hand {
  constructor(page) {
    this.page = page;
    this.keyboard = page.page.keyboard;
    this.mouse = page.page.mouse;
  }

  state() {
    return this.page.state();
  }

  tracks() {
    return this.page.tracks();
  }

  // Only to get ready for what is tested.
  async set(id, ...args) {
    const done = await this.page.command(id, ...args.map(String));
    await this.quiet();
    return done;
  }

  ask(kind, ...args) {
    return this.page.page.evaluate(([name, list]) => window.tracepane.query(name, list), [kind, args]);
  }

  // The answer once it is there and `fits`.
  async query(kind, args = [], fits = (answer) => answer !== null) {
    let answer = null;
    await this.until(async () => fits(answer = await this.ask(kind, ...args)), `${kind} ${args}`, () => answer);
    return answer;
  }

  async until(holds, what, shown = () => '') {
    const end = Date.now() + 10000;
    while (!(await holds())) {
      if (Date.now() > end) assert.fail(`waited in vain for ${what}: ${JSON.stringify(shown())?.slice(0, 400)}`);
      await this.page.page.waitForTimeout(15);
    }
  }

  async untilState(holds, what = String(holds)) {
    let state = null;
    await this.until(async () => holds(state = await this.state()), what);
    return state;
  }

  quiet() {
    return this.page.quiet();
  }

  // One press, as the list of keys prints it: "Ctrl+Shift+P", "Alt+←", "mouse back".
  async press(printed) {
    if (BUTTONS[printed]) {
      await this.#mouseButton(BUTTONS[printed]);
    } else {
      const parts = printed.length === 1 ? [printed] : printed.split('+');
      const names = parts.map((part) => PRINTED[part] ?? (part === 'Ctrl' ? 'Control' : part));
      // A letter is its key, and not what Shift would make of it.
      if (/^[A-Z]$/.test(names.at(-1))) names.push(`Key${names.pop()}`);
      await this.keyboard.press(names.join('+'));
    }
    await this.quiet();
  }

  // Playwright knows three buttons; the browser has five.
  async #mouseButton(button) {
    const session = await this.page.context.newCDPSession(this.page.page);
    const bit = button === 'back' ? 8 : 16;
    for (const type of ['mousePressed', 'mouseReleased']) {
      await session.send('Input.dispatchMouseEvent', {type, x: 700, y: 300, button, buttons: bit, clickCount: 1});
    }
    await session.detach();
  }

  // Finds an action by the first letters of its words, and does it; `words`: what it asks for.
  async palette(title, words = null) {
    await this.#choose(title, words);
    await this.until(async () => (await this.ask('palette')) === null, 'the palette to close');
    await this.quiet();
  }

  // What it asks for is not to be had: it stays, and can be left.
  async refused(title, words) {
    await this.#choose(title, words);
    await this.quiet();
    assert.equal((await this.ask('palette'))?.refused, true, `${title}: ${words}`);
    await this.press('Esc');
    await this.press('Esc');
    assert.equal(await this.ask('palette'), null);
  }

  async #choose(title, words) {
    await this.keyboard.press('Control+Shift+P');
    await this.until(async () => (await this.ask('palette')) !== null, 'the palette');
    const typed = title.toLowerCase().split(/[^a-z]+/).map((word) => word.slice(0, 1)).join('').slice(0, 6);
    await this.keyboard.type(typed);
    let found = null;
    await this.until(async () => (found = await this.ask('palette')).text === typed, 'what was typed', () => found);
    const row = found.rows.indexOf(title);
    assert.ok(row >= 0, `the palette has "${title}" for ${typed}: ${found.rows.slice(0, 5)}`);
    for (let i = 0; i < row; ++i) await this.keyboard.press('ArrowDown');
    await this.until(async () => (await this.ask('palette')).current === row, 'the row');
    await this.keyboard.press('Enter');
    if (words !== null) {
      await this.until(async () => (await this.ask('palette'))?.asks !== '', 'what it asks for');
      await this.paste(words);
      await this.until(async () => (await this.ask('palette'))?.text === words, 'the words');
      await this.keyboard.press('Enter');
    }
  }

  // As people do with long numbers.
  async paste(words) {
    await this.page.page.evaluate((text) => navigator.clipboard.writeText(text), words);
    await this.keyboard.press('Control+V');
  }

  // The button that screen readers have for it.
  async button(title, group) {
    await this.until(() => this.page.page.evaluate((name) => {
      const found = [...document.querySelectorAll('#actions button')].find((one) => one.textContent === name);
      if (!found || found.disabled) return false;
      found.click();
      return true;
    }, `${group}: ${title}`), `the button "${title}" to be of use`);
    await this.quiet();
  }

  // The field that screen readers have for what it asks for: gone to, written into, sent by Enter.
  async field(title, group, words) {
    const stand = () => this.page.page.evaluate((name) => {
      const label = [...document.querySelectorAll('#actions label')].find((one) => one.textContent.startsWith(name));
      if (!label || label.control.disabled) return false;
      label.control.focus();
      label.control.select();
      return document.activeElement === label.control;
    }, `${group}: ${title} (`);
    await this.until(stand, `the field of "${title}" to be of use`);
    await this.keyboard.insertText(words);
    await this.keyboard.press('Enter');
    await this.page.page.evaluate(() => document.getElementById('canvas').focus());
    await this.quiet();
  }

  // What is called so - a button, a chip, an item of an open menu - clicked.
  async control(label) {
    const fits = typeof label === 'string' ? (one) => one.label === label : (one) => label.test(one.label);
    let all = [];
    await this.until(async () => (all = await this.ask('controls')).some((one) => fits(one) && one.enabled), `"${label}"`,
      () => all.map((one) => one.label));
    // What lies on top was drawn last.
    const {x, y} = all.filter(fits).at(-1);
    await this.click(x, y);
  }

  async move(x, y) {
    await this.mouse.move(x, y);
    await this.quiet();
  }

  async click(x, y, options) {
    await this.move(x, y);
    await this.mouse.click(x, y, options);
    await this.quiet();
  }

  async drag(from, to, held = []) {
    for (const key of held) await this.keyboard.down(key);
    await this.move(...from);
    await this.mouse.down();
    await this.mouse.move(...to, {steps: 4});
    await this.quiet();
    await this.mouse.up();
    for (const key of held) await this.keyboard.up(key);
    await this.quiet();
  }

  async wheel(x, y, by, held = []) {
    await this.move(x, y);
    for (const key of held) await this.keyboard.down(key);
    await this.mouse.wheel(0, by);
    await this.quiet();
    for (const key of held) await this.keyboard.up(key);
  }

  async downloaded(act) {
    const [download] = await Promise.all([this.page.page.waitForEvent('download', {timeout: 20000}), act()]);
    return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
  }

  clipboard() {
    return this.page.page.evaluate(() => navigator.clipboard.readText());
  }

  // The tables that screen readers have, once they are those of the panel, which they follow some time later, and as wanted.
  async mirrored(fits) {
    let tables = [];
    await this.until(async () => {
      const panel = (await this.ask('panel')).map(({title, head, rows}) => ({title, rows: [head, ...rows]}));
      tables = await this.page.page.evaluate(() =>
        [...document.querySelectorAll('#panel table')].map((table) => ({
          title: table.caption.textContent,
          rows: [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
        })));
      return JSON.stringify(tables) === JSON.stringify(panel) && fits(tables);
    }, 'the tables in the page', () => tables);
    return tables;
  }
}
