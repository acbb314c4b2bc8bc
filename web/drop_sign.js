// The sign over the page while something is dragged over it. Over an open trace it has two halves, which say where a
// drop goes: beside the trace, or in its place. Over a sample it has one.
export class DropSign {
  #sign;
  #halves;
  #takesBeside;
  #inside = 0;

  // `sign`: an element with two children. `takesBeside()`: whether a trace is open that a drop may lie beside.
  constructor(sign, takesBeside) {
    this.#sign = sign;
    this.#halves = [...sign.children];
    this.#takesBeside = takesBeside;
  }

  entered(event) {
    ++this.#inside;
    this.#show(event);
  }

  moved(event) {
    if (!this.#sign.hidden) this.#show(event);
  }

  left() {
    this.#inside = Math.max(0, this.#inside - 1);
    this.#sign.hidden = this.#inside === 0;
  }

  // Returns whether what is dropped is to lie beside the open trace.
  dropped(event) {
    this.#inside = 0;
    this.#sign.hidden = true;
    return DropSign.#beside(event);
  }

  static #beside({clientX, shiftKey}) {
    return !shiftKey && clientX <= innerWidth / 2;
  }

  #show(event) {
    const [first, second] = this.#halves;
    const open = this.#takesBeside();
    const beside = DropSign.#beside(event);
    first.textContent = open ? 'Lay it beside this trace' : 'Drop to open';
    second.textContent = 'Open it instead (also with Shift)';
    second.hidden = !open;
    first.classList.toggle('meant', open && beside);
    second.classList.toggle('meant', open && !beside);
    this.#sign.hidden = false;
  }
}
