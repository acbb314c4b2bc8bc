// What an action needs, picked from what the command line says of a trace.
import assert from 'node:assert/strict';

const length = ({begin, end}) => end - begin;

function least(list, cost, what) {
  let best = null;
  for (const one of list) {
    const its = cost(one);
    if (its !== null && (best === null || its < best.cost)) best = {one, cost: its};
  }
  assert.ok(best, `the trace has ${what}`);
  return best.one;
}

// Three on a row, one after another, that a screen can show together.
export function neighbours({rows}) {
  const threes = rows.flatMap((row) => row.slice(2).map((last, i) => [row[i], row[i + 1], last]));
  return least(threes, ([a, b, c]) => {
    const shortest = Math.min(length(a), length(b), length(c));
    return shortest > 0 && b.begin >= a.end && c.begin >= b.end ? (c.end - a.begin) / shortest : null;
  }, 'three slices beside each other');
}

// A slice with at least two within that can be told apart; the second is the longest, where there is such a one.
export function nest({slices}) {
  return least(slices, (slice) => {
    const {within} = slice;
    if (within.length < 2) return null;
    const shortest = Math.min(...within.map(length));
    const lengths = within.map(length).sort((a, b) => b - a);
    if (shortest <= 0 || lengths[0] === lengths[1]) return null;
    const ratio = length(slice) / shortest;
    if (ratio > 300) return null;
    return ratio + (length(within[0]) === lengths[0] ? 1000 : 0);
  }, 'a slice with others within');
}

// Slices of one name on one thread: some, and not too many.
export function sameName({slices}) {
  const groups = new Map();
  for (const slice of slices) {
    const key = `${slice.tid} ${slice.name}`;
    (groups.get(key) ?? groups.set(key, []).get(key)).push(slice);
  }
  const fitting = [...groups.values()].filter((group) => group.length >= 4 && group.every((one) => length(one) > 0) &&
    new Set(group.map(({begin}) => begin)).size === group.length);
  return least(fitting, (group) => Math.abs(group.length - 12), 'slices of one name').slice(0, 4);
}
