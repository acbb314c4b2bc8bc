// What the page without a trace offers: samples, and what was opened before.
import {fromUrl} from './files.js';
import {Recent} from './recent.js';

export class Offers {
  samples = []; // as samples/manifest.json lists them
  #recent = new Recent(document.baseURI);
  #page;

  // `page` has `open(files)` of a sample, and `told(names)`, which takes what was opened before.
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
    const {sample, search} = this.#recent.list(this.samples)[number];
    if (sample) this.openSample(this.samples.findIndex(({name}) => name === sample));
    else location.assign(location.pathname + search);
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
  }
}
