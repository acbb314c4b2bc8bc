// A server of a test's own, which can go away.
import http from 'node:http';

export async function serve(answer) {
  const server = http.createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// It hands on what the other one has; `without`: headers that it leaves out.
export function relay(upstream, change = (path, body) => body, without = []) {
  const left = ['content-length', 'connection', 'transfer-encoding', 'etag', 'content-encoding', ...without];
  return serve(async (request, answer) => {
    const {['accept-encoding']: _, host, connection, ...headers} = request.headers;
    const got = await fetch(new URL(request.url, upstream), {headers: {...headers, 'accept-encoding': 'identity'}});
    const body = Buffer.from(await got.arrayBuffer());
    const changed = change(request.url, body);
    const kept = [...got.headers].filter(([name]) => !left.includes(name));
    answer.writeHead(got.status, {...Object.fromEntries(kept), 'content-length': changed.length});
    answer.end(changed);
  });
}
