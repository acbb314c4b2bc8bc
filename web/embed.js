// The page within another page, which was asked for with ?embedded=1: what window.tracepane does, by messages.
//   {tracepane: 'state' | 'tracks', id}, {tracepane: 'command' | 'query', args: [name, list], id},
//   {tracepane: 'open', files: [File or {path, file}], add, id}; the answer is {tracepane: 'answer', id, value or error}.

export function listenToParent(door) {
  if (new URLSearchParams(location.search).get('embedded') !== '1') return;
  addEventListener('message', async ({data, source, origin}) => {
    const what = data?.tracepane;
    if (!source || source === window || typeof what !== 'string' || what === 'answer') return;
    const answer = {tracepane: 'answer', id: data.id};
    try {
      if (what === 'state' || what === 'tracks') answer.value = door[what]();
      else if (what === 'command' || what === 'query') answer.value = door[what](String(data.args?.[0]), data.args?.[1] ?? []);
      else if (what === 'open' && Array.isArray(data.files)) answer.value = await door.open(data.files, {add: data.add === true});
      else answer.error = `there is no "${what}"`;
    } catch (error) {
      answer.error = String(error?.message ?? error);
    }
    source.postMessage(answer, {targetOrigin: origin === 'null' ? '*' : origin});
  });
}
