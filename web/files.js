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

// What the whole is called: the folder that all lie in, or the only file.
export function nameOf(files) {
  if (files.length === 0) return '';
  const tops = new Set(files.map(({path}) => path.split('/')[0]));
  if (tops.size === 1) return [...tops][0];
  return `${files.length} files`;
}
