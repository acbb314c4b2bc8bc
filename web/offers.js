// What the page without a trace offers: samples, and what was opened before.
import {allowedHandles, forgetHandles, keepHandles} from './dropped.js';
import {isEmbedded} from './embed.js';
import {fromHandles, fromUrl} from './files.js';
import {Recent} from './recent.js';

export class Offers {
  samples = []; // as samples/manifest.json lists them
  #recent = new Recent(document.baseURI);
  #page;

  // `page` has `open(files)` of a sample, `openDropped(files)`, and `told(names)`, which takes what was opened before.
  constructor(page) {
    this.#page = page;
  }

  openSample(number) {
    const sample = this.samples[number];
    if (!sample) throw new RangeError(`there is no sample ${number}`);
    this.note({sample: sample.name});
    return this.#page.open(fromUrl(`samples/${sample.name}/`, sample.files));
  }

  openRecent(number) {
    const one = this.#recent.list(this.samples)[number];
    const {sample, search, dropped} = one;
    if (dropped) this.#page.openDropped(this.#listed(one));
    else if (sample) this.openSample(this.samples.findIndex(({name}) => name === sample));
    else location.assign(location.pathname + search);
  }

  async #listed(one) {
    const handles = await allowedHandles(one.dropped);
    if (!handles) {
      this.#recent.remove(one);
      this.tellRecent();
      throw new Error('the browser does not know any more where it was');
    }
    this.note(one);
    return (await fromHandles(handles)).map((file) => ({...file, handles: Promise.resolve(handles)}));
  }

  // Notes what was dropped, by the promise of its handles. What can't be kept is not offered.
  async noteDropped(handles, name) {
    if (isEmbedded()) return;
    try {
      const found = await handles;
      if (!found) return;
      this.note({dropped: await keepHandles(found), name});
      await forgetHandles(this.#recent.keys());
    } catch {
      // Storage is forbidden.
    }
  }

  note(one) {
    this.#recent.add(one);
    this.tellRecent();
  }

  tellRecent() {
    this.#page.told(this.#recent.names(this.samples));
  }

  clear() {
    this.#recent.clear();
    forgetHandles().catch(() => {});
  }
}
