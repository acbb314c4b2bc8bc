// Glyphs of letters that the page's own fonts do not have: the browser draws them, with whatever fonts the machine has.

const LARGEST = 256;  // pixels, as ui/base/fallback_glyphs.h has it
// No letter has this number: its picture is what stands for letters that no font has.
const NO_LETTER = 0x378;

export class GlyphArtist {
  #context = null;
  #missing = new Map();  // by font: the picture of none

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = LARGEST;
    const context = canvas.getContext('2d', {willReadFrequently: true});
    // Some browsers keep pages from reading what was drawn, and tell them anything else.
    if (context?.getImageData(0, 0, 8, 8).data.every((byte) => byte === 0)) this.#context = context;
  }

  // {width, height, left, top, advance, pixels} of a letter whose em is so many pixels, as GlyphPicture has them; null
  // where no font has it.
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
    // Around what is drawn a pixel more, for soft edges.
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

// What is empty is a blank.
function same(one, other) {
  return one.width > 0 && one.width === other.width && one.height === other.height && one.advance === other.advance &&
    one.pixels.every((byte, i) => byte === other.pixels[i]);
}
