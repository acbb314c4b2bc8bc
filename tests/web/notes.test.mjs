// web/notes.js: which files are notes.
import assert from 'node:assert/strict';
import test from 'node:test';
import {load} from './support.mjs';

const {notesIn} = await load('notes.js');
const file = (path, text) => ({path, file: new Blob([text])});
const NOTES = '{"tracepane":"notes","version":1,"notes":[]}';

test('one file of notes is taken', async () => {
  assert.equal(await notesIn([file('a/Notes.JSON', NOTES)]), NOTES);
});

test('all else is a trace', async () => {
  for (const files of [[], [file('a.json', NOTES), file('b.json', NOTES)], [file('trace.dat', NOTES)], [file('a.json', '{')],
    [file('a.json', 'null')], [file('a.json', '{"traceEvents":[]}')], [file('a.json', NOTES + ' '.repeat(1 << 20))]])
    assert.equal(await notesIn(files), null);
});
