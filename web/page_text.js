// The page as one file without a trace, of which a report is made (docs/one-file.md). A page that is one file is taken from
// itself; of a page that is a folder, one-file.html beside it has all but the parts, which are brought.
import {elementOf, elementsBy} from './inside.js';
import {fileOf} from './parts.js';

// The place for a trace, which stands in the page exactly once: not here, too, where this script is a part of it.
const MARK = ['<div id="inner-trace"', 'hidden></div>'].join(' ');
const PLACE = /<div id="parts" data-parts="([^"]*)"><\/div>\n?/;
const END = '</body>';

// What is in the page before it changes itself, without parts and trace, whose texts are large and emptied when they are used.
function shellOf(root) {
  const shell = root.cloneNode(false);
  const body = document.body.cloneNode(false);
  for (const child of document.body.childNodes)
    if (child.dataset?.part === undefined && child.id !== 'inner-trace') body.append(child.cloneNode(true));
  shell.append(document.head.cloneNode(true), body);
  return shell;
}

const shell = elementsBy('part').size > 0 ? shellOf(document.documentElement) : null;

// A part whose element was emptied is packed once more.
async function elementsOf(paths) {
  const elements = elementsBy('part');
  const whole = (path) => elements.get(path)?.every(({textContent}) => textContent !== '');
  return Promise.all(paths.map(async (path) =>
    (whole(path) ? elements.get(path).map(({outerHTML}) => `${outerHTML}\n`).join('') : elementOf(path, await fileOf(path)))));
}

// Returns a promise of a Blob. Fails, for the user to read, if not all of the page can be had.
export async function pageText() {
  if (shell) {
    const text = `<!doctype html>\n${shell.outerHTML}`;
    const end = text.lastIndexOf(END);
    const parts = await elementsOf([...elementsBy('part').keys()]);
    return new Blob([text.slice(0, end), ...parts, MARK, '\n', text.slice(end)]);
  }
  const text = await fileOf('one-file.html').then((blob) => blob.text(), ({message}) => {
    throw new Error(`what reports are made of could not be had (${message})`);
  });
  const [place, list] = PLACE.exec(text) ?? [];
  if (!place) throw new Error('one-file.html beside this page is of another version');
  const at = text.indexOf(place);
  return new Blob([text.slice(0, at), ...await elementsOf(list.split(' ')), text.slice(at + place.length)]);
}
