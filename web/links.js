// Keeps the view in the fragment of the page's address: writes it when the view has changed, and opens it when the
// fragment was changed by the user or a script.

export class Links {
  // `first`: the view to open where the address has none.
  constructor(app, text, changed, first = '') {
    this.app = app;
    const open = (fragment) => {
      this.written = fragment;
      text(this.written, (at) => app._tpa_open_link(at));
      changed();
    };
    const asked = () => location.hash.slice(1);
    addEventListener('hashchange', () => open(asked()));
    this.written = '';
    if (asked() || first) open(asked() || first);
  }

  // Call after a frame, at most twice a second.
  update() {
    // Until a trace is shown, the fragment belongs to the trace to come.
    if (this.app._tpa_shown() !== 1) return;
    const fragment = this.app.UTF8ToString(this.app._tpa_link());
    if (fragment === this.written) return;
    this.written = fragment;
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname + location.search);
  }
}
