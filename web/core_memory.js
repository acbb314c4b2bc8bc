// Starts a module of WebAssembly, and hands texts and numbers to it, for the workers that drive one.
/* exported wasmHere, withText, withNumbers */
'use strict';

// Returns a promise of what the script of a module has to be told of where its WebAssembly is: nothing where that is beside
// it; its bytes where the page is one file, which come as the first message (web/parts.js).
function wasmHere() {
  if (self.name !== 'inside') return Promise.resolve({});
  return new Promise((resolve) => {
    addEventListener('message', (event) => {
      event.stopImmediatePropagation();
      resolve(event.data.arrayBuffer().then((bytes) => ({wasmBinary: new Uint8Array(bytes)})));
    }, {once: true});
  });
}

// Calls `use` with the address of a text in the memory of `core`, as UTF-8 with a NUL behind it. It is valid during the call.
function withText(core, text, use) {
  const bytes = new TextEncoder().encode(text + '\0');
  const at = core._malloc(bytes.length) >>> 0;
  core.HEAPU8.set(bytes, at);
  use(at);
  core._free(at);
}

// Calls `use` with the address of `count` doubles, which it writes. Returns its result, and the numbers.
function withNumbers(core, count, use) {
  const at = core._malloc(8 * count) >>> 0;
  const result = use(at);
  const numbers = [...new Float64Array(core.HEAPU8.buffer, at, count)];
  core._free(at);
  return [result >>> 0, ...numbers];
}
