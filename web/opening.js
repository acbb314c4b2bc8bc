// What is open: which files, how they lie beside each other, and the workers that decode them; what becomes of further
// drops, and of workers that break down.
import {nameOf, numbered, openedAgain, sameDrop} from './files.js';
import {Workers} from './workers.js';

// More than that is no program or map beside a log, but a trace of its own.
const MOST_ADDED = 16;

// Of several traces that were dropped, the folder of the one that was chosen.
function onlyOf(how) {
  const at = how.search(/(^| )only /);
  return at < 0 ? '' : how.slice(how.indexOf('only ', at) + 5);
}

export class Opening {
  workers = null;
  #page;
  #files = [];        // each with the number of the drop that it came with
  #how = '';          // core/joint/join_options.h
  #instead = null;    // what to go back to where nothing comes of what is opened: {files, how}
  #repeated = false;  // it is read once more, because a worker broke down

  // Drops come while the ones before are still listed.
  #coming = Promise.resolve();
  #drops = 0;
  #replacing = 0;

  // `page`: begin({name, bytes, workers, how, again}), receive(worker, bytes), fail(words) in the place of the trace,
  // tell(words) beside it; phase(), error() and name() of the session; wantedWorkers(); choose(id, what): asks the
  // person for files.
  constructor(page) {
    this.#page = page;
  }

  isOpen() {
    return this.workers !== null && ['indexing', 'ready'].includes(this.#page.phase());
  }

  open(files, {how = '', again = false, instead = null, repeated = false} = {}) {
    this.#end();
    this.#files = files;
    this.#how = how;
    this.#instead = instead;
    this.#repeated = repeated;
    if (files.length === 0) return this.#page.fail('There is no file in what was dropped.');
    const opened = new Workers(files, how, this.#page.wantedWorkers(), (worker, bytes) => {
      if (this.workers !== opened) return;
      this.#page.receive(worker, bytes);
      if (this.#instead) this.#follow();
    }, (reason) => {
      if (this.workers === opened) this.#broken(reason);
    });
    this.workers = opened;
    return this.#page.begin({
      name: onlyOf(how).replace(/\/$/, '') || nameOf(files),
      bytes: files.reduce((sum, {file}) => sum + file.size, 0),
      workers: opened.count, how, again,
    });
  }

  // In another way: other traces of it, or at other offsets.
  reopen(how) {
    return this.open(this.#files, {how, again: onlyOf(how) === onlyOf(this.#how)});
  }

  // Lays further files beside what is open.
  add(files) {
    const only = onlyOf(this.#how);
    const before = this.#files.filter(({path}) => path.startsWith(only));
    const how = this.#how.slice(0, this.#how.length - (only ? only.length + 5 : 0)).replace(/keep \d+ |last-is-trace /g, '');
    const known = sameDrop(before, files);
    if (known !== null) {
      // Once more the same: as it is by now.
      const fresh = numbered(before.filter(({drop = 0}) => drop !== known), files, known);
      return this.open(fresh, {how, again: true});
    }
    const beside = files.map((one) => ({...one, beside: only}));
    this.open(numbered(before, beside),
      {how: `${how}last-is-trace `, again: true, instead: {files: this.#files, how: this.#how}});
    return this.#page.tell(`${nameOf(files)} lies beside what was open; with Shift, a drop opens instead of it`);
  }

  // What is open, as its files are by now. `chosen`: what the person has chosen once more, because a page may read what
  // was chosen only as it was then.
  async openAgain(chosen = null) {
    const before = this.#files;
    try {
      const fresh = await openedAgain(before, chosen);
      if (this.#files !== before) return;
      if (fresh) {
        this.open(fresh, {how: this.#how, again: true});
      } else {
        this.#page.tell(
          `Choose ${nameOf(before)} once more: the browser shows this page what was chosen only as it was then`);
        this.#page.choose(before.some(({path}) => path.includes('/')) ? 'directory' : 'files', 'again');
      }
    } catch (error) {
      this.#page.tell(`It can't be opened again: ${error.message}`);
    }
  }

  // Listing a folder takes its time, so that the next drop may be there before: what lies beside waits for what it is to
  // lie beside; what takes the place of all waits for nothing, and what came before it is of no use any more.
  openOrTell(files, beside = false) {
    const mine = ++this.#drops;
    if (!beside) this.#replacing = mine;
    const stale = () => this.#replacing > mine;
    const before = beside ? this.#coming : null;
    this.#coming = (async () => {
      try {
        const listed = await files;
        await before;
        if (!stale()) await this.#take(listed, beside, stale);
      } catch (error) {
        if (stale()) return;
        const why = `What was dropped can't be read: ${error.message}`;
        if (beside && this.isOpen()) {
          this.#page.tell(why);
          return;
        }
        // It is told where a trace would be.
        this.#end();
        this.#page.fail(why);
      }
    })();
    return this.#coming;
  }

  // What belongs to the open trace, such as the program of a log without names, is added to it; all else is a trace of
  // its own, which lies beside the open one or takes its place.
  async #take(files, beside, stale) {
    const asked = this.workers;
    const added = asked !== null && files.length > 0 && files.length <= MOST_ADDED ? await asked.add(files) : false;
    if (added) {
      if (this.workers !== asked) return undefined;
      // Each by itself: they are no trace together either.
      for (const one of files) {
        const again = one.again && (async () => (await one.again()).filter(({path}) => path === one.path));
        this.#files = numbered(this.#files, [{...one, again}]);
      }
      return this.#page.tell(`${nameOf(files)} is added to ${this.#page.name()}`);
    }
    if (stale()) return undefined;
    // It may be what they broke down of: it does not take the place of the open trace.
    if (added === null) {
      return this.#page.tell(`${nameOf(files)} is not added: what was open is read once more. Drop it again`);
    }
    if (files.length === 0 && this.isOpen()) return this.#page.tell('There is no file in what was dropped.');
    return beside && this.isOpen() ? this.add(files) : this.open(files);
  }

  #end() {
    this.workers?.end();
    this.workers = null;
  }

  #follow() {
    const phase = this.#page.phase();
    if (phase === 'failed') this.#goBack(this.#page.error());
    else if (phase !== 'opening' && phase !== 'indexing') this.#instead = null;
  }

  #goBack(why) {
    const {files, how} = this.#instead;
    this.open(files, {how, again: true});
    this.#page.tell(`Not laid beside this trace: ${why}`);
  }

  // A worker can't go on, and what it alone knew is gone. What was laid beside a trace does not take that down; what was
  // open is read once more, with its view: memory may have been short, or a file odd at one place. Of what breaks once
  // more, nothing better is to be had.
  #broken(reason) {
    const why = `a decode worker broke down (${reason})`;
    const phase = this.#page.phase();
    this.#end();
    // Nobody waits for it any more: it was cancelled, or can't be opened, which has been told.
    if (phase === 'empty' || phase === 'failed') return undefined;
    if (this.#instead) {
      this.#page.fail(why);
      return this.#goBack(why);
    }
    if (phase === 'ready' && !this.#repeated) {
      this.open(this.#files, {how: this.#how, again: true, repeated: true});
      return this.#page.tell(`What is open is read once more: ${why}`);
    }
    return this.#page.fail(
      `A decode worker broke down (${reason}). The page still works: drop something else, or this once more.`);
  }
}
