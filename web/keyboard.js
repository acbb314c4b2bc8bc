// The keyboard on a screen. Browsers show it only for fields of the document, so a hidden field takes what is typed for
// a field of the canvas.

// The field always has this character: deleting it is how such a keyboard reports Backspace.
const SEED = ' ';

export class ScreenKeyboard {
  // `type(text)` takes what was typed; `erase()` is called for Backspace.
  constructor(app, canvas, {type, erase}) {
    Object.assign(this, {app, canvas, type, erase});
    this.field = document.getElementById('typing');
    this.field.addEventListener('input', () => this.#take());
    this.field.addEventListener('focus', () => this.#seed());
  }

  get shown() {
    return document.activeElement === this.field;
  }

  // Call within the event of a tap; browsers show the keyboard only then.
  show() {
    if (this.app._tpa_wants_text() === 1) this.field.focus({preventScroll: true});
  }

  // Call after each frame: hides the keyboard when no field wants text any more.
  follow() {
    if (this.shown && this.app._tpa_wants_text() === 0) this.canvas.focus({preventScroll: true});
  }

  #seed() {
    this.field.value = this.before = SEED;
    this.field.setSelectionRange(SEED.length, SEED.length);
  }

  // Keyboards that suggest words replace what they have typed, so this compares with the previous text.
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
