// What was opened on this page before: samples, and traces of the page's own host by their addresses. Files that were dropped or
// chosen are not among them, because a page can't open these again by itself.
import {askedUrls} from './asked_traces.js';
import {isEmbedded} from './embed.js';

const KEY = 'tracepane recent'; // in localStorage
const MOST = 6;

const tracesOf = (search) => `?${new URLSearchParams(new URLSearchParams(search).getAll('trace').map((one) => ['trace', one]))}`;
const same = (one, other) => one.sample === other.sample && one.search === other.search;

export class Recent {
  // `base`: what addresses are relative to.
  constructor(base) {
    this.base = base;
  }

  // Returns what can be opened again, the last first: {sample} with the name of one of `samples`, or {search}, that of an address.
  list(samples) {
    return this.#all().filter((one) => this.#name(one, samples) !== null).slice(0, MOST);
  }

  // Their names, for people.
  names(samples) {
    return this.list(samples).map((one) => this.#name(one, samples));
  }

  // `one`: {sample} or {search}, of which other parts than the traces are left out.
  add({sample, search}) {
    const one = sample ? {sample} : {search: tracesOf(search)};
    this.#keep([one, ...this.#all().filter((other) => !same(one, other))].slice(0, MOST));
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
  #name({sample, search}, samples) {
    if (sample) return samples.find(({name}) => name === sample)?.title ?? null;
    try {
      const urls = askedUrls(search, this.base);
      return urls.length > 0 ? urls.map(({pathname}) => decodeURIComponent(pathname.split('/').pop()) || 'trace').join(' + ') : null;
    } catch {
      return null;
    }
  }
}
