// Makes a list of {path, file} of what the user drops or chooses. If the files can be listed anew as they are later,
// each element has a function `again` that does so. What can't be read has an empty file, and `unreadable` says why.
import {fileOf} from './parts.js';

// readEntries() returns a part at a time, and finally an empty one.
async function children(directory) {
  const reader = directory.createReader();
  const all = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}

async function collect(entry, prefix, found) {
  const path = prefix + entry.name;
  try {
    if (!entry.isDirectory) {
      found.push({path, file: await new Promise((resolve, reject) => entry.file(resolve, reject))});
      return;
    }
    const inside = await children(entry);
    for (const child of inside) await collect(child, path + '/', found);
  } catch (error) {
    found.push({path, file: new File([], entry.name), unreadable: error.message || error.name});
  }
}

async function collectAll(entries) {
  const found = [];
  for (const entry of entries) await collect(entry, '', found);
  const wrong = found.find(({unreadable}) => unreadable);
  if (wrong && found.every(({unreadable}) => unreadable)) throw new Error(`${wrong.path}: ${wrong.unreadable}`);
  // Listing the entries again reads folders and files anew.
  return found.map((one) => ({...one, again: () => collectAll(entries)}));
}

// A page that was opened as a file can't read entries in Chromium, but handles. This one has the interface of an entry.
class HandleEntry {
  constructor(handle) {
    this.handle = handle;
    this.name = handle.name;
    this.isDirectory = handle.kind === 'directory';
  }
  file(done, failed) {
    this.handle.getFile().then(done, failed);
  }
  createReader() {
    const all = this.handle.values();
    return {
      async readEntries(done, failed) {
        try {
          const {value} = await all.next();
          done(value ? [new HandleEntry(value)] : []);
        } catch (error) {
          failed(error);
        }
      },
    };
  }
}

// Lists what these handles stand for.
export function fromHandles(handles) {
  return collectAll(handles.map((handle) => new HandleEntry(handle)));
}

// Entries must be taken before the first await: the transfer is emptied after the event.
export function fromDrop(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  if (location.protocol === 'file:' && items.length > 0 && items.every((item) => item.getAsFileSystemHandle)) {
    return Promise.all(items.map((item) => item.getAsFileSystemHandle())).then(fromHandles);
  }
  const entries = items.map((item) => item.webkitGetAsEntry?.());
  const plain = [...transfer.files];
  return (async () => {
    if (entries.length === 0 || entries.some((entry) => !entry)) return fromList(plain);
    return collectAll(entries);
  })();
}

export function fromList(files) {
  return [...files].map((file) => ({path: file.webkitRelativePath || file.name, file}));
}

// Fetches a sample, or other files from the page's own host. `url`: of their folder, with the slash at its end.
export async function fromUrl(url, names) {
  const found = [];
  for (const name of names) {
    const path = names.length > 1 ? `${url.split('/').filter(Boolean).pop()}/${name}` : name;
    const file = new File([await fileOf(url + name)], name.split('/').pop());
    found.push({path, file, again: () => fromUrl(url, names)});
  }
  return found;
}

// Groups files by the number of their drop.
function dropsOf(files) {
  const drops = new Map();
  for (const entry of files) {
    const drop = entry.drop ?? 0;
    if (!drops.has(drop)) drops.set(drop, []);
    drops.get(drop).push(entry);
  }
  return drops;
}

// The name of the whole: the common folder or the only file, up to three of these joined, else the number of files. For
// several drops, the names of all.
export function nameOf(files) {
  if (files.length === 0) return '';
  const drops = dropsOf(files);
  if (drops.size > 1) return [...drops.values()].map(nameOf).join(' + ');
  const tops = new Set(files.map(({path}) => path.split('/')[0]));
  const FEW = 3;
  if (tops.size <= FEW) return [...tops].join(' + ');
  return `${files.length} files`;
}

// Appends a suffix to the outermost folder's name, or inserts it before a file's extension.
function withSuffix(path, suffix) {
  const slash = path.indexOf('/');
  const at = slash >= 0 ? slash : path.lastIndexOf('.');
  return at < 0 ? path + suffix : path.slice(0, at) + suffix + path.slice(at);
}

// Not Math.max(...): there may be more files than a call can have arguments.
function nextDrop(files) {
  return files.reduce((next, {drop = 0}) => Math.max(next, drop + 1), 0);
}

// Returns both lists, the files as drop number `drop`. If outermost names occur in both, a number is appended to those
// of `files`.
export function numbered(before, files, drop = nextDrop(before)) {
  const top = ({path}) => path.split('/')[0];
  const tops = new Set(before.map(top));
  // A name that is taken gets a number, which may be taken by a file that came with it.
  const taken = (suffix) => files.some(({path}) => tops.has(top({path: withSuffix(path, suffix)})));
  let suffix = '';
  for (let number = drop + 1; taken(suffix); ++number) suffix = ` (${number})`;
  return [...before, ...files.map((one) => ({...one, path: withSuffix(one.path, suffix), drop, from: one.path}))];
}

// Returns everything that is open as it is now. A drop that can't be listed again is replaced by `chosen`, which the
// user has chosen once more; returns null if that is missing.
export async function openedAgain(files, chosen) {
  let fresh = [];
  for (const [drop, entries] of [...dropsOf(files)].sort(([a], [b]) => a - b)) {
    const {again, beside = ''} = entries[0];
    const listed = again ? await again() : chosen;
    if (!listed) return null;
    // A later drop may lie beside only a part of the earlier ones.
    const before = fresh.filter(({path}) => path.startsWith(beside));
    fresh = numbered(before, listed.map((one) => ({...one, beside})), drop);
  }
  return fresh;
}

// Returns the number of the drop that has the same paths and sizes as `files`; null if there is none.
export function sameDrop(before, files) {
  const mark = (all) => all.map(({path, from, file}) => `${from ?? path} ${file.size}`).sort().join('\n');
  const wanted = mark(files);
  for (const [drop, entries] of dropsOf(before)) if (mark(entries) === wanted) return drop;
  return null;
}
