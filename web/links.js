// The view in the fragment of the page's address: written when it has changed, read when somebody else has changed it.

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

  // At most twice a second, and only after something was drawn.
  update() {
    // Until a trace is there, the fragment is for the one to come.
    if (this.app._tpa_shown() !== 1) return;
    const fragment = this.app.UTF8ToString(this.app._tpa_link());
    if (fragment === this.written) return;
    this.written = fragment;
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname + location.search);
  }
}
