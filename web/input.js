// Pointer, wheel and keys of the canvas, as the app module takes them.
import {ScreenKeyboard} from './keyboard.js';
import {Touch} from './touch.js';

const CURSORS = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'wait',
  'progress', 'not-allowed'];
// Wheel events count pixels, lines or pages; the app counts notches.
const NOTCH = [120, 3, 1];

// What _tpa_key is told of a key that is down still.
const HELD = 2;

// `drawNow()`: draws what input has brought about, at once.
export function listen(canvas, app, text, {changed, drawNow}) {
  const modifiers = (event) =>
    app._tpa_modifiers(event.ctrlKey, event.shiftKey, event.altKey, event.metaKey);
  // The canvas begins where the page does.
  const place = ({clientX, clientY}) => app._tpa_mouse(clientX, clientY);
  const taken = (handler) => (event) => {
    modifiers(event);
    handler(event);
    changed();
  };
  const on = (name, handler, options) => canvas.addEventListener(name, taken(handler), options);

  // ImGui counts the right button before the middle one.
  const button = (event) => [0, 2, 1][event.button] ?? event.button;
  const touch = new Touch(app, place, changed);
  const type = (words) => text(words, (at) => app._tpa_text(at));
  const stroke = (code) => text(code, (at) => [1, 0].map((down) => app._tpa_key(at, down)));
  const keyboard = new ScreenKeyboard(app, canvas, {type, erase: () => stroke('Backspace')});
  const byFinger = ({pointerType}) => pointerType === 'touch';
  on('pointermove', (event) => (byFinger(event) ? touch.move(event) : place(event)));
  on('pointerdown', (event) => {
    if (!byFinger(event) || !keyboard.shown) canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    if (byFinger(event)) return touch.down(event);
    place(event);
    return app._tpa_button(button(event), 1);
  });
  on('pointerup', (event) => {
    if (!byFinger(event)) {
      place(event);
      return app._tpa_button(button(event), 0);
    }
    if (!touch.up(event)) return undefined;
    drawNow();
    return keyboard.show();
  });
  // The clicks that browsers make of taps would take the keyboard back to the canvas.
  canvas.addEventListener('touchend', (event) => event.cancelable && event.preventDefault());
  on('pointercancel', (event) => (byFinger(event) ? touch.up(event) : app._tpa_button(button(event), 0)));
  on('pointerleave', (event) => byFinger(event) || app._tpa_mouse(-1e30, -1e30));
  on('wheel', (event) => {
    event.preventDefault();
    place(event);
    const notch = NOTCH[event.deltaMode];
    // A pinch arrives as a wheel with Ctrl, in small steps.
    const pinch = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 50 ? 6 : 1;
    app._tpa_wheel(-event.deltaX / notch, (-event.deltaY / notch) * pinch);
  }, {passive: false});
  // The mouse's own buttons for back and forward are the view's here, and not the page's.
  for (const name of ['mousedown', 'mouseup', 'auxclick']) {
    canvas.addEventListener(name, (event) => event.button >= 3 && event.preventDefault());
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  const keyDown = (event) => {
    const {code} = event;
    const shortcut = event.ctrlKey || event.metaKey || event.altKey;
    // The browser tells what is pasted after the key, and of a paste without one as well.
    if ((event.ctrlKey || event.metaKey) && !event.altKey && code === 'KeyV') return;
    // A character that takes AltGr is typed all the same.
    const typed = event.key.length === 1 && (!shortcut || event.getModifierState('AltGraph'));
    const bound = text(code, (at) =>
      app._tpa_bound(at, event.ctrlKey || event.metaKey, event.shiftKey, event.altKey)) === 1;
    if (event.metaKey && event.key !== 'Meta' && !bound) return;
    // A key that is held is repeated by Dear ImGui; told again, one that a new field has been spared would be new to it.
    const known = text(code, (at) => app._tpa_key(at, event.repeat && !event.metaKey ? HELD : 1));
    // macOS tells of no key's end while Cmd is held: such a key would stay down for ever.
    if (event.metaKey && event.key !== 'Meta') text(code, (at) => app._tpa_key(at, 0));
    if (typed) type(event.key);
    // All of the page would be selected, what only screen readers read included; pasted text would go there from then on.
    const all = shortcut && code === 'KeyA';
    const forField = typed && keyboard.shown;
    if (bound || all || forField || (known && !shortcut && code !== 'Tab')) event.preventDefault();
  };
  const keyUp = (event) => text(event.code, (at) => app._tpa_key(at, 0));
  on('keydown', keyDown);
  on('keyup', keyUp);
  // Keyboards on screens tell of most keys by what becomes of the field.
  const real = ({code, isComposing}) => code && !isComposing;
  keyboard.field.addEventListener('keydown', taken((event) => real(event) && keyDown(event)));
  keyboard.field.addEventListener('keyup', taken((event) => real(event) && keyUp(event)));
  keyboard.field.addEventListener('input', changed);
  for (const element of [canvas, keyboard.field]) {
    element.addEventListener('focus', taken(() => app._tpa_focus(1)));
    element.addEventListener('blur', taken(() => app._tpa_focus(0)));
  }
  // Where something is selected, that is where the browser would paste, though the keyboard is the canvas's.
  document.addEventListener('paste', (event) => {
    if (document.activeElement !== canvas && !keyboard.shown) return;
    event.preventDefault();
    text(event.clipboardData?.getData('text') ?? '', (at) => app._tpa_paste(at));
    changed();
  });

  // Keys are told by where they lie; what stands on them, only some browsers say.
  const mac = /^Mac|^iP/.test(navigator.platform) ? 1 : 0;
  Promise.resolve(navigator.keyboard?.getLayoutMap?.()).catch(() => null).then((layout) => {
    const printed = {};
    for (const [code, character] of layout ?? []) {
      if (/^Key|^Digit/.test(code)) printed[code] = character.toUpperCase();
    }
    text(JSON.stringify(printed), (at) => app._tpa_layout(at, mac));
    changed();
  });

  let shown = '';
  return {
    // After each frame.
    follow() {
      keyboard.follow();
      const cursor = CURSORS[app._tpa_cursor()] ?? 'default';
      if (cursor !== shown) canvas.style.cursor = shown = cursor;
    },
  };
}
