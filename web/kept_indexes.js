// Keeps the index of a large trace for when it is opened again, and finds one that was kept (web/index_store.js).
import {isEmbedded} from './embed.js';
import {eachBlock} from './index_blocks.js';
import {elementsBy} from './inside.js';

const LEAST_BYTES = 16 << 20;  // of all files: smaller ones are read faster than they are looked up
const LEAST_TIME = 500;        // ms that an index took which is worth keeping

export class KeptIndexes {
  busy = false;  // an index is being written
  #core;
  #build;
  #store = null;
  #asked = new Map();  // by number: {answer, take}
  #number = 0;
  #keeping = 0;        // grows with each trace: what was kept before is not finished
  #found = null;       // the name under which the open trace's index is kept; null: it is not to be

  // `core`: take(block) takes a block of the index and returns whether it fits, complete() returns whether the index is
  // whole, dropped() drops what was taken; begin(), next() and block() are as for eachBlock().
  // wanted(): 'none', 'keep', or 'all' if those of small traces are kept, too. `build` stands for this build of the page;
  // empty: none is kept.
  constructor(core, build) {
    this.#core = core;
    this.#build = build;
  }

  // Gives the session the index of these files if one is kept. Returns false if there can be none, else a promise of
  // whether it did. `stale()` returns whether another trace is being opened.
  find(given, stale) {
    ++this.#keeping;
    this.#found = null;
    const size = given.files.reduce((sum, {file}) => sum + (file?.size ?? 0), 0);
    const worth = (size >= LEAST_BYTES || this.#core.wanted() === 'all') && given.files.every(({file}) => file);
    return worth && this.#mayKeep() && this.#look(given, stale);
  }

  async #look({files, notes, options, memory}, stale) {
    const take = (block) => !stale() && this.#core.take(block);
    const {name = null, whole = false} = await this.#ask({type: 'find', build: this.#build, files, notes, options: `${memory} ${options}`}, take);
    if (stale()) return false;
    if (whole && this.#core.complete()) return true;
    this.#core.dropped();
    this.#found = name;
    return false;
  }

  // Keeps the index of the trace that find() was asked for, once it is ready; `ms` is how long it took.
  async keep(ms) {
    const name = this.#found;
    this.#found = null;
    if (name === null || !this.#mayKeep() || (ms < LEAST_TIME && this.#core.wanted() !== 'all')) return;
    this.busy = true;
    await this.#write(name, this.#keeping);
    this.busy = false;
  }

  async #write(name, mine) {
    if ((await this.#ask({type: 'begin', name})).failed) return;
    const whole = await eachBlock(this.#core, async (block) =>
      mine === this.#keeping && !(await this.#ask({type: 'put', block}, null, [block.buffer])).failed);
    await this.#ask({type: whole ? 'finish' : 'drop'});
  }

  // Removes all that is kept.
  clear() {
    ++this.#keeping;
    if (this.#possible()) this.#ask({type: 'clear'});
  }

  #possible() {
    // A page that is one file has no other files beside it.
    return this.#build !== '' && !isEmbedded() && elementsBy('part').size === 0 && typeof CompressionStream === 'function' &&
      typeof navigator.storage?.getDirectory === 'function';
  }
  #mayKeep() {
    return this.#possible() && this.#core.wanted() !== 'none';
  }

  #startStore() {
    this.#store = new Worker(new URL('index_store.js', import.meta.url));
    this.#store.onmessage = ({data}) => this.#receive(data);
    // Nothing is kept any more.
    this.#store.onerror = (event) => {
      event.preventDefault?.();
      this.#build = '';
      for (const {answer} of this.#asked.values()) answer({failed: 'it stopped'});
      this.#asked.clear();
    };
  }

  #ask(message, take = null, moved = []) {
    if (!this.#store) this.#startStore();
    const id = ++this.#number;
    return new Promise((answer) => {
      this.#asked.set(id, {answer, take});
      this.#store.postMessage({...message, id}, moved);
    });
  }

  #receive({id, block, reply}) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (block) {
      this.#store.postMessage({type: 'taken', ok: asked.take(block)});
      return;
    }
    this.#asked.delete(id);
    asked.answer(reply);
  }
}
