// What is open: the files, the options by which they are joined, and the workers that decode them. Decides what becomes
// of further drops, and what happens when a worker breaks down.
import {nameOf, numbered, openedAgain, sameDrop} from './files.js';
import {Workers} from './workers.js';

export class Opening {
  workers = null;
  #page;
  #files = [];        // each with the number of its drop
  #how = '';          // JoinOptions::text(), core/joint/join_options.h
  #instead = null;    // {files, how} to go back to if what is being opened can't be
  #repeated = false;  // opened once more because a worker broke down
  #sample = false;    // what is open is a sample of the page

  // Drops may come while earlier ones are still being listed.
  #coming = Promise.resolve();
  #drops = 0;
  #replacing = 0;

  // `page`: begin({name, bytes, workers, how, again}), receive(worker, bytes), fail(text) shows a text in place of the
  // trace, tell(text) beside it for a while, refuse(text) beside it until something else is done; phase(), error() and
  // name() of the session; settings() with wanted and memory as for Workers; choose(id, what) asks the user for files; ways(how) and mostAdded() are
  // tpa_how() and tpa_most_added() of the core, whose rules for drops (core/session/drop.h) the window shares;
  // takesNotes(files) shows notes and returns true if these are some; findIndex(given, stale) is KeptIndexes.find().
  constructor(page) {
    this.#page = page;
  }

  isOpen() {
    return this.workers !== null && ['indexing', 'ready'].includes(this.#page.phase());
  }

  // What was dropped last of what is open: a promise of its handles, and its name; null if it was not dropped.
  lastDropped() {
    const last = this.#files.reduce((most, {drop = 0}) => Math.max(most, drop), 0);
    const files = this.#files.filter(({drop = 0}) => drop === last);
    return files.length > 0 && files[0].handles ? {handles: files[0].handles, name: nameOf(files.map(({path, from}) => ({path: from ?? path})))} : null;
  }

  isReady() {
    return this.workers !== null && this.#page.phase() === 'ready';
  }

  // Whether what is dropped may lie beside what is open. A sample was only looked at: a trace of one's own takes its place.
  takesBeside() {
    return this.isOpen() && !this.#sample;
  }

  // `anew`: read all of it, even if its index is kept.
  open(files, {how = '', again = false, instead = null, repeated = false, sample = false, anew = false} = {}) {
    this.#end();
    this.#files = files;
    this.#how = how;
    this.#instead = instead;
    this.#repeated = repeated;
    this.#sample = sample;
    if (files.length === 0) return this.#page.fail('There is no file in what was dropped.');
    const opened = new Workers(files, how, this.#page.settings(), {
      receive: (worker, bytes) => {
        if (this.workers !== opened) return;
        this.#page.receive(worker, bytes);
        if (this.#instead) this.#follow();
      },
      broken: (reason) => {
        if (this.workers === opened) this.#broken(reason);
      },
      find: (given) => (anew ? false : this.#page.findIndex(given, () => this.workers !== opened)),
    });
    this.workers = opened;
    return this.#page.begin({
      name: this.#page.ways(how).only.replace(/\/$/, '') || nameOf(files),
      bytes: files.reduce((sum, {file}) => sum + file.size, 0),
      workers: opened.count, how, again,
    });
  }

  // Opens the same files with other options: other traces of them, or other shifts.
  reopen(how) {
    const again = this.#page.ways(how).only === this.#page.ways(this.#how).only;
    return this.open(this.#files, {how, again, sample: this.#sample});
  }

  // Opens further files beside what is open.
  add(files) {
    const {only, open, beside: besideHow, more} = this.#page.ways(this.#how);
    const before = this.#files.filter(({path}) => path.startsWith(only));
    const known = sameDrop(before, files);
    if (known !== null) {
      // The same files again: they replace the earlier ones.
      const fresh = numbered(before.filter(({drop = 0}) => drop !== known), files, known);
      const opened = this.open(fresh, {how: more, again: true});
      this.#page.tell(`${nameOf(files)} was open already: it is read once more, as it is now`);
      return opened;
    }
    // Traces that were dropped with the open one, and are not open, are left behind.
    const kept = before.filter(({path}) => path.startsWith(open));
    const beside = files.map((one) => ({...one, beside: open}));
    const instead = {files: this.#files, how: this.#how, sample: this.#sample, beside: true,
      left: kept.length < this.#files.length};
    return this.open(numbered(kept, beside), {how: besideHow, again: true, instead});
  }

  // Opens the same files as they are now. `chosen`: files that the user has chosen once more, because a page may read
  // chosen files only as they were then.
  async openAgain(chosen = null) {
    const before = this.#files;
    try {
      const fresh = await openedAgain(before, chosen);
      if (this.#files !== before) return;
      if (fresh) {
        this.open(fresh, {how: this.#how, again: true, sample: this.#sample});
      } else {
        this.#page.tell(
          `Choose ${nameOf(before)} once more: the browser shows this page what was chosen only as it was then`);
        this.#page.choose(before.some(({path}) => path.includes('/')) ? 'directory' : 'files', 'again');
      }
    } catch (error) {
      this.#page.refuse(`It can't be opened again: ${error.message}`);
    }
  }

  // Opens files (a promise of a list), or says why not. Listing a folder takes time, so the next drop may come before
  // it is done. Files that are to lie beside what is open wait for earlier drops. Others wait for nothing, and earlier
  // drops that are still being listed are discarded.
  // `what` they are, and whether they are a sample.
  openOrTell(files, beside = false, {what = 'What was dropped', sample = false} = {}) {
    const mine = ++this.#drops;
    if (!beside) this.#replacing = mine;
    const stale = () => this.#replacing > mine;
    const before = beside ? this.#coming : null;
    this.#coming = (async () => {
      try {
        const listed = await files;
        await before;
        if (!stale()) await this.#take(listed, {beside, sample}, stale);
      } catch (error) {
        if (stale()) return;
        const why = `${what} can't be read: ${error.message}`;
        if (beside && this.isOpen()) {
          this.#page.refuse(why);
          return;
        }
        // Shown in place of a trace.
        this.#end();
        this.#page.fail(why);
      }
    })();
    return this.#coming;
  }

  // Files that belong to the open trace, such as the program of a log without names, are added to it. All others are a
  // trace of their own, which lies beside the open one or replaces it.
  async #take(files, {beside: wanted, sample}, stale) {
    if (this.isOpen() && await this.#page.takesNotes(files)) return undefined;
    const asked = this.workers;
    const added = asked !== null && files.length > 0 && files.length <= this.#page.mostAdded() ? await asked.add(files) : false;
    if (added === true) {
      if (this.workers !== asked) return undefined;
      // Each as a drop of its own: they do not make a trace together.
      for (const one of files) {
        const again = one.again && (async () => (await one.again()).filter(({path}) => path === one.path));
        this.#files = numbered(this.#files, [{...one, again}]);
      }
      // The names of a kept index do not change.
      if (asked.kept) this.open(this.#files, {how: this.#how, again: true, sample: this.#sample, anew: true});
      return this.#page.tell(`${nameOf(files)} is added to ${this.#page.name()}`);
    }
    if (stale()) return undefined;
    // The workers broke down before they answered, perhaps because of these files: they must not replace the open
    // trace.
    if (added === null) {
      return this.#page.refuse(`${nameOf(files)} is not added: what was open is read once more. Drop it again`);
    }
    // Earlier drops have been opened by now.
    const beside = wanted && this.takesBeside();
    // What is open goes on being read.
    if (added && beside) return this.#page.refuse(`Not laid beside this trace: ${added}`);
    if (files.length === 0 && this.isOpen()) return this.#page.refuse('There is no file in what was dropped.');
    if (beside) return this.add(files);
    // A sample is what there is to go back to, too.
    const instead = wanted && this.isOpen() ? {files: this.#files, how: this.#how, sample: this.#sample} : null;
    return this.open(files, {sample, instead});
  }

  #end() {
    this.workers?.end();
    this.workers = null;
  }

  #follow() {
    const phase = this.#page.phase();
    if (phase === 'failed') return this.#goBack(this.#page.error());
    const {beside, left} = this.#instead;
    if (phase !== 'opening' && beside) {
      this.#instead.beside = false;
      this.#page.tell(`What was dropped lies beside what was open; ${left ?
        'the other traces of the drop before, which were not open, are left out' :
        'a drop on the right half, or with Shift, opens instead of it'}`);
    }
    if (phase !== 'opening' && phase !== 'indexing') this.#instead = null;
    return undefined;
  }

  #goBack(why) {
    const {files, how, sample} = this.#instead;
    this.open(files, {how, again: true, sample});
    this.#page.refuse(sample ? `Not opened: ${why}` : `Not laid beside this trace: ${why}`);
  }

  // A worker can't go on, and what only that worker knew is lost. If a trace was being added, the earlier ones are
  // opened again without it. Otherwise, if the trace was indexed, the same files are opened once more with the same
  // view, because memory may have been short or a file damaged at one place. A trace that was still being indexed, or
  // breaks down once more, is given up.
  #broken(reason) {
    const why = `a decode worker broke down (${reason})`;
    const phase = this.#page.phase();
    this.#end();
    // The trace was cancelled, or can't be opened, which the user has been told.
    if (phase === 'empty' || phase === 'failed') return undefined;
    if (this.#instead) {
      this.#page.fail(why);
      return this.#goBack(why);
    }
    if (phase === 'ready' && !this.#repeated) {
      this.open(this.#files, {how: this.#how, again: true, repeated: true, sample: this.#sample, anew: true});
      return this.#page.tell(`What is open is read once more: ${why}`);
    }
    return this.#page.fail(
      `A decode worker broke down (${reason}). The page still works: drop something else, or this once more.`);
  }
}
