// A hidden field of the document, which takes what is typed for a field of the canvas. Browsers show the keyboard on a
// screen for such fields only, and only these get what an input method composes (Chinese, Japanese, accents, emoji).

// The field always has this character: deleting it is how such a keyboard reports Backspace.
const SEED = ' ';

// With a mouse, the hidden field has the keyboard as long as a field of the canvas wants text. On a touch screen that is
// decided by taps, for a keyboard would cover half of the page.
const MOUSE = matchMedia('(pointer: fine)');

export class HiddenField {
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

  // Call after each frame: gives the keyboard back when no field wants text any more.
  follow() {
    const wanted = this.app._tpa_wants_text() === 1;
    if (this.shown && !wanted) this.canvas.focus({preventScroll: true});
    if (!wanted || !MOUSE.matches) return;
    if (document.activeElement === this.canvas) this.field.focus({preventScroll: true});
    // Input methods show what they offer beside the field.
    this.field.style.left = `${this.app._tpa_caret_x()}px`;
    this.field.style.top = `${this.app._tpa_caret_y()}px`;
  }

  #seed() {
    this.field.value = this.before = SEED;
    this.field.setSelectionRange(SEED.length, SEED.length);
  }

  // Keyboards that suggest words, and input methods, replace what they have typed, so this compares with the previous
  // text: by characters, since erasing takes away a whole one.
  #take() {
    const now = this.field.value;
    const [before, after] = [[...this.before], [...now]];
    let same = 0;
    while (same < before.length && before[same] === after[same]) ++same;
    for (let left = before.length - same; left > 0; --left) this.erase();
    if (after.length > same) this.type(after.slice(same).join(''));
    this.before = now;
    if (now.length < SEED.length) this.#seed();
  }
}
