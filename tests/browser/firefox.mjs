// The same page in Firefox, which draws WebGL 2 only with a window: run under a virtual screen.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import {infoOf, PICTURES, sample, Skip, withWorkers} from './support.mjs';

const PROGRAM = '/usr/bin/firefox-esr';

async function withScreen(use) {
  const screen = 90 + (process.pid % 100);
  const server = spawn('Xvfb', [`:${screen}`, '-screen', '0', '1400x900x24'], {stdio: 'ignore'});
  try {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await use(`:${screen}`);
  } finally {
    server.kill();
  }
}

function hasXvfb() {
  try {
    execFileSync('which', ['Xvfb']);
    return true;
  } catch {
    return false;
  }
}

async function until(holds, what) {
  for (const end = Date.now() + 60000; !(await holds());) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// A page in Firefox. `use` gets it with what waits for it: opened() for the trace that is opened, whose state it returns.
export async function withFirefox(url, use) {
  if (!existsSync(PROGRAM)) throw new Skip('there is no Firefox');
  if (!hasXvfb()) throw new Skip('there is no Xvfb for it to draw on');
  await withScreen(async (display) => {
    const browser = await puppeteer.launch({
      browser: 'firefox', executablePath: PROGRAM, headless: false, protocol: 'webDriverBiDi',
      extraPrefsFirefox: {'webgl.force-enabled': true},
      env: {...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', MOZ_X11_EGL: '1', HOME: process.env.HOME ?? homedir()},
    });
    try {
      const page = await browser.newPage();
      await page.setViewport({width: 1280, height: 720});
      await page.goto(withWorkers(url));
      await until(() => page.evaluate(() => window.tracepane !== undefined), 'the page to start');
      const state = () => page.evaluate(() => window.tracepane.state());
      await use(page, {
        async opened() {
          await until(async () => ['ready', 'failed'].includes((await state()).phase), 'the trace');
          return state();
        },
      });
    } finally {
      await browser.close();
    }
  });
}

// Opens the files of a folder, and checks that it is read and drawn.
export async function opensInFirefox(page, opened) {
  const folder = sample('kitchen');
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  await (await page.$('#files')).uploadFile(...files);
  const final = await opened();
  assert.equal(final.phase, 'ready', final.error);
  assert.equal(final.counts.records, infoOf(folder).counts.records);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const tracks = await page.evaluate(() => window.tracepane.tracks());
  assert.ok(tracks.some((track) => track.drawn > 0), 'nothing is drawn');
}

export const tests = {
  'firefox: opens a directory and draws it': ({url}) => withFirefox(url, async (page, {opened}) => {
    await opensInFirefox(page, opened);
    await page.screenshot({path: path.join(PICTURES, 'firefox.png')});
  }),
};
