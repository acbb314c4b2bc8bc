// What window.tracepane.query() answers: the core says what it knows at once, and is asked again while it computes.

// How often it is asked again, in milliseconds.
const POLL = 50;

export class Queries {
  // `ask(kind, args)`: the answer as JSON text, empty while it is computed. `opened()`: the number of the open trace;
  // another trace has another one. `changed()`: draws the next frames, which panels need to get on.
  constructor({ask, opened, changed}) {
    this.ask = ask;
    this.opened = opened;
    this.changed = changed;
    this.last = new Map();  // by kind: settled when the last query of it is
  }

  // The answer, at once; undefined while it is computed.
  now(kind, args = []) {
    const answer = this.ask(kind, args);
    return answer === '' ? undefined : JSON.parse(answer);
  }

  // A promise of the answer. Queries of one kind are answered one after another, since the core computes one of a kind at
  // a time. Fails where another trace is opened meanwhile.
  answer(kind, args = []) {
    const before = this.last.get(kind) ?? Promise.resolve();
    const answer = before.then(() => this.#wait(kind, args));
    this.last.set(kind, answer.catch(() => undefined));
    return answer;
  }

  async #wait(kind, args) {
    const opened = this.opened();
    for (;;) {
      this.changed();
      const answer = this.now(kind, args);
      if (answer !== undefined) return answer;
      await new Promise((done) => setTimeout(done, POLL));
      if (this.opened() !== opened) throw new Error(`"${kind}" was not answered: another trace was opened`);
    }
  }
}
