// Every action, on a real sample of each format: done as people do it - by its keys, the palette, the button for screen
// readers, the mouse, fingers - and compared with what the command line says.
import assert from 'node:assert/strict';
import {rows as compare} from './every/compare.mjs';
import {rows as flame} from './every/flame.mjs';
import {FILTERS} from './every/filters.mjs';
import {GESTURES, SEEN, TOUCHES} from './every/gestures.mjs';
import {linkRestores} from './every/link.mjs';
import {rows as listed} from './every/listed.mjs';
import {MENUS} from './every/menus.mjs';
import {rows as move} from './every/move.mjs';
import {rows as notes} from './every/notes.mjs';
import {further, rows as panels} from './every/panels.mjs';
import {rows as query} from './every/query.mjs';
import {rows as reach} from './every/reach.mjs';
import {rows as slices} from './every/slices.mjs';
import {DESKTOP, rows as source} from './every/source.mjs';
import {FORMATS, filesOf, withDamaged} from './every/samples.mjs';
import {settings} from './every/settings.mjs';
import {GESTURE, MENU, rows as together} from './every/together.mjs';
import {rows as trace} from './every/trace.mjs';
import {rows as tracks} from './every/tracks.mjs';
import {rows as why} from './every/why.mjs';
import {World} from './every/world.mjs';
import {withPage} from './page.mjs';

const ONLY = new RegExp(process.env.TP_ROWS ?? '');  // a part of the name of an action
const TIMES = process.env.TP_TIMES;
// All of them take five minutes: without it, each is done in one of the formats, by turns.
const WHOLE = process.env.TP_EVERY === 'all';
const inTurn = (position, turn) => WHOLE || ONLY.source !== '(?:)' || (position + turn) % 4 === 0;

const ROWS = [...move, ...tracks, ...panels, ...query, ...flame, ...trace, ...listed, ...reach, ...slices, ...source, ...notes, ...further, ...why, ...compare, ...settings];
// In a page of their own, as the trace that is open changes.
const TOGETHER = together;
// Those that the tests before this one do, on a trace that is large or was open before.
const ELSEWHERE = ['last-view', 'cancel', 'cancel-export', 'open-again', 'open-sibling', 'open-together', 'open-recent',
  'clear-recent'];

const nameOf = ({id, args}) => [id, ...args].join(' ');

// The ways to do an action that the page itself tells of: by a key in each format, by further keys and the palette in one
// of them; where there are no keys, by the palette or the button for screen readers; by the field that these have where
// words are wanted.
function waysOf({id, keys, asks, takes}, turn) {
  const pressed = keys.split('  ').filter((one) => one !== '');
  const ways = pressed.filter((one, i) => i === 0 || (turn + i) % 4 === 1);
  if ((turn % 4 === 0 && id !== 'palette') || asks !== '') ways.push('palette');
  if (asks === '' && ways.length === 0) ways.push('button');
  if ((asks || takes) && turn % 4 === 0) ways.push('field');
  return ways;
}

function act({hand}, row, {title, group}, way, before) {
  if (way === 'palette') return hand.palette(title, row.words ? row.words(before) : null);
  if (way === 'field') return hand.field(title, group, (row.told ?? row).words(before));
  return way === 'button' ? hand.button(title, group) : hand.press(way);
}

async function doIt(world, row, action, way) {
  const before = await row.ready?.(world);
  const go = () => act(world, row, action, way, before);
  let got = null;
  if (row.downloads) {
    got = await world.hand.downloaded(go);
  } else if (row.chooses) {
    const [chooser] = await Promise.all([world.page.page.waitForEvent('filechooser', {timeout: 20000}), go()]);
    await chooser.setFiles(typeof row.chooses === 'function' ? row.chooses(world) : before);
  } else {
    await go();
  }
  await (way === 'field' && row.told ? row.told : row).done(world, before, way, got);
}

// One after another on the open page; what goes wrong is collected, as the rest is to be known, too.
class Trials {
  constructor(world) {
    this.world = world;
    this.wrong = [];
  }

  async try(name, what) {
    if (!ONLY.test(name)) return;
    const began = Date.now();
    try {
      await this.world.fresh();
      await what();
    } catch (error) {
      this.wrong.push(`${name}: ${error.message.split('\n').slice(0, 12).join(' / ')}`);
      await this.world.page.page.keyboard.press('Escape');
    }
    if (TIMES) console.log(`  ${this.world.format} ${name}: ${Date.now() - began} ms`);
  }

  async rows(rows, all, turn) {
    for (const row of rows) {
      if (!inTurn(all.indexOf(row), turn)) continue;
      const action = (await this.world.hand.ask('actions')).find((one) => nameOf(one) === row.does);
      assert.ok(action, `${row.does} is an action`);
      for (const way of waysOf(action, turn + all.indexOf(row))) {
        // It opens the palette itself.
        if (row.asksOnward && way === 'palette') continue;
        await this.try(`${row.does} by ${way}`, () => doIt(this.world, row, action, way));
      }
    }
  }

  // What a format cannot have is not offered; or it says that there is nothing of the kind.
  async absent(rows, why, turn) {
    const {hand} = this.world;
    for (const row of rows) {
      if (!inTurn(ROWS.indexOf(row), turn)) continue;
      await this.try(`${row.does} by palette, though ${why}`, async () => {
        const {applies, title, asks} = (await hand.ask('actions')).find((one) => nameOf(one) === row.does);
        if (!applies) return;
        if (row.absent) {
          await row.absent(this.world, title);
        } else if (asks === '') {
          await hand.palette(title);
          await hand.untilState(({notice}) => /nothing|knows no/.test(notice), 'a word about it');
        } else {
          await hand.refused(title, 'nothing such');
        }
      });
    }
  }

  async each(table, turn) {
    for (const [i, [name, does]] of Object.entries(table).entries())
      if (inTurn(i, turn)) await this.try(name, () => does(this.world));
  }

  end() {
    assert.deepEqual(this.wrong, [], this.world.format);
  }
}

async function withTrials(context, format, use) {
  await withPage(context, {}, async (page) => {
    // Nothing is waited for while the view glides.
    await page.page.emulateMedia({reducedMotion: 'reduce'});
    await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const trials = new Trials(new World(page, format));
    // There are four turns: further formats have the last one.
    await use(trials, Math.min(3, Object.keys(FORMATS).indexOf(format)));
    trials.end();
  });
}

async function everyAction(trials, turn) {
  const {world} = trials;
  const kinds = [...new Set(ROWS.map(({on}) => on ?? 'main'))].filter((kind) => kind !== 'damage');
  for (const kind of kinds) {
    const rows = ROWS.filter(({on}) => (on ?? 'main') === kind);
    if (!rows.some(({does}) => ONLY.test(`${does} by`))) continue;
    const {files, why} = filesOf(world.format, kind);
    if (why) {
      await world.open(filesOf(world.format, 'main').files);
      await trials.absent(rows, why, turn);
    } else {
      await world.open(files);
      await trials.rows(rows, ROWS, turn);
    }
  }
  const damage = ROWS.filter(({on}) => on === 'damage');
  if (!damage.some(({does}) => ONLY.test(`${does} by`))) return;
  await withDamaged(world.format, async (files) => {
    await world.open(files);
    await trials.rows(damage, ROWS, turn);
  });
}

async function everyGesture(trials, turn) {
  await trials.world.open(filesOf(trials.world.format, 'main').files);
  await trials.each(GESTURES, turn);
  await trials.each(SEEN, turn);
  await trials.each(TOUCHES, turn);
}

// Many questions to the command line: of the smaller one, where the main trace is large.
async function everyFilter(trials, turn) {
  const {format} = trials.world;
  await trials.world.open(filesOf(format, format === 'lttng' ? 'second' : 'main').files);
  await trials.each(FILTERS, turn);
}

async function everyMenu(trials, turn) {
  await trials.world.open(filesOf(trials.world.format, 'main').files);
  await trials.each(MENUS, turn);
}

async function everyTogether(trials, turn) {
  await trials.world.open(filesOf(trials.world.format, 'main').files);
  await trials.rows(TOGETHER, TOGETHER, turn);
  await trials.each(GESTURE, turn);
  await trials.each(MENU, turn);
}

function everyLink(context, format) {
  return withTrials(context, format, ({world}) => linkRestores(world, (url, use) => withPage({...context, url}, {}, use)));
}

// Whoever adds an action or a gesture adds its row.
async function nothingIsLeftOut(context) {
  await withPage(context, {}, async (page) => {
    const ask = (kind) => page.page.evaluate((name) => window.tracepane.query(name), kind);
    const done = new Set([...ROWS, ...TOGETHER].map(({does}) => does).concat(ELSEWHERE, DESKTOP));
    const actions = await ask('actions');
    for (const one of actions.filter(({id}) => DESKTOP.includes(id))) assert.equal(one.applies, false, one.id);
    assert.deepEqual(actions.map(nameOf).filter((name) => !done.has(name)), [], 'actions without a row');
    const moved = new Set(Object.keys({...GESTURES, ...GESTURE}));
    assert.deepEqual((await ask('gestures')).map(({title}) => title).filter((title) => !moved.has(title)), [],
      'gestures without a test');
  });
}

const perFormat = (name, use) => Object.keys(FORMATS).map((format) => [`${name}: ${format}`,
  (context) => withTrials(context, format, use)]);

export const tests = {
  'every action: none is left out': nothingIsLeftOut,
  ...Object.fromEntries(perFormat('every action', everyAction)),
  ...Object.fromEntries(perFormat('every gesture', everyGesture)),
  ...Object.fromEntries(perFormat('every way to open', everyTogether)),
  ...Object.fromEntries(Object.keys(FORMATS).map((format) =>
    [`every link: ${format}`, (context) => everyLink(context, format)])),
  ...Object.fromEntries(perFormat('every filter', everyFilter)),
  ...Object.fromEntries(perFormat('every menu', everyMenu)),
};
