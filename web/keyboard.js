// The keyboard on a screen, which browsers show for fields of the document only: a hidden one takes what is typed for a
// field of the canvas.

// Deleting it is how a keyboard tells of Backspace.
const SEED = ' ';

export class ScreenKeyboard {
  // `type(text)`: what was typed; `erase()`: Backspace.
  constructor(app, canvas, {type, erase}) {
    Object.assign(this, {app, canvas, type, erase});
    this.field = document.getElementById('typing');
    this.field.addEventListener('input', () => this.#take());
    this.field.addEventListener('focus', () => this.#seed());
  }

  get shown() {
    return document.activeElement === this.field;
  }

  // Within the event of a tap: browsers show it only then.
  show() {
    if (this.app._tpa_wants_text() === 1) this.field.focus({preventScroll: true});
  }

  // Once nothing wants text any more.
  follow() {
    if (this.shown && this.app._tpa_wants_text() === 0) this.canvas.focus({preventScroll: true});
  }

  #seed() {
    this.field.value = this.before = SEED;
    this.field.setSelectionRange(SEED.length, SEED.length);
  }

  // Keyboards that propose words change what they have typed.
  #take() {
    const now = this.field.value;
    let same = 0;
    while (same < this.before.length && this.before[same] === now[same]) ++same;
    for (let left = this.before.length - same; left > 0; --left) this.erase();
    if (now.length > same) this.type(now.slice(same));
    this.before = now;
    if (now.length < SEED.length) this.#seed();
  }
}
