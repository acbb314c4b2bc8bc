// web/touch.js: what fingers do, told as the pointer, the button, scrolling and zooming of the app.
import assert from 'node:assert/strict';
import test from 'node:test';
import {globals, load} from './support.mjs';

const {Touch} = await load('touch.js');
const AWAY = ['place', -1e30, -1e30];

// `scrolls`: whether a list lies under the finger. `drawn`: whether take() tells that a press waits for a frame. take(): what
// the app was told since the last time.
function canvas({scrolls = false, drawn = false} = {}) {
  const told = [];
  let timer = null;
  globals({setTimeout: (act) => (timer = act), clearTimeout: () => { timer = null; }});
  const app = {
    _tpa_button: (button, down) => told.push(['button', button, down]),
    _tpa_scroll: (x, y, by) => told.push(['scroll', x, y, by]) && (scrolls ? 1 : 0),
    _tpa_pinch: (...how) => told.push(['pinch', ...how]),
  };
  const touch = new Touch(app, ({clientX, clientY}) => told.push(['place', clientX, clientY]), () => told.push(['changed']),
    () => drawn && told.push(['drawn']));
  const event = (x, y, pointerId, timeStamp = 0) => ({clientX: x, clientY: y, pointerId, timeStamp});
  return {
    down: (x, y, id = 1) => touch.down(event(x, y, id)),
    move: (x, y, id = 1) => touch.move(event(x, y, id)),
    up: (x, y, {id = 1, ms = 100} = {}) => touch.up(event(x, y, id, ms)),
    wait: () => timer?.(),
    waits: () => timer !== null,
    take: () => told.splice(0),
  };
}

test('a tap presses after a frame in which the pointer is where the finger lies', () => {
  const finger = canvas({drawn: true});
  finger.down(100, 50);
  finger.up(100, 50);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['drawn'], ['button', 0, 1], ['button', 0, 0], AWAY]);
});

test('a tap is a click where the finger lies', () => {
  const finger = canvas();
  finger.down(100, 50);
  assert.deepEqual(finger.take(), [['place', 100, 50]]);
  assert.equal(finger.up(100, 50), true);
  assert.deepEqual(finger.take(), [['button', 0, 1], ['button', 0, 0], AWAY]);
  assert.equal(finger.waits(), false, 'no long press comes later');
});

test('a finger that trembles taps all the same', () => {
  const finger = canvas({scrolls: true});
  finger.down(100, 50);
  finger.move(103, 56);
  assert.equal(finger.up(103, 56), true);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['button', 0, 1], ['button', 0, 0], AWAY]);
});

test('a finger that moves across drags, from where it came down', () => {
  const finger = canvas({scrolls: true});
  finger.down(100, 50);
  finger.move(120, 55);
  finger.move(140, 90);
  assert.equal(finger.up(140, 90), false);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['button', 0, 1], ['place', 120, 55], ['place', 140, 90],
    ['button', 0, 0], AWAY]);
});

test('a finger that moves down on a list scrolls it by all of its way, and clicks nothing', () => {
  const finger = canvas({scrolls: true});
  finger.down(100, 50);
  finger.move(101, 55);
  finger.move(101, 65);
  finger.move(130, 62);
  assert.equal(finger.up(130, 62), false);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['scroll', 100, 50, 15], ['scroll', 100, 50, -3], AWAY]);
});

test('a finger that moves down where nothing scrolls drags', () => {
  const finger = canvas();
  finger.down(100, 50);
  finger.move(100, 80);
  finger.up(100, 80);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['scroll', 100, 50, 30], ['button', 0, 1], ['place', 100, 80],
    ['button', 0, 0], AWAY]);
});

test('a finger that rests asks what lies there, wherever it goes then, and clicks nothing', () => {
  const finger = canvas({scrolls: true});
  finger.down(100, 50);
  finger.wait();
  finger.move(140, 90);
  assert.equal(finger.up(140, 90, {ms: 900}), false);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['changed'], ['place', 140, 90], AWAY]);
});

test('a finger that rested opens the menu of what lies there when it is lifted', () => {
  const finger = canvas({scrolls: true});
  finger.down(100, 50);
  finger.wait();
  assert.equal(finger.up(100, 50, {ms: 900}), false);
  assert.deepEqual(finger.take(), [['place', 100, 50], ['changed'], ['button', 1, 1], ['button', 1, 0], AWAY]);
});

test('a short touch is a tap where the page was too busy to hear of its end in time', () => {
  const finger = canvas();
  finger.down(100, 50);
  finger.wait();
  assert.equal(finger.up(100, 50, {ms: 120}), true);
  assert.deepEqual(finger.take().slice(2), [['button', 0, 1], ['button', 0, 0], AWAY]);
});

test('two fingers zoom about their middle, and neither of them taps', () => {
  const fingers = canvas();
  fingers.down(100, 50, 1);
  fingers.down(200, 50, 2);
  assert.equal(fingers.waits(), false);
  fingers.take();
  fingers.move(300, 60, 2);
  assert.deepEqual(fingers.take(), [['pinch', 200, 0.5, 50, 5]]);
  assert.equal(fingers.up(300, 60, {id: 2}), false);
  assert.equal(fingers.up(100, 50, {id: 1}), false);
  assert.ok(fingers.take().every(([what]) => what === 'place'));
});

test('fingers that nearly meet do not zoom without bounds', () => {
  const fingers = canvas();
  fingers.down(100, 50, 1);
  fingers.down(120, 50, 2);
  fingers.take();
  fingers.move(100, 50, 2);
  assert.deepEqual(fingers.take(), [['pinch', 100, 1, -10, 0]]);
});

test('a second finger ends what the first one dragged', () => {
  const fingers = canvas();
  fingers.down(100, 50, 1);
  fingers.move(150, 50, 1);
  fingers.take();
  fingers.down(200, 50, 2);
  assert.deepEqual(fingers.take(), [['button', 0, 0], AWAY]);
});

test('of three fingers, none zooms', () => {
  const fingers = canvas();
  for (const id of [1, 2, 3]) fingers.down(100 * id, 50, id);
  fingers.take();
  fingers.move(400, 50, 3);
  assert.deepEqual(fingers.take(), []);
});

test('a finger that never came down is nobody', () => {
  const finger = canvas();
  finger.move(10, 10, 7);
  assert.equal(finger.up(10, 10, {id: 7}), false);
  assert.deepEqual(finger.take(), []);
});
