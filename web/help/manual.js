// The search of the manual, and its list of contents. The index, search.js, is made with the pages (tools/manual) and is
// loaded when somebody first searches.

const MOST = 12;  // results that are shown
const AROUND = 70;  // letters of the text before and after what was found

const field = document.getElementById('search');
const list = document.getElementById('found');
const told = document.getElementById('told');
const contents = document.getElementById('contents');

function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${address} can't be loaded`));
    document.head.append(script);
  });
}

let loading = null;
let index = null;
function ready() {
  loading ??= Promise.all([load('lunr.js'), load('search.js')]).then(() => {
    index = globalThis.lunr.Index.load(globalThis.tracepaneManual.index);
  });
  return loading;
}

// As the index has them.
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

// Sections that have a word, one that begins like it, or one with a letter wrong. Those that have all words come first.
function search(text) {
  const words = wordsOf(text);
  const {lunr, tracepaneManual: {sections}} = globalThis;
  const found = index.query((query) => {
    for (const word of words) {
      query.term(lunr.tokenizer(word), {boost: 50});
      query.term(word, {boost: 10, usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING});
      if (word.length > 4) query.term(word, {boost: 1, usePipeline: false, editDistance: 1});
    }
  }).map(({ref}) => sections[Number(ref)]);
  const whole = ({title, heading, text: all}) => words.every((word) => `${title} ${heading} ${all}`.toLowerCase().includes(word));
  return [...found.filter(whole), ...found.filter((section) => !whole(section))].slice(0, MOST);
}

// The text around the first word that was looked for, with the word marked.
function excerpt(text, words) {
  const lower = text.toLowerCase();
  const [at, word] = words.map((one) => [lower.indexOf(one), one]).filter(([place]) => place >= 0).sort(([a], [b]) => a - b)[0] ?? [0, ''];
  const begin = at > AROUND ? text.indexOf(' ', at - AROUND) + 1 : 0;
  const last = text.indexOf(' ', at + word.length + AROUND);
  const end = last < 0 ? text.length : last;
  const line = document.createElement('small');
  const mark = document.createElement('mark');
  mark.textContent = text.slice(at, at + word.length);
  line.append(begin > 0 ? '… ' : '', text.slice(begin, at), mark, text.slice(at + word.length, end), end < text.length ? ' …' : '');
  return line;
}

function row(section, words) {
  const link = document.createElement('a');
  link.href = `${section.page}.html${section.id ? `#${section.id}` : ''}`;
  const where = document.createElement('span');
  where.textContent = section.id ? ` in ${section.title}` : '';
  link.append(section.heading, where, excerpt(section.text, words));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function close() {
  list.hidden = true;
  list.replaceChildren();
  told.textContent = '';
}

async function show() {
  const text = field.value.trim();
  if (wordsOf(text).length === 0) return close();
  try {
    await ready();
  } catch (error) {
    told.textContent = list.textContent = `The search does not work: ${error.message}.`;
    list.hidden = false;
    return undefined;
  }
  // Something else may have been typed meanwhile.
  if (text !== field.value.trim()) return undefined;
  const found = search(text);
  list.replaceChildren(...found.map((section) => row(section, wordsOf(text))));
  told.textContent = found.length === 0 ? 'Nothing is found.' : `${found.length} places are found.`;
  if (found.length === 0) {
    const nothing = document.createElement('p');
    nothing.textContent = 'Nothing is found.';
    list.append(nothing);
  }
  list.hidden = false;
  return undefined;
}

function move(by) {
  const links = [...list.querySelectorAll('a')];
  const next = links.indexOf(document.activeElement) + by;
  if (next < 0) field.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}

field.hidden = false;
field.addEventListener('focus', () => ready().catch(() => {}), {once: true});
field.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  const within = event.target === field || list.contains(event.target);
  if (event.key === '/' && !within && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    field.focus();
    field.select();
  } else if (event.key === 'Escape' && within) {
    close();
    field.focus();
  } else if (event.key === 'ArrowDown' && within) {
    event.preventDefault();
    move(1);
  } else if (event.key === 'ArrowUp' && within) {
    event.preventDefault();
    move(-1);
  } else if (event.key === 'Enter' && event.target === field) {
    list.querySelector('a')?.click();
  }
});
document.addEventListener('click', ({target}) => {
  if (target !== field && !list.contains(target)) close();
});
list.addEventListener('click', close);

// Where there is room, the contents are always open.
const wide = matchMedia('(min-width: 761px)');
const fit = () => {
  contents.open = wide.matches;
};
wide.addEventListener('change', fit);
fit();
