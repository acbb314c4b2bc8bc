// The package for npm, installed from its tarball: node tests/packages/npm.mjs TARBALL. Prints as tests/browser/run.mjs does.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {copyFile, mkdtemp, readFile, rm, utimes, writeFile} from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {launch, withPage} from '../browser/page.mjs';
import {assertSameTrace, dataPath, exportedTable, infoOf, queryOf, recorded, ROOT, sample} from '../browser/support.mjs';
import {runAll} from './support.mjs';

const TARBALL = path.resolve(process.argv[2]);
const KERNEL = dataPath('tracecmd/v7-zstd.dat');
// Larger than what is fetched as a whole.
const LARGE = recorded('tracecmd/v7-zstd-gcc/trace.dat');
const folder = await mkdtemp(path.join(os.tmpdir(), 'npm-'));
await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', TARBALL], {cwd: folder, stdio: 'ignore'});
const {open} = await import(pathToFileURL(path.join(folder, 'node_modules/tracepane/index.mjs')));

async function withServer(args, use) {
  const server = spawn(path.join(folder, 'node_modules/.bin/tracepane'), ['--no-open', ...args], {stdio: ['ignore', 'pipe', 'inherit']});
  try {
    const line = await new Promise((resolve, reject) => {
      server.stdout.once('data', (data) => resolve(String(data)));
      server.once('exit', () => reject(new Error('the server ended')));
    });
    await use(/http:\S+/.exec(line)[0]);
  } finally {
    server.kill();
  }
}

// Resolves to {status, headers, body}, of a request with any headers.
function ask(url, {method = 'GET', headers = {}, at = new URL(url).pathname} = {}) {
  return new Promise((resolve, reject) => {
    const {hostname, port} = new URL(url);
    http.request({hostname, port, path: at, method, headers}, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part)).on('end', () =>
        resolve({status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts)}));
    }).on('error', reject).end();
  });
}

const rowsOf = ({columns, rows}) => rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i], value])));

const tests = {
  'Chromium: npx tracepane opens the page on a folder': ({browser}) => withServer([sample('kitchen')], (url) =>
    withPage({browser, url}, {}, async (page) => {
      assertSameTrace(await page.waitFor('ready'), infoOf(sample('kitchen')));
      await page.command('open-again');
      await page.settle();
      assertSameTrace(await page.waitFor('ready'), infoOf(sample('kitchen')));
    })),
  'Chromium: npx tracepane opens several traces on one axis': ({browser}) =>
    withServer([sample('kitchen'), sample('family')], (url) => withPage({browser, url}, {}, async (page) => {
      assert.equal((await page.waitFor('ready')).traces.length, 2);
    })),
  'Chromium: a large file is read by ranges, whole and packed, and a change of it is told': async ({browser}) => {
    const large = path.join(folder, 'large.dat');
    const packed = path.join(folder, 'packed.zip');
    await copyFile(LARGE, large);
    execFileSync('python3', ['-c', 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").write(sys.argv[2], "large.dat")', packed, large]);
    for (const trace of [large, packed]) {
      await withServer([trace], (url) => withPage({browser, url}, {}, async (page) => {
        const seen = [];
        page.context.on('response', (answer) => /\/trace\/\d/.test(answer.url()) && seen.push([answer.request().method(), answer.status()].join()));
        assertSameTrace(await page.waitFor('ready'), infoOf(LARGE));
        await page.page.reload();
        await page.until(() => page.page.evaluate(() => window.tracepane !== undefined), 30000, 'the page to start');
        assertSameTrace(await page.waitFor('ready'), infoOf(LARGE));
        const {rows} = await page.page.evaluate((text) => window.tracepane.query('sql', {text}), 'SELECT count(*) FROM event');
        assert.ok(rows[0][0] > 0);
        assert.ok(seen.length > 2 && seen.every((one) => one === 'HEAD,200' || one === 'GET,206'), seen.join(' '));
        await utimes(trace, 1, 1);
        await page.page.evaluate(() => dispatchEvent(new Event('focus')));
        await page.until(async () => (await page.state()).counts.warnings > 0, 10000, 'the change to be told');
        page.errors.length = 0;
      }));
    }
  },
  'the server hands out the page and what was named, by ranges, and nothing else': () => withServer([KERNEL], async (url) => {
    const whole = await readFile(KERNEL);
    const first = await ask(`${url}trace/0`);
    assert.equal(first.status, 200);
    assert.ok(first.body.equals(whole));
    const part = await ask(`${url}trace/0`, {headers: {Range: 'bytes=10-19'}});
    assert.deepEqual([part.status, part.headers['content-range']], [206, `bytes 10-19/${whole.length}`]);
    assert.ok(part.body.equals(whole.subarray(10, 20)));
    assert.ok((await ask(`${url}trace/0`, {headers: {Range: 'bytes=-5'}})).body.equals(whole.subarray(-5)));
    assert.equal((await ask(`${url}trace/0`, {headers: {Range: `bytes=${whole.length}-`}})).status, 416);
    const head = await ask(`${url}app.wasm`, {method: 'HEAD'});
    assert.deepEqual([head.status, head.headers['content-type'], head.body.length], [200, 'application/wasm', 0]);
    assert.match(head.headers['content-security-policy'], /default-src 'none'/);
    for (const name of ['trace/1', 'trace/-1', 'trace/__proto__', 'offline.js', '../package.json', '..%2fpackage.json', 'package.json', 'samples']) {
      assert.equal((await ask(url, {at: new URL(url).pathname + name})).status, 404, name);
    }
    assert.equal((await ask(url, {method: 'POST'})).status, 405);
    assert.equal((await ask(url, {at: '/'})).status, 404, 'without the token');
    assert.equal((await ask(url, {at: '/index.html'})).status, 404);
    assert.equal((await ask(url, {headers: {Host: 'evil.example.org'}})).status, 421, 'DNS rebinding');
  }),
  'what is no trace is told in a sentence': () => {
    const program = path.join(folder, 'node_modules/.bin/tracepane');
    assert.throws(() => execFileSync(program, ['/nowhere/trace.dat'], {stdio: 'pipe'}), (error) => /^tracepane: .*nowhere/.test(error.stderr));
    assert.throws(() => execFileSync(program, ['--prot', '1'], {stdio: 'pipe'}), (error) => /^tracepane: .*--prot/.test(error.stderr));
  },
  'the core answers as the command line does': async () => {
    const questions = ['SELECT name, count(*) AS n, sum(dur) AS time FROM slice WHERE dur >= 0 GROUP BY name ORDER BY n DESC, name',
      'SELECT * FROM thread ORDER BY 1', 'SELECT ts, name FROM event ORDER BY ts, name LIMIT 50', 'SELECT 9223372036854775807 AS big, 0.5 AS half, NULL AS none'];
    for (const where of [sample('kitchen'), KERNEL, dataPath('xray/fdr-v5.xray')]) {
      const trace = await open(where);
      try {
        for (const sql of questions.slice(0, 3)) assert.deepEqual(rowsOf(await trace.query(sql)), queryOf(where, sql), sql);
        assert.deepEqual((await trace.query(questions[3])).rows, [[9223372036854775807n, 0.5, null]]);
        assert.equal((await trace.info()).format, infoOf(where).format);
        assert.ok(trace.files.every(({path: name, size}) => name && size > 0));
      } finally {
        await trace.close();
      }
    }
  },
  'the core writes what the command line writes': async () => {
    const trace = await open([sample('kitchen')]);
    const sql = 'SELECT name, dur, \'a "word", and\' AS words, NULL AS none, 1.5 AS half FROM slice ORDER BY id LIMIT 20';
    try {
      for (const format of ['csv', 'json', 'jsonl']) {
        const printed = execFileSync(path.join(ROOT, 'build/native/tracepane'), ['query', sample('kitchen'), sql, '--format', format], {encoding: 'utf8'});
        const written = await trace.text(sql, {format});
        // How a fraction is written is not the same.
        if (format === 'json') assert.deepEqual(JSON.parse(written), JSON.parse(printed));
        else assert.equal(written, printed, format);
      }
      assert.ok(Buffer.from(await trace.parquet('slices')).equals(exportedTable(sample('kitchen'), 'slices')));
      await assert.rejects(trace.text(sql, {format: 'xml'}), /no format "xml"/);
    } finally {
      await trace.close();
    }
  },
  'questions: a limit, a mistake, one that is stopped, and files that change': async () => {
    const copy = path.join(folder, 'trace.dat');
    await copyFile(KERNEL, copy);
    const trace = await open(copy);
    try {
      const some = await trace.query('SELECT ts FROM event', {limit: 3});
      assert.deepEqual([some.rows.length, some.cut], [3, true]);
      await assert.rejects(trace.query('SELECT nosuch FROM event'), /no such column/);
      const endless = trace.query('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n', {signal: AbortSignal.timeout(500)});
      const next = trace.query('SELECT 1');
      await assert.rejects(endless, {name: 'TimeoutError'});
      assert.deepEqual((await next).rows, [[1]]);
      await writeFile(copy, (await readFile(KERNEL)).subarray(0, 5000));
      await assert.rejects(trace.query('SELECT count(*) FROM event'), /changed|shorter|read/);
    } finally {
      await trace.close();
    }
    await assert.rejects(trace.query('SELECT 1'), /closed/);
    await assert.rejects(open(path.join(folder, 'package.json')), Error);
    await assert.rejects(open('/nowhere'), /ENOENT/);
  },
};

const browser = await launch();
await runAll(tests, {browser});
await browser?.close();
await rm(folder, {recursive: true});
