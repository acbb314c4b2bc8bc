// The page's own files: beside it or, where the page is one file, inside it. No other script makes up their addresses.
import {elementsBy, unpacked} from './inside.js';

const blobs = new Map(); // by path: promises of what was inside
const ready = new Map(); // by path: what was inside and has been brought

function isInside(path) {
  return blobs.has(path) || elementsBy('part').has(path);
}

function inside(path) {
  if (!blobs.has(path)) blobs.set(path, unpacked(path, elementsBy('part').get(path)));
  return blobs.get(path);
}

// Returns a promise of the bytes of a file, as a Blob.
export async function fileOf(path) {
  if (isInside(path)) return inside(path);
  const answer = await fetch(new URL(path, document.baseURI), {mode: 'same-origin'});
  if (!answer.ok) throw new Error(`${path.split('/').pop()}: the server answers ${answer.status}`);
  return answer.blob();
}

// Returns a promise of what the script of a module has to be told of where its WebAssembly is.
export async function wasmOf(path) {
  return isInside(path) ? {wasmBinary: new Uint8Array(await (await inside(path)).arrayBuffer())} : {};
}

// Must be done before workerOf() makes a worker of these files.
export async function bring(script, wasm) {
  await Promise.all([script, wasm].filter(isInside).map(async (path) => ready.set(path, await inside(path))));
}

// Makes a worker. From inside of a page, it can fetch nothing, so its WebAssembly is its first message (web/core_memory.js).
export function workerOf(script, wasm) {
  if (!ready.has(script)) return new Worker(new URL(script, import.meta.url));
  const url = URL.createObjectURL(ready.get(script));
  const worker = new Worker(url, {name: 'inside'});
  worker.postMessage(ready.get(wasm));
  URL.revokeObjectURL(url);
  return worker;
}
