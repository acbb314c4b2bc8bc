// What was dropped on the page in earlier visits, as handles by which the browser reads the files where they lie, once the
// user has allowed it again. Browsers without such handles (Firefox, Safari) offer none. IndexedDB keeps them: they are
// no text.
const DATABASE = 'tracepane';
const STORE = 'dropped';

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore(mode, use) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await promised(opening);
  try {
    return await promised(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

async function same(one, other) {
  if (one.length !== other.length) return false;
  const alike = await Promise.all(one.map((handle, i) => handle.isSameEntry(other[i])));
  return alike.every(Boolean);
}

// Returns a promise of the handles of what was dropped; null if there are none. Must be called while the drop is handled.
export function handlesOf(transfer) {
  const items = [...transfer.items].filter(({kind}) => kind === 'file');
  if (items.length === 0 || !items.every((item) => item.getAsFileSystemHandle)) return Promise.resolve(null);
  return Promise.all(items.map((item) => item.getAsFileSystemHandle()))
    .then((handles) => (handles.every(Boolean) ? handles : null), () => null);
}

// Keeps handles, and resolves to the key by which they are found again: that of the same files if they are kept already.
export async function keepHandles(handles) {
  const keys = await withStore('readonly', (store) => store.getAllKeys());
  for (const key of keys) {
    const kept = await withStore('readonly', (store) => store.get(key));
    if (kept && await same(kept, handles)) return key;
  }
  const key = crypto.randomUUID();
  await withStore('readwrite', (store) => store.put(handles, key));
  return key;
}

// Resolves to the handles, which may be read now; null if there are none any more. Asks the user, so it must be called
// soon after a press. Throws if the user does not allow it.
export async function allowedHandles(key) {
  const handles = await withStore('readonly', (store) => store.get(key));
  if (!handles) return null;
  for (const handle of handles) {
    const asked = {mode: 'read'};
    if (await handle.queryPermission(asked) !== 'granted' && await handle.requestPermission(asked) !== 'granted') {
      throw new Error('the browser was not allowed to read it again');
    }
  }
  return handles;
}

// Forgets all handles but those of these keys.
export async function forgetHandles(keys = []) {
  const all = await withStore('readonly', (store) => store.getAllKeys());
  for (const key of all) if (!keys.includes(key)) await withStore('readwrite', (store) => store.delete(key));
}
