// Passes pointer, wheel and key events of the canvas to the app module.
import {HiddenField} from './keyboard.js';
import {AWAY, Touch} from './touch.js';

const CURSORS = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'wait',
  'progress', 'not-allowed'];
// Wheel events count pixels, lines or pages; the app counts notches.
const NOTCH = [120, 3, 1];

// As many frames as a tap takes to have its effect.
const TAP = 3;

// The value for _tpa_key() when the browser repeats a key that is held down.
const HELD = 2;

// Keys that would change the hidden field by themselves, if they are pressed with Ctrl or Cmd.
const EDITING = new Set(['KeyA', 'KeyC', 'KeyX', 'KeyY', 'KeyZ', 'Backspace', 'Delete', 'Enter', 'ArrowLeft', 'ArrowRight', 'ArrowUp',
  'ArrowDown', 'Home', 'End']);

// `changed()` asks for a frame. `drawNow(frames)` draws so many at once.
export function listen(canvas, app, text, {changed, drawNow}) {
  const modifiers = (event) =>
    app._tpa_modifiers(event.ctrlKey, event.shiftKey, event.altKey, event.metaKey);
  // The canvas begins at the page's top left corner.
  let drawnThere = true; // the last frame was drawn with the pointer where it is
  let [x, y] = [NaN, NaN];
  const place = ({clientX, clientY}) => {
    drawnThere = drawnThere && clientX === x && clientY === y;
    [x, y] = [clientX, clientY];
    app._tpa_mouse(x, y);
  };
  // Of a press, Dear ImGui asks some controls, as heads of columns, whether the pointer was over them a frame before.
  // One that comes together with the movement there would be lost.
  const beforePress = () => drawnThere || drawNow(1);
  const taken = (handler) => (event) => {
    modifiers(event);
    handler(event);
    changed();
  };
  const on = (name, handler, options) => canvas.addEventListener(name, taken(handler), options);

  // ImGui counts the right button before the middle one.
  const button = (event) => [0, 2, 1][event.button] ?? event.button;
  const touch = new Touch(app, place, changed, beforePress);
  const type = (words) => text(words, (at) => app._tpa_text(at));
  const stroke = (code) => text(code, (at) => [1, 0].map((down) => app._tpa_key(at, down)));
  const keyboard = new HiddenField(app, canvas, {type, erase: () => stroke('Backspace')});
  const byFinger = ({pointerType}) => pointerType === 'touch';
  on('pointermove', (event) => (byFinger(event) ? touch.move(event) : place(event)));
  on('pointerdown', (event) => {
    if (!byFinger(event) || !keyboard.shown) canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    if (byFinger(event)) return touch.down(event);
    place(event);
    beforePress();
    return app._tpa_button(button(event), 1);
  });
  on('pointerup', (event) => {
    if (!byFinger(event)) {
      place(event);
      return app._tpa_button(button(event), 0);
    }
    if (!touch.up(event)) return undefined;
    drawNow(TAP);
    return keyboard.show();
  });
  // Browsers follow a tap by a click, which would move the focus back to the canvas.
  canvas.addEventListener('touchend', (event) => event.cancelable && event.preventDefault());
  on('pointercancel', (event) => (byFinger(event) ? touch.up(event) : app._tpa_button(button(event), 0)));
  on('pointerleave', (event) => byFinger(event) || place(AWAY));
  on('wheel', (event) => {
    event.preventDefault();
    place(event);
    const notch = NOTCH[event.deltaMode];
    // A pinch on a touchpad arrives as wheel events with Ctrl, in small steps.
    const pinch = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 50 ? 6 : 1;
    app._tpa_wheel(-event.deltaX / notch, (-event.deltaY / notch) * pinch);
  }, {passive: false});
  // The mouse buttons for back and forward belong to the view, not to the page.
  for (const name of ['mousedown', 'mouseup', 'auxclick']) {
    canvas.addEventListener(name, (event) => event.button >= 3 && event.preventDefault());
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  const mac = /^Mac|^iP/.test(navigator.platform) ? 1 : 0;
  // A character that needs AltGr, or Option of a Mac, is typed, though Ctrl and Alt may count as held. Its key does not
  // do what it does by itself: on a German keyboard, AltGr+8 is a bracket, and not the eighth panel.
  const isComposed = (event) => event.key.length === 1 && (event.getModifierState('AltGraph') ||
    (mac === 1 && event.altKey && !event.ctrlKey && !event.metaKey));

  const keyDown = (event) => {
    const {code} = event;
    if (code === 'Tab') tabbed = true;
    const shortcut = event.ctrlKey || event.metaKey || event.altKey;
    // The browser fires `paste` after this key, and also for a paste without a key.
    if ((event.ctrlKey || event.metaKey) && !event.altKey && code === 'KeyV') return;
    const composed = isComposed(event);
    const typed = composed || (event.key.length === 1 && !shortcut);
    const bound = !composed && text(code, (at) =>
      app._tpa_bound(at, event.ctrlKey || event.metaKey, event.shiftKey, event.altKey)) === 1;
    if (event.metaKey && event.key !== 'Meta' && !bound) return;
    // From the canvas, the browser finds what comes next.
    if (code === 'Tab' && !bound && !shortcut) {
      if (keyboard.shown) canvas.focus();
      app._tpa_leave(event.shiftKey ? 1 : 0);
      return;
    }
    // Dear ImGui repeats held keys itself. The browser's repetitions are marked, because a new field, for which ImGui's
    // keys were cleared, would take them for new presses.
    const known = !composed && text(code, (at) => app._tpa_key(at, event.repeat && !event.metaKey ? HELD : 1));
    // macOS sends no keyup while Cmd is held: the key would stay down for ever.
    if (event.metaKey && event.key !== 'Meta') text(code, (at) => app._tpa_key(at, 0));
    if (typed) type(event.key);
    // Ctrl+A would select the whole page, with what is only for screen readers; and text would be pasted there from
    // then on.
    const all = shortcut && code === 'KeyA';
    const forField = keyboard.shown && (typed || (shortcut && EDITING.has(code)));
    if (bound || all || forField || composed || (known && !shortcut && code !== 'Tab')) event.preventDefault();
  };
  // If Tab went down elsewhere and comes up here, it has brought the keyboard to the page.
  let tabbed = false;
  const keyUp = (event) => {
    const {code, shiftKey, ctrlKey, altKey, metaKey} = event;
    text(code, (at) => app._tpa_key(at, 0));
    if (code !== 'Tab') return;
    if (!tabbed && !ctrlKey && !altKey && !metaKey) app._tpa_enter(shiftKey ? 1 : 0);
    tabbed = false;
  };
  on('keydown', keyDown);
  on('keyup', keyUp);
  // Keyboards on screens and input methods report most keys only by changing the field.
  const real = ({code, key, isComposing}) => code && !isComposing && key !== 'Process';
  keyboard.field.addEventListener('keydown', taken((event) => real(event) && keyDown(event)));
  keyboard.field.addEventListener('keyup', taken((event) => real(event) && keyUp(event)));
  keyboard.field.addEventListener('input', changed);
  // Between the two of them, the keyboard stays with the app.
  const ours = [canvas, keyboard.field];
  for (const element of ours) {
    for (const [name, has] of [['focus', 1], ['blur', 0]]) {
      element.addEventListener(name, taken(({relatedTarget}) => {
        if (ours.includes(relatedTarget)) return;
        tabbed = false;
        app._tpa_focus(has);
      }));
    }
  }
  // If something is selected, the browser pastes there, even if the canvas has the keyboard; hence the listener on the
  // document.
  document.addEventListener('paste', (event) => {
    if (document.activeElement !== canvas && !keyboard.shown) return;
    event.preventDefault();
    text(event.clipboardData?.getData('text') ?? '', (at) => app._tpa_paste(at));
    changed();
  });

  // Keys are identified by their position. Only some browsers tell what is printed on them.
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
    // Call after each frame.
    follow() {
      drawnThere = true;
      keyboard.follow();
      const cursor = CURSORS[app._tpa_cursor()] ?? 'default';
      if (cursor !== shown) canvas.style.cursor = shown = cursor;
    },
  };
}
