// Pointer, wheel and keys of the canvas, as the app module takes them.

const CURSORS = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'wait',
  'progress', 'not-allowed'];
// Wheel events count pixels, lines or pages; the app counts notches.
const NOTCH = [120, 3, 1];

export function listen(canvas, app, text, changed) {
  const modifiers = (event) =>
    app._tpa_modifiers(event.ctrlKey, event.shiftKey, event.altKey, event.metaKey);
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    app._tpa_mouse(event.clientX - box.left, event.clientY - box.top);
  };
  const on = (name, handler, options) => canvas.addEventListener(name, (event) => {
    modifiers(event);
    handler(event);
    changed();
  }, options);

  // ImGui counts the right button before the middle one.
  const button = (event) => [0, 2, 1][event.button] ?? event.button;
  on('pointermove', place);
  on('pointerdown', (event) => {
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    place(event);
    app._tpa_button(button(event), 1);
  });
  on('pointerup', (event) => {
    place(event);
    app._tpa_button(button(event), 0);
  });
  on('pointercancel', (event) => app._tpa_button(button(event), 0));
  on('pointerleave', () => app._tpa_mouse(-1e30, -1e30));
  on('wheel', (event) => {
    event.preventDefault();
    place(event);
    const notch = NOTCH[event.deltaMode];
    // A pinch arrives as a wheel with Ctrl, in small steps.
    const pinch = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 50 ? 6 : 1;
    app._tpa_wheel(-event.deltaX / notch, (-event.deltaY / notch) * pinch);
  }, {passive: false});
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  on('keydown', (event) => {
    // macOS tells of no key's end while Cmd is held: such a key would stay down for ever.
    if (event.metaKey && event.key !== 'Meta') return;
    const known = text(event.code, (at) => app._tpa_key(at, 1));
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && event.key.length === 1) text(event.key, (at) => app._tpa_text(at));
    const own = plain || (event.code === 'KeyF' && (event.ctrlKey || event.metaKey));
    if (known && own && event.code !== 'Tab') event.preventDefault();
  });
  on('keyup', (event) => text(event.code, (at) => app._tpa_key(at, 0)));
  on('focus', () => app._tpa_focus(1));
  on('blur', () => app._tpa_focus(0));
  on('paste', (event) => text(event.clipboardData?.getData('text') ?? '', (at) => app._tpa_text(at)));

  return {
    showCursor() {
      canvas.style.cursor = CURSORS[app._tpa_cursor()] ?? 'default';
    },
  };
}
