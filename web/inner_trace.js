// The trace that comes with the page: docs/one-file.md says how it is put there. Its bytes are inside of the page, or the
// server that made the page hands them out.
import {elementsBy, unpacked} from './inside.js';

const SMALL = 1 << 20; // bytes; smaller files are fetched as a whole, since each read of another one is a request

// Takes the place of a File that workers read from the page's own host, by ranges. Only this file makes them: a message of
// another page can't have the page fetch something.
export class ServedFile {
  constructor(url, size, tag) {
    this.told = {url, size, tag};
    this.size = size;
  }
}

async function answerOf(url, path, options) {
  const answer = await fetch(url, {mode: 'same-origin', ...options});
  if (!answer.ok) throw new Error(`${path}: the server answers ${answer.status}`);
  return answer;
}

const named = (path, blob) => new File([blob], path.split('/').pop());

// Returns a file of the page's own host: a large one to be read by ranges, if the server offers these and says which file they
// are of. A length of compressed bytes says nothing, and a weak tag can't be asked for.
export async function served(url, path) {
  const {headers} = await answerOf(url, path, {method: 'HEAD'});
  const size = Number(headers.get('Content-Length'));
  const tag = headers.get('ETag') ?? '';
  const ranges = headers.get('Accept-Ranges') === 'bytes' && !headers.get('Content-Encoding') && tag.startsWith('"');
  if (size > SMALL && ranges) return new ServedFile(url, size, tag);
  return named(path, await (await answerOf(url, path)).blob());
}

// Returns the view to show first, as a link has it behind its #, and a function that lists the files. Null: there is no
// trace in the page.
export function innerTrace() {
  const container = document.getElementById('inner-trace');
  const elements = container ? [...elementsBy('traceFile', container)] : [];
  const links = container ? [...container.querySelectorAll('link[data-trace-file]')] : [];
  if (elements.length + links.length === 0) return null;
  const makers = [
    ...elements.map(([path, parts]) => {
      let once = null; // unpacking empties the elements
      return {path, drop: Number(parts[0].dataset.drop ?? 0), make: () => (once ??= unpacked(path, parts).then((blob) => named(path, blob)))};
    }),
    ...links.map(({dataset: {traceFile, drop = 0}, href}) =>
      ({path: traceFile, drop: Number(drop), make: () => served(href, traceFile)})),
  ];
  const list = (some) => Promise.all(some.map(async ({path, drop, make}) =>
    ({path, drop, file: await make(), again: () => list(makers.filter((one) => one.drop === drop))})));
  return {view: container.dataset.view ?? '', files: () => list(makers)};
}
