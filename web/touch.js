// Touch on the canvas: one finger drags, scrolls lists and taps; a resting finger shows the tooltip of what is under
// it, and its menu when it is lifted; two fingers zoom.

const STILL = 8; // pixels that a resting finger may move
const LONG = 500; // ms until a resting finger asks for the tooltip

// Where the app's pointer is while nothing is under it, as an event tells it.
export const AWAY = {clientX: -1e30, clientY: -1e30};

export class Touch {
  // `place(event)` moves the app's pointer; `changed()` asks for a frame. `beforePress()` is called before the button of
  // the app's pointer goes down.
  constructor(app, place, changed, beforePress) {
    Object.assign(this, {app, place, changed, beforePress});
    this.fingers = new Map();
    this.held = false; // the app's mouse button is down
    this.asking = false; // a long press
    this.scrolling = false; // a list is being scrolled
    this.timer = null;
  }

  down(event) {
    this.fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (this.fingers.size > 1) return this.#leave();
    this.start = event;
    this.moved = false;
    this.place(event);
    this.timer = setTimeout(() => {
      this.asking = true;
      this.changed();
    }, LONG);
    return undefined;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = {x: event.clientX, y: event.clientY};
    if (this.fingers.size === 2) this.#pinch(event.pointerId, before, now);
    this.fingers.set(event.pointerId, now);
    if (this.fingers.size > 1) return;
    const far = Math.hypot(now.x - this.start.clientX, now.y - this.start.clientY) > STILL;
    this.moved = this.moved || far;
    if (far && !this.held && !this.asking && !this.scrolling) this.#begin(now);
    else if (this.scrolling) this.#scroll(now.y - before.y);
    if (this.held || this.asking) this.place(event);
  }

  // A vertical movement that begins on a list scrolls it; everything else acts as a mouse.
  #begin(now) {
    const [across, down] = [now.x - this.start.clientX, now.y - this.start.clientY];
    this.scrolling = Math.abs(down) > Math.abs(across) && this.#scroll(down);
    if (!this.scrolling) return this.#press();
    clearTimeout(this.timer);
    this.timer = null;
    return undefined;
  }

  #scroll(by) {
    return this.app._tpa_scroll(this.start.clientX, this.start.clientY, by) === 1;
  }

  // Returns whether the touch was a tap.
  up(event) {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size > 0) return false;
    // While the page is busy, the timer may fire before the end of a short touch is handled.
    const short = event.timeStamp - this.start.timeStamp < LONG;
    const tapped = !this.held && (!this.asking || short) && this.timer !== null;
    if (tapped) this.#press();
    else if (this.asking && !this.moved && !this.held) this.#menu();
    this.#leave();
    return tapped;
  }

  #press() {
    clearTimeout(this.timer);
    this.timer = null;
    this.beforePress();
    this.app._tpa_button(0, 1);
    this.held = true;
  }

  // As the right button of a mouse.
  #menu() {
    this.beforePress();
    this.app._tpa_button(1, 1);
    this.app._tpa_button(1, 0);
  }

  // Releases the button and moves the pointer away, so that nothing is under it.
  #leave() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.held) this.app._tpa_button(0, 0);
    this.held = this.asking = this.scrolling = false;
    this.place(AWAY);
  }

  #pinch(id, before, now) {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, at]) => at);
    const distance = (at) => Math.max(20, Math.abs(at.x - other.x), Math.abs(at.y - other.y));
    this.app._tpa_pinch((now.x + other.x) / 2, distance(before) / distance(now), (now.x - before.x) / 2,
      (now.y - before.y) / 2);
  }
}
