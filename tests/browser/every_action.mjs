// Every action, on a real sample of each format: done as people do it, by the palette and by its keys, and compared with
// what the command line says.
import assert from 'node:assert/strict';
import {FORMATS, filesOf} from './every/samples.mjs';
import {rows as move} from './every/move.mjs';
import {World} from './every/world.mjs';
import {withPage} from './page.mjs';

const ROWS = [...move];

const nameOf = ({id, args}) => [id, ...args].join(' ');

// The ways to do an action that the page itself tells of: by its keys in each format; by the palette and by the button
// for screen readers in turn, and where there are no keys.
function waysOf({keys, asks}, turn) {
  const ways = keys.split('  ').filter((one) => one !== '');
  if (turn % 4 === 0 || asks !== '') ways.push('palette');
  if (asks === '' && (turn % 4 === 2 || ways.length === 0)) ways.push('button');
  return ways;
}

async function doIt(world, row, action, way) {
  const before = await row.ready?.(world);
  if (way === 'palette') {
    await world.hand.palette(action.title, row.words ? row.words(before) : null);
  } else if (way === 'button') {
    await world.hand.button(action.title, action.group);
  } else {
    await world.hand.press(way);
  }
  await row.done(world, before, way);
}

async function everyAction(page, format) {
  const turn = Object.keys(FORMATS).indexOf(format);
  // Nothing is tested twice while the view glides.
  await page.page.emulateMedia({reducedMotion: 'reduce'});
  await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const world = new World(page, format);
  const wrong = [];
  const kinds = [...new Set(ROWS.map(({on}) => on ?? 'main'))];
  for (const kind of kinds) {
    const {files, why} = filesOf(format, kind);
    if (files) await world.open(files);
    for (const row of ROWS.filter(({on}) => (on ?? 'main') === kind)) {
      if (why) continue;
      const action = (await world.hand.ask('actions')).find((one) => nameOf(one) === row.does);
      assert.ok(action, `${row.does} is an action`);
      for (const way of waysOf(action, turn + ROWS.indexOf(row))) {
        const began = Date.now();
        try {
          await world.fresh();
          await doIt(world, row, action, way);
        } catch (error) {
          wrong.push(`${row.does} by ${way}: ${error.message.split('\n').slice(0, 12).join(' / ')}`);
          await page.page.keyboard.press('Escape');
        }
        if (process.env.TP_TIMES) console.log(`  ${format} ${row.does} by ${way}: ${Date.now() - began} ms`);
      }
    }
  }
  assert.deepEqual(wrong, [], format);
}

export const tests = Object.fromEntries(Object.keys(FORMATS).map((format) => [`every action: ${format}`,
  (context) => withPage(context, {}, (page) => everyAction(page, format))]));
