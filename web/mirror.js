// What the canvas shows and does, for screen readers: the status, the open panel as a table, and every action as a
// button. It takes no room on the page, and Tab skips it.

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export class Mirror {
  // `door`: state(), query(), command(), and tell(), which shows a message to the user.
  constructor(door) {
    this.door = door;
    this.status = document.getElementById('status');
    this.panel = document.getElementById('panel');
    this.menu = document.getElementById('actions');
    this.said = '';
    this.shown = '';
    this.offered = '';
  }

  // Call after a frame, at most twice a second.
  update() {
    this.#say();
    this.#showTable();
    this.#offer();
  }

  say(words) {
    if (words !== this.said) this.said = this.status.textContent = words;
  }

  #say() {
    const {phase, name, error, counts, progress, selection, notice, focus} = this.door.state();
    document.title = phase === 'empty' ? 'Tracepane' : `${this.#shown(name)} \u2014 Tracepane`;
    // In steps of ten, so that it is not announced all the time.
    const tenths = Math.floor((progress ?? 0) * 10) * 10;
    const words = {
      empty: 'No trace is open. Drop a trace on the page, or choose files.',
      opening: `Opening ${name}`,
      indexing: `Indexing ${name}, ${tenths} %`,
      ready: selection ? `Selected: ${selection.text}`
        : `${name}: ${counts.records} records, ${counts.threads} threads, ${counts.cpus} CPUs, ${counts.warnings} warnings`,
      failed: `${name} can't be opened: ${error}`,
    }[phase];
    const said = notice ? `${words}. ${notice}` : words;
    this.say(this.#shown(focus ? `At ${focus}. ${said}` : said));
  }

  // As the canvas shows it: names may contain invisible characters.
  #shown(words) {
    return this.door.query('shown', [words]);
  }

  #showTable() {
    const tables = this.door.query('panel');
    const json = JSON.stringify(tables);
    if (json === this.shown) return;
    this.shown = json;
    const cells = (name, row) => element('tr', {}, ...row.map((text) => element(name, {textContent: text})));
    this.panel.replaceChildren(...tables.map(({title, head, rows}) => element('table', {},
      element('caption', {textContent: title}),
      element('thead', {}, cells('th', head)),
      element('tbody', {}, ...rows.map((row) => cells('td', row))))));
  }

  // The elements are made once, so that focus and typed text stay where they are.
  #offer() {
    const actions = this.door.query('actions');
    const json = JSON.stringify(actions);
    if (json === this.offered) return;
    this.offered = json;
    this.offers ??= actions.map((action) => this.#offerOf(action));
    if (!this.menu.firstChild) this.menu.append(...this.offers.map(({whole}) => whole));
    actions.forEach(({keys, applies}, i) => {
      for (const part of this.offers[i].parts) part.disabled = !applies;
      this.offers[i].parts.at(-1).title = keys;
    });
  }

  // A button; for actions with an argument, a field and the button after it.
  #offerOf({id, args, title, group, asks, takes}) {
    const name = `${group}: ${title}`;
    const button = element('button', {type: 'button', tabIndex: -1, textContent: name});
    const wanted = asks || takes;
    if (!wanted) {
      button.onclick = () => this.door.command(id, args);
      return {whole: button, parts: [button]};
    }
    const field = element('input', {type: 'text', tabIndex: -1, placeholder: wanted, autocomplete: 'off'});
    const told = () => {
      const done = this.door.command(id, [...args, field.value]);
      if (!done) this.door.tell(`${title}: that is not to be found, or not understood. Wanted: ${wanted}`);
    };
    button.type = 'submit';
    const form = element('form', {onsubmit: (event) => event.preventDefault() ?? told()},
      element('label', {}, `${name} (${wanted}) `, field), button);
    return {whole: form, parts: [field, button]};
  }
}
