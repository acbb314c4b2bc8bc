// From what a person drops or chooses to a list of {path, file}. Where there is a way to have the same files once more as
// they are by then, all of a list have it as `again`. What can't be read is empty, and has `unreadable`: why.

// readEntries gives a part at a time, until it gives none.
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
  // Entries are read anew each time, and folders listed.
  return found.map((one) => ({...one, again: () => collectAll(entries)}));
}

// Entries must be asked for before the first await: the transfer is emptied after the event.
export function fromDrop(transfer) {
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.());
  const plain = [...transfer.files];
  return (async () => {
    if (entries.length === 0 || entries.some((entry) => !entry)) return fromList(plain);
    return collectAll(entries);
  })();
}

export function fromList(files) {
  return [...files].map((file) => ({path: file.webkitRelativePath || file.name, file}));
}

// A sample, or whatever else lies on the page's own host.
export async function fromUrl(url, names) {
  const found = [];
  for (const name of names) {
    const answer = await fetch(new URL(name, url), {mode: 'same-origin'});
    if (!answer.ok) throw new Error(`${name}: the server answers ${answer.status}`);
    const path = names.length > 1 ? `${new URL(url).pathname.split('/').filter(Boolean).pop()}/${name}` : name;
    const file = new File([await answer.blob()], name.split('/').pop());
    found.push({path, file, again: () => fromUrl(url, names)});
  }
  return found;
}

// By the number of their drop.
function dropsOf(files) {
  const drops = new Map();
  for (const entry of files) {
    const drop = entry.drop ?? 0;
    if (!drops.has(drop)) drops.set(drop, []);
    drops.get(drop).push(entry);
  }
  return drops;
}

// What the whole is called: the folder that all lie in, or the only file; of several drops, those of all.
export function nameOf(files) {
  if (files.length === 0) return '';
  const drops = dropsOf(files);
  if (drops.size > 1) return [...drops.values()].map(nameOf).join(' + ');
  const tops = new Set(files.map(({path}) => path.split('/')[0]));
  const FEW = 3;
  if (tops.size <= FEW) return [...tops].join(' + ');
  return `${files.length} files`;
}

// Behind the name of the outermost folder, or before the ending of a file.
function withSuffix(path, suffix) {
  const slash = path.indexOf('/');
  const at = slash >= 0 ? slash : path.lastIndexOf('.');
  return at < 0 ? path + suffix : path.slice(0, at) + suffix + path.slice(at);
}

// There may be more than a call takes arguments.
function nextDrop(files) {
  return files.reduce((next, {drop = 0}) => Math.max(next, drop + 1), 0);
}

// Both, the later ones as a drop of their own. Where their outermost names are taken, they are numbered.
export function numbered(before, files, drop = nextDrop(before)) {
  const top = ({path}) => path.split('/')[0];
  const tops = new Set(before.map(top));
  const suffix = files.some((one) => tops.has(top(one))) ? ` (${drop + 1})` : '';
  return [...before, ...files.map((one) => ({...one, path: withSuffix(one.path, suffix), drop, from: one.path}))];
}

// All that is open, as it is by now; `chosen`: in the place of the drop that nobody but the person can bring again. Null
// where that is missing.
export async function openedAgain(files, chosen) {
  let fresh = [];
  for (const [drop, entries] of [...dropsOf(files)].sort(([a], [b]) => a - b)) {
    const {again, beside = ''} = entries[0];
    const listed = again ? await again() : chosen;
    if (!listed) return null;
    // What came later may lie beside a part of them only.
    const before = fresh.filter(({path}) => path.startsWith(beside));
    fresh = numbered(before, listed.map((one) => ({...one, beside})), drop);
  }
  return fresh;
}

// The number of the drop that was the same files; null where there is none.
export function sameDrop(before, files) {
  const mark = (all) => all.map(({path, from, file}) => `${from ?? path} ${file.size}`).sort().join('\n');
  const wanted = mark(files);
  for (const [drop, entries] of dropsOf(before)) if (mark(entries) === wanted) return drop;
  return null;
}
