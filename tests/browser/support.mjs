// What the browser tests share.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';

export class Skip extends Error {}

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const PICTURES = path.join(ROOT, 'build/screenshots');

// The number of decode workers, whatever the machine has: what is shown does not depend on it.
export const WORKERS = process.env.TP_WORKERS ?? '3';

// Returns the page's address with the number of workers in it.
export function withWorkers(url, count = WORKERS) {
  const address = new URL(url);
  if (!address.searchParams.has('workers')) address.searchParams.set('workers', count);
  return address.href;
}

// Gives `use` an empty folder, which is there for as long as that takes.
export async function withFolder(use) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tracepane-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, {recursive: true});
  }
}

// Returns the path of a sample of the page.
export function sample(name) {
  return path.join(ROOT, 'assets/samples', name, 'data');
}

// Returns the path of a small trace of the tests' own.
export function dataPath(name) {
  return path.join(ROOT, 'tests/data', name);
}

// Returns the path of a recorded trace, which the build unpacks (tests/data/samples/README.md).
export function recorded(name) {
  return path.join(ROOT, 'build/samples', name);
}

// Runs the command line and returns what it prints. Throws Skip if there is no native build.
function say(...args) {
  const program = path.join(ROOT, 'build/native/tracepane');
  if (!existsSync(program)) throw new Skip('the native build is not here to compare with');
  return execFileSync(program, args, {encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe']});
}

export function infoOf(...files) {
  return JSON.parse(say('info', '--json', ...files));
}

// With --signatures, because the page tells functions of one name apart, too.
export function functionsOf(...files) {
  return JSON.parse(say('functions', '--signatures', '--format', 'json', ...files));
}

// Returns the callers and callees of a function.
export function directCallsOf(trace, name) {
  const {callers, callees} = JSON.parse(say('functions', '--signatures', '--format', 'json', '--of', name, trace));
  return {name, callers, callees};
}

// Returns the listed slices, or groups of them, with how many there are.
export function slicesOf(trace, ...options) {
  return JSON.parse(say('slices', '--format', 'json', ...options, trace));
}

// Returns the parts of the critical path of a thread over a range.
export function pathOf(tid, from, to, ...files) {
  return JSON.parse(say('why', ...files, '--tid', tid, '--from', from, '--to', to, '--format', 'json')).threads[0].path;
}

export function comparisonOf(files, ...options) {
  return JSON.parse(say('compare', files[0], files[0], ...options, '--format', 'json'));
}

// Two scopes of one trace, as text.
export function fileOfComparison(trace, ...options) {
  return say('compare', trace, trace, ...options);
}

export function latenciesOf(...files) {
  return JSON.parse(say('latencies', ...files, '--format', 'json'));
}

// The text of the sum of a range of a thread's time, as "why" has it: "120 ms = 31 ms running + ...".
export function whyOf(tid, from, to, ...files) {
  return JSON.parse(say('why', ...files, '--tid', tid, '--from', from, '--to', to, '--format', 'json')).threads[0].sentence;
}

export function schedulingOf(trace, ...range) {
  return JSON.parse(say('sched', '--format', 'json', ...range, trace));
}

// Returns the rows of a query as objects. `traces` is a path, or a list of paths of traces on one axis.
export function queryOf(traces, sql, ...options) {
  return JSON.parse(say('query', '--format', 'json', ...options, ...[traces].flat(), sql));
}

export function stacksOf(trace, ...options) {
  return say('stacks', '--signatures', trace, ...options).split('\n').filter((line) => line !== '');
}

// Returns rows of `events --format jsonl`, with no more fields than the page has.
function rowsOf(lines) {
  return lines.split('\n').filter((line) => line !== '').map((line) => {
    const row = JSON.parse(line);
    // The page has all fields of calls, but those of other rows only if a column shows them.
    if (!/^(entry|exit)/.test(row.kind)) delete row.fields;
    return row;
  });
}

// Returns the rows of a trace, or of a list of files that make one. If a filter asks for durations, each row has `dur`,
// how long what it ends has lasted, if that is known.
export function eventsOf(trace, ...options) {
  const rows = rowsOf(say('events', '--format', 'jsonl', ...options.map(String), ...[trace].flat()));
  if (!/\b(dur|waited)\b/.test(options[options.indexOf('--filter') + 1])) return rows;
  const [, ...durations] = say('events', '--format', 'csv', '--columns', 'dur', ...options, trace).split('\n');
  return rows.map((row, i) => (durations[i] === '' ? row : {...row, dur: Number(durations[i])}));
}

// Returns the rows that a search for what `holds` tests would find: a call whose entry and exit both match is one hit.
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

// Returns the message of the command line about a filter that is invalid.
export function refusalOf(trace, filter) {
  try {
    say('events', '--filter', filter, trace);
  } catch (error) {
    return /^tracepane: filter: (.*)$/m.exec(error.stderr)?.[1];
  }
  return assert.fail(`${filter} is no mistake`);
}

// Returns the rows of several traces on one axis.
export function jointEventsOf(...traces) {
  return rowsOf(say('events', '--format', 'jsonl', ...traces));
}

// Exports a trace by the command line; returns the path of the file.
export function exportOf(trace, format) {
  const file = path.join(ROOT, 'build', `export-${path.basename(path.dirname(trace))}-${format}.json`);
  say('export', trace, '--to', format, '-o', file);
  return file;
}

// Writes a report of traces by the command line.
export function reportOf(page, out, traces, ...options) {
  say('export', ...traces, '--to', 'html', '--page', page, '-o', out, ...options.map(String));
}

// Returns what is inside of a report: its view, as a link has it, and the bytes of its files by their paths.
export function insideOf(report) {
  const text = report.toString();
  const plain = (escaped) => escaped.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const [, view, elements] = /<div id="inner-trace" hidden data-view="([^"]*)">\n([^]*?)<\/div>/.exec(text);
  const files = new Map();
  for (const [, path_, size, packed] of elements.matchAll(/ data-trace-file="([^"]*)" data-size="(\d+)" data-packed="gzip">([^<]*)</g)) {
    const bytes = gunzipSync(Buffer.from(packed, 'base64'));
    assert.equal(bytes.length, Number(size), path_);
    files.set(plain(path_), Buffer.concat([files.get(plain(path_)) ?? Buffer.alloc(0), bytes]));
  }
  return {view: new URLSearchParams(plain(view)), files};
}

// What is inside of the report that the command line writes.
export function reportedInside(traces, ...more) {
  const [page, out] = ['page', 'report'].map((name) => path.join(ROOT, 'build', `${name}-of-the-command-line.html`));
  writeFileSync(page, '<body><div id="inner-trace" hidden></div></body>');
  reportOf(page, out, traces, ...more);
  return insideOf(readFileSync(out));
}

// Exports a trace by the command line; returns the bytes.
export function exportedBytes(trace, format, ...more) {
  const file = path.join(ROOT, 'build', `export-of-the-command-line-${format}`);
  say('export', trace, '--to', format, '-o', file, ...more);
  return readFileSync(file);
}

// Returns the file that the command line writes of a table.
export function exportedTable(trace, table, ...more) {
  const folder = path.join(ROOT, 'build', 'export-of-the-command-line-parquet');
  say('export', trace, '--to', 'parquet', '--tables', table, '-o', folder, ...more);
  return readFileSync(path.join(folder, `${table}.parquet`));
}

// Compares the page's state() with what the command line says of the trace.
export function assertSameTrace(state, info) {
  assert.equal(state.phase, 'ready');
  assert.equal(state.format, info.format);
  assert.deepEqual(state.range, info.range);
  assert.deepEqual(state.counts, info.counts);
}
