// What the browser tests share.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

export class Skip extends Error {}

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const PICTURES = path.join(ROOT, 'build/screenshots');

// However many the machine has: what is shown does not depend on it.
export const WORKERS = process.env.TP_WORKERS ?? '3';

// The page as it is to be opened, with so many workers.
export function withWorkers(url, count = WORKERS) {
  const address = new URL(url);
  if (!address.searchParams.has('workers')) address.searchParams.set('workers', count);
  return address.href;
}

export function sample(name) {
  return path.join(ROOT, 'assets/samples', name, 'data');
}

// A small one of the tests' own.
export function dataPath(name) {
  return path.join(ROOT, 'tests/data', name);
}

// A recorded one, which the build unpacks: tests/data/samples/README.md.
export function recorded(name) {
  return path.join(ROOT, 'build/samples', name);
}

// What the command line says of a trace.
function say(...args) {
  const program = path.join(ROOT, 'build/native/tracepane');
  if (!existsSync(program)) throw new Skip('the native build is not here to compare with');
  return execFileSync(program, args, {encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe']});
}

export function infoOf(...files) {
  return JSON.parse(say('info', '--json', ...files));
}

// The page tells functions apart.
export function functionsOf(...files) {
  return JSON.parse(say('functions', '--signatures', '--format', 'json', ...files));
}

// Who calls a function, and what it calls.
export function directCallsOf(trace, name) {
  const {callers, callees} = JSON.parse(say('functions', '--signatures', '--format', 'json', '--of', name, trace));
  return {name, callers, callees};
}

export function schedulingOf(trace, ...range) {
  return JSON.parse(say('sched', '--format', 'json', ...range, trace));
}

// The rows of a query, as objects. `traces`: one, or a list of several on one axis.
export function queryOf(traces, sql, ...options) {
  return JSON.parse(say('query', '--format', 'json', ...options, ...[traces].flat(), sql));
}

export function stacksOf(trace, ...options) {
  return say('stacks', '--signatures', trace, ...options).split('\n').filter((line) => line !== '');
}

// The page has the fields of a row only where a column asks for one.
function rowsOf(lines) {
  return lines.split('\n').filter((line) => line !== '').map((line) => {
    const row = JSON.parse(line);
    // The page has those of calls, and of others only what a column shows.
    if (!/^(entry|exit)/.test(row.kind)) delete row.fields;
    return row;
  });
}

// Rows that a filter of durations finds say how long what each of them ends has lasted, as far as that is known.
export function eventsOf(trace, ...options) {
  const rows = rowsOf(say('events', '--format', 'jsonl', ...options, trace));
  if (!/\b(dur|waited)\b/.test(options[options.indexOf('--filter') + 1])) return rows;
  const [, ...durations] = say('events', '--format', 'csv', '--columns', 'dur', ...options, trace).split('\n');
  return rows.map((row, i) => (durations[i] === '' ? row : {...row, dur: Number(durations[i])}));
}

// The rows that a search finds: a call whose entry and exit both hold what is looked for is one hit.
export function byCall(rows, holds) {
  const open = new Map();
  return rows.filter((row) => {
    const held = holds(row);
    const stack = open.get(row.tid) ?? [];
    open.set(row.tid, stack);
    if (row.kind.startsWith('entry')) stack.push(held);
    return row.kind.endsWith('exit') && stack.pop() ? false : held;
  });
}

// What it says of a filter that makes no sense.
export function refusalOf(trace, filter) {
  try {
    say('events', '--filter', filter, trace);
  } catch (error) {
    return /^tracepane: filter: (.*)$/m.exec(error.stderr)?.[1];
  }
  return assert.fail(`${filter} is no mistake`);
}

// Of several on one axis.
export function jointEventsOf(...traces) {
  return rowsOf(say('events', '--format', 'jsonl', ...traces));
}

// A file of what the command line exports.
export function exportOf(trace, format) {
  const file = path.join(ROOT, 'build', `export-${path.basename(path.dirname(trace))}-${format}.json`);
  say('export', trace, '--to', format, '-o', file);
  return file;
}

// The bytes that the command line exports.
export function exportedBytes(trace, format, ...more) {
  const file = path.join(ROOT, 'build', `export-of-the-command-line-${format}`);
  say('export', trace, '--to', format, '-o', file, ...more);
  return readFileSync(file);
}

// The page and the command line say the same.
export function assertSameTrace(state, info) {
  assert.equal(state.phase, 'ready');
  assert.equal(state.format, info.format);
  assert.deepEqual(state.range, info.range);
  assert.deepEqual(state.counts, info.counts);
}
