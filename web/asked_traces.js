// The traces that the page's address asks for: ?trace=URL, once or more often. They lie on the page's own host, so that a link
// can't have the page fetch something of anybody else.
import {numbered} from './files.js';
import {served} from './inner_trace.js';

// Returns the addresses; an empty list if none is asked for. `search` is that of the page's address, `base` what they are
// relative to. Throws an Error for one that lies elsewhere.
export function askedUrls(search, base) {
  return new URLSearchParams(search).getAll('trace').map((text) => {
    let url = null;
    try {
      url = new URL(text, base);
    } catch {
      throw new Error(`${text}: this is no address`);
    }
    if (!/^https?:$/.test(url.protocol) || url.origin !== new URL(base).origin) {
      throw new Error(`${text}: the page opens traces of its own host only`);
    }
    return url;
  });
}

// Returns the files at these addresses, each a drop of its own, as web/files.js lists them.
export async function askedFiles(urls) {
  const list = async (some) => {
    let files = [];
    for (const url of some) {
      const path = decodeURIComponent(url.pathname.split('/').pop()) || 'trace';
      const one = {path, file: await served(url.href, path), again: () => list([url])};
      files = numbered(files, [one]);
    }
    return files;
  };
  return list(urls);
}
