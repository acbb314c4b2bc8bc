// Saves files for the user: piece by piece to a place that the user chooses, if the browser can do that, else as a
// download.

// Returns the part of the picture on a canvas that is asked for; a part without a width is all of it.
export function partOf(whole, {x, y, width, height}, ratio) {
  if (width === 0) return whole;
  const part = document.createElement('canvas');
  part.width = Math.round(width * ratio);
  part.height = Math.round(height * ratio);
  part.getContext('2d').drawImage(whole, -Math.round(x * ratio), -Math.round(y * ratio));
  return part;
}

export class Saver {
  // `cancelled()`: the user has cancelled the choice. `failed(name, why)`: the chosen file could not be written, and is
  // unchanged.
  constructor(cancelled, failed) {
    this.cancelled = cancelled;
    this.failed = failed;
    this.file = null;
  }

  begin(name) {
    this.file = {name, parts: [], stream: null, chosen: !window.showSaveFilePicker, ended: false};
    if (!this.file.chosen) this.#choose(this.file);
  }

  put(bytes) {
    const file = this.file;
    if (!file || file.broken) return;
    // The browser may keep blobs on disk.
    file.parts.push(new Blob([bytes]));
    if (file.stream) this.#drain(file);
  }

  end(whole) {
    const file = this.file;
    this.file = null;
    if (!file) return;
    file.ended = true;
    if (!whole) {
      file.parts = [];
      if (!file.broken) file.stream?.abort().catch(() => {});
    } else if (file.chosen) {
      this.#finish(file);
    }
  }

  whole(name, blob) {
    this.begin(name);
    this.put(blob);
    this.end(true);
  }

  async #choose(file) {
    try {
      const handle = await window.showSaveFilePicker({suggestedName: file.name});
      file.stream = await handle.createWritable();
    } catch (error) {
      // Without a click before, the browser refuses to ask: then the file is a download.
      if (error.name === 'AbortError') return file === this.file ? this.cancelled() : undefined;
      // If the chosen place can't be written, a download would be no substitute.
      if (error.name === 'NotAllowedError' || error.name === 'NoModificationAllowedError') {
        file.broken = true;
        return this.failed(file.name, error.message || error.name);
      }
    }
    file.chosen = true;
    if (file.ended) return this.#finish(file);
    return file.stream && this.#drain(file);
  }

  // Parts that arrive while it writes are written, too. finally() runs after the assignment even if there is nothing to
  // write, so `draining` is always reset.
  #drain(file) {
    file.draining ??= this.#write(file).finally(() => { file.draining = null; });
    return file.draining;
  }

  async #write(file) {
    try {
      while (file.parts.length > 0) await file.stream.write(file.parts.shift());
    } catch (error) {
      this.#fail(file, error);
    }
  }

  // Discards the file, and reports the first reason only.
  #fail(file, error) {
    file.parts = [];
    if (file.broken) return;
    file.broken = true;
    file.stream.abort().catch(() => {});
    this.failed(file.name, error.message || error.name);
  }

  async #finish(file) {
    if (file.stream) {
      await this.#drain(file);
      if (file.broken) return undefined;
      return file.stream.close().catch((error) => this.#fail(file, error));
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(file.parts));
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    return undefined;
  }
}
