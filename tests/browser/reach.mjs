// How few actions lead from what is seen to what is wanted: by real keys and the mouse, at most three for each.
import assert from 'node:assert/strict';
import {Facts} from './every/facts.mjs';
import {Hand} from './every/hand.mjs';
import {openByDrop, withPage} from './page.mjs';
import {dataPath, PICTURES, recorded, sample} from './support.mjs';

const MOST = 3;

// A hand whose actions are counted.
class Counted extends Hand {
  #done = 0;

  begin() {
    this.#done = 0;
  }

  press(...args) {
    ++this.#done;
    return super.press(...args);
  }

  click(...args) {
    ++this.#done;
    return super.click(...args);
  }

  atMost(what) {
    assert.ok(this.#done <= MOST, `${what}: ${this.#done} actions`);
  }
}

async function opened(context, trace, use) {
  await withPage(context, {}, async (page) => {
    await page.page.emulateMedia({reducedMotion: 'reduce'});
    await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openByDrop(page, trace);
    const hand = new Counted(page);
    await use(hand, new Facts([trace]), page);
  });
}

// A call that is wide enough to be clicked, in the whole trace, and whose function has no other name: its place on the
// screen.
async function wideCall(hand, facts) {
  const counted = new Set(facts.functions().filter(({calls}) => calls > 0).map(({name}) => name));
  const [begin, end] = (await hand.state()).visible.map(Number);
  const tracks = await hand.tracks();
  const x = (time) => 236 + (time - begin) / (end - begin) * (1280 - 248);
  for (const slice of facts.slices) {
    const track = tracks.find(({kind, tid, hidden}) => kind === 'thread' && tid === slice.tid && !hidden);
    const y = track && track.top + slice.depth * 18 + 9;
    if (counted.has(slice.name) && track && x(slice.end) - x(slice.begin) > 12 && y > 110 && y < 400) {
      return {slice, x: x((slice.begin + slice.end) / 2), y};
    }
  }
  return assert.fail('a wide call');
}

// The calls of a name whose end was recorded, of a trace in which all have a beginning.
const callsOf = (facts, name) => facts.events().filter((one) => one.kind === 'exit' && one.name === name).length;

const offered = async (hand, label) => (await hand.ask('controls')).some((one) => one.label === label);

export const tests = {
  'reach: from a slice to all calls of its function, by mouse': (context) => opened(context, sample('kitchen'),
    async (hand, facts, page) => {
      const {slice, x, y} = await wideCall(hand, facts);
      hand.begin();
      await hand.click(x, y, {button: 'right'});
      await page.picture(PICTURES, 'slice-menu');
      await hand.control(/^List all calls of /);
      hand.atMost('all calls');
      await hand.query('slices', [0, 10], (one) => one?.done && one.listed.count === callsOf(facts, slice.name));
    }),

  'reach: from nothing to all calls of a function, by keys': (context) => opened(context, sample('kitchen'),
    async (hand, facts) => {
      hand.begin();
      await hand.press('↓');
      const {selection} = await hand.untilState((state) => state.selection !== null, 'the first slice in view');
      await hand.press('Enter');
      await hand.press('Enter');
      hand.atMost('all calls');
      await hand.query('slices', [0, 10], (one) => one?.done && one.listed.count === callsOf(facts, selection.name));
    }),

  'reach: from a slice to its time as a range, and to its statistics': (context) => opened(context, sample('kitchen'),
    async (hand, facts) => {
      const {slice, x, y} = await wideCall(hand, facts);
      hand.begin();
      await hand.click(x, y);
      await hand.press('R');
      hand.atMost('a range');
      const {markedRange} = await hand.state();
      assert.deepEqual([markedRange.begin, markedRange.end].map(Number), [slice.begin, slice.end]);
      hand.begin();
      await hand.click(x, y, {button: 'right'});
      await hand.control('Statistics (functions)');
      hand.atMost('statistics');
      const {panel, function: name} = await hand.state();
      assert.deepEqual([panel, name], ['functions', slice.name]);
    }),

  'reach: selecting keeps the panel, and its head says what is selected': (context) => opened(context, sample('kitchen'),
    async (hand, facts) => {
      await hand.set('tab', 'functions');
      const {slice, x, y} = await wideCall(hand, facts);
      hand.begin();
      await hand.click(x, y);
      assert.equal((await hand.state()).panel, 'functions');
      await hand.control(new RegExp(`^Selected: ${slice.name.slice(0, 8)}`));
      hand.atMost('the details');
      assert.equal((await hand.state()).panel, 'selection');
    }),

  'reach: the header exports, opens and shows panels': (context) => opened(context, sample('kitchen'),
    async (hand, facts, page) => {
      hand.begin();
      await hand.control('Views');
      await page.picture(PICTURES, 'views-menu');
      await hand.control('Functions');
      hand.atMost('a panel');
      assert.equal((await hand.state()).panel, 'functions');
      hand.begin();
      const {bytes} = await hand.downloaded(async () => {
        await hand.control('Export');
        await hand.control('Export the trace: Chrome JSON');
      });
      hand.atMost('an export');
      assert.deepEqual(bytes, facts.exported('chrome'));
      await hand.control('Open');
      assert.ok(await offered(hand, 'Open files…'));
      await hand.press('Esc');
      await hand.control('palette');
      assert.equal((await hand.state()).overlay, 'palette');
      await hand.press('Esc');
    }),

  'reach: the header gives way in a narrow window': (context) => opened(context, sample('kitchen'),
    async (hand, facts, page) => {
      await page.page.setViewportSize({width: 800, height: 720});
      await hand.quiet();
      await page.picture(PICTURES, 'header-800');
      assert.deepEqual([await offered(hand, 'Export'), await offered(hand, 'palette')], [true, false]);
      await page.page.setViewportSize({width: 600, height: 720});
      await hand.quiet();
      assert.deepEqual([await offered(hand, 'Export'), await offered(hand, 'Menu')], [false, true]);
    }),

  'reach: the palette finds a function by a part of its name, also with a wrong letter': (context) => opened(context,
    sample('kitchen'), async (hand, facts) => {
      const name = 'kitchen::cook';
      assert.ok(callsOf(facts, name) > 0);
      for (const typed of ['en::coo', 'kitchqn::coo']) {
        await hand.press('Ctrl+Shift+P');
        await hand.keyboard.type(typed);
        const {rows} = await hand.query('palette', [], (one) => one?.text === typed);
        assert.ok(rows.includes(name), `${typed}: ${rows.slice(0, 5)}`);
        for (let i = 0; i < rows.indexOf(name); ++i) await hand.keyboard.press('ArrowDown');
        await hand.press('Enter');
        await hand.untilState((state) => state.function?.startsWith(name), name);
        await hand.set('tab', 'info');
      }
    }),

  'reach: the palette plots a field of the trace by a part of its name': (context) => opened(context,
    dataPath('tracecmd/threads.dat'), async (hand) => {
      await hand.press('Ctrl+Shift+P');
      await hand.keyboard.type('next_pri');
      const plot = 'sched_switch next_prio';
      const {rows} = await hand.query('palette', [], (answer) => answer?.text === 'next_pri' && answer.rows.includes(plot));
      for (let i = rows.indexOf(plot); i > 0; --i) await hand.press('ArrowDown');
      await hand.press('Enter');
      await hand.query('plots', [], (answer) => answer?.some(({name, samples}) => name === 'sched_switch.next_prio' && samples > 0));
    }),

  'reach: a row of functions by keys, and its calls': (context) => opened(context, sample('kitchen'),
    async (hand, facts) => {
      await hand.set('function', 'main');
      hand.begin();
      await hand.press('4');
      await hand.query('functions');
      await hand.quiet();
      await hand.press('↓');
      await hand.press('Enter');
      hand.atMost('calls of a row');
      const {listed, slices} = await hand.query('slices', [0, 10], (one) => one?.done && one.filter && one.slices.length > 0);
      assert.equal(listed.count, callsOf(facts, slices[0].name));
    }),

  'reach: keys that find nothing say why': (context) => opened(context, sample('kitchen'), async (hand) => {
    const says = async (key, words) => {
      await hand.press(key);
      await hand.untilState(({notice}) => words.test(notice), `${key}: ${words}`);
    };
    await says('L', /select something/);
    await says('[', /select something/);
    await says('R', /Select a slice first/);
    await hand.press('↓');
    await says('↑', /no caller/);
  }),

  'reach: a filter of tracks that finds nothing can be cleared': (context) => opened(context, sample('kitchen'),
    async (hand, facts, page) => {
      const before = (await hand.tracks()).length;
      await hand.set('track-filter', 'nothing such');
      await page.picture(PICTURES, 'no-track');
      hand.begin();
      await hand.control('Show all tracks');
      hand.atMost('all tracks');
      assert.equal((await hand.tracks()).length, before);
    }),

  'reach: where to begin while nothing is selected': (context) => opened(context, dataPath('tracecmd/threads.dat'),
    async (hand, facts, page) => {
      // So few records are counted without being asked for.
      const [worst] = facts.scheduling().worst;
      let labels = [];
      await hand.until(async () => {
        labels = (await hand.ask('controls')).map(({label}) => label);
        return labels.some((label) => label.startsWith(`${worst.name} ${worst.tid}`));
      }, `${worst.name} ${worst.tid}`, () => labels);
      await page.picture(PICTURES, 'nothing-selected');
    }),

  'reach: times on the axis': (context) => opened(context, sample('kitchen'), async (hand, facts, page) => {
    hand.begin();
    await hand.click(640, 87, {button: 'right'});
    await hand.control('Times: On the trace\'s clock');
    hand.atMost('times on the clock');
    assert.equal((await hand.state()).settings.times, 'clock');
    await page.picture(PICTURES, 'axis-clock');
  }),

  'reach: the half of the page that is dropped on says beside or instead': (context) => opened(context, sample('kitchen'),
    async (hand, facts, page) => {
      await page.dropToOpen([dataPath('tracecmd/threads.dat')], {x: 300});
      await hand.untilState(({phase, traces}) => phase === 'ready' && traces.length === 2, 'two traces on one axis');
      await page.dropToOpen([dataPath('tracecmd/threads.dat')], {x: 1000});
      await hand.untilState(({phase, traces, format}) => phase === 'ready' && traces.length === 0 && format === 'trace-cmd',
        'the dropped one alone');
    }),

  'reach: an XRay log without its program says so': (context) => opened(context, recorded('xray/fdr-single/log.xray'),
    async (hand, facts, page) => {
      await page.picture(PICTURES, 'xray-unnamed');
      assert.ok(await offered(hand, 'Choose the program…'));
      const [chooser] = await Promise.all([page.page.waitForEvent('filechooser'), hand.control('Choose the program…')]);
      await chooser.setFiles([]);
    }),
};
