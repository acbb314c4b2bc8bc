// The page's own scripts under Node, where a test stands for the browser around them.
import {File} from 'node:buffer';
import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {after} from 'node:test';

const WEB = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../web');

// Node takes scripts for modules only where it is told that they are; each call loads them anew.
export async function load(name) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'scripts-'));
  after(() => rm(folder, {recursive: true}));
  await cp(WEB, folder, {recursive: true});
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  return import(pathToFileURL(path.join(folder, name)));
}

// The text of a classic script, for tests that run it themselves.
export function textOf(name) {
  return readFile(path.join(WEB, name), 'utf8');
}

// Browsers have it; of Node, only version 20 and later.
globalThis.File ??= File;

// What scripts find as globals.
export function globals(values) {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
  }
}

// The document of a page; of `inside`, the script elements in it.
export function documentWith(inside = [], container = null) {
  return {
    baseURI: 'https://trace.example.org/', querySelectorAll: () => inside, getElementById: () => container,
  };
}

// An element as web/inside.js finds it.
export function elementOf(dataset, bytes) {
  return {type: 'application/octet-stream;base64', dataset, textContent: `\n${Buffer.from(bytes).toString('base64')}\n`};
}

// Until all that is under way has been done, as far as it waits for nothing but promises.
export function quiet() {
  return new Promise((done) => { setTimeout(done, 5); });
}
