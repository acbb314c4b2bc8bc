// Runs ruff over Python files. Its linter comes as WebAssembly, which needs no package of the system; like that it has no
// command line and reads no settings, so both are here: node tests/ruff.mjs SETTINGS FILE..., with ruff.toml as JSON.
import {readFile} from 'node:fs/promises';
import ruff from '@astral-sh/ruff-wasm-nodejs';

const [settings, ...files] = process.argv.slice(2);
const workspace = new ruff.Workspace(JSON.parse(settings), ruff.PositionEncoding.Utf32);
for (const file of files) {
  for (const {code, message, start_location: {row, column}} of workspace.check(await readFile(file, 'utf8'))) {
    console.log(`${file}:${row}:${column}: ${code ?? 'syntax'} ${message}`);
    process.exitCode = 1;
  }
}
