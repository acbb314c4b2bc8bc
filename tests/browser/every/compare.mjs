// What differs between two parts of a trace, as the command line has it.
import assert from 'node:assert/strict';
import {neighbours} from './picks.mjs';
import {comparisonOf, fileOfComparison} from '../support.mjs';

// Both halves are compared, and the time of a slice is marked.
async function halves(world) {
  const {hand} = world;
  const [slice] = neighbours(world.facts);
  await world.select(slice);
  await hand.set('mark-selection');
  const {range: [begin, end], markedRange} = await hand.state();
  assert.ok(await hand.set('compare', 'halves'));
  const middle = BigInt(begin) + (BigInt(end) - BigInt(begin)) / 2n;
  return {first: [begin, middle], second: [middle, end], marked: [markedRange.begin, markedRange.end]};
}

const options = (a, b) => ['--a-from', a[0], '--a-to', a[1], '--b-from', b[0], '--b-to', b[1]].map(String);

// The rows of the page are those of the command line, in the same order. Of XRay, that has no names without the binary.
async function sameAs({hand, facts, format}, a, b) {
  await hand.mirrored(([first, second]) => first?.title.startsWith('Compare: ') && second?.title === 'Compared');
  let got = [];
  let expected = [];
  await hand.until(async () => {
    const [{title, rows}] = await hand.ask('panel');
    const by = title.startsWith('Compare: running') ? 'thread' : 'function';
    const nameOf = (name) => (format === 'xray' ? 'function' : name);
    expected = comparisonOf(facts.files, ...options(a, b), '--by', by).changes.map(({name}) => nameOf(name)).slice(0, 50);
    got = rows.map(([name]) => nameOf(name.replace(/^~/, '').replace(/ {2}\(.*$/, '')));
    return JSON.stringify(got) === JSON.stringify(expected);
  }, 'the rows of the command line', () => ({got, expected}));
}

// Latencies and waits: the rows of the command line, in the same order.
const timed = (word, by, on) => ({
  does: `compare ${word}`,
  on,
  ready: halves,
  done: async ({hand, facts}, {first, second}) => {
    const {changes} = comparisonOf(facts.files, ...options(first, second), '--by', by);
    const expected = changes.map(({thread, name}) => thread ?? name).slice(0, 50);
    let got = [];
    await hand.until(async () => {
      const [table, sides] = await hand.ask('panel');
      if (expected.length === 0) return table?.title === 'Compared' || table?.rows.length === 0;
      if (sides?.title !== 'Compared') return false;
      got = table.rows.map(([, name]) => name.replace(/ {2}.*$/, ''));
      return JSON.stringify(got) === JSON.stringify(expected);
    }, 'the rows of the command line', () => ({got, expected}));
    await hand.set('compare', 'functions');
  },
});

// A choice of the differential flame graph is kept in the link, unless it is as at first. `before`: another one of its
// group.
const look = (word, before, linked) => ({
  does: `difference ${word}`,
  ready: async (world) => {
    await halves(world);
    for (const one of ['larger', 'self', 'change', before]) assert.ok(await world.hand.set('difference', one));
  },
  done: async ({hand}) => {
    let hash = '';
    await hand.until(async () => {
      hash = await hand.page.page.evaluate(() => location.hash);
      return (/[#&]difference=([^&]*)/.exec(hash)?.[1] ?? '') === linked && /[#&]compare=stacks/.test(hash);
    }, `the link to have ${word}`, () => hash);
    await hand.set('compare', 'functions');
  },
});

// The file is that of the command line. Of XRay, that has no names without the binary, so that figures are compared alone.
const saved = (file, args, figures) => ({
  does: `compare-save ${file}`,
  downloads: true,
  ready: async (world) => {
    const scopes = await halves(world);
    for (const one of ['larger', 'self', 'change']) await world.hand.set('difference', one);
    assert.ok(await world.hand.set('compare', 'functions'));
    return scopes;
  },
  done: async ({hand, facts, format}, {first, second}, way, {name, bytes}) => {
    assert.ok(name.endsWith(`-compared.${file}`), name);
    const [path] = facts.files;
    const told = fileOfComparison(path, ...options(first, second), ...args).replaceAll(path, (await hand.state()).name);
    const shown = (text) => (format === 'xray' ? figures(text) : text);
    assert.equal(shown(bytes.toString()), shown(told));
  },
});

export const rows = [
  {does: 'compare a', ready: halves, done: (world, {marked, second}) => sameAs(world, marked, second)},
  {does: 'compare b', ready: halves, done: (world, {first, marked}) => sameAs(world, first, marked)},
  {does: 'compare halves', ready: halves, done: (world, {first, second}) => sameAs(world, first, second)},
  {does: 'compare functions', ready: halves, done: ({hand}) => hand.mirrored(([first]) => /^Compare: self time/.test(first?.title))},
  {
    does: 'compare stacks',
    ready: halves,
    done: async ({hand}) => {
      await hand.mirrored(([first]) => /^Compare: stacks/.test(first?.title));
      await hand.set('compare', 'functions');
    },
  },
  {
    does: 'compare threads',
    ready: halves,
    // Where the trace does not tell when threads ran, there are the sides only.
    done: async ({hand}) => {
      await hand.mirrored(([first]) => /^Compare: running|^Compared$/.test(first?.title));
      await hand.set('compare', 'functions');
    },
  },
  timed('latencies', 'latency', 'kernel'),
  timed('waits', 'wait', 'states'),
  {does: 'compare exchange', ready: halves, done: (world, {first, second}) => sameAs(world, second, first)},
  saved('html', ['--format', 'html', '--width', 'larger'], (text) => text.match(/<h1>.*<\/h1>/)[0]),
  saved('csv', ['--format', 'csv', '--by', 'function'],
    (text) => text.split('\n').map((line) => line.split(',').slice(-20)).sort().join('\n')),
  saved('svg', ['--format', 'svg', '--by', 'stack', '--width', 'larger'], (text) => text.slice(0, 4)),
  look('b', 'a', 'b'),
  look('a', 'b', 'a'),
  look('larger', 'a', ''),
  look('self', 'total', ''),
  look('total', 'self', 'total'),
  look('change', 'proportional', ''),
  look('proportional', 'change', 'proportional'),
];
