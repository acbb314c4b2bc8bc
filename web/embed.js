// The page in a frame of another page (docs/embedding.md). It does what window.tracepane does when the parent asks by a
// message, and answers nobody else. embed.json beside the page lists the origins that may ask.

// Returns whether a text is the origin of a page. "null" is not: every page without an origin of its own has it. Nor is a
// text with "*", which new URL() would accept as a part of a host.
function isOrigin(text) {
  try {
    return typeof text === 'string' && text !== 'null' && !text.includes('*') && new URL(text).origin === text;
  } catch {
    return false;
  }
}

async function listed() {
  try {
    const answer = await fetch('embed.json', {cache: 'no-cache', mode: 'same-origin'});
    const {origins} = await answer.json();
    return Array.isArray(origins) ? origins.filter(isOrigin) : [];
  } catch {
    return [];
  }
}

// Returns the origins of the pages around this one, the parent's first; null if the browser does not tell.
function around() {
  if (location.ancestorOrigins) return [...location.ancestorOrigins];
  try {
    return [parent.location.origin];
  } catch {
    return null;
  }
}

export function isEmbedded() {
  return parent !== window;
}

// Answers messages of the parent by `door`, which is window.tracepane. `tell()` shows a notice to the user, if the page
// around this one is not listed.
export async function listenToParent(door, tell) {
  if (!isEmbedded()) return undefined;
  const asked = new URLSearchParams(location.search).get('embedded') === '1';
  const origins = new Set([location.origin, ...await listed()].filter(isOrigin));
  const known = around();
  const apart = () => tell('This page does not talk to the page around it: that one learns nothing of what is opened here.');
  if (!asked || (known ? !known.every((origin) => origins.has(origin)) : origins.size < 2)) return apart();
  return addEventListener('message', async ({data, source, origin}) => {
    const what = data?.tracepane;
    if (source !== parent || typeof what !== 'string' || what === 'answer') return undefined;
    if (!origins.has(origin)) return apart();
    const answer = {tracepane: 'answer', id: data.id};
    try {
      if (what === 'state' || what === 'tracks') answer.value = door[what]();
      else if (what === 'version') answer.value = door.version;
      else if (what === 'command' || what === 'query') answer.value = await door[what](String(data.args?.[0]), data.args?.[1] ?? []);
      else if (what === 'open' && Array.isArray(data.files)) answer.value = await door.open(data.files, {add: data.add === true});
      else answer.error = `there is no "${what}"`;
    } catch (error) {
      answer.error = String(error?.message ?? error);
    }
    return source.postMessage(answer, {targetOrigin: origin});
  });
}
