// What was opened on this page before: samples, traces of the page's own host by their addresses, and what was dropped, where
// the browser gives handles of it (web/dropped.js). Files that were chosen are not among them, because a page can't open these
// again by itself.
import {askedUrls} from './asked_traces.js';
import {isEmbedded} from './embed.js';

const KEY = 'tracepane recent'; // in localStorage
const MOST = 6;

const tracesOf = (search) => `?${new URLSearchParams(new URLSearchParams(search).getAll('trace').map((one) => ['trace', one]))}`;
const same = (one, other) => one.sample === other.sample && one.search === other.search && one.dropped === other.dropped;

export class Recent {
  // `base`: what addresses are relative to.
  constructor(base) {
    this.base = base;
  }

  // Returns what can be opened again, the last first: {sample} with the name of one of `samples`, {search}, that of an address, or
  // {dropped, name} with the key of handles.
  list(samples) {
    return this.#all().filter((one) => this.#name(one, samples) !== null).slice(0, MOST);
  }

  // Their names, for people.
  names(samples) {
    return this.list(samples).map((one) => this.#name(one, samples));
  }

  // `one`: as list() returns it; of {search}, other parts than the traces are left out.
  add({sample, search, dropped, name}) {
    const one = sample ? {sample} : dropped ? {dropped, name} : {search: tracesOf(search)};
    this.#keep([one, ...this.#all().filter((other) => !same(one, other))].slice(0, MOST));
  }

  // Takes one out.
  remove(one) {
    this.#keep(this.#all().filter((other) => !same(one, other)));
  }

  // The keys of handles that are still listed.
  keys() {
    return this.#all().map(({dropped}) => dropped).filter(Boolean);
  }

  clear() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  }

  #all() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((one) => one !== null && typeof one === 'object') : [];
    } catch {
      return [];
    }
  }

  // A page in a frame is somebody else's visit.
  #keep(list) {
    if (isEmbedded()) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      // Nothing is kept.
    }
  }

  // Null: it can't be opened here.
  #name({sample, search, dropped, name}, samples) {
    if (dropped) return typeof name === 'string' && name !== '' ? name : null;
    if (sample) return samples.find(({name}) => name === sample)?.title ?? null;
    try {
      const urls = askedUrls(search, this.base);
      return urls.length > 0 ? urls.map(({pathname}) => decodeURIComponent(pathname.split('/').pop()) || 'trace').join(' + ') : null;
    } catch {
      return null;
    }
  }
}
