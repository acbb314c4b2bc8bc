// The sign over the page while something is dragged over it.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load} from './support.mjs';

const {DropSign} = await load('drop_sign.js');

function element(children = []) {
  const classes = new Set();
  return {children, hidden: true, textContent: '', classes,
    classList: {toggle: (name, on) => (on ? classes.add(name) : classes.delete(name))}};
}

function signOver(open) {
  globals({innerWidth: 1000});
  const halves = [element(), element()];
  const sign = element(halves);
  return {sign, halves, drop: new DropSign(sign, () => open)};
}

test('with nothing open, the whole page opens what is dropped', () => {
  const {sign, halves, drop} = signOver(false);
  drop.entered({clientX: 900});
  assert.deepEqual([sign.hidden, halves[0].textContent, halves[1].hidden], [false, 'Drop to open', true]);
  assert.equal(halves[0].classes.has('meant'), false);
});

test('over an open trace, the half under the pointer says where a drop goes', () => {
  const {sign, halves, drop} = signOver(true);
  drop.entered({clientX: 100});
  assert.deepEqual(halves.map(({classes}) => classes.has('meant')), [true, false]);
  drop.moved({clientX: 900});
  assert.deepEqual(halves.map(({classes}) => classes.has('meant')), [false, true]);
  assert.equal(drop.dropped({clientX: 900}), false);
  assert.equal(sign.hidden, true);
});

test('Shift means instead, wherever the pointer is', () => {
  const {halves, drop} = signOver(true);
  drop.entered({clientX: 100, shiftKey: true});
  assert.deepEqual(halves.map(({classes}) => classes.has('meant')), [false, true]);
  assert.equal(drop.dropped({clientX: 100, shiftKey: true}), false);
  assert.equal(drop.dropped({clientX: 100, shiftKey: false}), true);
});

test('the sign goes when what is dragged has left every element', () => {
  const {sign, drop} = signOver(true);
  drop.entered({clientX: 1});
  drop.entered({clientX: 1});
  drop.left();
  assert.equal(sign.hidden, false);
  drop.left();
  assert.equal(sign.hidden, true);
  drop.moved({clientX: 1});
  assert.equal(sign.hidden, true);
});
