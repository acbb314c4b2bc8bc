// The filter language: each operator, units, strings, globs and errors, written into the table's field and the search, and
// compared with `tracepane events --filter`.
import assert from 'node:assert/strict';
import {refusalOf} from '../support.mjs';
import {sameRows} from './panels.mjs';

const FIELD = [150, 476]; // of the filter above the table
const quoted = (text) => JSON.stringify(text);

// The first of the expressions that some records fit and others do not.
function telling(facts, candidates) {
  const all = facts.events().length;
  const found = candidates.filter(Boolean).find((filter) => {
    const {length} = facts.events('--filter', filter);
    return length > 0 && length < all;
  });
  assert.ok(found, `an expression that tells records apart among ${candidates}`);
  return found;
}

// A number that not all records have alike, and what it is of those in the middle.
function numberOf(facts) {
  for (const field of ['depth', 'tid', 'cpu']) {
    const values = facts.events().map((row) => row[field]).filter((value) => value !== undefined).sort((a, b) => a - b);
    const middle = values[Math.floor(values.length / 2)];
    if (values.length > 0 && values[0] < middle) return {field, middle};
    if (values.length > 0 && middle < values.at(-1)) return {field, middle: values.at(-1)};
  }
  return assert.fail('a number');
}

// A name that stands in an expression as it is, or begins so.
function nameOf(facts) {
  const names = [...new Set(facts.events().map(({name}) => name))];
  const name = names.find((one) => /^[a-z][\w.]{4,}/.test(one));
  assert.ok(name, 'a name to write down');
  return {name, word: /^[\w.]+/.exec(name)[0]};
}

const compared = (operator) => (facts) => {
  const {field, middle} = numberOf(facts);
  return telling(facts, [`${field} ${operator} ${middle}`]);
};

// Times within the trace, in units with a fraction, of a clock that counts nanoseconds; or durations.
function united(facts) {
  const [begin, end] = facts.info.range.map(BigInt);
  const middle = Number((begin + end) / 2n - BigInt(facts.info.range[0])) / 1e6;
  const since = Number(facts.events()[0].ts) / 1e6;
  return telling(facts, ['dur > 1.5us', 'runtime > 0.05ms', 'delay > 1.5us',
    facts.info.clock?.isNs === false ? null : `ts < ${(since + middle).toFixed(3)}ms`]);
}

// Where there is no operator, the search looks for the text itself.
const TABLE_ONLY = new Set(['a field that is there', 'a string', 'a name alone']);

const EXPRESSIONS = {
  '==': compared('=='),
  '!=': compared('!='),
  '<': compared('<'),
  '<=': (facts) => {
    const {field, middle} = numberOf(facts);
    return telling(facts, [`${field} <= ${middle - 1}`, `${field} <= ${middle}`]);
  },
  '>': (facts) => {
    const {field, middle} = numberOf(facts);
    return telling(facts, [`${field} > ${middle - 1}`, `${field} > ${middle}`]);
  },
  '>=': compared('>='),
  '&': (facts) => {
    const {field, middle} = numberOf(facts);
    return telling(facts, [1, 2, 4, middle].map((bits) => `${field} & ${bits}`));
  },
  '=~': (facts) => telling(facts, [`name =~ "^${nameOf(facts).word.slice(0, 4)}.*[a-z]"`]),
  '!~': (facts) => telling(facts, [`name !~ "^${nameOf(facts).word.slice(0, 4)}"`]),
  'a glob': (facts) => telling(facts, [`name == ${nameOf(facts).word.slice(0, 4)}*`]),
  'a glob by its sign': (facts) => telling(facts, [`name ~ "?${nameOf(facts).word.slice(1, 4)}*"`]),
  'text in quotes': (facts) => telling(facts, [`name == ${quoted(nameOf(facts).name)}`]),
  '!= of text': (facts) => telling(facts, [`name != ${quoted(nameOf(facts).name)}`]),
  '&&': (facts) => {
    const {field, middle} = numberOf(facts);
    return telling(facts, [`name == ${quoted(nameOf(facts).name)} && ${field} >= ${middle}`,
      `name != ${quoted(nameOf(facts).name)} && ${field} >= ${middle}`]);
  },
  '||': (facts) => {
    const {field, middle} = numberOf(facts);
    return telling(facts, [`name == ${quoted(nameOf(facts).name)} || ${field} == ${middle}`]);
  },
  '!': (facts) => {
    const {field, middle} = numberOf(facts);
    return telling(facts, [`!${field} == ${middle}`, `!(${field} == ${middle})`]);
  },
  '( )': (facts) => {
    const {field, middle} = numberOf(facts);
    const {name} = nameOf(facts);
    return telling(facts, [`!(name == ${quoted(name)} || ${field} == ${middle}) && (${field} >= ${middle} || kind == lost)`,
      `(name == ${quoted(name)} || ${field} == ${middle}) && !(kind == lost)`]);
  },
  units: united,
  'a field that is there': (facts) => telling(facts, ['depth', 'next_pid', 'syscall_id', 'args', nameOf(facts).word]),
  'a string': (facts) => telling(facts, [quoted(nameOf(facts).word)]),
  'a name alone': (facts) => telling(facts, [`${nameOf(facts).word.slice(0, 4)}*`]),
  'trace-cmd\'s own': (facts) => {
    const pid = facts.events().map(({args}) => /next_pid=(\d+)/.exec(args ?? '')?.[1]).find((one) => one) ?? 1;
    return facts.info.format === 'trace-cmd' ? telling(facts, [`sched_switch: next_pid == ${pid}`])
      : `sched_switch: next_pid == ${pid}`;
  },
  'trace-cmd\'s own, of several events': (facts) =>
    `${nameOf(facts).word}, sched_switch: ${numberOf(facts).field} >= ${numberOf(facts).middle}`,
};

const MISTAKES = ['dur >', 'name ==', '(cpu == 1', '&& x', 'cpu == 1 )', 'name =~ "["', 'cpu < x', 'dur > 1.5furlongs', '!',
  'a b'];

// The field is clicked, and what is pasted replaces what stands there; an empty field would be a filter, too. Long words
// are pasted, as a key takes as long as a frame.
async function written({hand}, words) {
  await hand.click(...FIELD);
  await hand.keyboard.press('Control+A');
  await hand.paste(words);
  await hand.keyboard.press('Enter');
}

const inBoth = (name, expression) => async (world) => {
  const {hand, facts} = world;
  const filter = expression(facts);
  const expected = facts.events('--filter', filter);
  await hand.set('tab', 'events');
  await written(world, filter);
  await sameRows(world, expected);
  if (TABLE_ONLY.has(name)) return;
  await hand.set('events-filter', '');
  await hand.press('Ctrl+F');
  await hand.paste(filter);
  const found = await hand.query('search', [], (answer) => answer?.done && answer.text === filter);
  assert.deepEqual([found.kind, found.count], ['filter', expected.length], filter);
  // The keyboard is the timeline's again.
  await hand.click(600, 710);
};

const refused = (filter) => async (world) => {
  const {hand, facts} = world;
  await hand.set('tab', 'events');
  const before = await hand.query('events', [0, 0], (answer) => answer?.done);
  await written(world, filter);
  // What was wrong with the filter before may be told for a frame more.
  const expected = refusalOf(facts.files[0], filter);
  const {error, total} = await hand.query('events', [0, 0], (answer) => answer?.error === expected);
  assert.match(error, /^column \d+: /);
  assert.equal(total, before.total, 'the rows stay');
};

export const FILTERS = {
  ...Object.fromEntries(Object.entries(EXPRESSIONS).map(([name, expression]) => [`filter ${name}`, inBoth(name, expression)])),
  ...Object.fromEntries(MISTAKES.map((filter) => [`mistake ${filter}`, refused(filter)])),
};
