// Glyphs of letters that the page's own fonts do not have.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {withPage} from './page.mjs';
import {PICTURES, ROOT} from './support.mjs';

const codes = (text) => [...text].map((letter) => letter.codePointAt(0));
const WANTED = codes('\u65e5\u672c\u8a9e\u6f22\u5b57\u304b\u306a\ud55c\uad6d\uc5b4\u0639\u0631\u0628\u05e9\u05dc\u05d5\u05dd\u{1f600}');

export const tests = {
  'glyphs: other scripts are drawn, each letter as its own picture': async (context) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'glyphs-'));
    try {
      const trace = path.join(folder, 'uftrace.data');
      execFileSync('python3', ['tests/tools/glyphs_trace.py', trace], {cwd: ROOT});
      await withPage(context, {}, async (page) => {
        await page.dropToOpen([trace]);
        await page.waitFor('ready');
        await page.command('tab', 'functions');
        const glyphs = () => page.page.evaluate(() => window.tracepane.query('glyphs'));
        await page.until(async () => (await glyphs()).length >= WANTED.length, 20000, 'the glyphs');
        await page.settle();
        const drawn = new Map((await glyphs()).map((one) => [one.codepoint, one]));
        for (const letter of WANTED) assert.ok(drawn.has(letter), `U+${letter.toString(16)} is not drawn`);
        // Whatever stands for letters that are none is the same picture for all of them.
        const pictures = new Set(WANTED.map((letter) => drawn.get(letter).picture));
        assert.equal(pictures.size, WANTED.length, JSON.stringify([...drawn.values()]));
        // What the page's own fonts have is theirs.
        for (const letter of codes('main\u041f\u03b1')) assert.ok(!drawn.has(letter), `U+${letter.toString(16)}`);
        await page.picture(PICTURES, 'glyphs');
      });
    } finally {
      await rm(folder, {recursive: true});
    }
  },
};
