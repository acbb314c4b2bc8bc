// From what a person drops or chooses to a list of {path, file}.

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
  if (entry.isDirectory) {
    for (const child of await children(entry)) await collect(child, path + '/', found);
  } else {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push({path, file});
  }
}

// Entries must be asked for before the first await: the transfer is emptied after the event.
export function fromDrop(transfer) {
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.());
  const plain = [...transfer.files];
  return (async () => {
    if (entries.length === 0 || entries.some((entry) => !entry)) return fromList(plain);
    const found = [];
    for (const entry of entries) await collect(entry, '', found);
    return found;
  })();
}

export function fromList(files) {
  return [...files].map((file) => ({path: file.webkitRelativePath || file.name, file}));
}

// A sample, or whatever else lies on the page's own host.
export async function fromUrl(url, names) {
  const found = [];
  for (const name of names) {
    const answer = await fetch(new URL(name, url));
    if (!answer.ok) throw new Error(`${name}: the server answers ${answer.status}`);
    const path = names.length > 1 ? `${new URL(url).pathname.split('/').filter(Boolean).pop()}/${name}` : name;
    found.push({path, file: new File([await answer.blob()], name.split('/').pop())});
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

// Both, the later ones as a drop of their own. Where their outermost names are taken, they are numbered.
export function numbered(before, files, drop = Math.max(-1, ...before.map((entry) => entry.drop ?? 0)) + 1) {
  const top = ({path}) => path.split('/')[0];
  const tops = new Set(before.map(top));
  const suffix = files.some((one) => tops.has(top(one))) ? ` (${drop + 1})` : '';
  return [...before, ...files.map(({path, file}) =>
    ({path: withSuffix(path, suffix), file, drop, from: path}))];
}

// The number of the drop that was the same files; null where there is none.
export function sameDrop(before, files) {
  const mark = (all) => all.map(({path, from, file}) => `${from ?? path} ${file.size}`).sort().join('\n');
  const wanted = mark(files);
  for (const [drop, entries] of dropsOf(before)) if (mark(entries) === wanted) return drop;
  return null;
}
