// Keeps the view in the fragment of the page's address: writes it when the view has changed, and opens it when the
// fragment was changed by the user or a script.

export class Links {
  constructor(app, text, changed) {
    this.app = app;
    this.written = location.hash.slice(1);
    const open = () => {
      this.written = location.hash.slice(1);
      text(this.written, (at) => app._tpa_open_link(at));
      changed();
    };
    addEventListener('hashchange', open);
    if (this.written) open();
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
