// Pictures of every view, to be looked at: node tests/browser/pictures.mjs URL FOLDER [PART OF A NAME]
import path from 'node:path';
import {neighbours} from './every/picks.mjs';
import {FORMATS, filesOf, withDamaged} from './every/samples.mjs';
import {World} from './every/world.mjs';
import {launch, TracePage} from './page.mjs';

const [url, folder, only = ''] = process.argv.slice(2);
const THEMES = ['dark', 'light', 'contrast'];
const SMALL = {width: 1280, height: 720};
const LARGE = {width: 3840, height: 2160};

async function selected(world) {
  const three = neighbours(world.facts);
  await world.select(three[1], three[0].begin - (three[2].end - three[0].begin), three[2].end * 2 - three[0].begin);
}

const tab = (name) => async (world) => {
  await selected(world);
  await world.hand.set('tab', name);
  await world.page.settle();
};

// What lies so far below the drawer's tabs, however high it is.
async function below({hand}, by) {
  const {y} = (await hand.ask('controls')).find(({label}) => label === 'Events');
  return y + by;
}

const longest = ({facts}) => facts.functions().reduce((a, b) => (b.total > a.total ? b : a)).name;

// Each brings the page to where the view is seen.
const VIEWS = {
  timeline: async (world) => {
    await world.hand.set('toggle-drawer');
  },
  'timeline near': async (world) => {
    await selected(world);
    await world.hand.drag([600, 87], [900, 87]);
    await world.hand.move(500, 300);
    await world.hand.press('M');
  },
  details: async (world) => {
    await selected(world);
    await world.hand.query('description');
  },
  flame: tab('flame'),
  'flame found': async (world) => {
    await tab('flame')(world);
    await world.hand.set('flame-invert');
    await world.hand.set('search', neighbours(world.facts)[0].name.slice(0, 6));
    await world.page.settle();
    await world.hand.move(200, 520);
  },
  sandwich: tab('sandwich'),
  functions: async (world) => {
    await world.hand.set('function', longest(world));
    await tab('functions')(world);
  },
  events: tab('events'),
  'events wrong filter': async (world) => {
    await tab('events')(world);
    await world.hand.set('events-filter', 'dur > 1.5furlongs && name == "something long enough to be cut somewhere"');
  },
  'events cell menu': async (world) => {
    await tab('events')(world);
    await world.hand.click(560, await below(world, 85), {button: 'right'});
  },
  scheduling: tab('scheduling'),
  info: tab('info'),
  hits: async (world) => {
    await world.hand.set('tab', 'events');
    await world.hand.set('search', neighbours(world.facts)[0].name.slice(0, 5));
    await world.hand.query('search', [], (answer) => answer?.done);
    await world.hand.set('events-hits');
  },
  palette: (world) => world.hand.press('Ctrl+Shift+P'),
  'palette asks': async (world) => {
    await world.hand.press('Ctrl+Shift+P');
    await world.hand.keyboard.type('flame only calls');
    await world.hand.keyboard.press('Enter');
    await world.hand.keyboard.type('nothing such');
    await world.hand.press('Enter');
  },
  keys: (world) => world.hand.press('F1'),
  'track menu': async (world) => {
    const track = (await world.hand.tracks()).find(({kind, top}) => kind === 'thread' && top > 110);
    await world.hand.click(60, track.top + 8, {button: 'right'});
  },
  'flame menu': async (world) => {
    await tab('flame')(world);
    await world.hand.click(120, await below(world, 56), {button: 'right'});
  },
  settings: (world) => world.hand.press('Ctrl+,'),
};

// Without a trace, or without all of it.
const APART = {
  landing: async () => {},
  error: async ({page}) => {
    await page.drop([path.resolve('README.md')]);
    await page.waitFor('failed');
  },
  damaged: async (world) => {
    await withDamaged(world.format, async (files) => {
      await world.page.drop(files, {shift: true});
      await world.hand.untilState(({phase}) => phase === 'ready', 'the copy');
      await world.hand.set('tab', 'info');
      await world.page.settle();
    });
  },
  loading: async ({page}) => {
    await page.drop(filesOf('lttng', 'main').files);
    await page.until(async () => ['opening', 'indexing'].includes((await page.state()).phase), 5000, 'the beginning');
  },
};

async function take(browser, size, scale, theme, jobs) {
  for (const [format, names] of Object.entries(jobs)) {
    const page = await TracePage.open(browser, url, {...size, scale, theme: theme === 'light' ? 'light' : 'dark'});
    await page.page.emulateMedia({reducedMotion: 'reduce', colorScheme: theme === 'light' ? 'light' : 'dark'});
    const world = new World(page, format);
    if (theme === 'contrast') await world.hand.set('theme', 'contrast');
    const shot = (name) => page.picture(folder, `${size.width}x${scale}-${theme}-${name.replace(/ /g, '-')}-${format}`);
    for (const [name, go] of Object.entries(names)) {
      try {
        if (VIEWS[name]) {
          await world.open(filesOf(format, 'main').files);
          await world.fresh();
          await world.hand.set('search', '');
          if ((await world.hand.state()).panel === null) await world.hand.set('toggle-drawer');
          await world.hand.set('tab', 'selection');
        }
        await go(world);
        await page.page.waitForTimeout(150);
        await shot(name);
        if ((await world.hand.state()).overlay !== null) await world.hand.press('Esc');
        await world.hand.press('Esc');
        await world.hand.press('Esc');
      } catch (error) {
        console.log(`${theme} ${scale} ${format} ${name}: ${error.message.split('\n')[0]}`);
      }
    }
    await page.close();
  }
}

// Each view on one of the formats, the next one in the next picture.
function jobsFor(turn) {
  const formats = Object.keys(FORMATS);
  const jobs = {};
  [...Object.entries(APART), ...Object.entries(VIEWS)].forEach(([name, go], i) => {
    if (!name.includes(only)) return;
    const format = name === 'scheduling' ? ['trace-cmd', 'lttng'][turn % 2] : formats[(i + turn) % formats.length];
    (jobs[format] ??= {})[name] = go;
  });
  return jobs;
}

const browser = await launch();
let turn = 0;
for (const theme of THEMES)
  for (const scale of [1, 2]) await take(browser, SMALL, scale, theme, jobsFor(turn++));
for (const theme of ['dark', 'light']) await take(browser, LARGE, 1, theme, jobsFor(turn++));
await browser.close();
