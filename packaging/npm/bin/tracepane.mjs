#!/usr/bin/env node
// npx tracepane [TRACE ...]: serves the page on this machine, and opens it on these traces.
import {spawn} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {parseArgs} from 'node:util';
import {filesOfAll} from '../lib/files.mjs';
import {serve} from '../lib/server.mjs';

const HELP = `npx tracepane [OPTIONS] [TRACE ...]
Serves the page on this machine alone, and opens it in the browser on these traces: files or directories, several on one axis.

  --port N      the port; else a free one
  --view LINK   where to look: what a link to a view has behind its #
  --no-open     prints the address, and opens no browser
  --help
  --version
`;

function browse(url) {
  const [command, ...args] = {darwin: ['open'], win32: ['cmd', '/c', 'start', '']}[process.platform] ?? ['xdg-open'];
  // Whoever has no such command has the address.
  spawn(command, [...args, url], {stdio: 'ignore', detached: true}).on('error', () => {}).unref();
}

async function version() {
  return JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version;
}

// In the words of the command line.
function told({code, path, message}) {
  if (code === 'ENOENT') return `${path}: there is no such file or folder`;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${message.split('.')[0]}; --help lists the options`;
  return message;
}

async function main() {
  const {values, positionals} = parseArgs({allowPositionals: true, options: {
    port: {type: 'string', default: '0'}, view: {type: 'string', default: ''}, 'no-open': {type: 'boolean'}, help: {type: 'boolean'},
    version: {type: 'boolean'},
  }});
  if (values.help) return process.stdout.write(HELP);
  if (values.version) return console.log(`tracepane ${await version()}`);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`${values.port} is no port`);
  const {url} = await serve(filesOfAll(positionals), {port, view: values.view});
  console.log(`Tracepane is at ${url} (stop with Ctrl+C)`);
  if (!values['no-open']) browse(url);
  return undefined;
}

main().catch((error) => {
  console.error(`tracepane: ${told(error)}`);
  process.exit(1);
});
