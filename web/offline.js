// The service worker: keeps a copy of the page's own files, so that the page opens without a network. The network is
// always asked first and the copy is used only if that fails, so that no old page outlives a new version.

// What is only loaded when it is first asked for: a copy of it is kept from then on.
const LATER = /^(sql|help\/|one-file\.html$)/;
// The manual, whose pages work each by itself, so that they need not be of one version.
const MANUAL = /^help\//;

// The SHA-256 of each file, by path; filled in when the page is bundled (cmake/bundle.cmake).
const FILES = {};
const PREFIX = `tracepane ${registration.scope} `;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function nameOfCopy() {
  const bytes = new TextEncoder().encode(JSON.stringify(FILES));
  return PREFIX + hex(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16);
}

async function isOfThisVersion(path, answer) {
  const found = hex(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()));
  return answer.ok && found === FILES[path];
}

async function keepLater(path, answer) {
  if (MANUAL.test(path) ? answer.ok : await isOfThisVersion(path, answer)) await (await caches.open(await nameOfCopy())).put(path, answer);
}

// All files or none: files of two versions do not work together.
async function keepCopy() {
  const name = await nameOfCopy();
  const cache = await caches.open(name);
  const keep = async ([path]) => {
    const answer = await fetch(path, {cache: 'no-cache'});
    if (!await isOfThisVersion(path, answer)) throw new Error(`${path} is of another version`);
    await cache.put(path, answer);
  };
  try {
    await Promise.all(Object.entries(FILES).filter(([path]) => !LATER.test(path)).map(keep));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

async function dropOthers() {
  const own = await nameOfCopy();
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function answerOf(request, path) {
  try {
    const answer = await fetch(request);
    if (LATER.test(path)) keepLater(path, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const kept = await (await caches.open(await nameOfCopy())).match(path);
    if (kept) return kept;
    throw error;
  }
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(keepCopy());
});

addEventListener('activate', (event) => event.waitUntil(dropOthers()));

addEventListener('fetch', (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || request.headers.has('Range') || !url.href.startsWith(registration.scope)) return;
  const path = url.origin + url.pathname === registration.scope ? 'index.html'
    : (url.origin + url.pathname).slice(registration.scope.length);
  if (Object.hasOwn(FILES, path) || MANUAL.test(path)) event.respondWith(answerOf(request, path));
});
