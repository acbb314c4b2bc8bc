// XRay logs on the page: with their program, with the program later, and what becomes of other drops.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {withPage} from './page.mjs';
import {assertSameTrace, dataPath, functionsOf, infoOf, PICTURES, recorded} from './support.mjs';

const log = (name) => recorded(`xray/${name}/log.xray`);
const binary = (name) => recorded(`xray/${name}/binary`);

async function functionNames(page) {
  let rows = null;
  await page.until(async () => {
    rows = await page.page.evaluate(() => window.tracepane.query('functions'));
    return rows !== null;
  }, 10000, 'the statistics');
  return rows.map(({name}) => name).sort();
}

const namesOf = (...traces) => functionsOf(...traces).map(({name}) => name).sort();

// What LLVM says of the lines of a program's functions, by id.
function sourcesOf(program) {
  const lines = readFileSync(dataPath(`xray/lines/${program}.expected.txt`), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0], line.split(' ').pop()]));
}

async function dropAndWait(page, paths) {
  await page.dropToOpen(paths);
  const state = await page.waitFor('ready');
  assertSameTrace(state, infoOf(...paths));
  await page.settle();
}

// The first slice of the topmost thread, by a click.
async function selectSlice(page) {
  const thread = (await page.tracks()).find((track) => track.kind === 'thread' && track.drawn > 0);
  await page.command('reveal', String(thread.id));
  await page.settle();
  const {y} = (await page.tracks()).find(({id}) => id === thread.id);
  // Without names, a strip lies above the tracks.
  const controls = await page.page.evaluate(() => window.tracepane.query('controls'));
  const top = 105 + (controls.some(({label}) => label === 'Not now') ? 36 : 0);
  await page.page.mouse.move(600, top + y + 8);
  await page.settle();
  await page.page.mouse.click(600, top + y + 8);
  await page.settle();
  return page.page.evaluate(() => window.tracepane.query('description'));
}

export const tests = {
  'xray: a log and its program dropped together': (context) => withPage(context, {}, async (page) => {
    const files = [log('fdr-threads'), binary('fdr-threads')];
    await dropAndWait(page, files);
    assert.deepEqual(await functionNames(page), namesOf(...files));
    const tracks = await page.tracks();
    const cpus = tracks.filter((track) => track.kind === 'cpu');
    assert.ok(cpus.length > 1 && cpus.some((track) => track.drawn > 0), 'who runs on the CPUs');
    await page.picture(PICTURES, 'xray-fdr-threads');
    await page.command('expand-all');
    await page.settle();
    await page.picture(PICTURES, 'xray-fdr-threads-all');
  }),

  'xray: the program dropped later names what is open': (context) => withPage(context, {}, async (page) => {
    const files = [log('fdr-cpp'), binary('fdr-cpp')];
    await dropAndWait(page, [files[0]]);
    const before = await page.state();
    const ids = await functionNames(page);
    assert.ok(ids.every((name) => /^function \d+$/.test(name)), ids.join());
    const unnamed = await selectSlice(page);
    assert.match(unnamed.name, /drop the program/);
    assert.match(unnamed.event, /^\d+$/);
    await page.picture(PICTURES, 'xray-ids');

    await page.drop([files[1]]);
    const named = async () => (await functionNames(page)).every((name) => !/^function \d+$/.test(name));
    await page.until(named, 10000, 'the names');
    assert.deepEqual(await functionNames(page), namesOf(...files));
    await page.settle();
    const after = await page.state();
    assert.equal(after.name, path.basename(files[0]));
    assert.deepEqual(after.counts, before.counts);
    assert.deepEqual(after.visible, before.visible);
    assert.doesNotMatch(after.selection.name, /^(function )?\d+$/);
    const description = await page.page.evaluate(() => window.tracepane.query('description'));
    assert.equal(description.event, after.selection.name);
    assert.equal(description.name, undefined);
    const told = async () => /binary is added to log.xray/.test(await page.page.textContent('#status'));
    await page.until(told, 5000, 'what was added');
    await page.picture(PICTURES, 'xray-named');
  }),

  'xray: source lines of a program dropped with its log': (context) => withPage(context, {}, async (page) => {
    await dropAndWait(page, [dataPath('xray/lines/calls.xray'), dataPath('xray/lines/zstd')]);
    const {id, source} = await selectSlice(page);
    assert.equal(source, sourcesOf('dwarf5-pie').get(id));
    await page.picture(PICTURES, 'xray-source');
  }),

  'xray: source lines of a program dropped later': (context) => withPage(context, {}, async (page) => {
    await dropAndWait(page, [dataPath('xray/lines/calls.xray')]);
    const {id, source} = await selectSlice(page);
    assert.equal(source, undefined);
    await page.drop([dataPath('xray/lines/dwarf4')]);
    let shown = null;
    await page.until(async () => {
      shown = await page.page.evaluate(() => window.tracepane.query('description'));
      return shown?.source !== undefined;
    }, 10000, 'the line');
    assert.equal(shown.source, sourcesOf('dwarf4').get(id));
  }),

  'xray: a map as YAML names what is open': (context) => withPage(context, {}, async (page) => {
    await dropAndWait(page, [log('fdr-typed-fixed')]);
    await page.drop([recorded('xray/fdr-typed-fixed/instr_map.yaml')]);
    await page.until(async () => (await functionNames(page)).every((name) => name.startsWith('@(')), 10000, 'the names');
  }),

  'xray: the program of another log is warned of': (context) => withPage(context, {}, async (page) => {
    await dropAndWait(page, [log('fdr-cpp')]);
    await page.drop([binary('fdr-single')]);
    await page.until(async () => (await page.state()).counts.warnings > 0, 10000, 'the warning');
    const warnings = await page.page.evaluate(() => window.tracepane.query('warnings'));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /another program or build/);
  }),

  'xray: another log is opened in its place': (context) => withPage(context, {}, async (page) => {
    await dropAndWait(page, [log('fdr-single')]);
    const other = log('basic-threads');
    await page.drop([other], {shift: true});
    const records = infoOf(other).counts.records;
    await page.until(async () => (await page.state()).counts.records === records, 20000, 'the other log');
    assertSameTrace(await page.waitFor('ready'), infoOf(other));
  }),

  'xray: the logs of a forked program on one axis': (context) => withPage(context, {}, async (page) => {
    const files = [log('fdr-fork'), recorded('xray/fdr-fork/log2.xray'), binary('fdr-fork')];
    await dropAndWait(page, files);
    assert.equal((await page.tracks()).filter((track) => track.kind === 'process').length, 2);
    await page.picture(PICTURES, 'xray-fork');
  }),
};
