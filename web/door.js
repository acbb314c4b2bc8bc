// window.tracepane: what scripts ask of the page (docs/api.md).
import {fromList, fromUrl} from './files.js';

// Of this interface: the first number grows when something that scripts use changes its meaning.
const API_VERSION = '1.6';

// A list, one word, or an object whose values are meant: {trace: 2, offset: '-1.5 ms'}.
function listed(args) {
  return (args !== null && typeof args === 'object' ? Object.values(args) : [args]).map(String);
}

// `page` has what it passes on to: `opening` (web/opening.js), `openSample`, `state`, `tracks`, `run` of a command, which
// returns whether it was done, and `ask` of a query.
export function door(page) {
  return {
    version: API_VERSION,
    // A FileList, an array of Files or of {path, file}, or the URL of a file on this host; with `add`, beside what is
    // open.
    async open(filesOrUrl, {add: beside = false} = {}) {
      if (typeof filesOrUrl === 'string') {
        const url = new URL(filesOrUrl, document.baseURI);
        const name = url.pathname.split('/').pop();
        return page.opening.openOrTell(fromUrl(new URL('.', url).href, [name]), beside);
      }
      const given = [...filesOrUrl];
      const list = given[0]?.file ? given : fromList(given);
      return beside ? page.opening.openOrTell(list, true) : page.opening.open(list);
    },
    openSample: page.openSample,
    state: page.state,
    tracks: page.tracks,
    // `args`: as for listed().
    command: (id, args = []) => page.run(id, listed(args)),
    // A promise of what docs/api.md lists: null for a kind that is not known, and where there is nothing to answer.
    query: (kind, args = []) => page.ask(String(kind), listed(args)),
  };
}
