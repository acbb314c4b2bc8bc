// An open trace, and how a test brings the page to where an action can be done.
import assert from 'node:assert/strict';
import {assertSameTrace} from '../support.mjs';
import {Facts} from './facts.mjs';
import {Hand} from './hand.mjs';

export const LABELS = 236;
const EDGE = 12; // the scroll bar
export const WIDTH = 1280;
export const AXIS = 87; // the middle of the axis

export class World {
  constructor(page, format) {
    this.page = page;
    this.hand = new Hand(page);
    this.format = format;
  }

  // In the place of what is open, by a drop.
  async open(files) {
    if (this.facts && String(this.facts.files) === String(files)) return;
    this.facts = new Facts(files);
    await this.page.dropToOpen(files, {shift: true});
    await this.hand.untilState(({phase}) => phase === 'ready', 'the trace');
    await this.hand.quiet();
    assertSameTrace(await this.hand.state(), this.facts.info);
  }

  // Nothing selected, marked, searched, filtered, arranged.
  async fresh() {
    await this.page.page.evaluate(() => {
      const {command} = window.tracepane;
      for (const [id, ...args] of [['clear'], ['clear-markers'], ['sql-tracks-close'], ['show-all'], ['expand-all'], ['show-hidden'],
        ['track-filter', ''], ['sort', 'recorded'], ['times', 'trace'], ['events-filter', ''], ['events-span', 'whole']]) command(id, args);
    });
    await this.hand.move(700, 40);
  }

  async length() {
    const [begin, end] = (await this.hand.state()).visible.map(BigInt);
    return end - begin;
  }

  // The time under a place, as the ruler has it, and how much of it a pixel is.
  async timeAt(x) {
    const [begin, end] = (await this.hand.state()).visible.map(Number);
    const pixel = (end - begin) / (WIDTH - LABELS - EDGE);
    return {time: begin + pixel * (x - LABELS), pixel};
  }

  async xOf(time) {
    const [begin, end] = (await this.hand.state()).visible.map(Number);
    return LABELS + (Number(time) - begin) / (end - begin) * (WIDTH - LABELS - EDGE);
  }

  async thread(tid) {
    const found = (await this.hand.tracks()).find((track) => track.kind === 'thread' && track.tid === tid);
    assert.ok(found, `thread ${tid} has a track`);
    return found;
  }

  // Shows a slice of the command line's so that it can be told from its neighbours, and selects it.
  async select(slice, from = slice.begin, to = slice.end) {
    const margin = Math.max(20, Math.round((to - from) / 5));
    await this.hand.set('set-visible', from - margin, to + margin);
    const {id} = await this.thread(slice.tid);
    assert.ok(await this.hand.set('select', id, slice.depth, slice.begin), `${slice.name} at ${slice.begin}`);
    await this.selected(slice);
    return id;
  }

  async selected({name, begin, end, depth}, what = '') {
    const wanted = {name, begin: String(begin), end: String(end), depth};
    let seen = null;
    try {
      await this.hand.untilState(({selection}) => {
        seen = selection;
        return selection && Object.entries(wanted).every(([key, value]) => selection[key] === value);
      });
    } catch {
      const {name: its, begin: from, end: to, depth: row} = seen ?? {};
      assert.deepEqual({name: its, begin: from, end: to, depth: row}, wanted, what);
    }
  }
}

// Times that were rounded to what is drawn.
export function near(actual, expected, slack, what) {
  const off = Math.abs(Number(actual) - Number(expected));
  assert.ok(off <= Number(slack), `${what}: ${actual} is ${off} from ${expected}, more than ${slack}`);
}
