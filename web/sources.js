// The files of sources that the user has chosen. Of these, only the one that is shown is read.

const MOST = 8 << 20; // bytes that are read of a file, as SourceText::kMaxBytes has it

// The names along a path, the last first.
function namesOf(path) {
  return path.split(/[/\\]/).filter((name) => name !== '' && name !== '.' && name !== '..').reverse();
}

// How many names at their ends two paths have in common.
function commonEnd(a, b) {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) ++count;
  return count;
}

// Returns the files whose paths have the longest end in common with `path`: of several, those with the shortest paths,
// since a relative path begins where the chosen folder does. Empty: none has the name.
export function nearest(files, path) {
  const wanted = namesOf(path);
  let best = [];
  let most = 1;
  let least = Infinity;
  for (const one of files) {
    const names = namesOf(one.path);
    const common = commonEnd(names, wanted);
    if (common < most || (common === most && names.length > least)) continue;
    if (common > most || names.length < least) best = [];
    most = common;
    least = names.length;
    best.push(one);
  }
  return best;
}

export class Sources {
  // `found` takes {wanted, path, bytes, size} or {wanted, problem}; `chosen` is called when there are other files.
  constructor({found, chosen}) {
    this.files = [];
    this.found = found;
    this.chosen = chosen;
  }

  choose(files) {
    if (files.length === 0) return;
    this.files = files;
    this.chosen();
  }

  // Takes what was dropped if the file that is asked for, and missing, is among it. Returns whether it is.
  take(files, missing) {
    if (missing === '' || nearest(files, missing).length === 0) return false;
    this.choose(files);
    return true;
  }

  async find(wanted) {
    const files = nearest(this.files, wanted);
    const problem = this.#problem(wanted, files);
    if (problem) {
      // Not within the frame that asks for it.
      await null;
      return this.found({wanted, problem});
    }
    const [{path, file}] = files;
    try {
      const bytes = new Uint8Array(await file.slice(0, MOST).arrayBuffer());
      return this.found({wanted, path, bytes, size: file.size});
    } catch (error) {
      return this.found({wanted, problem: `${path} can't be read: ${error.message || error.name}`});
    }
  }

  #problem(wanted, files) {
    if (this.files.length === 0) return `${wanted} is not at hand: choose the folder of the sources, or drop it here`;
    const many = `the ${this.files.length} files that were chosen`;
    if (files.length === 0) return `${wanted} is not among ${many}: none has its name`;
    if (files.length > 1) return `Which file is ${wanted} can't be told: ${files.map(({path}) => path).join(', ')}`;
    return '';
  }
}
