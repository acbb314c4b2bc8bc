// Files of notes, which are laid over the open trace (docs/notes.md).

const MOST = 1 << 20; // bytes, as kMaxNotesFile of ui/app/notes_file.h has it

// Returns the text of what was dropped if that is one file of notes; else null.
export async function notesIn(files) {
  if (files.length !== 1 || files[0].file.size > MOST || !/\.json$/i.test(files[0].path)) return null;
  const text = await files[0].file.text();
  try {
    return JSON.parse(text)?.tracepane === 'notes' ? text : null;
  } catch {
    return null;
  }
}
