// What window.tracepane.query() answers: the core says what it knows at once, and is asked again when it may know more.

export class Queries {
  // `ask(kind, args)`: the answer as JSON text, empty while it is computed. `opened()`: the number of the open trace;
  // another trace has another one. `changed()`: draws the next frames, which panels need to get on; called when a query
  // begins to wait.
  constructor({ask, opened, changed}) {
    this.ask = ask;
    this.opened = opened;
    this.changed = changed;
    this.last = new Map();  // by kind: settled when the last query of it is
    this.waiting = [];      // a function for each query that waits: asks for it once more
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

  // Asks once more for all that is waited for. Call it after each frame and each message to the core, as nothing else
  // gets it on.
  wake() {
    for (const askAgain of this.waiting.splice(0)) askAgain();
  }

  async #wait(kind, args) {
    const opened = this.opened();
    for (let first = true; ; first = false) {
      const answer = this.now(kind, args);
      if (answer !== undefined) return answer;
      if (first) this.changed();
      await new Promise((askAgain) => this.waiting.push(askAgain));
      if (this.opened() !== opened) throw new Error(`"${kind}" was not answered: another trace was opened`);
    }
  }
}
