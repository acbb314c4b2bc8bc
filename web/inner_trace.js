// The trace that comes with the page: docs/one-file.md says how it is put there. Its bytes are inside of the page, or the
// server that made the page says where it hands them out.
import {elementsBy, unpacked} from './inside.js';
import {fileOf} from './parts.js';

async function listed(container, elements) {
  const named = (path, {drop = '0'}, blob) => ({path, drop: Number(drop), file: new File([blob], path.split('/').pop())});
  const inside = elements.map(async ([path, parts]) => named(path, parts[0].dataset, await unpacked(path, parts)));
  const served = [...container.querySelectorAll('link[data-trace-file]')]
    .map(async ({dataset, href}) => named(dataset.traceFile, dataset, await fileOf(href)));
  return Promise.all([...inside, ...served]);
}

// Returns the view to show first, as a link has it behind its #, and a function that lists the files. Null: there is no
// trace in the page.
export function innerTrace() {
  const container = document.getElementById('inner-trace');
  const elements = container ? [...elementsBy('traceFile', container)] : [];
  if (elements.length === 0 && !container?.querySelector('link[data-trace-file]')) return null;
  let once = null; // unpacking empties the elements
  const files = async () => {
    once ??= listed(container, elements);
    return (await once).map((one) => ({...one, again: async () => (await files()).filter(({drop}) => drop === one.drop)}));
  };
  return {view: container.dataset.view ?? '', files};
}
