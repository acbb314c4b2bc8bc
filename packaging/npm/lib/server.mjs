// Serves the page and the files that it is to open, to this machine alone and to nobody who does not know the address.
import {createReadStream, readFileSync, statSync} from 'node:fs';
import {randomBytes} from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const PACKAGE = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PAGE = path.join(PACKAGE, 'page');
const {headers: HEADERS, types: TYPES, files: FILES} = JSON.parse(readFileSync(path.join(PACKAGE, 'lib/page.json'), 'utf8'));

function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

// The page, with where the server hands out each file of the trace (docs/one-file.md).
function pageWith(files, view) {
  const page = readFileSync(path.join(PAGE, 'index.html'), 'utf8');
  const links = files.map(({path: name, drop}, number) =>
    `<link data-trace-file="${escaped(name)}" data-drop="${drop}" href="trace/${number}">`);
  return page.replace('</body>', () => `<div id="inner-trace" hidden data-view="${escaped(view)}">${links.join('\n')}</div>\n</body>`);
}

// {first, last} of "bytes=first-last"; null: all of it; undefined: a range that does not exist.
export function rangeOf(header, size) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (!from && !to) return null;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first <= last && first < size ? {first, last} : undefined;
}

function send(answer, status, headers, body) {
  answer.writeHead(status, {...HEADERS, ...headers});
  answer.end(body);
}

function refuse(answer, status, words) {
  send(answer, status, {'Content-Type': 'text/plain; charset=utf-8'}, `${words}\n`);
}

function sendFile(request, answer, file, type) {
  const {size, mtimeMs} = statSync(file);
  const tag = `"${size}-${mtimeMs}"`;
  if (![tag, '*', undefined].includes(request.headers['if-match'])) return send(answer, 412, {ETag: tag});
  const range = rangeOf(request.headers.range, size);
  const headers = {'Content-Type': type, 'Accept-Ranges': 'bytes', ETag: tag};
  if (range === undefined) return send(answer, 416, {'Content-Range': `bytes */${size}`});
  const {first, last} = range ?? {first: 0, last: size - 1};
  headers['Content-Length'] = last - first + 1;
  if (range) headers['Content-Range'] = `bytes ${first}-${last}/${size}`;
  answer.writeHead(range ? 206 : 200, {...HEADERS, ...headers});
  if (request.method === 'HEAD' || size === 0) return answer.end();
  // What has become shorter, or can't be read, ends the connection.
  return createReadStream(file, {start: first, end: last}).on('error', () => answer.destroy()).pipe(answer);
}

// Resolves to {url, close()}. `files`: those that the page opens, as filesOfAll() lists them; `view`: what a link to a view
// has behind its #. Nothing else on this machine can be asked for.
export async function serve(files, {port = 0, view = ''} = {}) {
  const token = randomBytes(18).toString('base64url');
  const page = Buffer.from(pageWith(files, view));

  function answerTo(request, answer) {
    const own = server.address().port;
    // Any other name that leads here is somebody else's.
    if (![`127.0.0.1:${own}`, `localhost:${own}`].includes(request.headers.host)) return refuse(answer, 421, 'This server is not called that.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(answer, 405, 'Nothing can be sent here.');
    const asked = request.url.split('?')[0];
    if (!asked.startsWith(`/${token}/`)) return refuse(answer, 404, 'There is nothing here.');
    const name = asked.slice(token.length + 2);
    if (name === '' || name === 'index.html') {
      return send(answer, 200, {'Content-Type': TYPES['.html'], 'Content-Length': page.length}, request.method === 'HEAD' ? '' : page);
    }
    const trace = /^trace\/(\d{1,9})$/.exec(name);
    try {
      if (trace && files[trace[1]]) return sendFile(request, answer, files[trace[1]].file, 'application/octet-stream');
      if (FILES.includes(name)) {
        return sendFile(request, answer, path.join(PAGE, name), TYPES[path.extname(name)] ?? 'application/octet-stream');
      }
    } catch {
      return refuse(answer, 404, 'This file can\'t be read.');
    }
    return refuse(answer, 404, 'There is no such file here.');
  }

  const server = http.createServer(answerTo);
  await new Promise((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/${token}/`,
    close: () => new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    }),
  };
}
