// Draws glyphs that the page's own fonts lack, with whatever fonts the browser finds on the machine.

const LARGEST = 256;  // pixels, GlyphPicture::kLargest in ui/base/fallback_glyphs.h
// An unassigned code point: the browser draws what stands for characters that no font has.
const NO_LETTER = 0x378;

export class GlyphArtist {
  #context = null;
  #missing = new Map();  // by font: the picture of NO_LETTER

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = LARGEST;
    const context = canvas.getContext('2d', {willReadFrequently: true});
    // Some browsers do not let pages read what was drawn, and return other pixels instead.
    if (context?.getImageData(0, 0, 8, 8).data.every((byte) => byte === 0)) this.#context = context;
  }

  // Returns {width, height, left, top, advance, pixels} of a code point, with the meanings of GlyphPicture; `em` is in
  // pixels. Returns null if no font has the glyph.
  draw(letter, em, strong, mono) {
    if (this.#context === null) return null;
    const font = `${strong ? 600 : 400} ${em}px ${mono ? 'ui-monospace, monospace' : 'system-ui, sans-serif'}`;
    if (!this.#missing.has(font)) this.#missing.set(font, this.#drawn(NO_LETTER, font));
    const picture = this.#drawn(letter, font);
    return same(picture, this.#missing.get(font)) ? null : picture;
  }

  #drawn(letter, font) {
    const context = this.#context;
    const text = String.fromCodePoint(letter);
    context.font = font;
    context.fillStyle = '#fff';
    const box = context.measureText(text);
    // One pixel more on each side, for soft edges.
    const left = Math.floor(-box.actualBoundingBoxLeft) - 1;
    const top = Math.floor(-box.actualBoundingBoxAscent) - 1;
    const width = Math.min(LARGEST, Math.ceil(box.actualBoundingBoxRight) + 1 - left);
    const height = Math.min(LARGEST, Math.ceil(box.actualBoundingBoxDescent) + 1 - top);
    const empty = {width: 0, height: 0, left: 0, top: 0, advance: box.width, pixels: new Uint8Array()};
    if (width <= 0 || height <= 0) return empty;
    context.clearRect(0, 0, LARGEST, LARGEST);
    context.fillText(text, -left, -top);
    const pixels = context.getImageData(0, 0, width, height).data;
    return pixels.some((byte) => byte !== 0) ? {width, height, left, top, advance: box.width, pixels} : empty;
  }
}

// Empty pictures are never the same: a blank is a glyph, too.
function same(one, other) {
  return one.width > 0 && one.width === other.width && one.height === other.height && one.advance === other.advance &&
    one.pixels.every((byte, i) => byte === other.pixels[i]);
}
