// The files of a trace on disk, by the paths that a drop of it on the page has.
import {readdirSync, realpathSync, statSync} from 'node:fs';
import path from 'node:path';

function below(folder, prefix, found) {
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    const stat = statSync(file, {throwIfNoEntry: false});
    if (stat?.isDirectory()) below(file, `${prefix}${name}/`, found);
    // Pipes and devices may never end.
    else if (stat?.isFile()) found.push({path: prefix + name, file, size: stat.size, changed: stat.mtimeMs});
  }
  return found;
}

// Returns {path, file, size, changed} of each file of a trace: a file, or all below a directory.
export function filesOf(trace) {
  const stat = statSync(trace);
  const name = path.basename(realpathSync(trace));
  if (stat.isDirectory()) return below(trace, `${name}/`, []);
  if (stat.isFile()) return [{path: name, file: path.resolve(trace), size: stat.size, changed: stat.mtimeMs}];
  throw new Error(`${trace} is neither a file nor a directory`);
}

// The files of several traces, each with the number of its drop. A name that is taken gets a number.
export function filesOfAll(traces) {
  const taken = new Set();
  return traces.flatMap((trace, drop) => {
    const files = filesOf(trace);
    const top = files[0]?.path.split('/')[0];
    let suffix = '';
    for (let number = 2; taken.has(top + suffix); ++number) suffix = ` (${number})`;
    taken.add(top + suffix);
    return files.map((one) => ({...one, drop, path: top + suffix + one.path.slice(top.length)}));
  });
}
