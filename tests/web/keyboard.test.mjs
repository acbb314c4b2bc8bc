// web/keyboard.js: what the keyboard of a screen or an input method does to a hidden field, told as typing and erasing.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load} from './support.mjs';

const pointer = {matches: false};
globals({matchMedia: () => pointer});
const {HiddenField} = await load('keyboard.js');

// A keyboard that writes into the field; `seen.wants`: whether a field of the canvas wants text.
function page() {
  const seen = {typed: '', wants: 1, active: 'canvas'};
  const field = {
    hear: {}, value: '', caret: 0, style: {},
    addEventListener: (name, handler) => { field.hear[name] = handler; },
    setSelectionRange: (begin) => { field.caret = begin; },
    focus() {
      document.activeElement = field;
      field.hear.focus();
    },
  };
  const canvas = {focus: () => { document.activeElement = canvas; }};
  globals({document: {getElementById: () => field, activeElement: canvas}});
  pointer.matches = false;
  const app = {_tpa_wants_text: () => seen.wants, _tpa_caret_x: () => 120, _tpa_caret_y: () => 14.5};
  const keyboard = new HiddenField(app, canvas,
    {type: (text) => { seen.typed += text; }, erase: () => { seen.typed += '<'; }});
  const write = (value) => {
    field.value = value;
    field.hear.input();
    return field.value;
  };
  return {seen, field, keyboard, write, canvas};
}

test('letters are typed as they come', () => {
  const {seen, keyboard, field, write} = page();
  keyboard.show();
  assert.ok(keyboard.shown);
  assert.deepEqual([field.value, field.caret], [' ', 1], 'there is something to delete, and the caret is behind it');
  write(' r');
  write(' re');
  write(' read');
  assert.equal(seen.typed, 'read');
});

test('a word that takes the place of what was typed erases only what differs', () => {
  const {seen, keyboard, write} = page();
  keyboard.show();
  write(' raed');
  write(' read ');
  assert.equal(seen.typed, 'raed<<<ead ');
});

test('Backspace in an empty field is told, again and again', () => {
  const {seen, keyboard, write} = page();
  keyboard.show();
  assert.equal(write(''), ' ');
  assert.equal(write(''), ' ');
  assert.equal(seen.typed, '<<');
});

test('it comes only where text is wanted, and goes when it is not any more', () => {
  const {seen, keyboard, canvas} = page();
  seen.wants = 0;
  keyboard.show();
  assert.equal(keyboard.shown, false);
  seen.wants = 1;
  keyboard.show();
  keyboard.follow();
  assert.ok(keyboard.shown);
  seen.wants = 0;
  keyboard.follow();
  assert.equal(document.activeElement, canvas);
});

test('characters of two units are erased as one', () => {
  const {seen, keyboard, write} = page();
  keyboard.show();
  write(' a\u{1f600}');
  write(' a\u{1f601}');
  assert.equal(seen.typed, 'a\u{1f600}<\u{1f601}');
});

test('with a mouse it has the keyboard while a field wants text, and lies where the caret is', () => {
  const {seen, keyboard, canvas, field} = page();
  keyboard.follow();
  assert.equal(document.activeElement, canvas, 'a touch screen waits for a tap');
  pointer.matches = true;
  keyboard.follow();
  assert.ok(keyboard.shown);
  assert.deepEqual(field.style, {left: '120px', top: '14.5px'});
  seen.wants = 0;
  keyboard.follow();
  assert.equal(document.activeElement, canvas);
});

test('it takes the keyboard from the canvas only', () => {
  const {keyboard} = page();
  const other = {};
  pointer.matches = true;
  document.activeElement = other;
  keyboard.follow();
  assert.equal(document.activeElement, other);
});
