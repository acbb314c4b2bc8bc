// Files inside of the page, where the page is one file (docs/one-file.md): each is the text of a script element that is
// no script, base64 of its bytes or of these compressed by gzip. A file may be cut into several elements, in their order.

const TYPE = 'application/octet-stream;base64';
const STEP = 1 << 20; // characters that are decoded at once, a multiple of four
const BLOB = 4 << 20; // bytes that make a blob

const TYPES = {js: 'text/javascript', wasm: 'application/wasm', json: 'application/json'};

function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

function streamOf(text) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= text.length) return controller.close();
      controller.enqueue(bytesOf(text.slice(at, at + STEP)));
      at += STEP;
      return undefined;
    },
  });
}

// Returns the bytes of an element as parts of a Blob. It says how many there are, so that what was made to become huge
// is not unpacked any further.
async function partsOf(element) {
  const size = Number(element.dataset.size);
  let stream = streamOf(element.textContent.trim());
  if (element.dataset.packed === 'gzip') {
    if (!globalThis.DecompressionStream) throw new Error('this browser is too old to unpack what is in the page');
    stream = stream.pipeThrough(new DecompressionStream('gzip'));
  }
  const reader = stream.getReader();
  const parts = [];
  let chunks = [];
  let waiting = 0; // bytes in `chunks`
  let have = 0;
  // The browser may keep blobs on disk. Each takes it some time, so that chunks, which are small, share one.
  const flush = () => {
    parts.push(new Blob(chunks));
    chunks = [];
    waiting = 0;
  };
  for (let part; !(part = await reader.read()).done && have <= size;) {
    have += part.value.length;
    waiting += part.value.length;
    chunks.push(part.value);
    if (waiting >= BLOB) flush();
  }
  flush();
  if (have !== size) {
    reader.cancel().catch(() => {});
    throw new Error('what is in the page is damaged');
  }
  // Its text takes more memory than the bytes.
  element.textContent = '';
  return parts;
}

// Returns the elements of files, by the values of an attribute.
export function elementsBy(attribute, within = document) {
  const found = new Map();
  for (const element of within.querySelectorAll('script')) {
    const path = element.dataset[attribute];
    if (element.type !== TYPE || path === undefined) continue;
    if (!found.has(path)) found.set(path, []);
    found.get(path).push(element);
  }
  return found;
}

// Returns a promise of the Blob of the elements of one file, which are emptied.
export async function unpacked(path, elements) {
  const parts = [];
  for (const element of elements) parts.push(...await partsOf(element));
  return new Blob(parts, {type: TYPES[path.split('.').pop()] ?? ''});
}

// Base64 is the only form in which a page can hold bytes that may have any value.
function base64Of(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(',')[1] ?? '');
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}

// Returns a promise of the text of the element that holds a part of the page. A browser that can't compress leaves it as it is.
export async function elementOf(path, blob) {
  const packs = Boolean(globalThis.CompressionStream);
  const packed = packs ? await new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob() : blob;
  const name = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<script type="${TYPE}" data-part="${name}" data-size="${blob.size}"${packs ? ' data-packed="gzip"' : ''}>`
    + `${await base64Of(packed)}</script>\n`;
}
